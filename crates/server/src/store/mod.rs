//! Storage: numbered entries of tables, and what is looked up about tables and people.
//!
//! The same queries run on both engines. What differs is how they are opened (`engine`), that SQLite keeps new entries in a
//! `journal` first, and that Postgres tells other nodes of them.

mod engine;
mod fill;
mod journal;
mod nodes;
mod people;
mod ratings;
mod retention;
mod tables;
mod writer;

use std::sync::Arc;

use sqlx::AnyPool;
use tokio::sync::{broadcast, mpsc, oneshot};

pub use engine::{Database, SCHEMA};
pub use people::{NewPerson, Person};
pub use ratings::RatingChange;
pub use retention::OldTables;
pub use tables::{StoredEntry, TableIndex};

use self::journal::Journal;
use crate::protocol::TableId;

/// Entries that wait for the writer at most; whoever comes then waits.
const WAITING_APPENDS: usize = 4096;

#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    /// What happened is not known to be stored, and not known not to be.
    #[error("the storage does not work: {0}")]
    Unavailable(String),
    #[error(
        "the database was written by a newer version of this program: its schema is {found}, and this version knows \
         schemas up to {known}. Nothing was changed; start the newer version"
    )]
    NewerSchema { found: i64, known: i64 },
    #[error("SQLite {found} is too old: versions before 3.51.3 can damage a database")]
    OldSqlite { found: String },
    #[error(
        "the database was written by an older version of this program: its schema is {found}, and this version reads \
         schema {known}. Start the server once, which brings it up to date"
    )]
    OlderSchema { found: i64, known: i64 },
    #[error("there is no database at {path}")]
    Missing { path: String },
    #[error("{path} is in use by another process")]
    InUse { path: String },
    #[error("stored data cannot be read: {0}")]
    Damaged(String),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        Self::Unavailable(error.to_string())
    }
}

/// Why an entry was not stored.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The number is taken, or the one before is missing: somebody else has written to the table.
    #[error("the table has gone on elsewhere")]
    Conflict,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// One entry to be stored, with the table's line in the lists if that changes.
#[derive(Clone, Debug)]
pub struct Append {
    pub table: TableId,
    /// The next number: the table has all entries before it and none from it on.
    pub number: u32,
    pub at: i64,
    pub text: String,
    pub index: Option<TableIndex>,
}

/// What another node lets this one know of a table. It may be missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// There are entries up to this number.
    Written { table: TableId, number: u32 },
    /// Something that passes and is not stored.
    Passing { table: TableId, text: Arc<str> },
}

impl Hint {
    pub const fn table(&self) -> TableId {
        match self {
            Self::Written { table, .. } | Self::Passing { table, .. } => *table,
        }
    }
}

/// A database, open.
#[derive(Clone, Debug)]
pub struct Store {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    /// For everything that writes; one connection with SQLite.
    writing: AnyPool,
    reading: AnyPool,
    /// With SQLite.
    journal: Option<Arc<Journal>>,
    appends: mpsc::Sender<writer::Waiting>,
    hints: broadcast::Sender<Hint>,
    database: Database,
    node: [u8; 16],
    /// Holds the data folder for this process alone.
    lock: std::sync::Mutex<Option<std::fs::File>>,
}

impl Store {
    /// Opens a database, makes it if there is none, and brings an older one up to date.
    pub async fn open(database: Database) -> Result<Self, StoreError> {
        let node = crate::random::bytes();
        let lock = database.lock()?;
        let (writing, reading) = database.connect().await?;
        engine::migrate(&writing, &database).await?;
        let (appends, queue) = mpsc::channel(WAITING_APPENDS);
        let (hints, _) = broadcast::channel(4096);
        if let Database::Postgres { url } = &database {
            engine::listen(url.clone(), node, hints.clone());
        }
        let journal = database.journal();
        let way = match &journal {
            Some(journal) => writer::Way::Journal(journal.clone()),
            None => writer::Way::Shared { node },
        };
        tokio::spawn(writer::run(queue, writing.clone(), database.begin(), way));
        let inner = Inner { writing, reading, journal, appends, hints, database, node, lock: lock.into() };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Opens a database for reading, beside whoever uses it. Nothing is locked, made or changed.
    pub async fn open_for_reading(database: Database) -> Result<Self, StoreError> {
        let reading = database.connect_for_reading().await?;
        engine::check_schema(&reading).await?;
        // Whoever tries to write hears that nobody is there to do it.
        let (appends, _) = mpsc::channel(1);
        let (hints, _) = broadcast::channel(1);
        let node = crate::random::bytes();
        let inner = Inner {
            writing: reading.clone(),
            reading,
            journal: database.journal(),
            appends,
            hints,
            database,
            node,
            lock: None.into(),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Stores an entry. When this returns `Ok`, a crash of the process or the machine does not lose it.
    pub async fn append(&self, append: Append) -> Result<(), AppendError> {
        self.append_all(vec![append]).await
    }

    /// Stores entries of one table that follow each other: all of them or none.
    pub async fn append_all(&self, appends: Vec<Append>) -> Result<(), AppendError> {
        let (answer, answered) = oneshot::channel();
        let gone = || AppendError::Store(StoreError::Unavailable("the writer has stopped".to_owned()));
        self.inner.appends.send((appends, answer)).await.map_err(|_| gone())?;
        answered.await.map_err(|_| gone())?
    }

    /// Tables that other nodes have written to.
    pub fn hints(&self) -> broadcast::Receiver<Hint> {
        self.inner.hints.subscribe()
    }

    /// Lets other nodes know of something that passes; at most a few thousand bytes.
    pub async fn let_pass(&self, table: TableId, text: &str) -> Result<(), StoreError> {
        let payload = engine::passing(self.inner.node, table, text);
        engine::notify(&self.inner.writing, &payload).await
    }

    /// Whether other processes use the same database.
    pub fn is_shared(&self) -> bool {
        self.inner.database.is_shared()
    }

    /// This process among those that share the database.
    pub fn node(&self) -> [u8; 16] {
        self.inner.node
    }

    /// Whether the database answers.
    pub async fn check(&self) -> Result<(), StoreError> {
        sqlx::query("SELECT 1").execute(&self.inner.reading).await?;
        Ok(())
    }

    /// Writes a copy of the database to a file while it is in use.
    pub async fn backup(&self, path: &str) -> Result<(), StoreError> {
        self.inner.database.backup(&self.inner.reading, path).await
    }

    /// Claims that another version wrote the database; only tests have a reason to.
    #[doc(hidden)]
    pub async fn set_schema_version(&self, version: i64) -> Result<(), StoreError> {
        sqlx::query("INSERT INTO schema_version (version) VALUES ($1)")
            .bind(version)
            .execute(&self.inner.writing)
            .await?;
        Ok(())
    }

    /// Closes the database after everything that is being written is, and lets other processes have it.
    pub async fn close(&self) {
        self.inner.reading.close().await;
        self.inner.writing.close().await;
        drop(self.inner.lock.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take());
    }
}
