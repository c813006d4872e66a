//! How much better a move is than the usual one, and how sure that is.

/// Pairs below which nothing can be said: small samples look far surer than they are.
const LEAST_PAIRS: f64 = 8.0;

/// What differences are taken to vary by before any was seen, and how many pairs that counts for.
const USUAL_VARIANCE: f64 = 0.06;
const SUPPOSED_PAIRS: f64 = 4.0;

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
        let squares = (self.squares - self.sum * self.sum / self.pairs).max(0.0);
        // A few equal results are no proof that all are.
        let variance = (squares + SUPPOSED_PAIRS * USUAL_VARIANCE) / (self.pairs - 1.0 + SUPPOSED_PAIRS);
        (variance / self.pairs).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_error_are_those_of_the_sample_and_of_what_is_supposed() {
        let mut tally = Tally::default();
        (1..=4).for_each(|value| tally.add(value.into()));
        assert!(tally.error().is_infinite(), "four pairs say nothing");
        let mut rest = Tally::default();
        (5..=8).for_each(|value| rest.add(value.into()));
        tally.merge(&rest);
        assert!((tally.mean() - 4.5).abs() < 1e-12);
        // The squares of 1 to 8 around their mean add up to 42; to the seven degrees of freedom come four supposed pairs.
        assert!((tally.error() - ((42.0_f64 + 4.0 * 0.06) / 11.0 / 8.0).sqrt()).abs() < 1e-9);
    }
}
