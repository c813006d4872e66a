//! The rules once more, as plainly as possible, from what a game shows: to hold the engine against.

use std::collections::HashSet;

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::game::{Action, Game, Phase};
use whistlestop_rules::ids::{RouteId, Seat, TicketId};

/// Every legal action of a seat, found by trying everything there is.
pub fn every(game: &Game<'_>, seat: Seat) -> HashSet<Action> {
    if !game.awaits(seat) {
        return HashSet::new();
    }
    let rules = game.edition().rules();
    match game.phase() {
        Phase::FirstTickets => choices(game, seat, rules.keep),
        Phase::Tickets => choices(game, seat, rules.draw_keep),
        Phase::SecondCard => draws(game, false),
        Phase::Turn => {
            let mut actions = draws(game, true);
            if game.tickets_in_deck() > 0 {
                actions.insert(Action::DrawTickets);
            }
            actions.extend(claims(game, seat));
            if actions.is_empty() {
                actions.insert(Action::Pass);
            }
            actions
        }
        Phase::Dealing | Phase::Ended => HashSet::new(),
    }
}

fn draws(game: &Game<'_>, first: bool) -> HashSet<Action> {
    let mut actions = HashSet::new();
    if game.deck().total() > 0 {
        actions.insert(Action::DrawBlind);
    }
    for (slot, card) in game.row().iter().enumerate() {
        if card.is_some_and(|card| first || card != Card::Locomotive) {
            actions.insert(Action::TakeFromRow { slot: slot as u8 });
        }
    }
    actions
}

fn choices(game: &Game<'_>, seat: Seat, keep: u8) -> HashSet<Action> {
    let offer: Vec<TicketId> = game.offer(seat).iter().collect();
    let least = usize::from(keep).min(offer.len());
    let mut actions = HashSet::new();
    let mut open: Vec<Vec<TicketId>> = vec![Vec::new()];
    while let Some(returned) = open.pop() {
        if offer.len() - returned.len() > least {
            for ticket in offer.iter().filter(|ticket| !returned.contains(ticket)) {
                let mut longer = returned.clone();
                longer.push(*ticket);
                open.push(longer);
            }
        }
        actions.insert(Action::KeepTickets { returned: returned.into_iter().collect() });
    }
    actions
}

/// Whether a route may be claimed by a seat that has the cards for it.
pub fn is_open(game: &Game<'_>, seat: Seat, route: RouteId) -> bool {
    let spec = game.edition().spec();
    let this = &spec.routes[route.index()];
    let same_cities = |other: &RouteId| {
        let other = &spec.routes[other.index()];
        (other.a == this.a && other.b == this.b) || (other.a == this.b && other.b == this.a)
    };
    let shares_city = |other: &RouteId| {
        let other = &spec.routes[other.index()];
        [&other.a, &other.b].into_iter().any(|city| *city == this.a || *city == this.b)
    };
    let closes = game.players() <= spec.doubles_closed_up_to as usize;
    let owned_by = |other: Seat| game.routes(other).iter();
    let mut all_owned = game.seats().flat_map(owned_by);
    let taken = game.seats().any(|other| game.routes(other).contains(route));
    let own_other_side = owned_by(seat).any(|other| same_cities(&other));
    let closed = closes && all_owned.any(|other| same_cities(&other));
    let connected = game.routes(seat).is_empty() || owned_by(seat).any(|other| shares_city(&other));
    let enough_trains = u32::from(game.trains(seat)) >= this.length;
    !taken && !own_other_side && !closed && (connected || !spec.must_connect) && enough_trains
}

fn claims(game: &Game<'_>, seat: Seat) -> HashSet<Action> {
    let spec = game.edition().spec();
    let hand = game.hand(seat);
    let mut actions = HashSet::new();
    for (index, line) in spec.routes.iter().enumerate() {
        let route = RouteId(index as u8);
        let length = line.length as u8;
        if !is_open(game, seat, route) {
            continue;
        }
        for (number, color) in spec.colors.iter().enumerate() {
            if line.color != "gray" && line.color != *color {
                continue;
            }
            let color = Card::COLORS[number];
            for locomotives in 0..=length {
                let colored = length - locomotives;
                if hand.count(color) >= colored && hand.locomotives() >= locomotives {
                    let payment = Cards::payment(color, colored, locomotives);
                    actions.insert(Action::ClaimRoute { route, payment });
                }
            }
        }
    }
    actions
}
