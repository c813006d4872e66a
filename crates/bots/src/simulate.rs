//! The simulator: many games of random players, as fast as the machine goes.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use serde::Serialize;
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{BadTable, Event, Game, LegalActions, Listener, Silence, Standings};
use whistlestop_rules::ids::Seat;

use crate::random;
use crate::stats::{Stats, Tally};

/// Games a thread takes on at a time: about a millisecond of work.
const CHUNK: u64 = 64;

/// Which games to play. The result follows from these alone, whatever the number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Series<'e> {
    pub edition: &'e Edition,
    /// Seat 0 starts.
    pub players: usize,
    pub games: u64,
    /// Game `i` is played from [`Seed::of_series`] of this number and `i`.
    pub seed: u64,
}

/// Where a running series can be watched and stopped from.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    cancelled: AtomicBool,
}

impl Progress {
    /// Games that are over.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Lets every thread finish the game it is playing and then stop.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// The instructions the games were played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Build {
    /// What every 64-bit PC has.
    #[serde(rename = "x86-64")]
    X86_64,
    /// Those of 2013 and later: `AVX2`, `BMI2` and their kin.
    #[serde(rename = "x86-64-v3")]
    X86_64V3,
    /// Another kind of processor.
    #[serde(rename = "portable")]
    Portable,
}

impl Build {
    /// The best this processor can do.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if v3::is_there() { Self::X86_64V3 } else { Self::X86_64 }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Self::Portable
    }
}

impl std::fmt::Display for Build {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::X86_64 => "x86-64",
            Self::X86_64V3 => "x86-64-v3",
            Self::Portable => "portable",
        })
    }
}

/// A game of a series from its first event to its last.
#[derive(Clone, Copy, Debug)]
pub struct PlayedGame<'a> {
    /// Counted from 0.
    pub number: u64,
    pub seed: Seed,
    pub events: &'a [Event],
}

#[derive(Debug, thiserror::Error)]
pub enum SimulationError<E = std::convert::Infallible> {
    #[error(transparent)]
    BadTable(#[from] BadTable),
    #[error("the simulation was stopped")]
    Cancelled,
    /// Of the games that could not be recorded, the first one.
    #[error("game {game} could not be recorded: {error}")]
    Record { game: u64, error: E },
}

impl Series<'_> {
    /// Plays all games and adds them up.
    pub fn play(&self, threads: NonZeroUsize, progress: &Progress) -> Result<Stats, SimulationError> {
        self.on_threads(threads, progress, |games, tally| Ok(play_fast(self, games, tally)?))
    }

    /// Plays all games and hands each one over when it is finished, from whichever thread played it.
    pub fn play_recorded<E: Send>(
        &self,
        threads: NonZeroUsize,
        progress: &Progress,
        record: impl Fn(PlayedGame<'_>) -> Result<(), E> + Sync,
    ) -> Result<Stats, SimulationError<E>> {
        self.on_threads(threads, progress, |games, tally| {
            let mut events = Vec::new();
            for number in games {
                events.clear();
                play_game(self, number, tally, &mut events)?;
                let game = PlayedGame { number, seed: self.seed_of(number), events: &events };
                record(game).map_err(|error| SimulationError::Record { game: number, error })?;
            }
            Ok(())
        })
    }

    fn seed_of(&self, game: u64) -> Seed {
        Seed::of_series(self.seed, game)
    }

    /// Shares the games out. Tallies hold whole numbers only, so it does not matter who plays which.
    fn on_threads<E: Send>(
        &self,
        threads: NonZeroUsize,
        progress: &Progress,
        play: impl Fn(Range<u64>, &mut Tally) -> Result<(), SimulationError<E>> + Sync,
    ) -> Result<Stats, SimulationError<E>> {
        Game::table(self.edition, self.players, Seat::S0)?;
        let next = AtomicU64::new(0);
        let work = || {
            let mut tally = Tally::new(self.edition, self.players);
            while !progress.is_cancelled() {
                let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                if first >= self.games {
                    break;
                }
                let games = first..first.saturating_add(CHUNK).min(self.games);
                let count = games.end - games.start;
                if let Err(error) = play(games, &mut tally) {
                    // Chunks already begun are finished, so that the first of all failures is found.
                    next.store(self.games, Ordering::Relaxed);
                    return Err(error);
                }
                progress.done.fetch_add(count, Ordering::Relaxed);
            }
            Ok(tally)
        };
        let helpers = (threads.get() as u64).min(self.games.div_ceil(CHUNK)).saturating_sub(1);
        let results: Vec<_> = thread::scope(|scope| {
            let helpers: Vec<_> = (0..helpers).map(|_| scope.spawn(work)).collect();
            let own = work();
            let joined = helpers
                .into_iter()
                .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(own).chain(joined).collect()
        });

        let mut all = Tally::new(self.edition, self.players);
        let mut failures = Vec::new();
        for result in results {
            match result {
                Ok(tally) => all.merge(&tally),
                Err(error) => failures.push(error),
            }
        }
        let first_failure = failures.into_iter().min_by_key(|error| match error {
            SimulationError::Record { game, .. } => *game,
            _ => 0,
        });
        match first_failure {
            Some(error) => Err(error),
            None if progress.is_cancelled() => Err(SimulationError::Cancelled),
            None => Ok(all.stats(self, Build::detect())),
        }
    }
}

/// Plays games with the widest instructions there are.
fn play_fast(series: &Series<'_>, games: Range<u64>, tally: &mut Tally) -> Result<(), BadTable> {
    #[cfg(target_arch = "x86_64")]
    if v3::is_there() {
        // SAFETY: every instruction set the function is compiled for has just been found in this processor.
        #[expect(unsafe_code, reason = "the one call that needs a promise about the processor")]
        return unsafe { v3::play_games(series, games, tally) };
    }
    play_games(series, games, tally)
}

#[cfg(target_arch = "x86_64")]
mod v3 {
    use super::{BadTable, Range, Series, Tally};

    pub(super) fn is_there() -> bool {
        is_x86_feature_detected!("avx")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("f16c")
            && is_x86_feature_detected!("fma")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("movbe")
            && is_x86_feature_detected!("popcnt")
    }

    /// Whatever is inlined here is compiled once more, for x86-64-v3.
    #[target_feature(enable = "avx,avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    pub(super) fn play_games(
        series: &Series<'_>,
        games: Range<u64>,
        tally: &mut Tally,
    ) -> Result<(), BadTable> {
        super::play_games(series, games, tally)
    }
}

#[expect(clippy::inline_always, reason = "only inlined code is compiled for the caller's instruction set")]
#[inline(always)]
fn play_games(series: &Series<'_>, games: Range<u64>, tally: &mut Tally) -> Result<(), BadTable> {
    for number in games {
        play_game(series, number, tally, &mut Silence)?;
    }
    Ok(())
}

#[expect(clippy::inline_always, reason = "only inlined code is compiled for the caller's instruction set")]
#[inline(always)]
fn play_game<L: Listener>(
    series: &Series<'_>,
    number: u64,
    tally: &mut Tally,
    out: &mut L,
) -> Result<(), BadTable> {
    let seed = series.seed_of(number);
    let mut chance = FastDealer::new(&seed);
    let mut generator = player_generator(&seed);
    let mut score_sheet = Standings::new();
    // Whatever this does not look at is never built, unless somebody else listens.
    let mut hear = |event: &Event| {
        if let Event::GameEnded { standings } = event {
            score_sheet.clone_from(standings);
        }
        out.hear(event);
    };
    let mut game = Game::new(series.edition, series.players, Seat::S0, &mut chance, &mut hear)?;
    let mut decisions = 0;
    while let Some(seat) = game.next_to_act() {
        let choose = |legal: &LegalActions<'_>| random::choose(legal, &mut generator);
        if let Err(not_listed) = game.play_choice(seat, choose, &mut chance, &mut hear) {
            unreachable!("a seat the game waits for has something to do: {not_listed}")
        }
        decisions += 1;
    }
    tally.add(&game, decisions, &score_sheet);
    Ok(())
}
