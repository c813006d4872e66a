//! How far tickets are, and the cheapest way to finish them.

use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{CityId, MAX_CITIES, RouteId, RouteSet, TicketId};

use super::TicketQuestion;
use crate::protocol::game::{OwnTicket, TicketState};

/// The states of all tickets in question. What was found for an earlier question is kept where it still holds.
pub(super) fn states(
    board: &Board,
    question: &TicketQuestion,
    earlier: Option<&(TicketQuestion, Vec<OwnTicket>)>,
) -> Vec<OwnTicket> {
    let earlier = earlier.filter(|(asked, _)| asked.has_only_lost_routes(question));
    let state = |ticket: TicketId| {
        let known = earlier.and_then(|(_, states)| states.iter().find(|known| known.ticket == ticket.0));
        let state = known.and_then(|known| still_holds(board, question, &known.state));
        state.unwrap_or_else(|| {
            let [from, to] = board.ticket_ends(ticket);
            match cheapest(board, from, to, question.own, question.obtainable) {
                None => TicketState::Impossible { path: Vec::new() },
                Some((trains, path)) => state_of(question, trains, path),
            }
        })
    };
    question.tickets.iter().map(|ticket| OwnTicket { ticket: ticket.0, state: state(ticket) }).collect()
}

/// The cheapest way remains the cheapest while others are lost, and what could not be done remains so.
fn still_holds(board: &Board, question: &TicketQuestion, known: &TicketState) -> Option<TicketState> {
    let (TicketState::Done { path } | TicketState::Open { path, .. } | TicketState::Impossible { path }) =
        known;
    if path.is_empty() {
        return Some(known.clone());
    }
    let routes = || path.iter().copied().map(RouteId);
    let usable = question.own.or(question.obtainable);
    let trains =
        |route: RouteId| if question.own.contains(route) { 0 } else { u32::from(board.length(route)) };
    routes()
        .all(|route| usable.contains(route))
        .then(|| state_of(question, routes().map(trains).sum(), path.clone()))
}

fn state_of(question: &TicketQuestion, trains: u32, path: Vec<u8>) -> TicketState {
    match trains {
        0 => TicketState::Done { path },
        trains if trains > u32::from(question.trains) => TicketState::Impossible { path },
        trains => TicketState::Open { trains: trains as u8, path },
    }
}

/// The way between two cities that lacks the fewest trains, whoever has the routes: over the own ones alone if they link
/// the cities.
pub(super) fn shortest_way(board: &Board, [from, to]: [CityId; 2], own: RouteSet) -> Vec<u8> {
    cheapest(board, from, to, own, board.all_routes()).map(|(_, path)| path).unwrap_or_default()
}

/// The path that takes the fewest further trains, among those the one of the fewest routes; and those trains.
fn cheapest(
    board: &Board,
    from: CityId,
    to: CityId,
    own: RouteSet,
    obtainable: RouteSet,
) -> Option<(u32, Vec<u8>)> {
    let usable = own.or(obtainable);
    let mut best = [Cost(u32::MAX); MAX_CITIES];
    let mut came_by: [Option<RouteId>; MAX_CITIES] = [None; MAX_CITIES];
    best[from.index()] = Cost(0);
    // Cities that were reached and not gone on from, as bits: they are few at a time.
    let mut reached: u128 = 1 << from.0;
    while let Some(city) = nearest(reached, &best) {
        let cost = best[city.index()];
        if city == to {
            return Some((cost.trains(), walk_back(board, from, to, &came_by)));
        }
        reached &= !(1 << city.0);
        for route in board.at_city(city).and(usable).iter() {
            let next = other_end(board, route, city);
            let trains = if own.contains(route) { 0 } else { board.length(route) };
            let there = cost.and(trains);
            if there < best[next.index()] {
                best[next.index()] = there;
                came_by[next.index()] = Some(route);
                reached |= 1 << next.0;
            }
        }
    }
    None
}

/// The city that costs the least among these, the lowest of several.
fn nearest(mut cities: u128, best: &[Cost; MAX_CITIES]) -> Option<CityId> {
    let mut nearest = None;
    while cities != 0 {
        let city = cities.trailing_zeros() as u8;
        cities &= cities - 1;
        let there = (best[usize::from(city)], city);
        if nearest.is_none_or(|nearest| there < nearest) {
            nearest = Some(there);
        }
    }
    nearest.map(|(_, city)| CityId(city))
}

/// Trains, and among as many trains routes, as one number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Cost(u32);

impl Cost {
    /// One route more, of so many trains.
    const fn and(self, trains: u8) -> Self {
        Self(self.0 + ((trains as u32) << 16) + 1)
    }

    const fn trains(self) -> u32 {
        self.0 >> 16
    }
}

fn walk_back(board: &Board, from: CityId, to: CityId, came_by: &[Option<RouteId>; MAX_CITIES]) -> Vec<u8> {
    let mut path = Vec::new();
    let mut city = to;
    while city != from {
        let Some(route) = came_by[city.index()] else { break };
        path.push(route.0);
        city = other_end(board, route, city);
    }
    path.reverse();
    path
}

fn other_end(board: &Board, route: RouteId, city: CityId) -> CityId {
    let [a, b] = board.ends(route);
    if a == city { b } else { a }
}
