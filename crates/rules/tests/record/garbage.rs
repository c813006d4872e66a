//! Nothing that is handed in makes the reader or the verifier panic or hang.

use std::sync::OnceLock;

use proptest::prelude::*;
use whistlestop_rules::chance::{Scheme, Seed};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{MAX_EVENT_BYTES, MAX_EVENTS, Record, RecordError, verify};

use crate::playing::{edition, play, play_and_reveal, scarce};

fn refused(text: &str) -> RecordError {
    Record::parse(text).expect_err("this is no record")
}

fn toy() -> &'static str {
    static TOY: OnceLock<String> = OnceLock::new();
    TOY.get_or_init(|| {
        play_and_reveal(&edition("toy"), 3, Seat::S0, &Seed::of_series(30, 0), Scheme::ChaCha12)
    })
}

#[test]
fn what_is_no_record_is_refused_with_a_sentence() {
    assert_eq!(refused("").to_string(), "line 1: the record is empty: its first line must be a header");
    assert_eq!(refused("\n\n").line, 1);
    assert!(refused("hello").reason.starts_with("this is not the header of a record"));
    assert!(refused("{}").reason.contains("missing field `record`"));
    let newer = toy().replacen("whistlestop/1", "whistlestop/2", 1);
    assert_eq!(
        refused(&newer).reason,
        "the header says `record` is \"whistlestop/2\"; only \"whistlestop/1\" can be read"
    );
    let broken = toy().replacen("\"trains\":4", "\"trains\":0", 1).replacen("\"row\":2", "\"row\":99", 1);
    let reason = refused(&broken).reason;
    assert!(reason.contains("trains: ") && reason.contains("row: "), "{reason}");
    let first = toy().replacen("\"first_seat\":0", "\"first_seat\":3", 1);
    assert!(refused(&first).reason.contains("seat 3 cannot start"));
}

#[test]
fn a_key_stands_only_once_in_an_object() {
    let header = toy().lines().next().unwrap();
    for twice in [
        r#"{"n":1,"e":"turn_passed","seat":0,"seat":1}"#,
        r#"{"n":1,"e":"route_claimed","seat":0,"route":0,"payment":{"red":1,"seat":2,"seat":2},"points":1}"#,
    ] {
        let error = refused(&format!("{header}\n{twice}"));
        assert!(error.reason.contains("\"seat\" stands twice in one object at column"), "{error}");
    }
    assert!(
        refused(&toy().replacen("\"trains\":4", "\"trains\":4,\"trains\":5", 1)).reason.contains("duplicate")
    );
    assert_eq!(refused(&format!("{header}\n[1]")).reason, "the line is not a JSON object");
    let deep = format!("{header}\n{}", "[".repeat(60_000));
    assert_eq!(refused(&deep).line, 2);
}

#[test]
fn long_texts_are_refused() {
    let header = toy().lines().next().unwrap();
    let long = format!("{header}\n{{\"n\":1,{}}}", " ".repeat(MAX_EVENT_BYTES));
    assert!(refused(&long).reason.contains("at most"));
    let passes = (1..=MAX_EVENTS + 1).map(|n| format!(r#"{{"n":{n},"e":"turn_passed","seat":0}}"#));
    let many = std::iter::once(header.to_owned()).chain(passes).collect::<Vec<String>>().join("\n");
    let error = refused(&many);
    assert_eq!(error.line, MAX_EVENTS + 2);
    assert!(error.reason.contains("at most 100000 events"), "{error}");
    assert!(refused(&" ".repeat((64 << 20) + 1)).reason.contains("at most"));
}

#[test]
fn a_record_cut_anywhere_is_refused_or_legal_so_far() {
    let text = toy();
    let mut legal = 0;
    for end in 0..text.len() {
        let Some(part) = text.get(..end) else { continue };
        match Record::parse(part).and_then(|record| verify(&record)) {
            Ok(_) => legal += 1,
            Err(error) => {
                let lines = part.lines().count();
                assert!(error.line <= lines.max(1), "{error}");
                let whole_line = part.is_empty() || part.ends_with(['\n', '}']);
                assert!(whole_line || error.reason.contains("cut off"), "{error}");
            }
        }
    }
    assert!(legal > 0);
}

/// A made-up row that is flushed again and again must come to an end even here.
#[test]
fn a_deck_of_little_else_than_locomotives_does_not_hang_the_verifier() {
    let edition = scarce(|spec| {
        (spec.cards_per_color, spec.locomotives, spec.row, spec.flush_at) = (1, 110, 8, 1);
        spec.hand = 0;
        spec.routes.iter_mut().for_each(|route| route.color = "gray".to_owned());
    });
    let players = r#"[{"name":"a","kind":"human"},{"name":"b","kind":"human"}]"#;
    let spec = serde_json::to_string(edition.spec()).unwrap();
    let header =
        format!(r#"{{"record":"whistlestop/1","edition":{spec},"players":{players},"first_seat":0}}"#);
    for wrong in ["", r#"{"n":1,"e":"turn_passed","seat":0}"#] {
        let record = Record::parse(format!("{header}\n{wrong}").trim_end()).unwrap();
        assert!(verify(&record).is_err());
    }
}

fn samples() -> &'static [String] {
    static SAMPLES: OnceLock<Vec<String>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        let scarce = scarce(|_| ());
        vec![
            toy().to_owned(),
            play(&edition("nyc"), 2, Seat::S0, &Seed::of_series(30, 1), Scheme::ChaCha12),
            play(&scarce, 5, Seat::S0, &Seed::of_series(30, 2), Scheme::SplitMix64),
        ]
    })
}

proptest! {
    #[test]
    fn changed_bytes_never_panic(
        sample in 0..3usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<bool>()), 1..6),
    ) {
        let text = &samples()[sample];
        let header = text.find('\n').unwrap();
        let mut bytes = text.clone().into_bytes();
        for (place, byte, digit) in changes {
            // The header is most of a short record, and one fault in it hides all others.
            let place = header + place.index(bytes.len() - header);
            bytes[place] = if digit { b'0' + byte % 10 } else { byte };
        }
        let _ = Record::parse(&String::from_utf8_lossy(&bytes)).and_then(|record| verify(&record));
    }

    #[test]
    fn changed_headers_never_panic(place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = toy().to_owned().into_bytes();
        let header = toy().find('\n').unwrap();
        bytes[place.index(header)] = byte;
        let _ = Record::parse(&String::from_utf8_lossy(&bytes)).and_then(|record| verify(&record));
    }

    /// Whole events in the wrong place, with the right numbers.
    #[test]
    fn shuffled_lines_never_panic(
        sample in 0..3usize,
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5),
    ) {
        let mut lines: Vec<String> = samples()[sample].lines().map(str::to_owned).collect();
        for (from, to) in moves {
            let from = 1 + from.index(lines.len() - 1);
            let line = lines.remove(from);
            lines.insert(1 + to.index(lines.len()), line);
        }
        let _ = Record::parse(&crate::playing::numbered(&lines)).and_then(|record| verify(&record));
    }

    #[test]
    fn any_text_is_refused(text in any::<String>()) {
        prop_assert!(Record::parse(&text).is_err());
    }
}
