//! The small numbers by which seats, cities, routes and tickets are known, and sets of them.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::nth_bit::nth_bit;

pub const MAX_SEATS: usize = 5;
pub const MAX_CITIES: usize = 128;
pub const MAX_ROUTES: usize = 128;
pub const MAX_TICKETS: usize = 128;

/// Most tickets one seat is shown at a time.
pub const MAX_OFFER: usize = 8;

/// Most tickets that can lie under the ticket deck after being returned.
pub const MAX_RETURNED: usize = 64;

/// Most spaces a route may have.
pub const MAX_LENGTH: usize = 12;

/// Most places of the face-up row.
pub const MAX_ROW: usize = 8;

/// A place at the table, counted from 0 in table order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Seat {
    S0,
    S1,
    S2,
    S3,
    S4,
}

impl Seat {
    pub const ALL: [Self; MAX_SEATS] = [Self::S0, Self::S1, Self::S2, Self::S3, Self::S4];

    /// The seat with this number, or `None` from five on.
    #[inline]
    pub fn new(index: usize) -> Option<Self> {
        Self::ALL.get(index).copied()
    }

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seats of a table of `players`, in table order.
    pub fn of(players: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        Self::ALL.into_iter().take(players)
    }

    /// The next seat clockwise at a table of `players`.
    #[inline]
    #[must_use]
    pub fn next(self, players: usize) -> Self {
        let next = match self {
            Self::S0 => Self::S1,
            Self::S1 => Self::S2,
            Self::S2 => Self::S3,
            Self::S3 => Self::S4,
            Self::S4 => Self::S0,
        };
        if next.index() >= players { Self::S0 } else { next }
    }
}

impl From<Seat> for u8 {
    fn from(seat: Seat) -> Self {
        seat as Self
    }
}

impl TryFrom<u8> for Seat {
    type Error = String;

    fn try_from(index: u8) -> Result<Self, String> {
        Self::new(index.into()).ok_or_else(|| format!("seat {index} is above {}", MAX_SEATS - 1))
    }
}

impl std::fmt::Display for Seat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.index())
    }
}

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u8);

        impl $name {
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

index_type! {
    /// An index into the cities of an edition.
    CityId
}
index_type! {
    /// An index into the routes of an edition.
    RouteId
}
index_type! {
    /// An index into the tickets of an edition.
    TicketId
}

macro_rules! set_type {
    ($(#[$doc:meta])* $name:ident of $item:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(into = "Vec<u8>", from = "Vec<u8>")]
        pub struct $name(pub u128);

        impl $name {
            pub const EMPTY: Self = Self(0);

            #[inline]
            pub const fn contains(self, item: $item) -> bool {
                item.0 < 128 && self.0 >> item.0 & 1 == 1
            }

            #[inline]
            pub const fn insert(&mut self, item: $item) {
                debug_assert!(item.0 < 128);
                self.0 |= 1 << (item.0 & 127);
            }

            #[inline]
            pub const fn remove(&mut self, item: $item) {
                debug_assert!(item.0 < 128);
                self.0 &= !(1 << (item.0 & 127));
            }

            #[inline]
            pub const fn len(self) -> usize {
                ((self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()) as usize
            }

            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[inline]
            #[must_use]
            pub const fn and(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }

            #[inline]
            #[must_use]
            pub const fn or(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            #[inline]
            #[must_use]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            #[inline]
            pub const fn only(item: $item) -> Self {
                debug_assert!(item.0 < 128);
                Self(1 << (item.0 & 127))
            }

            /// The member with exactly `nth` smaller ones. `nth` is below `len()`.
            #[inline]
            pub fn nth(self, nth: usize) -> $item {
                let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
                let in_low = low.count_ones();
                let above = (nth as u32) >= in_low;
                let word = if above { high } else { low };
                let nth = if above { nth as u32 - in_low } else { nth as u32 };
                $item((u32::from(above) << 6 | nth_bit(word, nth)) as u8)
            }

            /// The members, smallest first.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $item> + Clone {
                let mut rest = self.0;
                std::iter::from_fn(move || {
                    (rest != 0).then(|| {
                        let lowest = rest.trailing_zeros();
                        rest &= rest - 1;
                        $item(lowest as u8)
                    })
                })
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut set = Self::EMPTY;
                for item in items {
                    set.insert(item);
                }
                set
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter().map(|item| item.0)).finish()
            }
        }

        impl From<$name> for Vec<u8> {
            fn from(set: $name) -> Self {
                set.iter().map(|item| item.0).collect()
            }
        }

        impl From<Vec<u8>> for $name {
            fn from(items: Vec<u8>) -> Self {
                items.into_iter().filter(|item| *item < 128).map($item).collect()
            }
        }
    };
}

set_type! {
    /// Some of the routes of an edition.
    RouteSet of RouteId
}
impl RouteSet {
    /// The routes below 64 and those from there on, as bits.
    #[inline]
    pub(crate) const fn from_halves([low, high]: [u64; 2]) -> Self {
        Self(low as u128 | (high as u128) << 64)
    }

    /// How many routes this and the other have in common.
    #[inline]
    pub(crate) const fn shared(self, other: Self) -> u32 {
        (self.0 as u64 & other.0 as u64).count_ones()
            + ((self.0 >> 64) as u64 & (other.0 >> 64) as u64).count_ones()
    }
}

set_type! {
    /// Some of the tickets of an edition.
    TicketSet of TicketId
}

/// A few tickets in an order that matters: as dealt, or as they go under the deck.
pub type TicketList = ArrayVec<TicketId, MAX_OFFER>;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nth_agrees_with_iteration(bits in any::<u128>()) {
            let set = RouteSet(bits);
            prop_assert_eq!(set.iter().count(), set.len());
            for (place, route) in set.iter().enumerate() {
                prop_assert_eq!(set.nth(place), route);
                prop_assert!(set.contains(route));
            }
        }
    }

    #[test]
    fn the_seat_after_the_last_is_the_first() {
        assert_eq!(Seat::S2.next(3), Seat::S0);
        assert_eq!(Seat::S2.next(4), Seat::S3);
        assert_eq!(Seat::S4.next(5), Seat::S0);
    }
}
