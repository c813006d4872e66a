//! Looks for better numbers for the fast player or the planner by an evolution strategy (CMA-ES).
//!
//! `tune fast --generations 100` prints the mean of each generation. A variant is judged by games of two against the
//! planner, every deal from both seats, all variants of a generation on the same deals.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::{Parser, ValueEnum};
use cmaes::{CMAESOptions, DVector};
use whistlestop_bots::Bot;
use whistlestop_bots::planner::{Planner, Weights};
use whistlestop_bots::sprint::{self, Outlook, Style, Terrain};
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

#[derive(Parser)]
struct Arguments {
    /// Whose numbers
    player: Kind,
    #[arg(long, default_value = "usa-classic")]
    edition: String,
    #[arg(long, default_value_t = 100)]
    generations: u64,
    /// Variants in a generation
    #[arg(long, default_value_t = 20)]
    variants: usize,
    /// Deals each variant is judged by, two games each
    #[arg(long, default_value_t = 500)]
    deals: u64,
    /// How far the first variants are from where it starts, in parts of what is usual for each number
    #[arg(long, default_value_t = 0.3)]
    spread: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    Fast,
    Planner,
}

/// A number that can be tuned: where the search starts, and what is a small step for it.
type Number = (&'static str, f64, f64);

/// Two functions: one lists the numbers of a player, the other makes a player with other ones.
macro_rules! tunable {
    ($numbers:ident, $with:ident: $player:ty, from $start:expr, by $rounded:expr, { $($field:ident: $step:expr),+ $(,)? }) => {
        fn $numbers() -> Vec<Number> {
            let start = $start;
            vec![$((stringify!($field), f64::from(start.$field), $step)),+]
        }

        fn $with(values: &[f64]) -> $player {
            let mut values = values.iter().copied().map($rounded);
            let mut player = $start;
            $(player.$field = values.next().unwrap_or(player.$field);)+
            player
        }
    };
}

tunable!(numbers_of_fast, fast_with: Style, from Style::ALL_ROUND, by |value| value.round() as i32, {
    tickets: 30.0, turn: 15.0, train: 8.0, fit: 10.0, locomotive: 2.0, touching: 3.0, prudence: 30.0, extras: 15.0,
    gray: 15.0, rainbow: 40.0, curiosity: 4.0, haste: 1.5, patience: 15.0,
});

tunable!(numbers_of_planner, planner_with: Weights, from Weights::BEST, by |value| value as f32, {
    turn_share: 0.1, train_in_turns: 0.06, least_per_space: 0.05, pressure_price: 0.2, draws_per_card: 0.15,
    comfortable: 0.1, fading: 0.3, pace: 0.1, locomotive: 0.07, eager: 0.4, eager_per_space: 0.04,
    eager_when_late: 0.05, eager_when_rich: 0.02, haste: 0.04, path_share: 0.08, path_end: 0.08, for_extras: 0.2,
    wild: 0.1, blind: 0.15, scarce: 1.0, worthwhile: 0.3, turns_for_tickets: 1.0,
});

/// Somebody with numbers of their own.
enum Variant<'e> {
    Fast(Box<Terrain<'e>>),
    Planner(Weights),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(edition) = Library::builtin().get(&arguments.edition) else {
        eprintln!("tune: there is no edition `{}`", arguments.edition);
        return ExitCode::FAILURE;
    };
    let numbers = match arguments.player {
        Kind::Fast => numbers_of_fast(),
        Kind::Planner => numbers_of_planner(),
    };
    let values = |steps: &DVector<f64>| -> Vec<f64> {
        numbers.iter().zip(steps.iter()).map(|((_, start, step), by)| start + step * by).collect()
    };
    let variant = |steps: &DVector<f64>| match arguments.player {
        Kind::Fast => Variant::Fast(Box::new(Terrain::new(edition, fast_with(&values(steps))))),
        Kind::Planner => Variant::Planner(planner_with(&values(steps))),
    };
    let generation = AtomicU64::new(0);
    let first_deal = || arguments.deals * generation.load(Ordering::Relaxed);
    // It looks for the least.
    let objective = |steps: &DVector<f64>| {
        -judge(edition, &variant(steps), arguments.seed, first_deal(), arguments.deals).utility
    };
    let options = CMAESOptions::new(vec![0.0; numbers.len()], arguments.spread)
        .population_size(arguments.variants)
        .seed(arguments.seed);
    let mut evolution = match options.build(&objective) {
        Ok(evolution) => evolution,
        Err(wrong) => {
            eprintln!("tune: {wrong:?}");
            return ExitCode::FAILURE;
        }
    };
    for at in 1..=arguments.generations {
        let _ = evolution.next_parallel();
        generation.store(at, Ordering::Relaxed);
        let mean = evolution.mean().clone();
        let judged = judge(edition, &variant(&mean), arguments.seed, first_deal(), arguments.deals);
        let named: Vec<String> = numbers
            .iter()
            .zip(values(&mean))
            .map(|((name, ..), value)| format!("{name}: {value:.3}"))
            .collect();
        println!(
            "{at}: {:.1} % won, {:+.1} points, spread {:.3}; {}",
            100.0 * judged.wins,
            judged.lead,
            evolution.sigma(),
            named.join(", ")
        );
    }
    ExitCode::SUCCESS
}

/// How a variant did in the mean of its games.
#[derive(Default)]
struct Judged {
    wins: f64,
    lead: f64,
    /// Winning and winning by far, half and half, as the search sees it.
    utility: f64,
}

/// Points ahead at which winning by more hardly counts any more.
const FAR: f64 = 20.0;

fn judge(edition: &Edition, variant: &Variant<'_>, series: u64, first: u64, deals: u64) -> Judged {
    let mut judged = Judged::default();
    let share = 1.0 / (2 * deals).max(1) as f64;
    for deal in first..first + deals {
        for place in Seat::of(2) {
            let Some([own, other]) = play(edition, variant, &Seed::of_series(series, deal), place) else {
                continue;
            };
            let lead = f64::from(own - other);
            let win = if own == other { 0.5 } else { f64::from(u8::from(own > other)) };
            judged.wins += share * win;
            judged.lead += share * lead;
            judged.utility += share * 0.5 * (win + 1.0 / (1.0 + (-lead / FAR).exp()));
        }
    }
    judged
}

/// The points of the variant and of the planner it plays.
fn play(edition: &Edition, variant: &Variant<'_>, seed: &Seed, place: Seat) -> Option<[i32; 2]> {
    let mut chance = FastDealer::new(seed);
    let mut generator = player_generator(seed);
    let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).ok()?;
    let mut plan = sprint::Plan::default();
    let mut planner = Planner::quick();
    let mut own = match variant {
        Variant::Fast(_) => Planner::default(),
        Variant::Planner(weights) => Planner::with(*weights),
    };
    while let Some(seat) = game.next_to_act() {
        if let (Variant::Fast(terrain), true) = (variant, seat == place) {
            let action = sprint::decide(terrain, &Outlook::of_game(&game, seat), &mut plan);
            game.play(seat, &action, &mut chance, &mut Silence).ok()?;
            continue;
        }
        let view = game.view(Viewer::Seat(seat));
        let bot = if seat == place { &mut own } else { &mut planner };
        let choose =
            |legal: &whistlestop_rules::game::LegalActions<'_>| bot.choose(&view, legal, &mut generator);
        game.play_choice(seat, choose, &mut chance, &mut Silence).ok()?;
    }
    let standings = game.standings();
    let points = |seat: usize| Some(standings.get(seat)?.total);
    Some([points(place.index())?, points(1 - place.index())?])
}
