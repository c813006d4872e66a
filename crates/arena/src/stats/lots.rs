//! Random numbers for resampling.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;

/// A source of the same numbers every time, so that the same games give the same intervals.
#[derive(Clone, Debug)]
pub(super) struct Lots(SplitMix64);

impl Lots {
    pub(super) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// Above 0 and below 1.
    fn uniform(&mut self) -> f64 {
        ((self.0.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        let radius = (-2.0 * self.uniform().ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }

    /// Gamma distributed with this shape and scale 1 (Marsaglia and Tsang, 2000).
    pub(super) fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            return self.gamma(shape + 1.0) * self.uniform().powf(1.0 / shape);
        }
        let d = shape - 1.0 / 3.0;
        let c = 1.0 / (9.0 * d).sqrt();
        loop {
            let normal = self.normal();
            let v = (1.0 + c * normal).powi(3);
            if v > 0.0 && self.uniform().ln() < 0.5 * normal * normal + d * (1.0 - v + v.ln()) {
                return d * v;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_has_its_mean_and_variance() {
        let mut lots = Lots::new(1);
        for shape in [0.5, 1.0, 7.0, 400.0] {
            let draws: Vec<f64> = (0..40_000).map(|_| lots.gamma(shape)).collect();
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / draws.len() as f64;
            assert!((mean / shape - 1.0).abs() < 0.03, "{shape}: mean {mean}");
            assert!((variance / shape - 1.0).abs() < 0.06, "{shape}: variance {variance}");
        }
    }
}
