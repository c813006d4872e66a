//! What the games of an arena come to.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::entrant::Entrant;
use crate::lineup::Format;
use crate::log::GameLine;
use crate::run::{Arena, Contest, Games, State};
use crate::stats::rating::Ranking;
use crate::stats::{Blocks, Interval, Rankings};

/// The rating that the table of bots hangs on.
const ANCHOR_STRENGTH: i32 = 1000;

#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub edition: String,
    pub players: usize,
    pub seed: u64,
    pub duplicate: bool,
    pub format: Format,
    pub until_separated: bool,
    /// Whether every game that was asked for has been played.
    pub complete: bool,
    pub games: usize,
    /// The bot whose rating is 1000 by definition; without one the mean of all is.
    pub anchor: Option<String>,
    /// Strongest first.
    pub ratings: Vec<BotReport>,
    /// Every two bots that met.
    pub pairs: Vec<PairReport>,
    pub lineups: Vec<LineupReport>,
    pub forfeits: Vec<ForfeitReport>,
}

#[derive(Clone, Debug, Serialize)]
pub struct BotReport {
    pub bot: String,
    pub elo: f64,
    pub interval: Interval,
    /// Games it played; one with two copies of it counts twice.
    pub games: u64,
    /// Those who share a victory have a part of it each.
    pub wins: f64,
    pub mean_score: f64,
    pub scores: Spread,
    /// Per game.
    pub tickets_done: f64,
    pub tickets_failed: f64,
    pub decisions: u64,
    /// Milliseconds for a decision.
    pub thinking_ms_mean: f64,
    pub thinking_ms_max: f64,
    pub forfeits: u64,
}

/// Scores that so many percent of the scores do not exceed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spread {
    pub p5: i32,
    pub p25: i32,
    pub p50: i32,
    pub p75: i32,
    pub p95: i32,
}

#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    pub bot: String,
    pub opponent: String,
    /// Games in which both sat.
    pub games: u64,
    /// How often the bot finished ahead of the opponent; a shared place is half a win.
    pub wins: f64,
    pub win_rate: Option<f64>,
    pub interval: Interval,
}

#[derive(Clone, Debug, Serialize)]
pub struct LineupReport {
    pub bots: Vec<String>,
    pub games: u64,
    pub state: LineupState,
    pub shares: Vec<ShareReport>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LineupState {
    /// There are games to be played.
    Open,
    Complete,
    /// Stopped because the difference was clear.
    Separated,
}

/// What one bot takes of the victories of a lineup.
#[derive(Clone, Debug, Serialize)]
pub struct ShareReport {
    pub bot: String,
    pub seats: usize,
    pub wins: f64,
    pub share: Option<f64>,
    /// What it would take if all were equal.
    pub even: f64,
    pub interval: Interval,
}

#[derive(Clone, Debug, Serialize)]
pub struct ForfeitReport {
    pub bot: String,
    pub reason: String,
    pub games: u64,
}

impl Report {
    pub fn new(arena: &Arena<'_>, games: &Games) -> Self {
        let config = &arena.config;
        let pairs = pairs(arena);
        let anchor = arena.entrants.iter().position(is_anchor);
        let mut rankings = Rankings::new(arena.labels.len(), pairs.iter().copied());
        for block in games.blocks.iter().flatten() {
            rankings.add(block.iter().flat_map(|game| places(game, &arena.labels)).collect());
        }
        let ratings = rankings.ratings(anchor);
        let mut bots: Vec<BotReport> = arena
            .labels
            .iter()
            .zip(ratings)
            .map(|(label, rating)| BotReport::new(label, rating.elo, rating.interval, games))
            .collect();
        bots.sort_by(|a, b| b.elo.total_cmp(&a.elo));
        Self {
            edition: arena.edition.id().to_owned(),
            players: config.players,
            seed: config.seed,
            duplicate: config.duplicate,
            format: config.format,
            until_separated: config.until_separated,
            complete: games.is_complete(),
            games: games.iter().count(),
            anchor: anchor.map(|bot| arena.labels[bot].clone()),
            ratings: bots,
            pairs: pairs.iter().map(|pair| PairReport::new(*pair, arena, games)).collect(),
            lineups: (0..arena.lineups.len()).map(|lineup| LineupReport::new(lineup, arena, games)).collect(),
            forfeits: forfeits(games),
        }
    }

    /// How often the first bot finishes ahead of the second.
    pub fn pair(&self, bot: &str, opponent: &str) -> Option<(f64, Interval)> {
        self.pairs.iter().find_map(|pair| {
            let rate = pair.win_rate?;
            if pair.bot == bot && pair.opponent == opponent {
                Some((rate, pair.interval))
            } else if pair.bot == opponent && pair.opponent == bot {
                let Interval { low, high } = pair.interval;
                Some((1.0 - rate, Interval { low: 1.0 - high, high: 1.0 - low }))
            } else {
                None
            }
        })
    }
}

fn is_anchor(entrant: &Entrant) -> bool {
    matches!(entrant, Entrant::Table(name) if name.entry.strength == ANCHOR_STRENGTH)
}

/// Every two bots that sit at a table together.
fn pairs(arena: &Arena<'_>) -> Vec<[usize; 2]> {
    let met = |a: usize, b: usize| {
        arena.lineups.iter().any(|lineup| lineup.seats_of(a) > 0 && lineup.seats_of(b) > 0)
    };
    let all = (0..arena.labels.len()).flat_map(|a| (a + 1..arena.labels.len()).map(move |b| [a, b]));
    all.filter(|[a, b]| met(*a, *b)).collect()
}

/// A game as places for the ratings. A forfeit says only that every other player was better than the one who forfeited.
fn places(game: &GameLine, labels: &[String]) -> Vec<Ranking> {
    let bot = |seat: usize| labels.iter().position(|label| *label == game.seats[seat].bot).unwrap_or(0);
    let seats = 0..game.seats.len();
    if let Some(forfeit) = &game.forfeit {
        let loser = forfeit.seat.index();
        return seats
            .filter(|seat| *seat != loser)
            .map(|seat| vec![vec![bot(seat)], vec![bot(loser)]])
            .collect();
    }
    let mut by_rank: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for seat in seats {
        by_rank.entry(game.seats[seat].rank).or_default().push(bot(seat));
    }
    vec![by_rank.into_values().collect()]
}

fn forfeits(games: &Games) -> Vec<ForfeitReport> {
    let mut counts: BTreeMap<(String, String), u64> = BTreeMap::new();
    for game in games.iter() {
        if let Some(forfeit) = &game.forfeit {
            let bot = game.seats[forfeit.seat.index()].bot.clone();
            *counts.entry((bot, forfeit.reason.clone())).or_default() += 1;
        }
    }
    counts.into_iter().map(|((bot, reason), games)| ForfeitReport { bot, reason, games }).collect()
}

fn interval(blocks: &Blocks, arena: &Arena<'_>) -> Interval {
    if arena.config.until_separated { blocks.interval_at_any_time() } else { blocks.interval() }
}

/// Scores of a bot, in games that were played to their end.
pub(crate) fn scores(games: &Games, bot: &str) -> Vec<i32> {
    let finished = games.iter().filter(|game| game.forfeit.is_none());
    let mut scores: Vec<i32> =
        finished.flat_map(|game| &game.seats).filter(|seat| seat.bot == bot).map(|seat| seat.score).collect();
    scores.sort_unstable();
    scores
}

impl Spread {
    fn of(sorted: &[i32]) -> Self {
        let at = |percent: usize| {
            let place = (sorted.len() * percent).div_ceil(100).max(1) - 1;
            sorted.get(place).copied().unwrap_or_default()
        };
        Self { p5: at(5), p25: at(25), p50: at(50), p75: at(75), p95: at(95) }
    }
}

impl BotReport {
    fn new(label: &str, elo: f64, interval: Interval, games: &Games) -> Self {
        let scores = scores(games, label);
        let finished = scores.len().max(1) as f64;
        let mut report = Self {
            bot: label.to_owned(),
            elo,
            interval,
            games: 0,
            wins: 0.0,
            mean_score: scores.iter().map(|score| f64::from(*score)).sum::<f64>() / finished,
            scores: Spread::of(&scores),
            tickets_done: 0.0,
            tickets_failed: 0.0,
            decisions: 0,
            thinking_ms_mean: 0.0,
            thinking_ms_max: 0.0,
            forfeits: 0,
        };
        for game in games.iter() {
            for (place, seat) in game.seats.iter().enumerate().filter(|(_, seat)| seat.bot == label) {
                report.games += 1;
                report.wins += game.share(place);
                report.decisions += u64::from(seat.decisions);
                report.thinking_ms_mean += seat.thought_us as f64 / 1000.0;
                report.thinking_ms_max = report.thinking_ms_max.max(seat.longest_us as f64 / 1000.0);
                match &game.forfeit {
                    None => {
                        report.tickets_done += f64::from(seat.tickets_done) / finished;
                        report.tickets_failed += f64::from(seat.tickets_failed) / finished;
                    }
                    Some(forfeit) => report.forfeits += u64::from(forfeit.seat.index() == place),
                }
            }
        }
        report.thinking_ms_mean /= report.decisions.max(1) as f64;
        report
    }
}

impl PairReport {
    fn new([bot, opponent]: [usize; 2], arena: &Arena<'_>, games: &Games) -> Self {
        let contest = Contest::Ahead { first: bot, second: opponent };
        let mut blocks = Blocks::default();
        for block in games.blocks.iter().flatten() {
            contest.add(block, &arena.labels, &mut blocks);
        }
        #[expect(clippy::cast_sign_loss, reason = "there are never fewer than none")]
        let games = blocks.games().round() as u64;
        Self {
            bot: arena.labels[bot].clone(),
            opponent: arena.labels[opponent].clone(),
            games,
            wins: blocks.won(),
            win_rate: blocks.rate(),
            interval: interval(&blocks, arena),
        }
    }
}

impl LineupReport {
    fn new(number: usize, arena: &Arena<'_>, games: &Games) -> Self {
        let lineup = &arena.lineups[number];
        let played = &games.blocks[number];
        let share = |bot: usize| {
            let contest = Contest::Victories { bot, seats: lineup.seats_of(bot), players: lineup.players() };
            let mut blocks = Blocks::default();
            for block in played {
                contest.add(block, &arena.labels, &mut blocks);
            }
            ShareReport {
                bot: arena.labels[bot].clone(),
                seats: lineup.seats_of(bot),
                wins: blocks.won(),
                share: blocks.rate(),
                even: contest.even(),
                interval: interval(&blocks, arena),
            }
        };
        Self {
            bots: lineup.bots().iter().map(|bot| arena.labels[*bot].clone()).collect(),
            games: played.iter().map(Vec::len).sum::<usize>() as u64,
            state: match games.states[number] {
                State::Open => LineupState::Open,
                State::Complete => LineupState::Complete,
                State::Separated { .. } => LineupState::Separated,
            },
            shares: lineup.different().into_iter().map(share).collect(),
        }
    }
}
