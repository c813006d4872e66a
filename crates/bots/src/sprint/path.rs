//! The cheapest way between two cities.

use whistlestop_rules::ids::{CityId, MAX_CITIES, RouteId, RouteSet};

use super::Terrain;
use super::terrain::MAX_COST;

/// Distances that are open at one time differ by at most the cost of one route.
const BUCKETS: usize = MAX_COST as usize + 1;

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

    /// Dijkstra's algorithm with a bucket of cities for each distance; own routes cost nothing.
    pub(super) fn cheapest(
        terrain: &Terrain<'_>,
        owned: RouteSet,
        free: RouteSet,
        [from, to]: [CityId; 2],
    ) -> Option<Self> {
        let usable = owned.or(free);
        let mut distance = [u16::MAX; MAX_CITIES];
        let mut came_by = [RouteId(0); MAX_CITIES];
        let mut buckets = [0u128; BUCKETS];
        distance[from.index() % MAX_CITIES] = 0;
        buckets[0] = 1 << (from.0 & 127);
        let mut now: u16 = 0;
        let mut empty_buckets = 0;
        'search: loop {
            let bucket = usize::from(now) % BUCKETS;
            while buckets[bucket] != 0 {
                let city = buckets[bucket].trailing_zeros() as usize;
                buckets[bucket] &= buckets[bucket] - 1;
                if distance[city % MAX_CITIES] != now {
                    continue;
                }
                if city == to.index() {
                    break 'search;
                }
                empty_buckets = 0;
                for road in terrain.roads_at(city) {
                    if !usable.contains(road.route) {
                        continue;
                    }
                    let step = if owned.contains(road.route) { 0 } else { u16::from(road.cost) };
                    let there = road.to.index() % MAX_CITIES;
                    if now + step < distance[there] {
                        distance[there] = now + step;
                        came_by[there] = road.route;
                        buckets[usize::from(now + step) % BUCKETS] |= 1 << there;
                    }
                }
            }
            empty_buckets += 1;
            if empty_buckets > BUCKETS {
                return None;
            }
            now += 1;
        }

        let board = terrain.edition.board();
        let mut path = Self { routes: RouteSet::EMPTY, cost: now.into(), length: 0 };
        let mut city = to;
        while city != from {
            let route = came_by[city.index() % MAX_CITIES];
            if !owned.contains(route) {
                path.routes.insert(route);
                path.length += i32::from(board.length(route));
            }
            let [a, b] = board.ends(route);
            city = if a == city { b } else { a };
        }
        Some(path)
    }
}
