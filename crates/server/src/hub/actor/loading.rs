//! A table from what is stored of it.

use std::time::Instant;

use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Game;
use whistlestop_rules::ids::Seat;

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

/// The game as it was whenever it waited for a seat before now.
pub(in crate::hub) async fn past_decisions(
    store: &Store,
    id: TableId,
    edition: &'static Edition,
    seat: Seat,
) -> Result<Vec<Game<'static>>, String> {
    let entries = store.entries(id, 0).await.map_err(|error| error.to_string())?;
    decisions_before_now(&entries, id, edition, seat)
}

fn decisions_before_now(
    entries: &[StoredEntry],
    id: TableId,
    edition: &'static Edition,
    seat: Seat,
) -> Result<Vec<Game<'static>>, String> {
    let Some((first, others)) = entries.split_first() else { return Ok(Vec::new()) };
    let created = read_entry(&first.text)?;
    let mut table = Table::create(id, edition, first.at, &created).map_err(|corrupt| corrupt.to_string())?;
    let mut decisions: Vec<(u32, Game<'static>)> = Vec::new();
    for entry in others {
        let draft = Draft::read(&entry.text, edition)?;
        table.apply(entry.number, entry.at, &draft).map_err(|corrupt| corrupt.to_string())?;
        let Some(live) = table.live() else { continue };
        // What was taken back has not happened, and what waits now is not the past.
        decisions.retain(|(n, _)| *n < live.n());
        if live.game().next_to_act() == Some(seat) {
            decisions.push((live.n(), *live.game()));
        }
    }
    let is_past = |n: u32| table.live().is_some_and(|live| n < live.n());
    Ok(decisions.into_iter().filter(|(n, _)| is_past(*n)).map(|(_, game)| game).collect())
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::protocol::PlayerId;
    use crate::protocol::table::TableOptions;
    use crate::table::{Asker, Command, Decision};
    use whistlestop_rules::chance::Seed;
    use whistlestop_rules::edition::Library;

    const TABLE: TableId = TableId([7; 16]);

    #[test]
    fn the_past_of_a_bot_is_every_decision_its_seat_had_to_make() {
        let edition = Library::builtin().get("usa-classic").unwrap();
        let host = Asker { player: PlayerId([1; 16]), name: "Ann".to_owned() };
        let created = Entry::Created {
            options: TableOptions::new("usa-classic", 2),
            host: host.player,
            code: "CODE".to_owned(),
            secret: Seed([3; 32]),
            edition: String::new(),
        };
        let mut table = Table::create(TABLE, edition, 0, &created).unwrap();
        let mut entries = vec![StoredEntry { number: 1, at: 0, text: Draft::plain(created).to_text() }];
        let append = |table: &mut Table, entries: &mut Vec<StoredEntry>, decision| {
            let Decision::Append(draft) = decision else { return };
            let number = table.number() + 1;
            table.apply(number, 0, &draft).unwrap();
            entries.push(StoredEntry { number, at: 0, text: draft.to_text() });
        };
        let put_bot = |seat| Command::PutBot { seat, bot: "greedy".to_owned() };
        for command in [put_bot(0), put_bot(1), Command::Start] {
            let decision = table.decide(&host, &command).unwrap();
            append(&mut table, &mut entries, decision);
        }
        let mut asked = Vec::new();
        for _ in 0..30 {
            let game = *table.live().unwrap().game();
            if let Some(seat) = game.next_to_act() {
                if seat == Seat::S1 {
                    asked.push(game);
                }
                let action = game.legal_actions(seat).get(0).unwrap();
                let decision = table.decide_bot(seat, table.number(), &action).unwrap();
                append(&mut table, &mut entries, decision);
            }
        }
        let waiting = *table.live().unwrap().game();
        assert!(asked.len() > 5 && waiting.next_to_act().is_some());
        let past = |seat| decisions_before_now(&entries, TABLE, edition, seat).unwrap();
        assert_eq!(past(Seat::S1), asked);
        assert!(!past(Seat::S0).contains(&waiting) && !past(Seat::S1).contains(&waiting));
    }
}
