//! The rules of Whistlestop: pure, without I/O, clocks or global randomness.

#![deny(unsafe_code)]

pub mod cards;
pub mod chance;
pub mod edition;
pub mod game;
pub mod ids;
mod nth_bit;
pub mod record;
pub mod trail;
pub mod view;
