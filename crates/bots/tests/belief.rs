//! What the others are believed to hold.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Match, edition};
use whistlestop_bots::Bot;
use whistlestop_bots::atlas::Atlas;
use whistlestop_bots::belief::{TicketBelief, unseen_tickets};
use whistlestop_bots::planner::Planner;
use whistlestop_rules::cards::Cards;
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Event, Game, Silence};
use whistlestop_rules::ids::{RouteId, Seat, TicketId, TicketList};
use whistlestop_rules::view::Viewer;

fn route(usa: &Edition, a: &str, b: &str) -> RouteId {
    let name = format!("{a} – {b}");
    usa.board().all_routes().iter().find(|route| usa.route_name(*route) == name).unwrap()
}

fn ticket(usa: &Edition, name: &str) -> TicketId {
    usa.board().all_tickets().iter().find(|ticket| usa.ticket_name(*ticket) == name).unwrap()
}

fn table() -> Game<'static> {
    let mut game = Match::new(edition("usa-classic"), 3, &Seed::of_series(1, 2)).game;
    for seat in Seat::of(3) {
        let kept = game.tickets(seat).iter().collect();
        game.apply(&Event::TicketsKept { seat, kept, returned: TicketList::new() });
    }
    game.apply(&Event::TurnStarted { seat: Seat::S0, turn: 1 });
    game
}

#[test]
fn a_ticket_becomes_likelier_with_every_route_of_its_way() {
    let usa = edition("usa-classic");
    let atlas = Atlas::of(usa);
    let mut game = table();
    let viewer = Viewer::Seat(Seat::S0);
    let wanted = ticket(usa, "Seattle – Los Angeles (9)");
    let view = game.view(viewer);
    assert!(unseen_tickets(&view).contains(wanted), "the seed deals it to the viewer");
    let mut before = TicketBelief::of(&view, &atlas).weight(Seat::S1, wanted);
    for (a, b) in [("Portland", "Seattle"), ("Portland", "San Francisco"), ("Los Angeles", "San Francisco")] {
        let route = route(usa, a, b);
        let points = usa.board().points(route);
        game.apply(&Event::RouteClaimed { seat: Seat::S1, route, payment: Cards::NONE, points });
        let belief = TicketBelief::of(&game.view(viewer), &atlas);
        let now = belief.weight(Seat::S1, wanted);
        assert!(now > before, "{now} after {a} – {b}, {before} before");
        assert!(now > belief.weight(Seat::S2, wanted), "who built nothing is suspected less");
        before = now;
    }
    assert!(before > 0.5, "{before}");
}

#[test]
fn the_weights_add_up_to_the_tickets_that_are_held() {
    let usa = edition("usa-classic");
    let atlas = Atlas::of(usa);
    for number in 0..20 {
        let mut table = Match::new(usa, 3, &Seed::of_series(9, number));
        let mut bots: Vec<Planner> = (0..3).map(|_| Planner::default()).collect();
        while let Some(seat) = table.game.next_to_act() {
            let view = table.game.view(Viewer::Seat(seat));
            let belief = TicketBelief::of(&view, &atlas);
            for (other, seen) in Seat::ALL.into_iter().zip(&view.seats) {
                let sum: f32 = usa.board().all_tickets().iter().map(|id| belief.weight(other, id)).sum();
                let held = if other == seat { 0 } else { seen.tickets + seen.offered };
                assert!((sum - f32::from(held)).abs() < 0.01, "{sum} for {held} tickets");
            }
            for known in view.tickets.or(view.offer).iter() {
                assert!(Seat::of(3).all(|seat| belief.weight(seat, known) == 0.0));
            }
            let legal = table.game.legal_actions(seat);
            let index = bots[seat.index()].choose(&view, &legal, &mut table.generator);
            let action = legal.get(index).unwrap();
            table.game.play(seat, &action, &mut table.chance, &mut Silence).unwrap();
        }
    }
}

/// Late in the game the tickets a planner really holds weigh several times as much as the others.
#[test]
fn the_tickets_of_a_planner_are_recognised() {
    let usa = edition("usa-classic");
    let atlas = Atlas::of(usa);
    let (mut right, mut wrong) = ((0.0, 0), (0.0, 0));
    for number in 0..40 {
        let mut table = Match::new(usa, 2, &Seed::of_series(10, number));
        let mut bots: Vec<Planner> = (0..2).map(|_| Planner::default()).collect();
        while let Some(seat) = table.game.next_to_act() {
            let view = table.game.view(Viewer::Seat(seat));
            if table.game.turn() == 45 && seat == Seat::S0 {
                let belief = TicketBelief::of(&view, &atlas);
                for ticket in unseen_tickets(&view).iter() {
                    let holds = table.game.tickets(Seat::S1).contains(ticket);
                    let sum = if holds { &mut right } else { &mut wrong };
                    sum.0 += belief.weight(Seat::S1, ticket);
                    sum.1 += 1;
                }
                break;
            }
            let legal = table.game.legal_actions(seat);
            let index = bots[seat.index()].choose(&view, &legal, &mut table.generator);
            let action = legal.get(index).unwrap();
            table.game.play(seat, &action, &mut table.chance, &mut Silence).unwrap();
        }
    }
    let mean = |(sum, count): (f32, i32)| sum / count as f32;
    assert!(mean(right) > 4.0 * mean(wrong), "{} against {}", mean(right), mean(wrong));
}
