//! A rate, such as the share of games won, and how sure it is.

use std::collections::BTreeMap;

use serde::Serialize;

use super::lots::Lots;
use super::sequential;

const RESAMPLES: usize = 20_000;

/// Bounds that hold the truth in 95 of 100 such experiments.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "[f64; 2]")]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl Interval {
    /// The middle 95 % of values.
    pub(super) fn of(values: &mut [f64]) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |share: f64| {
            #[expect(clippy::cast_sign_loss, reason = "shares and lengths are not negative")]
            let place = (share * values.len() as f64) as usize;
            values[place.min(values.len() - 1)]
        };
        Self { low: at(0.025), high: at(0.975) }
    }

    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Games in groups that belong together, such as one deal played from every seat.
///
/// Games of a group may depend on each other; groups do not. A group adds what was won in it, and out of how much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Groups with the same result, counted; in parts of [`PART`], so that equal results compare equal.
    groups: BTreeMap<(u64, u64), u64>,
}

/// One game, in whole parts: divisible by everything that victories among five are shared by.
const PART: f64 = 3600.0;

impl Blocks {
    /// Adds a group of `games` games (there may be parts of games) with so many victories.
    pub fn add(&mut self, won: f64, games: f64) {
        #[expect(clippy::cast_sign_loss, reason = "neither is negative")]
        let parts = |number: f64| (number * PART).round() as u64;
        if games > 0.0 {
            *self.groups.entry((parts(won), parts(games))).or_default() += 1;
        }
    }

    /// Each different result with how often it occurred: victories, games, groups.
    fn results(&self) -> impl Iterator<Item = (f64, f64, f64)> + '_ {
        self.groups
            .iter()
            .map(|((won, games), count)| (*won as f64 / PART, *games as f64 / PART, *count as f64))
    }

    pub fn games(&self) -> f64 {
        self.results().map(|(_, games, count)| games * count).sum()
    }

    pub fn won(&self) -> f64 {
        self.results().map(|(won, _, count)| won * count).sum()
    }

    /// `None` without games.
    pub fn rate(&self) -> Option<f64> {
        (self.games() > 0.0).then(|| self.won() / self.games())
    }

    /// The share won in each group, with how often it occurred.
    pub(super) fn shares(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.results().map(|(won, games, count)| (won / games, count))
    }

    /// A Bayesian bootstrap over the groups, beside half a group won and half a group lost.
    ///
    /// For single games without ties this is the Jeffreys interval. Unlike a plain bootstrap it does not collapse where
    /// everything was won.
    pub fn interval(&self) -> Interval {
        let (games, won) = (self.games(), self.won());
        if games == 0.0 {
            return Interval { low: 0.0, high: 1.0 };
        }
        let group = games / self.results().map(|(_, _, count)| count).sum::<f64>();
        let mut lots = Lots::new(0);
        let mut resample = || {
            let prior_won = group * lots.gamma(0.5);
            let mut sums = (prior_won, prior_won + group * lots.gamma(0.5));
            for (won, games, count) in self.results() {
                let weight = lots.gamma(count);
                sums.0 += weight * won;
                sums.1 += weight * games;
            }
            sums.0 / sums.1
        };
        let mut rates: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
        let interval = Interval::of(&mut rates);
        let epsilon = 0.5 / PART;
        Interval {
            low: if won < epsilon { 0.0 } else { interval.low },
            high: if games - won < epsilon { 1.0 } else { interval.high },
        }
    }

    /// Bounds that hold however often somebody looked and whenever they stopped for what they saw.
    pub fn interval_at_any_time(&self) -> Interval {
        sequential::interval(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(won: usize, lost: usize) -> Blocks {
        let mut blocks = Blocks::default();
        (0..won).for_each(|_| blocks.add(1.0, 1.0));
        (0..lost).for_each(|_| blocks.add(0.0, 1.0));
        blocks
    }

    fn close(interval: Interval, low: f64, high: f64) {
        let near = (interval.low - low).abs() < 0.006 && (interval.high - high).abs() < 0.006;
        assert!(near, "{interval:?}, not {low} to {high}");
    }

    /// Quantiles of Beta(won + 1/2, lost + 1/2), from tables.
    #[test]
    fn single_games_give_the_jeffreys_interval() {
        close(games(50, 50).interval(), 0.4032, 0.5968);
        close(games(8, 2).interval(), 0.4967, 0.9564);
        close(games(990, 10).interval(), 0.9825, 0.9949);
    }

    #[test]
    fn winning_everything_proves_no_certainty() {
        close(games(20, 0).interval(), 0.8827, 1.0);
        close(games(0, 20).interval(), 0.0, 0.1173);
        close(games(1000, 0).interval(), 0.9975, 1.0);
    }

    #[test]
    fn no_games_say_nothing() {
        assert_eq!(Blocks::default().rate(), None);
        assert_eq!(Blocks::default().interval(), Interval { low: 0.0, high: 1.0 });
    }

    /// A hundred deals of which one side always wins both games are a hundred facts, not two hundred.
    #[test]
    fn games_that_go_together_count_once() {
        let mut together = Blocks::default();
        (0..50).for_each(|_| together.add(2.0, 2.0));
        (0..50).for_each(|_| together.add(0.0, 2.0));
        close(together.interval(), 0.4032, 0.5968);
        assert!((together.games() - 200.0).abs() < 1e-9);
        // Where every deal is shared evenly, the seats explain everything.
        let mut even = Blocks::default();
        (0..100).for_each(|_| even.add(1.0, 2.0));
        let interval = even.interval();
        assert!(interval.high - interval.low < 0.03, "{interval:?}");
    }

    #[test]
    fn shared_victories_are_halves() {
        let mut blocks = games(3, 4);
        blocks.add(0.5, 1.0);
        assert_eq!((blocks.games(), blocks.won()), (8.0, 3.5));
        let mut thirds = Blocks::default();
        (0..3).for_each(|_| thirds.add(1.0 / 3.0, 1.0));
        assert!((thirds.won() - 1.0).abs() < 1e-12);
    }
}
