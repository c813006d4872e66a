//! How often each score occurred.

use std::ops::RangeInclusive;

/// Exact counts of whole numbers within bounds known beforehand, so that counting never allocates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Histogram {
    least: i32,
    counts: Vec<u64>,
}

impl Histogram {
    pub fn new(bounds: RangeInclusive<i32>) -> Self {
        let width = bounds.end().abs_diff(*bounds.start()) as usize + 1;
        Self { least: *bounds.start(), counts: vec![0; width] }
    }

    /// Counts a value; one outside the bounds counts as the nearest inside.
    #[inline]
    pub fn add(&mut self, value: i32) {
        let place = usize::try_from(value.saturating_sub(self.least)).unwrap_or(0);
        let last = self.counts.len() - 1;
        self.counts[place.min(last)] += 1;
    }

    /// Adds the counts of another histogram with the same bounds.
    pub fn merge(&mut self, other: &Self) {
        debug_assert_eq!((self.least, self.counts.len()), (other.least, other.counts.len()));
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
    }

    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The values that occurred with their counts, smallest first.
    pub fn iter(&self) -> impl Iterator<Item = (i32, u64)> + '_ {
        self.counts
            .iter()
            .zip(self.least..)
            .filter(|(count, _)| **count > 0)
            .map(|(count, value)| (value, *count))
    }

    /// The smallest value that at least `percent` of all values do not exceed; 0 when there are none.
    pub fn percentile(&self, percent: u32) -> i32 {
        let wanted = (u128::from(self.total()) * u128::from(percent)).div_ceil(100).max(1);
        let mut passed = 0;
        for (value, count) in self.iter() {
            passed += u128::from(count);
            if passed >= wanted {
                return value;
            }
        }
        0
    }

    pub fn mean(&self) -> f64 {
        let sum: i128 = self.iter().map(|(value, count)| i128::from(value) * i128::from(count)).sum();
        sum as f64 / self.total().max(1) as f64
    }

    /// Standard deviation of the values as a whole population.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 =
            self.iter().map(|(value, count)| (f64::from(value) - mean).powi(2) * count as f64).sum();
        (squares / self.total().max(1) as f64).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: impl IntoIterator<Item = i32>) -> Histogram {
        let mut histogram = Histogram::new(-10..=100);
        values.into_iter().for_each(|value| histogram.add(value));
        histogram
    }

    #[test]
    fn percentiles_are_values_that_occurred() {
        let histogram = of(1..=100);
        assert_eq!([5, 25, 50, 75, 95, 100].map(|p| histogram.percentile(p)), [5, 25, 50, 75, 95, 100]);
        assert_eq!(of([7]).percentile(5), 7);
        assert_eq!(of([-3, -3, 8]).percentile(50), -3);
        assert_eq!(of([-3, 8, 8]).percentile(50), 8);
        assert_eq!(of([]).percentile(50), 0);
    }

    #[test]
    fn mean_and_deviation() {
        let histogram = of([2, 4, 4, 4, 5, 5, 7, 9]);
        assert!((histogram.mean() - 5.0).abs() < 1e-12);
        assert!((histogram.deviation() - 2.0).abs() < 1e-12);
    }

    #[test]
    fn values_out_of_bounds_count_at_the_edge() {
        assert_eq!(of([-99, 999, i32::MIN]).iter().collect::<Vec<_>>(), [(-10, 2), (100, 1)]);
    }

    #[test]
    fn merging_is_counting_both() {
        let mut both = of([1, 2, 3]);
        both.merge(&of([3, 4]));
        assert_eq!(both, of([1, 2, 3, 3, 4]));
    }
}
