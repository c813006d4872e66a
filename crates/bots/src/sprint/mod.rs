//! The fast way to play: a list of routes worth having, made once, and a look through it at every decision.
//!
//! It is the racer, also the one of simulated games, what the search takes its first look at a move with, and what the levels
//! for people stand on; a decision takes about as long as the engine needs to carry it out.

mod decide;
mod outlook;
mod path;
mod plan;
mod play_out;
mod style;
mod terrain;
#[cfg(test)]
mod tests;

pub use decide::decide;
pub use outlook::Outlook;
pub use plan::{Plan, Target};
pub use play_out::{Player, play_out};
pub use style::Style;
pub use terrain::Terrain;
