//! The connections that watch a table.

use axum::extract::ws::Utf8Bytes;
use whistlestop_rules::ids::Seat;

use super::outbox::{ConnectionId, Outbox, encode};
use crate::protocol::ServerMessage;
use crate::table::{Asker, Table};

#[derive(Debug)]
pub(super) struct Watcher {
    pub(super) asker: Asker,
    /// The seats it plays; none for a spectator.
    pub(super) own: Vec<Seat>,
    pub(super) outbox: Outbox,
}

#[derive(Debug, Default)]
pub(super) struct Watchers(Vec<Watcher>);

impl Watchers {
    pub(super) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Watcher> {
        self.0.iter()
    }

    pub(super) fn add(&mut self, watcher: Watcher) {
        self.0.push(watcher);
    }

    pub(super) fn remove(&mut self, connection: ConnectionId) -> Option<Watcher> {
        let place = self.0.iter().position(|watcher| watcher.outbox.connection() == connection)?;
        Some(self.0.swap_remove(place))
    }

    /// Looks up anew who plays what, after seats have changed hands.
    pub(super) fn reseat(&mut self, table: &Table) {
        for watcher in &mut self.0 {
            watcher.own = table.seats_of(watcher.asker.player);
        }
    }

    /// Sends each watcher what `message` makes for those who play its seats; made once for all who see the same.
    pub(super) fn send_by_seats(
        &self,
        mut wanted: impl FnMut(&Watcher) -> bool,
        mut message: impl FnMut(&[Seat]) -> Option<String>,
    ) {
        let mut made: Vec<(&[Seat], Option<Utf8Bytes>)> = Vec::new();
        for watcher in self.0.iter().filter(|watcher| wanted(watcher)) {
            let place = made.iter().position(|(own, _)| *own == watcher.own).unwrap_or_else(|| {
                made.push((&watcher.own, message(&watcher.own).map(Into::into)));
                made.len() - 1
            });
            if let Some(text) = &made[place].1 {
                watcher.outbox.send_text(text.clone());
            }
        }
    }

    pub(super) fn send_to(&self, wanted: impl Fn(&Watcher) -> bool, message: &ServerMessage) {
        self.send_text_to(wanted, &encode(message));
    }

    pub(super) fn send_text_to(&self, wanted: impl Fn(&Watcher) -> bool, text: &Utf8Bytes) {
        for watcher in self.0.iter().filter(|watcher| wanted(watcher)) {
            watcher.outbox.send_text(text.clone());
        }
    }
}

impl Drop for Watchers {
    /// A table that breaks takes its connections with it: their clients come back and find it restored.
    fn drop(&mut self) {
        for watcher in &self.0 {
            watcher.outbox.cut();
        }
    }
}
