//! The task of one table: it takes messages one by one, stores what they lead to, and only then tells anybody.

mod changing;
mod loading;
mod presence;
mod telling;

use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use whistlestop_rules::ids::Seat;

use self::telling::answer;
use super::bots::{Choice, Thinker, thinks};
use super::late::Late;
use super::watchers::Watchers;
use super::{Hub, Message, NODE_SILENCE_MS, Party, Questions, Reply, no_such_table, now};
use crate::protocol::{PlayerId, Refusal, Refused, TableId, TableStatus};
use crate::show::Memo;
use crate::store::Hint;
use crate::table::{Asker, BotTurn, Table};

pub(super) use self::changing::index;
pub(super) use self::loading::load;
pub(crate) use self::loading::load_table;
use self::loading::past_decisions;

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
    /// Bots that have thought about this game before.
    thinkers: Vec<(Seat, Thinker)>,
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
                    thinkers: Vec::new(),
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
                Message::Party { reply } => {
                    let _ = reply.send(Err(refused.clone()));
                }
                Message::Unwatch { .. }
                | Message::Emote { .. }
                | Message::BotChose { .. }
                | Message::Hint(_)
                | Message::Wake => {}
                #[cfg(test)]
                Message::Panic => {}
            }
        }
    }

    async fn serve(&mut self, messages: &mut mpsc::Receiver<Box<Message>>) {
        loop {
            Box::pin(self.drive()).await;
            let message = match self.wait() {
                None => Ok(messages.recv().await),
                Some(wait) => tokio::time::timeout(wait, messages.recv()).await,
            };
            match message {
                Ok(Some(message)) => {
                    // Being looked after is not being needed.
                    if !matches!(*message, Message::Wake | Message::Hint(_)) {
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
        if !self.hub.inner.store.is_shared() && !self.needs_care() {
            return true;
        }
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

    /// Whether somebody has to look after the table even if nobody watches.
    fn needs_care(&self) -> bool {
        self.table.status() == TableStatus::Playing || self.table.is_to_be_rated()
    }

    /// Whether other nodes may have written something that this one was not told of.
    fn is_time_to_look(&self) -> bool {
        self.hub.inner.store.is_shared()
            && !self.watchers.is_empty()
            && self.looked_at.elapsed() >= LOOK_AGAIN
    }

    /// Nobody watches, nobody thinks, and nothing was asked for a while. At the end of the process there is no need to.
    fn may_sleep(&self) -> bool {
        self.watchers.is_empty()
            && !self.hub.is_stopping()
            && self.thinking.is_empty()
            && !self.doubtful
            && (self.is_rated || !self.table.is_to_be_rated())
            && self.table.bot_turns().is_empty()
            && self.idle_since.elapsed() >= self.hub.inner.config.idle
    }

    /// How long there is nothing to do if nobody asks for anything; `None`: for ever.
    fn wait(&self) -> Option<Duration> {
        let until = |at: i64| Duration::from_millis(u64::try_from(at - now()).unwrap_or(0).max(1));
        let absence = self.table.next_absence().map(|(at, ..)| until(at));
        let late = self.late.as_ref().and_then(|late| late.due()).map(until);
        let retry = self.doubtful.then_some(RETRY);
        let look = (self.hub.inner.store.is_shared() && !self.watchers.is_empty())
            .then(|| LOOK_AGAIN.saturating_sub(self.looked_at.elapsed()).max(Duration::from_millis(1)));
        let sleep = (self.watchers.is_empty() && !self.hub.is_stopping()).then(|| {
            self.hub.inner.config.idle.saturating_sub(self.idle_since.elapsed()) + Duration::from_millis(1)
        });
        [absence, late, retry, look, sleep].into_iter().flatten().min()
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

    fn ask_bot(&mut self, turn: BotTurn) {
        let (Some(live), Some(mailbox)) = (self.table.live(), self.mailbox.upgrade()) else { return };
        let game = *live.game();
        let pool = self.hub.inner.bots.clone();
        let pace = Duration::from_millis(self.table.options().bot_pace_ms.into());
        self.thinking.push((turn.seat, turn.seq));
        let at = self.thinkers.iter().position(|(seat, _)| *seat == turn.seat);
        let thinker = at.map(|at| self.thinkers.swap_remove(at).1);
        let (hub, id, edition) = (self.hub.clone(), self.table.id(), self.table.edition());
        let is_new_to_it = thinker.is_none() && game.turn() > 1 && thinks(&turn.bot);
        tokio::spawn(async move {
            let choice = async {
                let mut past = Vec::new();
                if is_new_to_it {
                    let found = past_decisions(&hub.inner.store, id, edition, turn.seat).await;
                    past = found.unwrap_or_else(|error| {
                        tracing::warn!(error, table = %id, "a bot goes on without knowing what has happened");
                        Vec::new()
                    });
                }
                pool.choose(turn.bot, thinker, past, &game, turn.seat).await
            };
            let (Choice { action, thinker }, ()) = tokio::join!(choice, tokio::time::sleep(pace));
            if let Some(action) = action {
                // A table that is gone needs no bot.
                let chosen = Message::BotChose { seat: turn.seat, seq: turn.seq, action, thinker };
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
            Message::Party { reply } => {
                self.catch_up_with_others().await;
                let _ = reply.send(Ok(self.party()));
            }
            Message::BotChose { seat, seq, action, thinker } => {
                self.thinkers.retain(|(other, _)| *other != seat);
                self.thinkers.extend(thinker.map(|thinker| (seat, thinker)));
                self.bot_chose(seat, seq, &action).await;
            }
            Message::Hint(Hint::Written { number, .. }) => {
                if number > self.table.number() {
                    self.read_on().await;
                }
            }
            Message::Hint(Hint::Passing { text, .. }) => self.pass_on(&text),
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

    fn party(&self) -> Party {
        Party {
            edition: self.table.edition(),
            options: self.table.options().clone(),
            places: self.table.places().to_vec(),
            rematch: self.table.rematch(),
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
}

async fn resend(hub: Hub, table: TableId, message: Message) {
    hub.send(table, message).await;
}
