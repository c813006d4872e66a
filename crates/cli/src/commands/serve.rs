use std::fs;
use std::future::Future;
use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Deserialize;
use whistlestop_rules::edition::Library;
use whistlestop_server::hub::HubConfig;
use whistlestop_server::{Config, Database, Limits, Retention, Store, Timeouts};

use crate::failure::Usage;
use crate::files;

const DEFAULT_LISTEN: &str = "127.0.0.1:8080";
const DEFAULT_DATA_DIR: &str = "whistlestop-data";

const EXAMPLES: &str = "\
Every setting can stand in a TOML file too (listen = \"0.0.0.0:8080\"), or in the environment. A flag goes before the
environment, the environment before the file.

Examples:
  whistlestop serve                                    Play at http://127.0.0.1:8080
  whistlestop serve --data-dir /var/lib/whistlestop
  whistlestop serve --database postgres://user:password@host/whistlestop
  whistlestop serve --config whistlestop.toml";

/// Serve the game: the web client, the API and everything stored
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_override_self = true)]
pub(crate) struct Serve {
    /// A TOML file with settings
    #[arg(long, value_name = "FILE", env = "WHISTLESTOP_CONFIG")]
    config: Option<PathBuf>,

    #[command(flatten)]
    settings: Settings,
}

#[derive(Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Settings {
    /// Where to listen [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDRESS", env = "WHISTLESTOP_LISTEN")]
    listen: Option<SocketAddr>,

    /// The folder of the embedded database [default: whistlestop-data]
    #[arg(long, value_name = "DIR", env = "WHISTLESTOP_DATA_DIR", conflicts_with = "database")]
    data_dir: Option<PathBuf>,

    /// A Postgres database instead, which several servers may share
    #[arg(long, value_name = "URL", env = "WHISTLESTOP_DATABASE")]
    database: Option<String>,

    /// An origin whose pages may use this server, such as <https://play.example.org>; may be given several times
    #[arg(long = "origin", value_name = "ORIGIN", env = "WHISTLESTOP_ORIGINS", value_delimiter = ',')]
    #[serde(default, rename = "origins")]
    origins: Vec<String>,

    /// Browsers reach this server over TLS only
    #[arg(long, env = "WHISTLESTOP_SECURE", num_args = 0..=1, default_missing_value = "true")]
    secure: Option<bool>,

    /// A reverse proxy tells the address of clients in X-Forwarded-For
    #[arg(long, env = "WHISTLESTOP_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true")]
    behind_proxy: Option<bool>,

    /// Threads that think for bots [default: one for each core]
    #[arg(long, value_name = "N", env = "WHISTLESTOP_BOT_THREADS")]
    bot_threads: Option<usize>,

    /// Seconds after which a table that nobody watches leaves memory [default: 20]
    #[arg(long, value_name = "SECONDS", env = "WHISTLESTOP_IDLE_SECONDS")]
    idle_seconds: Option<u64>,

    /// Days after which a guest who was not seen is forgotten [default: never]
    #[arg(long, value_name = "DAYS", env = "WHISTLESTOP_GUEST_DAYS")]
    guest_days: Option<NonZeroU32>,

    /// Days after which a finished game is forgotten [default: never]
    #[arg(long, value_name = "DAYS", env = "WHISTLESTOP_GAME_DAYS")]
    game_days: Option<NonZeroU32>,

    /// Days without anything happening after which a table that is not over is forgotten [default: never]
    #[arg(long, value_name = "DAYS", env = "WHISTLESTOP_UNFINISHED_DAYS")]
    unfinished_days: Option<NonZeroU32>,

    /// How the log is written [default: text]
    #[arg(long, value_name = "FORMAT", env = "WHISTLESTOP_LOG_FORMAT")]
    log_format: Option<LogFormat>,

    /// What is logged, such as info or `whistlestop_server=debug` [default: info]
    #[arg(long, value_name = "FILTER", env = "WHISTLESTOP_LOG")]
    log: Option<String>,

    /// Another limit than usual, such as sockets-per-address=500; may be given several times
    #[arg(long = "limit", value_name = "NAME=NUMBER", env = "WHISTLESTOP_LIMITS", value_delimiter = ',',
        value_parser = limit)]
    #[serde(skip)]
    limit: Vec<(String, i64)>,

    /// The same as a table of the file.
    #[arg(skip)]
    #[serde(default)]
    limits: toml::Table,

    /// Let anybody ask for as much as they like: for measuring, never on the open net
    #[arg(long, env = "WHISTLESTOP_NO_LIMITS", num_args = 0..=1, default_missing_value = "true")]
    no_limits: Option<bool>,
}

fn limit(text: &str) -> Result<(String, i64), String> {
    let (name, number) =
        text.split_once('=').ok_or("a limit is NAME=NUMBER, such as sockets-per-address=500")?;
    let number = number.trim().parse().map_err(|_| format!("{number:?} is not a whole number"))?;
    Ok((name.trim().to_owned(), number))
}

#[derive(Clone, Copy, Debug, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
enum LogFormat {
    Text,
    Json,
}

impl Settings {
    /// These, and where they say nothing, what `file` says.
    fn or(self, file: Self) -> Self {
        // A place to store that was named here hides either kind in the file.
        let named = self.data_dir.is_some() || self.database.is_some();
        Self {
            listen: self.listen.or(file.listen),
            data_dir: self.data_dir.or(file.data_dir.filter(|_| !named)),
            database: self.database.or(file.database.filter(|_| !named)),
            origins: if self.origins.is_empty() { file.origins } else { self.origins },
            secure: self.secure.or(file.secure),
            behind_proxy: self.behind_proxy.or(file.behind_proxy),
            bot_threads: self.bot_threads.or(file.bot_threads),
            idle_seconds: self.idle_seconds.or(file.idle_seconds),
            guest_days: self.guest_days.or(file.guest_days),
            game_days: self.game_days.or(file.game_days),
            unfinished_days: self.unfinished_days.or(file.unfinished_days),
            log_format: self.log_format.or(file.log_format),
            log: self.log.or(file.log),
            limit: self.limit,
            limits: file.limits,
            no_limits: self.no_limits.or(file.no_limits),
        }
    }

    fn database(self) -> anyhow::Result<Database> {
        if let Some(url) = self.database {
            if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
                return Err(
                    Usage("--database is a Postgres URL: postgres://user:password@host/name".into()).into()
                );
            }
            return Ok(Database::Postgres { url });
        }
        let folder = self.data_dir.unwrap_or_else(|| DEFAULT_DATA_DIR.into());
        Ok(Database::Sqlite { path: folder.join("whistlestop.db") })
    }

    fn limits(&self) -> anyhow::Result<Limits> {
        if self.no_limits == Some(true) {
            if !self.limit.is_empty() || !self.limits.is_empty() {
                return Err(Usage("no limits and a limit: choose one".to_owned()).into());
            }
            return Ok(Limits::none());
        }
        let mut limits = self.limits.clone();
        limits.extend(self.limit.iter().map(|(name, number)| (name.clone(), (*number).into())));
        limits.try_into().map_err(|error| Usage(format!("limits: {error}")).into())
    }

    fn config(&self, library: &'static Library) -> anyhow::Result<Config> {
        let defaults = HubConfig::default();
        Ok(Config {
            origins: self.origins.clone(),
            secure_cookies: self.secure.unwrap_or(false),
            behind_proxy: self.behind_proxy.unwrap_or(false),
            limits: self.limits()?,
            timeouts: Timeouts::default(),
            hub: HubConfig {
                idle: self.idle_seconds.map_or(defaults.idle, Duration::from_secs),
                bot_threads: self.bot_threads.unwrap_or(defaults.bot_threads),
            },
            retention: Retention {
                guests: self.guest_days.map(days),
                games: self.game_days.map(days),
                unfinished: self.unfinished_days.map(days),
            },
            library,
        })
    }
}

fn days(days: NonZeroU32) -> Duration {
    Duration::from_hours(24 * u64::from(days.get()))
}

/// Where the settings of a server say that everything is stored.
pub(super) fn place_of(
    config: Option<&Path>,
    data_dir: Option<PathBuf>,
    database: Option<String>,
) -> anyhow::Result<Database> {
    let file = config.map(read_settings).transpose()?.unwrap_or_default();
    Settings { data_dir, database, ..Settings::default() }.or(file).database()
}

impl Serve {
    pub(crate) fn run(self, editions: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let file = self.config.as_deref().map(read_settings).transpose()?.unwrap_or_default();
        let settings = self.settings.or(file);
        start_log(&settings)?;
        // One library for as long as the process lives: every game refers to it.
        let library: &'static Library = Box::leak(Box::new(files::library(editions)?));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(settings, library, out))?;
        runtime.shutdown_timeout(Duration::from_secs(1));
        Ok(ExitCode::SUCCESS)
    }
}

async fn serve(settings: Settings, library: &'static Library, out: &mut impl Write) -> anyhow::Result<()> {
    let config = settings.config(library)?;
    let listen = match settings.listen {
        Some(address) => address,
        None => DEFAULT_LISTEN.parse()?,
    };
    let database = settings.database()?;
    if let Database::Sqlite { path } = &database
        && let Some(folder) = path.parent()
    {
        fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    }
    whistlestop_server::open_files::raise();
    let shutdown = signals()?;
    let store = Store::open(database).await?;
    let listener =
        whistlestop_server::listen(listen).with_context(|| format!("cannot listen at {listen}"))?;
    writeln!(out, "Whistlestop is open at http://{}", listener.local_addr()?)?;
    out.flush()?;
    whistlestop_server::run(listener, store, config, shutdown).await?;
    writeln!(out, "Whistlestop is closed; everything is stored.")?;
    Ok(())
}

/// Done when the process is asked to stop.
fn signals() -> anyhow::Result<impl Future<Output = ()> + Send> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

fn read_settings(path: &Path) -> anyhow::Result<Settings> {
    let text = fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))?;
    toml::from_str(&text).map_err(|error| Usage(format!("{}: {error}", path.display())).into())
}

fn start_log(settings: &Settings) -> anyhow::Result<()> {
    let filter = settings.log.as_deref().unwrap_or("info");
    let filter = tracing_subscriber::EnvFilter::try_new(filter)
        .map_err(|error| Usage(format!("{filter:?} is no filter for the log: {error}")))?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match settings.log_format.unwrap_or(LogFormat::Text) {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().init(),
    }
    Ok(())
}
