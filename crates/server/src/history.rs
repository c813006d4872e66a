//! What has happened in a game, for a log that is whole after a reload.

use whistlestop_rules::game::Event;
use whistlestop_rules::ids::Seat;

use crate::protocol::event::GameEvent;
use crate::protocol::{Refusal, Refused};
use crate::store::StoredEntry;
use crate::table::entry::{Entry, read_entry, read_events};
use crate::table::{Table, tell};

/// Everything that happened up to the moment `until`, without what was taken back, as whoever plays the seats `own` saw
/// it.
pub(crate) fn history(
    table: &Table,
    entries: &[StoredEntry],
    own: &[Seat],
    until: i64,
) -> Result<Vec<GameEvent>, Refused> {
    let mut events: Vec<Event> = Vec::new();
    let mut before_last = 0;
    for stored in entries.iter().take_while(|stored| stored.at <= until) {
        let damaged = |reason: String| {
            tracing::error!(table = %table.id(), number = stored.number, reason, "a stored entry does not hold");
            Refused::new(Refusal::Internal, "this table's stored data is damaged")
        };
        match read_entry(&stored.text).map_err(damaged)? {
            Entry::Started { .. } | Entry::Played { .. } => {
                before_last = events.len();
                events.extend(read_events(&stored.text, table.edition()).map_err(damaged)?.1);
            }
            Entry::Undone { .. } => events.truncate(before_last),
            _ => {}
        }
    }
    Ok(tell(&events, 1, own, table.edition()))
}
