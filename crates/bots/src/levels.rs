//! Opponents for people: the fast player with the lapses people have.

use rand_core::Rng;
use whistlestop_rules::cards::Card;
use whistlestop_rules::chance::below;
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::view::View;

use crate::bot::Bot;
use crate::racer::Sprinter;
use crate::sprint::Style;

/// Knows how to play, but does not always look closely.
///
/// A lapse is what a person at the table might do, never a random move: it puts off a claim to gather a few more
/// cards, takes a card of the colour it has most of, cannot resist a locomotive, or keeps every ticket it is shown.
#[derive(Clone, Debug)]
pub struct Casual {
    player: Sprinter,
    /// How many of a hundred decisions are made without a close look.
    lapses: u32,
}

impl Casual {
    pub const fn new(lapses: u32) -> Self {
        Self { player: Sprinter::new(Style::ALL_ROUND), lapses }
    }
}

impl Bot for Casual {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, generator: &mut dyn Rng) -> usize {
        let best = self.player.choose(view, legal, generator);
        if below(generator, 100) >= self.lapses {
            return best;
        }
        match legal.get(best) {
            Some(Action::KeepTickets { .. }) => keep_all(legal),
            Some(Action::ClaimRoute { .. } | Action::TakeFromRow { .. } | Action::DrawBlind) => {
                tempting_card(view, legal)
            }
            _ => None,
        }
        .unwrap_or(best)
    }
}

fn keep_all(legal: &LegalActions<'_>) -> Option<usize> {
    legal.iter().position(|action| matches!(action, Action::KeepTickets { returned } if returned.is_empty()))
}

/// The card of the row that a person reaches for: a locomotive, or the colour there is most of in the hand.
fn tempting_card(view: &View<'_>, legal: &LegalActions<'_>) -> Option<usize> {
    let appeal = |card: Card| if card.is_locomotive() { u8::MAX } else { view.hand.count(card) };
    let cards = legal.iter().enumerate().filter_map(|(index, action)| match action {
        Action::TakeFromRow { slot } => {
            Some((appeal(view.row.get(usize::from(slot)).copied().flatten()?), index))
        }
        _ => None,
    });
    cards.max_by_key(|(appeal, index)| (*appeal, std::cmp::Reverse(*index))).map(|(_, index)| index)
}
