//! Proof that nobody chose the cards: the server commits to a secret, each player adds something of their own, and the
//! seed of the game follows from both. `docs/fairness.md` explains it.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Record, RecordError};
use crate::chance::Seed;
use crate::ids::Seat;

/// The way from secret and nonces to the seed, by the name it has in records. A change of it needs a new name.
pub const FAIR_SCHEME: &str = "sha256/1";

const SEED_LABEL: &[u8] = b"whistlestop seed 1\n";
const FIRST_SEAT_LABEL: &[u8] = b"whistlestop first seat 1\n";

/// The `fairness` of a record's header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fairness {
    pub scheme: String,
    /// SHA-256 of the server's secret, in hexadecimal: told before the deal.
    pub commitment: String,
    /// What each seat added, by seat.
    pub nonces: Vec<Option<String>>,
    pub first_seat: FirstSeatBy,
    /// The code of the deal, where the server's secret follows from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<String>,
}

/// How it was decided who starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstSeatBy {
    /// It follows from the seed.
    Lot,
    /// The table chose.
    Choice,
}

/// What the server tells before the deal.
pub fn commitment(secret: &Seed) -> String {
    Seed(Sha256::digest(secret.0).into()).to_string()
}

/// The seed of the game.
pub fn game_seed<'n>(secret: &Seed, nonces: impl IntoIterator<Item = Option<&'n str>>) -> Seed {
    let mut hash = Sha256::new();
    hash.update(SEED_LABEL);
    hash.update(secret.0);
    for nonce in nonces {
        match nonce {
            // Lengths keep what one seat said apart from what the next one said.
            Some(nonce) => {
                hash.update((nonce.len() as u32).to_le_bytes());
                hash.update(nonce.as_bytes());
            }
            None => hash.update(u32::MAX.to_le_bytes()),
        }
    }
    Seed(hash.finalize().into())
}

/// Who starts when the lot decides.
pub fn first_seat(seed: &Seed, players: usize) -> Seat {
    let hash = Sha256::new().chain_update(FIRST_SEAT_LABEL).chain_update(seed.0).finalize();
    let number = hash.iter().take(8).rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    Seat::new((number % players.max(1) as u64) as usize).unwrap_or(Seat::S0)
}

/// Whether the revealed seed is the one the table was bound to; `false` when the record does not claim that.
pub(super) fn check(record: &Record) -> Result<bool, RecordError> {
    let Some(agreed) = &record.header().fairness else { return Ok(false) };
    if agreed.get("scheme").and_then(Value::as_str) != Some(FAIR_SCHEME) {
        return Ok(false);
    }
    let header = |reason: String| RecordError::new(1, reason);
    let agreed: Fairness = serde_json::from_value(agreed.clone())
        .map_err(|error| header(format!("`fairness` cannot be read: {error}")))?;
    let players = record.header().players.len();
    if agreed.nonces.len() != players {
        return Err(header(format!("`fairness` has {} nonces for {players} players", agreed.nonces.len())));
    }
    let Some(revealed) = record.revealed() else { return Ok(false) };
    let at_seed = |reason: &str| RecordError::new(record.events().len() + 2, reason);
    let secret = revealed.other.get("server_seed").and_then(Value::as_str);
    let secret: Seed = secret
        .and_then(|secret| secret.parse().ok())
        .ok_or_else(|| at_seed("the header has a commitment, but no `server_seed` is revealed"))?;
    if commitment(&secret) != agreed.commitment {
        return Err(at_seed("the revealed `server_seed` is not the one that was committed to"));
    }
    if game_seed(&secret, agreed.nonces.iter().map(Option::as_deref)) != revealed.seed {
        return Err(at_seed("the seed does not follow from `server_seed` and the nonces"));
    }
    if agreed.first_seat == FirstSeatBy::Lot && first_seat(&revealed.seed, players) != record.first_seat() {
        return Err(header("another seat starts than the one the seed gives".to_owned()));
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_documentation_says_of_the_seed() {
        let secret = Seed(std::array::from_fn(|i| i as u8));
        assert_eq!(commitment(&secret), "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd");
        let seed = game_seed(&secret, [Some("apple"), None]);
        assert_eq!(seed, game_seed(&secret, [Some("apple"), None]));
        assert_ne!(seed, game_seed(&secret, [None, Some("apple")]));
        assert_ne!(seed, game_seed(&secret, [Some("app"), Some("le")]));
        assert_ne!(seed, game_seed(&secret, [Some("apple"), Some("")]));
    }

    #[test]
    fn every_seat_starts_equally_often() {
        let mut starts = [0; 3];
        for game in 0..3000 {
            starts[first_seat(&Seed::of_series(1, game), 3).index()] += 1;
        }
        assert!(starts.iter().all(|count| (850..1150).contains(count)), "{starts:?}");
    }
}
