//! Many stored games at once, for measuring how a server with a long history behaves.

use sqlx::AssertSqlSafe;

use super::{Store, StoreError};

impl Store {
    /// Adds finished tables with two entries each; only measurements have a reason to. For SQLite.
    #[doc(hidden)]
    pub async fn fill_with_finished_games(&self, games: u32) -> Result<(), StoreError> {
        let count = format!(
            "WITH RECURSIVE game(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM game WHERE i < {games}), \
             made AS (SELECT i, CAST(printf('%016d', i) AS BLOB) AS id FROM game) "
        );
        let summary = r#"{"id":"'||lower(hex(id))||'","status":"finished","options":{"edition":"usa-classic"},"seats":[],"created_at":0,"changed_at":0}"#;
        let mut transaction = self.inner.writing.begin().await?;
        for statement in [
            format!(
                "{count} INSERT INTO tables (id, code, status, listed, created_at, changed_at, wake_at, owner, summary) \
                 SELECT id, NULL, 'finished', 0, i, i, NULL, NULL, '{summary}' FROM made"
            ),
            format!(
                "{count} INSERT INTO table_players (player, table_id) \
                 SELECT CAST(printf('%016d', i % 50000) AS BLOB), id FROM made"
            ),
            format!(
                "{count} INSERT INTO entries (table_id, number, at, entry) \
                 SELECT id, number, i, '{{\"k\":\"closed\"}}' FROM made, (SELECT 1 AS number UNION SELECT 2)"
            ),
        ] {
            sqlx::query(AssertSqlSafe(statement)).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}
