//! Cards and how many of each there are.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Most colours an edition may have; the locomotive comes on top.
pub const MAX_COLORS: usize = 8;

/// Kinds of card: the colours, then the locomotive.
pub const CARD_KINDS: usize = MAX_COLORS + 1;

/// Most cards an edition may have in all, so that every count fits a byte.
pub const MAX_CARDS: usize = 250;

/// Most cards dealt to a seat at set-up.
pub const MAX_HAND_DEALT: usize = 10;

/// One train card. What a colour is called is the edition's business; here it is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[repr(u8)]
pub enum Card {
    Color0,
    Color1,
    Color2,
    Color3,
    Color4,
    Color5,
    Color6,
    Color7,
    /// The wild card, whatever the edition calls it.
    Locomotive,
}

impl Card {
    pub const ALL: [Self; CARD_KINDS] = [
        Self::Color0,
        Self::Color1,
        Self::Color2,
        Self::Color3,
        Self::Color4,
        Self::Color5,
        Self::Color6,
        Self::Color7,
        Self::Locomotive,
    ];

    /// The eight colours, without the locomotive.
    pub const COLORS: [Self; MAX_COLORS] = [
        Self::Color0,
        Self::Color1,
        Self::Color2,
        Self::Color3,
        Self::Color4,
        Self::Color5,
        Self::Color6,
        Self::Color7,
    ];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour with this number, or `None` from eight on.
    #[inline]
    pub fn color(index: usize) -> Option<Self> {
        Self::COLORS.get(index).copied()
    }

    #[inline]
    pub const fn is_locomotive(self) -> bool {
        matches!(self, Self::Locomotive)
    }
}

/// A few cards in the order they were dealt.
pub type CardList = ArrayVec<Card, MAX_HAND_DEALT>;

/// A multiset of cards: a hand, the deck, the discards, a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cards([u8; CARD_KINDS]);

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

impl Cards {
    pub const NONE: Self = Self([0; CARD_KINDS]);

    pub const fn new(counts: [u8; CARD_KINDS]) -> Self {
        Self(counts)
    }

    pub const fn counts(&self) -> &[u8; CARD_KINDS] {
        &self.0
    }

    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    #[inline]
    pub const fn locomotives(&self) -> u8 {
        self.0[MAX_COLORS]
    }

    /// The coloured counts as the lanes of one word, lowest colour in the lowest byte.
    #[inline]
    fn lanes(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, _] = self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// How many cards are not locomotives.
    #[inline]
    pub fn colored(&self) -> u8 {
        (self.lanes().wrapping_mul(EVERY_BYTE) >> 56) as u8
    }

    #[inline]
    pub fn total(&self) -> u8 {
        self.colored() + self.locomotives()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lanes() == 0 && self.locomotives() == 0
    }

    #[inline]
    pub fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    /// Takes one card out; a card that is not there stays not there.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        let count = &mut self.0[card.index()];
        debug_assert!(*count > 0, "no {card:?} to remove");
        *count = count.saturating_sub(1);
    }

    #[inline]
    pub fn add_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// Takes away what is there of `other`, never more than there is.
    #[inline]
    pub fn remove_all(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_sub(theirs);
        }
    }

    pub fn contains(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| *mine >= theirs)
    }

    /// The card at place `nth` when all cards lie sorted, lowest colour first and locomotives last.
    ///
    /// `nth` is below [`Cards::total`]; anything higher names a locomotive.
    #[inline]
    pub fn nth(&self, nth: u8) -> Card {
        // Byte i of `up_to` holds the number of cards of the colours 0..=i, so the answer is the first byte
        // above `nth`: an unsigned byte-wise comparison in one word.
        let up_to = self.lanes().wrapping_mul(EVERY_BYTE);
        if nth >= (up_to >> 56) as u8 {
            return Card::Locomotive;
        }
        let wanted = u64::from(nth + 1) * EVERY_BYTE;
        let low_bits = (up_to | HIGH_BITS).wrapping_sub(wanted & !HIGH_BITS);
        let reached = ((up_to & !wanted) | (!(up_to ^ wanted) & low_bits)) & HIGH_BITS;
        Card::COLORS[(reached.trailing_zeros() / 8) as usize & (MAX_COLORS - 1)]
    }

    /// Each kind that is there, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (Card, u8)> + '_ {
        Card::ALL.into_iter().zip(self.0).filter(|(_, count)| *count > 0)
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        let mut counts = Self::NONE;
        for card in cards {
            counts.add(card);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_cards() -> impl Strategy<Value = Cards> {
        proptest::array::uniform9(0u8..=27).prop_map(Cards::new)
    }

    proptest! {
        #[test]
        fn nth_walks_the_sorted_cards(cards in any_cards()) {
            let sorted: Vec<Card> =
                cards.iter().flat_map(|(card, n)| std::iter::repeat_n(card, n.into())).collect();
            prop_assert_eq!(sorted.len(), usize::from(cards.total()));
            for (place, card) in sorted.into_iter().enumerate() {
                prop_assert_eq!(cards.nth(place as u8), card);
            }
        }

        #[test]
        fn adding_then_removing_changes_nothing(cards in any_cards(), more in any_cards()) {
            let mut sum = cards;
            sum.add_all(&more);
            prop_assert!(sum.contains(&cards) && sum.contains(&more));
            sum.remove_all(&more);
            prop_assert_eq!(sum, cards);
        }
    }
}
