//! The cheapest way between two cities.

use whistlestop_rules::ids::{CityId, MAX_CITIES, MAX_ROUTES, RouteId, RouteSet};

use super::Terrain;
use crate::waiting::Waiting;

const CLOSED: u16 = u16::MAX;

/// What each route costs a seat: nothing if it owns it, and no price is enough for what it cannot have.
pub(super) struct Steps([u16; MAX_ROUTES]);

impl Steps {
    pub(super) fn new(terrain: &Terrain<'_>, owned: RouteSet, free: RouteSet) -> Self {
        let mut steps = Self([CLOSED; MAX_ROUTES]);
        for route in free.iter() {
            steps.0[route.index()] = terrain.cost[route.index()].into();
        }
        steps.take(owned);
        steps
    }

    /// Reckons on owning these routes.
    pub(super) fn take(&mut self, routes: RouteSet) {
        routes.iter().for_each(|route| self.0[route.index()] = 0);
    }

    #[inline]
    fn of(&self, route: RouteId) -> u16 {
        self.0[route.index() % MAX_ROUTES]
    }
}

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

    /// Dijkstra's algorithm.
    pub(super) fn cheapest(terrain: &Terrain<'_>, steps: &Steps, [from, to]: [CityId; 2]) -> Option<Self> {
        let mut distance = [CLOSED; MAX_CITIES];
        let mut came_by = [RouteId(0); MAX_CITIES];
        let mut waiting = Waiting::default();
        distance[from.index() % MAX_CITIES] = 0;
        waiting.add(0, from.0);
        loop {
            let (now, city) = waiting.next()?;
            if city == to.0 {
                break;
            }
            // A shorter way here was found after this one.
            if distance[usize::from(city) % MAX_CITIES] < now {
                continue;
            }
            // What is no nearer than the end so far cannot be on the way to it.
            let limit = distance[to.index() % MAX_CITIES];
            for road in terrain.roads_at(city.into()) {
                let there = road.to.index() % MAX_CITIES;
                let distance_there = now.saturating_add(steps.of(road.route));
                if distance_there < distance[there].min(limit) {
                    distance[there] = distance_there;
                    came_by[there] = road.route;
                    waiting.add(distance_there, road.to.0);
                }
            }
        }

        let board = terrain.edition.board();
        let mut path =
            Self { routes: RouteSet::EMPTY, cost: distance[to.index() % MAX_CITIES].into(), length: 0 };
        let mut city = to;
        while city != from {
            let route = came_by[city.index() % MAX_CITIES];
            if steps.of(route) > 0 {
                path.routes.insert(route);
                path.length += i32::from(board.length(route));
            }
            let [a, b] = board.ends(route);
            city = if a == city { b } else { a };
        }
        Some(path)
    }
}
