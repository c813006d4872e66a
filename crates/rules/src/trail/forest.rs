//! The quick first pass: dead ends are folded away, which settles networks without a cycle.

use super::{Edge, Roads};
use crate::ids::MAX_CITIES;
use std::hint::select_unpredictable;

/// What is left of a network when its dead ends are folded into arms of the cities they lead to.
pub(super) struct Forest {
    arms: [Arms; MAX_CITIES],
    /// The edges that lie on cycles or between them: those below 64 and those from there on.
    rest: [u64; 2],
    /// The longest trail among dead ends.
    pub(super) best: u16,
}

/// The two longest dead ends of a city, the longest in the lower half: one word that is read and written whole, because
/// a wide read soon after a narrow write is slow.
#[derive(Clone, Copy)]
struct Arms(u32);

impl Arms {
    #[inline]
    const fn longest(self) -> u32 {
        self.0 & 0xffff
    }

    #[inline]
    const fn second(self) -> u32 {
        self.0 >> 16
    }

    #[inline]
    fn with(self, arm: u32) -> Self {
        let is_longest = arm > self.longest();
        let longest = select_unpredictable(is_longest, arm, self.longest());
        let other = select_unpredictable(is_longest, self.longest(), arm);
        let second = select_unpredictable(other > self.second(), other, self.second());
        Self(longest | second << 16)
    }
}

impl Forest {
    /// Folds edges, none of which leads from a city to itself. `each` is shown every edge once.
    #[inline]
    pub(super) fn new(roads: &impl Roads, edges: u128, each: impl FnMut(Edge)) -> Self {
        let mut forest =
            Self { arms: [Arms(0); MAX_CITIES], rest: [edges as u64, (edges >> 64) as u64], best: 0 };
        forest.pass(roads, each);
        while forest.rest != [0; 2] {
            let before = forest.rest;
            forest.pass(roads, |_| ());
            if forest.rest == before {
                break;
            }
        }
        forest
    }

    /// Folds every edge that is a dead end when its turn comes.
    ///
    /// Nobody can guess which are, so each edge is treated as one, with an arm of length 0 where it is none.
    #[inline(always)]
    fn pass(&mut self, roads: &impl Roads, mut each: impl FnMut(Edge)) {
        let mut best = u32::from(self.best);
        for half in 0..2 {
            let mut waiting = self.rest[half];
            while waiting != 0 {
                let bit = waiting & waiting.wrapping_neg();
                let edge = roads.edge(64 * half + waiting.trailing_zeros() as usize);
                waiting ^= bit;
                each(edge);

                let (rest, others) = (self.rest[half], self.rest[1 - half]);
                let is_dead_end = |city: u8| {
                    let at = roads.at(city);
                    let at = [at as u64, (at >> 64) as u64];
                    ((at[half] & rest) ^ bit) | (at[1 - half] & others) == 0
                };
                let (from_a, from_b) = (is_dead_end(edge.a), is_dead_end(edge.b));
                let (a, b) = (usize::from(edge.a) % MAX_CITIES, usize::from(edge.b) % MAX_CITIES);
                let (at_a, at_b) = (self.arms[a], self.arms[b]);
                let length = u32::from(edge.length);
                let to_b = select_unpredictable(from_a, length + at_a.longest(), 0);
                let to_a = select_unpredictable(from_b, length + at_b.longest(), 0);
                let to_a = select_unpredictable(from_a, 0, to_a);
                best = best.max(at_a.longest() + to_a).max(at_b.longest() + to_b);
                self.arms[a] = at_a.with(to_a);
                self.arms[b] = at_b.with(to_b);
                self.rest[half] = select_unpredictable(from_a | from_b, rest ^ bit, rest);
            }
        }
        self.best = best as u16;
    }

    /// The edges that are not dead ends.
    #[inline]
    pub(super) fn rest(&self) -> u128 {
        u128::from(self.rest[0]) | u128::from(self.rest[1]) << 64
    }

    /// The two longest dead ends of a city.
    #[inline]
    pub(super) fn arms(&self, city: u8) -> [u16; 2] {
        let arms = self.arms[usize::from(city) % MAX_CITIES];
        [arms.longest() as u16, arms.second() as u16]
    }
}
