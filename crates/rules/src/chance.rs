//! Every random outcome of a game, from a generator handed in.
//!
//! `docs/chance.md` states the way from a seed to each card and ticket; a change of it needs a new
//! [`Scheme`], never an edit of an old one.

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use serde::{Deserialize, Serialize};

use crate::cards::{Card, Cards, Deck};
use crate::ids::{TicketId, TicketSet};

/// Decides what a shuffled deck holds next.
///
/// A game asks for one outcome at a time, so drawing from a deck in unknown order and drawing from one that was
/// shuffled beforehand are the same thing.
pub trait Chance {
    /// The top card of a deck that holds `deck` in random order. `deck` is never empty.
    fn card(&mut self, deck: &Cards) -> Card;

    /// The same for a deck whose size is known.
    #[inline]
    fn top_card(&mut self, deck: &Deck) -> Card {
        self.card(deck.cards())
    }

    /// The top ticket of a deck that holds `deck` in random order. `deck` is never empty.
    fn ticket(&mut self, deck: TicketSet) -> TicketId;

    /// Puts first tickets that were returned into a random order.
    fn shuffle(&mut self, tickets: &mut [TicketId]);
}

/// 256 bits from which a whole game follows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// The seed of game `game` in a series; different games get unrelated seeds.
    pub fn of_series(series: u64, game: u64) -> Self {
        let series = SplitMix64::seed_from_u64(series).next_u64();
        let mut bytes = [0; 32];
        SplitMix64::seed_from_u64(series ^ SplitMix64::seed_from_u64(game).next_u64()).fill_bytes(&mut bytes);
        Self(bytes)
    }

    /// One of the four 64-bit words of the seed, little-endian.
    fn word(&self, index: usize) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[index * 8..index * 8 + 8]);
        u64::from_le_bytes(bytes)
    }
}

impl std::fmt::Display for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Seed({self})")
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is 64 hexadecimal digits")]
pub struct BadSeed;

impl std::str::FromStr for Seed {
    type Err = BadSeed;

    fn from_str(text: &str) -> Result<Self, BadSeed> {
        if text.len() != 64 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(BadSeed);
        }
        let mut bytes = [0; 32];
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).map_err(|_| BadSeed)?;
        }
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for Seed {
    type Error = BadSeed;

    fn try_from(text: String) -> Result<Self, BadSeed> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

/// A documented way from a seed to outcomes, by the name it has in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scheme {
    /// Cannot be predicted without the seed: for games between people.
    #[serde(rename = "chacha12/1")]
    ChaCha12,
    /// Fast, and no secret: for simulation.
    #[serde(rename = "splitmix64/1")]
    SplitMix64,
}

/// A generator behind the sampling that all schemes share.
#[derive(Clone, Debug)]
pub struct Dealer<R> {
    cards: R,
    tickets: R,
}

pub type ChaChaDealer = Dealer<ChaCha12Rng>;
pub type FastDealer = Dealer<SplitMix64>;

impl ChaChaDealer {
    /// Scheme `chacha12/1`: the seed is the key, stream 0 serves the train cards and stream 1 the tickets.
    pub fn new(seed: &Seed) -> Self {
        let stream = |number| {
            let mut generator = ChaCha12Rng::from_seed(seed.0);
            generator.set_stream(number);
            generator
        };
        Self { cards: stream(0), tickets: stream(1) }
    }
}

impl FastDealer {
    /// Scheme `splitmix64/1`: word 0 of the seed starts the train cards and word 1 the tickets.
    pub fn new(seed: &Seed) -> Self {
        Self {
            cards: SplitMix64::seed_from_u64(seed.word(0)),
            tickets: SplitMix64::seed_from_u64(seed.word(1)),
        }
    }
}

/// The generator that belongs to a game but not to its decks: what simulated players decide with.
pub fn player_generator(seed: &Seed) -> SplitMix64 {
    SplitMix64::seed_from_u64(seed.word(2))
}

impl<R: Rng> Chance for Dealer<R> {
    #[inline]
    fn card(&mut self, deck: &Cards) -> Card {
        deck.nth(below(&mut self.cards, deck.total().into()) as u8)
    }

    #[inline]
    fn top_card(&mut self, deck: &Deck) -> Card {
        deck.cards().nth(below(&mut self.cards, deck.size().into()) as u8)
    }

    #[inline]
    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        deck.nth(below(&mut self.tickets, deck.len() as u32) as usize)
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        for last in (1..tickets.len()).rev() {
            tickets.swap(last, below(&mut self.tickets, last as u32 + 1) as usize);
        }
    }
}

/// A number below `bound`, every one equally likely: the high half of a 32 × 32 bit product, where the few
/// products that would favour small numbers are drawn again.
#[inline]
pub fn below<R: Rng + ?Sized>(generator: &mut R, bound: u32) -> u32 {
    let mut product = u64::from(generator.next_u32()) * u64::from(bound);
    if (product as u32) < bound {
        let unfair = bound.wrapping_neg() % bound.max(1);
        while (product as u32) < unfair {
            product = u64::from(generator.next_u32()) * u64::from(bound);
        }
    }
    (product >> 32) as u32
}
