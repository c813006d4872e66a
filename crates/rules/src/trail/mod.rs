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
    longest_length_and(board, owned, |_| ())
}

/// The same. `each` is shown the ends of every route on the way, which is cheaper than to go over the routes again.
#[inline]
pub(crate) fn longest_length_and(board: &Board, owned: RouteSet, mut each: impl FnMut([CityId; 2])) -> u16 {
    let forest = Forest::new(board, owned.0, |edge| each([CityId(edge.a), CityId(edge.b)]));
    if forest.rest() == 0 { forest.best } else { finish(board, &forest, search::BUDGET).0 }
}

/// One longest trail over `owned`, routes in order of travel; always the same one for the same routes.
pub fn longest_trail(board: &Board, owned: RouteSet) -> Vec<RouteId> {
    let routes = solve::<u128>(edges_of(board, owned.0), search::BUDGET).0.trace;
    order::travel(edges_of(board, routes)).into_iter().map(RouteId).collect()
}

/// Length of the longest trail over at most 128 edges.
pub fn longest_length_of(edges: &[Edge]) -> u16 {
    measure(edges).0
}

/// Indices into `edges` of one longest trail, in order of travel.
pub fn longest_trail_of(edges: &[Edge]) -> Vec<usize> {
    let used = solve::<u128>(numbered(edges), search::BUDGET).0.trace;
    let taken = numbered(edges).filter(|(id, _)| used >> id & 1 == 1);
    order::travel(taken).into_iter().map(usize::from).collect()
}

/// [`longest_length_of`] and what it cost.
pub fn measure(edges: &[Edge]) -> (u16, Effort) {
    measure_within(edges, search::BUDGET)
}

/// With a search of at most `budget` steps before the sweep.
fn measure_within(edges: &[Edge], budget: u32) -> (u16, Effort) {
    if edges.iter().any(|edge| edge.a == edge.b) {
        let (best, effort) = solve::<()>(numbered(edges), budget);
        return (best.length, effort);
    }
    let roads = EdgeList::new(edges);
    let forest = Forest::new(&roads, full(edges.len()), |_| ());
    if forest.rest() == 0 { (forest.best, Effort::default()) } else { finish(&roads, &forest, budget) }
}

fn numbered(edges: &[Edge]) -> impl Iterator<Item = (u8, Edge)> {
    assert!(edges.len() <= MAX_ROUTES, "{} edges are more than {MAX_ROUTES}", edges.len());
    edges.iter().enumerate().map(|(i, edge)| {
        debug_assert!(usize::from(edge.a.max(edge.b)) < MAX_CITIES, "{edge:?} is beyond city {MAX_CITIES}");
        (i as u8, *edge)
    })
}

/// Edges by number, and which of them meet in a city.
trait Roads {
    fn edge(&self, number: usize) -> Edge;
    fn at(&self, city: u8) -> u128;
}

impl Roads for Board {
    #[inline]
    fn edge(&self, number: usize) -> Edge {
        let route = RouteId(number as u8);
        let [CityId(a), CityId(b)] = self.ends(route);
        Edge { a, b, length: self.length(route) }
    }

    #[inline]
    fn at(&self, city: u8) -> u128 {
        self.at_city(CityId(city)).0
    }
}

struct EdgeList<'a> {
    edges: &'a [Edge],
    at: [u128; MAX_CITIES],
}

impl<'a> EdgeList<'a> {
    fn new(edges: &'a [Edge]) -> Self {
        let mut at = [0; MAX_CITIES];
        for (number, edge) in numbered(edges) {
            for city in [edge.a, edge.b] {
                at[usize::from(city) % MAX_CITIES] |= 1 << number;
            }
        }
        Self { edges, at }
    }
}

impl Roads for EdgeList<'_> {
    fn edge(&self, number: usize) -> Edge {
        self.edges[number]
    }

    fn at(&self, city: u8) -> u128 {
        self.at[usize::from(city) % MAX_CITIES]
    }
}

#[inline]
fn edges_of(roads: &impl Roads, numbers: u128) -> impl Iterator<Item = (u8, Edge)> {
    bits(numbers).map(|number| (number as u8, roads.edge(number)))
}

/// The longest trail and its routes.
fn solve<T: Trace>(edges: impl Iterator<Item = (u8, Edge)>, budget: u32) -> (Span<T>, Effort) {
    let mut network = Network::new(Span::default());
    network.grow(edges, |_| [Span::default(); 2]);
    solve_network(&mut network, budget)
}

/// The length of the longest trail when dead ends alone have not settled it.
fn finish(roads: &impl Roads, forest: &Forest, budget: u32) -> (u16, Effort) {
    let span = |length| Span { length, trace: () };
    let mut network = Network::new(span(forest.best));
    network.grow(edges_of(roads, forest.rest()), |city| forest.arms(city).map(span));
    let (best, effort) = solve_network(&mut network, budget);
    (best.length, effort)
}

fn solve_network<T: Trace>(network: &mut Network<T>, budget: u32) -> (Span<T>, Effort) {
    network.reduce();
    let mut best = network.best;
    let mut effort = Effort::default();
    let mut rest = network.core();
    while rest != 0 {
        let component = network.component_of(rest.trailing_zeros() as usize);
        rest &= !component.places;
        solve_component(network, component, budget, &mut best, &mut effort);
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

/// A set of the numbers below `count`.
#[inline]
fn full(count: usize) -> u128 {
    if count >= 128 { u128::MAX } else { (1 << count) - 1 }
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
            let (searched, _) = measure_within(&edges, u32::MAX);
            let (swept, effort) = solve::<u128>(numbered(&edges), 0);
            prop_assert_eq!(searched, swept.length);
            prop_assert!(effort.visited <= 2);
            let taken = numbered(&edges).filter(|(id, _)| swept.trace >> id & 1 == 1);
            let trail = order::travel(taken);
            let length: u16 = trail.iter().map(|id| u16::from(edges[usize::from(*id)].length)).sum();
            prop_assert_eq!(length, swept.length);
        }
    }
}
