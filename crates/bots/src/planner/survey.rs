//! What follows from the routes on the map alone, worked out when they change and kept until they change again.

use std::cell::Cell;
use std::cmp::Ordering;

use arrayvec::ArrayVec;
use whistlestop_rules::cards::{Card, MAX_COLORS};
use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{MAX_ROUTES, MAX_SEATS, RouteId, RouteSet};

use super::detours::Detours;
use super::extras::Worths;
use super::plan::{Reckoned, price_of};
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
    /// Cheapest ways and networks at these prices.
    pub(super) reckoned: Reckoned,
    pub(super) detours: Detours,
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

/// Routes up to which they are put in their places one by one.
const FEW_NEW: usize = 8;

/// Stands after the colours.
pub(super) const GRAY: usize = MAX_COLORS;

impl Default for Survey {
    fn default() -> Self {
        Self {
            seats: [RouteSet::EMPTY; MAX_SEATS],
            free: RouteSet::EMPTY,
            presence: ArrayVec::new(),
            prices: [CLOSED; MAX_ROUTES],
            reckoned: Reckoned::few(),
            detours: Detours::default(),
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
        self.reckoned.forget();
        self.detours.expect_changes(stale);
        self.planned = None;
    }

    /// Takes in what the seat is going to build. `beside` tells what routes outside of that network bring.
    #[inline]
    pub(super) fn plan_for<'s, 'v, 'e>(
        &mut self,
        situation: &Situation<'v, 'e>,
        planned: RouteSet,
        beside: impl FnOnce(RouteSet) -> Worths<'s, 'v, 'e>,
    ) where
        'v: 's,
        'e: 's,
    {
        if self.planned == Some(planned) {
            return;
        }
        self.planned = Some(planned);
        self.detours.update(&self.prices, planned);
        self.dangers.iter_mut().for_each(|danger| *danger = Cell::new(UNKNOWN));
        let board = situation.board;
        let taken = planned.or(board.twins(planned));
        let outside = self.free.without(taken);
        let network = situation.own.routes.or(planned);
        let new = outside.without(self.listed);
        self.listed = outside;
        self.extras.retain(|extra| outside.contains(extra.route));
        // With the same network to be, a route is worth what it was, unless it led to an attraction reached since.
        if self.network == network && new.is_empty() && situation.rules.attraction_points == 0 {
            return;
        }
        self.network = network;
        let worths = beside(network);
        for extra in &mut self.extras {
            extra.worth = worths.of(extra.route);
        }
        self.extras.extend(new.iter().map(|route| Extra {
            worth: worths.of(route),
            route,
            length: board.length(route),
            color: board.color(route).map_or(GRAY, Card::index) as u8,
        }));
        let order = |a: &Extra, b: &Extra| b.worth.total_cmp(&a.worth).then(a.route.cmp(&b.route));
        if new.len() > FEW_NEW {
            self.extras.sort_unstable_by(order);
        } else {
            sort_nearly_sorted(&mut self.extras, order);
        }
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

/// By insertion, which takes hardly a look where most is in its place.
fn sort_nearly_sorted(extras: &mut [Extra], order: impl Fn(&Extra, &Extra) -> Ordering) {
    for end in 1..extras.len() {
        let extra = extras[end];
        let mut place = end;
        while place > 0 && order(&extra, &extras[place - 1]) == Ordering::Less {
            extras[place] = extras[place - 1];
            place -= 1;
        }
        extras[place] = extra;
    }
}

fn cities(board: &Board, routes: RouteSet) -> u128 {
    routes.iter().flat_map(|route| board.ends(route)).fold(0, |cities, city| cities | 1 << city.0)
}
