//! Time: how much each seat has left. No clock is read here; every moment is handed in, in milliseconds since 1970.

use whistlestop_rules::ids::{MAX_SEATS, Seat};

use crate::protocol::Clock;

/// Whoever comes back after a bot stood in has at least this much time.
const AFTER_COMING_BACK: i64 = 30_000;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Timers {
    clock: Clock,
    left: [i64; MAX_SEATS],
    running: [Option<Running>; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    since: i64,
    /// A seat that has two turns in a row gets the time of two.
    turn: u16,
}

impl Timers {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, left: [full(clock); MAX_SEATS], running: [None; MAX_SEATS] }
    }

    /// Runs the clocks of those who are awaited and stops the others.
    pub(super) fn settle(&mut self, at: i64, turn: u16, awaited: impl Fn(Seat) -> bool) {
        for seat in Seat::ALL {
            let i = seat.index();
            let awaited = awaited(seat);
            match self.running[i] {
                Some(running) if awaited && running.turn == turn => continue,
                Some(running) => self.stop(i, at - running.since),
                None => {}
            }
            self.running[i] = awaited.then_some(Running { since: at, turn });
        }
    }

    fn stop(&mut self, i: usize, used: i64) {
        self.left[i] = match self.clock {
            Clock::Bank { increment_s, .. } => (self.left[i] - used).max(0) + i64::from(increment_s) * 1000,
            clock => full(clock),
        };
    }

    /// Gives whoever comes back enough to make a move.
    pub(super) fn welcome_back(&mut self, seat: Seat) {
        let left = &mut self.left[seat.index()];
        *left = (*left).max(AFTER_COMING_BACK);
    }

    pub(super) fn is_running(&self, seat: Seat) -> bool {
        self.running[seat.index()].is_some()
    }

    /// Since when the seat is awaited.
    pub(super) fn awaited_since(&self, seat: Seat) -> Option<i64> {
        self.running[seat.index()].map(|running| running.since)
    }

    /// When the time of a seat is up, if its clock runs.
    pub(super) fn deadline(&self, seat: Seat) -> Option<i64> {
        if self.clock == Clock::None {
            return None;
        }
        self.running[seat.index()].map(|running| running.since + self.left[seat.index()])
    }

    /// Milliseconds a seat has left; `None` at a table without clock.
    pub(super) fn left(&self, seat: Seat, now: i64) -> Option<i64> {
        if self.clock == Clock::None {
            return None;
        }
        let used = self.running[seat.index()].map_or(0, |running| now - running.since);
        Some((self.left[seat.index()] - used).max(0))
    }
}

fn full(clock: Clock) -> i64 {
    let seconds = match clock {
        Clock::None => 0,
        Clock::PerTurn { seconds } | Clock::Bank { seconds, .. } => i64::from(seconds),
        Clock::Correspondence { days } => i64::from(days) * 24 * 60 * 60,
    };
    seconds * 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    fn only(seat: Seat) -> impl Fn(Seat) -> bool {
        move |other| other == seat
    }

    #[test]
    fn a_turn_has_its_own_time() {
        let mut timers = Timers::new(Clock::PerTurn { seconds: 10 });
        timers.settle(1000, 1, only(Seat::S0));
        assert_eq!(timers.deadline(Seat::S0), Some(11_000));
        // The second card is part of the same turn.
        timers.settle(4000, 1, only(Seat::S0));
        assert_eq!(timers.left(Seat::S0, 5000), Some(6000));
        timers.settle(6000, 2, only(Seat::S1));
        assert_eq!((timers.deadline(Seat::S0), timers.deadline(Seat::S1)), (None, Some(16_000)));
        timers.settle(7000, 3, only(Seat::S0));
        assert_eq!(timers.deadline(Seat::S0), Some(17_000));
        // Two turns in a row.
        timers.settle(16_000, 4, only(Seat::S0));
        assert_eq!(timers.deadline(Seat::S0), Some(26_000));
    }

    #[test]
    fn a_bank_is_used_up_and_topped_up() {
        let mut timers = Timers::new(Clock::Bank { seconds: 60, increment_s: 5 });
        timers.settle(0, 1, only(Seat::S0));
        timers.settle(20_000, 2, only(Seat::S1));
        assert_eq!(timers.left(Seat::S0, 99_000), Some(45_000));
        timers.settle(30_000, 3, only(Seat::S0));
        assert_eq!(timers.deadline(Seat::S0), Some(75_000));
        timers.settle(80_000, 3, |_| false);
        timers.welcome_back(Seat::S0);
        assert_eq!(timers.left(Seat::S0, 99_000), Some(30_000));
    }

    #[test]
    fn without_a_clock_nobody_runs_out() {
        let mut timers = Timers::new(Clock::None);
        timers.settle(0, 1, only(Seat::S0));
        assert_eq!((timers.deadline(Seat::S0), timers.left(Seat::S0, 9)), (None, None));
        assert_eq!(timers.awaited_since(Seat::S0), Some(0));
    }
}
