//! The player that takes the most points it can get now.

use rand_core::Rng;
use whistlestop_rules::chance::below;
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::view::View;

use crate::bot::Bot;

/// Claims the route with the most points it can pay, draws cards otherwise, and keeps as few tickets as it may.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot for Greedy {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, generator: &mut dyn Rng) -> usize {
        let board = view.edition.board();
        let worth = |action: &Action| match action {
            Action::ClaimRoute { route, .. } => 1000 + i32::from(board.points(*route)),
            Action::TakeFromRow { .. } | Action::DrawBlind => 500,
            Action::KeepTickets { returned } => returned.len() as i32,
            Action::DrawTickets => 1,
            Action::Pass => 0,
        };
        best_by(legal, generator, worth)
    }
}

/// An entry with the highest worth, each of several equally likely.
pub(crate) fn best_by(
    legal: &LegalActions<'_>,
    generator: &mut dyn Rng,
    worth: impl Fn(&Action) -> i32,
) -> usize {
    let mut best = (0, i32::MIN);
    let mut equals = 0;
    for (index, action) in legal.iter().enumerate() {
        let worth = worth(&action);
        if worth > best.1 {
            best = (index, worth);
            equals = 1;
        } else if worth == best.1 {
            equals += 1;
            if below(generator, equals) == 0 {
                best.0 = index;
            }
        }
    }
    best.0
}
