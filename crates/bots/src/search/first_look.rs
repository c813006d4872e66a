//! A quick look at every move before the careful one: games of fast players, several for the price of one of planners, tell
//! which moves are hopeless.

use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::MAX_SEATS;

use super::candidates::Candidate;
use super::player::Player;
use super::question::Question;
use super::tally::Tally;
use crate::sprint;

/// Moves up to which the careful look at all of them costs little.
const FEW_MOVES: usize = 6;
/// Games for each move at most.
const MOST_GAMES: u32 = 16;
/// Careful games for which one quick game of each move is worth it.
const CAREFUL_PER_QUICK: u32 = 16;
/// Standard errors by which a hopeless move is behind, and by how much at least: fast players see less than planners.
const CLEARLY: f64 = 3.0;
const FAR: f64 = 0.05;

/// How many quick games of each move pay where so many careful ones are to follow.
pub(super) fn games(moves: usize, careful: Option<u32>) -> u32 {
    if moves <= FEW_MOVES {
        return 0;
    }
    careful.map_or(MOST_GAMES, |careful| (careful / CAREFUL_PER_QUICK).min(MOST_GAMES))
}

/// Plays a move in a game that could be the real one, and the rest of it with fast players. Returns what it is worth.
pub(super) fn try_move(
    question: &Question<'_, '_>,
    candidate: &Candidate,
    mut game: Game<'_>,
    players: &[Player; MAX_SEATS],
    deal: &Seed,
) -> f64 {
    let mut chance = FastDealer::new(deal);
    if game.play(question.seat, &candidate.action, &mut chance, &mut Silence).is_err() {
        return 0.0;
    }
    let mut fast = std::array::from_fn(|seat| {
        let terrain = match &players[seat] {
            Player::Racer(_) => question.grounds.racing,
            Player::Own(_) | Player::Planner(_) => question.grounds.fast,
        };
        sprint::Player::new(terrain)
    });
    let standings = sprint::play_out(&mut game, &mut fast, &mut chance);
    question.utility(&standings, question.seat)
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
    fn a_quick_look_is_taken_where_it_saves_more_than_it_costs() {
        assert_eq!(games(4, Some(1000)), 0, "few moves");
        assert_eq!(games(12, Some(12)), 0, "hardly any careful games");
        assert_eq!(games(12, Some(160)), 10);
        assert_eq!(games(12, Some(1000)), MOST_GAMES);
        assert_eq!(games(12, None), MOST_GAMES, "the clock decides when it is enough");
    }

    #[test]
    fn only_a_move_that_is_surely_far_behind_is_hopeless() {
        assert!(is_hopeless(&tally(&[-0.6; 16])));
        assert!(!is_hopeless(&tally(&[-0.6; 4])), "too few games");
        assert!(!is_hopeless(&tally(&[-0.04; 500])), "not far enough behind");
        let mixed: Vec<f64> = (0..16).map(|game| if game % 2 == 0 { -0.8 } else { 0.5 }).collect();
        assert!(!is_hopeless(&tally(&mixed)), "not sure enough");
    }
}
