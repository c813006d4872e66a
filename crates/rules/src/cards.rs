//! Cards and how many of each there are.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

/// Most colours an edition may have; the locomotive comes on top.
pub const MAX_COLORS: usize = 8;

/// Kinds of card: the colours, then the locomotive.
pub const CARD_KINDS: usize = MAX_COLORS + 1;

/// Most cards an edition may have in all, so that every count leaves the high bit of a byte free.
pub const MAX_CARDS: usize = 127;

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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeveralColors;

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
        self.lanes() | u64::from(self.locomotives()) == 0
    }

    #[inline]
    fn set_lanes(&mut self, lanes: u64) {
        self.0[..MAX_COLORS].copy_from_slice(&lanes.to_le_bytes());
    }

    /// One card in its lane, and whether it is a locomotive, without a branch.
    #[inline]
    const fn unit(card: Card) -> (u64, u8) {
        let locomotive = card.index() / MAX_COLORS;
        (((locomotive ^ 1) as u64) << (8 * (card.index() % MAX_COLORS)), locomotive as u8)
    }

    // Counts are read as whole words right after they were changed; writing them as whole words too spares the
    // processor a stall.

    #[inline]
    pub fn add(&mut self, card: Card) {
        let (lane, locomotive) = Self::unit(card);
        self.set_lanes(self.lanes() + lane);
        self.0[MAX_COLORS] += locomotive;
    }

    /// Takes one card out. It must be there.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        debug_assert!(self.count(card) > 0, "no {card:?} to remove");
        let (lane, locomotive) = Self::unit(card);
        self.set_lanes(self.lanes().wrapping_sub(lane));
        self.0[MAX_COLORS] = self.0[MAX_COLORS].wrapping_sub(locomotive);
    }

    #[inline]
    pub fn add_all(&mut self, other: &Self) {
        *self = self.zip(other, |mine, theirs| mine + theirs);
    }

    /// Takes away what is there of `other`, never more than there is.
    #[inline]
    pub fn remove_all(&mut self, other: &Self) {
        *self = self.zip(other, u8::saturating_sub);
    }

    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        other.zip(self, u8::saturating_sub).is_empty()
    }

    /// Combines the counts kind by kind; the eight colours fit one vector register.
    #[inline(always)]
    fn zip(&self, other: &Self, combine: impl Fn(u8, u8) -> u8) -> Self {
        let mut counts = [0; CARD_KINDS];
        for color in 0..MAX_COLORS {
            counts[color] = combine(self.0[color], other.0[color]);
        }
        counts[MAX_COLORS] = combine(self.0[MAX_COLORS], other.0[MAX_COLORS]);
        Self(counts)
    }

    /// The card at place `nth` when all cards lie sorted, lowest colour first and locomotives last.
    ///
    /// `nth` is below [`Cards::total`]; anything higher names a locomotive.
    #[inline]
    pub fn nth(&self, nth: u8) -> Card {
        // Byte i of `up_to` holds the number of cards of the colours 0..=i. The colours that are passed are those
        // where it does not exceed `nth`.
        let up_to = self.lanes().wrapping_mul(EVERY_BYTE);
        let passed = (u64::from(nth) * EVERY_BYTE | HIGH_BITS).wrapping_sub(up_to) & HIGH_BITS;
        Card::ALL[((passed >> 7).wrapping_mul(EVERY_BYTE) >> 56) as usize % CARD_KINDS]
    }

    /// For each colour its cards and all locomotives together, but never more than `most`, with `flag` added
    /// where there is a card of the colour; one colour to a byte.
    #[inline]
    pub(crate) fn with_locomotives(&self, most: u8, flag: u8) -> [u8; MAX_COLORS] {
        let lanes = self.lanes();
        let sums = lanes + u64::from(self.locomotives()) * EVERY_BYTE;
        let too_many = (sums | HIGH_BITS).wrapping_sub(u64::from(most) * EVERY_BYTE) & HIGH_BITS;
        let in_bytes = (too_many << 1).wrapping_sub(too_many >> 7);
        let clamped = (sums & !in_bytes) | (u64::from(most) * EVERY_BYTE & in_bytes);
        let present = (lanes + (HIGH_BITS - EVERY_BYTE) & HIGH_BITS) >> 7;
        (clamped + present * u64::from(flag)).to_le_bytes()
    }

    /// `colored` cards of a colour and some locomotives.
    #[inline]
    pub fn payment(color: Card, colored: u8, locomotives: u8) -> Self {
        let mut cards = Self::NONE;
        cards.0[color.index()] = colored;
        cards.0[MAX_COLORS] += locomotives;
        cards
    }

    /// The one colour among these cards, if there is any; an error when there are several.
    #[inline]
    pub fn only_color(&self) -> Result<Option<Card>, SeveralColors> {
        let lanes = self.lanes();
        if lanes == 0 {
            return Ok(None);
        }
        let color = (lanes.trailing_zeros() / 8) as usize & (MAX_COLORS - 1);
        if lanes >> (8 * color) > u64::from(u8::MAX) {
            return Err(SeveralColors);
        }
        Ok(Some(Card::COLORS[color]))
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
        proptest::array::uniform9(0u8..=14).prop_map(Cards::new)
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
