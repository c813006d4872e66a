//! Records of tables, and stepping through records.

use whistlestop_rules::chance::Scheme;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Event, Game, Listener as _};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Record, SeedRevealed, Writer};
use whistlestop_rules::view::Viewer;

use crate::protocol::event::GameEvent;
use crate::protocol::rest::{Replay, ReplayPlayer};
use crate::protocol::{GameView, Refusal, Refused, TableStatus};
use crate::show::{self, Memo};
use crate::store::StoredEntry;
use crate::table::Table;
use crate::table::entry::{Entry, read_entry, read_events};

/// Views that one request may ask for.
pub const MOST_VIEWS: usize = 64;

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
    let mut writer = Writer::new(table.edition(), &header);
    for event in &events {
        writer.hear(event);
    }
    let mut revealed = SeedRevealed::new(*live.seed(), Scheme::ChaCha12);
    revealed.other.insert("server_seed".to_owned(), secret.to_string().into());
    writer.reveal(&revealed);
    Ok(writer.into_text())
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

fn check_eyes(eyes: Eyes, record: &Record) -> Result<(), Refused> {
    match eyes {
        Eyes::Seat(seat) if seat.index() >= record.header().players.len() => {
            Err(wrong(format!("there is no seat {seat} in this game")))
        }
        _ => Ok(()),
    }
}

/// The whole game as a list of events.
pub fn replay(record: &Record, edition: &Edition, eyes: Eyes) -> Result<Replay, Refused> {
    check_eyes(eyes, record)?;
    let events = record.events();
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
        players: record.header().players.iter().map(player).collect(),
        first_seat: record.first_seat().into(),
        events: told.collect(),
        turns,
        ended: matches!(events.last(), Some(Event::GameEnded { .. })),
    })
}

/// The positions after the events `from` to `to`, both counted in.
pub fn views(
    record: &Record,
    edition: &Edition,
    eyes: Eyes,
    from: u32,
    to: u32,
) -> Result<Vec<GameView>, Refused> {
    check_eyes(eyes, record)?;
    let last = record.events().len() as u32;
    if from == 0 || from > to || to > last {
        return Err(wrong(format!("the positions are those after event 1 to {last}, in order")));
    }
    if (to - from) as usize >= MOST_VIEWS {
        return Err(wrong(format!("at most {MOST_VIEWS} positions can be asked for at once")));
    }
    let players = record.header().players.len();
    let mut game = Game::table(edition, players, record.first_seat()).map_err(wrong)?;
    let own = eyes.own(players);
    let mut memo = Memo::default();
    let mut views = Vec::new();
    for (n, event) in (1u32..=to).zip(record.events()) {
        game.apply(event);
        if n >= from {
            views.push(show::game_view(&game, n, &own, &mut memo));
        }
    }
    Ok(views)
}
