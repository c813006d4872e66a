//! Games in which everybody does anything legal, every entry of the list equally likely: what all figures are
//! measured on.

#![forbid(unsafe_code)]

use std::sync::Arc;

use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::{FastDealer, Seed, below, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Game, Listener, Silence};
use whistlestop_rules::ids::Seat;

/// The series all measured games are from, so that a figure can be had again.
pub const SERIES: u64 = 2004;

/// Every built-in edition with every number of players.
pub fn tables() -> impl Iterator<Item = (&'static Arc<Edition>, usize)> {
    Library::builtin().iter().flat_map(|edition| edition.players().map(move |players| (edition, players)))
}

/// # Panics
/// When there is no such edition built in.
pub fn edition(id: &str) -> &'static Edition {
    Library::builtin().get(id).unwrap_or_else(|| panic!("no edition {id}"))
}

/// Which calls play the game. Both choose alike, so both play the same games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// [`Game::play_choice`]: the index of the list is enough.
    FastPath,
    /// [`Game::legal_actions`], its `get`, and [`Game::play`], which checks the action again.
    PublicCalls,
}

impl Way {
    pub const ALL: [Self; 2] = [Self::FastPath, Self::PublicCalls];

    pub const fn name(self) -> &'static str {
        match self {
            Self::FastPath => "fast_path",
            Self::PublicCalls => "public_calls",
        }
    }
}

/// A game under way, with the generators that belong to it.
#[derive(Clone, Debug)]
pub struct Walk<'e> {
    pub game: Game<'e>,
    chance: FastDealer,
    choice: SplitMix64,
}

impl<'e> Walk<'e> {
    /// # Panics
    /// When the edition is not for so many players.
    #[inline]
    pub fn new<L: Listener>(edition: &'e Edition, players: usize, number: u64, out: &mut L) -> Self {
        let seed = Seed::of_series(SERIES, number);
        let mut chance = FastDealer::new(&seed);
        let first = Seat::ALL[number as usize % players];
        match Game::new(edition, players, first, &mut chance, out) {
            Ok(game) => Self { game, chance, choice: player_generator(&seed) },
            Err(bad) => panic!("{bad}"),
        }
    }

    /// One decision; `false` when the game is over.
    #[inline(always)]
    pub fn step_fast<L: Listener>(&mut self, out: &mut L) -> bool {
        let Some(seat) = self.game.next_to_act() else { return false };
        let choice = &mut self.choice;
        let choose =
            |legal: &whistlestop_rules::game::LegalActions<'e>| below(choice, legal.len() as u32) as usize;
        self.game.play_choice(seat, choose, &mut self.chance, out).is_ok()
    }

    /// The same decision by the calls that a bot or a server makes.
    #[inline(always)]
    pub fn step_public<L: Listener>(&mut self, out: &mut L) -> bool {
        let Some(seat) = self.game.next_to_act() else { return false };
        let legal = self.game.legal_actions(seat);
        let index = below(&mut self.choice, legal.len() as u32) as usize;
        legal.get(index).is_some_and(|action| self.game.play(seat, &action, &mut self.chance, out).is_ok())
    }
}

/// Plays one game to its end and returns it with the number of decisions.
#[inline]
pub fn play(edition: &Edition, players: usize, number: u64, way: Way) -> (Game<'_>, u32) {
    match way {
        Way::FastPath => play_fast(edition, players, number),
        Way::PublicCalls => play_public(edition, players, number),
    }
}

#[inline(never)]
fn play_fast(edition: &Edition, players: usize, number: u64) -> (Game<'_>, u32) {
    let mut walk = Walk::new(edition, players, number, &mut Silence);
    let mut decisions = 0;
    while walk.step_fast(&mut Silence) {
        decisions += 1;
    }
    (walk.game, decisions)
}

#[inline(never)]
fn play_public(edition: &Edition, players: usize, number: u64) -> (Game<'_>, u32) {
    let mut walk = Walk::new(edition, players, number, &mut Silence);
    let mut decisions = 0;
    while walk.step_public(&mut Silence) {
        decisions += 1;
    }
    (walk.game, decisions)
}

/// Plays games until exactly so many decisions have been made, so that a count of instructions divides by a round
/// number. The last game stays unfinished.
pub fn make_decisions(edition: &Edition, players: usize, way: Way, decisions: u32) -> u32 {
    let mut turns = 0;
    let mut left = decisions;
    for number in 0.. {
        let mut walk = Walk::new(edition, players, number, &mut Silence);
        while left > 0
            && match way {
                Way::FastPath => walk.step_fast(&mut Silence),
                Way::PublicCalls => walk.step_public(&mut Silence),
            }
        {
            left -= 1;
        }
        turns += u32::from(walk.game.turn());
        if left == 0 {
            break;
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_play_the_same_games_to_the_end() {
        for (edition, players) in tables() {
            for number in 0..20 {
                let fast = play(edition, players, number, Way::FastPath);
                assert!(fast.0.is_over());
                assert_eq!(fast, play(edition, players, number, Way::PublicCalls));
            }
        }
    }
}
