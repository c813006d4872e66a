//! Which tickets a planner keeps of those it is offered.

use std::collections::HashMap;
use std::time::Instant;

use rand_xoshiro::SplitMix64;
use whistlestop_rules::ids::{MAX_OFFER, TicketId, TicketSet};

use super::Aim;
use super::sets::filled_up;

/// Offers that are thought of at most for one set.
const MOST_OFFERS: usize = 64;
/// What counts, in times the mean, for sets that a planner would never keep: not everybody is one.
const OTHERWISE: f32 = 0.1;

/// First tickets as they are offered.
pub(super) struct Offers<'o> {
    pub(super) from: &'o [TicketId],
    pub(super) dealt: usize,
    pub(super) least: usize,
    /// Ways to keep tickets that are compared at most, over all sets and offers.
    pub(super) compared: usize,
    pub(super) until: Option<Instant>,
}

impl Offers<'_> {
    /// Makes each set as likely as it is to be what a planner keeps of an offer with it. `value` tells what a planner
    /// expects of a set.
    pub(super) fn weigh(
        &self,
        aims: &mut [Aim],
        value: &dyn Fn(TicketSet) -> f32,
        generator: &mut SplitMix64,
    ) {
        let Some(kept) = aims.first().map(|aim| aim.tickets.len()) else { return };
        let Some(returned) = self.dealt.checked_sub(kept) else { return };
        let offers = match returned {
            0 => 1,
            _ => ((self.compared / aims.len()) >> returned).clamp(1, MOST_OFFERS),
        };
        let mut values = HashMap::new();
        let mut value = |set: TicketSet| *values.entry(set).or_insert_with(|| value(set));
        let mut shares = Vec::with_capacity(aims.len());
        for aim in aims.iter() {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let is_kept = |_: &usize| {
                let offer = filled_up(aim.tickets, self.from, self.dealt, generator);
                self.is_best(aim.tickets, offer, &mut value)
            };
            shares.push((0..offers).filter(is_kept).count() as f32 / offers as f32);
        }
        let mean = shares.iter().sum::<f32>() / shares.len().max(1) as f32;
        if mean > 0.0 {
            shares.resize(aims.len(), mean);
            for (aim, share) in aims.iter_mut().zip(shares) {
                aim.likelihood = (share + OTHERWISE * mean).ln();
            }
        }
    }

    /// Whether no other choice from an offer has more value than this one.
    fn is_best(&self, kept: TicketSet, offer: TicketSet, value: &mut impl FnMut(TicketSet) -> f32) -> bool {
        let tickets: Vec<TicketId> = offer.iter().take(MAX_OFFER).collect();
        let least = value(kept);
        // All of them first: those who do not keep that are the most.
        (1..1_u32 << tickets.len()).rev().filter(|choice| choice.count_ones() as usize >= self.least).all(
            |choice| {
                let chosen = tickets.iter().enumerate().filter(|(at, _)| choice >> at & 1 == 1);
                value(chosen.map(|(_, ticket)| *ticket).collect()) <= least
            },
        )
    }
}
