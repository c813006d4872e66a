//! How an edition plays: what map makers want to know.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use serde::Serialize;
use whistlestop_rules::chance::{Seed, below, player_generator};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{BadTable, Game};
use whistlestop_rules::ids::{CityId, RouteId, Seat, TicketId, TicketSet};

use crate::entrant::Entrant;
use crate::output::{OutputError, write_csv, write_json};
use crate::play::{Deal, NotPlayed, Played, play};
use crate::plots::{HeatMap, heat_map};
use crate::run::{ArenaError, ProgramTerms, Programs, Progress};
use crate::stats::{Blocks, Interval};

/// Which games to play. Who sits where is drawn by lot, and each draw is played from every seat.
#[derive(Debug)]
pub struct Trial<'e> {
    pub edition: &'e Edition,
    pub entrants: Vec<Entrant>,
    pub players: usize,
    pub games: u64,
    pub seed: u64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Balance {
    pub edition: String,
    pub players: usize,
    pub bots: Vec<String>,
    pub seed: u64,
    /// Games played to their end; those that somebody forfeited are left out.
    pub games: u64,
    pub forfeits: u64,
    pub turns: Length,
    pub seats: Vec<SeatBalance>,
    pub strategies: Vec<StrategyBalance>,
    pub routes: Vec<RouteBalance>,
    pub tickets: Vec<TicketBalance>,
}

/// Turns of a game, all players together.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Length {
    pub mean: f64,
    pub p5: u16,
    pub p50: u16,
    pub p95: u16,
}

#[derive(Clone, Debug, Serialize)]
pub struct SeatBalance {
    /// 0 starts.
    pub seat: usize,
    pub wins: f64,
    pub win_rate: f64,
    pub interval: Interval,
    pub mean_score: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct StrategyBalance {
    pub bot: String,
    /// Seats it had over all games.
    pub seats: u64,
    pub win_rate: f64,
    pub mean_score: f64,
    pub tickets_done: f64,
    pub tickets_failed: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct RouteBalance {
    pub route: usize,
    pub a: String,
    pub b: String,
    pub color: String,
    pub length: u8,
    /// In so many games somebody claimed it.
    pub claims: u64,
    /// Between 0 and 1.
    pub claimed: f64,
    /// How often those who claimed it won; `None` if nobody did.
    pub win_rate: Option<f64>,
    /// Share of a bot's seats that claimed it, by bot.
    pub by: BTreeMap<String, f64>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TicketBalance {
    pub ticket: usize,
    pub a: String,
    pub b: String,
    pub points: u16,
    /// Fewest trains that join its cities on an empty map.
    pub trains: u32,
    /// Routes of that way.
    pub claims: u32,
    /// Turns that way takes: one for each route, and one for every two of its cards.
    pub turns: f64,
    /// What the ticket and the routes of that way score for each of those turns.
    pub points_per_turn: f64,
    /// How often somebody held it at the end.
    pub kept: u64,
    pub done: u64,
    /// Between 0 and 1; `None` if nobody kept it.
    pub completed: Option<f64>,
    /// What it brought on average to those who kept it.
    pub mean_worth: Option<f64>,
    /// How often those who kept it won.
    pub win_rate: Option<f64>,
    /// Share of the tickets kept that were completed, by bot.
    pub by: BTreeMap<String, f64>,
}

/// What is counted of the games, in whole numbers, so that the order of games does not matter.
#[derive(Clone, Debug)]
struct Tally {
    games: u64,
    forfeits: u64,
    turns: BTreeMap<u16, u64>,
    /// By seat: how often each share of a victory, in parts of [`WIN`].
    seat_wins: Vec<BTreeMap<u64, u64>>,
    seat_scores: Vec<i64>,
    bots: Vec<BotTally>,
}

#[derive(Clone, Debug)]
struct BotTally {
    seats: u64,
    wins: u64,
    score: i64,
    routes: Vec<Count>,
    tickets: Vec<TicketCount>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    times: u64,
    wins: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct TicketCount {
    kept: Count,
    done: u64,
}

/// A victory in parts that two to five can share.
const WIN: u64 = 60;

impl Tally {
    fn new(trial: &Trial<'_>) -> Self {
        let board = trial.edition.board();
        let bot = BotTally {
            seats: 0,
            wins: 0,
            score: 0,
            routes: vec![Count::default(); board.routes()],
            tickets: vec![TicketCount::default(); board.tickets()],
        };
        Self {
            games: 0,
            forfeits: 0,
            turns: BTreeMap::new(),
            seat_wins: vec![BTreeMap::new(); trial.players],
            seat_scores: vec![0; trial.players],
            bots: vec![bot; trial.entrants.len()],
        }
    }

    fn add(&mut self, seating: &[usize], played: &Played<'_>) {
        if played.forfeit.is_some() {
            self.forfeits += 1;
            return;
        }
        self.games += 1;
        *self.turns.entry(played.game.turn()).or_default() += 1;
        let winners = played.standings.iter().filter(|standing| standing.rank == 1).count() as u64;
        for standing in &played.standings {
            let seat = standing.seat.index();
            let won = if standing.rank == 1 { WIN / winners } else { 0 };
            *self.seat_wins[seat].entry(won).or_default() += 1;
            self.seat_scores[seat] += i64::from(standing.total);
            let bot = &mut self.bots[seating[seat]];
            bot.seats += 1;
            bot.wins += won;
            bot.score += i64::from(standing.total);
            for route in played.game.routes(standing.seat).iter() {
                bot.routes[route.index()].times += 1;
                bot.routes[route.index()].wins += won;
            }
            let kept: TicketSet = standing.tickets_done.or(standing.tickets_failed);
            for ticket in kept.iter() {
                let count = &mut bot.tickets[ticket.index()];
                count.kept.times += 1;
                count.kept.wins += won;
                count.done += u64::from(standing.tickets_done.contains(ticket));
            }
        }
    }
}

impl Trial<'_> {
    /// Who sits where in a game.
    fn seating(&self, game: u64) -> Vec<usize> {
        let players = self.players as u64;
        let (group, rotation) = (game / players, game % players);
        let mut lots = player_generator(&Seed::of_series(self.seed ^ SEATING, group));
        let bots = self.entrants.len() as u32;
        let mut seating: Vec<usize> = (0..players).map(|_| below(&mut lots, bots) as usize).collect();
        seating.rotate_right(rotation as usize);
        seating
    }

    /// Plays the games, or those that were finished when it was stopped.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        terms: &ProgramTerms,
        progress: &Progress,
    ) -> Result<Balance, ArenaError> {
        Game::table(self.edition, self.players, Seat::S0)?;
        progress.plan(self.games);
        let next = AtomicU64::new(0);
        let shared = Mutex::new(Tally::new(self));
        let work = || -> Result<(), BadTable> {
            let mut programs = Programs::new(&self.entrants, terms, progress);
            while !progress.is_stopped() {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    break;
                }
                let seating = self.seating(game);
                let mut players = programs.seat(&seating);
                let deal = Deal {
                    edition: self.edition,
                    cards: Seed::of_series(self.seed, game),
                    thinking: Seed::of_series(!self.seed, game),
                };
                match play(&deal, &mut players, progress.stop_flag()) {
                    Ok(played) => {
                        let mut tally = shared.lock().unwrap_or_else(PoisonError::into_inner);
                        tally.add(&seating, &played);
                    }
                    Err(NotPlayed::Stopped) => break,
                    Err(NotPlayed::BadTable(bad)) => return Err(bad),
                }
                programs.leave(&seating, players);
                progress.add_one();
            }
            Ok(())
        };
        let results: Vec<Result<(), BadTable>> = thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            let joined = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            joined.collect()
        });
        results.into_iter().collect::<Result<(), _>>()?;
        let tally = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(self.balance(&tally))
    }

    fn balance(&self, tally: &Tally) -> Balance {
        let labels = Entrant::labels(&self.entrants);
        let board = self.edition.board();
        Balance {
            edition: self.edition.id().to_owned(),
            players: self.players,
            seed: self.seed,
            games: tally.games,
            forfeits: tally.forfeits,
            turns: Length::of(&tally.turns),
            seats: (0..self.players).map(|seat| tally.seat(seat)).collect(),
            strategies: labels.iter().zip(&tally.bots).map(|(bot, counts)| counts.strategy(bot)).collect(),
            routes: (0..board.routes()).map(|route| self.route(route, tally, &labels)).collect(),
            tickets: (0..board.tickets()).map(|ticket| self.ticket(ticket, tally, &labels)).collect(),
            bots: labels,
        }
    }

    fn route(&self, route: usize, tally: &Tally, labels: &[String]) -> RouteBalance {
        let spec = &self.edition.spec().routes[route];
        let counts = tally.bots.iter().map(|bot| bot.routes[route]);
        let claims: u64 = counts.clone().map(|count| count.times).sum();
        let wins: u64 = counts.map(|count| count.wins).sum();
        let by = labels
            .iter()
            .zip(&tally.bots)
            .map(|(label, bot)| (label.clone(), bot.routes[route].times as f64 / bot.seats.max(1) as f64));
        RouteBalance {
            route,
            a: spec.a.clone(),
            b: spec.b.clone(),
            color: spec.color.clone(),
            length: self.edition.board().length(RouteId(route as u8)),
            claims,
            claimed: claims as f64 / tally.games.max(1) as f64,
            win_rate: rate(wins as f64 / WIN as f64, claims),
            by: by.collect(),
        }
    }

    fn ticket(&self, ticket: usize, tally: &Tally, labels: &[String]) -> TicketBalance {
        let spec = &self.edition.spec().tickets[ticket];
        let board = self.edition.board();
        let id = TicketId(ticket as u8);
        let points = board.ticket_points(id);
        let way = cheapest_way(self.edition, board.ticket_ends(id));
        let turns = f64::from(way.claims) + f64::from(way.trains) / 2.0;
        let counts = tally.bots.iter().map(|bot| bot.tickets[ticket]);
        let kept: u64 = counts.clone().map(|count| count.kept.times).sum();
        let done: u64 = counts.clone().map(|count| count.done).sum();
        let wins: u64 = counts.map(|count| count.kept.wins).sum();
        let completed = rate(done as f64, kept);
        let by = labels.iter().zip(&tally.bots).filter_map(|(label, bot)| {
            let count = bot.tickets[ticket];
            Some((label.clone(), rate(count.done as f64, count.kept.times)?))
        });
        TicketBalance {
            ticket,
            a: spec.a.clone(),
            b: spec.b.clone(),
            points,
            trains: way.trains,
            claims: way.claims,
            turns,
            points_per_turn: f64::from(u32::from(points) + way.points) / turns.max(1.0),
            kept,
            done,
            completed,
            mean_worth: completed.map(|completed| f64::from(points) * (2.0 * completed - 1.0)),
            win_rate: rate(wins as f64 / WIN as f64, kept),
            by: by.collect(),
        }
    }
}

/// Sets seatings apart from deals.
const SEATING: u64 = 0x5ea7_5ea7_5ea7_5ea7;

fn rate(part: f64, of: u64) -> Option<f64> {
    (of > 0).then(|| part / of as f64)
}

impl Tally {
    fn seat(&self, seat: usize) -> SeatBalance {
        let mut blocks = Blocks::default();
        for (won, count) in &self.seat_wins[seat] {
            (0..*count).for_each(|_| blocks.add(*won as f64 / WIN as f64, 1.0));
        }
        SeatBalance {
            seat,
            wins: blocks.won(),
            win_rate: blocks.rate().unwrap_or_default(),
            interval: blocks.interval(),
            mean_score: self.seat_scores[seat] as f64 / self.games.max(1) as f64,
        }
    }
}

impl BotTally {
    fn strategy(&self, bot: &str) -> StrategyBalance {
        let seats = self.seats.max(1) as f64;
        let done: u64 = self.tickets.iter().map(|ticket| ticket.done).sum();
        let kept: u64 = self.tickets.iter().map(|ticket| ticket.kept.times).sum();
        StrategyBalance {
            bot: bot.to_owned(),
            seats: self.seats,
            win_rate: self.wins as f64 / WIN as f64 / seats,
            mean_score: self.score as f64 / seats,
            tickets_done: done as f64 / seats,
            tickets_failed: (kept - done) as f64 / seats,
        }
    }
}

impl Length {
    fn of(turns: &BTreeMap<u16, u64>) -> Self {
        let games: u64 = turns.values().sum();
        let sum: u64 = turns.iter().map(|(turns, games)| u64::from(*turns) * games).sum();
        let percentile = |percent: u64| {
            let wanted = (games * percent).div_ceil(100).max(1);
            let mut passed = 0;
            let found = turns.iter().find(|(_, games)| {
                passed += **games;
                passed >= wanted
            });
            found.map_or(0, |(turns, _)| *turns)
        };
        let mean = sum as f64 / games.max(1) as f64;
        Self { mean, p5: percentile(5), p50: percentile(50), p95: percentile(95) }
    }
}

/// A way between two cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    trains: u32,
    claims: u32,
    /// What its routes score.
    points: u32,
}

/// The way with the fewest trains, and of those the one with the fewest routes, by Dijkstra.
fn cheapest_way(edition: &Edition, [from, to]: [CityId; 2]) -> Way {
    let board = edition.board();
    let mut best: BTreeMap<CityId, Way> = BTreeMap::new();
    let mut queue = BinaryHeap::from([Reverse((Way { trains: 0, claims: 0, points: 0 }, from))]);
    while let Some(Reverse((way, city))) = queue.pop() {
        if best.contains_key(&city) {
            continue;
        }
        best.insert(city, way);
        if city == to {
            return way;
        }
        for route in board.at_city(city).iter() {
            let [a, b] = board.ends(route);
            let next = if a == city { b } else { a };
            let longer = Way {
                trains: way.trains + u32::from(board.length(route)),
                claims: way.claims + 1,
                points: way.points + u32::from(board.points(route)),
            };
            queue.push(Reverse((longer, next)));
        }
    }
    // Only a map in several pieces has tickets that no way joins.
    Way { trains: 0, claims: 0, points: 0 }
}

impl Balance {
    /// Writes `balance.json`, tables of routes and tickets, and the heat map.
    pub fn write(&self, directory: &Path, edition: &Edition) -> Result<(), OutputError> {
        write_json(&directory.join("balance.json"), self)?;
        let routes = self.routes.iter().map(|route| RouteRow {
            route: route.route,
            a: &route.a,
            b: &route.b,
            color: &route.color,
            length: route.length,
            claims: route.claims,
            claimed: route.claimed,
            win_rate: route.win_rate,
        });
        write_csv(&directory.join("routes.csv"), routes)?;
        let tickets = self.tickets.iter().map(|ticket| TicketRow {
            ticket: ticket.ticket,
            a: &ticket.a,
            b: &ticket.b,
            points: ticket.points,
            trains: ticket.trains,
            turns: ticket.turns,
            points_per_turn: ticket.points_per_turn,
            kept: ticket.kept,
            completed: ticket.completed,
            mean_worth: ticket.mean_worth,
            win_rate: ticket.win_rate,
        });
        write_csv(&directory.join("tickets.csv"), tickets)?;
        let claimed: Vec<f64> = self.routes.iter().map(|route| route.claimed).collect();
        let subtitle = format!(
            "per cent of {} games of {} players ({})",
            self.games,
            self.players,
            self.bots.join(", ")
        );
        heat_map(&HeatMap { edition, claimed: &claimed, subtitle })?.save(directory, "heat-map")
    }
}

#[derive(Serialize)]
struct RouteRow<'a> {
    route: usize,
    a: &'a str,
    b: &'a str,
    color: &'a str,
    length: u8,
    claims: u64,
    claimed: f64,
    win_rate: Option<f64>,
}

#[derive(Serialize)]
struct TicketRow<'a> {
    ticket: usize,
    a: &'a str,
    b: &'a str,
    points: u16,
    trains: u32,
    turns: f64,
    points_per_turn: f64,
    kept: u64,
    completed: Option<f64>,
    mean_worth: Option<f64>,
    win_rate: Option<f64>,
}
