use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use whistlestop_rules::record::{Record, Verified, verify};

use crate::records::{self, BadFile};
use crate::words;

const EXAMPLES: &str = "\
Every action must be legal, every card and ticket possible, and the score right.
Where the seed of the game was revealed, every card and ticket must follow from it.

Examples:
  whistlestop verify game.jsonl
  whistlestop verify games/*.jsonl.zst";

/// Check that recorded games keep to the rules
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// Records, compressed with zstd or not
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Verify {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let mut all_hold = true;
        for path in &self.files {
            let line = match check(path) {
                Ok((record, verified)) => praise(&record, &verified),
                Err(bad) => {
                    all_hold = false;
                    bad.to_string()
                }
            };
            writeln!(out, "{}: {}", path.display(), words::printable(&line))?;
        }
        Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn check(path: &Path) -> Result<(Record, Verified), BadFile> {
    let record = records::read(path)?;
    let verified = verify(&record)?;
    Ok((record, verified))
}

fn praise(record: &Record, verified: &Verified) -> String {
    let so_far = if verified.ended { "" } else { " so far" };
    let seed = match (verified.seed_checked, verified.commitment_checked) {
        (true, true) => "chance follows from the seed and the seed from what was agreed before the deal",
        (true, false) => "chance follows from the seed",
        (false, _) => "no seed to check chance by",
    };
    let result = match &verified.standings {
        Some(standings) => super::replay::victory(record.header(), standings),
        None => "the game is not over".to_owned(),
    };
    format!(
        "holds{so_far}: {}, {}, {seed}; {result}",
        words::count(verified.turns, "turn"),
        words::count(verified.events as u64, "event"),
    )
}
