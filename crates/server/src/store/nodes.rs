//! Which node looks after which table, and who is connected where.

use sqlx::Row as _;

use super::tables::id;
use super::{Store, StoreError};
use crate::protocol::{PlayerId, TableId};

impl Store {
    /// Tables that have to be looked after by now and that no node looks after: none that was alive at `alive_since`.
    pub async fn tables_to_wake(
        &self,
        now: i64,
        alive_since: i64,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        let rows = sqlx::query(
            "SELECT id FROM tables WHERE wake_at IS NOT NULL AND wake_at <= $1 AND (owner IS NULL OR \
             owner <> $4 AND NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.id = tables.owner AND nodes.beat_at >= $2)) \
             ORDER BY wake_at LIMIT $3",
        )
        .bind(now)
        .bind(alive_since)
        .bind(i64::from(most))
        .bind(self.inner.node.to_vec())
        .fetch_all(&self.inner.reading)
        .await?;
        rows.iter().map(|row| id(row, 0).map(TableId)).collect()
    }

    /// When a table that sleeps has to be looked after; `None` when never, or when nobody has put it to sleep.
    pub async fn wake_at(&self, table: TableId) -> Result<Option<i64>, StoreError> {
        let row = sqlx::query("SELECT wake_at FROM tables WHERE id = $1")
            .bind(table.0.to_vec())
            .fetch_optional(&self.inner.reading)
            .await?;
        let wake_at = row.map(|row| row.try_get::<Option<i64>, _>(0)).transpose()?.flatten();
        Ok(wake_at.filter(|at| *at > 0))
    }

    /// Gives a table out of this node's care, and says when somebody has to look after it again.
    pub async fn disown(&self, table: TableId, wake_at: Option<i64>) -> Result<(), StoreError> {
        sqlx::query(
            "UPDATE tables SET wake_at = $2, owner = NULL WHERE id = $1 AND (owner IS NULL OR owner = $3)",
        )
        .bind(table.0.to_vec())
        .bind(wake_at)
        .bind(self.inner.node.to_vec())
        .execute(&self.inner.writing)
        .await?;
        Ok(())
    }

    /// A table that does not hold is looked after by nobody.
    pub async fn put_aside(&self, table: TableId) -> Result<(), StoreError> {
        sqlx::query("UPDATE tables SET wake_at = NULL, owner = NULL, listed = 0 WHERE id = $1")
            .bind(table.0.to_vec())
            .execute(&self.inner.writing)
            .await?;
        Ok(())
    }

    /// With a database of one process, whoever cared for tables before this process is gone.
    pub async fn disown_all(&self) -> Result<(), StoreError> {
        if !self.is_shared() {
            sqlx::query("UPDATE tables SET owner = NULL WHERE owner IS NOT NULL AND wake_at IS NOT NULL")
                .execute(&self.inner.writing)
                .await?;
        }
        Ok(())
    }

    /// Says that this node is alive.
    pub async fn beat(&self, now: i64) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO nodes (id, beat_at) VALUES ($1, $2) \
             ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at",
        )
        .bind(self.inner.node.to_vec())
        .bind(now)
        .execute(&self.inner.writing)
        .await?;
        Ok(())
    }

    /// Makes this node the one that plays a table's bots and keeps its time, unless another that was alive at
    /// `alive_since` is. Says whether this node is it now.
    pub async fn own_table(&self, table: TableId, alive_since: i64) -> Result<bool, StoreError> {
        let done = sqlx::query(
            "UPDATE tables SET owner = $2, wake_at = 0 WHERE id = $1 AND (owner IS NULL OR owner = $2 OR NOT EXISTS \
             (SELECT 1 FROM nodes WHERE nodes.id = tables.owner AND nodes.beat_at >= $3))",
        )
        .bind(table.0.to_vec())
        .bind(self.inner.node.to_vec())
        .bind(alive_since)
        .execute(&self.inner.writing)
        .await?;
        Ok(done.rows_affected() > 0)
    }

    /// Says who is connected to a table at this node.
    pub async fn say_present(&self, table: TableId, players: &[PlayerId]) -> Result<(), StoreError> {
        if players.is_empty() {
            sqlx::query("DELETE FROM presences WHERE table_id = $1 AND node = $2")
                .bind(table.0.to_vec())
                .bind(self.inner.node.to_vec())
                .execute(&self.inner.writing)
                .await?;
            return Ok(());
        }
        let players: Vec<u8> = players.iter().flat_map(|player| player.0).collect();
        sqlx::query(
            "INSERT INTO presences (table_id, node, players) VALUES ($1, $2, $3) \
             ON CONFLICT (table_id, node) DO UPDATE SET players = excluded.players",
        )
        .bind(table.0.to_vec())
        .bind(self.inner.node.to_vec())
        .bind(players)
        .execute(&self.inner.writing)
        .await?;
        Ok(())
    }

    /// Who is connected to a table at other nodes that were alive at `alive_since`.
    pub async fn present_elsewhere(
        &self,
        table: TableId,
        alive_since: i64,
    ) -> Result<Vec<PlayerId>, StoreError> {
        let rows = sqlx::query(
            "SELECT players FROM presences JOIN nodes ON nodes.id = presences.node \
             WHERE table_id = $1 AND node <> $2 AND nodes.beat_at >= $3",
        )
        .bind(table.0.to_vec())
        .bind(self.inner.node.to_vec())
        .bind(alive_since)
        .fetch_all(&self.inner.reading)
        .await?;
        let mut present = Vec::new();
        for row in rows {
            let players: Vec<u8> = row.try_get(0)?;
            present.extend(players.as_chunks().0.iter().map(|player| PlayerId(*player)));
        }
        Ok(present)
    }

    /// Forgets nodes that have been silent for long.
    pub async fn forget_nodes(&self, silent_since: i64) -> Result<(), StoreError> {
        for sql in [
            "DELETE FROM presences WHERE NOT EXISTS \
             (SELECT 1 FROM nodes WHERE nodes.id = presences.node AND nodes.beat_at >= $1)",
            "DELETE FROM nodes WHERE beat_at < $1",
        ] {
            sqlx::query(sql).bind(silent_since).execute(&self.inner.writing).await?;
        }
        Ok(())
    }
}
