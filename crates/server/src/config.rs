//! Settings of a server.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::Deserialize;
use whistlestop_rules::edition::Library;

use crate::hub::HubConfig;
use crate::retention::Retention;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Origins of pages that may use this server, such as `https://play.example.org`. When there are none, only pages
    /// that this server sent itself.
    pub origins: Vec<String>,
    /// Whether browsers reach this server over TLS only, so that cookies may insist on it.
    pub secure_cookies: bool,
    /// Whether a reverse proxy in front tells the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    pub limits: Limits,
    pub timeouts: Timeouts,
    pub hub: HubConfig,
    pub retention: Retention,
    /// What can be played.
    pub library: &'static Library,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            origins: Vec::new(),
            secure_cookies: false,
            behind_proxy: false,
            limits: Limits::default(),
            timeouts: Timeouts::default(),
            hub: HubConfig::default(),
            retention: Retention::default(),
            library: Library::builtin(),
        }
    }
}

/// How long others are waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// A client must have sent its headers, or the next request of a kept connection, within this.
    pub headers: Duration,
    /// A request must be answered within this, its body included.
    pub request: Duration,
    /// A reader that takes longer than this for one message is cut off.
    pub write: Duration,
    /// A socket is pinged this often and must be heard within three times as long.
    pub ping: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            headers: Duration::from_secs(15),
            request: Duration::from_secs(30),
            write: Duration::from_secs(10),
            ping: Duration::from_secs(20),
        }
    }
}

/// How much one address, session or connection may ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    pub sockets_per_address: u32,
    pub sockets_per_session: u32,
    /// Tables that one socket may watch at the same time.
    pub watched_per_socket: usize,
    /// Messages of one socket.
    pub messages_per_second: NonZeroU32,
    /// Lines and gestures of one socket.
    pub chat_per_minute: NonZeroU32,
    /// REST calls of one address.
    pub requests_per_second: NonZeroU32,
    /// New guests of one address.
    pub sessions_per_minute: NonZeroU32,
    /// New tables of one player.
    pub tables_per_minute: NonZeroU32,
    /// Attempts to sign in or up, of one address and for one name.
    pub logins_per_minute: NonZeroU32,
    /// Codes that one address may try.
    pub codes_per_minute: NonZeroU32,
    /// Records that one player may upload.
    pub uploads_per_minute: NonZeroU32,
}

/// A number that is not zero.
const fn some(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sockets_per_address: 64,
            sockets_per_session: 16,
            watched_per_socket: 32,
            messages_per_second: some(30),
            chat_per_minute: some(30),
            requests_per_second: some(50),
            sessions_per_minute: some(30),
            tables_per_minute: some(20),
            logins_per_minute: some(10),
            codes_per_minute: some(30),
            uploads_per_minute: some(10),
        }
    }
}

impl Limits {
    /// For measuring and testing: as good as none.
    pub const fn none() -> Self {
        const MANY: u32 = 1_000_000;
        Self {
            sockets_per_address: MANY,
            sockets_per_session: MANY,
            watched_per_socket: MANY as usize,
            messages_per_second: some(MANY),
            chat_per_minute: some(MANY),
            requests_per_second: some(MANY),
            sessions_per_minute: some(MANY),
            tables_per_minute: some(MANY),
            logins_per_minute: some(MANY),
            codes_per_minute: some(MANY),
            uploads_per_minute: some(MANY),
        }
    }
}
