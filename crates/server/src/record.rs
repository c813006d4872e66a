//! Records of tables, and stepping through records.

use std::sync::Arc;

use whistlestop_rules::chance::Scheme;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Event, Game, Listener as _};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Header, Record, SeedRevealed, Writer};
use whistlestop_rules::view::Viewer;

use crate::protocol::event::GameEvent;
use crate::protocol::rest::{Replay, ReplayPlayer};
use crate::protocol::{GameView, PlayerId, Refusal, Refused, TableStatus};
use crate::show::{self, Memo};
use crate::store::StoredEntry;
use crate::table::Table;
use crate::table::entry::{Entry, read_entry, read_events};

/// Views that one request may ask for.
pub const MOST_VIEWS: usize = 64;

/// A game as far as it has gone, and how much of it may be shown.
#[derive(Debug)]
pub struct Story {
    pub edition: Arc<Edition>,
    pub header: Header,
    pub events: Vec<Event>,
    /// Whose eyes may be asked for; everybody's once the game is over.
    pub eyes: Option<Vec<Seat>>,
}

impl Story {
    /// A record, which hides nothing.
    pub fn of_record(record: &Record) -> Self {
        Self {
            edition: record.edition().clone(),
            header: record.header().clone(),
            events: record.events().to_vec(),
            eyes: None,
        }
    }

    /// The game at a table for somebody: all of it when it is over; before, what their own seats have seen.
    pub fn of_table(table: &Table, entries: &[StoredEntry], player: PlayerId) -> Result<Self, Refused> {
        let Some(header) = table.record_header() else {
            return Err(Refused::new(Refusal::WrongTime, "the game has not started"));
        };
        let own = table.seats_of(player);
        let eyes = (table.status() != TableStatus::Finished).then_some(own);
        if eyes.as_ref().is_some_and(Vec::is_empty) {
            return Err(Refused::new(
                Refusal::WrongTime,
                "the game is not over; until then only those who play can look back",
            ));
        }
        let events = events_of(table, entries)?;
        Ok(Self { edition: Arc::new(table.edition().clone()), header, events, eyes })
    }

    /// The eyes that were asked for, or those that see most.
    pub fn check_eyes(&self, asked: Option<Eyes>) -> Result<Eyes, Refused> {
        let eyes = match (&self.eyes, asked) {
            (None, asked) => asked.unwrap_or(Eyes::All),
            (Some(own), None) => own.first().copied().map_or(Eyes::Spectator, Eyes::Seat),
            (Some(own), Some(Eyes::Seat(seat))) if own.contains(&seat) => Eyes::Seat(seat),
            (Some(_), Some(_)) => {
                return Err(Refused::new(
                    Refusal::WrongTime,
                    "the game is not over; until then you can look back from your own seat only",
                ));
            }
        };
        match eyes {
            Eyes::Seat(seat) if seat.index() >= self.header.players.len() => {
                Err(wrong(format!("there is no seat {seat} in this game")))
            }
            eyes => Ok(eyes),
        }
    }

    /// The lines of the game as one seat has seen it: those of a record, with counts in place of what is hidden. Not a
    /// record that could be verified, and it says so in its first line.
    pub fn seen_text(&self, eyes: Eyes) -> Result<String, Refused> {
        let broken = |error: serde_json::Error| {
            tracing::error!(%error, "a record could not be written");
            Refused::new(Refusal::Internal, "the record could not be written")
        };
        let mut header = serde_json::to_value(&self.header).map_err(broken)?;
        if let (Some(header), Eyes::Seat(seat)) = (header.as_object_mut(), eyes) {
            header.insert("record".to_owned(), "whistlestop-seen/1".into());
            header.insert("seen_by".to_owned(), seat.index().into());
        }
        let mut text = header.to_string();
        for (n, event) in (1u32..).zip(&self.events) {
            let seen = GameEvent::of(n, &event.seen_by(eyes.viewer(event)), &self.edition);
            text.push('\n');
            text.push_str(&serde_json::to_string(&seen).map_err(broken)?);
        }
        text.push('\n');
        Ok(text)
    }
}

/// The record of a finished game, from the table and its entries.
pub fn of_table(table: &Table, entries: &[StoredEntry]) -> Result<String, Refused> {
    let running = || Refused::new(Refusal::WrongTime, "the record can be had when the game is over");
    if table.status() != TableStatus::Finished {
        return Err(running());
    }
    let (Some(header), Some(live), Some(secret)) =
        (table.record_header(), table.live(), table.revealed_secret())
    else {
        return Err(running());
    };
    let events = events_of(table, entries)?;
    let mut writer = Writer::new(table.edition(), &header);
    for event in &events {
        writer.hear(event);
    }
    let mut revealed = SeedRevealed::new(*live.seed(), Scheme::ChaCha12);
    revealed.other.insert("server_seed".to_owned(), secret.to_string().into());
    writer.reveal(&revealed);
    Ok(writer.into_text())
}

/// What happened in the game so far, without what was taken back.
fn events_of(table: &Table, entries: &[StoredEntry]) -> Result<Vec<Event>, Refused> {
    let mut events: Vec<Event> = Vec::new();
    for stored in entries {
        let damaged = |reason: String| {
            tracing::error!(table = %table.id(), number = stored.number, reason, "a stored entry does not hold");
            Refused::new(Refusal::Internal, "this table's stored data is damaged")
        };
        match read_entry(&stored.text).map_err(damaged)? {
            Entry::Started { .. } | Entry::Played { .. } => {
                let (first_n, played) = read_events(&stored.text, table.edition()).map_err(damaged)?;
                // What was taken back is not part of the game: its numbers are given again.
                events.truncate(first_n.saturating_sub(1) as usize);
                events.extend(played);
            }
            _ => {}
        }
    }
    // Taken back, and nothing played since.
    if let Some(live) = table.live() {
        events.truncate(live.n() as usize);
    }
    Ok(events)
}

/// Whose eyes a replay is seen through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    Seat(Seat),
    Spectator,
    /// Everything: only for games that are over.
    All,
}

impl Eyes {
    fn own(self, players: usize) -> Vec<Seat> {
        match self {
            Self::Seat(seat) => vec![seat],
            Self::Spectator => Vec::new(),
            Self::All => Seat::of(players).collect(),
        }
    }

    fn viewer(self, event: &Event) -> Viewer {
        match self {
            Self::Seat(seat) => Viewer::Seat(seat),
            Self::Spectator => Viewer::Spectator,
            Self::All => crate::table::secret_of(event).map_or(Viewer::Spectator, Viewer::Seat),
        }
    }
}

impl std::str::FromStr for Eyes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => Ok(Self::All),
            "spectator" => Ok(Self::Spectator),
            seat => seat
                .parse()
                .ok()
                .and_then(Seat::new)
                .map(Self::Seat)
                .ok_or_else(|| "`viewer` is `all`, `spectator` or the number of a seat".to_owned()),
        }
    }
}

fn wrong(error: impl std::fmt::Display) -> Refused {
    Refused::new(Refusal::Invalid, error.to_string())
}

/// The whole game as a list of events.
pub fn replay(story: &Story, eyes: Option<Eyes>) -> Result<Replay, Refused> {
    let eyes = story.check_eyes(eyes)?;
    let Story { edition, header, events, .. } = story;
    let told =
        (1u32..).zip(events).map(|(n, event)| GameEvent::of(n, &event.seen_by(eyes.viewer(event)), edition));
    let starts = |(n, event): (u32, &Event)| matches!(event, Event::TurnStarted { .. }).then_some(n - 1);
    let mut turns: Vec<u32> = (1u32..).zip(events).filter_map(starts).collect();
    turns.push(events.len() as u32);
    let player = |player: &whistlestop_rules::record::Player| ReplayPlayer {
        name: player.name.clone(),
        kind: player.kind.clone(),
    };
    Ok(Replay {
        edition: serde_json::to_value(edition.spec()).unwrap_or_default(),
        players: header.players.iter().map(player).collect(),
        first_seat: header.first_seat.into(),
        events: told.collect(),
        turns,
        ended: matches!(events.last(), Some(Event::GameEnded { .. })),
    })
}

/// The positions after the events `from` to `to`, both counted in.
pub fn views(story: &Story, eyes: Option<Eyes>, from: u32, to: u32) -> Result<Vec<GameView>, Refused> {
    let eyes = story.check_eyes(eyes)?;
    let last = story.events.len() as u32;
    if from == 0 || from > to || to > last {
        return Err(wrong(format!("the positions are those after event 1 to {last}, in order")));
    }
    if (to - from) as usize >= MOST_VIEWS {
        return Err(wrong(format!("at most {MOST_VIEWS} positions can be asked for at once")));
    }
    let players = story.header.players.len();
    let mut game = Game::table(&story.edition, players, story.header.first_seat).map_err(wrong)?;
    let own = eyes.own(players);
    let mut memo = Memo::default();
    let mut views = Vec::new();
    for (n, event) in (1u32..=to).zip(&story.events) {
        game.apply(event);
        if n >= from {
            views.push(show::game_view(&game, n, &own, &mut memo).map_err(wrong)?);
        }
    }
    Ok(views)
}
