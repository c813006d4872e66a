//! Names of things that nobody can guess.

use std::fmt::{self, Write as _};
use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 32 hexadecimal digits")]
pub struct BadId;

fn digits(id: &[u8; 16]) -> [u8; 32] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    std::array::from_fn(|i| DIGITS[usize::from(if i % 2 == 0 { id[i / 2] >> 4 } else { id[i / 2] & 15 })])
}

/// Reads an id without taking its text along.
struct Digits<T>(PhantomData<T>);

impl<T: FromStr<Err = BadId>> Visitor<'_> for Digits<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("32 hexadecimal digits")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[derive(ts_rs::TS, utoipa::ToSchema)]
        #[ts(type = "string")]
        #[schema(value_type = String, example = "0f8e7d6c5b4a39281706f5e4d3c2b1a0")]
        pub struct $name(pub [u8; 16]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                digits(&self.0).iter().try_for_each(|digit| f.write_char(char::from(*digit)))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{self}")
            }
        }

        impl FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return Err(BadId);
                }
                u128::from_str_radix(text, 16).map(|number| Self(number.to_be_bytes())).map_err(|_| BadId)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                // Every message has one: they are not formatted byte by byte.
                serializer.serialize_str(std::str::from_utf8(&digits(&self.0)).unwrap_or_default())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Digits(PhantomData))
            }
        }
    };
}

id_type! {
    /// A table: 128 random bits, because whoever knows it may look in.
    TableId
}
id_type! {
    /// A player, guest or with an account. Not a secret: it only tells people apart.
    PlayerId
}
id_type! {
    /// An uploaded record.
    RecordId
}
id_type! {
    /// An API token's public name; the token itself is shown once.
    TokenId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        let id = TableId([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]);
        assert_eq!(id.to_string(), "000102030405060708090a0b0c0d0eff");
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in ["", "0", "+00102030405060708090a0b0c0d0eff", "000102030405060708090a0b0c0d0eff0", "ü"] {
            assert_eq!(bad.parse::<TableId>(), Err(BadId), "{bad}");
        }
    }
}
