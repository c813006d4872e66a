//! Prints how many random games a second one core plays, for every edition and number of players.
//!
//! `games_per_second [EDITION...]`: only these editions. Many short rounds go over the whole table and the best of
//! each figure counts: on a shared machine others only ever make a run slower.

#![forbid(unsafe_code)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use whistlestop_bench::{Way, play, tables};
use whistlestop_rules::edition::Edition;

const ROUNDS: usize = 60;
const RUN: Duration = Duration::from_millis(5);
/// How many games decide the means, which are no matter of time.
const GAMES_FOR_MEANS: u64 = 2_000;

struct Line {
    edition: &'static Edition,
    players: usize,
    decisions: f64,
    turns: f64,
    score: f64,
    /// Least nanoseconds per decision, by [`Way`].
    best: [f64; 2],
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |edition: &Edition| wanted.is_empty() || wanted.iter().any(|id| id == edition.id());
    let mut lines: Vec<Line> = tables()
        .filter(|(edition, _)| is_wanted(edition))
        .map(|(edition, players)| means(edition, players))
        .collect();
    for _ in 0..ROUNDS {
        for line in &mut lines {
            for (way, best) in Way::ALL.into_iter().zip(&mut line.best) {
                *best = best.min(nanoseconds_per_decision(line.edition, line.players, way));
            }
        }
    }
    println!("Built for {}. One thread, best of {ROUNDS} runs of {} ms.\n", target(), RUN.as_millis());
    println!(
        "{:<16} {:>7} | {:>9} {:>11} | {:>9} {:>11} | {:>9} {:>6} {:>7}",
        "", "", "fast path", "", "public", "calls", "decisions", "turns", "mean"
    );
    println!(
        "{:<16} {:>7} | {:>9} {:>11} | {:>9} {:>11} | {:>9} {:>6} {:>7}",
        "edition", "players", "games/s", "ns/decision", "games/s", "ns/decision", "per game", "", "score"
    );
    for line in &lines {
        let [fast, public] = line.best;
        let games = |nanoseconds: f64| 1e9 / (nanoseconds * line.decisions);
        println!(
            "{:<16} {:>7} | {:>9.0} {:>11.1} | {:>9.0} {:>11.1} | {:>9.1} {:>6.1} {:>7.1}",
            line.edition.id(),
            line.players,
            games(fast),
            fast,
            games(public),
            public,
            line.decisions,
            line.turns,
            line.score
        );
    }
}

fn means(edition: &'static Edition, players: usize) -> Line {
    let (mut decisions, mut turns, mut score) = (0.0, 0.0, 0.0);
    for number in 0..GAMES_FOR_MEANS {
        let (game, made) = play(edition, players, number, Way::FastPath);
        decisions += f64::from(made);
        turns += f64::from(game.turn());
        let total: i32 = game.standings().iter().map(|standing| standing.total).sum();
        score += f64::from(total) / players as f64;
    }
    let games = GAMES_FOR_MEANS as f64;
    let best = [f64::INFINITY; 2];
    Line { edition, players, decisions: decisions / games, turns: turns / games, score: score / games, best }
}

fn nanoseconds_per_decision(edition: &Edition, players: usize, way: Way) -> f64 {
    let mut decisions = 0_u64;
    let start = Instant::now();
    for number in 0.. {
        decisions += u64::from(black_box(play(edition, players, number, way)).1);
        // Looking at the clock after every game would cost a small game something.
        if number % 16 == 15 && start.elapsed() >= RUN {
            break;
        }
    }
    start.elapsed().as_nanos() as f64 / decisions as f64
}

/// The instruction sets that matter here, as the compiler was told to use them.
fn target() -> &'static str {
    let v3 = cfg!(all(
        target_feature = "popcnt",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "avx2"
    ));
    match (cfg!(target_arch = "x86_64"), v3, cfg!(target_feature = "popcnt")) {
        (true, true, _) => "x86-64-v3 (POPCNT, LZCNT, BMI1, BMI2, AVX2)",
        (true, false, true) => "x86-64 with POPCNT",
        (true, false, false) => "plain x86-64",
        (false, ..) => std::env::consts::ARCH,
    }
}
