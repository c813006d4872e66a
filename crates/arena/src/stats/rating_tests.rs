use proptest::prelude::*;

use super::*;

fn duel(games: &[(usize, usize, u32)], bots: usize) -> Rankings {
    let pairs = (0..bots).flat_map(|a| (a + 1..bots).map(move |b| [a, b]));
    let mut rankings = Rankings::new(bots, pairs);
    for (winner, loser, count) in games {
        (0..*count).for_each(|_| rankings.add(vec![vec![vec![*winner], vec![*loser]]]));
    }
    rankings
}

fn difference(ratings: &[Rating], a: usize, b: usize) -> f64 {
    ratings[a].elo - ratings[b].elo
}

/// With two bots the fit is the log of the odds, prior included.
#[test]
fn two_bots_have_a_closed_form() {
    let ratings = duel(&[(0, 1, 75), (1, 0, 25)], 2).ratings(None);
    let expected = 400.0 * (75.5f64 / 25.5).log10();
    assert!((difference(&ratings, 0, 1) - expected).abs() < 1e-6, "{ratings:?}");
    assert!((ratings[0].elo + ratings[1].elo - 2000.0).abs() < 1e-6);
}

/// A chain has one too: each difference follows from its own games.
#[test]
fn a_chain_has_a_closed_form() {
    let mut rankings = Rankings::new(3, [[0, 1], [1, 2]]);
    for (winner, loser, count) in [(0, 1, 60), (1, 0, 40), (1, 2, 90), (2, 1, 10)] {
        (0..count).for_each(|_| rankings.add(vec![vec![vec![winner], vec![loser]]]));
    }
    let ratings = rankings.ratings(Some(1));
    assert!((ratings[1].elo - 1000.0).abs() < 1e-9);
    assert!((difference(&ratings, 0, 1) - 400.0 * (60.5f64 / 40.5).log10()).abs() < 1e-6);
    assert!((difference(&ratings, 1, 2) - 400.0 * (90.5f64 / 10.5).log10()).abs() < 1e-6);
}

#[test]
fn winning_everything_gives_a_finite_rating_with_a_wide_interval() {
    let all = duel(&[(0, 1, 100)], 2).ratings(None);
    assert!((difference(&all, 0, 1) - 400.0 * (100.5f64 / 0.5).log10()).abs() < 1e-6, "{all:?}");
    let nearly = duel(&[(0, 1, 75), (1, 0, 25)], 2).ratings(None);
    let width = |rating: &Rating| rating.interval.high - rating.interval.low;
    assert!(width(&all[0]) > 2.0 * width(&nearly[0]), "{all:?} {nearly:?}");
}

#[test]
fn nobody_is_rated_without_games() {
    let ratings = duel(&[], 3).ratings(None);
    assert!(ratings.iter().all(|rating| (rating.elo - 1000.0).abs() < 1e-6), "{ratings:?}");
    assert!(ratings.iter().all(|rating| rating.interval.high - rating.interval.low > 400.0), "{ratings:?}");
}

#[test]
fn games_that_are_always_shared_make_equals() {
    let mut rankings = Rankings::new(2, [[0, 1]]);
    (0..100).for_each(|_| rankings.add(vec![vec![vec![0, 1]]]));
    let ratings = rankings.ratings(None);
    assert!(difference(&ratings, 0, 1).abs() < 1e-6);
}

/// The interval of two bots is that of their win rate: both resample the same games.
#[test]
fn the_interval_agrees_with_fishers() {
    let ratings = duel(&[(0, 1, 600), (1, 0, 400)], 2).ratings(None);
    // Half the difference, in Elo: 1.96 standard errors of the log odds.
    let expected = 1.96 * (1.0f64 / 600.5 + 1.0 / 400.5).sqrt() * ELO / 2.0;
    let half = (ratings[0].interval.high - ratings[0].interval.low) / 2.0;
    assert!((half / expected - 1.0).abs() < 0.1, "{half} {expected}");
}

/// A table of four where copies of a bot sit: the lone one takes 70 % of the first places.
#[test]
fn copies_count_as_players() {
    let mut rankings = Rankings::new(2, [[0, 1]]);
    for game in 0..100 {
        let ranking = if game < 70 {
            vec![vec![0], vec![1], vec![1], vec![1]]
        } else {
            vec![vec![1], vec![0], vec![1], vec![1]]
        };
        rankings.add(vec![ranking]);
    }
    let ratings = rankings.ratings(None);
    // First places alone would say odds of 7 : 1 against each; second places raise that.
    let odds = 10f64.powf(difference(&ratings, 0, 1) / 400.0);
    assert!(odds > 7.0 && odds < 12.0, "{odds}");
}

/// Plays games by the model itself.
fn simulated(strengths: &[f64], tie: f64, players: usize, games: usize, seed: u64) -> Rankings {
    let bots = strengths.len();
    let mut rankings = duel(&[], bots);
    let mut lots = Lots::new(seed);
    for game in 0..games {
        let mut left: Vec<usize> = (0..players).map(|seat| (game + seat) % bots).collect();
        left.sort_unstable();
        let mut ranking = Vec::new();
        while !left.is_empty() {
            let sets = candidates(&left, if tie > 0.0 { 2 } else { 1 });
            let weight = |set: &Candidates| {
                let mean =
                    set.players.iter().map(|bot| strengths[*bot]).sum::<f64>() / set.players.len() as f64;
                mean.exp() * if set.players.len() > 1 { tie } else { 1.0 }
            };
            let total: f64 = sets.iter().map(weight).sum();
            let (first, second) = (lots.gamma(1.0), lots.gamma(1.0));
            let mut point = total * first / (first + second);
            let taken = sets.iter().find(|set| {
                point -= weight(set);
                point <= 0.0
            });
            let taken = taken.unwrap_or(&sets[0]).players.clone();
            for bot in &taken {
                let place = left.iter().position(|other| other == bot).unwrap_or(0);
                left.remove(place);
            }
            ranking.push(taken);
        }
        rankings.add(vec![ranking]);
    }
    rankings
}

#[test]
fn known_strengths_are_found_within_their_intervals() {
    let strengths = [0.0, 0.5, 1.2, 2.5, -1.0];
    let truth = centred(&strengths);
    for (players, tie) in [(2, 0.0), (2, 0.2), (3, 0.1), (4, 0.0), (5, 0.1)] {
        let (mut inside, mut all) = (0, 0);
        for seed in 0..4 {
            let ratings = simulated(&strengths, tie, players, 300, seed + 10).ratings(None);
            for (rating, truth) in ratings.iter().zip(&truth) {
                all += 1;
                inside += u32::from(rating.interval.contains(1000.0 + ELO * truth));
            }
        }
        // 95 % are expected; of 20, fewer than 16 would be most unlikely.
        assert!(inside >= 16, "{players} players: {inside} of {all}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn the_order_of_games_and_the_names_of_bots_do_not_matter(
        results in prop::collection::vec((0usize..3, 1usize..3), 5..40),
    ) {
        let games: Vec<(usize, usize)> =
            results.iter().map(|(winner, by)| (*winner, (winner + by) % 3)).collect();
        let rated = |games: &[(usize, usize)], name: [usize; 3]| {
            let mut rankings = duel(&[], 3);
            for (winner, loser) in games {
                rankings.add(vec![vec![vec![name[*winner]], vec![name[*loser]]]]);
            }
            rankings.ratings(None)
        };
        let plain = rated(&games, [0, 1, 2]);
        let mut reversed = games.clone();
        reversed.reverse();
        prop_assert_eq!(&plain, &rated(&reversed, [0, 1, 2]));
        let renamed = rated(&games, [2, 0, 1]);
        for (bot, name) in [2, 0, 1].into_iter().enumerate() {
            prop_assert!((plain[bot].elo - renamed[name].elo).abs() < 1e-6);
        }
    }
}
