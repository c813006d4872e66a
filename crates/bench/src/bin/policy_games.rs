//! Prints how many complete games a second the fast policy plays on one core, from the opening on.
//!
//! With it the search takes its first look at every move, and imagines those who race. `policy_games [EDITION]`, two players.

#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

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
    for (name, style) in [("racer", Style::RACER), ("all-round", Style::ALL_ROUND)] {
        let terrain = Terrain::new(edition, style);
        // Others on the machine only ever make a run slower.
        let best =
            (0..ROUNDS).map(|round| games_per_second(edition, &terrain, round as u64)).fold(0.0, f64::max);
        println!(
            "{id}, 2 players, {name}: {best:.0} games/s (best of {ROUNDS} runs of {} ms)",
            RUN.as_millis()
        );
    }
    ExitCode::SUCCESS
}

fn games_per_second(edition: &Edition, terrain: &Terrain<'_>, round: u64) -> f64 {
    let start = Instant::now();
    let mut games = 0;
    while start.elapsed() < RUN {
        let mut chance = FastDealer::new(&Seed::of_series(round, games));
        let Ok(mut game) = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence) else { return 0.0 };
        let mut players: [Player<'_>; MAX_SEATS] = std::array::from_fn(|_| Player::new(terrain));
        black_box(play_out(&mut game, &mut players, &mut chance));
        games += 1;
    }
    games as f64 / start.elapsed().as_secs_f64()
}
