//! Records: a whole game as lines of JSON that anybody can read, check and replay. `docs/records.md` explains
//! the format to outsiders.

mod difference;
mod event_json;
pub mod fairness;
mod fields;
mod header;
mod script;
mod strict_json;
mod verify;
mod writer;

use std::sync::Arc;

use serde_json::{Map, Value};

pub use event_json::{event_line, kind, read_line, seed_line};
pub use header::{Header, Player, VERSION};
pub use verify::{Verified, intent, verify};
pub use writer::Writer;

use crate::chance::{Scheme, Seed};
use crate::edition::Edition;
use crate::game::{Event, Game};
use crate::ids::Seat;

/// Longest text that is read at all.
pub const MAX_BYTES: usize = 64 << 20;
/// Longest header line; it carries the whole edition.
pub const MAX_HEADER_BYTES: usize = 1 << 20;
/// Longest line of an event.
pub const MAX_EVENT_BYTES: usize = 64 << 10;
pub const MAX_EVENTS: usize = 100_000;

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// Counts from 1, which is the header.
    pub line: usize,
    pub reason: String,
}

impl RecordError {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }
}

/// The seed of a game, told after it: with it every outcome of chance can be derived again.
#[derive(Clone, Debug, PartialEq)]
pub struct SeedRevealed {
    pub seed: Seed,
    pub scheme: Scheme,
    /// Fields that others added; they are kept when the record is written again.
    pub other: Map<String, Value>,
}

impl SeedRevealed {
    pub fn new(seed: Seed, scheme: Scheme) -> Self {
        Self { seed, scheme, other: Map::new() }
    }
}

/// One line after the header.
#[derive(Clone, Debug, PartialEq)]
pub enum RecordedEvent {
    Game(Box<Event>),
    SeedRevealed(SeedRevealed),
}

/// A record that could be read. Whether it tells of a legal game is for [`verify()`] to say.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    header: Header,
    edition: Arc<Edition>,
    events: Vec<Event>,
    revealed: Option<SeedRevealed>,
}

impl Record {
    /// Reads a record: every line for itself, and that the numbers have no gap.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        if text.len() > MAX_BYTES {
            let reason = format!("the record has {} bytes; at most {MAX_BYTES} are read", text.len());
            return Err(RecordError::new(1, reason));
        }
        let whole_lines = text.strip_suffix('\n').unwrap_or(text);
        let mut lines = whole_lines.split('\n').enumerate().map(|(i, line)| (i + 1, line));
        let first = lines.next().map_or("", |(_, line)| line);
        let (header, edition) = header::read(first).map_err(|reason| RecordError::new(1, reason))?;
        let mut record = Self { header, edition: Arc::new(edition), events: Vec::new(), revealed: None };
        for (number, line) in lines {
            record.read_line(number - 1, line).map_err(|reason| RecordError::new(number, reason))?;
        }
        Ok(record)
    }

    fn read_line(&mut self, expected: usize, line: &str) -> Result<(), String> {
        if self.revealed.is_some() {
            return Err("nothing can follow seed_revealed, which is the last event of a record".to_owned());
        }
        if expected > MAX_EVENTS {
            return Err(format!("a record has at most {MAX_EVENTS} events"));
        }
        let (n, event) = read_line(line, &self.edition)?;
        if n as usize != expected {
            return Err(format!("the event has the number {n}, but {expected} is next"));
        }
        match event {
            RecordedEvent::Game(event) => self.events.push(*event),
            RecordedEvent::SeedRevealed(revealed) => self.revealed = Some(revealed),
        }
        Ok(())
    }

    pub const fn header(&self) -> &Header {
        &self.header
    }

    pub const fn edition(&self) -> &Arc<Edition> {
        &self.edition
    }

    /// The events of the game, without the revealed seed.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    pub const fn revealed(&self) -> Option<&SeedRevealed> {
        self.revealed.as_ref()
    }

    pub const fn first_seat(&self) -> Seat {
        self.header.first_seat
    }

    /// The record as this version writes it: fields it does not know are gone, except in `fairness` and
    /// `seed_revealed`.
    pub fn to_text(&self) -> String {
        use crate::game::Listener;
        let mut writer = Writer::new(&self.edition, &self.header);
        self.events.iter().for_each(|event| writer.hear(event));
        if let Some(revealed) = &self.revealed {
            writer.reveal(revealed);
        }
        writer.into_text()
    }

    /// The game after each event. The record is verified first, because a game trusts the events it is told.
    pub fn replay(&self) -> Result<Replay<'_>, RecordError> {
        verify(self)?;
        Ok(Replay { game: self.table()?, events: self.events.iter() })
    }

    /// The table before the first event.
    fn table(&self) -> Result<Game<'_>, RecordError> {
        Game::table(&self.edition, self.header.players.len(), self.header.first_seat)
            .map_err(|bad| RecordError::new(1, bad.to_string()))
    }
}

/// Walks through a verified record: each event with the game after it.
#[derive(Clone, Debug)]
pub struct Replay<'r> {
    game: Game<'r>,
    events: std::slice::Iter<'r, Event>,
}

impl<'r> Replay<'r> {
    /// The game after the events so far; the empty table before the first.
    pub const fn game(&self) -> &Game<'r> {
        &self.game
    }
}

impl<'r> Iterator for Replay<'r> {
    type Item = (&'r Event, Game<'r>);

    fn next(&mut self) -> Option<Self::Item> {
        let event = self.events.next()?;
        self.game.apply(event);
        Some((event, self.game))
    }
}
