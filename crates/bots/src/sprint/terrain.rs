//! A map as one fast player sees it.

use arrayvec::ArrayVec;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::{CityId, MAX_CITIES, MAX_ROUTES, RouteId};

use super::Style;

/// Values are in quarters of a point.
pub(super) const POINT: i32 = 4;

/// Highest cost of a route; what would cost more costs this.
pub(super) const MAX_COST: u8 = 31;

/// What the taste of a player makes of an edition, worked out once.
#[derive(Clone, Debug)]
pub struct Terrain<'e> {
    pub(super) edition: &'e Edition,
    pub(super) style: Style,
    /// What a turn should bring.
    pub(super) turn: i32,
    /// Half the trains below which turns lose their worth.
    pub(super) haste: i32,
    /// The size from which a hand is large.
    pub(super) hand: i32,
    /// What a route costs beyond the points it brings, at least 1: the turns for its cards and for the claim.
    pub(super) cost: [u8; MAX_ROUTES],
    roads: Vec<Road>,
    /// Where the roads of a city begin; they end where those of the next one do.
    first_road: [u16; MAX_CITIES + 1],
    /// All routes, the most rewarding first.
    pub(super) by_reward: ArrayVec<RouteId, MAX_ROUTES>,
}

/// A route seen from one of its ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Road {
    pub(super) to: CityId,
    pub(super) route: RouteId,
    pub(super) cost: u8,
}

impl<'e> Terrain<'e> {
    pub fn new(edition: &'e Edition, style: Style) -> Self {
        let board = edition.board();
        let routes = || (0..board.routes()).map(|route| RouteId(route as u8));
        // What a route brings, and the half turns it takes: one for each card and two for the claim.
        let points = |route| POINT * i32::from(board.points(route));
        let half_turns = |route| i32::from(board.length(route)) + 2;
        let best = routes().map(|route| 2 * points(route) * 100 / half_turns(route)).max().unwrap_or(0);
        let turn = best * style.pace / 10_000;
        let trains = i32::from(edition.rules().trains);

        let mut cost = [1; MAX_ROUTES];
        for route in routes() {
            let beyond = turn * half_turns(route) / 2 - points(route);
            cost[route.index()] = beyond.clamp(1, MAX_COST.into()) as u8;
        }
        let mut roads = Vec::with_capacity(2 * board.routes());
        let mut first_road = [0; MAX_CITIES + 1];
        for city in 0..board.cities() {
            let here = CityId(city as u8);
            for route in board.at_city(here).iter() {
                let [a, b] = board.ends(route);
                roads.push(Road { to: if a == here { b } else { a }, route, cost: cost[route.index()] });
            }
            first_road[city + 1..].fill(roads.len() as u16);
        }
        let mut by_reward: ArrayVec<RouteId, MAX_ROUTES> = routes().collect();
        by_reward.sort_by_key(|route| std::cmp::Reverse(points(*route) * 1000 / half_turns(*route)));
        Self {
            edition,
            style,
            turn,
            haste: (trains * style.haste / 200).max(1),
            hand: trains * style.hand / 100,
            cost,
            roads,
            first_road,
            by_reward,
        }
    }

    pub const fn edition(&self) -> &'e Edition {
        self.edition
    }

    #[inline]
    pub(super) fn roads_at(&self, city: usize) -> &[Road] {
        let city = city % MAX_CITIES;
        let ends = usize::from(self.first_road[city])..usize::from(self.first_road[city + 1]);
        self.roads.get(ends).unwrap_or_default()
    }
}
