//! Who may ask how often, and how many sockets there may be.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

use crate::config::Limits;
use crate::protocol::{PlayerId, Refusal, Refused};

type Keyed<K> = RateLimiter<K, DashMapStateStore<K>, DefaultClock>;

/// Token buckets by address, player or name.
#[derive(Debug)]
pub(crate) struct RateLimits {
    requests: Keyed<IpAddr>,
    sessions: Keyed<IpAddr>,
    codes: Keyed<IpAddr>,
    logins_by_address: Keyed<IpAddr>,
    logins_by_name: Keyed<String>,
    tables: Keyed<PlayerId>,
    uploads: Keyed<PlayerId>,
}

impl RateLimits {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            requests: RateLimiter::keyed(
                Quota::per_second(limits.requests_per_second).allow_burst(
                    limits.requests_per_second.saturating_mul(NonZeroU32::MIN.saturating_add(3)),
                ),
            ),
            sessions: per_minute(limits.sessions_per_minute),
            codes: per_minute(limits.codes_per_minute),
            logins_by_address: per_minute(limits.logins_per_minute),
            logins_by_name: per_minute(limits.logins_per_minute),
            tables: per_minute(limits.tables_per_minute),
            uploads: per_minute(limits.uploads_per_minute),
        }
    }

    pub(crate) fn request(&self, address: IpAddr) -> Result<(), Refused> {
        check(&self.requests, &address)
    }

    pub(crate) fn session(&self, address: IpAddr) -> Result<(), Refused> {
        check(&self.sessions, &address)
    }

    pub(crate) fn code(&self, address: IpAddr) -> Result<(), Refused> {
        check(&self.codes, &address)
    }

    pub(crate) fn login(&self, address: IpAddr, name: &str) -> Result<(), Refused> {
        check(&self.logins_by_address, &address)?;
        check(&self.logins_by_name, &name.to_lowercase())
    }

    pub(crate) fn table(&self, player: PlayerId) -> Result<(), Refused> {
        check(&self.tables, &player)
    }

    pub(crate) fn upload(&self, player: PlayerId) -> Result<(), Refused> {
        check(&self.uploads, &player)
    }

    /// Forgets those who have not asked for a while.
    pub(crate) fn forget(&self) {
        self.requests.retain_recent();
        self.sessions.retain_recent();
        self.codes.retain_recent();
        self.logins_by_address.retain_recent();
        self.logins_by_name.retain_recent();
        self.tables.retain_recent();
        self.uploads.retain_recent();
    }
}

fn per_minute<K: Hash + Eq + Clone>(times: NonZeroU32) -> Keyed<K> {
    RateLimiter::keyed(Quota::per_minute(times))
}

fn check<K: Hash + Eq + Clone>(limit: &Keyed<K>, key: &K) -> Result<(), Refused> {
    limit.check_key(key).map_err(|_| too_often())
}

pub(crate) fn too_often() -> Refused {
    metrics::counter!("whistlestop_refused_too_many_total").increment(1);
    Refused::new(Refusal::TooMany, "that is too often; wait a moment")
}

/// Addresses that one person may have many of count as one.
pub(crate) fn bucket(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut segments = address.segments();
            segments[4..].fill(0);
            IpAddr::V6(segments.into())
        }
        IpAddr::V4(_) => address,
    }
}

/// Counts the open sockets of addresses and players.
#[derive(Clone, Debug, Default)]
pub(crate) struct SocketCounts {
    counts: Arc<Mutex<Counts>>,
}

#[derive(Debug, Default)]
struct Counts {
    addresses: HashMap<IpAddr, u32>,
    players: HashMap<PlayerId, u32>,
    all: u32,
}

/// A place among the sockets, given back when it is dropped.
#[derive(Debug)]
pub(crate) struct SocketPlace {
    counts: SocketCounts,
    address: IpAddr,
    player: PlayerId,
}

impl SocketCounts {
    pub(crate) fn take(
        &self,
        address: IpAddr,
        player: PlayerId,
        limits: &Limits,
    ) -> Result<SocketPlace, Refused> {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = counts.addresses.get(&address).copied().unwrap_or(0);
        let of_player = counts.players.get(&player).copied().unwrap_or(0);
        if of_address >= limits.sockets_per_address || of_player >= limits.sockets_per_session {
            return Err(Refused::new(
                Refusal::TooMany,
                "there are too many connections from here; close some",
            ));
        }
        counts.addresses.insert(address, of_address + 1);
        counts.players.insert(player, of_player + 1);
        counts.all += 1;
        metrics::gauge!("whistlestop_sockets").set(f64::from(counts.all));
        Ok(SocketPlace { counts: self.clone(), address, player })
    }
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut counts = self.counts.counts.lock().unwrap_or_else(PoisonError::into_inner);
        give_back(&mut counts.addresses, &self.address);
        give_back(&mut counts.players, &self.player);
        counts.all -= 1;
        metrics::gauge!("whistlestop_sockets").set(f64::from(counts.all));
    }
}

fn give_back<K: Hash + Eq>(counts: &mut HashMap<K, u32>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}
