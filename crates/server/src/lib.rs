//! The server: live games over REST and WebSocket, stored before anybody is told.

#![forbid(unsafe_code)]

pub mod archive;
pub mod client;
pub mod config;
mod history;
mod http;
pub mod hub;
pub mod observe;
pub mod open_files;
pub mod protocol;
mod random;
pub mod ratings;
pub mod record;
pub mod retention;
pub mod show;
pub mod store;
pub mod table;

pub use config::{Config, Limits, Timeouts};
pub use http::{listen, run};
pub use retention::Retention;
pub use store::{Database, Store};
