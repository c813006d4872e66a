//! How long things are kept, and the task that forgets them.

use std::time::Duration;

use crate::hub::now;
use crate::store::{OldTables, Store, StoreError};

/// How often old things are looked for.
const EVERY: Duration = Duration::from_hours(1);

/// What is kept for how long; `None`: for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retention {
    /// Guests without an account, after they were last seen.
    pub guests: Option<Duration>,
    /// Finished games and uploaded records.
    pub games: Option<Duration>,
    /// Tables that never came to an end, after anything last happened at them.
    pub unfinished: Option<Duration>,
}

/// What was forgotten.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    pub guests: u64,
    pub games: u64,
    pub records: u64,
    pub unfinished: u64,
}

impl Retention {
    const fn keeps_all(&self) -> bool {
        self.guests.is_none() && self.games.is_none() && self.unfinished.is_none()
    }

    /// Forgets what is too old at a moment, in milliseconds since 1970.
    pub async fn apply(&self, store: &Store, now: i64) -> Result<Forgotten, StoreError> {
        let before = |kept: Duration| now - i64::try_from(kept.as_millis()).unwrap_or(i64::MAX);
        let mut forgotten = Forgotten::default();
        if let Some(kept) = self.unfinished {
            forgotten.unfinished = store.forget_tables(OldTables::Unfinished, before(kept)).await?;
        }
        if let Some(kept) = self.games {
            forgotten.games = store.forget_tables(OldTables::Finished, before(kept)).await?;
            forgotten.records = store.forget_records(before(kept)).await?;
        }
        // Last, because somebody may have stayed only for a table.
        if let Some(kept) = self.guests {
            forgotten.guests = store.forget_guests(before(kept)).await?;
        }
        Ok(forgotten)
    }
}

/// Forgets what is too old, now and every hour.
pub(crate) async fn keep_to(retention: Retention, store: Store) {
    if retention.keeps_all() {
        return;
    }
    let mut every = tokio::time::interval(EVERY);
    loop {
        every.tick().await;
        match retention.apply(&store, now()).await {
            Ok(forgotten) if forgotten == Forgotten::default() => {}
            Ok(Forgotten { guests, games, records, unfinished }) => {
                tracing::info!(guests, games, records, unfinished, "what was too old is forgotten");
            }
            Err(error) => tracing::warn!(%error, "old things could not be forgotten"),
        }
    }
}
