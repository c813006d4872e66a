//! The first line of a record: what was played, by whom.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::MAX_HEADER_BYTES;
use super::event_json::is_cut_off;
use crate::edition::{Edition, EditionSpec};
use crate::game::Game;
use crate::ids::Seat;

/// The format this code writes, and the only one it reads.
pub const VERSION: &str = "whistlestop/1";

const PROBLEMS_SHOWN: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The whole edition as it was played, so that a record outlives later edits of a map.
    pub edition: EditionSpec,
    /// By seat.
    pub players: Vec<Player>,
    pub first_seat: Seat,
    /// What the table agreed on about the seed before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fairness: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    pub name: String,
    /// `human`, or `bot:` and the name of the bot.
    pub kind: String,
}

impl Header {
    pub fn new(edition: &Edition, players: Vec<Player>, first_seat: Seat) -> Self {
        Self { edition: edition.spec().clone(), players, first_seat, fairness: None }
    }

    /// The first line of the record, without the line break.
    pub fn line(&self) -> String {
        #[derive(Serialize)]
        struct Line<'h> {
            record: &'static str,
            #[serde(flatten)]
            header: &'h Header,
        }
        // Plain data with text keys: there is nothing in it that JSON could not hold.
        serde_json::to_string(&Line { record: VERSION, header: self }).unwrap_or_default()
    }
}

/// Reads and checks the first line.
pub(super) fn read(line: &str) -> Result<(Header, Edition), String> {
    #[derive(Deserialize)]
    struct Version {
        record: Value,
    }
    if line.trim().is_empty() {
        return Err("the record is empty: its first line must be a header".to_owned());
    }
    if line.len() > MAX_HEADER_BYTES {
        return Err(format!("the header has {} bytes; at most {MAX_HEADER_BYTES} are read", line.len()));
    }
    let version: Version = serde_json::from_str(line).map_err(|error| {
        if is_cut_off(line) {
            "the header is cut off".to_owned()
        } else {
            format!("this is not the header of a record: {error}")
        }
    })?;
    if version.record != VERSION {
        return Err(format!("the header says `record` is {}; only {VERSION:?} can be read", version.record));
    }
    let header: Header =
        serde_json::from_str(line).map_err(|error| format!("the header cannot be read: {error}"))?;
    let edition = Edition::new(header.edition.clone()).map_err(|problems| {
        let shown: Vec<String> = problems.iter().take(PROBLEMS_SHOWN).map(ToString::to_string).collect();
        let more = match problems.len().saturating_sub(PROBLEMS_SHOWN) {
            0 => String::new(),
            more => format!(" And {more} more."),
        };
        format!("the edition cannot be played. {}{more}", shown.join(" "))
    })?;
    Game::table(&edition, header.players.len(), header.first_seat).map_err(|bad| bad.to_string())?;
    Ok((header, edition))
}
