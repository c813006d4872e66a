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

    /// The kind of card with this number; from eight on, the locomotive. Compiles to no look-up at all.
    #[inline]
    pub(crate) const fn at(index: u8) -> Self {
        match index {
            0 => Self::Color0,
            1 => Self::Color1,
            2 => Self::Color2,
            3 => Self::Color3,
            4 => Self::Color4,
            5 => Self::Color5,
            6 => Self::Color6,
            7 => Self::Color7,
            _ => Self::Locomotive,
        }
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
///
/// The counts of the colours are the bytes of one word, so that most questions are a few instructions on it.
/// Packed, because a game holds a dozen of these.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[u8; CARD_KINDS]", into = "[u8; CARD_KINDS]")]
#[repr(Rust, packed)]
pub struct Cards {
    /// Lowest colour in the lowest byte.
    colors: u64,
    locomotives: u8,
}

const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x8080_8080_8080_8080;

impl Cards {
    pub const NONE: Self = Self { colors: 0, locomotives: 0 };

    pub const fn new(counts: [u8; CARD_KINDS]) -> Self {
        let mut colors = [0; MAX_COLORS];
        let mut color = 0;
        while color < MAX_COLORS {
            colors[color] = counts[color];
            color += 1;
        }
        Self { colors: u64::from_le_bytes(colors), locomotives: counts[MAX_COLORS] }
    }

    pub const fn counts(&self) -> [u8; CARD_KINDS] {
        let colors = self.colors.to_le_bytes();
        let mut counts = [self.locomotives; CARD_KINDS];
        let mut color = 0;
        while color < MAX_COLORS {
            counts[color] = colors[color];
            color += 1;
        }
        counts
    }

    #[inline]
    pub const fn count(&self, card: Card) -> u8 {
        match card {
            Card::Locomotive => self.locomotives,
            color => (self.colors >> (8 * color.index())) as u8,
        }
    }

    #[inline]
    pub const fn locomotives(&self) -> u8 {
        self.locomotives
    }

    /// How many cards are not locomotives.
    #[inline]
    pub const fn colored(&self) -> u8 {
        (self.colors.wrapping_mul(EVERY_BYTE) >> 56) as u8
    }

    #[inline]
    pub const fn total(&self) -> u8 {
        self.colored() + self.locomotives
    }

    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.colors | self.locomotives as u64 == 0
    }

    /// One card in its byte, and whether it is a locomotive, without a branch.
    #[inline]
    const fn unit(card: Card) -> (u64, u8) {
        let locomotive = card.index() / MAX_COLORS;
        (((locomotive ^ 1) as u64) << (8 * (card.index() % MAX_COLORS)), locomotive as u8)
    }

    #[inline]
    pub const fn add(&mut self, card: Card) {
        let (color, locomotive) = Self::unit(card);
        self.colors += color;
        self.locomotives += locomotive;
    }

    /// Takes one card out. It must be there.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        debug_assert!(self.count(card) > 0);
        let (color, locomotive) = Self::unit(card);
        self.colors = self.colors.wrapping_sub(color);
        self.locomotives = self.locomotives.wrapping_sub(locomotive);
    }

    #[inline]
    pub const fn add_all(&mut self, other: &Self) {
        self.colors += other.colors;
        self.locomotives += other.locomotives;
    }

    /// Takes away what is there of `other`, never more than there is.
    #[inline]
    pub const fn remove_all(&mut self, other: &Self) {
        // The high bit of each byte keeps the subtraction from borrowing and tells where there was too little.
        let difference = (self.colors | HIGH_BITS).wrapping_sub(other.colors);
        let enough = difference & HIGH_BITS;
        let whole_bytes = (enough << 1).wrapping_sub(enough >> 7);
        self.colors = difference & !HIGH_BITS & whole_bytes;
        self.locomotives = self.locomotives.saturating_sub(other.locomotives);
    }

    #[inline]
    pub const fn contains(&self, other: &Self) -> bool {
        // A payment from outside may use the high bits that counts of real cards leave free.
        let too_many =
            (self.colors | HIGH_BITS).wrapping_sub(other.colors & !HIGH_BITS) & HIGH_BITS != HIGH_BITS;
        other.colors & HIGH_BITS == 0 && !too_many && self.locomotives >= other.locomotives
    }

    /// The card at place `nth` when all cards lie sorted, lowest colour first and locomotives last.
    ///
    /// `nth` is below [`Cards::total`]; anything higher names a locomotive.
    #[inline]
    pub fn nth(&self, nth: u8) -> Card {
        // Byte i of `up_to` holds the number of cards of the colours 0..=i. The colours that are passed are those
        // where it does not exceed `nth`.
        let up_to = self.colors.wrapping_mul(EVERY_BYTE);
        let passed = ((u64::from(nth) * EVERY_BYTE) | HIGH_BITS).wrapping_sub(up_to) & HIGH_BITS;
        let count = if cfg!(target_feature = "popcnt") {
            passed.count_ones() as u8
        } else {
            ((passed >> 7).wrapping_mul(EVERY_BYTE) >> 56) as u8
        };
        Card::at(count)
    }

    /// For each colour its cards and all locomotives together, with the high bit set where there is a card of the
    /// colour; one colour to a byte.
    #[inline]
    pub(crate) fn with_locomotives(&self) -> u64 {
        let sums = self.colors + u64::from(self.locomotives) * EVERY_BYTE;
        let present = (self.colors + (HIGH_BITS - EVERY_BYTE)) & HIGH_BITS;
        sums | present
    }

    /// `colored` cards of a colour and some locomotives.
    #[inline]
    pub fn payment(color: Card, colored: u8, locomotives: u8) -> Self {
        let (unit, _) = Self::unit(color);
        Self { colors: unit * u64::from(colored), locomotives }
    }

    /// The one colour among these cards, if there is any; an error when there are several.
    #[inline]
    pub fn only_color(&self) -> Result<Option<Card>, SeveralColors> {
        let lanes = self.colors;
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
        Card::ALL.into_iter().zip(self.counts()).filter(|(_, count)| *count > 0)
    }
}

/// A shuffled deck: what it holds, and how many that is.
///
/// The size is kept beside the cards because it does not depend on which of them were drawn: where the next card
/// lies is known before the last one has been found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deck {
    cards: Cards,
    size: u8,
}

impl Deck {
    #[inline]
    pub const fn new(cards: Cards) -> Self {
        Self { cards, size: cards.total() }
    }

    pub const fn cards(&self) -> &Cards {
        &self.cards
    }

    #[inline]
    pub const fn size(&self) -> u8 {
        self.size
    }

    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Takes one card out. It must be there.
    #[inline]
    pub const fn remove(&mut self, card: Card) {
        self.cards.remove(card);
        self.size = self.size.wrapping_sub(1);
    }
}

impl From<[u8; CARD_KINDS]> for Cards {
    fn from(counts: [u8; CARD_KINDS]) -> Self {
        Self::new(counts)
    }
}

impl From<Cards> for [u8; CARD_KINDS] {
    fn from(cards: Cards) -> Self {
        cards.counts()
    }
}

impl std::fmt::Debug for Cards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Cards{:?}", self.counts())
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
