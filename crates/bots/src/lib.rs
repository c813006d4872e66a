//! Players made of code, and the simulator that seats them.

#![deny(unsafe_code)]

mod histogram;
pub mod random;
pub mod simulate;
pub mod stats;

pub use histogram::Histogram;
pub use simulate::{Build, PlayedGame, Progress, Series, SimulationError};
pub use stats::Stats;
