//! Names of things that nobody can guess.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 32 hexadecimal digits")]
pub struct BadId;

macro_rules! id_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[derive(ts_rs::TS, utoipa::ToSchema)]
        #[serde(into = "String", try_from = "String")]
        #[ts(type = "string")]
        #[schema(value_type = String, example = "0f8e7d6c5b4a39281706f5e4d3c2b1a0")]
        pub struct $name(pub [u8; 16]);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{self}")
            }
        }

        impl std::str::FromStr for $name {
            type Err = BadId;

            fn from_str(text: &str) -> Result<Self, BadId> {
                if text.len() != 32 || !text.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                    return Err(BadId);
                }
                u128::from_str_radix(text, 16).map(|number| Self(number.to_be_bytes())).map_err(|_| BadId)
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;

            fn try_from(text: String) -> Result<Self, BadId> {
                text.parse()
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.to_string()
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
