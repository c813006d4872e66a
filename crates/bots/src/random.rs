//! The player that does anything that is allowed.

use rand_core::Rng;
use whistlestop_rules::chance::below;
use whistlestop_rules::game::{Action, LegalActions};

/// Any entry of the canonical list, each equally likely; `None` when there is nothing to do.
#[inline]
pub fn choose<R: Rng + ?Sized>(legal: &LegalActions<'_, '_>, generator: &mut R) -> Option<Action> {
    legal.get(below(generator, legal.len() as u32) as usize)
}
