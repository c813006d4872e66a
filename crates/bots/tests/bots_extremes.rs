//! Bots play editions whose numbers are as large and as small as editions may have them: maps are made by other people.

#![allow(clippy::unwrap_used)]

mod support;

use support::{Match, edition, every_bot};
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::{Edition, EditionSpec};

/// An edition like a built-in one, with other numbers.
fn changed(id: &str, change: impl FnOnce(&mut EditionSpec)) -> &'static Edition {
    let mut spec = edition(id).spec().clone();
    change(&mut spec);
    Box::leak(Box::new(Edition::new(spec).unwrap()))
}

fn every_bot_plays(edition: &'static Edition) {
    for players in [*edition.players().start(), *edition.players().end()] {
        for bot in every_bot() {
            let mut bots: Vec<_> = (0..players).map(|_| bot.make()).collect();
            let standings = Match::new(edition, players, &Seed([5; 32])).play(&mut bots);
            assert_eq!(standings.len(), players, "{bot}");
        }
    }
}

/// As many points as there may be for everything, and as many tickets at a time.
fn most_points(spec: &mut EditionSpec) {
    spec.route_points.fill(500);
    bonuses(spec, 500);
    spec.tickets.iter_mut().for_each(|ticket| ticket.points = 1000);
    spec.cities.iter_mut().for_each(|city| city.attraction = true);
}

fn bonuses(spec: &mut EditionSpec, points: u32) {
    let bonuses = &mut spec.bonuses;
    for bonus in [&mut bonuses.longest_path, &mut bonuses.globetrotter, &mut bonuses.attraction] {
        *bonus = points;
    }
}

#[test]
fn where_everything_is_worth_as_much_as_can_be() {
    for id in ["toy", "nyc", "usa-mega"] {
        every_bot_plays(changed(id, most_points));
    }
}

#[test]
fn where_only_tickets_are_worth_anything_and_all_must_be_kept() {
    let edition = changed("usa-mega", |spec| {
        spec.route_points.fill(0);
        bonuses(spec, 0);
        let rules = &mut spec.ticket_rules;
        for number in [&mut rules.deal, &mut rules.keep, &mut rules.draw, &mut rules.draw_keep] {
            *number = 8;
        }
    });
    every_bot_plays(edition);
}

#[test]
fn where_hands_grow_larger_than_any_map_needs() {
    let edition = changed("toy", |spec| {
        most_points(spec);
        spec.trains = 200;
        spec.end_at = 0;
        spec.cards_per_color = 42;
        spec.locomotives = 43;
        spec.hand = 10;
        spec.row = 8;
        spec.flush_at = 99;
    });
    every_bot_plays(edition);
}

#[test]
fn where_there_is_next_to_nothing() {
    for id in ["toy", "nyc", "usa-classic"] {
        let edition = changed(id, |spec| {
            spec.trains = 1;
            spec.end_at = 0;
            spec.cards_per_color = 1;
            spec.locomotives = 0;
            spec.hand = 0;
            spec.row = 1;
            spec.flush_at = 1;
            spec.route_points.fill(0);
            spec.tickets.iter_mut().for_each(|ticket| ticket.points = 1);
        });
        every_bot_plays(edition);
    }
}
