//! The rules of Whistlestop: pure, without I/O, clocks or global randomness.

#![forbid(unsafe_code)]

pub mod cards;
pub mod edition;
pub mod ids;
pub mod trail;
