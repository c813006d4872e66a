//! Any text as a record, and a valid record with something changed in it: refused with the number of a line, or
//! legal from beginning to end.
//!
//! Input that starts with `{` is the text of a record. Other input is a list of changes to a small valid record,
//! which get past the header that random bytes never would.

#![no_main]

use libfuzzer_sys::fuzz_target;
use whistlestop_rules::record::{Record, verify};

const VALID: &str = include_str!("../../crates/rules/tests/golden/toy-2p.jsonl");

fuzz_target!(|data: &[u8]| {
    if data.first() == Some(&b'{') {
        if let Ok(text) = std::str::from_utf8(data) {
            check(text);
        }
    } else {
        check(&changed(VALID, data));
    }
});

fn check(text: &str) {
    let lines = text.split('\n').count();
    let record = match Record::parse(text) {
        Ok(record) => record,
        Err(error) => {
            assert!((1..=lines).contains(&error.line) && !error.reason.is_empty(), "{error}");
            return;
        }
    };
    // Writing and reading again changes nothing that the game is made of.
    let written = record.to_text();
    let again = Record::parse(&written).expect("what was written can be read");
    assert_eq!(again, record);
    assert_eq!(again.to_text(), written);
    let verified = verify(&record);
    match record.replay() {
        Ok(mut replay) => {
            assert!(verified.is_ok());
            let count = replay.by_ref().count();
            assert_eq!(count, record.events().len());
            // A legal game can be looked at from anywhere and scored at any time.
            let _ = replay.game().standings();
            let _ = replay.game().view(whistlestop_rules::view::Viewer::Spectator);
        }
        Err(error) => {
            assert_eq!(Some(&error), verified.as_ref().err(), "replay and verify disagree");
            assert!((1..=lines.max(written.lines().count()) + 1).contains(&error.line), "{error}");
        }
    }
}

/// Applies changes of four bytes each: what to do, to which line, and two numbers for it.
fn changed(valid: &str, changes: &[u8]) -> String {
    let mut lines: Vec<String> = valid.lines().map(str::to_owned).collect();
    for change in changes.chunks_exact(4).take(8) {
        let &[kind, at, x, y] = change else { continue };
        let at = usize::from(at) % lines.len();
        let other = usize::from(x) % lines.len();
        match kind % 8 {
            0 => drop(lines.remove(at)),
            1 => lines.insert(at, lines[other].clone()),
            2 => lines.swap(at, other),
            3 => lines.truncate(at.max(1)),
            4 => edit_word(&mut lines[at], x, y),
            5 => edit_number(&mut lines[at], x, y),
            6 => {
                // Some byte becomes another printable one.
                let place = (usize::from(x) << 8 | usize::from(y)) % lines[at].len().max(1);
                let letter = char::from(b' ' + y % 95);
                if lines[at].is_char_boundary(place) && lines[at].is_char_boundary(place + 1) {
                    lines[at].replace_range(place..=place, &letter.to_string());
                }
            }
            _ => {
                if let Ok(serde_json::Value::Object(mut fields)) = serde_json::from_str(&lines[at]) {
                    let name = fields.keys().nth(usize::from(x) % fields.len().max(1)).cloned();
                    name.and_then(|name| fields.remove(&name));
                    lines[at] = serde_json::Value::Object(fields).to_string();
                }
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    // Numbered anew, because a gap would hide everything else.
    let renumber = |(number, line): (usize, &String)| match line.split_once(',') {
        Some((_, rest)) if number > 0 && line.starts_with("{\"n\":") => format!("{{\"n\":{number},{rest}"),
        _ => line.clone(),
    };
    lines.iter().enumerate().map(renumber).collect::<Vec<_>>().join("\n") + "\n"
}

/// Puts another word of the game in the place of a quoted one.
fn edit_word(line: &mut String, which: u8, word: u8) {
    const WORDS: [&str; 16] = [
        "red",
        "blue",
        "wild",
        "gray",
        "Alder",
        "Birch",
        "Cedar",
        "Dogwood",
        "card_drawn",
        "card_taken",
        "turn_started",
        "turn_passed",
        "game_ended",
        "final_round",
        "slot_filled",
        "",
    ];
    let quotes: Vec<usize> = line.match_indices('"').map(|(at, _)| at).collect();
    let pairs = quotes.len() / 2;
    if pairs > 0 {
        let pair = usize::from(which) % pairs;
        line.replace_range(quotes[2 * pair] + 1..quotes[2 * pair + 1], WORDS[usize::from(word) % 16]);
    }
}

/// Puts another number in the place of one.
fn edit_number(line: &mut String, which: u8, number: u8) {
    let starts: Vec<usize> = line
        .char_indices()
        .filter(|(at, c)| c.is_ascii_digit() && !line[..*at].ends_with(|c: char| c.is_ascii_digit()))
        .map(|(at, _)| at)
        .collect();
    if !starts.is_empty() {
        let start = starts[usize::from(which) % starts.len()];
        let digits = line[start..].bytes().take_while(u8::is_ascii_digit).count();
        let number = match number {
            254 => "65536".to_owned(),
            255 => u64::MAX.to_string(),
            small => small.to_string(),
        };
        line.replace_range(start..start + digits, &number);
    }
}
