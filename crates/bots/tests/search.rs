//! The bot that thinks: repeatable when it counts games, punctual when it looks at the clock, and worth the wait.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::time::{Duration, Instant};

use rand_core::SeedableRng;
use rand_xoshiro::SplitMix64;
use support::{Match, bot, edition};
use whistlestop_bots::search::Search;
use whistlestop_bots::{Bot, Budget};
use whistlestop_rules::chance::Seed;
use whistlestop_rules::game::Silence;
use whistlestop_rules::view::Viewer;

/// Lets a bot decide for every seat of a game and returns its choices, the first `most` of them.
fn choices(bot: &mut dyn Bot, edition_id: &str, players: usize, most: usize) -> Vec<usize> {
    let mut table = Match::new(edition(edition_id), players, &Seed::of_series(3, 1));
    let mut generator = SplitMix64::seed_from_u64(8);
    let mut chosen = Vec::new();
    while chosen.len() < most
        && let Some(seat) = table.game.next_to_act()
    {
        let view = table.game.view(Viewer::Seat(seat));
        let legal = table.game.legal_actions(seat);
        let index = bot.choose(&view, &legal, &mut generator);
        chosen.push(index);
        table.game.play(seat, &legal.get(index).unwrap(), &mut table.chance, &mut Silence).unwrap();
    }
    chosen
}

#[test]
fn iterations_and_a_generator_decide_whatever_the_machine_does() {
    for threads in [1, 3] {
        let think = || choices(&mut Search::new(Budget::Iterations(60), threads), "usa-classic", 3, 12);
        assert_eq!(think(), think(), "{threads} threads");
    }
}

#[test]
fn thinking_keeps_to_its_time() {
    const BUDGET: Duration = Duration::from_millis(100);
    let mut table = Match::new(edition("usa-mega"), 5, &Seed::of_series(3, 2));
    let mut thinker = Search::new(Budget::Time(BUDGET), 1);
    let mut over = Vec::new();
    let mut generator = SplitMix64::seed_from_u64(8);
    for _ in 0..25 {
        let seat = table.game.next_to_act().unwrap();
        let view = table.game.view(Viewer::Seat(seat));
        let legal = table.game.legal_actions(seat);
        let start = Instant::now();
        let index = thinker.choose(&view, &legal, &mut generator);
        let taken = start.elapsed();
        if taken > BUDGET.mul_f64(1.2) {
            over.push(taken);
        }
        table.game.play(seat, &legal.get(index).unwrap(), &mut table.chance, &mut Silence).unwrap();
    }
    // A busy machine may take the processor away for a moment; that must stay the exception.
    assert!(over.len() <= 5, "over time: {over:?}");
}

#[test]
fn some_games_in_the_head_beat_the_racer() {
    let mut won = 0.0;
    for deal in 0..4 {
        for thinker in 0..2 {
            let mut bots = vec![bot("racer"), bot("racer")];
            bots[thinker] = bot("mcts@60it");
            let standings = Match::new(edition("usa-classic"), 2, &Seed::of_series(21, deal)).play(&mut bots);
            let winners = standings.iter().filter(|standing| standing.rank == 1).count();
            if standings[thinker].rank == 1 {
                won += 1.0 / winners as f64;
            }
        }
    }
    assert!(won >= 6.0, "won {won} of 8");
}
