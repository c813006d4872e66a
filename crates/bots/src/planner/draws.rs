//! Which card to draw.

use whistlestop_rules::cards::{CARD_KINDS, Card, Cards};
use whistlestop_rules::game::{LegalActions, Phase};

use super::extras::Extras;
use super::situation::Situation;
use super::wants::{Lack, Wants};
use crate::atlas::opponents;

/// What a card is worth for each one of its colour that is held, when there is no use for it yet.
const FOR_NOTHING: f32 = 0.02;

/// What each kind of card is worth to the hand.
#[derive(Debug)]
pub(super) struct Draws {
    worth: [f32; CARD_KINDS],
    blind: f32,
    row: [Option<Card>; whistlestop_rules::ids::MAX_ROW],
    is_first: bool,
}

impl Draws {
    pub(super) fn new(situation: &Situation<'_, '_>, wants: Wants, extras: &Extras, lack: Lack) -> Self {
        let view = situation.view;
        let hand = view.hand;
        let weights = situation.weights;
        let unseen = unseen(situation);
        let mut all_wants = wants;
        extras.routes.iter().for_each(|route| all_wants.add(situation.board, route));
        let all_lack = all_wants.lacking(&hand);
        let for_plan = wants.helped_by(&hand, &lack);
        let for_all = all_wants.helped_by(&hand, &all_lack);
        let mut worth = [0.0; CARD_KINDS];
        for card in Card::COLORS {
            let useful = if for_plan[card.index()] {
                1.0
            } else if for_all[card.index()] {
                weights.for_extras
            } else {
                0.0
            };
            let scarce = f32::from(wants.short_of(card, &hand)) / (1.0 + f32::from(unseen.count(card)));
            worth[card.index()] =
                useful + FOR_NOTHING * f32::from(hand.count(card)) + weights.scarce * scarce;
        }
        worth[Card::Locomotive.index()] = weights.wild
            + match (lack.cards, all_lack.cards) {
                (1.., _) => 1.0,
                (0, 1..) => weights.for_extras,
                (0, 0) => 0.0,
            };
        let mut row = [None; whistlestop_rules::ids::MAX_ROW];
        row.iter_mut().zip(&view.row).for_each(|(slot, card)| *slot = *card);
        let is_first = view.phase == Phase::Turn;
        Self { blind: mean(&unseen, &worth) + weights.blind, worth, row, is_first }
    }

    /// The draw that is worth the most, if a card can be drawn.
    pub(super) fn best(&self, legal: &LegalActions<'_>) -> Option<usize> {
        let slots = legal.slots();
        // Draws of cards stand at the end of the list, before that of tickets: the row, then the deck.
        let end = legal.len() - usize::from(legal.can_draw_tickets());
        let first_slot =
            (end - usize::from(legal.can_draw_blind())).checked_sub(slots.count_ones() as usize)?;
        let mut best = legal.can_draw_blind().then(|| (self.blind, end - 1));
        for slot in (0..self.row.len()).rev().filter(|slot| slots >> slot & 1 == 1) {
            let worth = self.of_slot(slot);
            if best.is_none_or(|(most, _)| worth > most) {
                let before = slots & ((1 << slot) - 1);
                best = Some((worth, first_slot + before.count_ones() as usize));
            }
        }
        best.map(|(_, index)| index)
    }

    fn of_slot(&self, slot: usize) -> f32 {
        match self.row[slot] {
            // It takes the whole turn, so it must be worth the second card as well.
            Some(Card::Locomotive) if self.is_first => {
                self.worth[Card::Locomotive.index()] - self.second_after_best()
            }
            Some(card) => self.worth[card.index()],
            None => -1.0,
        }
    }

    /// What the second card would bring after the best first one.
    fn second_after_best(&self) -> f32 {
        let mut best = [self.blind; 2];
        for card in self.row.iter().flatten().filter(|card| !card.is_locomotive()) {
            let worth = self.worth[card.index()];
            if worth > best[0] {
                best = [worth, best[0]];
            } else if worth > best[1] {
                best[1] = worth;
            }
        }
        best[1]
    }
}

/// Cards the viewer has not seen.
fn unseen(situation: &Situation<'_, '_>) -> Cards {
    let view = situation.view;
    let mut unseen = situation.rules.all_cards;
    unseen.remove_all(&view.discards);
    unseen.remove_all(&view.row.iter().flatten().copied().collect());
    unseen.remove_all(&view.hand);
    opponents(view).for_each(|other| unseen.remove_all(&other.known_cards));
    unseen
}

fn mean(cards: &Cards, worth: &[f32; CARD_KINDS]) -> f32 {
    let total = f32::from(cards.total()).max(1.0);
    cards.counts().iter().zip(worth).map(|(count, worth)| f32::from(*count) * worth).sum::<f32>() / total
}
