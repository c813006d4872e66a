use std::fmt::Write as _;
use std::io::Write;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use whistlestop_load::{AtRest, Memory, OwnServer, Plan, Quantiles, Report};

use crate::failure::Usage;
use crate::table::Table;
use crate::words;

const EXAMPLES: &str = "\
Without --url it starts a server of its own, with its data in a folder that is deleted afterwards. A server that runs elsewhere
must allow one address to do so much: whistlestop serve --no-limits, or --limit; see docs/hosting.md. The tables and guests
stay in its database.

Examples:
  whistlestop load --tables 100                        As fast as 100 tables can play
  whistlestop load --tables 1000 --rate 1000           Each table an action a second
  whistlestop load --tables 50 --url http://127.0.0.1:8080 --seconds 60 --json";

/// Play many tables over real sockets, and measure the server
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Load {
    /// Tables that are played at the same time
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=50_000))]
    tables: u32,

    /// Actions a second over all tables; 0 or none: each as soon as the one before is answered
    #[arg(long, value_name = "R", default_value_t = 0.0, value_parser = rate)]
    rate: f64,

    /// The server to measure [default: one of its own]
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,

    /// How long to play before that
    #[arg(long, value_name = "S", default_value_t = 3, value_parser = clap::value_parser!(u64).range(0..=3600))]
    warm_up: u64,

    /// Connections to a table, one for each seat; 1 plays both seats
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=5))]
    sockets_per_table: u8,

    /// What is played
    #[arg(long, value_name = "ID", default_value = "usa-classic")]
    edition: String,

    /// Afterwards, let all tables fall asleep, and measure what is left of them and how fast they wake
    #[arg(long)]
    sleep: bool,

    /// Where the own server keeps its data meanwhile [default: the folder for temporary files]
    #[arg(long, value_name = "DIR", conflicts_with = "url")]
    work_dir: Option<PathBuf>,

    /// Write JSON
    #[arg(long)]
    json: bool,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if (0.0..=1e6).contains(&rate) => Ok(rate),
        _ => Err("a rate is a number of actions a second, from 0 to 1000000".to_owned()),
    }
}

/// The address behind `http://host:port`.
fn address(url: &str) -> Result<SocketAddr, Usage> {
    let wrong = |why: &str| Usage(format!("--url {url}: {why}"));
    let Some(place) = url.strip_prefix("http://") else {
        return Err(wrong(
            "it must begin with http://; TLS is done by a proxy, so measure the server behind it",
        ));
    };
    let place = place.trim_end_matches('/');
    let place = if place.contains(':') { place.to_owned() } else { format!("{place}:80") };
    let mut found = place.to_socket_addrs().map_err(|error| wrong(&error.to_string()))?;
    found.next().ok_or_else(|| wrong("there is no such host"))
}

impl Load {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let plan = Plan {
            edition: self.edition,
            tables: self.tables,
            rate: (self.rate > 0.0).then_some(self.rate),
            sockets_per_table: self.sockets_per_table,
            warm_up: Duration::from_secs(self.warm_up),
            time: Duration::from_secs(self.seconds),
            sleep: self.sleep,
        };
        let (address, own) = if let Some(url) = &self.url {
            (address(url)?, None)
        } else {
            let program = std::env::current_exe().context("this program cannot be found")?;
            let folder = self.work_dir.unwrap_or_else(std::env::temp_dir);
            // Tables that nobody watches leave memory soon, so that --sleep does not take long.
            let arguments = ["--idle-seconds", "2"].map(str::to_owned);
            let server = OwnServer::start(&program, &folder, &arguments)?;
            (server.address(), Some(server))
        };
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let report = runtime.block_on(whistlestop_load::run(address, &plan));
        drop(own);
        let report = report?;
        if self.json {
            serde_json::to_writer_pretty(&mut *out, &report)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", shown(&report))?;
        }
        let whole = report.failed_tables == 0 && report.first_failure.is_none();
        Ok(if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn shown(report: &Report) -> String {
    let pace = match report.wanted_rate {
        None => "as fast as answers come".to_owned(),
        Some(rate) => format!("{rate} actions/s wanted"),
    };
    let mut text = format!(
        "{} of {}, {} sockets, {} s, {pace}\n\n{} durable actions acknowledged: {:.0} a second; {} finished, {} refused\n\n",
        words::count(report.tables, "table"),
        report.edition,
        words::thousands(report.sockets.into()),
        report.seconds,
        words::thousands(report.acknowledged),
        report.rate,
        words::count(report.games_finished, "game"),
        words::thousands(report.refused),
    );
    if let (Some(server), Some(clients)) = (report.server_cpu_us, report.clients_cpu_us) {
        let _ = writeln!(
            text,
            "Processor time for each: {server:.0} µs of the server, {clients:.0} µs of the clients\n"
        );
    }
    let mut table = Table::new("<>>>>>>");
    table.row(["milliseconds", "times", "p50", "p95", "p99", "p99.9", "most"]);
    let mut row = |what: &str, times: Option<&Quantiles>| {
        if let Some(times) = times {
            let ms = |ms: f64| format!("{ms:.2}");
            let count = words::thousands(times.count);
            let [p50, p95, p99, p999] = [times.p50_ms, times.p95_ms, times.p99_ms, times.p999_ms].map(ms);
            table.row([what.to_owned(), count, p50, p95, p99, p999, ms(times.max_ms)]);
        }
    };
    row("action to own update", report.latency.as_ref());
    row("new table to first view", report.new_table.as_ref());
    row("sleeping table to first view", report.at_rest.as_ref().and_then(|rest| rest.woken.as_ref()));
    text += &table.to_string();
    text += &memory(report.memory.as_ref(), report.at_rest.as_ref());
    if let Some(failure) = &report.first_failure {
        let tables = words::count(report.failed_tables, "table");
        let _ = writeln!(text, "\n{tables} failed; the first failure: {failure}");
    }
    text
}

fn memory(memory: Option<&Memory>, at_rest: Option<&AtRest>) -> String {
    let Some(memory) = memory else {
        return "\nThe server does not tell its memory at /metrics.\n".to_owned();
    };
    let mib = |bytes: u64| format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20));
    let kib = |bytes: i64| format!("{:.1} KiB", bytes as f64 / 1024.0);
    let mut text = format!(
        "\nMemory of the server: {} before, {} with all tables open ({} each), {} after playing ({} each)\n",
        mib(memory.before_bytes),
        mib(memory.open_bytes),
        kib(memory.open_per_table),
        mib(memory.played_bytes),
        kib(memory.played_per_table),
    );
    if let Some(AtRest { all_asleep, memory_bytes: Some(bytes), .. }) = at_rest {
        let which = if *all_asleep { "all tables asleep" } else { "not all tables asleep" };
        let _ = writeln!(text, "Later, {which}: {}", mib(*bytes));
    }
    text
}
