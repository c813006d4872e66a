//! Depth-first search for the longest trail through a core, cut off by what parity makes unavoidable.

use super::network::{Component, Network};
use super::{Span, Trace, bits};
use crate::ids::MAX_CITIES;
use arrayvec::ArrayVec;

/// Steps after which the sweep is the better choice.
pub(super) const BUDGET: u32 = 250;

pub(super) struct Search<'a, T> {
    network: &'a Network<T>,
    component: Component,
    pub(super) best: Span<T>,
    /// No trail of the component is longer.
    pub(super) ceiling: u16,
    pub(super) visited: u32,
    budget: u32,
    start: usize,
    /// Places where every trail with an end there has been tried.
    done: u128,
    /// Places that leave a link behind, unless the trail ends there.
    uneven: u128,
}

/// The search is to stop: the ceiling is reached or the budget spent.
struct Stop;

impl<'a, T: Trace> Search<'a, T> {
    pub(super) fn new(network: &'a Network<T>, component: Component, best: Span<T>, budget: u32) -> Self {
        Self { network, component, best, ceiling: 0, visited: 0, budget, start: 0, done: 0, uneven: 0 }
    }

    /// Whether `best` is now certainly a longest trail.
    pub(super) fn run(&mut self) -> bool {
        let odd = bits(self.component.places)
            .filter(|at| self.network.places[*at].links.count_ones() % 2 == 1)
            .fold(0u128, |odd, at| odd | 1 << at);
        let mut starts = ArrayVec::<(u16, u8), MAX_CITIES>::new();
        for at in bits(self.component.places) {
            self.best = self.best.or_longer(self.network.places[at].inner_trail());
            // A trail that ends where an even number of ways meet can be made longer.
            if odd >> at & 1 == 1 || self.network.places[at].arms[0].length > 0 {
                self.begin(at, odd);
                let way = self.network.places[at].arms[0];
                starts.push((self.bound(at, self.component.links, self.component.places, way), at as u8));
            }
        }
        starts.sort_unstable_by_key(|(bound, at)| (u16::MAX - bound, *at));
        self.ceiling = starts.first().map_or(0, |(bound, _)| *bound);
        for (bound, at) in starts {
            if bound <= self.best.length {
                break;
            }
            let at = usize::from(at);
            self.begin(at, odd);
            let way = self.network.places[at].arms[0];
            if self.visit(at, self.component.links, self.component.places, way).is_err() {
                return self.best.length >= self.ceiling;
            }
            self.done |= 1 << at;
        }
        true
    }

    fn begin(&mut self, at: usize, odd: u128) {
        self.start = at;
        self.uneven = odd ^ 1 << at;
    }

    /// Goes on from `at`, which `way` has just reached, over links that are `unused`.
    fn visit(&mut self, at: usize, unused: u128, mut unseen: u128, mut way: Span<T>) -> Result<(), Stop> {
        self.visited += 1;
        let place = &self.network.places[at];
        if unseen >> at & 1 == 1 {
            way = way.plus(place.loops);
            unseen &= !(1 << at);
        }
        self.best = self.best.or_longer(way.plus(self.arm_at_end(at)));
        if self.best.length >= self.ceiling || self.visited >= self.budget {
            return Err(Stop);
        }
        let onward = place.links & unused;
        if onward == 0 || self.bound(at, unused, unseen, way) <= self.best.length {
            return Ok(());
        }
        for link in bits(onward) {
            let taken = &self.network.links[link];
            self.visit(taken.other_end(at), unused & !(1 << link), unseen, way.plus(taken.span))?;
        }
        Ok(())
    }

    #[inline]
    fn arm_at_end(&self, at: usize) -> Span<T> {
        self.network.places[at].arms[usize::from(at == self.start)]
    }

    /// The most that `way` can become from `at`: everything it can still reach, less the shortest link of each
    /// place that has to leave one behind. A link has two ends, so that is reckoned in half spaces.
    fn bound(&self, at: usize, unused: u128, unseen: u128, way: Span<T>) -> u16 {
        let mut reached = 1u128 << at;
        let mut waiting = reached;
        let mut halves = way.doubled();
        let mut best_end = 0;
        while waiting != 0 {
            let here = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let place = &self.network.places[here];
            let mut shortest = i32::MAX;
            for link in bits(place.links & unused) {
                let link = &self.network.links[link];
                let next = 1 << link.other_end(here);
                waiting |= next & !reached;
                reached |= next;
                let length = i32::from(link.span.length);
                halves += length;
                shortest = shortest.min(length);
            }
            let mut left_out = if shortest == i32::MAX { 0 } else { shortest };
            if unseen >> here & 1 == 1 {
                halves += place.loops.doubled();
            }
            if self.uneven >> here & 1 == 1 {
                halves -= left_out;
                left_out = -left_out;
            }
            if self.done >> here & 1 == 0 {
                best_end = best_end.max(self.arm_at_end(here).doubled() - left_out);
            }
        }
        u16::try_from((halves + best_end) >> 1).unwrap_or(0)
    }
}
