use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use whistlestop_bots::BOTS;

use crate::table::Table;
use crate::words;

const EXAMPLES: &str = "\
A bot that thinks can be given another time: mcts@100ms, mcts@2s, or mcts@2000it for simulated games.
Programs of your own play too: docs/bots.md tells how.

Examples:
  whistlestop bots
  whistlestop bots --json | jq -r '.[].id'";

/// List the bots
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Bots {
    /// Print one JSON array instead of a table
    #[arg(long)]
    json: bool,
}

impl Bots {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        if self.json {
            serde_json::to_writer(&mut *out, &BOTS)?;
            writeln!(out)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut table = Table::new("<<>><");
        table.row(["id", "name", "strength", "thinks", ""]);
        for bot in &BOTS {
            let thinks = match bot.thinking_ms {
                0 => "at once".to_owned(),
                time => format!("{time} ms"),
            };
            table.row([bot.id, bot.name, &words::signed(bot.strength), &thinks, bot.sentence]);
        }
        write!(out, "{table}")?;
        Ok(ExitCode::SUCCESS)
    }
}
