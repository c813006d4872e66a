//! When to stop because enough is known, without fooling oneself.
//!
//! Looking at a 95 % interval after every game and stopping when it excludes even would find a difference between equal
//! bots sooner or later. Instead somebody bets on each result against the claim that the true mean is `m`, at odds that
//! are fair if it is. The chance that fair bets ever multiply the stake by 20 is at most 1 in 20 (Ville's inequality),
//! however often one looks. The stake is spread over forty bettors, cautious and bold, on either side
//! (Waudby-Smith and Ramdas, 2023, "Estimating means of bounded random variables by betting").

use super::rate::{Blocks, Interval};

/// The capital that refutes a claim: one in twenty.
const ENOUGH: f64 = 20.0;
/// Bettors on either side, by the share of the stake they risk.
const BETTORS: u32 = 20;
/// How finely intervals are told.
const STEPS: u32 = 2000;

/// What a stake of 1 against the claim that groups win `mean` on average has become.
fn capital(blocks: &Blocks, mean: f64) -> f64 {
    let bettor = |stake: f64| {
        let growth = |(share, count): (f64, f64)| count * (1.0 + stake * (share - mean)).ln();
        blocks.shares().map(growth).sum::<f64>().exp()
    };
    let risks = (1..=BETTORS).map(|risk| f64::from(risk) / f64::from(BETTORS + 1));
    let both_sides = risks.map(|risk| bettor(risk / mean) + bettor(-risk / (1.0 - mean)));
    both_sides.sum::<f64>() / f64::from(2 * BETTORS)
}

/// Whether the results refute that groups win `mean` on average, which lies between 0 and 1.
///
/// If it is true, the chance that this ever becomes true is at most 5 %.
pub fn refutes(blocks: &Blocks, mean: f64) -> bool {
    capital(blocks, mean) >= ENOUGH
}

/// All means that are not refuted.
pub(super) fn interval(blocks: &Blocks) -> Interval {
    let mean = |step: u32| f64::from(step) / f64::from(STEPS);
    let stands = |step: &u32| !refutes(blocks, mean(*step));
    let low = (1..STEPS).find(stands).unwrap_or(STEPS) - 1;
    let high = (1..STEPS).rev().find(stands).unwrap_or(0) + 1;
    Interval { low: mean(low), high: mean(high) }
}

#[cfg(test)]
mod tests {
    use super::super::lots::Lots;
    use super::*;

    fn games(won: u32, lost: u32) -> Blocks {
        let mut blocks = Blocks::default();
        (0..won).for_each(|_| blocks.add(1.0, 1.0));
        (0..lost).for_each(|_| blocks.add(0.0, 1.0));
        blocks
    }

    #[test]
    fn nothing_is_known_without_games() {
        assert!((capital(&games(0, 0), 0.5) - 1.0).abs() < 1e-12);
        assert_eq!(games(0, 0).interval_at_any_time(), Interval { low: 0.0, high: 1.0 });
    }

    /// Whatever the bettors risk, the two results of a fair coin cancel out.
    #[test]
    fn bets_are_fair() {
        for (mean, won, lost) in [(0.5, 1, 1), (0.25, 1, 3)] {
            let after_a_win = capital(&games(1, 0), mean);
            let after_a_loss = capital(&games(0, 1), mean);
            let expected =
                (f64::from(won) * after_a_win + f64::from(lost) * after_a_loss) / f64::from(won + lost);
            assert!((expected - 1.0).abs() < 1e-12, "{mean}: {expected}");
        }
    }

    #[test]
    fn clear_results_stop_early() {
        assert!(!refutes(&games(5, 0), 0.5));
        assert!(refutes(&games(10, 0), 0.5));
        assert!(refutes(&games(0, 10), 0.5));
        assert!(!refutes(&games(30, 30), 0.5));
        assert!(refutes(&games(60, 40), 0.25));
    }

    /// Equal bots, looked at after each of 1,000 games: at most one run in twenty may claim a difference.
    #[test]
    fn equal_bots_are_seldom_separated() {
        let mut lots = Lots::new(7);
        let mut fooled = 0;
        for _ in 0..400 {
            let mut blocks = Blocks::default();
            for _ in 0..1000 {
                blocks.add(f64::from(lots.gamma(1.0) < std::f64::consts::LN_2), 1.0);
                if refutes(&blocks, 0.5) {
                    fooled += 1;
                    break;
                }
            }
        }
        assert!(fooled <= 28, "{fooled} of 400");
    }

    #[test]
    fn the_interval_is_wider_than_the_one_for_a_single_look() {
        let blocks = games(600, 400);
        let (any_time, once) = (blocks.interval_at_any_time(), blocks.interval());
        assert!(any_time.low < once.low && once.high < any_time.high, "{any_time:?} {once:?}");
        assert!(any_time.low > 0.5);
    }
}
