//! SQLite's way to store entries: first at the end of a journal, later where they belong.
//!
//! Entries of different tables lie far apart, so that a commit would write a page for each. The journal takes them all on a few
//! pages. When it has thousands they are moved, table by table, some at a time between commits.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Row as _};

use super::tables::{LIST_TABLE, bind_index, id};
use super::writer::MOST_IN_A_STATEMENT;
use super::{Append, StoreError, TableIndex};
use crate::protocol::TableId;

/// Entries that are gathered before they are moved.
const GATHERED: usize = 8192;

/// Entries that are moved at a time; more when many arrive, so that the journal does not grow without end.
const MOVED_AT_ONCE: usize = 64;

/// Tables whose last number is remembered at most, beyond those in the journal.
const REMEMBERED_TABLES: usize = 16_384;

/// What is known of the journal. This process is the only one that writes to it.
#[derive(Debug, Default)]
pub(super) struct Journal(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Whether the rest is what the database has: not before it was read, nor after a commit that may have failed.
    is_known: bool,
    last: HashMap<TableId, Last>,
    /// The highest place that was given.
    place: i64,
    /// Up to this place the journal is empty.
    cleared: i64,
    gathered: Vec<(TableId, i64)>,
    moving: Option<Moving>,
}

/// The last entry of a table.
#[derive(Clone, Copy, Debug, Default)]
struct Last {
    number: u32,
    /// The last place of the table in the journal; 0 if there is none.
    place: i64,
    /// Whether it was compared with what is outside the journal.
    is_checked: bool,
}

/// Entries on their way out of the journal.
#[derive(Debug)]
struct Moving {
    /// In the order of the tables.
    entries: Vec<(TableId, i64)>,
    moved: usize,
    until: i64,
}

/// Where in the journal entries of a table may be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Places {
    None,
    /// As a list in JSON.
    Some(String),
    Unknown,
}

/// What is next on the way out of the journal.
enum Step {
    Move { places: String, count: usize },
    Clear { until: i64 },
}

/// What fits, and is to be written.
#[derive(Default)]
struct Admitted<'a> {
    /// Entries with their places in the journal.
    journalled: Vec<(i64, &'a Append)>,
    /// Groups that change the lists. They go to where they belong at once: tables that are made or begun are soon read.
    listed: Vec<(&'a [Append], &'a TableIndex)>,
}

impl Journal {
    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing that holds it can panic half-way.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where in the journal entries of a table may be.
    pub(super) fn places_of(&self, table: TableId) -> Places {
        let state = self.state();
        if !state.is_known {
            return Places::Unknown;
        }
        if state.last.get(&table).is_none_or(|last| last.place <= state.cleared) {
            return Places::None;
        }
        let moving = state.moving.iter().flat_map(|moving| &moving.entries);
        let places = moving.chain(&state.gathered).filter(|(of, _)| *of == table);
        Places::Some(list(places.map(|(_, place)| *place)))
    }

    /// Whether anything may be in the journal.
    pub(super) fn may_hold_any(&self) -> bool {
        let state = self.state();
        !state.is_known || state.cleared < state.place
    }

    /// Tables of which nothing is stored any more.
    pub(super) fn forget(&self, tables: &[TableId]) {
        let mut state = self.state();
        for table in tables {
            state.last.remove(table);
        }
    }

    /// Stores every group that follows on what its table has, in one transaction, and says which did.
    pub(super) async fn commit(
        &self,
        connection: &mut AnyConnection,
        begin: &'static str,
        groups: &[Vec<Append>],
    ) -> Result<Vec<bool>, StoreError> {
        let stored = self.try_commit(connection, begin, groups).await;
        if stored.is_err() {
            self.state().is_known = false;
        }
        stored
    }

    async fn try_commit(
        &self,
        connection: &mut AnyConnection,
        begin: &'static str,
        groups: &[Vec<Append>],
    ) -> Result<Vec<bool>, StoreError> {
        self.learn(connection).await?;
        for group in groups {
            self.look_up(connection, group).await?;
        }
        let mut admitted = Admitted::default();
        let stored = {
            let mut state = self.state();
            groups.iter().map(|group| state.admit(group, &mut admitted)).collect()
        };
        write(connection, begin, &admitted).await?;
        Ok(stored)
    }

    /// Reads what the journal has, if that is not known.
    async fn learn(&self, connection: &mut AnyConnection) -> Result<(), StoreError> {
        if self.state().is_known {
            return Ok(());
        }
        let rows = sqlx::query("SELECT place, table_id, number FROM journal ORDER BY place");
        let rows = rows.fetch_all(connection).await?;
        let mut known = State { is_known: true, ..State::default() };
        for row in &rows {
            let (place, table) = (row.try_get(0)?, TableId(id(row, 1)?));
            let number = u32::try_from(row.try_get::<i64, _>(2)?).unwrap_or(u32::MAX);
            known.cleared = if known.gathered.is_empty() { place - 1 } else { known.cleared };
            known.place = place;
            known.gathered.push((table, place));
            known.last.insert(table, Last { number, place, is_checked: false });
        }
        *self.state() = known;
        Ok(())
    }

    /// Makes sure that the last number of a group's table is known.
    async fn look_up(&self, connection: &mut AnyConnection, group: &[Append]) -> Result<(), StoreError> {
        let Some(Append { table, .. }) = group.first() else { return Ok(()) };
        let known = self.state().last.get(table).copied();
        if known.is_some_and(|last| last.is_checked) {
            return Ok(());
        }
        let row = sqlx::query("SELECT MAX(number) FROM entries WHERE table_id = ?")
            .bind(table.0.to_vec())
            .fetch_one(connection)
            .await?;
        let number = u32::try_from(row.try_get::<Option<i64>, _>(0)?.unwrap_or(0)).unwrap_or(u32::MAX);
        let Last { number: journalled, place, .. } = known.unwrap_or_default();
        let last = Last { number: number.max(journalled), place, is_checked: true };
        self.state().last.insert(*table, last);
        Ok(())
    }

    /// Moves entries out of the journal if it has gathered enough, about as many as were added just now and more. Says whether
    /// there is more to do.
    pub(super) async fn tidy(
        &self,
        connection: &mut AnyConnection,
        added: usize,
    ) -> Result<bool, StoreError> {
        let step = self.state().next_step(GATHERED, added);
        self.take(connection, step).await
    }

    /// The same however little it has gathered, for when there is time.
    pub(super) async fn tidy_all(&self, connection: &mut AnyConnection) -> Result<bool, StoreError> {
        self.learn(connection).await?;
        let step = self.state().next_step(1, 0);
        self.take(connection, step).await
    }

    async fn take(&self, connection: &mut AnyConnection, step: Option<Step>) -> Result<bool, StoreError> {
        match step {
            None => return Ok(false),
            Some(Step::Move { places, count }) => {
                // A step that was taken before and not heard of does no harm.
                let sql = "INSERT OR IGNORE INTO entries (table_id, number, at, entry) SELECT table_id, number, at, entry \
                           FROM json_each(?) AS moved JOIN journal ON journal.place = moved.value";
                sqlx::query(sql).bind(places).execute(connection).await?;
                self.state().moved(count);
            }
            Some(Step::Clear { until }) => {
                sqlx::query("DELETE FROM journal WHERE place <= ?").bind(until).execute(connection).await?;
                self.state().cleared(until);
            }
        }
        Ok(true)
    }
}

impl State {
    /// Takes a group if it follows on what its table has. Says whether it does.
    fn admit<'a>(&mut self, group: &'a [Append], admitted: &mut Admitted<'a>) -> bool {
        let (Some(first), Some(end)) = (group.first(), group.last()) else { return true };
        let last = self.last.entry(first.table).or_default();
        if first.number != last.number.saturating_add(1) {
            return false;
        }
        last.number = end.number;
        if let Some(index) = group.iter().rev().find_map(|append| append.index.as_ref()) {
            admitted.listed.push((group, index));
        } else {
            for append in group {
                self.place += 1;
                self.gathered.push((append.table, self.place));
                admitted.journalled.push((self.place, append));
            }
            last.place = self.place;
        }
        true
    }

    fn next_step(&mut self, enough: usize, added: usize) -> Option<Step> {
        // At twice the speed at which the journal grows: once for moving, once for clearing.
        let count = MOVED_AT_ONCE.max(4 * added);
        if self.moving.is_none() && self.gathered.len() >= enough {
            let mut entries = std::mem::take(&mut self.gathered);
            entries.sort_unstable();
            self.moving = Some(Moving { entries, moved: 0, until: self.place });
        }
        let moving = self.moving.as_ref()?;
        let left = &moving.entries[moving.moved..];
        if left.is_empty() {
            return Some(Step::Clear { until: moving.until.min(self.cleared + count as i64) });
        }
        let chosen = &left[..left.len().min(count)];
        Some(Step::Move { places: list(chosen.iter().map(|(_, place)| *place)), count: chosen.len() })
    }

    fn moved(&mut self, count: usize) {
        if let Some(moving) = &mut self.moving {
            moving.moved += count;
        }
    }

    fn cleared(&mut self, until: i64) {
        self.cleared = until;
        if self.moving.as_ref().is_some_and(|moving| moving.until == until) {
            self.moving = None;
            if self.last.len() > REMEMBERED_TABLES {
                self.last.retain(|_, last| last.place > until);
            }
        }
    }
}

/// A list in JSON.
fn list(places: impl Iterator<Item = i64>) -> String {
    let mut list = String::from("[");
    for place in places {
        let comma = if list.len() == 1 { "" } else { "," };
        let _ = write!(list, "{comma}{place}");
    }
    list.push(']');
    list
}

/// Writes all of it or nothing, by few statements, because each is a way to another thread and back.
async fn write(
    connection: &mut AnyConnection,
    begin: &'static str,
    admitted: &Admitted<'_>,
) -> Result<(), StoreError> {
    let Admitted { journalled, listed } = admitted;
    if listed.is_empty() && journalled.len() <= MOST_IN_A_STATEMENT {
        return insert_into_journal(connection, journalled).await;
    }
    let mut transaction = connection.begin_with(begin).await?;
    for places in journalled.chunks(MOST_IN_A_STATEMENT) {
        insert_into_journal(&mut transaction, places).await?;
    }
    for (group, index) in listed {
        insert_with_lists(&mut transaction, group, index).await?;
    }
    transaction.commit().await?;
    Ok(())
}

async fn insert_into_journal(
    connection: &mut AnyConnection,
    places: &[(i64, &Append)],
) -> Result<(), StoreError> {
    let Some((first, others)) = places.split_first() else { return Ok(()) };
    let mut sql =
        String::from("INSERT INTO journal (place, table_id, number, at, entry) VALUES (?, ?, ?, ?, ?)");
    sql.extend(others.iter().map(|_| ", (?, ?, ?, ?, ?)"));
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for (place, append) in std::iter::once(first).chain(others) {
        query = query
            .bind(*place)
            .bind(append.table.0.to_vec())
            .bind(i64::from(append.number))
            .bind(append.at)
            .bind(append.text.clone());
    }
    query.execute(connection).await?;
    Ok(())
}

/// Writes entries of one table where they belong, and what the lists say of it then.
async fn insert_with_lists(
    connection: &mut AnyConnection,
    group: &[Append],
    index: &TableIndex,
) -> Result<(), StoreError> {
    let Some(Append { table, .. }) = group.first() else { return Ok(()) };
    let mut sql = format!("{LIST_TABLE}; DELETE FROM table_players WHERE table_id = $1; ");
    // After those of the lists.
    let mut argument = 10..;
    let mut next = || argument.next().unwrap_or_default();
    for _ in &index.players {
        let _ = write!(
            sql,
            "INSERT INTO table_players (player, table_id) VALUES (${}, $1) ON CONFLICT DO NOTHING; ",
            next()
        );
    }
    for _ in group {
        let _ = write!(
            sql,
            "INSERT INTO entries (table_id, number, at, entry) VALUES ($1, ${}, ${}, ${}); ",
            next(),
            next(),
            next()
        );
    }
    let mut query = bind_index(sqlx::query(AssertSqlSafe(sql)), *table, index);
    for player in &index.players {
        query = query.bind(player.0.to_vec());
    }
    for append in group {
        query = query.bind(i64::from(append.number)).bind(append.at).bind(append.text.clone());
    }
    query.execute(connection).await?;
    Ok(())
}
