//! Records: written, read, verified, replayed, tampered with.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod chance;
mod docs;
mod garbage;
mod golden;
mod playing;
mod round_trip;
mod tamper;
