//! The planner is what it is said to be, on a small sample with a wide margin. docs/strength.md has the measured figures.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Match, bot, edition};
use whistlestop_bots::Bot;
use whistlestop_bots::planner::{Planner, Weights};
use whistlestop_rules::chance::Seed;
use whistlestop_rules::ids::Seat;

/// Share of the victories of one bot against another, every deal played from both seats.
fn share(edition_id: &str, ours: &str, theirs: &str, deals: u64) -> f64 {
    share_of(edition_id, &|| bot(ours), theirs, deals)
}

fn share_of(edition_id: &str, ours: &dyn Fn() -> Box<dyn Bot>, theirs: &str, deals: u64) -> f64 {
    let edition = edition(edition_id);
    let mut won = 0.0;
    for deal in 0..deals {
        for place in Seat::of(2) {
            let mut bots: Vec<_> =
                Seat::of(2).map(|seat| if seat == place { ours() } else { bot(theirs) }).collect();
            let standings = Match::new(edition, 2, &Seed::of_series(31, deal)).play(&mut bots);
            let winners = standings.iter().filter(|standing| standing.rank == 1).count();
            if standings[place.index()].rank == 1 {
                won += 1.0 / winners as f64;
            }
        }
    }
    won / (2 * deals) as f64
}

#[test]
fn the_planner_beats_the_greedy_bot() {
    assert!(share("usa-classic", "planner", "greedy", 30) >= 0.75);
    assert!(share("nyc", "planner", "greedy", 30) >= 0.75);
    assert!(share("usa-crc", "planner", "greedy", 30) >= 0.75);
    assert!(share("usa-mega", "planner", "greedy", 30) >= 0.75);
}

#[test]
fn a_patient_planner_beats_the_planner_where_there_is_time() {
    let patient = || Box::new(Planner::with(Weights::PATIENT)) as Box<dyn Bot>;
    for edition in ["usa-classic", "usa-mega", "usa-crc"] {
        let share = share_of(edition, &patient, "planner", 100);
        assert!(share >= 0.55, "{edition}: {share}");
    }
}

#[test]
fn the_blocker_holds_its_own_against_the_planner() {
    let share = share("usa-classic", "blocker", "planner", 60);
    assert!(share >= 0.35, "{share}");
}
