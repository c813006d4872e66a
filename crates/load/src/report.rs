//! What came out of a measurement.

use serde::Serialize;

use crate::figures::Quantiles;

/// The figures of one measurement.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    pub tables: u32,
    pub sockets: u32,
    pub edition: String,
    pub seconds: f64,
    /// `None`: a closed loop.
    pub wanted_rate: Option<f64>,
    /// Actions that the server stored and answered.
    pub acknowledged: u64,
    /// Those a second.
    pub rate: f64,
    /// From sending an action to the own update; from when it was due, if the one before was answered too late.
    pub latency: Option<Quantiles>,
    /// Processor time of the server for each action, in microseconds: says more than the rate on a machine that others use too.
    pub server_cpu_us: Option<f64>,
    /// The same for all clients together.
    pub clients_cpu_us: Option<f64>,
    /// From asking for a table to the first view of the game on it: made, all seats taken, started, watched.
    pub new_table: Option<Quantiles>,
    pub games_finished: u64,
    /// Actions that were refused, because the game had moved on or could not be stored.
    pub refused: u64,
    pub failed_tables: u32,
    pub first_failure: Option<String>,
    /// `None` when the server does not tell.
    pub memory: Option<Memory>,
    pub at_rest: Option<AtRest>,
}

/// Resident memory of the server.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Memory {
    pub before_bytes: u64,
    /// All tables open, nothing played.
    pub open_bytes: u64,
    /// After playing.
    pub played_bytes: u64,
    pub open_per_table: i64,
    pub played_per_table: i64,
}

impl Memory {
    pub(crate) fn between(
        before: Option<u64>,
        open: Option<u64>,
        played: Option<u64>,
        tables: u32,
    ) -> Option<Self> {
        let (before_bytes, open_bytes, played_bytes) = (before?, open?, played?);
        let per_table =
            |bytes: u64| (bytes.cast_signed() - before_bytes.cast_signed()) / i64::from(tables.max(1));
        Some(Self {
            before_bytes,
            open_bytes,
            played_bytes,
            open_per_table: per_table(open_bytes),
            played_per_table: per_table(played_bytes),
        })
    }
}

/// What is left of tables that nobody watches, and how fast they come back.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct AtRest {
    /// Whether the server said that no table is in memory any more.
    pub all_asleep: bool,
    pub memory_bytes: Option<u64>,
    /// From asking to watch a sleeping table to the view of its game.
    pub woken: Option<Quantiles>,
}
