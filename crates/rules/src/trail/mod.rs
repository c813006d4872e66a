//! The longest continuous path: the longest trail over routes of one owner.
//!
//! A trail uses no route twice but may pass a city again and again. The answer is always exact;
//! `docs/longest-path.md` says why, and how long it takes.

mod forest;
mod network;
mod order;
mod search;
mod sweep;

use crate::edition::Board;
use crate::ids::{CityId, MAX_CITIES, MAX_ROUTES, RouteId, RouteSet};
use forest::Forest;
use network::{Component, Network};
use search::Search;

/// A connection of any multigraph. Loops and parallel edges are allowed, both ends are below 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    pub a: u8,
    pub b: u8,
    pub length: u8,
}

/// What an answer cost beyond the reductions that each network goes through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Steps of the depth-first search.
    pub visited: u32,
    /// States of the sweep, which takes over when the search is long.
    pub states: u32,
}

/// Spaces of the longest trail over `owned`.
pub fn longest_length(board: &Board, owned: RouteSet) -> u16 {
    solve::<()>(edges_of(board, owned)).0.length
}

/// One longest trail over `owned`, routes in order of travel; always the same one for the same routes.
pub fn longest_trail(board: &Board, owned: RouteSet) -> Vec<RouteId> {
    let routes = solve::<u128>(edges_of(board, owned)).0.trace;
    order::travel(edges_of(board, RouteSet(routes))).into_iter().map(RouteId).collect()
}

/// Length of the longest trail over at most 128 edges.
pub fn longest_length_of(edges: &[Edge]) -> u16 {
    measure(edges).0
}

/// Indices into `edges` of one longest trail, in order of travel.
pub fn longest_trail_of(edges: &[Edge]) -> Vec<usize> {
    let used = solve::<u128>(numbered(edges)).0.trace;
    let taken = numbered(edges).filter(|(id, _)| used >> id & 1 == 1);
    order::travel(taken).into_iter().map(usize::from).collect()
}

/// [`longest_length_of`] and what it cost.
pub fn measure(edges: &[Edge]) -> (u16, Effort) {
    let (best, effort) = solve::<()>(numbered(edges));
    (best.length, effort)
}

fn numbered(edges: &[Edge]) -> impl Iterator<Item = (u8, Edge)> {
    assert!(edges.len() <= MAX_ROUTES, "{} edges are more than {MAX_ROUTES}", edges.len());
    edges.iter().enumerate().map(|(i, edge)| {
        debug_assert!(usize::from(edge.a.max(edge.b)) < MAX_CITIES, "{edge:?} is beyond city {MAX_CITIES}");
        (i as u8, *edge)
    })
}

#[inline]
fn edges_of(board: &Board, routes: RouteSet) -> impl Iterator<Item = (u8, Edge)> {
    routes.iter().map(|route| {
        let [CityId(a), CityId(b)] = board.ends(route);
        (route.0, Edge { a, b, length: board.length(route) })
    })
}

fn solve<T: Trace>(edges: impl Iterator<Item = (u8, Edge)>) -> (Span<T>, Effort) {
    solve_within(edges, search::BUDGET)
}

/// With a search of at most `budget` steps before the sweep.
fn solve_within<T: Trace>(edges: impl Iterator<Item = (u8, Edge)>, budget: u32) -> (Span<T>, Effort) {
    let mut forest = Forest::<T>::new();
    forest.grow(edges);
    if forest.fold() {
        return (forest.best, Effort::default());
    }
    let mut network = Network::new(forest.best);
    network.grow(&forest);
    network.reduce();
    let mut best = network.best;
    let mut effort = Effort::default();
    let mut rest = network.core();
    while rest != 0 {
        let component = network.component_of(rest.trailing_zeros() as usize);
        rest &= !component.places;
        solve_component(&network, component, budget, &mut best, &mut effort);
    }
    (best, effort)
}

/// Raises `best` to the longest trail through the core of one component, if that is longer.
fn solve_component<T: Trace>(
    network: &Network<T>,
    component: Component,
    budget: u32,
    best: &mut Span<T>,
    effort: &mut Effort,
) {
    if let Some(whole) = network.euler_trail(component) {
        *best = best.or_longer(whole);
        return;
    }
    let mut search = Search::new(network, component, *best, budget);
    let settled = search.run();
    *best = search.best;
    effort.visited += search.visited;
    if settled {
        return;
    }
    if let Some(states) = sweep::run(network, component, search.ceiling, best) {
        effort.states = effort.states.saturating_add(states);
        return;
    }
    let mut search = Search::new(network, component, *best, u32::MAX);
    search.run();
    *best = search.best;
    effort.visited = effort.visited.saturating_add(search.visited);
}

/// What is remembered of the routes behind a length: nothing when only the length is asked for.
trait Trace: Copy + Default {
    fn of(route: u8) -> Self;
    fn and(self, other: Self) -> Self;
}

impl Trace for () {
    #[inline]
    fn of(_: u8) {}

    #[inline]
    fn and(self, (): Self) {}
}

impl Trace for u128 {
    #[inline]
    fn of(route: u8) -> Self {
        1 << (route & 127)
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        self | other
    }
}

/// A length and the routes that make it up.
#[derive(Clone, Copy, Default)]
struct Span<T> {
    length: u16,
    trace: T,
}

impl<T: Trace> Span<T> {
    #[inline]
    fn plus(self, other: Self) -> Self {
        Self { length: self.length + other.length, trace: self.trace.and(other.trace) }
    }

    #[inline]
    fn or_longer(self, other: Self) -> Self {
        if other.length > self.length { other } else { self }
    }

    #[inline]
    fn or_shorter(self, other: Self) -> Self {
        if other.length > self.length { self } else { other }
    }

    /// The length in half spaces, in which the bounds are reckoned.
    #[inline]
    fn doubled(self) -> i32 {
        2 * i32::from(self.length)
    }
}

/// Positions of the set bits, lowest first.
#[inline]
fn bits(mut set: u128) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as usize;
            set &= set - 1;
            lowest
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn multigraph(cities: u8, most: usize) -> impl Strategy<Value = Vec<Edge>> {
        let edge = (0..cities, 1..cities, 1..=6u8);
        let edge = edge.prop_map(move |(a, step, length)| Edge { a, b: (a + step) % cities, length });
        prop::collection::vec(edge, 0..=most)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5000))]

        // The search alone is checked against brute force on small networks by the integration tests.
        #[test]
        fn sweep_and_search_agree(edges in prop_oneof![multigraph(5, 12), multigraph(9, 18), multigraph(14, 22)]) {
            let searched = solve_within::<()>(numbered(&edges), u32::MAX).0;
            let (swept, effort) = solve_within::<u128>(numbered(&edges), 0);
            prop_assert_eq!(searched.length, swept.length);
            prop_assert!(effort.visited <= 2);
            let taken = numbered(&edges).filter(|(id, _)| swept.trace >> id & 1 == 1);
            let trail = order::travel(taken);
            let length: u16 = trail.iter().map(|id| u16::from(edges[usize::from(*id)].length)).sum();
            prop_assert_eq!(length, swept.length);
        }
    }
}
