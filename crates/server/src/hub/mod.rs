//! All tables that are awake, each a task of its own, and the way to them.

mod actor;
mod bots;
mod deals;
mod editions;
mod faults;
mod late;
mod making;
mod message;
mod outbox;
mod watchers;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::FutureExt as _;
use tokio::sync::{mpsc, oneshot, watch};
use whistlestop_rules::edition::Library;

pub use bots::BotPool;
pub use editions::Editions;
pub use outbox::{ConnectionId, Outbox, Waiting};

use self::actor::Actor;
pub(crate) use self::actor::load_table;
use self::faults::Faults;
use self::message::Party;
pub(crate) use self::message::{Message, Questions, Reply};
use crate::protocol::{Refusal, Refused, TableId, TableState};
use crate::store::{AppendError, Store, StoreError};
use crate::table::{Asker, Command, Table};

/// Messages that wait for one table at most.
const MAILBOX: usize = 64;

/// How long a node may be silent before others take over its tables.
const NODE_SILENCE_MS: i64 = 3000;

/// How long a node must be silent to be forgotten, and after how many beats that is looked at.
const NODE_FORGOTTEN_MS: i64 = 60 * 60 * 1000;
const NODES_FORGOTTEN_EVERY: u32 = 600;

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX)
}

/// The way to the task of a table. Boxed, because a channel keeps room for dozens of messages at every table.
type Mailbox = mpsc::Sender<Box<Message>>;

/// Settings that tables share.
#[derive(Clone, Copy, Debug)]
pub struct HubConfig {
    /// How long a table that nobody watches stays in memory.
    pub idle: Duration,
    /// Threads that think for bots.
    pub bot_threads: usize,
}

impl Default for HubConfig {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self { idle: Duration::from_secs(20), bot_threads: cores }
    }
}

/// The way to every table.
#[derive(Clone, Debug)]
pub struct Hub {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    store: Store,
    editions: Editions,
    bots: BotPool,
    deal_key: [u8; 32],
    config: HubConfig,
    awake: Mutex<HashMap<TableId, Mailbox>>,
    faults: Faults,
    stopping: watch::Sender<bool>,
}

impl Hub {
    pub async fn new(store: Store, library: &'static Library, config: HubConfig) -> Result<Self, StoreError> {
        let deal_key = store.secret("deals").await?;
        store.disown_all().await?;
        let inner = Inner {
            editions: Editions::new(store.clone(), library),
            bots: BotPool::new(config.bot_threads),
            store,
            deal_key,
            config,
            awake: Mutex::default(),
            faults: Faults::default(),
            stopping: watch::channel(false).0,
        };
        let hub = Self { inner: Arc::new(inner) };
        tokio::spawn(hub.clone().follow_other_nodes());
        tokio::spawn(hub.clone().look_after_tables());
        Ok(hub)
    }

    pub fn store(&self) -> &Store {
        &self.inner.store
    }

    pub fn editions(&self) -> &Editions {
        &self.inner.editions
    }

    /// How many tables are in memory.
    pub fn awake(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<TableId, Mailbox>> {
        // The map is whole after every statement, whatever panicked.
        self.inner.awake.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A table as it is stored, for those who only read.
    pub async fn load(&self, table: TableId) -> Result<Table, Refused> {
        match actor::load(&self.inner.store, &self.inner.editions, table).await {
            Ok(Some((table, _))) => Ok(table),
            Ok(None) => Err(no_such_table()),
            Err(error) => Err(error),
        }
    }

    /// Asks something of a table and waits for the number of the entry it led to.
    pub async fn command(&self, table: TableId, asker: Asker, command: Command) -> Result<u32, Refused> {
        let (reply, answer) = oneshot::channel();
        self.send(table, Message::Command { asker, command, reply: Reply::Caller(reply) }).await;
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    pub async fn state(&self, table: TableId, asker: Asker) -> Result<TableState, Refused> {
        let (reply, answer) = oneshot::channel();
        self.send(table, Message::State { asker, reply }).await;
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    pub(crate) async fn questions(&self, table: TableId, asker: Asker) -> Result<Questions, Refused> {
        let (reply, answer) = oneshot::channel();
        self.send(table, Message::Questions { asker, reply }).await;
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    async fn party(&self, table: TableId) -> Result<Party, Refused> {
        let (reply, answer) = oneshot::channel();
        self.send(table, Message::Party { reply }).await;
        answer.await.unwrap_or_else(|_| Err(lost()))
    }

    /// Sends a message to a table, which is woken for that if need be.
    pub(crate) async fn send(&self, table: TableId, message: Message) {
        let mut message = Box::new(message);
        loop {
            let mailbox = self.mailbox(table);
            match mailbox.send(message).await {
                Ok(()) => return,
                // It fell asleep, or broke, just now.
                Err(returned) => {
                    message = returned.0;
                    self.forget_closed(table);
                    // When the process ends no table wakes up any more: then this is where asking ends.
                    tokio::task::yield_now().await;
                }
            }
        }
    }

    fn forget_closed(&self, table: TableId) {
        let mut awake = self.lock();
        if awake.get(&table).is_some_and(mpsc::Sender::is_closed) {
            awake.remove(&table);
        }
    }

    /// The same without waiting. Says whether the table had room for it.
    pub(crate) fn try_send(&self, table: TableId, message: Message) -> bool {
        self.mailbox(table).try_send(Box::new(message)).is_ok()
    }

    fn mailbox(&self, table: TableId) -> Mailbox {
        let mut awake = self.lock();
        if let Some(mailbox) = awake.get(&table).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        let (mailbox, messages) = mpsc::channel(MAILBOX);
        awake.insert(table, mailbox.clone());
        metrics::gauge!("whistlestop_tables_awake").set(awake.len() as f64);
        drop(awake);
        tokio::spawn(self.clone().keep(table, messages, mailbox.downgrade()));
        mailbox
    }

    /// Serves a table. One that panics harms nobody else: those at it are cut off and come back to find it as it is
    /// stored. One that panics again and again is put aside.
    async fn keep(
        self,
        table: TableId,
        mut messages: mpsc::Receiver<Box<Message>>,
        mailbox: mpsc::WeakSender<Box<Message>>,
    ) {
        if self.inner.faults.is_put_aside(table) {
            return Box::pin(Actor::refuse_all(&self, table, &mailbox, &mut messages, &put_aside())).await;
        }
        let served = Actor::run(&self, table, &mut messages, &mailbox);
        if std::panic::AssertUnwindSafe(served).catch_unwind().await.is_err() {
            tracing::error!(%table, "a table broke");
            metrics::counter!("whistlestop_broken_tables_total").increment(1);
            if self.inner.faults.count(table) {
                Box::pin(self.put_aside(table)).await;
            } else {
                Box::pin(self.give_away(table)).await;
            }
            Box::pin(Actor::refuse_all(&self, table, &mailbox, &mut messages, &lost())).await;
        }
    }

    /// Lets whoever comes first load a broken table anew.
    async fn give_away(&self, table: TableId) {
        if let Err(error) = self.inner.store.disown(table, Some(0)).await {
            tracing::warn!(%error, %table, "a broken table could not be given away");
        }
    }

    /// Nobody looks after a table that does not hold.
    async fn put_aside(&self, table: TableId) {
        if let Err(error) = self.inner.store.put_aside(table).await {
            tracing::warn!(%error, %table, "a damaged table could not be put aside");
        }
    }

    /// A table falls asleep: whoever asks for it next wakes it again.
    pub(crate) fn fell_asleep(&self, table: TableId, mailbox: &mpsc::WeakSender<Box<Message>>) {
        let mut awake = self.lock();
        let same = |known: &Mailbox| mailbox.upgrade().is_some_and(|own| own.same_channel(known));
        if awake.get(&table).is_some_and(same) {
            awake.remove(&table);
        }
        metrics::gauge!("whistlestop_tables_awake").set(awake.len() as f64);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.inner.stopping.borrow()
    }

    /// Tells every table that no more is to be begun.
    pub fn stop(&self) {
        self.inner.stopping.send_replace(true);
    }

    /// What other nodes write reaches the tables that are awake here.
    async fn follow_other_nodes(self) {
        let mut hints = self.inner.store.hints();
        loop {
            match hints.recv().await {
                Ok(hint) => {
                    let mailbox = self.lock().get(&hint.table()).cloned();
                    if let Some(mailbox) = mailbox {
                        // A table that is too busy reads all entries anyway, and a gesture may be missed.
                        let _ = mailbox.try_send(Box::new(Message::Hint(hint)));
                    }
                }
                Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
                Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// Wakes tables whose time has come, and those of nodes that are gone.
    async fn look_after_tables(self) {
        let mut every_second = tokio::time::interval(Duration::from_secs(1));
        every_second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut stopping = self.inner.stopping.subscribe();
        let mut beats = 0u32;
        loop {
            tokio::select! {
                _ = every_second.tick() => {}
                _ = stopping.changed() => return,
            }
            beats = beats.wrapping_add(1);
            if self.inner.store.is_shared()
                && beats.is_multiple_of(NODES_FORGOTTEN_EVERY)
                && let Err(error) = self.inner.store.forget_nodes(now() - NODE_FORGOTTEN_MS).await
            {
                tracing::warn!(%error, "nodes that are gone are not forgotten");
            }
            if self.inner.store.is_shared()
                && let Err(error) = self.inner.store.beat(now()).await
            {
                tracing::warn!(%error, "this node cannot say that it is alive");
                continue;
            }
            match self.inner.store.tables_to_wake(now(), now() - NODE_SILENCE_MS, 200).await {
                Ok(tables) => {
                    let tables = tables.into_iter().filter(|table| !self.inner.faults.is_put_aside(*table));
                    for table in tables {
                        self.send(table, Message::Wake).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "tables cannot be looked after"),
            }
        }
    }
}

pub(crate) fn no_such_table() -> Refused {
    Refused::new(Refusal::NotFound, "there is no such table, or it is not for you to see")
}

fn put_aside() -> Refused {
    Refused::new(
        Refusal::Internal,
        "this table has failed again and again and rests; what is stored of it is kept as it is",
    )
}

fn lost() -> Refused {
    Refused::new(Refusal::Internal, "the table stumbled; try again")
}

fn internal(error: &dyn std::fmt::Display) -> Refused {
    tracing::error!(%error, "a table does not hold");
    Refused::new(Refusal::Internal, "something is wrong with this table")
}

pub(crate) fn not_stored(error: &StoreError) -> Refused {
    tracing::error!(%error, "storage");
    Refused::new(Refusal::NotStored, "it could not be stored; try again, it is done at most once")
}

fn append_refused(error: &AppendError) -> Refused {
    match error {
        AppendError::Conflict => Refused::new(Refusal::Stale, "the table has gone on elsewhere; try again"),
        AppendError::Store(error) => not_stored(error),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::protocol::PlayerId;
    use crate::store::Database;

    fn asker() -> Asker {
        Asker { player: PlayerId([1; 16]), name: "Ann".to_owned() }
    }

    async fn a_table(hub: &Hub) -> TableId {
        let new = serde_json::json!({"options": {"edition": "toy", "seats": 2}});
        hub.create(&asker(), serde_json::from_value(new).unwrap()).await.unwrap()
    }

    /// A task that never waits would hold up the end of the process for ever.
    #[test]
    fn whoever_still_asks_does_not_hold_up_the_end() {
        for _ in 0..3 {
            let runtime =
                tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
            let folder = tempfile::tempdir().unwrap();
            runtime.block_on(async {
                let store =
                    Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await;
                let hub = Hub::new(store.unwrap(), Library::builtin(), HubConfig::default()).await.unwrap();
                let table = a_table(&hub).await;
                let asking = hub.clone();
                tokio::spawn(async move {
                    loop {
                        // Busy when the end begins, and asking only then.
                        std::thread::sleep(Duration::from_millis(20));
                        asking.send(table, Message::Wake).await;
                        tokio::task::yield_now().await;
                    }
                });
                hub.state(table, asker()).await.unwrap();
            });
            let began = std::time::Instant::now();
            runtime.shutdown_timeout(Duration::from_secs(10));
            assert!(began.elapsed() < Duration::from_secs(5), "it took {:?}", began.elapsed());
        }
    }

    #[tokio::test]
    async fn a_table_at_rest_is_small() {
        let folder = tempfile::tempdir().unwrap();
        let store =
            Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
        let hub = Hub::new(store, Library::builtin(), HubConfig::default()).await.unwrap();
        let (mailbox, messages) = mpsc::channel(1);
        let task = hub.keep(TableId([0; 16]), messages, mailbox.downgrade());
        let bytes = size_of_val(&task);
        assert!(bytes < 5 << 10, "the task of a table takes {bytes} bytes for as long as anybody watches");
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_table_that_panics_is_restored_and_one_that_goes_on_panicking_rests() {
        let folder = tempfile::tempdir().unwrap();
        let store =
            Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
        let hub = Hub::new(store, Library::builtin(), HubConfig::default()).await.unwrap();
        let (bad, good) = (a_table(&hub).await, a_table(&hub).await);
        for fault in 0..3 {
            let state = loop {
                match hub.state(bad, asker()).await {
                    Ok(state) => break state,
                    // Whoever asks in the very moment is told to try again.
                    Err(refused) => assert!(refused.text.contains("try again"), "{refused:?}"),
                }
            };
            assert_eq!(state.you.seats, [0], "after fault {fault} it is as it was stored");
            let (outbox, _waiting) = Outbox::new();
            hub.send(bad, Message::Watch { asker: asker(), from: None, outbox: outbox.clone() }).await;
            hub.send(bad, Message::Panic).await;
            tokio::time::timeout(Duration::from_secs(5), outbox.until_cut()).await.unwrap();
        }
        // The last fault is counted a moment after those who watched were cut off.
        let refused = loop {
            match hub.state(bad, asker()).await {
                Err(refused) if refused.text.contains("rests") => break refused,
                _ => tokio::time::sleep(Duration::from_millis(5)).await,
            }
        };
        assert_eq!(refused.code, Refusal::Internal);
        assert!(hub.state(good, asker()).await.is_ok(), "nobody else notices");
    }
}
