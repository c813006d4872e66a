//! How much better a move is than the usual one, and how sure that is.

/// Pairs below which nothing can be said: small samples look far surer than they are.
const LEAST_PAIRS: f64 = 8.0;

/// Running sums over pairs of simulated games that differ only in the move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pairs: f64,
    sum: f64,
    squares: f64,
}

impl Tally {
    #[inline]
    pub(super) fn add(&mut self, difference: f64) {
        self.pairs += 1.0;
        self.sum += difference;
        self.squares += difference * difference;
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub(super) fn mean(&self) -> f64 {
        if self.pairs > 0.0 { self.sum / self.pairs } else { 0.0 }
    }

    /// The standard error of the mean; unbounded as long as there is little to judge by.
    pub(super) fn error(&self) -> f64 {
        if self.pairs < LEAST_PAIRS {
            return f64::INFINITY;
        }
        let variance = (self.squares - self.sum * self.sum / self.pairs) / (self.pairs - 1.0);
        // A few equal results are no proof that all are.
        ((variance.max(0.0) + 1e-4) / self.pairs).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_are_those_of_the_sample() {
        let mut tally = Tally::default();
        (1..=4).for_each(|value| tally.add(value.into()));
        assert!(tally.error().is_infinite(), "four pairs say nothing");
        let mut rest = Tally::default();
        (5..=8).for_each(|value| rest.add(value.into()));
        tally.merge(&rest);
        assert!((tally.mean() - 4.5).abs() < 1e-12);
        // The sample variance of 1 to 8 is 6, over eight pairs.
        assert!((tally.error() - (6.0_f64 / 8.0).sqrt()).abs() < 1e-4);
    }
}
