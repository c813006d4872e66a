//! Ratings from the rankings of whole games, by maximum likelihood.
//!
//! The model is that of Davidson and Luce (Firth, Kosmidis and Turner, 2019): Bradley-Terry for two players, Plackett-Luce for
//! more, with shared places. First place is taken by a set of players out of all at the table, the next by a set of the rest, and so
//! on; a set is as likely as the geometric mean of its members' strengths, times a factor for sets of its size. In the logarithms of
//! strengths and factors that is a concave problem, which Newton's method solves.

use std::collections::BTreeMap;

use serde::Serialize;

use super::lots::Lots;
use super::rate::Interval;

/// Elo points for a factor of e in strength: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Half a game won and half a game lost between any two bots that meet, so that nobody is infinitely strong.
const PRIOR_GAMES: f64 = 0.5;
/// Shared places are rare: this is where their factors are believed to be (in logarithms), and how firmly.
const TIE_PRIOR_MEAN: f64 = -4.0;
const TIE_PRIOR_DEVIATION: f64 = 3.0;
const RESAMPLES: usize = 1000;
const NEWTON_STEPS: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub elo: f64,
    pub interval: Interval,
}

/// Players by place, the winner first; players who share a place stand together, by number.
pub type Ranking = Vec<Vec<usize>>;

/// A set of players that may take the next place.
#[derive(Clone, Debug)]
struct Candidates {
    players: Vec<usize>,
}

/// Who was left when a place was to be taken, and how often each possible set took it.
#[derive(Clone, Debug)]
struct Stage {
    candidates: Vec<Candidates>,
}

/// One outcome: a stage and the candidates that took the place, both by number.
type Outcome = (usize, usize);

/// The results of many games between the same bots.
#[derive(Clone, Debug)]
pub struct Rankings {
    bots: usize,
    pairs: Vec<[usize; 2]>,
    /// Blocks with the same rankings in them, counted.
    blocks: BTreeMap<Vec<Ranking>, u64>,
}

impl Rankings {
    /// `pairs` are the bots that meet at some table.
    pub fn new(bots: usize, pairs: impl IntoIterator<Item = [usize; 2]>) -> Self {
        Self { bots, pairs: pairs.into_iter().collect(), blocks: BTreeMap::new() }
    }

    /// Adds games that may depend on each other. The same bot may stand in a ranking several times.
    pub fn add(&mut self, mut block: Vec<Ranking>) {
        for place in block.iter_mut().flatten() {
            place.sort_unstable();
        }
        block.sort_unstable();
        *self.blocks.entry(block).or_default() += 1;
    }

    /// Ratings of which `anchor` gets 1000; without one, the mean of all does.
    ///
    /// Intervals tell how well a bot's distance from the mean of all bots is known.
    pub fn ratings(&self, anchor: Option<usize>) -> Vec<Rating> {
        let problem = Problem::new(self);
        let mut weights: Vec<f64> = problem.blocks.iter().map(|(count, _)| *count).collect();
        let start = vec![0.0; problem.size()];
        let best = problem.solve(&problem.counts(&weights, || PRIOR_GAMES), start);
        let mut lots = Lots::new(1);
        let mut samples = vec![Vec::with_capacity(RESAMPLES); self.bots];
        let cost = problem.blocks.len() + 10 * problem.stages.len();
        for _ in 0..(20_000_000 / cost.max(1)).clamp(200, RESAMPLES) {
            for (weight, (count, _)) in weights.iter_mut().zip(&problem.blocks) {
                *weight = lots.gamma(*count);
            }
            let counts = problem.counts(&weights, || lots.gamma(PRIOR_GAMES));
            let solution = problem.solve(&counts, best.clone());
            for (sample, strength) in samples.iter_mut().zip(centred(&solution[..self.bots])) {
                sample.push(strength);
            }
        }
        let strengths = centred(&best[..self.bots]);
        let zero = anchor.map_or(0.0, |anchor| strengths[anchor]);
        let elo = |strength: f64| 1000.0 + ELO * (strength - zero);
        let rate = |(strength, sample): (&f64, &mut Vec<f64>)| {
            let Interval { low, high } = Interval::of(sample);
            let interval = Interval { low: elo(low.min(*strength)), high: elo(high.max(*strength)) };
            Rating { elo: elo(*strength), interval }
        };
        strengths.iter().zip(&mut samples).map(rate).collect()
    }
}

fn centred(strengths: &[f64]) -> Vec<f64> {
    let mean = strengths.iter().sum::<f64>() / strengths.len().max(1) as f64;
    strengths.iter().map(|strength| strength - mean).collect()
}

/// The likelihood to be made as large as can be.
struct Problem {
    bots: usize,
    /// Most players that shared a place.
    largest_tie: usize,
    stages: Vec<Stage>,
    /// How often a block occurred, and what happened in it.
    blocks: Vec<(f64, Vec<Outcome>)>,
    /// For each pair that meets, either of the two winning.
    priors: Vec<[Outcome; 2]>,
}

impl Problem {
    fn new(rankings: &Rankings) -> Self {
        let places = rankings.blocks.keys().flatten().flatten();
        let mut problem = Self {
            bots: rankings.bots,
            largest_tie: places.map(Vec::len).max().unwrap_or(1),
            stages: Vec::new(),
            blocks: Vec::new(),
            priors: Vec::new(),
        };
        let mut known = BTreeMap::new();
        for pair in &rankings.pairs {
            let outcomes = pair.map(|winner| problem.outcome(&mut known, pair.to_vec(), &[winner]));
            problem.priors.push(outcomes);
        }
        for (block, count) in &rankings.blocks {
            let mut outcomes = Vec::new();
            for ranking in block {
                for place in 0..ranking.len() {
                    let mut left: Vec<usize> = ranking[place..].iter().flatten().copied().collect();
                    if left.len() > 1 {
                        left.sort_unstable();
                        outcomes.push(problem.outcome(&mut known, left, &ranking[place]));
                    }
                }
            }
            problem.blocks.push((*count as f64, outcomes));
        }
        problem
    }

    /// Strengths of the bots, then factors of places shared by two, three and so on.
    fn size(&self) -> usize {
        self.bots + self.largest_tie - 1
    }

    fn outcome(
        &mut self,
        known: &mut BTreeMap<Vec<usize>, usize>,
        mut left: Vec<usize>,
        takers: &[usize],
    ) -> Outcome {
        left.sort_unstable();
        let number = *known.entry(left.clone()).or_insert_with(|| {
            self.stages.push(Stage { candidates: candidates(&left, self.largest_tie) });
            self.stages.len() - 1
        });
        let is_taker = |candidate: &Candidates| candidate.players == takers;
        (number, self.stages[number].candidates.iter().position(is_taker).unwrap_or(0))
    }

    /// How often each outcome counts; `prior` weighs one that is believed beforehand.
    fn counts(&self, weights: &[f64], mut prior: impl FnMut() -> f64) -> Vec<Vec<f64>> {
        let mut counts: Vec<Vec<f64>> =
            self.stages.iter().map(|stage| vec![0.0; stage.candidates.len()]).collect();
        for ((_, outcomes), weight) in self.blocks.iter().zip(weights) {
            for (stage, taker) in outcomes {
                counts[*stage][*taker] += weight;
            }
        }
        for (stage, taker) in self.priors.iter().flatten() {
            counts[*stage][*taker] += prior();
        }
        counts
    }

    fn utility(&self, candidates: &Candidates, at: &[f64]) -> f64 {
        let players = &candidates.players;
        let mean = players.iter().map(|player| at[*player]).sum::<f64>() / players.len() as f64;
        mean + if players.len() > 1 { at[self.bots + players.len() - 2] } else { 0.0 }
    }

    fn log_likelihood(&self, counts: &[Vec<f64>], at: &[f64]) -> f64 {
        let mut sum = self.log_prior(at);
        for (stage, counts) in self.stages.iter().zip(counts) {
            let utilities: Vec<f64> = stage.candidates.iter().map(|set| self.utility(set, at)).collect();
            let largest = utilities.iter().copied().fold(f64::MIN, f64::max);
            let total = largest + utilities.iter().map(|u| (u - largest).exp()).sum::<f64>().ln();
            sum += utilities.iter().zip(counts).map(|(u, count)| count * (u - total)).sum::<f64>();
        }
        sum
    }

    fn log_prior(&self, at: &[f64]) -> f64 {
        at[self.bots..].iter().map(|tie| -0.5 * ((tie - TIE_PRIOR_MEAN) / TIE_PRIOR_DEVIATION).powi(2)).sum()
    }

    /// First derivatives, and the negative of the second.
    fn derivatives(&self, counts: &[Vec<f64>], at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let size = self.size();
        let mut gradient = vec![0.0; size];
        let mut information = vec![vec![0.0; size]; size];
        for tie in self.bots..size {
            gradient[tie] -= (at[tie] - TIE_PRIOR_MEAN) / TIE_PRIOR_DEVIATION.powi(2);
            information[tie][tie] += TIE_PRIOR_DEVIATION.powi(-2);
        }
        // Only differences of strengths matter; this holds their sum where it is.
        for row in &mut information[..self.bots] {
            row[..self.bots].iter_mut().for_each(|entry| *entry += 1.0);
        }
        for (stage, counts) in self.stages.iter().zip(counts) {
            let total: f64 = counts.iter().sum();
            let utilities: Vec<f64> = stage.candidates.iter().map(|set| self.utility(set, at)).collect();
            let largest = utilities.iter().copied().fold(f64::MIN, f64::max);
            let shares: Vec<f64> = utilities.iter().map(|u| (u - largest).exp()).collect();
            let all: f64 = shares.iter().sum();
            let mut mean = vec![0.0; size];
            for ((set, share), count) in stage.candidates.iter().zip(&shares).zip(counts) {
                let expected = total * share / all;
                let features = self.features(set);
                for (i, feature) in &features {
                    gradient[*i] += (count - expected) * feature;
                    mean[*i] += share / all * feature;
                    for (j, other) in &features {
                        information[*i][*j] += expected * feature * other;
                    }
                }
            }
            let touched: Vec<usize> = (0..size).filter(|i| mean[*i] != 0.0).collect();
            for i in &touched {
                for j in &touched {
                    information[*i][*j] -= total * mean[*i] * mean[*j];
                }
            }
        }
        (gradient, information)
    }

    /// Which parameters the utility of a set adds up, and how much of each.
    fn features(&self, set: &Candidates) -> Vec<(usize, f64)> {
        let part = 1.0 / set.players.len() as f64;
        let tie = (set.players.len() > 1).then(|| (self.bots + set.players.len() - 2, 1.0));
        set.players.iter().map(|player| (*player, part)).chain(tie).collect()
    }

    fn solve(&self, counts: &[Vec<f64>], start: Vec<f64>) -> Vec<f64> {
        let mut at = start;
        let mut value = self.log_likelihood(counts, &at);
        for _ in 0..NEWTON_STEPS {
            let (gradient, information) = self.derivatives(counts, &at);
            let Some(step) = solve_positive(information, gradient) else { break };
            if step.iter().all(|change| change.abs() < 1e-9) {
                break;
            }
            // Far from the top a whole step may overshoot; half of it, or a quarter, will not.
            let mut length = 1.0;
            loop {
                let next: Vec<f64> = at.iter().zip(&step).map(|(x, change)| x + length * change).collect();
                let next_value = self.log_likelihood(counts, &next);
                if next_value >= value - 1e-12 * value.abs() {
                    (at, value) = (next, next_value);
                    break;
                }
                length *= 0.5;
                if length < 1e-6 {
                    return at;
                }
            }
        }
        at
    }
}

/// Every set of at most `largest` of the players who are left. Copies of one bot are told apart by their places, so a set may
/// come up several times: that is how often it can happen.
fn candidates(left: &[usize], largest: usize) -> Vec<Candidates> {
    let sets = (1u32..1 << left.len()).filter(|set| set.count_ones() as usize <= largest);
    let members = |set: u32| {
        let present = left.iter().enumerate().filter(move |(place, _)| set >> place & 1 == 1);
        Candidates { players: present.map(|(_, player)| *player).collect() }
    };
    sets.map(members).collect()
}

/// Solves `matrix · x = right` for a symmetric positive definite matrix, by Cholesky; `None` if it is not one.
fn solve_positive(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    for i in 0..size {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - sum;
            if i == j {
                if rest <= 0.0 || !rest.is_finite() {
                    return None;
                }
                matrix[i][i] = rest.sqrt();
            } else {
                matrix[i][j] = rest / matrix[j][j];
            }
        }
    }
    for i in 0..size {
        let sum: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - sum) / matrix[i][i];
    }
    Some(right)
}

#[cfg(test)]
#[path = "rating_tests.rs"]
mod tests;
