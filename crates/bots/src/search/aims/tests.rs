//! What can be read from the deeds of a planner.
#![allow(clippy::expect_used)]

use super::*;
use crate::bot::Bot;
use crate::planner::network::Effort;
use crate::planner::{Planner, Weights};
use rand_core::SeedableRng;
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::Library;
use whistlestop_rules::game::{Game, Silence};

/// Shows planners' games to a watcher in seat 0 up to a turn, and hands over what it makes of them.
fn watch(games: u64, last_turn: u16, mut see: impl FnMut(&Game<'_>, &Aims)) {
    let edition = Library::builtin().get("usa-classic").expect("it is built in");
    let ground = Ground::new(edition, Weights::BEST, Effort::Thorough);
    for number in 0..games {
        let seed = Seed::of_series(11, number);
        let mut chance = FastDealer::new(&seed);
        let mut generator = player_generator(&seed);
        let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).expect("two can play");
        let mut planners = [Planner::default(), Planner::default()];
        let mut aims = Aims::default();
        while let Some(seat) = game.next_to_act().filter(|_| game.turn() < last_turn) {
            let view = game.view(Viewer::Seat(seat));
            if seat == Seat::S0 {
                aims.observe(&view, &ground, None, &mut generator);
            }
            let legal = game.legal_actions(seat);
            let choice = planners[seat.index()].choose(&view, &legal, &mut generator);
            let action = legal.get(choice).expect("planners choose from the list");
            game.play(seat, &action, &mut chance, &mut Silence).expect("it is on the list");
        }
        see(&game, &aims);
    }
}

#[test]
fn what_a_planner_does_gives_its_tickets_away() {
    let (mut sum, mut tickets) = (0.0, 0.0);
    watch(20, 40, |game, aims| {
        for ticket in game.tickets(Seat::S1).iter() {
            sum += aims.chance(Seat::S1, ticket);
            tickets += 1.0;
        }
    });
    // By lot it would be about three of twenty-seven.
    let mean = sum / tickets;
    assert!(mean > 0.5, "{mean}");
}

#[test]
fn nobody_is_taken_to_hold_what_the_watcher_has_seen() {
    watch(5, 60, |game, aims| {
        let mut generator = SplitMix64::seed_from_u64(1);
        for _ in 0..50 {
            let drawn = aims.draw(Seat::S1, &mut generator).expect("it has watched from the beginning");
            assert_eq!(drawn.len(), game.tickets(Seat::S1).len());
            assert!(drawn.and(game.tickets(Seat::S0)).is_empty());
        }
        assert!(aims.draw(Seat::S0, &mut generator).is_none(), "the own tickets are no guess");
    });
}

#[test]
fn who_comes_late_knows_nothing() {
    watch(1, 40, |game, _| {
        let ground = Ground::new(game.edition(), Weights::BEST, Effort::Thorough);
        let mut aims = Aims::default();
        let mut generator = SplitMix64::seed_from_u64(1);
        aims.observe(&game.view(Viewer::Seat(Seat::S0)), &ground, None, &mut generator);
        assert!(!aims.knows(Seat::S1));
    });
}

#[test]
fn all_sets_are_thought_of_once() {
    let tickets: TicketSet = (0..7).map(TicketId).collect();
    let mut generator = SplitMix64::seed_from_u64(1);
    let mut sets = sets_of(tickets, 3, 35, &mut generator);
    assert_eq!(sets.len(), 35);
    sets.sort_by_key(|set| set.0);
    sets.dedup();
    assert!(sets.len() == 35 && sets.iter().all(|set| set.len() == 3));
    assert_eq!(sets_of(tickets, 3, 10, &mut generator).len(), 10);
    assert!(sets_of(tickets, 8, 10, &mut generator).is_empty());
    assert_eq!(sets_of(tickets, 0, 10, &mut generator), [TicketSet::EMPTY]);
}
