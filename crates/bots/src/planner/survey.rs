//! What follows from the routes on the map alone, worked out when they change and kept until they change again.

use std::cell::Cell;

use arrayvec::ArrayVec;
use whistlestop_rules::cards::{Card, MAX_COLORS};
use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{MAX_ROUTES, MAX_SEATS, RouteId, RouteSet};

use super::plan::price_of;
use super::situation::Situation;
use crate::atlas::{CLOSED, Prices, opponents};

/// Marks a danger that nobody has asked for yet.
const UNKNOWN: f32 = f32::NAN;

#[derive(Clone, Debug)]
pub(super) struct Survey {
    /// The routes of each seat and those that are free, for which all this holds.
    seats: [RouteSet; MAX_SEATS],
    free: RouteSet,
    /// The cities that the network of each opponent reaches.
    presence: ArrayVec<u128, MAX_SEATS>,
    pub(super) prices: Prices,
    /// The plan for which the rest holds, if there is one yet.
    planned: Option<RouteSet>,
    dangers: [Cell<f32>; MAX_ROUTES],
    /// The network that is to be, for which the extras hold, and which routes they are.
    network: RouteSet,
    listed: RouteSet,
    /// The routes outside the plan, those that bring most first.
    pub(super) extras: ArrayVec<Extra, MAX_ROUTES>,
}

/// A route outside the plan, with all that it takes to compare it with others at hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extra {
    /// What it brings, less the trains it takes.
    pub(super) worth: f32,
    pub(super) route: RouteId,
    pub(super) length: u8,
    /// The number of its colour, or [`GRAY`].
    pub(super) color: u8,
}

/// Stands after the colours.
pub(super) const GRAY: usize = MAX_COLORS;

impl Default for Survey {
    fn default() -> Self {
        Self {
            seats: [RouteSet::EMPTY; MAX_SEATS],
            free: RouteSet::EMPTY,
            presence: ArrayVec::new(),
            prices: [CLOSED; MAX_ROUTES],
            planned: None,
            dangers: [const { Cell::new(UNKNOWN) }; MAX_ROUTES],
            network: RouteSet::EMPTY,
            listed: RouteSet::EMPTY,
            extras: ArrayVec::new(),
        }
    }
}

impl Survey {
    /// Takes in what has changed on the map.
    #[inline]
    pub(super) fn update(&mut self, situation: &Situation<'_, '_>) {
        let mut seats = [RouteSet::EMPTY; MAX_SEATS];
        let mut changed = RouteSet(self.free.0 ^ situation.free.0);
        for (at, seat) in situation.view.seats.iter().enumerate() {
            seats[at] = seat.routes;
            changed.0 |= self.seats[at].0 ^ seat.routes.0;
        }
        if changed.is_empty() && !self.presence.is_empty() {
            return;
        }
        let board = situation.board;
        self.seats = seats;
        self.free = situation.free;
        self.presence = opponents(situation.view).map(|seat| cities(board, seat.routes)).collect();
        // What a route costs depends on nothing but itself, its other side and what meets it at its ends.
        let stale = changed.iter().fold(RouteSet::EMPTY, |stale, route| stale.or(board.touching(route)));
        for route in stale.iter() {
            self.prices[route.index()] = price_of(situation, route, || self.pressure(board, route));
        }
        self.planned = None;
    }

    /// Takes in what the seat is going to build. `worth` tells what a route outside of that brings.
    #[inline]
    pub(super) fn plan_for(
        &mut self,
        situation: &Situation<'_, '_>,
        planned: RouteSet,
        worth: impl Fn(RouteId, RouteSet) -> f32,
    ) {
        if self.planned == Some(planned) {
            return;
        }
        self.planned = Some(planned);
        self.dangers.iter_mut().for_each(|danger| *danger = Cell::new(UNKNOWN));
        let board = situation.board;
        let taken = planned.or(board.twins(planned));
        let outside = self.free.without(taken);
        let network = situation.own.routes.or(planned);
        let only_drops_out = outside.without(self.listed).is_empty();
        self.listed = outside;
        // With the same network to be, a route is worth what it was, unless it led to an attraction reached since.
        if self.network == network && only_drops_out && situation.rules.attraction_points == 0 {
            self.extras.retain(|extra| outside.contains(extra.route));
            return;
        }
        self.network = network;
        let extra = |route| Extra {
            worth: worth(route, network),
            route,
            length: board.length(route),
            color: board.color(route).map_or(GRAY, Card::index) as u8,
        };
        self.extras = outside.iter().map(extra).collect();
        self.extras.sort_unstable_by(|a, b| b.worth.total_cmp(&a.worth).then(a.route.cmp(&b.route)));
    }

    /// The danger for a planned route, reckoned by `weigh` when it is first asked for.
    #[inline]
    pub(super) fn danger(&self, route: RouteId, weigh: impl FnOnce() -> f32) -> f32 {
        let kept = &self.dangers[route.index() % MAX_ROUTES];
        if kept.get().is_nan() {
            kept.set(weigh());
        }
        kept.get()
    }

    /// How many of the ends of a route are reached by a network of an opponent, for the opponent nearest to it.
    #[inline]
    pub(super) fn pressure(&self, board: &Board, route: RouteId) -> u8 {
        let [a, b] = board.ends(route);
        let ends = |cities: &u128| (cities >> a.0 & 1) as u8 + (cities >> b.0 & 1) as u8;
        self.presence.iter().map(ends).max().unwrap_or(0)
    }
}

fn cities(board: &Board, routes: RouteSet) -> u128 {
    routes.iter().flat_map(|route| board.ends(route)).fold(0, |cities, city| cities | 1 << city.0)
}
