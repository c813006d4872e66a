//! Deal codes: the same cards for everybody who names the same code, and no way from the code to the cards.

use sha2::{Digest as _, Sha256};
use whistlestop_rules::chance::Seed;

use crate::protocol::TableOptions;

/// The server's part of the seed for a code. Only this server can work it out before a game reveals it.
pub(super) fn secret(key: &[u8; 32], options: &TableOptions, code: &str) -> Seed {
    // Nested, so that nothing about the inner hash can be prolonged.
    let inner = Sha256::new()
        .chain_update(b"whistlestop deal 1\n")
        .chain_update(key)
        .chain_update([options.seats])
        .chain_update((options.edition.len() as u32).to_le_bytes())
        .chain_update(options.edition.as_bytes())
        .chain_update(code.as_bytes())
        .finalize();
    Seed(Sha256::new().chain_update(key).chain_update(inner).finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_a_deal_of_one_server_edition_and_size() {
        let options = TableOptions::new("usa-classic", 3);
        let seed = secret(&[1; 32], &options, "club night");
        assert_eq!(seed, secret(&[1; 32], &options, "club night"));
        assert_ne!(seed, secret(&[1; 32], &options, "club nights"));
        assert_ne!(seed, secret(&[2; 32], &options, "club night"));
        assert_ne!(seed, secret(&[1; 32], &TableOptions::new("usa-classic", 4), "club night"));
        assert_ne!(seed, secret(&[1; 32], &TableOptions::new("nyc", 3), "club night"));
    }
}
