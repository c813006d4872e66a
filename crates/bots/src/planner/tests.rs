//! Plans in positions made for them.

#![allow(clippy::unwrap_used)]

use rand_core::SeedableRng;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::scoring::Network as Linked;
use whistlestop_rules::game::{Action, Event, Game, Phase, Silence};
use whistlestop_rules::ids::{RouteId, RouteSet, Seat, TicketId, TicketList};
use whistlestop_rules::view::{View, Viewer};

use super::network::Effort;
use super::{Ground, Mind, NO_CUTS, Plan, Planner, Weights};
use crate::bot::Bot;

fn usa() -> &'static Edition {
    Library::builtin().get("usa-classic").unwrap()
}

fn ticket(a: &str, b: &str) -> TicketId {
    let name = format!("{a} – {b} (");
    (0..30).map(TicketId).find(|ticket| usa().ticket_name(*ticket).starts_with(&name)).unwrap()
}

fn route(a: &str, b: &str) -> RouteId {
    let name = format!("{a} – {b}");
    usa().board().all_routes().iter().find(|route| usa().route_name(*route) == name).unwrap()
}

/// Two seats to whom these tickets have been dealt, the first seat's hand as given.
fn dealt(hand: &[Card], tickets: [&[TicketId]; 2]) -> Game<'static> {
    let mut game = Game::table(usa(), 2, Seat::S0).unwrap();
    game.apply(&Event::CardsDealt { seat: Seat::S0, cards: hand.iter().copied().collect() });
    for (seat, tickets) in Seat::of(2).zip(tickets) {
        game.apply(&Event::TicketsDealt { seat, tickets: tickets.iter().copied().collect() });
    }
    game
}

/// The same after everybody has kept all tickets.
fn begun(hand: &[Card], tickets: [&[TicketId]; 2]) -> Game<'static> {
    let mut game = dealt(hand, tickets);
    for (seat, tickets) in Seat::of(2).zip(tickets) {
        let kept = tickets.iter().copied().collect();
        game.apply(&Event::TicketsKept { seat, kept, returned: TicketList::new() });
    }
    game.apply(&Event::TurnStarted { seat: Seat::S0, turn: 1 });
    game
}

fn claim(game: &mut Game<'_>, seat: Seat, route: RouteId) {
    let points = usa().board().points(route);
    game.apply(&Event::RouteClaimed { seat, route, payment: Cards::NONE, points });
}

fn plan(mind: &mut Mind, view: &View<'_>) -> Plan {
    mind.plan(&Ground::new(usa(), Weights::BEST, Effort::Thorough), view);
    mind.plan.unwrap().plan
}

fn completes(routes: RouteSet, ticket: TicketId) -> bool {
    let [a, b] = usa().board().ticket_ends(ticket);
    Linked::new(usa().board(), routes).connects(a, b)
}

fn others() -> [TicketId; 2] {
    [ticket("Boston", "Miami"), ticket("Toronto", "Miami")]
}

#[test]
fn tickets_that_share_their_way_are_kept() {
    let offer =
        [ticket("Los Angeles", "New York"), ticket("Los Angeles", "Chicago"), ticket("Winnipeg", "Houston")];
    let game = dealt(&[], [&offer, &others()]);
    let legal = game.legal_actions(Seat::S0);
    let index = Planner::default().decide(&game.view(Viewer::Seat(Seat::S0)), &legal, &NO_CUTS);
    let Some(Action::KeepTickets { returned }) = legal.get(index) else { panic!("not a choice of tickets") };
    assert!(!returned.contains(&offer[0]) && !returned.contains(&offer[1]), "{returned:?} went back");
}

#[test]
fn a_plan_completes_its_tickets_and_is_made_anew_when_a_route_is_lost() {
    let tickets = [ticket("Denver", "El Paso"), ticket("Duluth", "El Paso")];
    let mut game = begun(&[], [&tickets, &others()]);
    let mut mind = Mind::default();
    for lost in [route("Denver", "Santa Fe"), route("El Paso", "Santa Fe"), route("Duluth", "Omaha")] {
        let before = plan(&mut mind, &game.view(Viewer::Seat(Seat::S0)));
        assert!(tickets.iter().all(|ticket| completes(before.routes, *ticket)));
        claim(&mut game, Seat::S1, lost);
        let after = plan(&mut mind, &game.view(Viewer::Seat(Seat::S0)));
        assert!(!after.routes.contains(lost));
        assert!(tickets.iter().all(|ticket| completes(after.routes, *ticket)));
        let was_hit = before.routes.contains(lost);
        assert_eq!(was_hit, before.routes != after.routes, "only a plan that was hit changes");
    }
}

#[test]
fn what_is_claimed_leaves_the_plan() {
    let tickets = [ticket("Denver", "El Paso")];
    let mut game = begun(&[], [&tickets, &others()]);
    let mut mind = Mind::default();
    let before = plan(&mut mind, &game.view(Viewer::Seat(Seat::S0)));
    let first = before.routes.iter().next().unwrap();
    claim(&mut game, Seat::S0, first);
    let after = plan(&mut mind, &game.view(Viewer::Seat(Seat::S0)));
    assert_eq!(after.routes, before.routes.without(RouteSet::only(first)));
}

#[test]
fn a_ticket_that_cannot_be_done_any_more_is_given_up() {
    let tickets = [ticket("Denver", "El Paso"), ticket("Vancouver", "Montréal")];
    let mut game = begun(&[], [&tickets, &others()]);
    for at_vancouver in [route("Calgary", "Vancouver"), route("Seattle", "Vancouver")] {
        claim(&mut game, Seat::S1, at_vancouver);
    }
    let plan = plan(&mut Mind::default(), &game.view(Viewer::Seat(Seat::S0)));
    assert!(plan.goals.contains(tickets[0]) && !plan.goals.contains(tickets[1]));
}

#[test]
fn a_route_of_the_plan_is_claimed_when_its_cards_are_there() {
    let tickets = [ticket("Los Angeles", "New York")];
    let planned =
        plan(&mut Mind::default(), &begun(&[], [&tickets, &others()]).view(Viewer::Seat(Seat::S0))).routes;
    let board = usa().board();
    // Of a double route, either side will do.
    let either = planned.or(board.twins(planned));
    for route in planned.iter() {
        let color = board.color(route).unwrap_or(Card::Color0);
        let hand = vec![color; board.length(route).into()];
        let game = begun(&hand, [&tickets, &others()]);
        let legal = game.legal_actions(Seat::S0);
        let index = Planner::default().decide(&game.view(Viewer::Seat(Seat::S0)), &legal, &NO_CUTS);
        let claimed = legal.get(index);
        assert!(
            matches!(claimed, Some(Action::ClaimRoute { route, .. }) if either.contains(route)),
            "{claimed:?} with the cards for {}",
            usa().route_name(route)
        );
    }
}

#[test]
fn whoever_is_patient_holds_its_cards_together_while_the_game_is_young() {
    let mut generator = SplitMix64::seed_from_u64(1);
    let (mut claimed, mut held) = ([0; 2], [0; 2]);
    for number in 0..20 {
        let mut chance = FastDealer::new(&Seed::of_series(6, number));
        let mut game = Game::new(usa(), 2, Seat::S0, &mut chance, &mut Silence).unwrap();
        let mut planners = [Planner::with(Weights::PATIENT), Planner::default()];
        while let Some(seat) = game.next_to_act().filter(|_| game.turn() < 24) {
            let legal = game.legal_actions(seat);
            let view = game.view(Viewer::Seat(seat));
            let choice = planners[seat.index()].choose(&view, &legal, &mut generator);
            game.play(seat, &legal.get(choice).unwrap(), &mut chance, &mut Silence).unwrap();
        }
        for seat in game.seats() {
            claimed[seat.index()] += game.routes(seat).len();
            held[seat.index()] += usize::from(game.hand(seat).total());
        }
    }
    assert!(claimed[0] < claimed[1] && held[0] > held[1], "claimed {claimed:?}, held {held:?}");
}

#[test]
fn whoever_can_draw_no_card_claims_what_there_is_instead_of_drawing_tickets() {
    let edition = Library::builtin().get("usa-crc").unwrap();
    let mut generator = SplitMix64::seed_from_u64(1);
    let mut without_cards = 0;
    for number in 0..60 {
        let mut chance = FastDealer::new(&Seed::of_series(5, number));
        let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).unwrap();
        let mut planners = [Planner::default(), Planner::default()];
        while let Some(seat) = game.next_to_act() {
            let legal = game.legal_actions(seat);
            let choice =
                planners[seat.index()].choose(&game.view(Viewer::Seat(seat)), &legal, &mut generator);
            let action = legal.get(choice).unwrap();
            let is_card = |action| matches!(action, Action::DrawBlind | Action::TakeFromRow { .. });
            if game.phase() == Phase::Turn && !legal.claimable().is_empty() && !legal.iter().any(is_card) {
                without_cards += 1;
                assert!(matches!(action, Action::ClaimRoute { .. }), "game {number}: {action:?}");
            }
            game.play(seat, &action, &mut chance, &mut Silence).unwrap();
        }
    }
    assert!(without_cards > 10, "{without_cards}");
}
