//! Who is connected to a table, and when a bot has to stand in for somebody who is not.

use whistlestop_rules::ids::{MAX_SEATS, Seat};

use super::Table;
use super::entry::{Absence, Draft, Entry};
use crate::protocol::{Clock, PlayerId, TableStatus};

/// Who is connected. Not stored: after a restart nobody is.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    /// To this process.
    connections: [u32; MAX_SEATS],
    /// To other processes that serve the same table.
    elsewhere: [bool; MAX_SEATS],
    /// Since when a seat has had no connection.
    gone_since: [i64; MAX_SEATS],
    pub(super) spectators: u32,
}

impl Presence {
    /// Everybody is gone, since this moment.
    pub(super) fn nobody(since: i64) -> Self {
        Self { gone_since: [since; MAX_SEATS], ..Self::default() }
    }
}

impl Table {
    /// A player has one more connection to this table. Seats that were played by a bot meanwhile are named: they
    /// come back with [`super::Command::ComeBack`].
    pub fn connected(&mut self, player: PlayerId) -> Vec<Seat> {
        let seats = self.seats_of(player);
        if seats.is_empty() {
            self.presence.spectators += 1;
        }
        for seat in &seats {
            self.presence.connections[seat.index()] += 1;
        }
        let Some(started) = self.started() else { return Vec::new() };
        seats.into_iter().filter(|seat| started.stand_ins[seat.index()].is_some()).collect()
    }

    /// A player has one connection less.
    pub fn disconnected(&mut self, player: PlayerId, now: i64) {
        let seats = self.seats_of(player);
        if seats.is_empty() {
            self.presence.spectators = self.presence.spectators.saturating_sub(1);
        }
        for seat in seats {
            let connections = &mut self.presence.connections[seat.index()];
            *connections = connections.saturating_sub(1);
            if *connections == 0 {
                self.presence.gone_since[seat.index()] = now;
            }
        }
    }

    /// Counts the connections anew: by player, each as often as it is connected. For when seats change hands.
    pub fn recount(&mut self, players: impl Iterator<Item = PlayerId>, now: i64) {
        let before = std::mem::take(&mut self.presence.connections);
        self.presence.spectators = 0;
        for player in players {
            self.connected(player);
        }
        for (i, count) in before.iter().enumerate() {
            if *count > 0 && self.presence.connections[i] == 0 {
                self.presence.gone_since[i] = now;
            }
        }
    }

    /// Learns who is connected to other processes. Says whether that changes anything.
    pub fn present_elsewhere(&mut self, players: &[PlayerId], now: i64) -> bool {
        let mut changed = false;
        for (i, place) in self.places.iter().enumerate() {
            let here = place.player().is_some_and(|player| players.contains(&player));
            let before = std::mem::replace(&mut self.presence.elsewhere[i], here);
            if before && !here && self.presence.connections[i] == 0 {
                self.presence.gone_since[i] = now;
            }
            changed |= before != here;
        }
        changed
    }

    /// Whether whoever plays a seat is connected, here or elsewhere.
    pub(super) fn is_present(&self, seat: Seat) -> bool {
        self.presence.connections[seat.index()] > 0 || self.presence.elsewhere[seat.index()]
    }

    /// After a restart everybody is gone, from now on.
    pub fn nobody_is_here(&mut self, now: i64) {
        self.presence = Presence::nobody(now);
    }

    /// How long somebody may be gone before a bot stands in, at a table without clock that is being played.
    pub fn absence_ms(&self) -> Option<i64> {
        let counts = self.options.clock == Clock::None && self.status() == TableStatus::Playing;
        self.options.stand_in.after_s.filter(|_| counts).map(|after| i64::from(after) * 1000)
    }

    /// When a bot will have to stand in for somebody, and for whom.
    pub fn next_absence(&self) -> Option<(i64, Seat, Absence)> {
        let started = self.started()?;
        let due = |seat: Seat| {
            let timers = &started.timers;
            let out_of_time = timers.deadline(seat).map(|at| (at, seat, Absence::OutOfTime));
            let waiting = timers.awaited_since(seat).filter(|_| !self.is_present(seat));
            let lost = self.absence_ms().zip(waiting).map(|(after, waiting)| {
                let since = waiting.max(self.presence.gone_since[seat.index()]);
                (since + after, seat, Absence::ConnectionLost)
            });
            out_of_time.into_iter().chain(lost).min_by_key(|(at, ..)| *at)
        };
        Seat::of(self.places.len()).filter_map(due).min_by_key(|(at, ..)| *at)
    }

    /// The entry that is due, if a bot has to stand in for somebody by now.
    pub fn tick(&self, now: i64) -> Option<Draft> {
        let (at, seat, why) = self.next_absence()?;
        let bot = self.options.stand_in.bot.clone();
        (at <= now).then(|| Draft::plain(Entry::StoodIn { seat, bot, why }))
    }
}
