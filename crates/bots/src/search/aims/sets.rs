//! Sets of tickets.

use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::below;
use whistlestop_rules::ids::{TicketId, TicketSet};

/// All sets of so many tickets, or as many of them as there may be at most.
pub(super) fn sets_of(
    tickets: TicketSet,
    count: usize,
    most: usize,
    generator: &mut SplitMix64,
) -> Vec<TicketSet> {
    let tickets: Vec<TicketId> = tickets.iter().collect();
    if count > tickets.len() {
        return Vec::new();
    }
    if possible_sets(tickets.len(), count) > most as f64 {
        return (0..most).map(|_| filled_up(TicketSet::EMPTY, &tickets, count, generator)).collect();
    }
    let mut sets = Vec::new();
    let mut places: Vec<usize> = (0..count).collect();
    loop {
        sets.push(places.iter().map(|place| tickets[*place]).collect());
        // The last place that can still move up does, and those after it follow right behind.
        let Some(at) = (0..count).rev().find(|at| places[*at] < tickets.len() - count + at) else { break };
        let first = places[at] + 1;
        places[at..].iter_mut().zip(first..).for_each(|(place, next)| *place = next);
    }
    sets
}

/// How many sets of so many tickets there are.
pub(super) fn possible_sets(tickets: usize, count: usize) -> f64 {
    (0..count).fold(1.0, |sets, i| sets * tickets.saturating_sub(i) as f64 / (i + 1) as f64)
}

/// A set of some of these tickets with others added to it by lot until there are so many, or all.
pub(super) fn filled_up(
    set: TicketSet,
    from: &[TicketId],
    count: usize,
    generator: &mut SplitMix64,
) -> TicketSet {
    let mut set = set;
    while set.len() < count.min(from.len()) {
        set.insert(from[below(generator, from.len() as u32) as usize]);
    }
    set
}
