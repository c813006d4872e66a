//! How far tickets are, and the cheapest way to finish them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{CityId, MAX_CITIES, RouteId, RouteSet};

use super::TicketQuestion;
use crate::protocol::game::{OwnTicket, TicketState};

pub(super) fn states(board: &Board, question: &TicketQuestion) -> Vec<OwnTicket> {
    let state = |[from, to]: [CityId; 2]| match cheapest(board, from, to, question.own, question.obtainable) {
        None => TicketState::Impossible { path: Vec::new() },
        Some((0, path)) => TicketState::Done { path },
        Some((trains, path)) if trains > u32::from(question.trains) => TicketState::Impossible { path },
        Some((trains, path)) => TicketState::Open { trains: trains as u8, path },
    };
    let tickets = question.tickets.iter();
    tickets.map(|ticket| OwnTicket { ticket: ticket.0, state: state(board.ticket_ends(ticket)) }).collect()
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
    let mut best = [(u32::MAX, u32::MAX); MAX_CITIES];
    let mut came_by: [Option<RouteId>; MAX_CITIES] = [None; MAX_CITIES];
    let mut queue = BinaryHeap::new();
    best[from.index()] = (0, 0);
    queue.push(Reverse(((0, 0), from.0)));
    while let Some(Reverse((cost, city))) = queue.pop() {
        if city == to.0 {
            return Some((cost.0, walk_back(board, from, to, &came_by)));
        }
        if cost > best[usize::from(city)] {
            continue;
        }
        for route in board.at_city(CityId(city)).and(usable).iter() {
            let next = other_end(board, route, CityId(city));
            let trains = if own.contains(route) { 0 } else { u32::from(board.length(route)) };
            let there = (cost.0 + trains, cost.1 + 1);
            if there < best[next.index()] {
                best[next.index()] = there;
                came_by[next.index()] = Some(route);
                queue.push(Reverse((there, next.0)));
            }
        }
    }
    None
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
