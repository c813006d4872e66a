//! A whole imagined game, played with care.

use whistlestop_rules::chance::FastDealer;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::view::Viewer;

use super::player::{Grounds, Player};
use crate::planner::network::Effort;
use crate::planner::{Ground, Mind, Weights};
use crate::sprint::{Style, Terrain};

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

/// The players of careful imagined games, for measuring how fast they are.
#[derive(Debug)]
pub struct Careful<'e> {
    own: Ground,
    planning: Ground,
    racing: Terrain<'e>,
    fast: Terrain<'e>,
}

impl<'e> Careful<'e> {
    pub fn new(edition: &'e Edition) -> Self {
        Self {
            own: Ground::new(edition, Weights::against_planners(edition), Effort::Quick),
            planning: Ground::new(edition, Weights::BEST, Effort::Quick),
            racing: Terrain::new(edition, Style::RACER),
            fast: Terrain::new(edition, Style::ALL_ROUND),
        }
    }

    /// Plays a game to its end as the search does for the first seat.
    pub fn play_out(&self, game: &mut Game<'_>, chance: &mut FastDealer) {
        let mut players: [Player; MAX_SEATS] = std::array::from_fn(|_| Player::default());
        players[Seat::S0.index()] = Player::Own(Mind::default());
        let grounds =
            Grounds { own: &self.own, planning: &self.planning, racing: &self.racing, fast: &self.fast };
        play_out(grounds, game, &mut players, chance);
    }
}
