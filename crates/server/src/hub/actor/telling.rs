//! What those who watch are told.

use super::Actor;
use crate::hub::outbox::{ConnectionId, Outbox, encode};
use crate::hub::watchers::Watcher;
use crate::hub::{Reply, no_such_table, now};
use crate::protocol::{Emote, Refusal, Refused, ServerMessage, TableId, TableStatus};
use crate::table::{Asker, Change, Command};

impl Actor {
    pub(super) fn tell(&mut self, change: &Change) {
        match change {
            Change::Table => self.tell_table(),
            Change::Chat(line) => {
                let message = ServerMessage::Chat { table: self.table.id(), lines: vec![line.clone()] };
                self.watchers.send_to(|watcher| watcher.own.is_empty() == line.seat.is_none(), &message);
            }
            Change::Game { table_too, .. } => {
                let delayed = self.late.is_some();
                let clocks = self.table.clocks(now());
                let Self { table, watchers, memo, .. } = self;
                watchers.send_by_seats(
                    |watcher| !delayed || !watcher.own.is_empty(),
                    |own| table.update_for(own, change, &clocks, memo),
                );
                // What spectators have still to see of a game that is over comes before its end.
                self.release_late();
                if *table_too {
                    self.tell_table();
                }
                metrics::counter!("whistlestop_game_updates_total").increment(1);
            }
        }
    }

    pub(super) fn tell_table(&mut self) {
        let now = now();
        self.watchers.reseat(&self.table);
        let players: Vec<_> = self.watchers.iter().map(|watcher| watcher.asker.player).collect();
        self.table.recount(players.into_iter(), now);
        for watcher in self.watchers.iter() {
            watcher.outbox.send(&ServerMessage::Table { state: self.table.state_for(watcher.asker.player) });
        }
    }

    /// Shows spectators what is old enough. The end of the game ends the delay.
    pub(super) fn release_late(&mut self) {
        let over = self.table.status() != TableStatus::Playing;
        let Some(late) = &mut self.late else { return };
        for message in late.release(now(), over) {
            self.watchers.send_text_to(|watcher| watcher.own.is_empty(), &message.into());
        }
        if over {
            self.late = None;
        }
    }

    pub(super) async fn watch(&mut self, asker: Asker, from: Option<u32>, outbox: Outbox) {
        let id = self.table.id();
        let _cut = CutOnPanic(outbox.clone());
        if self.hub.inner.store.is_shared() && !self.read_on().await {
            // What this node remembers may be older than what the client has seen elsewhere.
            let refused = Refused::new(Refusal::NotStored, "the storage does not answer; try again");
            answer(id, Reply::Socket { outbox: outbox.clone(), id: None }, Err(refused));
            return outbox.cut();
        }
        if !self.table.admits(asker.player) {
            return answer(id, Reply::Socket { outbox, id: None }, Err(no_such_table()));
        }
        // Watching twice is watching anew.
        self.unwatch(outbox.connection());
        let own = self.table.seats_of(asker.player);
        let returning = self.table.connected(asker.player);
        outbox.send(&ServerMessage::Table { state: self.table.state_for(asker.player) });
        let lines = self.table.chat_for(asker.player);
        if !lines.is_empty() {
            outbox.send(&ServerMessage::Chat { table: id, lines });
        }
        self.release_late();
        let update = match &mut self.late {
            Some(late) if own.is_empty() => late.catch_up(from, now()),
            _ => self.table.catch_up(&own, from, &self.table.clocks(now()), &mut self.memo),
        };
        if let Some(update) = update {
            outbox.send_text(update.into());
        }
        self.watchers.add(Watcher { asker: asker.clone(), own, outbox });
        self.tell_presence(Some(&asker));
        self.share_presence().await;
        for seat in returning {
            self.command(&asker, &Command::ComeBack { seat: seat.into() }, Reply::Nobody).await;
        }
    }

    pub(super) fn unwatch(&mut self, connection: ConnectionId) {
        if let Some(watcher) = self.watchers.remove(connection) {
            self.table.disconnected(watcher.asker.player, now());
            self.tell_presence(None);
        }
    }

    /// Tells the others that somebody came or went.
    pub(super) fn tell_presence(&self, newcomer: Option<&Asker>) {
        for watcher in self.watchers.iter() {
            if newcomer.is_none_or(|newcomer| newcomer.player != watcher.asker.player) {
                watcher
                    .outbox
                    .send(&ServerMessage::Table { state: self.table.state_for(watcher.asker.player) });
            }
        }
    }

    pub(super) fn emote(&self, asker: &Asker, emote: Emote, outbox: &Outbox) {
        let table = self.table.id();
        let refused = |code, text: &str| ServerMessage::Refused {
            table: Some(table),
            id: None,
            refused: Refused::new(code, text),
        };
        if !self.table.options().chat {
            return outbox.send(&refused(Refusal::Forbidden, "this table plays without chat"));
        }
        let Some(watcher) =
            self.watchers.iter().find(|watcher| watcher.outbox.connection() == outbox.connection())
        else {
            return outbox.send(&refused(Refusal::Forbidden, "watch the table first"));
        };
        let seat = watcher.own.first().copied().map(Into::into);
        let message =
            ServerMessage::Emote { table, player: asker.player, name: asker.name.clone(), seat, emote };
        self.gesture(&message);
        if self.hub.inner.store.is_shared() {
            let (store, text) = (self.hub.inner.store.clone(), encode(&message));
            tokio::spawn(async move {
                if let Err(error) = store.let_pass(table, &text).await {
                    tracing::warn!(%error, %table, "a gesture does not reach other nodes");
                }
            });
        }
    }

    /// A gesture that somebody made at another node.
    pub(super) fn pass_on(&self, text: &str) {
        if let Ok(message @ ServerMessage::Emote { .. }) = serde_json::from_str(text) {
            self.gesture(&message);
        }
    }

    /// Players see those of players, spectators those of spectators.
    fn gesture(&self, message: &ServerMessage) {
        if let ServerMessage::Emote { seat, .. } = message {
            self.watchers.send_to(|watcher| watcher.own.is_empty() == seat.is_none(), message);
        }
    }
}

/// A connection that would otherwise wait for ever for a table that broke.
struct CutOnPanic(Outbox);

impl Drop for CutOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.cut();
        }
    }
}

pub(super) fn answer(table: TableId, reply: Reply, result: Result<u32, Refused>) {
    match (reply, result) {
        (Reply::Socket { outbox, id: Some(id) }, Ok(seq)) => {
            outbox.send(&ServerMessage::Done { table, id, seq });
        }
        (Reply::Socket { outbox, id }, Err(refused)) => {
            outbox.send(&ServerMessage::Refused { table: Some(table), id, refused });
        }
        (Reply::Caller(caller), result) => {
            let _ = caller.send(result);
        }
        (Reply::Socket { .. } | Reply::Nobody, _) => {}
    }
}
