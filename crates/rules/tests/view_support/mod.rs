//! Random play for the tests of views.

#![allow(dead_code)]

use std::sync::Arc;

use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::{Chance, FastDealer, Seed, below, player_generator};
use whistlestop_rules::edition::{Edition, Library, Returned};
use whistlestop_rules::game::{Action, Game, Silence};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

pub(crate) fn builtin(id: &str) -> Arc<Edition> {
    Library::builtin().get(id).unwrap().clone()
}

/// A built-in edition with other rules for first tickets and connection.
pub(crate) fn variant(id: &str, returned: Returned, must_connect: bool) -> Arc<Edition> {
    let mut spec = builtin(id).spec().clone();
    spec.id = format!("{id}-{returned:?}-{must_connect}").to_lowercase();
    spec.ticket_rules.returned = returned;
    spec.must_connect = must_connect;
    Arc::new(Edition::new(spec).unwrap())
}

/// The built-in editions, and small ones with the rules that only large ones have.
pub(crate) fn editions() -> Vec<Arc<Edition>> {
    let mut all: Vec<_> = Library::builtin().iter().cloned().collect();
    for id in ["toy", "nyc"] {
        all.push(variant(id, Returned::ShuffledBottom, true));
        all.push(variant(id, Returned::Removed, false));
    }
    all
}

pub(crate) fn tables() -> impl Iterator<Item = (Arc<Edition>, usize)> {
    editions().into_iter().flat_map(|edition| {
        let players = edition.players();
        players.map(move |players| (edition.clone(), players))
    })
}

pub(crate) fn viewers(game: &Game<'_>) -> impl Iterator<Item = Viewer> {
    game.seats().map(Viewer::Seat).chain([Viewer::Spectator])
}

/// A game in the hands of players who do anything that is legal.
pub(crate) struct Walk<'e> {
    pub(crate) game: Game<'e>,
    pub(crate) chance: FastDealer,
    pub(crate) rng: SplitMix64,
}

impl<'e> Walk<'e> {
    pub(crate) fn new(edition: &'e Edition, players: usize, number: u64) -> Self {
        let seed = Seed::of_series(20_250_607, number);
        let mut chance = FastDealer::new(&seed);
        let first = Seat::new(number as usize % players).unwrap();
        let game = Game::new(edition, players, first, &mut chance, &mut Silence).unwrap();
        Self { game, chance, rng: player_generator(&seed) }
    }

    /// Whose move it is, in set-up any of those who have still to choose, and what it does.
    pub(crate) fn choose(&mut self) -> Option<(Seat, Action)> {
        let awaited: Vec<Seat> = self.game.seats().filter(|seat| self.game.awaits(*seat)).collect();
        if awaited.is_empty() {
            return None;
        }
        let seat = awaited[below(&mut self.rng, awaited.len() as u32) as usize];
        Some((seat, random_action(&self.game, seat, &mut self.rng)))
    }

    pub(crate) fn step(&mut self) -> bool {
        let Some((seat, action)) = self.choose() else { return false };
        self.game.play(seat, &action, &mut self.chance, &mut Silence).unwrap();
        true
    }
}

/// Any legal action; an order in which tickets go back and the cards that are paid are part of the choice.
pub(crate) fn random_action(game: &Game<'_>, seat: Seat, rng: &mut SplitMix64) -> Action {
    let legal: Vec<Action> = game.legal_actions(seat).iter().collect();
    let mut action = legal[below(rng, legal.len() as u32) as usize].clone();
    if let Action::KeepTickets { returned } = &mut action {
        FastDealer::new(&Seed::of_series(below(rng, u32::MAX).into(), 0)).shuffle(returned);
    }
    action
}
