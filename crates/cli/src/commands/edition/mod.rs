mod check;
mod list;
mod show;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use crate::files;

const EXAMPLES: &str = "\
Examples:
  whistlestop edition list
  whistlestop edition show usa-1910
  whistlestop edition check isle-map.toml isle.toml";

/// List, show or check editions
#[derive(Debug, Subcommand)]
#[command(after_help = EXAMPLES)]
pub(crate) enum EditionCommand {
    /// List the editions that can be played
    #[command(after_help = "Example:\n  whistlestop --editions my-maps/ edition list")]
    List,
    Show(show::Show),
    Check(check::Check),
}

impl EditionCommand {
    pub(crate) fn run(self, editions: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let library = files::library(editions)?;
        match self {
            Self::List => list::run(&library, out),
            Self::Show(command) => command.run(&library, out),
            Self::Check(command) => command.run(&library, out),
        }
    }
}
