//! The fast player as a bot of its own.

use rand_core::Rng;
use whistlestop_rules::game::LegalActions;
use whistlestop_rules::view::View;

use crate::bot::Bot;
use crate::sprint::{Outlook, Plan, Style, Terrain, decide};

/// Plays by a style, at once. With [`Style::RACER`] it fills long routes as fast as the cards allow, keeps as few
/// tickets as it may, and ends the game before others have finished theirs.
#[derive(Clone, Copy, Debug)]
pub struct Sprinter {
    style: Style,
}

impl Sprinter {
    pub const fn new(style: Style) -> Self {
        Self { style }
    }
}

impl Bot for Sprinter {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, _generator: &mut dyn Rng) -> usize {
        let Some(outlook) = Outlook::of_view(view) else { return 0 };
        let terrain = Terrain::new(view.edition, self.style);
        let action = decide(&terrain, &outlook, &mut Plan::new(&terrain, &outlook));
        legal.iter().position(|listed| listed == action).unwrap_or(0)
    }
}
