use std::io::Write;
use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

const EXAMPLES: &str = "\
Examples:
  whistlestop completions bash > ~/.local/share/bash-completion/completions/whistlestop
  whistlestop completions fish > ~/.config/fish/completions/whistlestop.fish";

/// Print what a shell needs to complete commands
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Completions {
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        // The generator cannot cope with an output that fails, so it gets one that does not.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut crate::Cli::command(), "whistlestop", &mut script);
        out.write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
