//! Group commit: what arrives while one commit is under way goes into the next.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::time::Instant;

use sqlx::{Any, AnyPool, AssertSqlSafe, Row as _, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::engine::{CHANNEL, Database, hint_source};
use super::tables::write_index;
use super::{Append, AppendError, StoreError};
use crate::protocol::TableId;

/// Entries of one transaction.
const MOST_IN_A_COMMIT: usize = 512;

/// Entries of one statement: each number of them is a statement that is prepared once.
const MOST_IN_A_STATEMENT: usize = 64;

/// Longest payload of a notification, with room to spare.
const MOST_HINT_BYTES: usize = 7000;

type Waiting = (Append, oneshot::Sender<Result<(), AppendError>>);

pub(super) async fn run(
    mut queue: mpsc::Receiver<Waiting>,
    pool: AnyPool,
    database: Database,
    node: [u8; 16],
) {
    while let Some(first) = queue.recv().await {
        let mut batch = vec![first];
        while batch.len() < MOST_IN_A_COMMIT
            && let Ok(next) = queue.try_recv()
        {
            batch.push(next);
        }
        let began = Instant::now();
        let (appends, answers): (Vec<_>, Vec<_>) = batch.into_iter().unzip();
        let result = commit(&pool, &database, node, &appends).await;
        metrics::histogram!("whistlestop_commit_seconds").record(began.elapsed());
        metrics::counter!("whistlestop_entries_total").increment(appends.len() as u64);
        match result {
            Ok(mut stored) => {
                for (append, answer) in appends.iter().zip(answers) {
                    // A number that was asked for twice is stored once.
                    let won = stored.remove(&(append.table, append.number));
                    let _ = answer.send(if won { Ok(()) } else { Err(AppendError::Conflict) });
                }
            }
            Err(error) => {
                tracing::error!(%error, entries = appends.len(), "entries could not be stored");
                metrics::counter!("whistlestop_failed_commits_total").increment(1);
                for answer in answers {
                    let _ = answer.send(Err(AppendError::Store(error.clone())));
                }
            }
        }
    }
}

/// Stores all of a batch that fits, in one transaction, and says what fitted.
async fn commit(
    pool: &AnyPool,
    database: &Database,
    node: [u8; 16],
    appends: &[Append],
) -> Result<HashSet<(TableId, u32)>, StoreError> {
    let mut transaction = pool.begin_with(database.begin()).await?;
    let mut stored = HashSet::new();
    for chunk in appends.chunks(MOST_IN_A_STATEMENT) {
        insert(&mut transaction, chunk, &mut stored).await?;
    }
    for append in appends {
        if let Some(index) = &append.index
            && stored.contains(&(append.table, append.number))
        {
            write_index(&mut transaction, append.table, index).await?;
        }
    }
    if let Database::Postgres { .. } = database {
        notify(&mut transaction, node, appends).await?;
    }
    transaction.commit().await?;
    Ok(stored)
}

async fn insert(
    transaction: &mut Transaction<'_, Any>,
    appends: &[Append],
    stored: &mut HashSet<(TableId, u32)>,
) -> Result<(), StoreError> {
    let mut sql = String::from(
        "INSERT INTO entries (table_id, number, at, entry) SELECT column1, column2, column3, column4 FROM (VALUES ",
    );
    for i in 0..appends.len() {
        let comma = if i == 0 { "" } else { ", " };
        let at = 4 * i;
        let _ = write!(sql, "{comma}(${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4);
    }
    sql.push_str(
        ") AS new WHERE column2 = 1 OR EXISTS (SELECT 1 FROM entries AS before \
         WHERE before.table_id = column1 AND before.number = column2 - 1) \
         ON CONFLICT DO NOTHING RETURNING table_id, number",
    );
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for append in appends {
        query = query
            .bind(append.table.0.to_vec())
            .bind(i64::from(append.number))
            .bind(append.at)
            .bind(append.text.as_str());
    }
    for row in query.fetch_all(&mut **transaction).await? {
        let table: Vec<u8> = row.try_get(0)?;
        let number: i64 = row.try_get(1)?;
        if let (Ok(table), Ok(number)) = (table.try_into(), u32::try_from(number)) {
            stored.insert((TableId(table), number));
        }
    }
    Ok(())
}

/// One notification for the whole batch, or a few when it is long: each takes a lock of the whole database.
async fn notify(
    transaction: &mut Transaction<'_, Any>,
    node: [u8; 16],
    appends: &[Append],
) -> Result<(), StoreError> {
    let source = hint_source(node);
    let mut payload = source.clone();
    for (i, append) in appends.iter().enumerate() {
        let _ = write!(payload, " {}:{}", append.table, append.number);
        if payload.len() > MOST_HINT_BYTES || i + 1 == appends.len() {
            sqlx::query("SELECT pg_notify($1, $2)")
                .bind(CHANNEL)
                .bind(payload.as_str())
                .execute(&mut **transaction)
                .await?;
            payload.clone_from(&source);
        }
    }
    Ok(())
}
