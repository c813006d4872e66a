//! A whole imagined game, played with care.

use whistlestop_rules::chance::FastDealer;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Game, Silence, Standings};
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::view::Viewer;

use super::player::{Grounds, Player};
use super::quick;
use crate::planner::network::Effort;
use crate::planner::{Ground, Mind, Weights};
use crate::sprint::{self, Style, Terrain};

/// Plays a game to its end, every seat deciding by what it may know.
pub(super) fn play_out(
    grounds: Grounds<'_, '_>,
    game: &mut Game<'_>,
    players: &mut [Player; MAX_SEATS],
    chance: &mut FastDealer,
) {
    while let Some(seat) = game.next_to_act() {
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let index = players[seat.index()].decide(grounds, &view, &legal);
        let Some(action) = legal.get(index) else { return };
        if game.play(seat, &action, chance, &mut Silence).is_err() {
            return;
        }
    }
}

/// The players of imagined games, for measuring how fast they are. They play as if the first seat asked.
#[derive(Debug)]
pub struct Imagined<'e> {
    own: Ground,
    planning: Ground,
    racing: Terrain<'e>,
    fast: Terrain<'e>,
    own_fast: Terrain<'e>,
}

impl<'e> Imagined<'e> {
    pub fn new(edition: &'e Edition) -> Self {
        Self {
            own: Ground::new(edition, Weights::against_planners(edition), Effort::Quick),
            planning: Ground::new(edition, Weights::BEST, Effort::Quick),
            racing: Terrain::new(edition, Style::RACER),
            fast: Terrain::new(edition, Style::LIKE_A_PLANNER),
            own_fast: Terrain::new(edition, quick::own_style(edition)),
        }
    }

    fn players() -> [Player; MAX_SEATS] {
        let mut players: [Player; MAX_SEATS] = std::array::from_fn(|_| Player::default());
        players[Seat::S0.index()] = Player::Own(Mind::default());
        players
    }

    fn grounds(&self) -> Grounds<'_, 'e> {
        let Self { own, planning, racing, fast, own_fast } = self;
        Grounds { own, planning, racing, fast, own_fast }
    }

    /// Plays a game to its end with the fast players of a quick look.
    pub fn play_quickly(&self, game: &mut Game<'_>, chance: &mut FastDealer) -> Standings {
        let mut players = quick::players(self.grounds(), game, &Self::players());
        sprint::play_out(game, &mut players, chance)
    }

    /// The same with the planners of a careful look.
    pub fn play_carefully(&self, game: &mut Game<'_>, chance: &mut FastDealer) -> Standings {
        play_out(self.grounds(), game, &mut Self::players(), chance);
        game.standings()
    }
}
