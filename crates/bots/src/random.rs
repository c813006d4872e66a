//! The player that does anything that is allowed.

use rand_core::Rng;
use whistlestop_rules::chance::below;
use whistlestop_rules::game::LegalActions;
use whistlestop_rules::view::View;

use crate::bot::Bot;

#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Bot for Random {
    fn choose(&mut self, _view: &View<'_>, legal: &LegalActions<'_>, generator: &mut dyn Rng) -> usize {
        choose(legal, generator)
    }
}

/// Any entry of the canonical list, by its index, each equally likely.
#[inline]
pub fn choose<R: Rng + ?Sized>(legal: &LegalActions<'_>, generator: &mut R) -> usize {
    below(generator, legal.len() as u32) as usize
}
