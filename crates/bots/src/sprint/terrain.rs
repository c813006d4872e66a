//! A map as one fast player sees it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use whistlestop_rules::cards::MAX_COLORS;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::{MAX_LENGTH, MAX_ROUTES, RouteId, RouteSet, TicketId};

use super::Style;
use super::path::{Path, prices};
use crate::atlas::{Atlas, CLOSED, Prices};

/// Values are in quarters of a point.
pub(super) const POINT: i32 = 4;

/// Highest cost of a route; what would cost more costs this.
pub(super) const MAX_COST: u8 = 31;

/// Highest cost of a detour.
const MAX_DETOUR: i32 = 20 * POINT;

/// What the taste of a player makes of an edition, worked out once.
#[derive(Clone, Debug)]
pub struct Terrain<'e> {
    pub(super) edition: &'e Edition,
    pub(super) style: Style,
    /// What a route costs beyond the points it brings, at least 1: its trains, and the turns for its cards and for
    /// the claim.
    pub(super) cost: [u8; MAX_ROUTES],
    /// All routes, those with most points first.
    pub(super) by_points: ArrayVec<Lot, MAX_ROUTES>,
    /// What the turns count, when extra routes are compared, in which so many cards are drawn and a route is claimed.
    pub(super) turns_for: [i32; MAX_LENGTH + 1],
    /// What a way around each route costs more than the route itself, on the empty map; nothing if nobody fears for it.
    pub(super) detour: [u8; MAX_ROUTES],
    /// For each ticket, the cheapest way on the empty map.
    direct: Vec<Option<Path>>,
    pub(super) atlas: Arc<Atlas>,
}

/// A route as it is compared with others that are built for their points.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lot {
    pub(super) route: RouteId,
    pub(super) length: u8,
    /// The number of its colour, or [`GRAY`].
    pub(super) color: u8,
    /// Its points less what its trains count.
    pub(super) value: i32,
}

/// Stands for the colour of gray routes.
pub(super) const GRAY: u8 = MAX_COLORS as u8;

impl<'e> Terrain<'e> {
    pub fn new(edition: &'e Edition, style: Style) -> Self {
        let board = edition.board();
        let routes = || (0..board.routes()).map(|route| RouteId(route as u8));
        // What a route brings, and the half turns it takes: one for each card and two for the claim.
        let points = |route| POINT * i32::from(board.points(route));
        let length = |route| i32::from(board.length(route));
        let reward = |route| 200 * points(route) / (length(route) + 2);
        let mut by_reward: ArrayVec<RouteId, MAX_ROUTES> = routes().collect();
        by_reward.sort_by_key(|route| std::cmp::Reverse(reward(*route)));
        let best = &by_reward[..by_reward.len().div_ceil(4)];
        let best = best.iter().map(|route| reward(*route)).sum::<i32>() / best.len().max(1) as i32;
        let turn_in_parts = best * style.turn / 100;

        let mut cost = [1; MAX_ROUTES];
        for route in routes() {
            let work = turn_in_parts * (50 * (length(route) + 2) + style.train * length(route)) / 10_000;
            let least = (length(route) * style.least_per_space / 100).max(1);
            cost[route.index()] = (work - points(route)).clamp(least, MAX_COST.into()).unsigned_abs() as u8;
        }
        let mut by_points = by_reward;
        by_points.sort_by_key(|route| std::cmp::Reverse(points(*route)));
        let turn = turn_in_parts / 100;
        let lot = |route| Lot {
            route,
            length: board.length(route),
            color: board.color(route).map_or(GRAY, |color| color.index() as u8),
            value: points(route) - turn * style.train * length(route) / 100 * style.fit / 100,
        };
        let mut terrain = Self {
            edition,
            by_points: by_points.into_iter().map(lot).collect(),
            turns_for: std::array::from_fn(|missing| turn * (missing as i32 + 2) * style.fit / 200),
            style,
            cost,
            detour: [0; MAX_ROUTES],
            direct: Vec::new(),
            atlas: Atlas::of(edition),
        };
        let prices = prices(&terrain, RouteSet::EMPTY, board.all_routes());
        if style.danger != [0; 3] {
            terrain.detour = terrain.detours(&prices);
        }
        let tickets = board.all_tickets();
        terrain.direct = tickets
            .iter()
            .map(|ticket| Path::cheapest(&terrain, &prices, board.ticket_ends(ticket)))
            .collect();
        terrain
    }

    fn detours(&self, prices: &Prices) -> [u8; MAX_ROUTES] {
        let board = self.edition.board();
        let mut detours = [0; MAX_ROUTES];
        for route in board.all_routes().iter() {
            let mut without = *prices;
            let sides = board.twin_set(route).or(RouteSet::only(route));
            sides.iter().for_each(|side| without[side.index()] = CLOSED);
            let way = Path::cheapest(self, &without, board.ends(route));
            let more = way.map_or(MAX_DETOUR, |way| way.cost - i32::from(self.cost[route.index()]));
            detours[route.index()] = more.clamp(0, MAX_DETOUR).unsigned_abs() as u8;
        }
        detours
    }

    pub const fn edition(&self) -> &'e Edition {
        self.edition
    }

    /// The cheapest way for a ticket as long as a seat has no routes, if all of that way is free.
    pub(super) fn direct(&self, ticket: TicketId, free: RouteSet) -> Option<Path> {
        self.direct.get(ticket.index()).copied().flatten().filter(|path| path.routes.without(free).is_empty())
    }
}
