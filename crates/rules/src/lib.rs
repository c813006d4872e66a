//! The rules of Whistlestop: pure, without I/O, clocks or global randomness.

#![forbid(unsafe_code)]

pub mod cards;
pub mod chance;
pub mod edition;
pub mod game;
pub mod ids;
pub mod record;
pub mod trail;
pub mod view;
