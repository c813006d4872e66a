//! One table, played until time is up.

use std::time::Duration;

use serde::Serialize;
use serde_json::value::RawValue;
use tokio::time::Instant;
use whistlestop_server::protocol::{Refusal, TableId};

use crate::Failure;
use crate::choose::Chooser;
use crate::figures::Shared;
use crate::heard::{Heard, Kind};
use crate::people::{People, read};

/// When a table plays its next action.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// As soon as the one before is answered.
    Closed,
    /// Every so often, the first time at a moment of its own.
    Every { interval: Duration, first: Instant },
}

/// An action that was sent.
#[derive(Debug)]
struct Sent {
    person: usize,
    id: String,
    /// What its time is counted from.
    since: Instant,
    done: Option<u32>,
}

#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) people: People,
    pub(crate) table: TableId,
    /// As it stands in messages.
    table_text: String,
    chooser: Chooser,
    /// What is to be played next, by whom, chosen at which number.
    next: Option<Chosen>,
    sent: Option<Sent>,
    actions: u64,
    over: bool,
}

#[derive(Debug)]
struct Chosen {
    person: usize,
    seat: u8,
    seq: u32,
    action: String,
}

#[derive(Serialize)]
#[serde(tag = "type", rename = "act")]
struct Act<'a> {
    table: TableId,
    id: &'a str,
    seq: u32,
    seat: u8,
    action: &'a RawValue,
}

impl Player {
    pub(crate) fn new(people: People, table: TableId, seed: u64) -> Self {
        Self {
            people,
            table,
            table_text: table.to_string(),
            chooser: Chooser::new(seed),
            next: None,
            sent: None,
            actions: 0,
            over: false,
        }
    }

    /// Plays, one game after the other, until `until`.
    pub(crate) async fn play(&mut self, pace: Pace, until: Instant, figures: &Shared) -> Result<(), Failure> {
        let mut due = match pace {
            Pace::Closed => Instant::now(),
            Pace::Every { first, .. } => first,
        };
        // Positions that came before the start are asked for again.
        self.people.watch(self.table).await?;
        let alarm = tokio::time::sleep_until(until);
        tokio::pin!(alarm);
        loop {
            let now = Instant::now();
            if now >= until {
                return Ok(());
            }
            if self.over && self.sent.is_none() {
                self.table = self.people.rematch(self.table).await?;
                self.table_text = self.table.to_string();
                figures.game_over();
                (self.over, self.next) = (false, None);
                continue;
            }
            if self.sent.is_none() && due <= now && self.next.is_some() {
                match pace {
                    Pace::Closed => self.act(now).await?,
                    Pace::Every { interval, .. } => {
                        self.act(due).await?;
                        due += interval;
                    }
                }
            }
            let wake = if self.sent.is_none() && self.next.is_some() { due.min(until) } else { until };
            if alarm.deadline() != wake {
                alarm.as_mut().reset(wake);
            }
            tokio::select! {
                heard = self.people.next() => {
                    let (person, text) = heard?;
                    self.hear(person, &text, figures).await?;
                }
                () = &mut alarm => {}
            }
        }
    }

    /// Sends what was chosen. An action that is late because the one before was answered late is counted from when it
    /// was due: a slow server does not get a gentler load.
    async fn act(&mut self, due: Instant) -> Result<(), Failure> {
        const TIMER: Duration = Duration::from_millis(3);
        let Some(Chosen { person, seat, seq, action }) = self.next.take() else { return Ok(()) };
        self.actions += 1;
        let id = self.actions.to_string();
        let action = RawValue::from_string(action).map_err(|error| Failure::lost(&error.to_string()))?;
        let act = Act { table: self.table, id: &id, seq, seat, action: &action };
        let text = serde_json::to_string(&act).map_err(|error| Failure::lost(&error.to_string()))?;
        let now = Instant::now();
        let since = if now.duration_since(due) > TIMER { due } else { now };
        self.sent = Some(Sent { person, id, since, done: None });
        self.people.send(person, text).await
    }

    async fn hear(&mut self, person: usize, text: &str, figures: &Shared) -> Result<(), Failure> {
        let heard = read(text)?;
        match heard.kind {
            Kind::Game => self.shown(person, &heard, figures),
            Kind::Done => {
                if let Some(sent) = &mut self.sent
                    && heard.id.as_deref() == Some(&*sent.id)
                {
                    sent.done = heard.seq;
                }
                Ok(())
            }
            Kind::Refused => self.refused(&heard, figures).await,
            // The server wants to hear from us now and then.
            Kind::Pong if heard.n == Some(0) => {
                self.people.send(person, r#"{"type":"ping","n":1}"#.to_owned()).await
            }
            Kind::Pong | Kind::Other => Ok(()),
            Kind::Closing => Err(Failure::lost("the server stops")),
        }
    }

    fn shown(&mut self, person: usize, heard: &Heard<'_>, figures: &Shared) -> Result<(), Failure> {
        let (Some(position), Some(seq)) = (&heard.game, heard.seq) else { return Ok(()) };
        // What is left of the game before.
        if heard.table.as_deref() != Some(&*self.table_text) {
            return Ok(());
        }
        if let Some(sent) = &self.sent
            && sent.person == person
            && sent.done.is_some_and(|done| seq >= done)
        {
            figures.acknowledged(sent.since.elapsed());
            self.sent = None;
        }
        self.over |= position.score.is_some();
        let chosen = self.chooser.choose(position).map_err(|error| Failure::lost(&error.to_string()))?;
        match chosen {
            Some((seat, action)) => self.next = Some(Chosen { person, seat, seq, action }),
            None => drop(self.next.take_if(|next| next.person == person)),
        }
        Ok(())
    }

    async fn refused(&mut self, heard: &Heard<'_>, figures: &Shared) -> Result<(), Failure> {
        match heard.code {
            // The position has moved on, or the storage hiccuped: look again.
            Some(Refusal::Stale | Refusal::NotStored) => {
                figures.refused();
                self.sent = None;
                self.people.watch(self.table).await
            }
            _ => Err(Failure::refused(heard)),
        }
    }
}
