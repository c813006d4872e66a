//! What a series of games came to.

use serde::Serialize;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Game, Standings};
use whistlestop_rules::ids::TicketId;

use crate::histogram::Histogram;
use crate::simulate::{Build, Series};

/// Every victory is worth this much, so that two to five who share one get whole parts.
const WIN: u64 = 60;

/// Running sums over games. They are whole numbers, so the order in which games are added does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    games: u64,
    turns: u64,
    decisions: u64,
    shared_wins: u64,
    seats: Vec<SeatTally>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SeatTally {
    /// In parts of [`WIN`].
    wins: u64,
    scores: Histogram,
    route_points: u64,
    ticket_points: i64,
    longest_path: u64,
    tickets_done: u64,
    tickets_failed: u64,
}

impl Tally {
    pub fn new(edition: &Edition, players: usize) -> Self {
        let seat = SeatTally {
            wins: 0,
            scores: Histogram::new(score_bounds(edition)),
            route_points: 0,
            ticket_points: 0,
            longest_path: 0,
            tickets_done: 0,
            tickets_failed: 0,
        };
        Self { games: 0, turns: 0, decisions: 0, shared_wins: 0, seats: vec![seat; players] }
    }

    /// Adds a finished game.
    #[inline]
    pub fn add(&mut self, game: &Game<'_>, decisions: u64, standings: &Standings) {
        self.games += 1;
        self.turns += u64::from(game.turn());
        self.decisions += decisions;
        let winners = standings.iter().filter(|standing| standing.rank == 1).count() as u64;
        self.shared_wins += u64::from(winners > 1);
        for (seat, standing) in self.seats.iter_mut().zip(standings) {
            if standing.rank == 1 {
                seat.wins += WIN / winners;
            }
            seat.scores.add(standing.total);
            seat.route_points += u64::from(standing.route_points);
            seat.ticket_points += i64::from(standing.ticket_points);
            seat.longest_path += u64::from(standing.longest_path);
            seat.tickets_done += standing.tickets_done.len() as u64;
            seat.tickets_failed += standing.tickets_failed.len() as u64;
        }
    }

    /// Adds the games of another tally of the same series.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.turns += other.turns;
        self.decisions += other.decisions;
        self.shared_wins += other.shared_wins;
        for (mine, theirs) in self.seats.iter_mut().zip(&other.seats) {
            mine.wins += theirs.wins;
            mine.scores.merge(&theirs.scores);
            mine.route_points += theirs.route_points;
            mine.ticket_points += theirs.ticket_points;
            mine.longest_path += theirs.longest_path;
            mine.tickets_done += theirs.tickets_done;
            mine.tickets_failed += theirs.tickets_failed;
        }
    }

    pub fn stats(&self, series: &Series<'_>, build: Build) -> Stats {
        let games = self.games.max(1) as f64;
        let seat_stats = |seat: &SeatTally| SeatStats {
            wins: seat.wins as f64 / WIN as f64,
            win_rate: seat.wins as f64 / WIN as f64 / games,
            mean_score: seat.scores.mean(),
            deviation: seat.scores.deviation(),
            percentiles: Percentiles::of(&seat.scores),
            mean_route_points: seat.route_points as f64 / games,
            mean_ticket_points: seat.ticket_points as f64 / games,
            mean_longest_path: seat.longest_path as f64 / games,
            tickets_done: seat.tickets_done as f64 / games,
            tickets_failed: seat.tickets_failed as f64 / games,
        };
        let mut all = Histogram::new(score_bounds(series.edition));
        self.seats.iter().for_each(|seat| all.merge(&seat.scores));
        let seats: Vec<_> = self.seats.iter().map(seat_stats).collect();
        let per_player = |count: fn(&SeatTally) -> u64| {
            self.seats.iter().map(count).sum::<u64>() as f64 / games / self.seats.len().max(1) as f64
        };
        Stats {
            edition: series.edition.id().to_owned(),
            players: series.players,
            seed: series.seed,
            games: self.games,
            turns_per_game: self.turns as f64 / games,
            decisions_per_game: self.decisions as f64 / games,
            mean_score: all.mean(),
            deviation: all.deviation(),
            percentiles: Percentiles::of(&all),
            wins: seats.iter().map(|seat| seat.wins).collect(),
            shared_wins: self.shared_wins,
            tickets_done: per_player(|seat| seat.tickets_done),
            tickets_failed: per_player(|seat| seat.tickets_failed),
            seats,
            build,
        }
    }
}

/// The lowest and the highest score the edition could ever give.
fn score_bounds(edition: &Edition) -> std::ops::RangeInclusive<i32> {
    let board = edition.board();
    let rules = edition.rules();
    let tickets: i32 =
        (0..board.tickets()).map(|ticket| i32::from(board.ticket_points(TicketId(ticket as u8)))).sum();
    let routes: i32 = board.all_routes().iter().map(|route| i32::from(board.points(route))).sum();
    let bonuses = i32::from(rules.longest_path_bonus) + i32::from(rules.globetrotter_bonus);
    let attractions = i32::from(rules.attraction_points) * i32::from(board.cities() as u16);
    -tickets..=routes + tickets + bonuses + attractions
}

/// The result of a series: the same for the same edition, players, games and seed, but for `build`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stats {
    pub edition: String,
    pub players: usize,
    pub seed: u64,
    pub games: u64,
    pub turns_per_game: f64,
    pub decisions_per_game: f64,
    /// Over all seats.
    pub mean_score: f64,
    /// Standard deviation of the scores of all seats.
    pub deviation: f64,
    /// Over all seats.
    pub percentiles: Percentiles,
    /// By seat, adding up to `games`: those who share a victory get an equal part of it.
    pub wins: Vec<f64>,
    /// Games with more than one winner.
    pub shared_wins: u64,
    /// Per player and game.
    pub tickets_done: f64,
    /// Per player and game.
    pub tickets_failed: f64,
    pub seats: Vec<SeatStats>,
    pub build: Build,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatStats {
    pub wins: f64,
    /// Between 0 and 1.
    pub win_rate: f64,
    pub mean_score: f64,
    pub deviation: f64,
    pub percentiles: Percentiles,
    pub mean_route_points: f64,
    pub mean_ticket_points: f64,
    pub mean_longest_path: f64,
    pub tickets_done: f64,
    pub tickets_failed: f64,
}

/// Each is the smallest score that so many percent of the scores do not exceed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Percentiles {
    pub p5: i32,
    pub p25: i32,
    pub p50: i32,
    pub p75: i32,
    pub p95: i32,
}

impl Percentiles {
    fn of(scores: &Histogram) -> Self {
        Self {
            p5: scores.percentile(5),
            p25: scores.percentile(25),
            p50: scores.percentile(50),
            p75: scores.percentile(75),
            p95: scores.percentile(95),
        }
    }
}
