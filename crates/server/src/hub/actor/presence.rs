//! Who is at the table, here and at other nodes.

use super::Actor;
use crate::hub::{NODE_SILENCE_MS, now};

impl Actor {
    /// Nobody is connected to a table that was just loaded: since it fell asleep, if it did, or else from now on.
    pub(super) async fn recall_absence(&mut self) {
        let now = now();
        let asleep_until = match self.table.absence_ms() {
            Some(_) => self.hub.inner.store.wake_at(self.table.id()).await,
            None => Ok(None),
        };
        let since = match (asleep_until, self.table.absence_ms()) {
            (Ok(Some(until)), Some(after)) => (until - after).min(now),
            (Ok(_), _) => now,
            (Err(error), _) => {
                tracing::warn!(%error, table = %self.table.id(), "it is not known since when nobody was there");
                now
            }
        };
        self.table.nobody_is_here(since);
    }

    /// Learns who is connected to other nodes.
    pub(super) async fn hear_presence(&mut self) {
        if !self.hub.inner.store.is_shared() {
            return;
        }
        let present = self.hub.inner.store.present_elsewhere(self.table.id(), now() - NODE_SILENCE_MS).await;
        match present {
            Ok(players) => {
                if self.table.present_elsewhere(&players, now()) {
                    self.tell_presence(None);
                }
            }
            Err(error) => {
                tracing::warn!(%error, table = %self.table.id(), "it is not known who is at a table");
                self.doubtful = true;
            }
        }
    }

    /// Tells other nodes who is connected to this one, if that has changed.
    pub(super) async fn share_presence(&mut self) {
        if !self.hub.inner.store.is_shared() {
            return;
        }
        let mut players: Vec<_> = self.watchers.iter().map(|watcher| watcher.asker.player).collect();
        players.sort_unstable();
        players.dedup();
        if players == self.told_presence {
            return;
        }
        match self.hub.inner.store.say_present(self.table.id(), &players).await {
            Ok(()) => self.told_presence = players,
            // It is tried again with the next look.
            Err(error) => tracing::warn!(%error, table = %self.table.id(), "presence is not told"),
        }
    }
}
