//! What can be read from the deeds of a planner.
#![allow(clippy::expect_used)]

use super::*;
use crate::bot::Bot;
use crate::planner::network::Effort;
use crate::planner::{Planner, Weights};
use crate::racer::Sprinter;
use crate::sprint::Style;
use arrayvec::ArrayVec;
use rand_core::SeedableRng;
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Game, Phase, Silence};
use whistlestop_rules::ids::MAX_ROW;

type Row = ArrayVec<Option<Card>, MAX_ROW>;

fn grounds(edition: &Edition) -> [Ground; 2] {
    [Effort::Thorough, Effort::Quick].map(|effort| Ground::new(edition, Weights::BEST, effort))
}

/// Shows planners' games to a watcher in seat 0 up to a turn, and hands over what it makes of them.
fn watch(games: u64, last_turn: u16, see: impl FnMut(&Game<'_>, &Aims)) {
    watch_another(&|| Box::new(Planner::default()), games, last_turn, see);
}

/// The same with somebody else in the other seat.
fn watch_another(
    other: &dyn Fn() -> Box<dyn Bot>,
    games: u64,
    last_turn: u16,
    mut see: impl FnMut(&Game<'_>, &Aims),
) {
    let edition = Library::builtin().get("usa-classic").expect("it is built in");
    let [thorough, quick] = grounds(edition);
    let racing = &Terrain::new(edition, Style::RACER);
    let taken_for = Planners { thorough: &thorough, quick: &quick, racing, sets: 3000, until: None };
    for number in 0..games {
        let seed = Seed::of_series(11, number);
        let mut chance = FastDealer::new(&seed);
        let mut generator = player_generator(&seed);
        let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).expect("two can play");
        let mut bots: [Box<dyn Bot>; 2] = [Box::new(Planner::default()), other()];
        let mut aims = Aims::default();
        while let Some(seat) = game.next_to_act().filter(|_| game.turn() < last_turn) {
            let view = game.view(Viewer::Seat(seat));
            if seat == Seat::S0 {
                aims.observe(&view, &taken_for, &mut generator);
            }
            let legal = game.legal_actions(seat);
            let choice = bots[seat.index()].choose(&view, &legal, &mut generator);
            let action = legal.get(choice).expect("bots choose from the list");
            game.play(seat, &action, &mut chance, &mut Silence).expect("it is on the list");
        }
        see(&game, &aims);
    }
}

/// How likely the tickets that a planner holds are taken to be, in the mean over some games up to a turn.
fn found_out(games: u64, last_turn: u16) -> f32 {
    let (mut sum, mut tickets) = (0.0, 0.0);
    watch(games, last_turn, |game, aims| {
        for ticket in game.tickets(Seat::S1).iter() {
            sum += aims.chance(Seat::S1, ticket);
            tickets += 1.0;
        }
    });
    sum / tickets
}

#[test]
fn what_a_planner_does_gives_its_tickets_away() {
    // By lot it would be about three of twenty-seven.
    let mean = found_out(20, 40);
    assert!(mean > 0.6, "{mean}");
}

#[test]
fn the_cards_that_a_planner_draws_give_its_tickets_away() {
    let (at_first, after_some_turns) = (found_out(20, 3), found_out(20, 15));
    assert!(after_some_turns > 1.5 * at_first, "{at_first} and {after_some_turns}");
}

#[test]
fn a_racer_is_told_from_a_planner() {
    let racing_after = |other: &dyn Fn() -> Box<dyn Bot>, turns| {
        let mut sum = 0.0;
        watch_another(other, 20, turns, |_, aims| sum += aims.seats[1].racing.chance());
        sum / 20.0
    };
    let racer = racing_after(&|| Box::new(Sprinter::new(Style::RACER)), 20);
    let planner = racing_after(&|| Box::new(Planner::default()), 20);
    assert!(racer > 0.75 && planner < 0.1, "{racer} and {planner}");
}

#[test]
fn tickets_that_a_planner_would_rather_return_are_less_likely_to_have_been_kept() {
    let from: Vec<TicketId> = (0..6).map(TicketId).collect();
    // The lower the number, the better, and all but the first two are better returned.
    let value = |tickets: TicketSet| tickets.iter().map(|ticket| 1.5 - f32::from(ticket.0)).sum();
    let pairs = sets_of(from.iter().copied().collect(), 2, 15, &mut SplitMix64::seed_from_u64(1));
    let aim = |tickets| Aim { tickets, likelihood: 0.0, plan: RouteSet::EMPTY };
    let mut aims: Vec<Aim> = pairs.into_iter().map(aim).collect();
    let offers = Offers { from: &from, dealt: 3, least: 2, compared: 1000, until: None };
    offers.weigh(&mut aims, &value, &mut SplitMix64::seed_from_u64(2));
    let likelihood = |wanted: [u8; 2]| {
        let wanted: TicketSet = wanted.map(TicketId).into_iter().collect();
        aims.iter().find(|aim| aim.tickets == wanted).expect("all pairs are thought of").likelihood
    };
    assert!(likelihood([0, 1]) > likelihood([0, 3]), "the best pair is kept of every offer");
    assert!(likelihood([0, 3]) > likelihood([4, 5]), "the worst pair is kept of none");
}

#[test]
fn the_table_before_a_turn_is_put_together_again() {
    table_before("usa-classic");
}

#[test]
fn the_table_before_a_turn_is_put_together_again_where_routes_must_connect() {
    table_before("usa-crc");
}

fn table_before(edition: &str) {
    let edition = Library::builtin().get(edition).expect("it is built in");
    let (mut turns, mut claims, mut paid_right, mut draws) = (0, 0, 0, 0);
    for number in 0..4 {
        let mut chance = FastDealer::new(&Seed::of_series(12, number));
        let mut generator = SplitMix64::seed_from_u64(number);
        let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).expect("two can play");
        let mut planners = [Planner::default(), Planner::default()];
        // What the watcher saw at its last decision, what it would have seen when the other seat began, and that seat's hand.
        let (mut look, mut real): (Option<Look>, Option<(View<'_>, Game<'_>)>) = (None, None);
        while let Some(seat) = game.next_to_act() {
            let view = game.view(Viewer::Seat(seat));
            if view.phase == Phase::Turn && seat == Seat::S1 {
                real = Some((game.view(Viewer::Seat(Seat::S0)), game));
            }
            if seat == Seat::S0 && view.phase != Phase::FirstTickets {
                if let (Some(look), Some((real, before))) = (&look, real.take())
                    && let Some(deeds) = Deeds::since(look, &view, Seat::S1)
                {
                    let then = deeds.table_before(&view).expect("no turn was missed");
                    let (own, was) = (&then.seats[1], &real.seats[1]);
                    assert_eq!((own.routes, own.open, own.trains), (was.routes, was.open, was.trains));
                    assert_eq!((own.cards, own.route_points), (was.cards, was.route_points));
                    assert!(own.known_cards.contains(&was.known_cards));
                    if deeds.only_claim().is_some() {
                        let hand = before.view(Viewer::Seat(Seat::S1)).hand;
                        claims += 1;
                        paid_right += usize::from(hand.contains(&own.known_cards));
                    }
                    let row = |row: &Row| -> Cards { row.iter().flatten().copied().collect() };
                    if deeds.is_one_draw() && row(&real.row) == row(&then.row) {
                        draws += 1;
                    }
                    turns += 1;
                }
                look = Some(Look::at(&view));
            }
            let legal = game.legal_actions(seat);
            let choice = planners[seat.index()].choose(&view, &legal, &mut generator);
            let action = legal.get(choice).expect("planners choose from the list");
            game.play(seat, &action, &mut chance, &mut Silence).expect("it is on the list");
        }
    }
    // The watcher does not see which card came in the place of its own last one before it was taken.
    assert!(draws * 2 > turns - claims, "{draws} rows of {} turns without a claim", turns - claims);
    // Nor what was paid when the discards have been shuffled since.
    assert!(claims > 30 && paid_right * 10 > claims * 9, "{paid_right} payments of {claims}");
}

#[test]
fn nobody_is_taken_to_hold_what_the_watcher_has_seen() {
    watch(5, 60, |game, aims| {
        let mut generator = SplitMix64::seed_from_u64(1);
        for _ in 0..50 {
            let drawn = aims.draw(Seat::S1, &mut generator);
            assert!(!matches!(drawn, Supposed::Unknown), "it has watched from the beginning");
            if let Supposed::Planner(aim) = drawn {
                assert_eq!(aim.tickets.len(), game.tickets(Seat::S1).len());
                assert!(aim.tickets.and(game.tickets(Seat::S0)).is_empty());
            }
        }
        let own = aims.draw(Seat::S0, &mut generator);
        assert!(matches!(own, Supposed::Unknown), "the own tickets are no guess");
    });
}

#[test]
fn who_comes_late_knows_nothing() {
    watch(1, 40, |game, _| {
        let [thorough, quick] = grounds(game.edition());
        let racing = &Terrain::new(game.edition(), Style::RACER);
        let taken_for = Planners { thorough: &thorough, quick: &quick, racing, sets: 3000, until: None };
        let mut aims = Aims::default();
        let mut generator = SplitMix64::seed_from_u64(1);
        aims.observe(&game.view(Viewer::Seat(Seat::S0)), &taken_for, &mut generator);
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
