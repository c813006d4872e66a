//! What is counted while tables are played.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;
use serde::Serialize;
use tokio::time::Instant;

/// Longest time that is told from longer ones, in microseconds: ten minutes.
const LONGEST: u64 = 600_000_000;

/// Times in microseconds, to three digits.
#[derive(Clone, Debug)]
pub(crate) struct Times(Histogram<u32>);

impl Default for Times {
    fn default() -> Self {
        // Both numbers are within what the library can do.
        Self(Histogram::new_with_max(LONGEST, 3).unwrap_or_else(|_| unreachable!("the bounds are fine")))
    }
}

impl Times {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.saturating_record(u64::try_from(time.as_micros()).unwrap_or(u64::MAX).max(1));
    }

    /// `None` when nothing was counted.
    pub(crate) fn quantiles(&self) -> Option<Quantiles> {
        if self.0.is_empty() {
            return None;
        }
        let ms = |quantile: f64| self.0.value_at_quantile(quantile) as f64 / 1000.0;
        Some(Quantiles {
            count: self.0.len(),
            p50_ms: ms(0.5),
            p95_ms: ms(0.95),
            p99_ms: ms(0.99),
            p999_ms: ms(0.999),
            max_ms: self.0.max() as f64 / 1000.0,
        })
    }
}

/// How long something took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Quantiles {
    pub count: u64,
    pub p50_ms: f64,
    pub p95_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
    pub max_ms: f64,
}

/// Counts between two moments; whatever comes before or after is not counted.
#[derive(Debug)]
pub(crate) struct Shared {
    from: Instant,
    until: Instant,
    counts: Mutex<Counts>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) actions: Times,
    pub(crate) acknowledged: u64,
    pub(crate) first_views: Times,
    pub(crate) refused: u64,
    pub(crate) games_finished: u64,
}

impl Shared {
    pub(crate) fn new(from: Instant, until: Instant) -> Self {
        Self { from, until, counts: Mutex::default() }
    }

    fn count(&self, what: impl FnOnce(&mut Counts)) {
        let now = Instant::now();
        if self.from <= now && now < self.until {
            what(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
        }
    }

    pub(crate) fn acknowledged(&self, time: Duration) {
        self.count(|counts| {
            counts.actions.add(time);
            counts.acknowledged += 1;
        });
    }

    pub(crate) fn first_view(&self, time: Duration) {
        self.count(|counts| counts.first_views.add(time));
    }

    pub(crate) fn refused(&self) {
        self.count(|counts| counts.refused += 1);
    }

    pub(crate) fn game_over(&self) {
        self.count(|counts| counts.games_finished += 1);
    }

    pub(crate) fn counts(&self) -> Counts {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_to_three_digits() {
        let mut times = Times::default();
        assert_eq!(times.quantiles(), None);
        for ms in 1..=1000 {
            times.add(Duration::from_millis(ms));
        }
        let told = times.quantiles().unwrap_or_else(|| panic!("there are times"));
        assert_eq!(told.count, 1000);
        for (found, wanted) in
            [(told.p50_ms, 500.0), (told.p95_ms, 950.0), (told.p99_ms, 990.0), (told.max_ms, 1000.0)]
        {
            assert!((found - wanted).abs() < wanted / 500.0, "{found} {wanted}");
        }
        times.add(Duration::from_hours(1));
        assert_eq!(times.quantiles().map(|told| told.count), Some(1001));
    }
}
