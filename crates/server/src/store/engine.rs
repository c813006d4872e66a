//! What differs between SQLite and Postgres.

use std::fmt::Write as _;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::AnyPoolOptions;
use sqlx::postgres::PgListener;
use sqlx::{Any, AnyPool, AssertSqlSafe, Connection as _, Executor, Row as _};
use tokio::sync::broadcast;

use super::journal::Journal;
use super::{Hint, StoreError};
use crate::protocol::TableId;

/// The schema this version writes.
pub const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// From each schema to the next. What was released is never edited.
const MIGRATIONS: [&str; 3] =
    [include_str!("schema_1.sql"), include_str!("schema_2.sql"), include_str!("schema_3.sql")];

/// The channel on which nodes tell each other of new entries.
const CHANNEL: &str = "whistlestop";

const LEAST_SQLITE: [u32; 3] = [3, 51, 3];

/// Where everything is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// A file of one process.
    Sqlite { path: PathBuf },
    /// A server that any number of nodes share.
    Postgres { url: String },
}

impl Database {
    pub(super) fn lock(&self) -> Result<Option<File>, StoreError> {
        let Self::Sqlite { path } = self else { return Ok(None) };
        let lock = path.with_extension("lock");
        let told = |error: std::io::Error| StoreError::Unavailable(format!("{}: {error}", lock.display()));
        let file = File::create(&lock).map_err(told)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(std::fs::TryLockError::WouldBlock) => {
                Err(StoreError::InUse { path: path.display().to_string() })
            }
            Err(std::fs::TryLockError::Error(error)) => Err(told(error)),
        }
    }

    /// The connections for writing and those for reading.
    pub(super) async fn connect(&self) -> Result<(AnyPool, AnyPool), StoreError> {
        sqlx::any::install_default_drivers();
        let timeout = Duration::from_secs(5);
        match self {
            Self::Sqlite { path } => {
                let url = sqlite_url(path, "rwc");
                let pool = |connections: u32, own_pragmas: &'static [&'static str]| {
                    pool_options()
                        .max_connections(connections)
                        .acquire_timeout(timeout)
                        // It is in this process; to ask whether it lives takes as long as a small commit.
                        .test_before_acquire(false)
                        .idle_timeout(None)
                        .max_lifetime(None)
                        .after_connect(move |connection, _| {
                            Box::pin(async move {
                                // FULL: a commit survives the loss of power, not only of the process.
                                let pragmas = [
                                    "PRAGMA busy_timeout = 3000",
                                    "PRAGMA journal_mode = WAL",
                                    "PRAGMA synchronous = FULL",
                                    "PRAGMA temp_store = MEMORY",
                                ];
                                for pragma in pragmas.iter().chain(own_pragmas) {
                                    connection.execute(*pragma).await?;
                                }
                                Ok(())
                            })
                        })
                };
                // Now and then a commit waits while SQLite moves its log into the database: a little and often keeps the
                // longest of these waits at half of what its own default makes them.
                let writing = pool(1, &["PRAGMA cache_size = -3000", "PRAGMA wal_autocheckpoint = 250"]);
                let writing = writing.connect(&url).await?;
                let found: String =
                    sqlx::query("SELECT sqlite_version()").fetch_one(&writing).await?.try_get(0)?;
                if version(&found) < LEAST_SQLITE {
                    return Err(StoreError::OldSqlite { found });
                }
                // Tables are read once, when they wake: the system's cache serves that as well as four of our own.
                let reading = pool(4, &["PRAGMA cache_size = -256"]);
                Ok((writing, reading.connect(&url).await?))
            }
            Self::Postgres { url } => {
                let pool = pool_options().max_connections(8).acquire_timeout(timeout);
                let pool = pool.after_connect(|connection, _| {
                    Box::pin(async move {
                        // A node that freezes in the middle of a transaction must not hold up the others, and nobody
                        // waits for ever.
                        for setting in [
                            "SET idle_in_transaction_session_timeout = '2s'",
                            "SET lock_timeout = '4s'",
                            "SET statement_timeout = '10s'",
                        ] {
                            connection.execute(setting).await?;
                        }
                        Ok(())
                    })
                });
                let pool = pool.connect(url).await?;
                Ok((pool.clone(), pool))
            }
        }
    }

    /// Connections that cannot change anything.
    pub(super) async fn connect_for_reading(&self) -> Result<AnyPool, StoreError> {
        sqlx::any::install_default_drivers();
        let options = AnyPoolOptions::new().max_connections(2).acquire_timeout(Duration::from_secs(5));
        match self {
            Self::Sqlite { path } => {
                if !path.exists() {
                    return Err(StoreError::Missing { path: path.display().to_string() });
                }
                Ok(options.connect(&sqlite_url(path, "ro")).await?)
            }
            Self::Postgres { url } => Ok(options.connect(url).await?),
        }
    }

    /// Whether other processes may use it at the same time.
    pub(super) const fn is_shared(&self) -> bool {
        matches!(self, Self::Postgres { .. })
    }

    /// What is known of the journal at first: nothing.
    pub(super) fn journal(&self) -> Option<Arc<Journal>> {
        (!self.is_shared()).then(Arc::default)
    }

    pub(super) const fn begin(&self) -> &'static str {
        match self {
            // The lock for writing is taken at once, so that nothing fails half-way.
            Self::Sqlite { .. } => "BEGIN IMMEDIATE",
            Self::Postgres { .. } => "BEGIN",
        }
    }

    fn dialect(&self, sql: &str) -> String {
        let (bytes, clustered) = match self {
            Self::Sqlite { .. } => ("BLOB", "WITHOUT ROWID"),
            Self::Postgres { .. } => ("BYTEA", ""),
        };
        sql.replace("$BYTES", bytes).replace("$CLUSTERED", clustered)
    }

    pub(super) async fn backup(&self, pool: &AnyPool, path: &str) -> Result<(), StoreError> {
        match self {
            Self::Sqlite { .. } => {
                sqlx::query("VACUUM INTO $1").bind(path).execute(pool).await?;
                Ok(())
            }
            Self::Postgres { .. } => Err(StoreError::Unavailable(
                "a Postgres database is backed up with pg_dump, which is made for that".to_owned(),
            )),
        }
    }
}

/// SQLite gives a transaction up by itself when the disk is full, and the library then takes it for open for ever: a
/// connection that it takes for being in a transaction is not used again.
fn pool_options() -> AnyPoolOptions {
    AnyPoolOptions::new()
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
}

fn sqlite_url(path: &Path, mode: &str) -> String {
    let mut url = String::from("sqlite://");
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' => {
                url.push(char::from(*byte));
            }
            other => {
                let _ = write!(url, "%{other:02X}");
            }
        }
    }
    let _ = write!(url, "?mode={mode}");
    url
}

fn version(text: &str) -> [u32; 3] {
    let mut numbers = text.split('.').map(|number| number.parse().unwrap_or(0));
    std::array::from_fn(|_| numbers.next().unwrap_or(0))
}

/// Brings the schema up to date, or refuses one that is newer than this program.
pub(super) async fn migrate(pool: &AnyPool, database: &Database) -> Result<(), StoreError> {
    let mut transaction = pool.begin_with(database.begin()).await?;
    if let Database::Postgres { .. } = database {
        // Several nodes may start at once, and a migration may take its time.
        for setting in ["lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"] {
            transaction.execute(AssertSqlSafe(format!("SET LOCAL {setting} = 0"))).await?;
        }
        transaction.execute("SELECT pg_advisory_xact_lock(7235419)").await?;
    }
    transaction.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)").await?;
    let found = sqlx::query("SELECT MAX(version) FROM schema_version").fetch_one(&mut *transaction).await?;
    let found: i64 = found.try_get::<Option<i64>, _>(0)?.unwrap_or(0);
    if found > SCHEMA {
        return Err(StoreError::NewerSchema { found, known: SCHEMA });
    }
    for (version, sql) in (1i64..).zip(MIGRATIONS) {
        if version <= found {
            continue;
        }
        let sql = database.dialect(sql);
        let sql: String =
            sql.lines().filter(|line| !line.trim_start().starts_with("--")).collect::<Vec<_>>().join("\n");
        for statement in sql.split(';').map(str::trim).filter(|statement| !statement.is_empty()) {
            transaction.execute(AssertSqlSafe(statement.to_owned())).await?;
        }
        sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
            .bind(version)
            .execute(&mut *transaction)
            .await?;
        tracing::info!(version, "the schema of the database is up to date");
    }
    transaction.commit().await?;
    Ok(())
}

/// Refuses a database that is not of this version.
pub(super) async fn check_schema(pool: &AnyPool) -> Result<(), StoreError> {
    let row = sqlx::query("SELECT MAX(version) FROM schema_version").fetch_one(pool).await?;
    match row.try_get::<Option<i64>, _>(0)?.unwrap_or(0) {
        SCHEMA => Ok(()),
        found if found > SCHEMA => Err(StoreError::NewerSchema { found, known: SCHEMA }),
        found => Err(StoreError::OlderSchema { found, known: SCHEMA }),
    }
}

/// Hears what other nodes have written. A hint may be missed or come late: the entries are the truth.
pub(super) fn listen(url: String, node: [u8; 16], hints: broadcast::Sender<Hint>) {
    tokio::spawn(async move {
        loop {
            if let Err(error) = listen_once(&url, node, &hints).await {
                tracing::warn!(%error, "hints from other nodes are interrupted");
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    });
}

async fn listen_once(url: &str, node: [u8; 16], hints: &broadcast::Sender<Hint>) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen(CHANNEL).await?;
    let own = hint_source(node);
    loop {
        let notification = listener.recv().await?;
        let Some((source, told)) = notification.payload().split_once(' ') else { continue };
        if source == own {
            continue;
        }
        // Nobody listening is fine.
        if let Some((table, text)) = told.split_once(PASSING) {
            if let Ok(table) = table.parse::<TableId>() {
                let _ = hints.send(Hint::Passing { table, text: text.into() });
            }
            continue;
        }
        for word in told.split(' ') {
            let hint = word.split_once(':').and_then(|(table, number)| {
                Some(Hint::Written { table: table.parse::<TableId>().ok()?, number: number.parse().ok()? })
            });
            if let Some(hint) = hint {
                let _ = hints.send(hint);
            }
        }
    }
}

/// Lets other nodes know something, when what it is done with is committed.
pub(super) async fn notify<'c>(
    connection: impl Executor<'c, Database = Any>,
    payload: &str,
) -> Result<(), StoreError> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(payload).execute(connection).await?;
    Ok(())
}

/// Stands between the table and the text of what passes; no list of entries has it.
const PASSING: char = '~';

/// The payload for something that passes.
pub(super) fn passing(node: [u8; 16], table: TableId, text: &str) -> String {
    format!("{} {table}{PASSING}{text}", hint_source(node))
}

/// How a node signs its hints.
pub(super) fn hint_source(node: [u8; 16]) -> String {
    TableId(node).to_string()
}
