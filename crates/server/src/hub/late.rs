//! The game as spectators see it at a table that shows it to them later.

use std::collections::VecDeque;

use crate::protocol::table::Clocks;
use crate::show::Memo;
use crate::table::Table;
use crate::table::entry::Draft;

/// The table as it was some time ago, and what has happened since.
#[derive(Debug)]
pub(super) struct Late {
    table: Table,
    delay: i64,
    /// Number, time and entry of what is still too young.
    waiting: VecDeque<(u32, i64, Draft)>,
    memo: Memo,
}

impl Late {
    /// From the table as it is `delay` milliseconds before it is shown.
    pub(super) fn new(table: Table, delay: i64) -> Self {
        Self { table, delay, waiting: VecDeque::new(), memo: Memo::default() }
    }

    pub(super) fn push(&mut self, number: u32, at: i64, draft: Draft) {
        self.waiting.push_back((number, at, draft));
    }

    /// When there is something to show next.
    pub(super) fn due(&self) -> Option<i64> {
        self.waiting.front().map(|(_, at, _)| at + self.delay)
    }

    /// What is old enough by now, or all there is when the delay is over, in order.
    pub(super) fn release(&mut self, now: i64, all: bool) -> Vec<String> {
        let mut told = Vec::new();
        while self.waiting.front().is_some_and(|(_, at, _)| all || at + self.delay <= now) {
            let Some((number, at, draft)) = self.waiting.pop_front() else { break };
            match self.table.apply(number, at, &draft) {
                Ok(change) => {
                    let then = if all { now } else { now - self.delay };
                    let clocks = self.clocks(then, now);
                    told.extend(self.table.update_for(&[], &change, &clocks, &mut self.memo));
                }
                // It followed from the same entries a moment ago.
                Err(corrupt) => tracing::error!(%corrupt, "what spectators see does not hold"),
            }
        }
        told
    }

    /// The first thing a spectator sees; nothing if the game began too short a time ago.
    pub(super) fn catch_up(&mut self, from: Option<u32>, now: i64) -> Option<String> {
        let clocks = self.clocks(now - self.delay, now);
        self.table.catch_up(&[], from, &clocks, &mut self.memo)
    }

    /// Clocks are as they were, and are shown now.
    fn clocks(&self, then: i64, now: i64) -> Clocks {
        Clocks { at: now, ..self.table.clocks(then) }
    }
}
