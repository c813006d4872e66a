//! Looks for better numbers for the fast players or the planner by an evolution strategy (CMA-ES).
//!
//! `tune patient --generations 100` prints the mean of each generation. A variant is judged by games of two against the
//! planner, every deal from both seats, all variants of a generation on the same deals; `likeness` by how often it
//! does what a planner does with the same plan.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::{Parser, ValueEnum};
use cmaes::{CMAESOptions, DVector};
use whistlestop_bots::Bot;
use whistlestop_bots::planner::{Planner, Weights};
use whistlestop_bots::sprint::{self, Outlook, Style, Terrain};
use whistlestop_rules::cards::Card;
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Action, Game, LegalActions, Phase, Silence};
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
    #[arg(long, default_value_t = 24)]
    variants: usize,
    /// Deals each variant is judged by
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
    /// The fast player that waits, from `Style::PATIENT`
    Patient,
    /// The fast player that is to be like a planner, from `Style::LIKE_A_PLANNER`
    Likeness,
    /// The planner, from `Weights::BEST`
    Planner,
}

/// A number that can be tuned: where the search starts, and what is a small step for it.
type Number = (&'static str, f64, f64);

/// Two functions: one lists the numbers of a player, the other makes a player with other ones.
macro_rules! tunable {
    ($numbers:ident, $with:ident: $player:ty, from $start:expr, by $rounded:expr,
     { $($field:ident $([$at:literal])?: $step:expr),+ $(,)? }) => {
        fn $numbers() -> Vec<Number> {
            let start = $start;
            vec![$((stringify!($field $([$at])?), f64::from(start.$field $([$at])?), $step)),+]
        }

        fn $with(values: &[f64]) -> $player {
            let mut values = values.iter().copied().map($rounded);
            let mut player = $start;
            $(player.$field $([$at])? = values.next().unwrap_or(player.$field $([$at])?);)+
            player
        }
    };
}

tunable!(numbers_of_patient, patient_with: Style, from Style::PATIENT, by |value| value.round() as i32, {
    tickets: 30.0, turn: 15.0, train: 8.0, fit: 10.0, locomotive: 150.0, touching: 3.0, path_end: 4.0,
    least_per_space: 30.0, prudence: 20.0, usable: 15.0, extras: 15.0, scarce: 5.0, held: 10.0, wild: 30.0,
    blind: 10.0, gray: 15.0, rainbow: 40.0, curiosity: 4.0, haste: 1.5, patience: 15.0, late: 150.0, rich: 100.0,
    value: 30.0, per_space: 100.0, danger[0]: 5.0, danger[1]: 15.0, danger[2]: 30.0,
});

// The plan is given, so what makes one cannot be judged.
tunable!(numbers_of_likeness, likeness_with: Style, from Style::LIKE_A_PLANNER, by |value| value.round() as i32, {
    turn: 15.0, train: 8.0, fit: 10.0, locomotive: 150.0, touching: 3.0, path_end: 4.0, least_per_space: 30.0,
    extras: 15.0, scarce: 5.0, held: 10.0, wild: 30.0, blind: 10.0, gray: 15.0, rainbow: 40.0, haste: 1.5,
    patience: 15.0, late: 150.0, rich: 100.0, value: 30.0, per_space: 100.0, danger[0]: 5.0, danger[1]: 15.0,
    danger[2]: 30.0,
});

tunable!(numbers_of_planner, planner_with: Weights, from Weights::BEST, by |value| value as f32, {
    turn_share: 0.1, train_in_turns: 0.06, least_per_space: 0.05, pressure_price: 0.2, draws_per_card: 0.15,
    comfortable: 0.1, fading: 0.3, pace: 0.1, locomotive: 0.07, danger[0]: 0.02, danger[1]: 0.04, danger[2]: 0.1,
    eager: 0.4, eager_per_space: 0.04, eager_when_late: 0.05, eager_when_rich: 0.02, haste: 0.04, path_share: 0.08,
    path_end: 0.08, for_extras: 0.2, wild: 0.1, blind: 0.15, scarce: 1.0, worthwhile: 0.3, turns_for_tickets: 1.0,
});

/// Somebody with numbers of their own, and what they are judged by.
enum Variant<'e> {
    Fast(Box<Terrain<'e>>),
    Imitator(Box<Terrain<'e>>),
    Planner(Weights),
}

impl<'e> Variant<'e> {
    fn new(edition: &'e Edition, kind: Kind, values: &[f64]) -> Self {
        let terrain = |style| Box::new(Terrain::new(edition, style));
        match kind {
            Kind::Patient => Self::Fast(terrain(patient_with(values))),
            Kind::Likeness => Self::Imitator(terrain(likeness_with(values))),
            Kind::Planner => Self::Planner(planner_with(values)),
        }
    }

    fn judge(&self, edition: &Edition, series: u64, first: u64, deals: u64) -> Judged {
        match self {
            Self::Imitator(terrain) => Judged::by_likeness(edition, terrain, series, first, deals),
            Self::Fast(_) | Self::Planner(_) => Judged::by_games(edition, self, series, first, deals),
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(edition) = Library::builtin().get(&arguments.edition) else {
        eprintln!("tune: there is no edition `{}`", arguments.edition);
        return ExitCode::FAILURE;
    };
    let numbers = match arguments.player {
        Kind::Patient => numbers_of_patient(),
        Kind::Likeness => numbers_of_likeness(),
        Kind::Planner => numbers_of_planner(),
    };
    let values = |steps: &DVector<f64>| -> Vec<f64> {
        numbers.iter().zip(steps.iter()).map(|((_, start, step), by)| start + step * by).collect()
    };
    let generation = AtomicU64::new(0);
    let judge = |steps: &DVector<f64>| {
        let first = arguments.deals * generation.load(Ordering::Relaxed);
        let variant = Variant::new(edition, arguments.player, &values(steps));
        variant.judge(edition, arguments.seed, first, arguments.deals)
    };
    // It looks for the least.
    let objective = |steps: &DVector<f64>| -judge(steps).utility;
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
        let named: Vec<String> = numbers
            .iter()
            .zip(values(&mean))
            .map(|((name, ..), value)| format!("{name}: {value:.3}"))
            .collect();
        println!("{at}: {}, spread {:.3}; {}", judge(&mean).summary, evolution.sigma(), named.join(", "));
    }
    ExitCode::SUCCESS
}

/// How a variant did.
struct Judged {
    utility: f64,
    summary: String,
}

/// Points ahead at which winning by more hardly counts any more.
const FAR: f64 = 20.0;
/// How much more a claim counts than the choice of a card.
const CLAIM: f64 = 3.0;

impl Judged {
    /// Winning and winning by far, half and half, as the search sees it.
    fn by_games(edition: &Edition, variant: &Variant<'_>, series: u64, first: u64, deals: u64) -> Self {
        let (mut wins, mut ahead, mut utility) = (0.0, 0.0, 0.0);
        let share = 1.0 / (2 * deals).max(1) as f64;
        for deal in first..first + deals {
            for place in Seat::of(2) {
                let Some([own, other]) = play(edition, variant, &Seed::of_series(series, deal), place) else {
                    continue;
                };
                let lead = f64::from(own - other);
                let win = if own == other { 0.5 } else { f64::from(u8::from(own > other)) };
                wins += share * win;
                ahead += share * lead;
                utility += share * 0.5 * (win + 1.0 / (1.0 + (-lead / FAR).exp()));
            }
        }
        Self { utility, summary: format!("{:.1} % won, {ahead:+.1} points", 100.0 * wins) }
    }

    /// The share of a planner's decisions that it would make too, claims counting more.
    fn by_likeness(edition: &Edition, terrain: &Terrain<'_>, series: u64, first: u64, deals: u64) -> Self {
        let mut likeness = Likeness::default();
        for deal in first..first + deals {
            // Planners meet both kinds of opponents.
            let other = if deal % 2 == 0 { Weights::PATIENT } else { Weights::BEST };
            likeness.watch(edition, terrain, &Seed::of_series(series, deal), other);
        }
        let utility = likeness.same / likeness.all.max(1.0);
        Self { utility, summary: format!("{:.1} % alike", 100.0 * utility) }
    }
}

/// The points of the variant and of the planner it plays.
fn play(edition: &Edition, variant: &Variant<'_>, seed: &Seed, place: Seat) -> Option<[i32; 2]> {
    let mut chance = FastDealer::new(seed);
    let mut generator = player_generator(seed);
    let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).ok()?;
    let mut plan = sprint::Plan::default();
    let mut planner = Planner::quick();
    let mut own = match variant {
        Variant::Fast(_) | Variant::Imitator(_) => Planner::default(),
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
        let choose = |legal: &LegalActions<'_>| bot.choose(&view, legal, &mut generator);
        game.play_choice(seat, choose, &mut chance, &mut Silence).ok()?;
    }
    let standings = game.standings();
    let points = |seat: usize| Some(standings.get(seat)?.total);
    Some([points(place.index())?, points(1 - place.index())?])
}

/// Decisions of planners, and how many of them somebody else would make too.
#[derive(Default)]
struct Likeness {
    all: f64,
    same: f64,
}

impl Likeness {
    /// Watches the first seat of a game.
    fn watch(&mut self, edition: &Edition, terrain: &Terrain<'_>, seed: &Seed, other: Weights) {
        let mut chance = FastDealer::new(seed);
        let mut generator = player_generator(seed);
        let Ok(mut game) = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence) else { return };
        let mut planners = [Planner::quick(), Planner::with(other)];
        while let Some(seat) = game.next_to_act() {
            let (view, legal) = (game.view(Viewer::Seat(seat)), game.legal_actions(seat));
            let planner = &mut planners[seat.index()];
            let Some(action) = legal.get(planner.choose(&view, &legal, &mut generator)) else { return };
            let is_a_turn = matches!(view.phase, Phase::Turn | Phase::SecondCard);
            if let (Seat::S0, true, Some((tickets, routes))) = (seat, is_a_turn, planner.intention()) {
                let mut plan = sprint::Plan::meaning_to_build(terrain, tickets, routes);
                let fast = sprint::decide(terrain, &Outlook::of_game(&game, seat), &mut plan);
                self.compare(&game, &action, &fast);
            }
            if game.play(seat, &action, &mut chance, &mut Silence).is_err() {
                return;
            }
        }
    }

    fn compare(&mut self, game: &Game<'_>, planner: &Action, fast: &Action) {
        let is_claim = |action: &Action| matches!(action, Action::ClaimRoute { .. });
        let weight = if is_claim(planner) || is_claim(fast) { CLAIM } else { 1.0 };
        let card = |slot: &u8| -> Option<Card> { game.row().get(usize::from(*slot)).copied().flatten() };
        let is_same = match (planner, fast) {
            (Action::ClaimRoute { route, .. }, Action::ClaimRoute { route: other, .. }) => route == other,
            (Action::TakeFromRow { slot }, Action::TakeFromRow { slot: other }) => card(slot) == card(other),
            _ => planner == fast,
        };
        self.all += weight;
        if is_same {
            self.same += weight;
        }
    }
}
