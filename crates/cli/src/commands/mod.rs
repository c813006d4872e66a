//! One file for each subcommand.

mod arena;
mod backup;
mod balance;
mod bots;
mod completions;
mod edition;
mod export;
mod load;
mod replay;
mod serve;
mod sim;
mod storage;
mod verify;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(subcommand)]
    Edition(edition::EditionCommand),
    Sim(sim::Sim),
    Bots(bots::Bots),
    Arena(Box<arena::Arena>),
    Balance(balance::Balance),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Serve(Box<serve::Serve>),
    Backup(backup::Backup),
    Export(export::Export),
    Load(load::Load),
    Completions(completions::Completions),
}

impl Command {
    pub(crate) fn run(self, editions: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        match self {
            Self::Edition(command) => command.run(editions, out),
            Self::Sim(command) => command.run(editions, out),
            Self::Bots(command) => command.run(out),
            Self::Arena(command) => command.run(editions, out),
            Self::Balance(command) => command.run(editions, out),
            Self::Replay(command) => command.run(out),
            Self::Verify(command) => command.run(out),
            Self::Serve(command) => command.run(editions, out),
            Self::Backup(command) => command.run(out),
            Self::Export(command) => command.run(out),
            Self::Load(command) => command.run(out),
            Self::Completions(command) => command.run(out),
        }
    }
}
