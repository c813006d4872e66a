//! Tables that panicked: how often, and which of them rest.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::protocol::TableId;

/// A table that breaks so often within [`REST`] rests for as long.
const MOST_FAULTS: usize = 3;
const REST: Duration = Duration::from_mins(1);

#[derive(Debug, Default)]
pub(super) struct Faults(Mutex<HashMap<TableId, Vec<Instant>>>);

impl Faults {
    fn lock(&self) -> MutexGuard<'_, HashMap<TableId, Vec<Instant>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a fault; says whether the table has to rest.
    pub(super) fn count(&self, table: TableId) -> bool {
        let mut faults = self.lock();
        faults.retain(|_, times| times.iter().any(|time| time.elapsed() < REST));
        let times = faults.entry(table).or_default();
        times.retain(|time| time.elapsed() < REST);
        times.push(Instant::now());
        times.len() >= MOST_FAULTS
    }

    pub(super) fn is_put_aside(&self, table: TableId) -> bool {
        let recent = |times: &Vec<Instant>| times.iter().filter(|time| time.elapsed() < REST).count();
        self.lock().get(&table).is_some_and(|times| recent(times) >= MOST_FAULTS)
    }
}
