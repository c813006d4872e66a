//! From games to numbers with error bars. `docs/arena.md` explains the choices.

mod lots;
pub mod rate;
pub mod rating;
pub mod sequential;

pub use rate::{Blocks, Interval};
pub use rating::{Rankings, Rating};
