//! Writes a record while the game is played.

use super::{Header, SeedRevealed, event_line, seed_line};
use crate::edition::Edition;
use crate::game::{Event, Listener};

/// Hears a game and turns it into the text of a record.
#[derive(Clone, Debug)]
pub struct Writer<'e> {
    edition: &'e Edition,
    text: String,
    events: u32,
}

impl<'e> Writer<'e> {
    /// Starts with the header; `edition` is the one that the header carries.
    pub fn new(edition: &'e Edition, header: &Header) -> Self {
        let mut writer = Self { edition, text: String::new(), events: 0 };
        writer.push(&header.line());
        writer
    }

    /// Ends the record with the seed of the game.
    pub fn reveal(&mut self, revealed: &SeedRevealed) {
        self.events += 1;
        self.push(&seed_line(self.events, revealed));
    }

    /// The lines since the last call, for whoever stores them as they come.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// The lines that were not taken, all of them if none were.
    pub fn into_text(self) -> String {
        self.text
    }

    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}

impl Listener for Writer<'_> {
    fn hear(&mut self, event: &Event) {
        self.events += 1;
        self.push(&event_line(self.events, event, self.edition));
    }
}
