//! The quick first pass: dead ends are folded away, which settles networks without a cycle.

use super::network::Link;
use super::{Edge, Span, Trace};
use crate::ids::{MAX_CITIES, MAX_ROUTES};
use arrayvec::ArrayVec;

/// The fields of a city lie in arrays of their own: a pass over a network writes one of them and soon reads it again,
/// which is slow where a wider read overlaps a narrower write.
pub(super) struct Forest<T> {
    degree: [u8; MAX_CITIES],
    /// All links of a city xor-ed: the one that is left, when only one is.
    links_at: [u8; MAX_CITIES],
    /// The two longest dead ends of a city.
    longest: [Span<T>; MAX_CITIES],
    second: [Span<T>; MAX_CITIES],
    /// Routes from a city to itself.
    loops: [Span<T>; MAX_CITIES],
    links: ArrayVec<Link<T>, MAX_ROUTES>,
    /// How many links are not folded into an arm.
    left: usize,
    /// The longest trail among dead ends.
    pub(super) best: Span<T>,
}

impl<T: Trace> Forest<T> {
    #[inline]
    pub(super) fn new() -> Self {
        let nothing = [Span::default(); MAX_CITIES];
        Self {
            degree: [0; MAX_CITIES],
            links_at: [0; MAX_CITIES],
            longest: nothing,
            second: nothing,
            loops: nothing,
            links: ArrayVec::new(),
            left: 0,
            best: Span::default(),
        }
    }

    #[inline]
    pub(super) fn grow(&mut self, edges: impl Iterator<Item = (u8, Edge)>) {
        for (id, Edge { a, b, length }) in edges {
            let span = Span { length: length.into(), trace: T::of(id) };
            if a == b {
                let loops = &mut self.loops[usize::from(a) % MAX_CITIES];
                *loops = loops.plus(span);
                self.best = self.best.or_longer(*loops);
                continue;
            }
            let link = self.links.len() as u8;
            self.links.push(Link { ends: [a, b], span });
            for end in [a, b] {
                let city = usize::from(end) % MAX_CITIES;
                self.degree[city] += 1;
                self.links_at[city] ^= link;
            }
        }
        self.left = self.links.len();
    }

    /// Folds dead ends into arms. Returns whether that was all.
    #[inline]
    pub(super) fn fold(&mut self) -> bool {
        for link in 0..self.links.len() {
            for end in self.links[link].ends {
                // From each dead end as far as it goes: what becomes one later is reached from where it became one.
                let mut at = usize::from(end) % MAX_CITIES;
                while self.degree[at] == 1 {
                    at = self.fold_city(at);
                }
            }
        }
        self.left == 0
    }

    /// Folds a dead end into an arm of the city at its other end, and returns that.
    #[inline]
    fn fold_city(&mut self, at: usize) -> usize {
        self.degree[at] = 0;
        self.left -= 1;
        let id = self.links_at[at];
        let link = &self.links[usize::from(id)];
        let arm = link.span.plus(self.loops[at]).plus(self.longest[at]);
        let next = link.other_end(at) % MAX_CITIES;
        self.degree[next] -= 1;
        self.links_at[next] ^= id;
        let longest = self.longest[next];
        self.best = self.best.or_longer(longest.plus(self.loops[next]).plus(arm));
        self.longest[next] = longest.or_longer(arm);
        self.second[next] = self.second[next].or_longer(longest.or_shorter(arm));
        next
    }

    /// The links that lie on cycles or between them.
    pub(super) fn links_left(&self) -> impl Iterator<Item = &Link<T>> {
        let remains = |end: &u8| self.degree[usize::from(*end) % MAX_CITIES] > 0;
        self.links.iter().filter(move |link| link.ends.iter().all(remains))
    }

    pub(super) fn arms(&self, city: usize) -> [Span<T>; 2] {
        [self.longest[city], self.second[city]]
    }

    pub(super) fn loops(&self, city: usize) -> Span<T> {
        self.loops[city]
    }
}
