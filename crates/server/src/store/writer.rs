//! Group commit: what arrives while one commit is under way goes into the next.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::any::AnyArguments;
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{Any, AnyPool, AssertSqlSafe, Executor as _, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::engine::{hint_source, notify};
use super::journal::Journal;
use super::tables::write_index;
use super::{Append, AppendError, StoreError};

/// Entries of one transaction.
const MOST_IN_A_COMMIT: usize = 512;

/// Entries of one statement: each number of them is a statement that is prepared once.
pub(super) const MOST_IN_A_STATEMENT: usize = 64;

/// When nothing has been stored for this long there is time to empty the journal.
const QUIET: Duration = Duration::from_millis(500);

/// Longest payload of a notification, with room to spare.
const MOST_HINT_BYTES: usize = 7000;

/// Entries of one table that follow each other, stored together or not at all, and who waits to hear which.
pub(super) type Waiting = (Vec<Append>, oneshot::Sender<Result<(), AppendError>>);

/// How entries are stored.
pub(super) enum Way {
    /// By this process alone.
    Journal(Arc<Journal>),
    /// By any number of nodes, of which this is one.
    Shared { node: [u8; 16] },
}

pub(super) async fn run(mut queue: mpsc::Receiver<Waiting>, pool: AnyPool, begin: &'static str, way: Way) {
    while let Some((first, answer)) = next(&mut queue, &pool, &way).await {
        let mut entries = first.len();
        let mut waiting = vec![(first, answer)];
        while entries < MOST_IN_A_COMMIT
            && let Ok(next) = queue.try_recv()
        {
            entries += next.0.len();
            waiting.push(next);
        }
        // In one order everywhere, so that two nodes that write to the same tables do not wait for each other.
        waiting.sort_by_key(|(group, _)| group.first().map(|append| append.table.0));
        let (groups, answers): (Vec<_>, Vec<_>) = waiting.into_iter().unzip();
        let began = Instant::now();
        let result = store(&pool, begin, &way, &groups).await;
        metrics::histogram!("whistlestop_commit_seconds").record(began.elapsed());
        metrics::counter!("whistlestop_entries_total").increment(entries as u64);
        match result {
            Ok((stored, connection)) => {
                for (stored, answer) in stored.into_iter().zip(answers) {
                    let _ = answer.send(if stored { Ok(()) } else { Err(AppendError::Conflict) });
                }
                if let (Way::Journal(journal), Some(connection)) = (&way, connection) {
                    tidy(journal, connection, entries).await;
                }
            }
            Err(error) => {
                tracing::error!(%error, entries, "entries could not be stored");
                metrics::counter!("whistlestop_failed_commits_total").increment(1);
                for answer in answers {
                    let _ = answer.send(Err(AppendError::Store(error.clone())));
                }
            }
        }
    }
}

/// Stores every group that fits and says which did; with the connection that it took, if what follows is for the same one.
async fn store(
    pool: &AnyPool,
    begin: &'static str,
    way: &Way,
    groups: &[Vec<Append>],
) -> Result<(Vec<bool>, Option<PoolConnection<Any>>), StoreError> {
    match way {
        Way::Journal(journal) => {
            let mut connection = pool.acquire().await?;
            Ok((journal.commit(&mut connection, begin, groups).await?, Some(connection)))
        }
        Way::Shared { node } => Ok((commit(pool, begin, *node, groups).await?, None)),
    }
}

/// What is to be stored next. While there is nothing, the journal is emptied.
async fn next(queue: &mut mpsc::Receiver<Waiting>, pool: &AnyPool, way: &Way) -> Option<Waiting> {
    if let Way::Journal(journal) = way {
        while journal.may_hold_any() {
            match tokio::time::timeout(QUIET, queue.recv()).await {
                Ok(next) => return next,
                Err(_) => empty(journal, queue, pool).await,
            }
        }
    }
    queue.recv().await
}

/// Empties the journal until somebody has something to store.
async fn empty(journal: &Journal, queue: &mpsc::Receiver<Waiting>, pool: &AnyPool) {
    while queue.is_empty() && !queue.is_closed() {
        let step = async { journal.tidy_all(&mut *pool.acquire().await?).await };
        match step.await {
            Ok(true) => {}
            Ok(false) => return,
            Err(error) => return tracing::warn!(%error, "the journal cannot be emptied"),
        }
    }
}

async fn tidy(journal: &Journal, mut connection: PoolConnection<Any>, added: usize) {
    if let Err(error) = journal.tidy(&mut connection, added).await {
        tracing::warn!(%error, "the journal cannot be emptied");
    }
}

/// Stores every group that fits, in one transaction, and says which did.
async fn commit(
    pool: &AnyPool,
    begin: &'static str,
    node: [u8; 16],
    groups: &[Vec<Append>],
) -> Result<Vec<bool>, StoreError> {
    if let Fit::All = commit_together(pool, begin, node, groups).await? {
        return Ok(vec![true; groups.len()]);
    }
    let mut transaction = pool.begin_with(begin).await?;
    let mut stored = Vec::with_capacity(groups.len());
    for group in groups {
        stored.push(insert_apart(&mut transaction, group).await?);
    }
    let fitted = groups.iter().zip(&stored).filter(|(_, stored)| **stored).flat_map(|(group, _)| group);
    tell_others(&mut transaction, &hints(node, fitted)).await?;
    transaction.commit().await?;
    Ok(stored)
}

/// Whether entries that were to be stored together were.
enum Fit {
    All,
    /// Something did not fit, so nothing is stored.
    Nothing,
}

/// The usual case, everything fits.
async fn commit_together(
    pool: &AnyPool,
    begin: &'static str,
    node: [u8; 16],
    groups: &[Vec<Append>],
) -> Result<Fit, StoreError> {
    let rows: Vec<Row<'_>> = groups.iter().flat_map(|group| rows(group)).collect();
    let mut transaction = pool.begin_with(begin).await?;
    for chunk in rows.chunks(MOST_IN_A_STATEMENT) {
        if insert(&mut transaction, chunk).await? < chunk.len() {
            transaction.rollback().await?;
            return Ok(Fit::Nothing);
        }
    }
    for group in groups {
        write_indexes(&mut transaction, group).await?;
    }
    tell_others(&mut transaction, &hints(node, groups.iter().flatten())).await?;
    transaction.commit().await?;
    Ok(Fit::All)
}

/// Stores one group without touching the others. Says whether it fitted.
async fn insert_apart(transaction: &mut Transaction<'_, Any>, group: &[Append]) -> Result<bool, StoreError> {
    transaction.execute("SAVEPOINT apart").await?;
    let rows: Vec<Row<'_>> = rows(group).collect();
    let mut stored = 0;
    for chunk in rows.chunks(MOST_IN_A_STATEMENT) {
        stored += insert(transaction, chunk).await?;
    }
    let fits = stored == group.len();
    if fits {
        write_indexes(transaction, group).await?;
    } else {
        transaction.execute("ROLLBACK TO SAVEPOINT apart").await?;
    }
    transaction.execute("RELEASE SAVEPOINT apart").await?;
    Ok(fits)
}

async fn write_indexes(transaction: &mut Transaction<'_, Any>, group: &[Append]) -> Result<(), StoreError> {
    for append in group {
        if let Some(index) = &append.index {
            write_index(transaction, append.table, index).await?;
        }
    }
    Ok(())
}

/// An entry, and the number of the one that must be there before it and its group.
struct Row<'a> {
    append: &'a Append,
    before: i64,
}

fn rows(group: &[Append]) -> impl Iterator<Item = Row<'_>> {
    let before = group.first().map_or(0, |first| i64::from(first.number) - 1);
    group.iter().map(move |append| Row { append, before })
}

/// Stores the rows that fit, and says how many did.
async fn insert(transaction: &mut Transaction<'_, Any>, rows: &[Row<'_>]) -> Result<usize, StoreError> {
    let sql = insert_statement(rows.len());
    let done = bind(&sql, rows).execute(&mut **transaction).await?;
    Ok(usize::try_from(done.rows_affected()).unwrap_or(usize::MAX))
}

fn bind<'q>(sql: &'q str, rows: &[Row<'q>]) -> Query<'q, Any, AnyArguments> {
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for Row { append, before } in rows {
        query = query
            .bind(append.table.0.to_vec())
            .bind(i64::from(append.number))
            .bind(append.at)
            .bind(append.text.as_str())
            .bind(*before);
    }
    query
}

fn insert_statement(rows: usize) -> String {
    let mut sql = String::from(
        "INSERT INTO entries (table_id, number, at, entry) SELECT column1, column2, column3, column4 FROM (VALUES ",
    );
    for i in 0..rows {
        let comma = if i == 0 { "" } else { ", " };
        let at = 5 * i;
        let _ = write!(sql, "{comma}(${}, ${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4, at + 5);
    }
    sql.push_str(
        ") AS new WHERE column5 = 0 OR EXISTS (SELECT 1 FROM entries AS before \
         WHERE before.table_id = column1 AND before.number = column5) ON CONFLICT DO NOTHING",
    );
    sql
}

/// One payload for the whole batch, or a few when it is long: each notification takes a lock of the whole database.
fn hints<'a>(node: [u8; 16], appends: impl Iterator<Item = &'a Append>) -> Vec<String> {
    let source = hint_source(node);
    let mut payloads: Vec<String> = Vec::new();
    for append in appends {
        if payloads.last().is_none_or(|payload| payload.len() > MOST_HINT_BYTES) {
            payloads.push(source.clone());
        }
        if let Some(payload) = payloads.last_mut() {
            let _ = write!(payload, " {}:{}", append.table, append.number);
        }
    }
    payloads
}

async fn tell_others(transaction: &mut Transaction<'_, Any>, payloads: &[String]) -> Result<(), StoreError> {
    for payload in payloads {
        notify(&mut **transaction, payload).await?;
    }
    Ok(())
}
