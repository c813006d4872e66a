//! Lines as the messages of three people, two of whom sit at a table.
//!
//! What must hold: nothing panics, a line leads to an entry of the asker's own or to none, and every entry that a line
//! leads to can be applied, written, read, and applied again with the same result.

#![no_main]

use libfuzzer_sys::fuzz_target;
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_server::protocol::rest::{NewTable, SeatChange};
use whistlestop_server::protocol::{ClientMessage, PlayerId, TableId, TableOptions};
use whistlestop_server::table::entry::{Draft, Entry};
use whistlestop_server::table::{Asker, Command, Decision, Table, check_options};

const TABLE: TableId = TableId([0; 16]);

fn person(number: u8) -> Asker {
    Asker { player: PlayerId([number; 16]), name: format!("P{number}") }
}

fn dealt(edition: &'static Edition, seed: u64) -> Table {
    let mut options = TableOptions::new(edition.id(), 2);
    options.undo = true;
    let created = Entry::Created {
        options,
        host: person(0).player,
        code: "CODE".to_owned(),
        secret: Seed::of_series(seed, 1),
        edition: String::new(),
    };
    let mut table = Table::create(TABLE, edition, 0, &created).expect("it is the making of a table");
    let sit = |seat| Command::Sit { seat, name: None, nonce: None };
    for (asker, command) in [(person(0), sit(0)), (person(1), sit(1)), (person(0), Command::Start)] {
        if let Ok(Decision::Append(draft)) = table.decide(&asker, &command) {
            table.apply(table.number() + 1, 0, &draft).expect("it was decided so");
        }
    }
    table
}

fuzz_target!(|data: &[u8]| {
    let Some((first, rest)) = data.split_first() else { return };
    let library = Library::builtin();
    let edition = ["toy", "nyc", "usa-classic"][usize::from(first % 3)];
    let edition: &'static Edition = library.get(edition).expect("built in");
    let mut table = dealt(edition, u64::from(first / 3));
    for (turn, line) in rest.split(|byte| *byte == b'\n').enumerate() {
        let Ok(text) = str::from_utf8(line) else { continue };
        if let Ok(new) = serde_json::from_str::<NewTable>(text) {
            let _ = check_options(&new.options, edition);
        }
        let _ = serde_json::from_str::<SeatChange>(text);
        let Ok(message) = serde_json::from_str::<ClientMessage>(text) else { continue };
        let Some((_, command)) = Command::asked_by(message) else { continue };
        // Whoever is asked, then the other, then somebody who does not play.
        let asker = person((turn % 3) as u8);
        let Ok(Decision::Append(draft)) = table.decide(&asker, &command) else { continue };
        match &draft.entry {
            Entry::Played { seat, .. } | Entry::Undone { seat, .. } | Entry::CameBack { seat } => {
                assert!(table.seats_of(asker.player).contains(seat), "{text}");
            }
            Entry::Said { player, .. } => assert_eq!(*player, asker.player),
            other => panic!("{text} led to {other:?}"),
        }
        let read = Draft::read(&draft.to_text(), edition).expect("it was written so");
        assert_eq!(read, draft);
        let number = table.number() + 1;
        let mut again = table.clone();
        table.apply(number, 0, &draft).expect("it was decided so");
        again.apply(number, 0, &read).expect("it was decided so");
        let player = person(0).player;
        assert_eq!((table.number(), table.state_for(player)), (again.number(), again.state_for(player)));
    }
});
