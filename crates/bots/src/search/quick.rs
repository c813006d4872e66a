//! Fast players for the first look at every move: many games for the price of one of planners.

use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Game;
use whistlestop_rules::ids::MAX_SEATS;

use super::player::{Grounds, Player};
use super::tally::Tally;
use crate::planner::Weights;
use crate::sprint::{self, Plan, Style};

/// Of all time and of all imagined games, the part for fast players.
pub(super) const SHARE_OF_TIME: f64 = 0.5;
pub(super) const SHARE_OF_GAMES: f64 = 0.75;
/// Games for each move after which fast players have no more to tell.
pub(super) const MOST_ROUNDS: usize = 200;
/// Standard errors by which a hopeless move is behind, and by how much at least: fast players see less than planners.
const CLEARLY: f64 = 2.5;
const FAR: f64 = 0.01;

/// How the seat that asks goes on: waiting, where planners do too.
pub(super) fn own_style(edition: &Edition) -> Style {
    if Weights::against_planners(edition) == Weights::PATIENT {
        Style::PATIENT
    } else {
        Style::LIKE_A_PLANNER
    }
}

/// Players that mean to build what these planners mean to build.
pub(super) fn players<'g>(
    grounds: Grounds<'g, 'g>,
    game: &Game<'_>,
    planners: &[Player; MAX_SEATS],
) -> [sprint::Player<'g>; MAX_SEATS] {
    let mut fast = std::array::from_fn(|_| sprint::Player::new(grounds.fast));
    for seat in game.seats() {
        fast[seat.index()] = player(grounds, &planners[seat.index()]);
    }
    fast
}

fn player<'g>(grounds: Grounds<'g, 'g>, planner: &Player) -> sprint::Player<'g> {
    let (terrain, mind) = match planner {
        Player::Own(mind) => (grounds.own_fast, mind),
        Player::Planner(mind) => (grounds.fast, mind),
        Player::Racer(plan) => return sprint::Player { terrain: grounds.racing, plan: plan.clone() },
    };
    let intended = mind.intention();
    let plan = intended.map(|(tickets, routes)| Plan::meaning_to_build(terrain, tickets, routes));
    sprint::Player { terrain, plan: plan.unwrap_or_default() }
}

/// Whether a move is so far behind that no careful look is needed.
pub(super) fn is_hopeless(tally: &Tally) -> bool {
    tally.mean() + CLEARLY * tally.error() < -FAR
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(differences: &[f64]) -> Tally {
        let mut tally = Tally::default();
        for difference in differences {
            tally.add(*difference);
        }
        tally
    }

    #[test]
    fn only_a_move_that_is_surely_behind_is_hopeless() {
        assert!(is_hopeless(&tally(&[-0.6; 16])));
        assert!(!is_hopeless(&tally(&[-0.6; 4])), "too few games");
        assert!(!is_hopeless(&tally(&[-0.009; 2000])), "not far enough behind");
        let mixed: Vec<f64> = (0..16).map(|game| if game % 2 == 0 { -0.8 } else { 0.5 }).collect();
        assert!(!is_hopeless(&tally(&mixed)), "not sure enough");
    }
}
