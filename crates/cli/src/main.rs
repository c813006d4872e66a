//! The program `whistlestop`.

#![forbid(unsafe_code)]

mod commands;
mod failure;
mod files;
mod numbers;
mod progress;
mod records;
mod table;
mod words;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;

/// A server frees on one thread what it made on another, all the time, and tables come and go: the system's allocator
/// takes a sixth longer for an action, and keeps what sleeping tables had.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

const EXAMPLES: &str = "\
Examples:
  whistlestop edition list                        What can be played
  whistlestop sim --players 3 --games 100000      How random games come out
  whistlestop sim --games 10 --records games/     Write ten games down
  whistlestop verify games/*.jsonl                Check that they keep to the rules
  whistlestop arena --bots random,greedy --out duel/   Who is stronger, and by how much
  whistlestop balance --edition nyc               How a map plays
  whistlestop --editions my-maps/ sim --edition isle

Exit codes: 0 all well, 1 something failed or does not hold, 2 wrong arguments.";

/// Ticket to Ride, every edition: simulate, replay, verify.
#[derive(Debug, Parser)]
#[command(name = "whistlestop", version, propagate_version = true, after_help = EXAMPLES)]
struct Cli {
    /// Add the maps, decks and editions of every .toml file below DIR; may be given several times
    #[arg(long, global = true, value_name = "DIR")]
    editions: Vec<PathBuf>,

    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(io::stdout().lock());
    let result = cli.command.run(&cli.editions, &mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    result.unwrap_or_else(|error| {
        // What was written before the failure comes first.
        let _ = out.flush();
        failure::report(&error)
    })
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_arguments_make_sense_to_clap() {
        super::Cli::command().debug_assert();
    }
}
