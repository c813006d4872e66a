//! The one place where it is decided who may see a secret.

use serde::{Deserialize, Serialize};

use crate::cards::{Card, CardList, Cards};
use crate::ids::{Seat, TicketId, TicketList, TicketSet};

/// Somebody who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    Seat(Seat),
    /// Sees what everybody sees.
    Spectator,
}

impl Viewer {
    /// A secret as this viewer sees it. Every secret that leaves a game passes here.
    ///
    /// The owner is the only one who knows it; without an owner, nobody does.
    #[inline]
    pub fn reveal<T: Secret>(self, owner: Option<Seat>, secret: T) -> Seen<T> {
        match (self, owner) {
            (Self::Seat(viewer), Some(owner)) if viewer == owner => Seen::Known(secret),
            _ => Seen::Count(secret.count()),
        }
    }
}

/// A secret, or only how much of it there is, which is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen<T> {
    Known(T),
    Count(u8),
}

impl<T> Seen<T> {
    #[inline]
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(secret) => Some(secret),
            Self::Count(_) => None,
        }
    }
}

impl<T: Secret> Seen<T> {
    #[inline]
    pub fn count(&self) -> u8 {
        match self {
            Self::Known(secret) => secret.count(),
            Self::Count(count) => *count,
        }
    }
}

/// Cards or tickets that only their owner may see, while everybody may count them.
pub trait Secret {
    fn count(&self) -> u8;
}

impl Secret for Card {
    #[inline]
    fn count(&self) -> u8 {
        1
    }
}

impl Secret for TicketId {
    #[inline]
    fn count(&self) -> u8 {
        1
    }
}

impl Secret for Cards {
    #[inline]
    fn count(&self) -> u8 {
        self.total()
    }
}

impl Secret for TicketSet {
    #[inline]
    fn count(&self) -> u8 {
        self.len() as u8
    }
}

impl Secret for CardList {
    #[inline]
    fn count(&self) -> u8 {
        self.len() as u8
    }
}

impl Secret for TicketList {
    #[inline]
    fn count(&self) -> u8 {
        self.len() as u8
    }
}
