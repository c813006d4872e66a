use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use whistlestop_arena::balance::{Balance as Figures, Trial};
use whistlestop_arena::{Entrant, ProgramTerms, Progress};
use whistlestop_bots::BOTS;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::Seat;

use crate::failure::INTERRUPTED;
use crate::progress::watched;
use crate::table::Table;
use crate::{files, numbers, words};

const USUAL_PLAYERS: usize = 4;
const TIMEOUT: Duration = Duration::from_secs(10);
/// Routes and tickets that the terminal shows of each kind; the files have all.
const SHOWN: usize = 8;

const EXAMPLES: &str = "\
Who sits where is drawn by lot among the bots, and every seating is played from all seats. With --out, DIR gets
balance.json, routes.csv, tickets.csv, and the map with its routes coloured by how often they are claimed, as
heat-map.svg and heat-map.png.

Examples:
  whistlestop balance --edition nyc --out nyc-balance/
  whistlestop balance --edition usa-classic --players 3 --games 5000 --bots greedy
  whistlestop --editions my-maps/ balance --edition isle --out isle-balance/";

/// Find out how a map plays: seats, routes, tickets
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Balance {
    /// The id that `edition list` shows
    #[arg(long, value_name = "ID", default_value = "usa-classic")]
    edition: String,

    /// Players at the table [default: 4, or the most the edition allows]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::player_count)]
    players: Option<usize>,

    /// How many games to play
    #[arg(long, value_name = "G", default_value = "1000", allow_negative_numbers = true, value_parser = numbers::game_count)]
    games: u64,

    /// The number from which every deal follows
    #[arg(long, value_name = "S", default_value = "1", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: u64,

    /// Bots by name, separated by commas; may be given several times [default: all that answer at once, but for the weakest]
    #[arg(long, value_name = "BOTS", value_parser = Entrant::parse_list)]
    bots: Vec<Vec<Entrant>>,

    /// Threads to play on [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::thread_count)]
    threads: Option<NonZeroUsize>,

    /// Where files go; without it there are none
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

impl Balance {
    pub(crate) fn run(&self, editions: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let library = files::library(editions)?;
        let edition = files::edition(&library, &self.edition)?;
        let players = numbers::players(edition, self.players, USUAL_PLAYERS)?;
        let asked: Vec<Entrant> = self.bots.iter().flatten().cloned().collect();
        let entrants = if asked.is_empty() { usual_bots()? } else { asked };
        if let Some(directory) = &self.out {
            std::fs::create_dir_all(directory)
                .with_context(|| format!("cannot write to {}", directory.display()))?;
        }
        let trial = Trial { edition, entrants, players, games: self.games, seed: self.seed };
        let progress = Arc::new(Progress::default());
        let stopper = Arc::clone(&progress);
        ctrlc::set_handler(move || stopper.stop())?;
        let terms = ProgramTerms { timeout: TIMEOUT, errors: self.out.clone() };
        let figures =
            watched(|| progress.games(), || trial.run(numbers::threads(self.threads), &terms, &progress))?;
        if let Some(directory) = &self.out {
            figures.write(directory, edition)?;
        }
        if self.json {
            serde_json::to_writer(&mut *out, &figures)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", in_words(edition, &figures))?;
            if let Some(directory) = &self.out {
                writeln!(out, "\nAll of it, and the map, is in {}", directory.display())?;
            }
        }
        if progress.is_stopped() {
            out.flush()?;
            eprintln!(
                "stopped after {} of {}",
                figures.games + figures.forfeits,
                words::count(self.games, "game")
            );
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Those that answer at once, without the weakest of them, which tells little about a map.
fn usual_bots() -> anyhow::Result<Vec<Entrant>> {
    let mut quick: Vec<_> = BOTS.iter().filter(|bot| bot.thinking_ms == 0).collect();
    quick.sort_by_key(|bot| bot.strength);
    let skipped = usize::from(quick.len() > 1);
    Ok(quick.into_iter().skip(skipped).map(|bot| Entrant::parse(bot.id)).collect::<Result<_, _>>()?)
}

fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

fn maybe_percent(rate: Option<f64>) -> String {
    rate.map_or_else(|| "–".to_owned(), percent)
}

fn in_words(edition: &Edition, figures: &Figures) -> String {
    let title = format!(
        "{} ({}), {} players, {} from seed {}: {}\n\
         {:.1} turns a game; 5% of games have {} or fewer, half {}, 95% {}\n",
        edition.name(),
        figures.edition,
        figures.players,
        words::count(figures.games, "game"),
        figures.seed,
        words::list(figures.bots.iter().map(|bot| words::printable(bot))),
        figures.turns.mean,
        figures.turns.p5,
        figures.turns.p50,
        figures.turns.p95,
    );
    let mut seats = Table::new("<>>>");
    seats.row(["seat", "wins", "95%", "mean score"]);
    for (seat, line) in Seat::of(figures.players).zip(&figures.seats) {
        let first = if seat == Seat::S0 { " (starts)" } else { "" };
        seats.row([
            format!("{}{first}", words::seat_color(seat)),
            percent(line.win_rate),
            format!("{:.1} to {:.1}", line.interval.low * 100.0, line.interval.high * 100.0),
            words::signed(format!("{:.1}", line.mean_score)),
        ]);
    }
    let mut strategies = Table::new("<>>>>");
    strategies.row(["strategy", "wins", "mean score", "tickets done", "failed"]);
    for line in &figures.strategies {
        strategies.row([
            words::printable(&line.bot),
            percent(line.win_rate),
            words::signed(format!("{:.1}", line.mean_score)),
            format!("{:.2}", line.tickets_done),
            format!("{:.2}", line.tickets_failed),
        ]);
    }
    format!("{title}\n{seats}\n{strategies}\n{}\n{}", routes(figures), tickets(figures))
}

fn routes(figures: &Figures) -> String {
    let mut sorted: Vec<_> = figures.routes.iter().collect();
    sorted.sort_by(|a, b| b.claimed.total_cmp(&a.claimed));
    let mut table = Table::new("<<>>>");
    table.row(["most and least claimed routes", "", "length", "claimed", "claimers win"]);
    let rest = sorted.len().saturating_sub(SHOWN).max(SHOWN).min(sorted.len());
    for route in sorted.iter().take(SHOWN).chain(&sorted[rest..]) {
        table.row([
            format!("{} – {}", route.a, route.b),
            route.color.clone(),
            route.length.to_string(),
            percent(route.claimed),
            maybe_percent(route.win_rate),
        ]);
    }
    table.to_string()
}

fn tickets(figures: &Figures) -> String {
    let mut sorted: Vec<_> = figures.tickets.iter().collect();
    sorted.sort_by(|a, b| b.points_per_turn.total_cmp(&a.points_per_turn));
    let mut table = Table::new("<>>>>>>>");
    table.row([
        "best and worst tickets for their cost",
        "points",
        "trains",
        "turns",
        "points/turn",
        "kept",
        "completed",
        "mean worth",
    ]);
    let rest = sorted.len().saturating_sub(SHOWN).max(SHOWN).min(sorted.len());
    for ticket in sorted.iter().take(SHOWN).chain(&sorted[rest..]) {
        table.row([
            format!("{} – {}", ticket.a, ticket.b),
            ticket.points.to_string(),
            ticket.trains.to_string(),
            format!("{:.1}", ticket.turns),
            format!("{:.2}", ticket.points_per_turn),
            words::thousands(ticket.kept),
            maybe_percent(ticket.completed),
            ticket.mean_worth.map_or_else(|| "–".to_owned(), |worth| words::signed(format!("{worth:.1}"))),
        ]);
    }
    table.to_string()
}
