//! Games between bots of the table.

#![allow(dead_code, reason = "each test file uses a part")]

use rand_xoshiro::SplitMix64;
use whistlestop_bots::{BOTS, Bot, BotName, Budget};
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Game, Silence, Standings};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

pub(crate) fn edition(id: &str) -> &'static Edition {
    Library::builtin().get(id).unwrap()
}

pub(crate) fn bot(name: &str) -> Box<dyn Bot> {
    name.parse::<BotName>().unwrap().make()
}

/// Every bot of the table, those that think with a budget that keeps the tests quick and their choices repeatable.
///
/// With the same budget `expert` is `mcts`, so only one of them is there.
pub(crate) fn every_bot() -> impl Iterator<Item = BotName> {
    BOTS.iter().filter(|entry| entry.id != "expert").map(|entry| {
        let mut name: BotName = entry.id.parse().unwrap();
        if entry.thinking_ms > 0 {
            name.options.budget = Some(Budget::Iterations(3));
        }
        name
    })
}

/// A game under way, with its generators.
pub(crate) struct Match {
    pub(crate) game: Game<'static>,
    pub(crate) chance: FastDealer,
    pub(crate) generator: SplitMix64,
}

impl Match {
    pub(crate) fn new(edition: &'static Edition, players: usize, seed: &Seed) -> Self {
        let mut chance = FastDealer::new(seed);
        let game = Game::new(edition, players, Seat::S0, &mut chance, &mut Silence).unwrap();
        Self { game, chance, generator: player_generator(seed) }
    }

    /// Lets the bots play to the end, by the calls that check every action.
    pub(crate) fn play(mut self, bots: &mut [Box<dyn Bot>]) -> Standings {
        while let Some(seat) = self.game.next_to_act() {
            let view = self.game.view(Viewer::Seat(seat));
            let legal = self.game.legal_actions(seat);
            let index = bots[seat.index()].choose(&view, &legal, &mut self.generator);
            let action = legal.get(index).unwrap_or_else(|| panic!("{index} of {} in {view:?}", legal.len()));
            self.game.play(seat, &action, &mut self.chance, &mut Silence).unwrap();
        }
        self.game.standings()
    }
}
