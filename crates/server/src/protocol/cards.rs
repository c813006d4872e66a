//! Cards by the names they have in the edition.

use std::borrow::Cow;

use serde::de::{Error as _, MapAccess, Visitor};
use serde::ser::SerializeMap as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;
use whistlestop_rules::cards::{CARD_KINDS, Card, Cards};
use whistlestop_rules::edition::Edition;

/// One of the edition's colours, or `locomotive`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS, utoipa::ToSchema)]
#[serde(transparent)]
#[ts(type = "string")]
#[schema(value_type = String, example = "red")]
pub struct CardName(pub Cow<'static, str>);

// A payment is of two kinds at the most, and a position has a hundred of them.
/// How many cards of each kind: `{"red": 2, "locomotive": 1}`. Kinds that are not there are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, ts_rs::TS, utoipa::ToSchema)]
#[ts(type = "Record<string, number>")]
#[schema(value_type = std::collections::BTreeMap<String, u8>, example = json!({"red": 2, "locomotive": 1}))]
pub struct CardCounts(pub SmallVec<[(CardName, u8); 2]>);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are no {0:?} cards in this edition")]
pub struct UnknownCard(pub String);

impl CardCounts {
    pub fn of(cards: &Cards, names: &CardNames) -> Self {
        Self(cards.iter().map(|(card, count)| (names.of(card).clone(), count)).collect())
    }

    /// The same cards in the engine's form.
    pub fn to_cards(&self, edition: &Edition) -> Result<Cards, UnknownCard> {
        let mut counts = [0u8; CARD_KINDS];
        for (name, count) in &self.0 {
            let card = edition.card_named(&name.0).ok_or_else(|| UnknownCard(name.0.clone().into_owned()))?;
            counts[card.index()] = counts[card.index()].saturating_add(*count);
        }
        Ok(Cards::new(counts))
    }
}

/// The names of all cards of an edition.
#[derive(Clone, Debug)]
pub struct CardNames([CardName; CARD_KINDS]);

impl CardNames {
    pub fn new(edition: &Edition) -> Self {
        Self(Card::ALL.map(|card| name(card, edition)))
    }

    pub const fn of(&self, card: Card) -> &CardName {
        &self.0[card.index()]
    }
}

/// Colours that most maps have, which need no memory of their own.
const COMMON_NAMES: [&str; 14] = [
    "locomotive",
    "red",
    "blue",
    "green",
    "yellow",
    "black",
    "white",
    "orange",
    "purple",
    "pink",
    "brown",
    "gold",
    "silver",
    "violet",
];

/// What a card is called.
pub fn name(card: Card, edition: &Edition) -> CardName {
    let name = edition.card_name(card);
    let common = COMMON_NAMES.into_iter().find(|common| *common == name);
    CardName(common.map_or_else(|| Cow::Owned(name.to_owned()), Cow::Borrowed))
}

impl Serialize for CardCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (card, count) in &self.0 {
            map.serialize_entry(card, count)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for CardCounts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counts;

        impl<'de> Visitor<'de> for Counts {
            type Value = CardCounts;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("counts of cards by name")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<CardCounts, A::Error> {
                let mut counts: SmallVec<[(CardName, u8); 2]> = SmallVec::new();
                while let Some((name, count)) = map.next_entry::<String, u8>()? {
                    if counts.len() >= CARD_KINDS {
                        return Err(A::Error::custom("there are more kinds of card than any edition has"));
                    }
                    if counts.iter().any(|(known, _)| known.0 == name) {
                        return Err(A::Error::custom(format!("{name:?} is named twice")));
                    }
                    counts.push((CardName(Cow::Owned(name)), count));
                }
                Ok(CardCounts(counts))
            }
        }

        deserializer.deserialize_map(Counts)
    }
}
