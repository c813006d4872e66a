//! What is stored of a table: numbered entries, each a fact, the events of the game in the words of the record format.

use serde::{Deserialize, Serialize};
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Event;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{RecordedEvent, event_line, read_line};

use crate::protocol::{PlayerId, SeatColor, TableId, TableOptions};

/// One fact about a table. Entries are stored as this line of JSON and, below it, a line for each event of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "k", rename_all = "snake_case")]
pub enum Entry {
    Created {
        options: TableOptions,
        host: PlayerId,
        code: String,
        /// The server's part of the seed. Nobody is told before the end.
        secret: Seed,
        /// SHA-256 of the edition as it was when the table was made.
        edition: String,
    },
    Changed {
        options: TableOptions,
    },
    Seated {
        seat: Seat,
        sitter: Sitter,
    },
    Vacated {
        seat: Seat,
    },
    Colored {
        seat: Seat,
        color: SeatColor,
    },
    Closed {},
    Started {
        first_seat: Seat,
        seed: Seed,
    },
    /// The action is the intent behind the first event.
    Played {
        seat: Seat,
        by: By,
        /// The id the client gave the action.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<String>,
    },
    /// The last action was taken back.
    Undone {
        seat: Seat,
        id: String,
    },
    /// A bot plays for a person from now on.
    StoodIn {
        seat: Seat,
        bot: String,
        why: Absence,
    },
    CameBack {
        seat: Seat,
    },
    Said {
        player: PlayerId,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
        text: String,
    },
    Rematched {
        table: TableId,
    },
    /// A guest signed in: everything of the guest's at this table is the account's from now on.
    Moved {
        from: PlayerId,
        to: PlayerId,
        name: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sitter {
    Human {
        player: PlayerId,
        name: String,
        /// The player's part of the seed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nonce: Option<String>,
    },
    Bot {
        bot: String,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Human,
    Bot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absence {
    OutOfTime,
    ConnectionLost,
    Left,
}

/// An entry that is not stored yet, with the events of the game it brings.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    pub entry: Entry,
    /// The number of the first event.
    first_n: u32,
    events: Vec<Event>,
    /// The events as lines of a record, each after a line break: written once, stored and kept.
    lines: Box<str>,
}

impl Draft {
    /// An entry that does not touch the game.
    pub fn plain(entry: Entry) -> Self {
        Self { entry, first_n: 0, events: Vec::new(), lines: Box::default() }
    }

    /// An entry and what it does to the game; the first event has the number `first_n`.
    pub fn of_game(entry: Entry, first_n: u32, events: Vec<Event>, edition: &Edition) -> Self {
        let mut lines = String::new();
        for (n, event) in (first_n..).zip(&events) {
            lines.push('\n');
            lines.push_str(&event_line(n, event, edition));
        }
        Self { entry, first_n, events, lines: lines.into() }
    }

    /// Reads a stored entry.
    pub fn read(text: &str, edition: &Edition) -> Result<Self, String> {
        let entry = read_entry(text)?;
        let (first_n, events) = read_events(text, edition)?;
        let lines = text.find('\n').map_or("", |end| &text[end..]);
        Ok(Self { entry, first_n, events, lines: lines.into() })
    }

    /// As it is stored.
    pub fn to_text(&self) -> String {
        // Plain data with text keys: there is nothing in it that JSON could not hold.
        let mut text = serde_json::to_string(&self.entry).unwrap_or_default();
        text.push_str(&self.lines);
        text
    }

    pub const fn first_n(&self) -> u32 {
        self.first_n
    }

    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The events as lines of a record, each after a line break.
    pub fn lines(&self) -> &str {
        &self.lines
    }
}

/// Reads the first line of a stored entry.
pub fn read_entry(text: &str) -> Result<Entry, String> {
    let line = text.split('\n').next().unwrap_or_default();
    serde_json::from_str(line).map_err(|error| format!("the entry cannot be read: {error}"))
}

/// Reads the events below the first line: the number of the first, and all of them.
pub fn read_events(text: &str, edition: &Edition) -> Result<(u32, Vec<Event>), String> {
    let mut first_n = 0;
    let mut events = Vec::new();
    for line in text.split('\n').skip(1) {
        let (n, event) = read_line(line, edition)?;
        let RecordedEvent::Game(event) = event else {
            return Err("a seed is no event of a running game".to_owned());
        };
        if events.is_empty() {
            first_n = n;
        } else if n != first_n + events.len() as u32 {
            return Err(format!("the event has the number {n}, which is not the next"));
        }
        events.push(*event);
    }
    Ok((first_n, events))
}
