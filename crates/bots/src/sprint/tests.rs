#![allow(clippy::unwrap_used)]

use whistlestop_rules::cards::Cards;
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Action, Game, Phase, Silence};
use whistlestop_rules::ids::{RouteId, RouteSet, Seat, TicketId, TicketSet};

use super::{Outlook, Plan, Style, Terrain, decide};

fn usa() -> &'static Edition {
    Library::builtin().get("usa-classic").unwrap()
}

/// What the first seat sees in its first turn, with these tickets.
fn outlook(tickets: &[TicketId]) -> Outlook {
    let mut chance = FastDealer::new(&Seed([7; 32]));
    let game = Game::new(usa(), 2, Seat::S0, &mut chance, &mut Silence).unwrap();
    let tickets = tickets.iter().copied().collect();
    Outlook { phase: Phase::Turn, tickets, offer: TicketSet::EMPTY, ..Outlook::of_game(&game, Seat::S0) }
}

fn cheapest_tickets() -> [TicketId; 2] {
    let board = usa().board();
    let mut tickets: Vec<TicketId> = board.all_tickets().iter().collect();
    tickets.sort_by_key(|ticket| board.ticket_points(*ticket));
    [tickets[0], tickets[1]]
}

#[test]
fn tickets_that_came_later_are_worked_for_too() {
    let terrain = Terrain::new(usa(), Style::ALL_ROUND);
    let [first, second] = cheapest_tickets();
    let mut plan = Plan::new(&terrain, &outlook(&[first]));
    plan.update(&terrain, &outlook(&[first, second]));
    assert_eq!(plan.pursued, [first, second].into_iter().collect());
}

#[test]
fn a_plan_that_is_given_is_kept_until_a_route_of_it_is_lost() {
    let terrain = Terrain::new(usa(), Style::LIKE_A_PLANNER);
    let [ticket, _] = cheapest_tickets();
    let seen = outlook(&[ticket]);
    // A way that nobody would choose: over a route far from the ticket.
    let board = usa().board();
    let is_single = |route: &RouteId| board.twin_set(*route).is_empty();
    let usual: RouteSet = Plan::new(&terrain, &seen).targets.iter().map(|target| target.route).collect();
    let odd = board.all_routes().without(usual).iter().find(is_single).unwrap();
    let mut plan = Plan::meaning_to_build(&terrain, seen.tickets, RouteSet::only(odd));
    plan.update(&terrain, &seen);
    let builds = |plan: &Plan, route: RouteId| plan.targets.iter().any(|target| target.route == route);
    assert!(builds(&plan, odd));
    let lost = RouteSet::only(odd);
    plan.update(&terrain, &Outlook { free: seen.free.without(lost), open: seen.open.without(lost), ..seen });
    assert!(!builds(&plan, odd));
    assert!(plan.pursued.contains(ticket));
}

#[test]
fn a_route_that_others_come_near_to_is_claimed_before_all_cards_are_there() {
    let style = Style { patience: 1000, danger: [0, 0, 1_000_000], ..Style::PATIENT };
    let terrain = Terrain::new(usa(), style);
    let board = usa().board();
    // Two coloured routes, the cards for one of them, and somebody else's routes at both of its ends.
    let is_colored = |route: &RouteId| board.color(*route).is_some() && board.length(*route) > 2;
    let mut colored = board.all_routes().iter().filter(is_colored);
    let route = colored.find(|route| terrain.detour[route.index()] > 0).unwrap();
    let other = colored.find(|other| board.color(*other) != board.color(route)).unwrap();
    let near: RouteSet = board
        .ends(route)
        .iter()
        .flat_map(|city| board.at_city(*city).without(board.twin_set(route)).iter())
        .filter(|near| ![route, other].contains(near))
        .collect();
    let [ticket, _] = cheapest_tickets();
    let hand = Cards::payment(board.color(route).unwrap(), board.length(route), 0);
    let alone = Outlook { hand, ..outlook(&[ticket]) };
    let crowded = Outlook { rivals: near, ..alone };
    let claims = |seen: &Outlook| {
        let routes = [route, other].into_iter().collect();
        let mut plan = Plan::meaning_to_build(&terrain, seen.tickets, routes);
        matches!(decide(&terrain, seen, &mut plan), Action::ClaimRoute { route: claimed, .. } if claimed == route)
    };
    assert!(!claims(&alone));
    assert!(claims(&crowded));
}

#[test]
fn a_route_for_many_precious_tickets_is_worth_more_than_its_points() {
    let mut spec = usa().spec().clone();
    spec.tickets.iter_mut().for_each(|ticket| ticket.points = 1000);
    let precious = Edition::new(spec).unwrap();
    let terrain = Terrain::new(&precious, Style::ALL_ROUND);
    let board = precious.board();
    let tickets: TicketSet = board.all_tickets().iter().take(3).collect();
    let route = board.all_routes().iter().next().unwrap();
    let seen = Outlook { tickets, ..outlook(&[]) };
    let mut plan = Plan::meaning_to_build(&terrain, tickets, RouteSet::only(route));
    plan.update(&terrain, &seen);
    let target = plan.targets.iter().find(|target| target.route == route).unwrap();
    assert!(target.value > 1000 * 4, "{} quarters of a point", target.value);
}
