//! Sweep over the links of a core, one after the other, that keeps only what the links to come can tell apart.
//!
//! For the places at the border between links seen and links to come it remembers which are joined by the links
//! taken and where an odd number meet. Of all choices alike in that, the longest is enough. The number of states
//! follows the width of the border, not the number of trails.

use super::network::{Component, Network, Place};
use super::{Span, Trace, bits};
use arrayvec::ArrayVec;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// Widest border there is room for.
const WIDTH: usize = 32;

/// For each slot of the border: 0 for a place not on the trail, else twice its group, plus one when an odd number
/// of taken links meet there.
type Border = [u8; WIDTH];

#[derive(Clone, Copy)]
struct State<T> {
    border: Border,
    /// Ends of the trail that are fixed, at most two.
    ends: u8,
    taken: Span<T>,
}

/// Takes or leaves one link. A place leaves the border with its last link.
struct Step {
    link: usize,
    places: [usize; 2],
    slots: [usize; 2],
    last: [bool; 2],
    outlook: Outlook,
}

/// What the links after a step can still bring, in half spaces.
struct Outlook {
    /// If all of it could be taken; the places not yet at the border leave out what they must.
    most: i32,
    border: ArrayVec<Waiting, WIDTH>,
    /// Gains of the two best ends among the places not yet at the border.
    best_ends: [i32; 2],
    /// Gain of the best place for both ends.
    best_pair: i32,
}

/// A place of the border.
struct Waiting {
    slot: usize,
    shortest: i32,
    odd_to_come: bool,
    arm: i32,
}

/// Raises `best` to the longest trail through the component, none of which is above `ceiling`. Returns the number
/// of states it took, or `None` when the border is too wide to begin.
pub(super) fn run<T: Trace>(
    network: &Network<T>,
    component: Component,
    ceiling: u16,
    best: &mut Span<T>,
) -> Option<u32> {
    let steps = plan(network, component)?;
    let mut states = 0;
    let mut lowered = 0;
    // States that cannot reach the goal are dropped, so a high goal is a quick try.
    while best.length < ceiling {
        let goal = ceiling.saturating_sub(lowered).max(best.length + 1);
        let last = goal == best.length + 1;
        states += sweep(network, &steps, goal, best);
        if last || best.length >= goal {
            break;
        }
        lowered = 2 * lowered + 1;
    }
    Some(states)
}

/// One sweep for trails of at least `goal`.
fn sweep<T: Trace>(network: &Network<T>, steps: &[Step], goal: u16, best: &mut Span<T>) -> u32 {
    let mut states = vec![State { border: [0; WIDTH], ends: 0, taken: Span::default() }];
    let mut next = Vec::<State<T>>::new();
    let mut known = HashMap::<(Border, u8), usize, BuildHasherDefault<Mix>>::default();
    let mut count = 0u32;
    for step in steps {
        for state in &states {
            for child in [*state, state.with_link(step.slots, network.links[step.link].span)] {
                for mut child in step.pass(child, network, best) {
                    if step.outlook.bound(&child) < 2 * i32::from(goal.max(best.length + 1)) {
                        continue;
                    }
                    child.number_groups();
                    match known.entry((child.border, child.ends)) {
                        Entry::Vacant(entry) => {
                            entry.insert(next.len());
                            next.push(child);
                        }
                        Entry::Occupied(entry) => {
                            let kept = &mut next[*entry.get()].taken;
                            *kept = kept.or_longer(child.taken);
                        }
                    }
                }
            }
        }
        count = count.saturating_add(next.len() as u32);
        std::mem::swap(&mut states, &mut next);
        next.clear();
        known.clear();
    }
    count
}

impl Step {
    /// What becomes of a state when the places of the step have had their last link: up to two choices for each.
    fn pass<T: Trace>(
        &self,
        state: State<T>,
        network: &Network<T>,
        best: &mut Span<T>,
    ) -> ArrayVec<State<T>, 4> {
        let mut passed = ArrayVec::new();
        passed.push(state);
        for side in [0, 1] {
            if self.last[side] {
                let place = &network.places[self.places[side]];
                passed = passed.iter().flat_map(|state| state.leave(self.slots[side], place, best)).collect();
            }
        }
        passed
    }
}

impl<T: Trace> State<T> {
    fn with_link(&self, slots: [usize; 2], span: Span<T>) -> Self {
        let mut child = *self;
        child.taken = self.taken.plus(span);
        let groups = slots.map(|slot| self.border[slot] >> 1);
        let joined = match groups {
            // Larger than any group of a numbered border.
            [0, 0] => WIDTH as u8 + 1,
            [0, group] | [group, _] => group,
        };
        for (slot, group) in slots.into_iter().zip(groups) {
            if group == 0 {
                child.border[slot] = joined << 1;
            } else if group != joined {
                for other in &mut child.border {
                    if *other >> 1 == group {
                        *other = joined << 1 | *other & 1;
                    }
                }
            }
            child.border[slot] ^= 1;
        }
        child
    }

    /// Takes a place off the border: an odd number of links makes it an end, an even one may make it both.
    /// The trail is complete when its only group loses its last place.
    fn leave(mut self, slot: usize, place: &Place<T>, best: &mut Span<T>) -> ArrayVec<Self, 2> {
        let mark = std::mem::take(&mut self.border[slot]);
        let mut left = ArrayVec::new();
        if mark == 0 {
            left.push(self);
            return left;
        }
        self.taken = self.taken.plus(place.loops);
        if mark & 1 == 1 {
            if self.ends < 2 {
                left.push(Self { ends: self.ends + 1, taken: self.taken.plus(place.arms[0]), ..self });
            }
        } else {
            left.push(self);
            if self.ends == 0 && place.arms[0].length > 0 {
                let taken = self.taken.plus(place.arms[0]).plus(place.arms[1]);
                left.push(Self { ends: 2, taken, ..self });
            }
        }
        if self.border.iter().all(|other| other >> 1 != mark >> 1) {
            if self.border == [0; WIDTH] {
                for complete in &left {
                    *best = best.or_longer(complete.taken);
                }
            }
            left.clear();
        }
        left
    }

    /// Numbers the groups by their first slot, so that equal borders look equal.
    fn number_groups(&mut self) {
        let mut number = [0u8; WIDTH + 2];
        let mut groups = 0;
        for mark in &mut self.border {
            let group = usize::from(*mark >> 1);
            if group == 0 {
                continue;
            }
            if number[group] == 0 {
                groups += 1;
                number[group] = groups;
            }
            *mark = number[group] << 1 | *mark & 1;
        }
    }
}

impl Outlook {
    /// Twice the most a trail that starts as `state` can measure.
    fn bound<T: Trace>(&self, state: &State<T>) -> i32 {
        let mut halves = self.most + state.taken.doubled();
        let mut ends = self.best_ends;
        for waiting in &self.border {
            let odd = (state.border[waiting.slot] & 1 == 1) != waiting.odd_to_come;
            halves -= if odd { waiting.shortest } else { 0 };
            let gain = waiting.end_gain(odd);
            if gain > ends[0] {
                ends = [gain, ends[0]];
            } else if gain > ends[1] {
                ends[1] = gain;
            }
        }
        halves
            + match state.ends {
                0 => self.best_pair.max(ends[0] + ends[1]),
                1 => ends[0],
                _ => 0,
            }
    }
}

impl Waiting {
    /// What it is worth to end here: the arm, and a link that need not be left out or now has to.
    fn end_gain(&self, odd: bool) -> i32 {
        self.arm + if odd { self.shortest } else { -self.shortest }
    }
}

/// The steps of the sweep, or `None` when its border is too wide.
fn plan<T: Trace>(network: &Network<T>, component: Component) -> Option<Vec<Step>> {
    let order = link_order(network, component);
    let mut slot_of = [None; 128];
    let mut free = u64::MAX >> (64 - WIDTH);
    let mut to_come = component.links;
    let mut entered = 0u128;
    let mut steps = Vec::with_capacity(order.len());
    for link in order {
        let places = network.links[link].ends.map(usize::from);
        let mut slots = [0; 2];
        for (slot, place) in slots.iter_mut().zip(places) {
            if slot_of[place].is_none() {
                if free == 0 {
                    return None;
                }
                slot_of[place] = Some(free.trailing_zeros() as usize);
                free &= free - 1;
                entered |= 1 << place;
            }
            *slot = slot_of[place].unwrap_or_default();
        }
        to_come &= !(1 << link);
        let last = places.map(|place| network.places[place].links & to_come == 0);
        for (place, last) in places.into_iter().zip(last) {
            if let Some(slot) = slot_of[place].filter(|_| last) {
                free |= 1 << slot;
            }
        }
        let outlook = outlook(network, component, to_come, entered, &slot_of);
        steps.push(Step { link, places, slots, last, outlook });
    }
    Some(steps)
}

fn outlook<T: Trace>(
    network: &Network<T>,
    component: Component,
    to_come: u128,
    entered: u128,
    slot_of: &[Option<usize>; 128],
) -> Outlook {
    let mut outlook = Outlook { most: 0, border: ArrayVec::new(), best_ends: [0; 2], best_pair: 0 };
    for at in bits(component.places) {
        let place = &network.places[at];
        let links = place.links & to_come;
        let lengths = bits(links).map(|link| i32::from(network.links[link].span.length));
        let Some(shortest) = lengths.clone().min() else { continue };
        outlook.most += lengths.sum::<i32>() + place.loops.doubled();
        outlook.best_pair = outlook.best_pair.max(place.arms[0].doubled() + place.arms[1].doubled());
        let odd = links.count_ones() % 2 == 1;
        let slot = slot_of[at].unwrap_or_default();
        let waiting = Waiting { slot, shortest, odd_to_come: odd, arm: place.arms[0].doubled() };
        if entered >> at & 1 == 1 {
            outlook.border.push(waiting);
            continue;
        }
        outlook.most -= if odd { shortest } else { 0 };
        let [first, second] = outlook.best_ends;
        let gain = waiting.end_gain(odd);
        outlook.best_ends = [first.max(gain), second.max(gain.min(first))];
    }
    outlook
}

/// An order of the links that keeps the border narrow: place by place, next the one that leaves it narrowest, from
/// the start for which that works best.
fn link_order<T: Trace>(network: &Network<T>, component: Component) -> Vec<usize> {
    let mut best = (u64::MAX, Vec::new());
    for start in bits(component.places) {
        let order = link_order_from(network, component, start);
        if order.0 < best.0 {
            best = order;
        }
    }
    best.1
}

/// The order from one start, and a guess at the states it makes: the sum of powers of the width of the border.
fn link_order_from<T: Trace>(network: &Network<T>, component: Component, start: usize) -> (u64, Vec<usize>) {
    let neighbours = |at: usize| {
        bits(network.places[at].links).fold(0u128, |near, link| near | 1 << network.links[link].other_end(at))
    };
    let mut order = Vec::new();
    let mut cost = 0u64;
    let mut passed = 0u128;
    let mut border = 0u128;
    let mut next = Some(start);
    while let Some(at) = next {
        passed |= 1 << at;
        let linked = network.places[at].links;
        for earlier in bits(neighbours(at) & border) {
            order.extend(bits(linked & network.places[earlier].links));
        }
        border |= 1 << at;
        for old in bits(border) {
            if neighbours(old) & !passed == 0 {
                border &= !(1 << old);
            }
        }
        cost = cost.saturating_add(1 << (2 * border.count_ones()).min(50));
        let candidates = bits(border).fold(0, |near, old| near | neighbours(old)) & !passed;
        next = bits(candidates & component.places).max_by_key(|candidate| {
            let with = passed | 1 << candidate;
            let closed = bits((border | 1 << candidate) & (neighbours(*candidate) | 1 << candidate))
                .filter(|old| neighbours(*old) & !with == 0)
                .count();
            (closed, (neighbours(*candidate) & border).count_ones(), 127 - candidate)
        });
    }
    (cost, order)
}

/// A quick hash of the words of a border.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut padded = [0; 8];
            padded[..word.len()].copy_from_slice(word);
            self.write_u64(u64::from_le_bytes(padded));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(value.into());
    }

    fn write_usize(&mut self, _: usize) {
        // The length of a border is always the same.
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
