//! The network of one owner, and the reductions that keep the length of its longest trail.

use super::{Edge, Span, Trace, bits, full};
use crate::ids::{MAX_CITIES, MAX_ROUTES};
use arrayvec::ArrayVec;

const UNSEEN: u8 = u8::MAX;

/// One or more routes that are only ever travelled together.
#[derive(Clone, Copy)]
pub(super) struct Link<T> {
    pub(super) ends: [u8; 2],
    pub(super) span: Span<T>,
}

impl<T> Link<T> {
    #[inline]
    pub(super) fn other_end(&self, place: usize) -> usize {
        usize::from(self.ends[0] ^ self.ends[1]) ^ place
    }
}

/// A city that still matters.
#[derive(Clone, Copy, Default)]
pub(super) struct Place<T> {
    /// Links to other places, by index.
    pub(super) links: u128,
    /// Closed walks from here, which each trail that comes here takes along.
    pub(super) loops: Span<T>,
    /// The two longest dead ends, longest first. Only the first and the last move of a trail can use one.
    pub(super) arms: [Span<T>; 2],
}

impl<T: Trace> Place<T> {
    #[inline]
    fn add_arm(&mut self, arm: Span<T>) {
        let [longest, second] = self.arms;
        self.arms = [longest.or_longer(arm), second.or_longer(longest.or_shorter(arm))];
    }

    /// The longest trail that stays off the links.
    #[inline]
    pub(super) fn inner_trail(&self) -> Span<T> {
        self.arms[0].plus(self.loops).plus(self.arms[1])
    }
}

/// A connected part of the core.
#[derive(Clone, Copy)]
pub(super) struct Component {
    pub(super) places: u128,
    pub(super) links: u128,
}

pub(super) struct Network<T> {
    pub(super) places: ArrayVec<Place<T>, MAX_CITIES>,
    pub(super) links: ArrayVec<Link<T>, MAX_ROUTES>,
    /// The longest trail met by the reductions themselves.
    pub(super) best: Span<T>,
}

impl<T: Trace> Network<T> {
    #[inline]
    pub(super) const fn new(best: Span<T>) -> Self {
        Self { places: ArrayVec::new_const(), links: ArrayVec::new_const(), best }
    }

    /// Takes over edges, and the dead ends of cities that have been folded already.
    pub(super) fn grow(
        &mut self,
        edges: impl Iterator<Item = (u8, Edge)>,
        arms: impl Fn(u8) -> [Span<T>; 2],
    ) {
        let mut place_of = [UNSEEN; MAX_CITIES];
        for (id, Edge { a, b, length }) in edges {
            let span = Span { length: length.into(), trace: T::of(id) };
            let ends = [a, b].map(|city| {
                let place = &mut place_of[usize::from(city) % MAX_CITIES];
                if *place == UNSEEN {
                    *place = self.places.len() as u8;
                    self.places.push(Place { links: 0, loops: Span::default(), arms: arms(city) });
                }
                *place
            });
            if a == b {
                let loops = &mut self.places[usize::from(ends[0])].loops;
                *loops = loops.plus(span);
                continue;
            }
            let bit = 1 << self.links.len();
            self.links.push(Link { ends, span });
            for end in ends {
                self.places[usize::from(end)].links |= bit;
            }
        }
    }

    /// Folds dead ends into arms and joins the two links of a place that a longest trail can only pass through,
    /// until neither is left. A network of trees, or of cycles that meet one another in one city, is used up by it.
    #[inline]
    pub(super) fn reduce(&mut self) {
        let mut waiting = full(self.places.len());
        while waiting != 0 {
            let at = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            let place = self.places[at];
            match place.links.count_ones() {
                0 => self.best = self.best.or_longer(place.inner_trail()),
                1 => {
                    let link = place.links.trailing_zeros() as usize;
                    let next = self.links[link].other_end(at);
                    let arm = self.links[link].span.plus(place.loops).plus(place.arms[0]);
                    self.best = self.best.or_longer(place.inner_trail());
                    self.places[at].links = 0;
                    self.places[next].links &= !(1 << link);
                    self.places[next].add_arm(arm);
                    waiting |= 1 << next;
                }
                2 if place.arms[0].length == 0 => waiting |= self.join_links_of(at, place),
                _ => {}
            }
        }
    }

    /// Makes one link of the two that meet at `at`. Returns the places at its ends.
    fn join_links_of(&mut self, at: usize, place: Place<T>) -> u128 {
        let kept = place.links.trailing_zeros() as usize;
        let dropped = 127 - place.links.leading_zeros() as usize;
        let from = self.links[kept].other_end(at);
        let to = self.links[dropped].other_end(at);
        let span = self.links[kept].span.plus(place.loops).plus(self.links[dropped].span);
        self.places[at].links = 0;
        self.places[to].links &= !(1 << dropped);
        if from == to {
            self.places[to].links &= !(1 << kept);
            self.places[to].loops = self.places[to].loops.plus(span);
        } else {
            self.places[to].links |= 1 << kept;
            self.links[kept] = Link { ends: [from as u8, to as u8], span };
        }
        1 << from | 1 << to
    }

    /// The places that the reductions have left.
    #[inline]
    pub(super) fn core(&self) -> u128 {
        let kept = |(i, place): (usize, &Place<T>)| u128::from(place.links != 0) << i;
        self.places.iter().enumerate().map(kept).fold(0, |core, place| core | place)
    }

    pub(super) fn component_of(&self, place: usize) -> Component {
        let mut component = Component { places: 1 << place, links: 0 };
        let mut waiting = component.places;
        while waiting != 0 {
            let at = waiting.trailing_zeros() as usize;
            waiting &= waiting - 1;
            for link in bits(self.places[at].links & !component.links) {
                let next = 1 << self.links[link].other_end(at);
                waiting |= next & !component.places;
                component.places |= next;
            }
            component.links |= self.places[at].links;
        }
        component
    }

    /// The trail over everything in the component, if there is one.
    pub(super) fn euler_trail(&self, component: Component) -> Option<Span<T>> {
        let mut ends = 0;
        for place in bits(component.places).map(|at| &self.places[at]) {
            let arms = place.arms.iter().filter(|arm| arm.length > 0).count() as u32;
            ends += arms + (place.links.count_ones() + arms) % 2;
        }
        (ends <= 2).then(|| {
            let inner = bits(component.places).map(|at| self.places[at].inner_trail());
            let links = bits(component.links).map(|link| self.links[link].span);
            inner.chain(links).fold(Span::default(), Span::plus)
        })
    }
}
