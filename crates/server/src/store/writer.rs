//! Group commit: what arrives while one commit is under way goes into the next.

use std::fmt::Write as _;
use std::time::Instant;

use sqlx::any::AnyArguments;
use sqlx::error::ErrorKind;
use sqlx::query::Query;
use sqlx::{Any, AnyPool, AssertSqlSafe, Executor as _, Transaction};
use tokio::sync::{mpsc, oneshot};

use super::engine::{Database, hint_source, notify};
use super::tables::write_index;
use super::{Append, AppendError, StoreError};

/// Entries of one transaction.
const MOST_IN_A_COMMIT: usize = 512;

/// Entries of one statement: each number of them is a statement that is prepared once.
const MOST_IN_A_STATEMENT: usize = 64;

/// Longest payload of a notification, with room to spare.
const MOST_HINT_BYTES: usize = 7000;

/// Entries of one table that follow each other, stored together or not at all, and who waits to hear which.
pub(super) type Waiting = (Vec<Append>, oneshot::Sender<Result<(), AppendError>>);

pub(super) async fn run(
    mut queue: mpsc::Receiver<Waiting>,
    pool: AnyPool,
    database: Database,
    node: [u8; 16],
) {
    while let Some((first, answer)) = queue.recv().await {
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
        let result = commit(&pool, &database, node, &groups).await;
        metrics::histogram!("whistlestop_commit_seconds").record(began.elapsed());
        metrics::counter!("whistlestop_entries_total").increment(entries as u64);
        match result {
            Ok(stored) => {
                for (stored, answer) in stored.into_iter().zip(answers) {
                    let _ = answer.send(if stored { Ok(()) } else { Err(AppendError::Conflict) });
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

/// Stores every group that fits, in one transaction, and says which did.
async fn commit(
    pool: &AnyPool,
    database: &Database,
    node: [u8; 16],
    groups: &[Vec<Append>],
) -> Result<Vec<bool>, StoreError> {
    let rows: Vec<Row<'_>> = groups.iter().flat_map(|group| rows(group)).collect();
    let is_plain = rows.len() <= MOST_IN_A_STATEMENT && rows.iter().all(|row| row.append.index.is_none());
    let together = if is_plain && !database.is_shared() {
        insert_at_once(pool, &rows).await?
    } else {
        commit_together(pool, database, node, groups, &rows).await?
    };
    if let Fit::All = together {
        return Ok(vec![true; groups.len()]);
    }
    let mut transaction = pool.begin_with(database.begin()).await?;
    let mut stored = Vec::with_capacity(groups.len());
    for group in groups {
        stored.push(insert_apart(&mut transaction, group).await?);
    }
    if database.is_shared() {
        let fitted = groups.iter().zip(&stored).filter(|(_, stored)| **stored).flat_map(|(group, _)| group);
        tell_others(&mut transaction, &hints(node, fitted)).await?;
    }
    transaction.commit().await?;
    Ok(stored)
}

/// Whether entries that were to be stored together were.
enum Fit {
    All,
    /// Something did not fit, so nothing is stored.
    Nothing,
}

/// The usual case, everything fits, for SQLite: one statement that is a transaction of its own, because each statement is
/// a way to another thread and back.
async fn insert_at_once(pool: &AnyPool, rows: &[Row<'_>]) -> Result<Fit, StoreError> {
    let sql = insert_statement(rows.len(), Unfit::FailsAll);
    match bind(&sql, rows).execute(pool).await {
        Ok(_) => Ok(Fit::All),
        Err(sqlx::Error::Database(error))
            if matches!(error.kind(), ErrorKind::UniqueViolation | ErrorKind::NotNullViolation) =>
        {
            Ok(Fit::Nothing)
        }
        Err(error) => Err(error.into()),
    }
}

/// The usual case, everything fits.
async fn commit_together(
    pool: &AnyPool,
    database: &Database,
    node: [u8; 16],
    groups: &[Vec<Append>],
    rows: &[Row<'_>],
) -> Result<Fit, StoreError> {
    let mut transaction = pool.begin_with(database.begin()).await?;
    for chunk in rows.chunks(MOST_IN_A_STATEMENT) {
        if insert(&mut transaction, chunk).await? < chunk.len() {
            transaction.rollback().await?;
            return Ok(Fit::Nothing);
        }
    }
    for group in groups {
        write_indexes(&mut transaction, group).await?;
    }
    if database.is_shared() {
        tell_others(&mut transaction, &hints(node, groups.iter().flatten())).await?;
    }
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
    let sql = insert_statement(rows.len(), Unfit::IsLeftOut);
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

/// What becomes of a statement with a row whose number is taken or whose predecessor is missing.
#[derive(Clone, Copy)]
enum Unfit {
    /// The others are stored.
    IsLeftOut,
    /// None is.
    FailsAll,
}

fn insert_statement(rows: usize, unfit: Unfit) -> String {
    const FITS: &str = "column5 = 0 OR EXISTS (SELECT 1 FROM entries AS before \
                        WHERE before.table_id = column1 AND before.number = column5)";
    let entry = match unfit {
        Unfit::IsLeftOut => "column4".to_owned(),
        // An entry must not be NULL.
        Unfit::FailsAll => format!("CASE WHEN {FITS} THEN column4 END"),
    };
    let mut sql = format!(
        "INSERT INTO entries (table_id, number, at, entry) SELECT column1, column2, column3, {entry} FROM (VALUES "
    );
    for i in 0..rows {
        let comma = if i == 0 { "" } else { ", " };
        let at = 5 * i;
        let _ = write!(sql, "{comma}(${}, ${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4, at + 5);
    }
    sql.push_str(") AS new");
    if let Unfit::IsLeftOut = unfit {
        let _ = write!(sql, " WHERE {FITS} ON CONFLICT DO NOTHING");
    }
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
