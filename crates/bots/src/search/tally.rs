//! How much better a move is than the usual one, and how sure that is.

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

    /// The standard error of the mean; unbounded as long as there is next to nothing to judge by.
    pub(super) fn error(&self) -> f64 {
        if self.pairs < 2.0 {
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
        assert!(tally.error().is_infinite());
        tally.add(1.0);
        tally.add(3.0);
        let mut rest = Tally::default();
        rest.add(5.0);
        rest.add(7.0);
        tally.merge(&rest);
        assert!((tally.mean() - 4.0).abs() < 1e-12);
        // Sample variance 20/3 over four pairs.
        assert!((tally.error() - (20.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-4);
    }
}
