//! The cheapest way between two cities.

use whistlestop_rules::ids::{CityId, MAX_ROUTES, RouteSet};

use super::Terrain;
use crate::atlas::{CLOSED, Prices};

/// What is still to be claimed to link two cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) routes: RouteSet,
    pub(super) cost: i32,
    /// In trains.
    pub(super) length: i32,
}

impl Path {
    /// Half turns to draw the cards and claim the routes.
    pub(super) fn half_turns(&self) -> i32 {
        self.length + 2 * self.routes.len() as i32
    }

    pub(super) fn cheapest(terrain: &Terrain<'_>, prices: &Prices, ends: [CityId; 2]) -> Option<Self> {
        Self::below(terrain, prices, ends, i32::from(CLOSED))
    }

    /// The cheapest way, if it costs less than a limit.
    pub(super) fn below(
        terrain: &Terrain<'_>,
        prices: &Prices,
        ends: [CityId; 2],
        limit: i32,
    ) -> Option<Self> {
        let board = terrain.edition.board();
        let limit = u16::try_from(limit.max(0)).unwrap_or(CLOSED);
        let (_, way) = terrain.atlas.way_below(prices, ends, limit)?;
        let mut path = Self { routes: RouteSet::EMPTY, cost: 0, length: 0 };
        for route in way.iter() {
            let price = prices[route.index()];
            if price > 0 {
                path.routes.insert(route);
                path.cost += i32::from(price);
                path.length += i32::from(board.length(route));
            }
        }
        Some(path)
    }
}

/// What each route costs a seat: nothing if it owns it, and no price is enough for what it cannot have.
pub(super) fn prices(terrain: &Terrain<'_>, owned: RouteSet, free: RouteSet) -> Prices {
    let mut prices = [CLOSED; MAX_ROUTES];
    free.iter().for_each(|route| prices[route.index()] = terrain.cost[route.index()].into());
    take(&mut prices, owned);
    prices
}

/// Reckons on owning these routes.
pub(super) fn take(prices: &mut Prices, routes: RouteSet) {
    routes.iter().for_each(|route| prices[route.index()] = 0);
}
