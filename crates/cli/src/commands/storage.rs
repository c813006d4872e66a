//! Where a server stores everything, for the commands that work on that.

use std::path::PathBuf;

use clap::Args;
use whistlestop_server::Database;

use super::serve;

/// The same settings as those of `whistlestop serve`.
#[derive(Debug, Args)]
pub(crate) struct Storage {
    /// The TOML file with the server's settings
    #[arg(long, value_name = "FILE", env = "WHISTLESTOP_CONFIG")]
    config: Option<PathBuf>,

    /// The folder of the embedded database [default: whistlestop-data]
    #[arg(long, value_name = "DIR", env = "WHISTLESTOP_DATA_DIR", conflicts_with = "database")]
    data_dir: Option<PathBuf>,

    /// The Postgres database
    #[arg(long, value_name = "URL", env = "WHISTLESTOP_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl Storage {
    pub(crate) fn database(self) -> anyhow::Result<Database> {
        serve::place_of(self.config.as_deref(), self.data_dir, self.database)
    }
}
