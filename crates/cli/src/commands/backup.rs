use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use tempfile::NamedTempFile;
use whistlestop_server::{Database, Store};

use super::storage::Storage;
use crate::failure::Usage;

const EXAMPLES: &str = "\
The server may be running. The copy holds every action that was acknowledged before it was begun. To go back to it: stop the
server, put the copy in the place of whistlestop.db, delete whistlestop.db-wal and whistlestop.db-shm, start.

Examples:
  whistlestop backup --data-dir /var/lib/whistlestop /backups/whistlestop-monday.db";

/// Copy the embedded database, while it is in use or not
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Backup {
    /// The copy; a file that exists is not overwritten
    #[arg(value_name = "FILE")]
    file: PathBuf,

    #[command(flatten)]
    storage: Storage,
}

impl Backup {
    pub(crate) fn run(self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let database = self.storage.database()?;
        if let Database::Postgres { .. } = database {
            let text = "a Postgres database is backed up with pg_dump, which can do so while it is in use";
            return Err(Usage(text.to_owned()).into());
        }
        if self.file.exists() {
            return Err(exists(&self.file).into());
        }
        let folder = match self.file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // Under its own name the copy is always whole.
        let part = NamedTempFile::with_prefix_in(".whistlestop-backup-", folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        let path = part.path().to_str().context("the name of the copy is not plain text")?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let store = Store::open_for_reading(database).await?;
            let copied = store.backup(path).await;
            store.close().await;
            copied
        })?;
        part.as_file().sync_all()?;
        let bytes = part.as_file().metadata()?.len();
        part.persist_noclobber(&self.file).map_err(|failed| match failed.error.kind() {
            io::ErrorKind::AlreadyExists => anyhow::Error::from(exists(&self.file)),
            _ => anyhow::Error::from(failed.error).context(format!("cannot write {}", self.file.display())),
        })?;
        let mib = bytes as f64 / f64::from(1 << 20);
        writeln!(out, "{}: {mib:.1} MiB, every action that was acknowledged", self.file.display())?;
        Ok(ExitCode::SUCCESS)
    }
}

fn exists(file: &Path) -> Usage {
    Usage(format!("{} exists and is left as it is; name another file", file.display()))
}
