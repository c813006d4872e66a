//! How strong players are, from the ranks they reach: the Bayesian ratings of Weng and Lin, which know games of more than
//! two and shared ranks.

use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::protocol::PlayerId;

/// Points that are shown for one unit of the model, so that a newcomer has 1500.
const SCALE: f64 = 60.0;

/// Who has a rating.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Contender {
    Player(PlayerId),
    /// One of the server's own bots.
    Bot(String),
}

impl Contender {
    /// The name it is stored under.
    pub(crate) fn key(&self) -> String {
        match self {
            Self::Player(player) => format!("player:{player}"),
            Self::Bot(bot) => format!("bot:{bot}"),
        }
    }
}

/// What is known of a contender's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The expected strength, in the units of the model.
    pub mean: f64,
    /// How unsure that is.
    pub deviation: f64,
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Self {
        let new = WengLinRating::new();
        Self { mean: new.rating, deviation: new.uncertainty, games: 0 }
    }
}

impl Rating {
    /// As it is shown: 1500 for a newcomer.
    pub fn points(&self) -> i32 {
        (self.mean * SCALE).round() as i32
    }

    /// How far off the points may be: one standard deviation.
    pub fn uncertainty(&self) -> i32 {
        (self.deviation * SCALE).round() as i32
    }
}

/// The ratings after a game, in the order of those before it. The best rank is 1; equal ranks share it.
pub fn after(before: &[(Rating, u8)]) -> Vec<Rating> {
    let teams: Vec<[WengLinRating; 1]> = before
        .iter()
        .map(|(old, _)| [WengLinRating { rating: old.mean, uncertainty: old.deviation }])
        .collect();
    let outcome = |rank: u8| MultiTeamOutcome::new(rank.into());
    let ranked: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().zip(before).map(|(team, (_, rank))| (team.as_slice(), outcome(*rank))).collect();
    let new = weng_lin_multi_team(&ranked, &WengLinConfig::new());
    let rating = |(team, (old, _)): (Vec<WengLinRating>, &(Rating, u8))| match team.first() {
        Some(new) => Rating { mean: new.rating, deviation: new.uncertainty, games: old.games + 1 },
        None => *old,
    };
    new.into_iter().zip(before).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_gain_what_losers_lose_and_both_are_better_known() {
        let new = Rating::default();
        assert_eq!((new.points(), new.uncertainty()), (1500, 500));
        let ratings = after(&[(new, 1), (new, 2)]);
        assert!(ratings[0].points() > 1500 && ratings[1].points() < 1500);
        assert_eq!(ratings[0].points() + ratings[1].points(), 3000);
        assert!(ratings.iter().all(|rating| rating.uncertainty() < 500 && rating.games == 1));
    }

    #[test]
    fn an_upset_weighs_more_and_a_shared_rank_draws_together() {
        let strong = Rating { mean: 35.0, deviation: 2.0, games: 40 };
        let weak = Rating { mean: 20.0, deviation: 2.0, games: 40 };
        let gain = |ratings: &[Rating]| ratings[1].mean - weak.mean;
        let (upset, shared) = (after(&[(strong, 2), (weak, 1)]), after(&[(strong, 1), (weak, 1)]));
        let expected = after(&[(weak, 2), (strong, 1)]);
        assert!(gain(&upset) > gain(&shared) && gain(&shared) > 0.0);
        assert!((expected[1].mean - strong.mean).abs() < gain(&upset));
    }

    #[test]
    fn five_at_a_table_are_ordered_by_rank() {
        let new = Rating::default();
        let ratings = after(&[(new, 3), (new, 1), (new, 5), (new, 2), (new, 4)]);
        let points: Vec<i32> = ratings.iter().map(Rating::points).collect();
        assert!(
            points[1] > points[3] && points[3] > points[0] && points[0] > points[4] && points[4] > points[2]
        );
    }
}
