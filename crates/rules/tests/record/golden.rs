//! One whole game of every edition and number of players, kept as a file.
//!
//! The files change only when the rules or the format do. `WHISTLESTOP_BLESS=1 cargo nextest run -p
//! whistlestop-rules golden` writes them anew; the difference belongs into the review.

use std::fs;
use std::path::PathBuf;

use whistlestop_rules::chance::{Scheme, Seed};
use whistlestop_rules::game::{Event, Game};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Record, verify};

use crate::playing::{play_and_reveal, tables};

const SERIES: u64 = 1910;

fn path(id: &str, players: usize) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{id}-{players}p.jsonl"))
}

#[test]
fn golden_games_are_played_as_they_were() {
    for (game, (edition, players)) in tables().enumerate() {
        let seed = Seed::of_series(SERIES, players as u64);
        let first = Seat::new(game % players).unwrap();
        let text = play_and_reveal(&edition, players, first, &seed, Scheme::ChaCha12);
        let path = path(edition.id(), players);
        if std::env::var_os("WHISTLESTOP_BLESS").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let stored = fs::read_to_string(&path).unwrap_or_default();
        let differs = stored.lines().zip(text.lines()).position(|(old, new)| old != new);
        assert!(stored == text, "{} is played differently from line {differs:?} on", path.display());
    }
}

#[test]
fn golden_games_are_verified_and_replayed_from_their_files() {
    for (edition, players) in tables() {
        let text = fs::read_to_string(path(edition.id(), players)).unwrap();
        let record = Record::parse(&text).unwrap();
        let verified = verify(&record).unwrap();
        assert!(verified.ended && verified.seed_checked);

        let mut game = Game::table(record.edition(), players, record.first_seat()).unwrap();
        record.events().iter().for_each(|event| game.apply(event));
        assert!(game.is_over());
        assert_eq!(game.turn(), verified.turns);
        let Some(Event::GameEnded { standings }) = record.events().last() else { panic!("no end") };
        assert_eq!(*standings, game.standings());
    }
}
