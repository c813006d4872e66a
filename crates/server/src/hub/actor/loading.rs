//! A table from what is stored of it.

use std::time::Instant;

use crate::hub::late::Late;
use crate::hub::{Editions, lost, not_stored, now};
use crate::protocol::{Refusal, Refused, TableId};
use crate::store::{Store, StoredEntry};
use crate::table::Table;
use crate::table::entry::{Draft, Entry, read_entry};

/// A table from its stored entries, for those who only read.
pub(crate) async fn load_table(
    store: &Store,
    editions: &Editions,
    id: TableId,
) -> Result<Option<Table>, Refused> {
    Ok(load(store, editions, id).await?.map(|(table, _)| table))
}

/// A table from its stored entries, and what spectators see if they see it later; `None` if there are none.
pub(in crate::hub) async fn load(
    store: &Store,
    editions: &Editions,
    id: TableId,
) -> Result<Option<(Table, Option<Late>)>, Refused> {
    let began = Instant::now();
    let unreadable = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, table = %id, "a table cannot be loaded");
        lost()
    };
    let entries = store.entries(id, 0).await.map_err(|error| not_stored(&error))?;
    let Some(first) = entries.first() else { return Ok(None) };
    let created = read_entry(&first.text).map_err(|error| quarantined(id, &error))?;
    let Entry::Created { edition, .. } = &created else {
        return Err(quarantined(id, &"its first entry is not its making"));
    };
    let edition = editions.find(edition).await.map_err(|error| unreadable(&error))?;
    let mut table =
        Table::create(id, edition, first.at, &created).map_err(|error| quarantined(id, &error))?;
    let shown = fold_until(&mut table, &entries[1..], None).map_err(|error| quarantined(id, &error))?;
    debug_assert!(shown.is_empty());
    let delay = table.spectator_delay();
    let late = if delay > 0 {
        let mut then =
            Table::create(id, edition, first.at, &created).map_err(|error| quarantined(id, &error))?;
        let young = fold_until(&mut then, &entries[1..], Some(now() - delay))
            .map_err(|error| quarantined(id, &error))?;
        let mut late = Late::new(then, delay);
        for (number, at, draft) in young {
            late.push(number, at, draft);
        }
        Some(late)
    } else {
        None
    };
    metrics::histogram!("whistlestop_load_seconds").record(began.elapsed());
    Ok(Some((table, late)))
}

/// Makes stored entries true, all or those up to a moment; gives the others.
fn fold_until(
    table: &mut Table,
    entries: &[StoredEntry],
    until: Option<i64>,
) -> Result<Vec<(u32, i64, Draft)>, String> {
    let mut young = Vec::new();
    for entry in entries {
        let draft = Draft::read(&entry.text, table.edition())?;
        // What follows on something that is too young is too young.
        if young.is_empty() && until.is_none_or(|until| entry.at <= until) {
            table.apply(entry.number, entry.at, &draft).map_err(|corrupt| corrupt.to_string())?;
        } else {
            young.push((entry.number, entry.at, draft));
        }
    }
    Ok(young)
}

/// One bad table is put aside; it is no reason for anything else to stop.
fn quarantined(id: TableId, error: &dyn std::fmt::Display) -> Refused {
    tracing::error!(%error, table = %id, "a stored table does not hold and is put aside");
    metrics::counter!("whistlestop_quarantined_total").increment(1);
    Refused::new(Refusal::Internal, "this table's stored data is damaged; it is kept as it is")
}
