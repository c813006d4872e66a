use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use whistlestop_bots::stats::Percentiles;
use whistlestop_bots::{Progress, Series, Stats};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::Seat;

use crate::failure::Interrupted;
use crate::progress::watched;
use crate::records::RecordDir;
use crate::table::Table;
use crate::{files, numbers, words};

const USUAL_PLAYERS: usize = 4;

const EXAMPLES: &str = "\
The same seed gives the same result on any number of threads; only the time differs.

Examples:
  whistlestop sim
  whistlestop sim --edition nyc --players 2 --games 1000000 --seed 7
  whistlestop sim --games 100 --records games/
  whistlestop sim --json | jq .mean_score";

/// Play many games of random players and add them up
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Sim {
    /// The id that `edition list` shows
    #[arg(long, value_name = "ID", default_value = "usa-classic")]
    edition: String,

    /// Players at the table [default: 4, or the most the edition allows]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::player_count)]
    players: Option<usize>,

    /// How many games to play
    #[arg(long, value_name = "G", default_value = "10000", allow_negative_numbers = true, value_parser = numbers::game_count)]
    games: u64,

    /// The number from which every game follows
    #[arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: u64,

    /// Threads to play on [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::thread_count)]
    threads: Option<NonZeroUsize>,

    /// Write every game to DIR as `<edition>-<players>p-<seed>-<game>.jsonl`; files of these names are
    /// replaced, others are left alone
    #[arg(long, value_name = "DIR")]
    records: Option<PathBuf>,

    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Report<'a> {
    #[serde(flatten)]
    stats: &'a Stats,
    threads: usize,
    seconds: f64,
    games_per_s: f64,
}

impl Sim {
    pub(crate) fn run(&self, editions: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let library = files::library(editions)?;
        let edition = files::edition(&library, &self.edition)?;
        let players = numbers::players(edition, self.players, USUAL_PLAYERS)?;
        let threads = numbers::threads(self.threads);
        let series = Series { edition, players, games: self.games, seed: self.seed };

        let records = match &self.records {
            None => None,
            Some(path) => {
                let directory = RecordDir::create(path, edition, players, self.seed);
                Some(directory.with_context(|| format!("cannot write records to {}", path.display()))?)
            }
        };

        let start = Instant::now();
        let stats = self.simulate(&series, threads, records.as_ref())?;
        let seconds = start.elapsed().as_secs_f64();
        let report = Report {
            stats: &stats,
            threads: threads.get(),
            seconds,
            games_per_s: stats.games as f64 / seconds,
        };
        if self.json {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", in_words(edition, &report))?;
            if let Some(directory) = &records {
                writeln!(out, "{}", directory.summary(stats.games))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn simulate(
        &self,
        series: &Series<'_>,
        threads: NonZeroUsize,
        records: Option<&RecordDir<'_>>,
    ) -> anyhow::Result<Stats> {
        let progress = Arc::new(Progress::default());
        let stopper = Arc::clone(&progress);
        ctrlc::set_handler(move || stopper.cancel())?;
        let result = watched(
            || (progress.done(), self.games),
            || match records {
                None => series.play(threads, &progress).map_err(anyhow::Error::from),
                Some(directory) => series
                    .play_recorded(threads, &progress, |game| directory.write(game))
                    .map_err(anyhow::Error::from),
            },
        );
        result.map_err(|error| if progress.is_cancelled() { Interrupted.into() } else { error })
    }
}

fn in_words(edition: &Edition, report: &Report<'_>) -> String {
    let stats = report.stats;
    let mut table = Table::new("<>>>>>>>>>>");
    table.row(["", "wins", "", "mean", "5%", "25%", "median", "75%", "95%", "tickets done", "failed"]);
    let scores = |mean: f64, percentiles: &Percentiles| {
        let Percentiles { p5, p25, p50, p75, p95 } = *percentiles;
        let mean = words::signed(format!("{mean:.1}"));
        std::iter::once(mean).chain([p5, p25, p50, p75, p95].map(words::signed))
    };
    for (seat, line) in Seat::of(stats.players).zip(&stats.seats) {
        let wins = [
            words::seat_color(seat).to_owned(),
            words::rounded(line.wins),
            format!("{:.1}%", line.win_rate * 100.0),
        ];
        let tickets = [format!("{:.2}", line.tickets_done), format!("{:.2}", line.tickets_failed)];
        table.row(wins.into_iter().chain(scores(line.mean_score, &line.percentiles)).chain(tickets));
    }
    let all = ["all".to_owned(), words::thousands(stats.games), String::new()];
    let tickets = [format!("{:.2}", stats.tickets_done), format!("{:.2}", stats.tickets_failed)];
    table.row(all.into_iter().chain(scores(stats.mean_score, &stats.percentiles)).chain(tickets));
    format!(
        "{} ({}), {} players, {} from seed {}\n\n{table}\n\
         {:.1} turns and {:.1} decisions a game, {} shared\n\
         {} games/s: {:.2} s on {} ({})\n",
        edition.name(),
        stats.edition,
        stats.players,
        words::count(stats.games, "random game"),
        stats.seed,
        stats.turns_per_game,
        stats.decisions_per_game,
        words::count(stats.shared_wins, "victory"),
        words::rounded(report.games_per_s),
        report.seconds,
        words::count(report.threads as u64, "thread"),
        stats.build,
    )
}
