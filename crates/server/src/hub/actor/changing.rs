//! What becomes of a request: it is decided, stored, and only then true.

use std::time::Instant;

use whistlestop_rules::game::Action;
use whistlestop_rules::ids::Seat;

use super::Actor;
use super::telling::answer;
use crate::hub::late::Late;
use crate::hub::{Reply, append_refused, internal, no_such_table, now};
use crate::protocol::{Refusal, Refused, TableStatus};
use crate::store::{Append, AppendError, TableIndex};
use crate::table::entry::{Draft, Entry};
use crate::table::{Asker, Command, Decision, Table};

impl Actor {
    pub(super) async fn command(&mut self, asker: &Asker, command: &Command, reply: Reply) {
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

    pub(super) async fn bot_chose(&mut self, seat: Seat, seq: u32, action: &Action) {
        self.thinking.retain(|thinking| *thinking != (seat, seq));
        if self.doubtful {
            return;
        }
        if let Ok(Decision::Append(draft)) = self.table.decide_bot(seat, seq, action) {
            let _ = self.append(draft).await;
        }
    }

    /// Stores and applies what nobody waits for.
    pub(super) async fn append(&mut self, draft: Draft) -> Result<(), AppendError> {
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
    pub(super) async fn store(&self, draft: &Draft) -> Result<i64, AppendError> {
        let at = now();
        let number = self.table.number() + 1;
        let index = if changes_lists(&draft.entry, draft) {
            let mut next = self.table.clone();
            next.apply(number, at, draft)
                .ok()
                .map(|_| TableIndex { owner: self.owner_after(&draft.entry), ..index(&next, at) })
        } else {
            None
        };
        let text = draft.to_text();
        self.hub.inner.store.append(Append { table: self.table.id(), number, at, text, index }).await?;
        Ok(at)
    }

    /// Where there is one node, a game that starts is looked after by it. Others ask who is.
    fn owner_after(&self, entry: &Entry) -> Option<[u8; 16]> {
        let store = &self.hub.inner.store;
        (matches!(entry, Entry::Started { .. }) && !store.is_shared()).then(|| store.node())
    }

    /// Makes a stored entry true and tells everybody who watches.
    pub(super) fn apply(&mut self, at: i64, draft: &Draft) {
        let number = self.table.number() + 1;
        if self.owner_after(&draft.entry).is_some() {
            self.ownership = Some((true, Instant::now()));
        }
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
    pub(super) async fn read_on(&mut self) -> bool {
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
pub(in crate::hub) fn index(table: &Table, at: i64) -> TableIndex {
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
        owner: None,
        players,
        summary: table.summary(at),
    }
}
