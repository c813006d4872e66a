//! Prints how many complete games a second the fast policy plays on one core, from the opening on.
//!
//! `search` is what the search plays most of its imagined games with, `careful` what it takes a second look with; the racer
//! and the levels for people are fast players too. `policy_games [EDITION [PLAYERS]]`, where `PLAYERS` is one of those names;
//! two at a table.

#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use whistlestop_bots::search::Imagined;
use whistlestop_bots::sprint::{Player, Style, Terrain, play_out};
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::{MAX_SEATS, Seat};

const ROUNDS: usize = 60;
const RUN: Duration = Duration::from_millis(20);

fn main() -> ExitCode {
    let id = std::env::args().nth(1).unwrap_or_else(|| "usa-classic".to_owned());
    let Some(edition) = Library::builtin().get(&id) else {
        eprintln!("there is no edition `{id}`");
        return ExitCode::from(2);
    };
    let only = std::env::args().nth(2);
    let is_asked_for = |name: &str| only.as_deref().is_none_or(|only| only == name);
    for (name, style) in [("racer", Style::RACER), ("levels", Style::ALL_ROUND)] {
        if !is_asked_for(name) {
            continue;
        }
        let terrain = Terrain::new(edition, style);
        report(edition, name, |game, chance| {
            let mut players: [Player<'_>; MAX_SEATS] = std::array::from_fn(|_| Player::new(&terrain));
            black_box(play_out(game, &mut players, chance));
        });
    }
    let imagined = Imagined::new(edition);
    if is_asked_for("search") {
        report(edition, "search", |game, chance| drop(black_box(imagined.play_quickly(game, chance))));
    }
    if is_asked_for("careful") {
        report(edition, "careful", |game, chance| drop(black_box(imagined.play_carefully(game, chance))));
    }
    ExitCode::SUCCESS
}

fn report(edition: &Edition, name: &str, mut play: impl FnMut(&mut Game<'_>, &mut FastDealer)) {
    // Others on the machine only ever make a run slower.
    let best =
        (0..ROUNDS).map(|round| games_per_second(edition, round as u64, &mut play)).fold(0.0, f64::max);
    let (id, run) = (edition.id(), RUN.as_millis());
    println!("{id}, 2 players, {name}: {best:.0} games/s (best of {ROUNDS} runs of {run} ms)");
}

fn games_per_second(
    edition: &Edition,
    round: u64,
    play: &mut impl FnMut(&mut Game<'_>, &mut FastDealer),
) -> f64 {
    let start = Instant::now();
    let mut games = 0;
    while start.elapsed() < RUN {
        let mut chance = FastDealer::new(&Seed::of_series(round, games));
        let Ok(mut game) = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence) else { return 0.0 };
        play(&mut game, &mut chance);
        games += 1;
    }
    games as f64 / start.elapsed().as_secs_f64()
}
