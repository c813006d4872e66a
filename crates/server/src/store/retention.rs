//! What is old enough to be forgotten.

use sqlx::{Any, Transaction};

use super::tables::id;
use super::{Store, StoreError};
use crate::protocol::{PlayerId, TableId};

/// Removed in one transaction at most, so that nobody's action waits long.
const AT_ONCE: i64 = 100;

/// Which tables are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OldTables {
    /// Played to the end.
    Finished,
    /// Given up before the start, or left standing: nobody came, or nobody went on.
    Unfinished,
}

impl Store {
    /// Forgets tables to which nothing has happened since a moment, with everything about them. Gives how many.
    pub async fn forget_tables(&self, which: OldTables, before: i64) -> Result<u64, StoreError> {
        let status = match which {
            OldTables::Finished => "status = 'finished'",
            OldTables::Unfinished => "status <> 'finished'",
        };
        // Lists change seldom; the last entry tells when something happened.
        let sql = format!(
            "SELECT id FROM tables WHERE {status} AND changed_at < $1 AND COALESCE((SELECT at FROM entries \
             WHERE entries.table_id = tables.id ORDER BY number DESC LIMIT 1), 0) < $1 AND NOT EXISTS (SELECT 1 FROM journal \
             WHERE journal.table_id = tables.id AND journal.at >= $1) LIMIT $2"
        );
        let mut forgotten = 0;
        loop {
            let rows = sqlx::query(sqlx::AssertSqlSafe(sql.as_str()))
                .bind(before)
                .bind(AT_ONCE)
                .fetch_all(&self.inner.reading)
                .await?;
            let old = rows.iter().map(|row| id(row, 0).map(TableId)).collect::<Result<Vec<_>, _>>()?;
            let mut transaction = self.begin().await?;
            for table in &old {
                for sql in [
                    "DELETE FROM entries WHERE table_id = $1",
                    "DELETE FROM journal WHERE table_id = $1",
                    "DELETE FROM table_players WHERE table_id = $1",
                    "DELETE FROM presences WHERE table_id = $1",
                    "DELETE FROM tables WHERE id = $1",
                ] {
                    sqlx::query(sql).bind(table.0.to_vec()).execute(&mut *transaction).await?;
                }
            }
            transaction.commit().await?;
            if let Some(journal) = &self.inner.journal {
                journal.forget(&old);
            }
            forgotten += old.len() as u64;
            if (old.len() as i64) < AT_ONCE {
                return Ok(forgotten);
            }
        }
    }

    /// Forgets uploaded records from before a moment. Gives how many.
    pub async fn forget_records(&self, before: i64) -> Result<u64, StoreError> {
        let done = sqlx::query("DELETE FROM records WHERE created_at < $1")
            .bind(before)
            .execute(&self.inner.writing)
            .await?;
        Ok(done.rows_affected())
    }

    /// Forgets guests who were not seen since a moment, and how they came in. Whoever sits at a table that is not over
    /// stays; games that are over keep the names of those who played them. Gives how many.
    pub async fn forget_guests(&self, before: i64) -> Result<u64, StoreError> {
        let mut forgotten = 0;
        loop {
            let rows = sqlx::query(
                "SELECT id FROM players WHERE password IS NULL AND seen_at < $1 AND NOT EXISTS (SELECT 1 FROM \
                 table_players JOIN tables ON tables.id = table_players.table_id WHERE table_players.player = players.id \
                 AND tables.status IN ('open', 'playing')) LIMIT $2",
            )
            .bind(before)
            .bind(AT_ONCE)
            .fetch_all(&self.inner.reading)
            .await?;
            let old = rows.iter().map(|row| id(row, 0).map(PlayerId)).collect::<Result<Vec<_>, _>>()?;
            let mut transaction = self.begin().await?;
            for player in &old {
                for sql in [
                    "DELETE FROM sessions WHERE player = $1",
                    "DELETE FROM table_players WHERE player = $1",
                    "DELETE FROM players WHERE id = $1",
                ] {
                    sqlx::query(sql).bind(player.0.to_vec()).execute(&mut *transaction).await?;
                }
            }
            transaction.commit().await?;
            forgotten += old.len() as u64;
            if (old.len() as i64) < AT_ONCE {
                return Ok(forgotten);
            }
        }
    }

    async fn begin(&self) -> Result<Transaction<'static, Any>, StoreError> {
        Ok(self.inner.writing.begin_with(self.inner.database.begin()).await?)
    }
}
