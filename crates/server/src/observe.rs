//! Figures for Prometheus.

use std::sync::OnceLock;
use std::time::Duration;

use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

/// Bounds of the histograms, in seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// The figures of this process; `None` when somebody else collects them.
pub(crate) fn prometheus() -> Option<PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let builder = PrometheusBuilder::new()
                .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
                .ok()?;
            let handle = builder.install_recorder().ok()?;
            describe();
            Some(handle)
        })
        .clone()
}

/// Names every figure, so that all of them are there from the start, with a sentence.
fn describe() {
    for (name, text) in [
        ("whistlestop_tables_awake", "Tables in memory."),
        ("whistlestop_sockets", "Open WebSockets."),
        ("whistlestop_bot_queue", "Bots that wait for a thread to think on."),
        ("process_resident_memory_bytes", "Resident memory of the process, in bytes."),
        ("process_cpu_seconds_total", "Processor time of the process, in seconds."),
    ] {
        metrics::describe_gauge!(name, text);
        metrics::gauge!(name).set(0.0);
    }
    for (name, text) in [
        ("whistlestop_actions_total", "Actions that were stored and played, by people and bots."),
        ("whistlestop_messages_total", "Messages from clients."),
        ("whistlestop_entries_total", "Entries that were handed to the storage."),
        ("whistlestop_failed_commits_total", "Commits that failed."),
        ("whistlestop_game_updates_total", "Positions that were told to those who watch."),
        ("whistlestop_slow_clients_total", "Clients that were cut off because they did not keep up."),
        ("whistlestop_refused_too_many_total", "Requests and messages beyond a limit."),
        ("whistlestop_quarantined_total", "Stored tables that could not be read."),
    ] {
        metrics::describe_counter!(name, text);
        metrics::counter!(name).increment(0);
    }
    for (name, text) in [
        ("whistlestop_command_seconds", "From a table's taking a command up to having told everybody."),
        ("whistlestop_commit_seconds", "Commits, each of everything that waited for it."),
        ("whistlestop_load_seconds", "Waking a table."),
        ("whistlestop_bot_wait_seconds", "How long bots waited for a thread."),
        ("whistlestop_bot_seconds", "From asking a bot to its choice."),
    ] {
        metrics::describe_histogram!(name, text);
    }
}

/// How often what was measured is sorted into the histograms. Until then every single time is kept.
const UPKEEP: Duration = Duration::from_secs(5);

/// Keeps the figures small although nobody may ever ask for them.
pub(crate) async fn keep_small(figures: PrometheusHandle) {
    let mut every = tokio::time::interval(UPKEEP);
    loop {
        every.tick().await;
        figures.run_upkeep();
    }
}

/// Sets the figures that are looked up rather than counted.
pub(crate) fn look_up() {
    if let Some(bytes) = resident_bytes() {
        metrics::gauge!("process_resident_memory_bytes").set(bytes as f64);
    }
    if let Some(seconds) = cpu_seconds() {
        metrics::gauge!("process_cpu_seconds_total").set(seconds);
    }
}

/// The processor time that this process has taken, over all its threads.
pub fn cpu_seconds() -> Option<f64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let seconds = |time: TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Some(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// The memory of this process, where the operating system has `/proc`.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}
