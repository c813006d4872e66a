//! The task of one table: it takes messages one by one, stores what they lead to, and only then tells anybody.

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use whistlestop_rules::game::Action;
use whistlestop_rules::ids::Seat;

use super::late::Late;
use super::outbox::{ConnectionId, Outbox};
use super::watchers::{Watcher, Watchers};
use super::{
    Editions, Hub, Message, NODE_SILENCE_MS, Questions, Reply, append_refused, internal, lost, no_such_table,
    now,
};
use crate::protocol::{Emote, PlayerId, Refusal, Refused, ServerMessage, TableId, TableStatus};
use crate::show::Memo;
use crate::store::{Append, AppendError, Store, StoredEntry, TableIndex};
use crate::table::entry::{Draft, Entry, read_entry};
use crate::table::{Asker, BotTurn, Change, Command, Decision, Table};

/// How often an actor with a shared database looks for entries it was not told of.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// How long the answer to "is this table mine to look after" holds.
const OWNERSHIP: Duration = Duration::from_secs(1);

/// How often a table that cannot reach its storage tries again.
const RETRY: Duration = Duration::from_millis(500);

pub(super) struct Actor {
    hub: Hub,
    table: Table,
    mailbox: mpsc::WeakSender<Box<Message>>,
    watchers: Watchers,
    memo: Memo,
    /// What was stored last is not known: read before anything else.
    doubtful: bool,
    /// What is in memory does not follow from what is stored: end, and be loaded anew.
    broken: bool,
    /// The seats whose bots are thinking, and the number they were asked at.
    thinking: Vec<(Seat, u32)>,
    /// Whether this node looks after the table, and since when that is known.
    ownership: Option<(bool, Instant)>,
    /// What spectators see when they see it later.
    late: Option<Box<Late>>,
    /// Whether the ratings of a game that is over are stored.
    is_rated: bool,
    /// Who is connected to this node, as other nodes were told.
    told_presence: Vec<PlayerId>,
    /// When this node last looked what others have written.
    looked_at: Instant,
    idle_since: Instant,
}

impl Actor {
    /// Loads the table and serves it until nobody needs it.
    pub(super) async fn run(
        hub: &Hub,
        id: TableId,
        messages: &mut mpsc::Receiver<Box<Message>>,
        mailbox: &mpsc::WeakSender<Box<Message>>,
    ) {
        // Boxed, like all that a table does now and then: what waits for most of its life should be small.
        match Box::pin(load(&hub.inner.store, &hub.inner.editions, id)).await {
            Ok(Some((table, late))) => {
                let mut actor = Self {
                    hub: hub.clone(),
                    table,
                    mailbox: mailbox.clone(),
                    watchers: Watchers::default(),
                    memo: Memo::default(),
                    doubtful: false,
                    broken: false,
                    thinking: Vec::new(),
                    ownership: None,
                    late: late.map(Box::new),
                    is_rated: false,
                    told_presence: Vec::new(),
                    looked_at: Instant::now(),
                    idle_since: Instant::now(),
                };
                Box::pin(actor.recall_absence()).await;
                Box::pin(actor.hear_presence()).await;
                actor.serve(messages).await;
                hub.fell_asleep(id, mailbox);
                messages.close();
                // Whoever came in the last moment wakes it again.
                while let Some(message) = messages.recv().await {
                    tokio::spawn(resend(hub.clone(), id, *message));
                }
            }
            Ok(None) => Box::pin(Self::refuse_all(hub, id, mailbox, messages, &no_such_table())).await,
            Err(refused) => {
                if refused.code == Refusal::Internal {
                    Box::pin(hub.put_aside(id)).await;
                }
                Box::pin(Self::refuse_all(hub, id, mailbox, messages, &refused)).await;
            }
        }
    }

    /// Answers everybody who asks something of a table that cannot be served.
    pub(super) async fn refuse_all(
        hub: &Hub,
        id: TableId,
        mailbox: &mpsc::WeakSender<Box<Message>>,
        messages: &mut mpsc::Receiver<Box<Message>>,
        refused: &Refused,
    ) {
        hub.fell_asleep(id, mailbox);
        messages.close();
        while let Some(message) = messages.recv().await {
            match *message {
                Message::Command { reply, .. } => answer(id, reply, Err(refused.clone())),
                Message::Watch { outbox, .. } => {
                    answer(id, Reply::Socket { outbox, id: None }, Err(refused.clone()));
                }
                Message::State { reply, .. } => {
                    let _ = reply.send(Err(refused.clone()));
                }
                Message::Questions { reply, .. } => {
                    let _ = reply.send(Err(refused.clone()));
                }
                Message::Unwatch { .. }
                | Message::Emote { .. }
                | Message::BotChose { .. }
                | Message::Hint { .. }
                | Message::Wake => {}
                #[cfg(test)]
                Message::Panic => {}
            }
        }
    }

    async fn serve(&mut self, messages: &mut mpsc::Receiver<Box<Message>>) {
        loop {
            Box::pin(self.drive()).await;
            let wait = self.wait();
            let message = tokio::time::timeout(wait, messages.recv()).await;
            match message {
                Ok(Some(message)) => {
                    // Being looked after is not being needed.
                    if !matches!(*message, Message::Wake | Message::Hint { .. }) {
                        self.idle_since = Instant::now();
                    }
                    Box::pin(self.handle(message)).await;
                }
                Ok(None) => return,
                Err(_) => {}
            }
            if self.doubtful || self.is_time_to_look() {
                Box::pin(self.look_around()).await;
            }
            if self.broken {
                // Whoever loads it next finds out whether what is stored holds.
                return Box::pin(self.hub.give_away(self.table.id())).await;
            }
            if self.may_sleep() && Box::pin(self.lie_down()).await {
                return;
            }
        }
    }

    /// Learns what others have done, and tells them who is here.
    async fn look_around(&mut self) {
        self.read_on().await;
        self.hear_presence().await;
        self.share_presence().await;
    }

    /// Gives the table away until somebody needs it. Says whether the storage knows.
    async fn lie_down(&mut self) -> bool {
        self.share_presence().await;
        let wake_at = self.table.next_absence().map(|(at, ..)| at);
        match self.hub.inner.store.disown(self.table.id(), wake_at).await {
            Ok(()) => true,
            Err(error) => {
                tracing::warn!(%error, table = %self.table.id(), "a table could not be put to sleep");
                // Storage that fails is tried again in a while, not at once.
                self.doubtful = true;
                false
            }
        }
    }

    /// Whether other nodes may have written something that this one was not told of.
    fn is_time_to_look(&self) -> bool {
        self.hub.inner.store.is_shared()
            && !self.watchers.is_empty()
            && self.looked_at.elapsed() >= LOOK_AGAIN
    }

    /// Nobody watches, nobody thinks, and nothing was asked for a while.
    fn may_sleep(&self) -> bool {
        self.watchers.is_empty()
            && self.thinking.is_empty()
            && !self.doubtful
            && (self.is_rated || !self.table.is_to_be_rated())
            && self.table.bot_turns().is_empty()
            && self.idle_since.elapsed() >= self.hub.inner.config.idle
    }

    /// How long there is nothing to do, if nobody asks for anything.
    fn wait(&self) -> Duration {
        let until = |at: i64| Duration::from_millis(u64::try_from(at - now()).unwrap_or(0).max(1));
        let mut wait = Duration::from_hours(1);
        if let Some((at, ..)) = self.table.next_absence() {
            wait = wait.min(until(at));
        }
        if let Some(at) = self.late.as_ref().and_then(|late| late.due()) {
            wait = wait.min(until(at));
        }
        if self.doubtful {
            wait = wait.min(RETRY);
        }
        if self.hub.inner.store.is_shared() && !self.watchers.is_empty() {
            let until_then = LOOK_AGAIN.saturating_sub(self.looked_at.elapsed());
            wait = wait.min(until_then.max(Duration::from_millis(1)));
        }
        if self.watchers.is_empty() {
            let idle = self.hub.inner.config.idle;
            wait = wait.min(idle.saturating_sub(self.idle_since.elapsed()) + Duration::from_millis(1));
        }
        wait
    }

    /// Does what is due without anybody asking: bots, absences, delayed spectators.
    async fn drive(&mut self) {
        self.release_late();
        if self.doubtful || self.broken || self.hub.is_stopping() {
            return;
        }
        self.rate().await;
        self.stand_in().await;
        // After that, because a bot that has just stood in is one of those to be asked.
        let turns: Vec<BotTurn> = self.table.bot_turns();
        self.thinking.retain(|(seat, seq)| {
            turns.iter().any(|turn| turn.seat == *seat)
                && self.table.live().is_some_and(|live| live.is_current(*seat, *seq))
        });
        if turns.is_empty() {
            // A game that somebody looks after need not be looked for by every node, every second.
            if self.ownership.is_none() && self.table.status() == TableStatus::Playing {
                self.looks_after().await;
            }
            return;
        }
        if self.doubtful || !self.looks_after().await {
            return;
        }
        for turn in turns {
            if !self.thinking.iter().any(|(seat, _)| *seat == turn.seat) {
                self.ask_bot(turn);
            }
        }
    }

    /// Lets bots play for those whose time is up.
    async fn stand_in(&mut self) {
        while self.table.tick(now()).is_some() {
            if !self.looks_after().await {
                return;
            }
            // Whoever is gone here may be connected to another node.
            self.hear_presence().await;
            let Some(draft) = self.table.tick(now()).filter(|_| !self.doubtful) else { return };
            if self.append(draft).await.is_err() {
                return;
            }
        }
    }

    /// Stores what a rated game that is over does to the ratings.
    async fn rate(&mut self) {
        if self.is_rated || !self.table.is_to_be_rated() {
            return;
        }
        match self.hub.inner.store.rate(self.table.id(), &self.table.results(), now()).await {
            Ok(()) => self.is_rated = true,
            Err(error) => {
                tracing::warn!(%error, table = %self.table.id(), "ratings could not be stored");
                self.doubtful = true;
            }
        }
    }

    /// Whether this node is the one that plays the table's bots and keeps its time.
    async fn looks_after(&mut self) -> bool {
        let shared = self.hub.inner.store.is_shared();
        if let Some((owned, since)) = self.ownership
            && (owned && !shared || since.elapsed() < OWNERSHIP)
        {
            return owned;
        }
        match self.hub.inner.store.own_table(self.table.id(), now() - NODE_SILENCE_MS).await {
            Ok(owned) => {
                self.ownership = Some((owned, Instant::now()));
                owned
            }
            Err(error) => {
                tracing::warn!(%error, table = %self.table.id(), "it is not known who looks after a table");
                self.doubtful = true;
                false
            }
        }
    }

    /// Nobody is connected to a table that was just loaded: since it fell asleep, if it did, or else from now on.
    async fn recall_absence(&mut self) {
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
    async fn hear_presence(&mut self) {
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
    async fn share_presence(&mut self) {
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

    fn ask_bot(&mut self, turn: BotTurn) {
        let (Some(live), Some(mailbox)) = (self.table.live(), self.mailbox.upgrade()) else { return };
        let game = *live.game();
        let pool = self.hub.inner.bots.clone();
        let pace = Duration::from_millis(self.table.options().bot_pace_ms.into());
        self.thinking.push((turn.seat, turn.seq));
        tokio::spawn(async move {
            let (action, ()) =
                tokio::join!(pool.choose(turn.bot, &game, turn.seat), tokio::time::sleep(pace));
            if let Some(action) = action {
                // A table that is gone needs no bot.
                let chosen = Message::BotChose { seat: turn.seat, seq: turn.seq, action };
                let _ = mailbox.send(Box::new(chosen)).await;
            }
        });
    }

    async fn handle(&mut self, message: Box<Message>) {
        match *message {
            Message::Command { asker, command, reply } => self.command(&asker, &command, reply).await,
            Message::Watch { asker, from, outbox } => self.watch(asker, from, outbox).await,
            Message::Unwatch { connection } => {
                self.unwatch(connection);
                self.share_presence().await;
            }
            Message::Emote { asker, emote, outbox } => self.emote(&asker, emote, &outbox),
            Message::State { asker, reply } => {
                self.catch_up_with_others().await;
                let admitted = self.table.admits(asker.player);
                let state =
                    if admitted { Ok(self.table.state_for(asker.player)) } else { Err(no_such_table()) };
                let _ = reply.send(state);
            }
            Message::Questions { asker, reply } => {
                self.catch_up_with_others().await;
                let _ = reply.send(self.questions(&asker));
            }
            Message::BotChose { seat, seq, action } => self.bot_chose(seat, seq, &action).await,
            Message::Hint { number } => {
                if number > self.table.number() {
                    self.read_on().await;
                }
            }
            Message::Wake => {}
            #[cfg(test)]
            Message::Panic => panic!("a test wants to see what happens"),
        }
    }

    /// Whoever has been told something by another node must not be told less by this one.
    async fn catch_up_with_others(&mut self) {
        if self.hub.inner.store.is_shared() {
            self.read_on().await;
        }
    }

    fn questions(&self, asker: &Asker) -> Result<Questions, Refused> {
        let seats = self.table.seats_of(asker.player);
        if seats.is_empty() {
            return Err(no_such_table());
        }
        let live = self.table.live();
        let since = |seat| (seat, live.map_or(0, |live| live.current_since(seat)));
        Ok(Questions {
            seq: self.table.number(),
            seats: seats.into_iter().map(since).collect(),
            game: live.map(|live| *live.game()),
            clock: self.table.options().clock,
        })
    }

    async fn command(&mut self, asker: &Asker, command: &Command, reply: Reply) {
        let id = self.table.id();
        if !self.table.admits(asker.player) {
            self.catch_up_with_others().await;
        }
        if !self.table.admits(asker.player) {
            return answer(id, reply, Err(no_such_table()));
        }
        let began = Instant::now();
        let mut is_up_to_date = !self.hub.inner.store.is_shared();
        // Another node may have written meanwhile: then the command is looked at once more.
        for _ in 0..4 {
            if self.doubtful && !self.read_on().await {
                let refused = Refused::new(Refusal::NotStored, "the storage does not answer; try again");
                return answer(id, reply, Err(refused));
            }
            match self.table.decide(asker, command) {
                // What it would be refused for may be different since another node has written.
                Err(_) if !is_up_to_date => {
                    is_up_to_date = true;
                    self.doubtful = true;
                }
                Err(refused) => return answer(id, reply, Err(refused)),
                Ok(Decision::Done { seq }) => return answer(id, reply, Ok(seq)),
                Ok(Decision::Append(_)) if self.hub.is_stopping() => {
                    let refused =
                        Refused::new(Refusal::Stopping, "the server is stopping; try again in a moment");
                    return answer(id, reply, Err(refused));
                }
                Ok(Decision::Append(draft)) => match self.store(&draft).await {
                    Ok(at) => {
                        answer(id, reply, Ok(self.table.number() + 1));
                        self.apply(at, &draft);
                        metrics::histogram!("whistlestop_command_seconds").record(began.elapsed());
                        return;
                    }
                    Err(AppendError::Conflict) => self.doubtful = true,
                    Err(error) => {
                        self.doubtful = true;
                        // It may have been stored all the same, with the answer lost on the way.
                        let found = self.read_on().await.then(|| self.table.decide(asker, command));
                        let result = match found {
                            Some(Ok(Decision::Done { seq })) => Ok(seq),
                            _ => Err(append_refused(&error)),
                        };
                        return answer(id, reply, result);
                    }
                },
            }
        }
        answer(id, reply, Err(append_refused(&AppendError::Conflict)));
    }

    async fn bot_chose(&mut self, seat: Seat, seq: u32, action: &Action) {
        self.thinking.retain(|thinking| *thinking != (seat, seq));
        if self.doubtful {
            return;
        }
        if let Ok(Decision::Append(draft)) = self.table.decide_bot(seat, seq, action) {
            let _ = self.append(draft).await;
        }
    }

    /// Stores and applies what nobody waits for.
    async fn append(&mut self, draft: Draft) -> Result<(), AppendError> {
        match self.store(&draft).await {
            Ok(at) => {
                self.apply(at, &draft);
                Ok(())
            }
            Err(error) => {
                self.doubtful = true;
                Err(error)
            }
        }
    }

    /// Stores the next entry; gives its time.
    async fn store(&self, draft: &Draft) -> Result<i64, AppendError> {
        let at = now();
        let number = self.table.number() + 1;
        let index = if changes_lists(&draft.entry, draft) {
            let mut next = self.table.clone();
            next.apply(number, at, draft).ok().map(|_| index(&next, at))
        } else {
            None
        };
        let text = draft.to_text();
        self.hub.inner.store.append(Append { table: self.table.id(), number, at, text, index }).await?;
        Ok(at)
    }

    /// Makes a stored entry true and tells everybody who watches.
    fn apply(&mut self, at: i64, draft: &Draft) {
        let number = self.table.number() + 1;
        if matches!(draft.entry, Entry::Started { .. })
            && let Some(delay) = self.table.options().spectators.delay_ms()
        {
            self.late = Some(Box::new(Late::new(self.table.clone(), delay)));
        }
        match self.table.apply(number, at, draft) {
            Ok(change) => {
                if matches!(draft.entry, Entry::Played { .. }) {
                    metrics::counter!("whistlestop_actions_total").increment(1);
                }
                if let Some(late) = &mut self.late {
                    late.push(number, at, draft.clone());
                }
                self.tell(&change);
            }
            Err(corrupt) => {
                // What is stored is the truth; whatever is in memory is not.
                internal(&corrupt);
                self.broken = true;
            }
        }
    }

    /// Reads what was stored since, by this node or another. Says whether the storage answered.
    async fn read_on(&mut self) -> bool {
        let id = self.table.id();
        self.looked_at = Instant::now();
        let entries = match self.hub.inner.store.entries(id, self.table.number()).await {
            Ok(entries) => entries,
            Err(error) => {
                tracing::warn!(%error, table = %id, "a table cannot be read");
                self.doubtful = true;
                return false;
            }
        };
        for entry in entries {
            let draft = match Draft::read(&entry.text, self.table.edition()) {
                Ok(draft) => draft,
                Err(reason) => {
                    internal(&reason);
                    self.broken = true;
                    return false;
                }
            };
            self.apply(entry.at, &draft);
            if self.broken {
                return false;
            }
        }
        self.doubtful = false;
        true
    }

    fn tell(&mut self, change: &Change) {
        let now = now();
        match change {
            Change::Table => self.tell_table(),
            Change::Chat(line) => {
                let message = ServerMessage::Chat { table: self.table.id(), lines: vec![line.clone()] };
                self.watchers.send_to(|watcher| watcher.own.is_empty() == line.seat.is_none(), &message);
            }
            Change::Game { table_too, .. } => {
                let delayed = self.late.is_some();
                let Self { table, watchers, memo, .. } = self;
                watchers.send_by_seats(
                    |watcher| !delayed || !watcher.own.is_empty(),
                    |own| table.update_for(own, change, now, memo).map(ServerMessage::Game),
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

    fn tell_table(&mut self) {
        let now = now();
        self.watchers.reseat(&self.table);
        let players: Vec<_> = self.watchers.iter().map(|watcher| watcher.asker.player).collect();
        self.table.recount(players.into_iter(), now);
        for watcher in self.watchers.iter() {
            watcher.outbox.send(&ServerMessage::Table { state: self.table.state_for(watcher.asker.player) });
        }
    }

    /// Shows spectators what is old enough. The end of the game ends the delay.
    fn release_late(&mut self) {
        let over = self.table.status() != TableStatus::Playing;
        let Some(late) = &mut self.late else { return };
        for message in late.release(now(), over) {
            self.watchers.send_to(|watcher| watcher.own.is_empty(), &message);
        }
        if over {
            self.late = None;
        }
    }

    async fn watch(&mut self, asker: Asker, from: Option<u32>, outbox: Outbox) {
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
            _ => self.table.catch_up(&own, from, now(), &mut self.memo),
        };
        if let Some(update) = update {
            outbox.send(&ServerMessage::Game(update));
        }
        self.watchers.add(Watcher { asker: asker.clone(), own, outbox });
        self.tell_presence(Some(&asker));
        self.share_presence().await;
        for seat in returning {
            self.command(&asker, &Command::ComeBack { seat: seat.into() }, Reply::Nobody).await;
        }
    }

    fn unwatch(&mut self, connection: ConnectionId) {
        if let Some(watcher) = self.watchers.remove(connection) {
            self.table.disconnected(watcher.asker.player, now());
            self.tell_presence(None);
        }
    }

    /// Tells the others that somebody came or went.
    fn tell_presence(&self, newcomer: Option<&Asker>) {
        for watcher in self.watchers.iter() {
            if newcomer.is_none_or(|newcomer| newcomer.player != watcher.asker.player) {
                watcher
                    .outbox
                    .send(&ServerMessage::Table { state: self.table.state_for(watcher.asker.player) });
            }
        }
    }

    fn emote(&self, asker: &Asker, emote: Emote, outbox: &Outbox) {
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
        self.watchers.send_to(|other| other.own.is_empty() == seat.is_none(), &message);
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

async fn resend(hub: Hub, table: TableId, message: Message) {
    hub.send(table, message).await;
}

fn answer(table: TableId, reply: Reply, result: Result<u32, Refused>) {
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

/// Whether the lists have to say something else of the table after this entry.
fn changes_lists(entry: &Entry, draft: &Draft) -> bool {
    match entry {
        Entry::Played { .. } => {
            matches!(draft.events().last(), Some(whistlestop_rules::game::Event::GameEnded { .. }))
        }
        Entry::Undone { .. } | Entry::StoodIn { .. } | Entry::CameBack { .. } | Entry::Said { .. } => false,
        _ => true,
    }
}

/// What the lists say of a table.
pub(super) fn index(table: &Table, at: i64) -> TableIndex {
    let status = table.status();
    let mut players: Vec<_> = table.places().iter().filter_map(crate::table::Place::player).collect();
    players.sort_unstable();
    players.dedup();
    TableIndex {
        code: (status == TableStatus::Open).then(|| table.code().to_owned()),
        status,
        listed: table.options().listed && matches!(status, TableStatus::Open | TableStatus::Playing),
        created_at: table.created_at(),
        changed_at: at,
        // The end of a rated game is looked after until the ratings are stored.
        wake_at: (status == TableStatus::Playing || table.is_to_be_rated()).then_some(0),
        players,
        summary: table.summary(at),
    }
}

/// A table from its stored entries, for those who only read.
pub(crate) async fn load_table(
    store: &Store,
    editions: &Editions,
    id: TableId,
) -> Result<Option<Table>, Refused> {
    Ok(load(store, editions, id).await?.map(|(table, _)| table))
}

/// A table from its stored entries, and what spectators see if they see it later; `None` if there are none.
pub(super) async fn load(
    store: &Store,
    editions: &Editions,
    id: TableId,
) -> Result<Option<(Table, Option<Late>)>, Refused> {
    let began = Instant::now();
    let unreadable = |error: &dyn std::fmt::Display| {
        tracing::error!(%error, table = %id, "a table cannot be loaded");
        lost()
    };
    let entries = store.entries(id, 0).await.map_err(|error| super::not_stored(&error))?;
    let Some(first) = entries.first() else { return Ok(None) };
    let created = read_entry(&first.text).map_err(|error| quarantined(id, &error))?;
    let Entry::Created { edition, .. } = &created else {
        return Err(quarantined(id, &"its first entry is not its making"));
    };
    let edition = editions.find(edition).await.map_err(|error| unreadable(&error))?;
    let mut table =
        Table::create(id, edition, first.at, &created).map_err(|error| quarantined(id, &error))?;
    let shown = fold_until(&mut table, &entries[1..], None).map_err(|error| quarantined(id, &error))?;
    debug_assert!(shown.is_empty());
    let delay = table.spectator_delay();
    let late = if delay > 0 {
        let mut then =
            Table::create(id, edition, first.at, &created).map_err(|error| quarantined(id, &error))?;
        let young = fold_until(&mut then, &entries[1..], Some(now() - delay))
            .map_err(|error| quarantined(id, &error))?;
        let mut late = Late::new(then, delay);
        for (number, at, draft) in young {
            late.push(number, at, draft);
        }
        Some(late)
    } else {
        None
    };
    metrics::histogram!("whistlestop_load_seconds").record(began.elapsed());
    Ok(Some((table, late)))
}

/// Makes stored entries true, all or those up to a moment; gives the others.
fn fold_until(
    table: &mut Table,
    entries: &[StoredEntry],
    until: Option<i64>,
) -> Result<Vec<(u32, i64, Draft)>, String> {
    let mut young = Vec::new();
    for entry in entries {
        let draft = Draft::read(&entry.text, table.edition())?;
        // What follows on something that is too young is too young.
        if young.is_empty() && until.is_none_or(|until| entry.at <= until) {
            table.apply(entry.number, entry.at, &draft).map_err(|corrupt| corrupt.to_string())?;
        } else {
            young.push((entry.number, entry.at, draft));
        }
    }
    Ok(young)
}

/// One bad table is put aside; it is no reason for anything else to stop.
fn quarantined(id: TableId, error: &dyn std::fmt::Display) -> Refused {
    tracing::error!(%error, table = %id, "a stored table does not hold and is put aside");
    metrics::counter!("whistlestop_quarantined_total").increment(1);
    Refused::new(Refusal::Internal, "this table's stored data is damaged; it is kept as it is")
}
