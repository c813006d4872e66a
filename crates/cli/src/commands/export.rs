use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use whistlestop_server::archive::Archive;
use whistlestop_server::protocol::{PlayerId, TableId};

use super::storage::Storage;
use crate::failure::Usage;
use crate::words;

/// Games that are looked up at once.
const AT_ONCE: u32 = 500;

const EXAMPLES: &str = "\
Each game becomes a record ID.jsonl, as docs/records.md describes it, which `whistlestop verify` and `whistlestop replay` read.
The server may be running.

Examples:
  whistlestop export --data-dir /var/lib/whistlestop --out games
  whistlestop export --out anns-games --player Ann
  whistlestop export --out . --game 0f8e7d6c5b4a39281706f5e4d3c2b1a0";

/// Write finished games as records
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Export {
    /// The folder for the records
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Only the games of this player: a name, or an id
    #[arg(long, value_name = "PLAYER", conflicts_with = "game")]
    player: Option<String>,

    /// Only this game, by the id of its table; may be given several times
    #[arg(long, value_name = "ID")]
    game: Vec<String>,

    #[command(flatten)]
    storage: Storage,
}

impl Export {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let games = self.game.iter().map(|game| table_id(game)).collect::<Result<Vec<_>, _>>()?;
        let database = self.storage.database()?;
        fs::create_dir_all(&self.out).with_context(|| format!("{} cannot be made", self.out.display()))?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (written, failed) = runtime.block_on(async {
            let archive = Archive::open(database).await?;
            let mut writing = Writing { archive, folder: &self.out, written: 0, failed: 0 };
            if games.is_empty() {
                writing.all(self.player.as_deref()).await?;
            } else {
                for game in games {
                    writing.game(game).await?;
                }
            }
            anyhow::Ok((writing.written, writing.failed))
        })?;
        writeln!(out, "{} in {}", words::count(written, "record"), self.out.display())?;
        Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn table_id(text: &str) -> Result<TableId, Usage> {
    text.parse().map_err(|_| Usage(format!("--game {text}: the id of a table is 32 hexadecimal digits")))
}

struct Writing<'a> {
    archive: Archive,
    folder: &'a Path,
    written: u64,
    failed: u64,
}

impl Writing<'_> {
    async fn all(&mut self, player: Option<&str>) -> anyhow::Result<()> {
        let player = match player {
            None => None,
            Some(player) => Some(self.player(player).await?),
        };
        let mut after = None;
        loop {
            let games = self.archive.finished(player, after, AT_ONCE).await?;
            for game in &games {
                self.game(*game).await?;
            }
            after = games.last().copied();
            if games.len() < AT_ONCE as usize {
                return Ok(());
            }
        }
    }

    async fn player(&self, text: &str) -> anyhow::Result<PlayerId> {
        if let Some(player) = self.archive.player_named(text).await? {
            return Ok(player);
        }
        let unknown = || Usage(format!("--player {text}: nobody has this name, and it is not an id"));
        Ok(text.parse().map_err(|_| unknown())?)
    }

    /// One game that cannot be written is told; the others are written.
    async fn game(&mut self, game: TableId) -> anyhow::Result<()> {
        match self.archive.record(game).await {
            Ok(record) => {
                // Under its final name a file is always whole.
                let path = self.folder.join(format!("{game}.jsonl"));
                let part = path.with_extension("jsonl.part");
                fs::write(&part, record)
                    .and_then(|()| fs::rename(&part, &path))
                    .with_context(|| format!("cannot write {}", path.display()))?;
                self.written += 1;
            }
            Err(refused) => {
                self.failed += 1;
                writeln!(std::io::stderr(), "{game}: {}", refused.text)?;
            }
        }
        Ok(())
    }
}
