//! Players made of code, and the simulator that seats them.

#![deny(unsafe_code)]

pub mod atlas;
pub mod belief;
pub mod blocker;
pub mod bot;
pub mod greedy;
mod histogram;
pub mod levels;
pub mod planner;
pub mod protocol;
pub mod racer;
pub mod random;
pub mod search;
pub mod simulate;
pub mod sprint;
pub mod stats;
pub mod table;
mod waiting;

pub use bot::{Bot, Budget};
pub use histogram::Histogram;
pub use simulate::{Build, PlayedGame, Progress, Series, SimulationError};
pub use stats::Stats;
pub use table::{BOTS, BotName};
