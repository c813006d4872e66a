//! The planner that also watches what the others need, and takes it where that hurts them more than itself.

use std::sync::Arc;

use rand_core::Rng;
use whistlestop_rules::game::{LegalActions, Phase};
use whistlestop_rules::ids::{CityId, MAX_ROUTES, RouteId, RouteSet, Seat};
use whistlestop_rules::view::{SeatView, View, Viewer};

use crate::atlas::{Atlas, CLOSED, Prices, attainable};
use crate::belief::{TicketBelief, unseen_tickets};
use crate::bot::Bot;
use crate::planner::{Cuts, Planner};

/// Tickets less likely than this are not worth a thought.
const LEAST_LIKELY: f32 = 0.4;
/// What a space of detour costs an opponent, in points.
const PER_SPACE: f32 = 0.6;
/// What a cut is worth to the blocker for each point it costs one of several opponents.
const SPITE: f32 = 0.5;
/// Points a cut must be worth to be considered.
const LEAST_CUT: f32 = 1.0;

#[derive(Debug, Default)]
pub struct Blocker {
    planner: Planner,
    atlas: Option<Arc<Atlas>>,
}

impl Bot for Blocker {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, _generator: &mut dyn Rng) -> usize {
        if view.phase == Phase::FirstTickets {
            self.atlas = None;
        }
        let atlas = self.atlas.get_or_insert_with(|| Atlas::of(view.edition));
        let mut cuts = [0.0; MAX_ROUTES];
        if view.phase == Phase::Turn {
            weigh_cuts(view, atlas, legal.claimable(), &mut cuts);
        }
        self.planner.decide(view, legal, &Cuts::from(cuts))
    }
}

/// What it is worth that no opponent can have each of these routes.
fn weigh_cuts(view: &View<'_>, atlas: &Atlas, claimable: RouteSet, cuts: &mut [f32; MAX_ROUTES]) {
    if claimable.is_empty() {
        return;
    }
    let belief = TicketBelief::of(view, atlas);
    for (seat, other) in Seat::ALL.into_iter().zip(&view.seats) {
        if view.viewer != Viewer::Seat(seat) {
            weigh_cuts_of(view, atlas, &belief, (seat, other), claimable, cuts);
        }
    }
    let share = SPITE / f32::from(view.players - 1);
    for cut in cuts {
        *cut = if *cut * share < LEAST_CUT { 0.0 } else { *cut * share };
    }
}

/// Adds what each cut is expected to cost one opponent.
fn weigh_cuts_of(
    view: &View<'_>,
    atlas: &Atlas,
    belief: &TicketBelief,
    (seat, other): (Seat, &SeatView),
    claimable: RouteSet,
    cuts: &mut [f32; MAX_ROUTES],
) {
    let board = view.edition.board();
    let prices = spaces(view, other);
    for ticket in unseen_tickets(view).iter() {
        let weight = belief.weight(seat, ticket);
        if weight < LEAST_LIKELY {
            continue;
        }
        let [a, b] = board.ticket_ends(ticket);
        let reach = atlas.reach(&prices, a, Some(b));
        let length = reach.price(b);
        if length == 0 || length > other.trains.into() {
            continue;
        }
        let at_stake = 2.0 * f32::from(board.ticket_points(ticket));
        for route in reach.path(b).and(claimable).iter() {
            let detour = detour(view, atlas, &prices, other, route, [a, b]);
            let lost = match detour {
                CLOSED => at_stake,
                detour if detour > other.trains.into() => at_stake,
                detour => (PER_SPACE * f32::from(detour - length)).min(at_stake),
            };
            cuts[route.index()] += weight * lost;
        }
    }
}

/// How long the way between two cities becomes for a seat when somebody else has a route.
fn detour(
    view: &View<'_>,
    atlas: &Atlas,
    prices: &Prices,
    other: &SeatView,
    route: RouteId,
    [a, b]: [CityId; 2],
) -> u16 {
    let mut without = *prices;
    without[route.index()] = CLOSED;
    if view.players <= view.edition.rules().doubles_closed_up_to {
        for twin in view.edition.board().twin_set(route).without(other.routes).iter() {
            without[twin.index()] = CLOSED;
        }
    }
    atlas.reach(&without, a, Some(b)).price(b)
}

/// Spaces a seat would have to build on each route.
fn spaces(view: &View<'_>, seat: &SeatView) -> Prices {
    let board = view.edition.board();
    let mut prices = [CLOSED; MAX_ROUTES];
    for route in attainable(view, seat).iter() {
        prices[route.index()] = board.length(route).into();
    }
    for route in seat.routes.iter() {
        prices[route.index()] = 0;
    }
    prices
}
