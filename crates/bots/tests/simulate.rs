#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::num::NonZeroUsize;
use std::sync::Mutex;

use whistlestop_bots::{Progress, Series, SimulationError, Stats};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Event, Game};
use whistlestop_rules::ids::Seat;

fn edition(id: &str) -> &'static Edition {
    Library::builtin().get(id).unwrap()
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

fn play(series: &Series<'_>, count: usize) -> Stats {
    series.play(threads(count), &Progress::default()).unwrap()
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    for edition in Library::builtin().iter() {
        for players in edition.players() {
            let series = Series { edition, players, games: 300, seed: 7 };
            let alone = play(&series, 1);
            assert_eq!(alone, play(&series, 2));
            assert_eq!(alone, play(&series, 5));
        }
    }
}

#[test]
fn different_seeds_play_different_games() {
    let series = Series { edition: edition("usa-classic"), players: 4, games: 50, seed: 1 };
    assert_ne!(play(&series, 1).percentiles, play(&Series { seed: 2, ..series }, 1).percentiles);
}

/// The figures of two independent engines.
#[test]
fn random_games_come_out_as_in_other_engines() {
    let known = [
        (2, -51.7, 155.0, 99.0),
        (3, -45.8, 228.0, 144.0),
        (4, -29.0, 296.0, 189.0),
        (5, -11.6, 362.0, 229.0),
    ];
    for (players, score, decisions, turns) in known {
        let stats = play(&Series { edition: edition("usa-classic"), players, games: 20_000, seed: 1 }, 2);
        assert!((stats.mean_score - score).abs() < 0.8, "{players} players score {}", stats.mean_score);
        assert!((stats.decisions_per_game - decisions).abs() < 1.5, "{}", stats.decisions_per_game);
        assert!((stats.turns_per_game - turns).abs() < 1.5, "{}", stats.turns_per_game);
    }
}

#[test]
fn every_game_has_exactly_one_victory_to_share_out() {
    let stats = play(&Series { edition: edition("toy"), players: 3, games: 1000, seed: 3 }, 2);
    assert!(stats.shared_wins > 0);
    assert!((stats.wins.iter().sum::<f64>() - 1000.0).abs() < 1e-9);
    assert_eq!(stats.games, 1000);
}

#[test]
fn recorded_games_are_whole_and_the_ones_that_were_counted() {
    let series = Series { edition: edition("usa-1910"), players: 3, games: 150, seed: 11 };
    let totals = Mutex::new(vec![None; 150]);
    let recorded = series
        .play_recorded(threads(2), &Progress::default(), |played| {
            let mut game = Game::table(series.edition, 3, Seat::S0).unwrap();
            played.events.iter().for_each(|event| game.apply(event));
            assert!(game.is_over());
            let Some(Event::GameEnded { standings }) = played.events.last() else { panic!("no end") };
            let total: i32 = standings.iter().map(|standing| standing.total).sum();
            totals.lock().unwrap()[played.number as usize] = Some(total);
            Ok::<(), String>(())
        })
        .unwrap();
    assert_eq!(recorded, play(&series, 1));
    let sum: i32 =
        totals.into_inner().unwrap().into_iter().map(|total| total.expect("every game once")).sum();
    assert!((f64::from(sum) / 450.0 - recorded.mean_score).abs() < 1e-9);
}

#[test]
fn of_several_failures_the_first_game_is_named() {
    let series = Series { edition: edition("toy"), players: 2, games: 2000, seed: 1 };
    for count in 1..=3 {
        let refuse = |played: whistlestop_bots::PlayedGame<'_>| {
            if played.number % 100 == 99 { Err("full") } else { Ok(()) }
        };
        let error = series.play_recorded(threads(count), &Progress::default(), refuse).unwrap_err();
        assert!(matches!(error, SimulationError::Record { game: 99, error: "full" }), "{error:?}");
    }
}

#[test]
fn a_series_can_be_watched_and_stopped() {
    let series = Series { edition: edition("usa-classic"), players: 4, games: u64::MAX, seed: 1 };
    let progress = Progress::default();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| series.play(threads(2), &progress));
        while progress.done() == 0 {
            std::thread::yield_now();
        }
        progress.cancel();
        assert!(matches!(running.join().unwrap(), Err(SimulationError::Cancelled)));
    });
}

#[test]
fn a_table_that_cannot_be_is_refused() {
    let series = Series { edition: edition("nyc"), players: 5, games: 1, seed: 1 };
    let error = series.play(threads(1), &Progress::default()).unwrap_err();
    assert_eq!(error.to_string(), "2 to 4 players can play this edition, not 5");
}
