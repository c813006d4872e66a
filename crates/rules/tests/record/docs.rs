//! The examples of `docs/records.md` are what they claim to be.

use whistlestop_rules::record::{Record, RecordedEvent, event_line, read_line, seed_line, verify};

use crate::playing::edition;

const GUIDE: &str = include_str!("../../../../docs/records.md");

fn examples() -> impl Iterator<Item = &'static str> {
    GUIDE.split("```jsonl\n").skip(1).map(|rest| rest.split("```").next().unwrap())
}

#[test]
fn the_small_record_is_a_whole_game() {
    let record = Record::parse(examples().next().unwrap()).unwrap();
    let verified = verify(&record).unwrap();
    assert!(verified.ended && !verified.seed_checked);
    let totals: Vec<i32> = verified.standings.unwrap().iter().map(|standing| standing.total).collect();
    assert_eq!(totals, [14, 8]);
    assert_eq!((verified.events, verified.turns), (18, 3));
}

#[test]
fn each_event_is_shown_as_it_is_written() {
    let edition = edition("usa-classic");
    let mut kinds = std::collections::BTreeSet::new();
    for line in examples().skip(1).flat_map(str::lines) {
        let (n, event) = read_line(line, &edition).unwrap_or_else(|reason| panic!("{line}: {reason}"));
        let written = match &event {
            RecordedEvent::Game(event) => event_line(n, event, &edition),
            RecordedEvent::SeedRevealed(revealed) => seed_line(n, revealed),
        };
        assert_eq!(written, line);
        kinds.extend(line.split('"').nth(5));
    }
    assert_eq!(kinds.len(), 16);
    for kind in kinds {
        assert!(GUIDE.contains(&format!("| `{kind}` |")), "{kind} is not explained");
    }
}
