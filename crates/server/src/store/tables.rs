//! Tables: their entries, and the lists they stand in.

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, Row as _, Transaction};

use super::journal::Places;
use super::{Store, StoreError};
use crate::protocol::table::TableSummary;
use crate::protocol::{PlayerId, RecordId, TableId, TableStatus};

/// What the lists say of a table. Derived from its entries and written with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableIndex {
    /// While people take seats.
    pub code: Option<String>,
    pub status: TableStatus,
    pub listed: bool,
    pub created_at: i64,
    pub changed_at: i64,
    /// When somebody has to look after it although nobody watches; `None`: never.
    pub wake_at: Option<i64>,
    /// The node that looks after it from now on, if that is news.
    pub owner: Option<[u8; 16]>,
    /// The people who sit at it.
    pub players: Vec<PlayerId>,
    pub summary: TableSummary,
}

/// One stored entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    pub number: u32,
    pub at: i64,
    pub text: String,
}

const fn word(status: TableStatus) -> &'static str {
    match status {
        TableStatus::Open => "open",
        TableStatus::Playing => "playing",
        TableStatus::Finished => "finished",
        TableStatus::Closed => "closed",
    }
}

/// Lists a table. Its arguments are those of [`bind_index`].
pub(super) const LIST_TABLE: &str = "\
    INSERT INTO tables (id, code, status, listed, created_at, changed_at, wake_at, owner, summary) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
    ON CONFLICT (id) DO UPDATE SET code = excluded.code, status = excluded.status, listed = excluded.listed, \
    changed_at = excluded.changed_at, wake_at = excluded.wake_at, owner = COALESCE(excluded.owner, tables.owner), \
    summary = excluded.summary";

pub(super) fn bind_index<'q>(
    query: Query<'q, Any, AnyArguments>,
    table: TableId,
    index: &TableIndex,
) -> Query<'q, Any, AnyArguments> {
    query
        .bind(table.0.to_vec())
        .bind(index.code.clone())
        .bind(word(index.status))
        .bind(i64::from(index.listed))
        .bind(index.created_at)
        .bind(index.changed_at)
        .bind(index.wake_at)
        .bind(index.owner.map(|owner| owner.to_vec()))
        .bind(serde_json::to_string(&index.summary).unwrap_or_default())
}

pub(super) async fn write_index(
    transaction: &mut Transaction<'_, Any>,
    table: TableId,
    index: &TableIndex,
) -> Result<(), StoreError> {
    bind_index(sqlx::query(LIST_TABLE), table, index).execute(&mut **transaction).await?;
    sqlx::query("DELETE FROM table_players WHERE table_id = $1")
        .bind(table.0.to_vec())
        .execute(&mut **transaction)
        .await?;
    for player in &index.players {
        sqlx::query("INSERT INTO table_players (player, table_id) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(player.0.to_vec())
            .bind(table.0.to_vec())
            .execute(&mut **transaction)
            .await?;
    }
    Ok(())
}

impl Store {
    /// The entries of a table after a number, in order; none if there is no such table.
    pub async fn entries(&self, table: TableId, after: u32) -> Result<Vec<StoredEntry>, StoreError> {
        // What is being moved is in both; it is told once.
        const ELSEWHERE: &str = "SELECT number, at, entry FROM entries WHERE table_id = $1 AND number > $2";
        const AT_PLACES: &str = "UNION SELECT number, at, entry FROM json_each($3) AS waiting \
                                 JOIN journal ON journal.place = waiting.value WHERE number > $2";
        const ANYWHERE: &str =
            "UNION SELECT number, at, entry FROM journal WHERE table_id = $1 AND number > $2";
        let places = self.inner.journal.as_ref().map_or(Places::None, |journal| journal.places_of(table));
        let in_journal = match &places {
            Places::None => "",
            Places::Some(_) => AT_PLACES,
            Places::Unknown => ANYWHERE,
        };
        let sql = format!("{ELSEWHERE} {in_journal} ORDER BY number");
        let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(table.0.to_vec()).bind(i64::from(after));
        let query = if let Places::Some(places) = places { query.bind(places) } else { query };
        let rows = query.fetch_all(&self.inner.reading).await?;
        let entry = |row: &sqlx::any::AnyRow| -> Result<StoredEntry, sqlx::Error> {
            Ok(StoredEntry {
                number: u32::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u32::MAX),
                at: row.try_get(1)?,
                text: row.try_get(2)?,
            })
        };
        Ok(rows.iter().map(entry).collect::<Result<_, _>>()?)
    }

    /// Tables that were played to the end, in the order of their ids; those of one player, if one is named.
    pub async fn finished_tables(
        &self,
        player: Option<PlayerId>,
        after: Option<TableId>,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let after = after.map_or(Vec::new(), |after| after.0.to_vec());
        let query = match &player {
            None => sqlx::query(
                "SELECT id FROM tables WHERE status = 'finished' AND id > $1 ORDER BY id LIMIT $2",
            )
            .bind(after),
            Some(_) => sqlx::query(
                "SELECT tables.id FROM table_players JOIN tables ON tables.id = table_players.table_id \
                 WHERE tables.status = 'finished' AND tables.id > $1 AND table_players.player = $3 \
                 ORDER BY tables.id LIMIT $2",
            )
            .bind(after),
        };
        let query = query.bind(i64::from(most));
        let query = match player {
            None => query,
            Some(player) => query.bind(player.0.to_vec()),
        };
        let rows = query.fetch_all(&self.inner.reading).await?;
        rows.iter().map(|row| id(row, 0).map(TableId)).collect()
    }

    pub async fn table_with_code(&self, code: &str) -> Result<Option<TableId>, StoreError> {
        let row = sqlx::query("SELECT id FROM tables WHERE code = $1")
            .bind(code)
            .fetch_optional(&self.inner.reading)
            .await?;
        row.map(|row| id(&row, 0).map(TableId)).transpose()
    }

    /// Listed tables that are open or being played, latest change first.
    pub async fn listed_tables(&self, most: u32) -> Result<Vec<TableSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT summary FROM tables WHERE listed = 1 AND status IN ('open', 'playing') \
             ORDER BY changed_at DESC LIMIT $1",
        )
        .bind(i64::from(most))
        .fetch_all(&self.inner.reading)
        .await?;
        rows.iter().map(summary).collect()
    }

    /// The tables a player sits at, latest change first.
    pub async fn tables_of(&self, player: PlayerId, most: u32) -> Result<Vec<TableSummary>, StoreError> {
        let rows = sqlx::query(
            "SELECT tables.summary FROM table_players JOIN tables ON tables.id = table_players.table_id \
             WHERE table_players.player = $1 ORDER BY tables.changed_at DESC LIMIT $2",
        )
        .bind(player.0.to_vec())
        .bind(i64::from(most))
        .fetch_all(&self.inner.reading)
        .await?;
        let own = |row: &sqlx::any::AnyRow| {
            let mut table = summary(row)?;
            for seat in &mut table.seats {
                seat.yours = seat.player == Some(player);
            }
            Ok(table)
        };
        rows.iter().map(own).collect()
    }

    pub async fn save_edition(&self, hash: &str, spec: &str) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO editions (hash, spec) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(hash)
            .bind(spec)
            .execute(&self.inner.writing)
            .await?;
        Ok(())
    }

    pub async fn edition(&self, hash: &str) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT spec FROM editions WHERE hash = $1")
            .bind(hash)
            .fetch_optional(&self.inner.reading)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    pub async fn save_record(
        &self,
        record: RecordId,
        player: PlayerId,
        now: i64,
        text: &str,
    ) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO records (id, player, created_at, record) VALUES ($1, $2, $3, $4)")
            .bind(record.0.to_vec())
            .bind(player.0.to_vec())
            .bind(now)
            .bind(text)
            .execute(&self.inner.writing)
            .await?;
        Ok(())
    }

    pub async fn record(&self, record: RecordId) -> Result<Option<String>, StoreError> {
        let row = sqlx::query("SELECT record FROM records WHERE id = $1")
            .bind(record.0.to_vec())
            .fetch_optional(&self.inner.reading)
            .await?;
        Ok(row.map(|row| row.try_get(0)).transpose()?)
    }

    /// A secret of this server's, made when it is first asked for.
    pub async fn secret(&self, name: &str) -> Result<[u8; 32], StoreError> {
        let fresh: [u8; 32] = crate::random::bytes();
        sqlx::query("INSERT INTO secrets (name, secret) VALUES ($1, $2) ON CONFLICT DO NOTHING")
            .bind(name)
            .bind(fresh.to_vec())
            .execute(&self.inner.writing)
            .await?;
        let row = sqlx::query("SELECT secret FROM secrets WHERE name = $1")
            .bind(name)
            .fetch_one(&self.inner.writing)
            .await?;
        let secret: Vec<u8> = row.try_get(0)?;
        secret.try_into().map_err(|_| StoreError::Damaged(format!("the secret {name:?} has a wrong length")))
    }
}

pub(super) fn id(row: &sqlx::any::AnyRow, column: usize) -> Result<[u8; 16], StoreError> {
    let bytes: Vec<u8> = row.try_get(column)?;
    bytes.try_into().map_err(|_| StoreError::Damaged("an id has a wrong length".to_owned()))
}

fn summary(row: &sqlx::any::AnyRow) -> Result<TableSummary, StoreError> {
    let text: String = row.try_get(0)?;
    serde_json::from_str(&text)
        .map_err(|error| StoreError::Damaged(format!("the summary of a table: {error}")))
}
