//! Many clients that play legal games over real sockets, and how long the server took to answer them.

#![forbid(unsafe_code)]

mod choose;
mod figures;
mod heard;
mod own_server;
mod people;
mod play;
mod report;

use std::net::SocketAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt as _, stream};
use tokio::task::JoinSet;
use tokio::time::Instant;
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::{Refusal, TableId};

pub use self::figures::Quantiles;
pub use self::own_server::OwnServer;
pub use self::report::{AtRest, Memory, Report};

use self::figures::{Shared, Times};
use self::heard::Heard;
use self::people::People;
use self::play::{Pace, Player};

/// Tables that are opened at the same time.
const OPENED_AT_ONCE: usize = 8;

/// A table that nobody plays is opened this often, to see how long that takes.
const NEWCOMERS: Duration = Duration::from_millis(100);

/// Tables that are woken one by one to see how long that takes.
const MOST_WOKEN: usize = 200;

/// Longest anything may take before it counts as broken.
const PATIENCE: Duration = Duration::from_mins(1);

/// After this long the allocator has given back what is free.
const SETTLES: Duration = Duration::from_secs(3);

/// How often to look whether all tables sleep.
const SLEEP_LOOKS: Duration = Duration::from_millis(250);

/// What is to be measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub edition: String,
    pub tables: u32,
    /// Actions a second over all tables; `None`: each table's next action as soon as the one before is answered.
    pub rate: Option<f64>,
    /// One for each seat; one alone plays both seats of a table.
    pub sockets_per_table: u8,
    /// Played, but not counted.
    pub warm_up: Duration,
    pub time: Duration,
    /// Afterwards, lets the tables fall asleep and wakes some of them.
    pub sleep: bool,
}

/// Why a measurement came to nothing, or one of its tables did.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Failure {
    #[error("{address} does not answer: {reason}")]
    Unreachable { address: SocketAddr, reason: String },
    #[error(
        "the server sets limits to one address that a measurement exceeds (it says: {text}). Start it with \
         --no-limits, or with higher limits; docs/hosting.md lists them"
    )]
    Limited { text: String },
    #[error("the server refused ({code:?}): {text}")]
    Refused { code: Refusal, text: String },
    #[error("a connection was lost: {0}")]
    Connection(String),
    #[error("the server could not be started: {0}")]
    Start(String),
    #[error(
        "only {found} files can be open at a time, and {wanted} sockets are wanted; raise it with ulimit -n"
    )]
    TooFewFiles { found: u64, wanted: u64 },
}

impl Failure {
    fn lost(reason: &str) -> Self {
        Self::Connection(reason.to_owned())
    }

    fn refused(heard: &Heard<'_>) -> Self {
        let text = heard.text.clone().unwrap_or_default().into_owned();
        Self::Refused { code: heard.code.unwrap_or(Refusal::Internal), text }.limited()
    }

    /// Limits are what most often stands in the way, so they are told by name.
    fn limited(self) -> Self {
        match self {
            Self::Refused { code: Refusal::TooMany, text } => Self::Limited { text },
            other => other,
        }
    }
}

/// Opens the tables, plays them, and reports.
pub async fn run(address: SocketAddr, plan: &Plan) -> Result<Report, Failure> {
    need_files(plan)?;
    let unreachable = |reason: String| Failure::Unreachable { address, reason };
    let answer = Client::new(address).request(Method::GET, "/healthz", &[], String::new()).await;
    let answer = answer.map_err(|error| unreachable(error.to_string()))?;
    if !answer.status.is_success() {
        return Err(unreachable(format!("/healthz says {}", answer.status)));
    }

    let before = resident(address).await;
    let opened = open_tables(address, plan).await?;
    let open = resident(address).await;

    let from = Instant::now() + plan.warm_up;
    let until = from + plan.time;
    let figures = Arc::new(Shared::new(from, until));
    let cpu_before = tokio::spawn(async move {
        tokio::time::sleep_until(from).await;
        (cpu_of(address).await, whistlestop_server::observe::cpu_seconds())
    });
    let newcomers = tokio::spawn(newcomers(address, plan.clone(), figures.clone(), from, until));
    let (players, failures) = play_all(opened, plan, until, &figures).await;
    let first_views_failed = newcomers.await.unwrap_or(Err(Failure::lost("the newcomers broke"))).err();
    let (server_cpu, own_cpu) = (cpu_of(address).await, whistlestop_server::observe::cpu_seconds());
    let (server_cpu_before, own_cpu_before) = cpu_before.await.unwrap_or_default();
    let played = resident(address).await;
    let counts = figures.counts();
    let per_action = |before: Option<f64>, after: Option<f64>| {
        (counts.acknowledged > 0).then_some((after? - before?) * 1e6 / counts.acknowledged as f64)
    };

    let at_rest = if plan.sleep { Some(sleep_and_wake(address, players).await?) } else { None };
    Ok(Report {
        tables: plan.tables,
        sockets: plan.tables * u32::from(plan.sockets_per_table),
        edition: plan.edition.clone(),
        seconds: plan.time.as_secs_f64(),
        wanted_rate: plan.rate,
        acknowledged: counts.acknowledged,
        rate: counts.acknowledged as f64 / plan.time.as_secs_f64(),
        latency: counts.actions.quantiles(),
        server_cpu_us: per_action(server_cpu_before, server_cpu),
        clients_cpu_us: per_action(own_cpu_before, own_cpu),
        new_table: counts.first_views.quantiles(),
        games_finished: counts.games_finished,
        refused: counts.refused,
        failed_tables: failures.len() as u32,
        first_failure: failures.first().or(first_views_failed.as_ref()).map(ToString::to_string),
        memory: Memory::between(before, open, played, plan.tables),
        at_rest,
    })
}

/// Each socket is a file to this process, and to a server it starts.
fn need_files(plan: &Plan) -> Result<(), Failure> {
    let wanted = u64::from(plan.tables) * u64::from(plan.sockets_per_table) + 100;
    let found = whistlestop_server::open_files::raise();
    if found < wanted { Err(Failure::TooFewFiles { found, wanted }) } else { Ok(()) }
}

async fn open_tables(address: SocketAddr, plan: &Plan) -> Result<Vec<(People, TableId)>, Failure> {
    let opening = (0..plan.tables).map(|_| async {
        let mut people = People::connect(address, &plan.edition, plan.sockets_per_table).await?;
        let table = people.open_table().await?;
        patiently(people.first_views(table)).await?;
        Ok::<_, Failure>((people, table))
    });
    let mut opening = stream::iter(opening).buffer_unordered(OPENED_AT_ONCE);
    let mut opened = Vec::new();
    while let Some(table) = opening.next().await {
        opened.push(table.map_err(Failure::limited)?);
    }
    Ok(opened)
}

async fn patiently<T>(what: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let late = || Failure::lost("the server did not answer within a minute");
    tokio::time::timeout(PATIENCE, what).await.unwrap_or_else(|_| Err(late()))
}

/// Plays every table on a task of its own; gives them back with whatever went wrong.
async fn play_all(
    opened: Vec<(People, TableId)>,
    plan: &Plan,
    until: Instant,
    figures: &Arc<Shared>,
) -> (Vec<Player>, Vec<Failure>) {
    let now = Instant::now();
    let interval = plan.rate.map(|rate| Duration::from_secs_f64(f64::from(plan.tables) / rate));
    let mut playing = JoinSet::new();
    for (i, (people, table)) in opened.into_iter().enumerate() {
        let pace = match interval {
            None => Pace::Closed,
            // Spread evenly over the first interval.
            Some(interval) => {
                Pace::Every { interval, first: now + interval.mul_f64(i as f64 / f64::from(plan.tables)) }
            }
        };
        let figures = figures.clone();
        let mut player = Player::new(people, table, i as u64);
        playing.spawn(async move {
            let failed = player.play(pace, until, &figures).await.err();
            (player, failed)
        });
    }
    let (mut players, mut failures) = (Vec::new(), Vec::new());
    while let Some(played) = playing.join_next().await {
        match played {
            Ok((player, None)) => players.push(player),
            Ok((_, Some(failure))) => failures.push(failure.limited()),
            Err(error) => failures.push(Failure::lost(&error.to_string())),
        }
    }
    (players, failures)
}

/// While the others play, somebody opens tables: how long from asking for one to being shown the game on it?
async fn newcomers(
    address: SocketAddr,
    plan: Plan,
    figures: Arc<Shared>,
    from: Instant,
    until: Instant,
) -> Result<(), Failure> {
    let mut people = People::connect(address, &plan.edition, plan.sockets_per_table).await?;
    let mut every = tokio::time::interval_at(from, NEWCOMERS);
    every.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let asked = every.tick().await;
        if asked >= until {
            return Ok(());
        }
        let began = Instant::now();
        let table = people.open_table().await?;
        patiently(people.first_views(table)).await?;
        figures.first_view(began.elapsed());
        people.unwatch(table).await?;
    }
}

/// Everybody leaves; when all tables sleep, some are woken.
async fn sleep_and_wake(address: SocketAddr, players: Vec<Player>) -> Result<AtRest, Failure> {
    let mut asleep = Vec::new();
    for player in players {
        asleep.extend(player.people.first_client().map(|client| (client, player.table)));
        player.people.leave().await;
    }
    let awake = patiently(async {
        loop {
            match figure::<u32>(address, "whistlestop_tables_awake").await {
                Some(awake) if awake > 0 => tokio::time::sleep(SLEEP_LOOKS).await,
                awake => return Ok(awake),
            }
        }
    });
    let all_asleep = awake.await.is_ok_and(|awake| awake.is_some());
    tokio::time::sleep(SETTLES).await;
    let memory_bytes = resident(address).await;
    let mut woken = Times::default();
    for (client, table) in asleep.into_iter().take(MOST_WOKEN) {
        let mut people = People::returning(client).await?;
        let began = Instant::now();
        people.watch(table).await?;
        patiently(people.first_views(table)).await?;
        woken.add(began.elapsed());
        people.leave().await;
    }
    Ok(AtRest { all_asleep, memory_bytes, woken: woken.quantiles() })
}

/// The memory of the server in bytes, as it says itself.
async fn resident(address: SocketAddr) -> Option<u64> {
    figure(address, "process_resident_memory_bytes").await
}

/// The processor time the server has taken, in seconds.
async fn cpu_of(address: SocketAddr) -> Option<f64> {
    figure(address, "process_cpu_seconds_total").await
}

/// A figure of the server's, if it tells any.
async fn figure<T: FromStr>(address: SocketAddr, name: &str) -> Option<T> {
    let answer = Client::new(address).request(Method::GET, "/metrics", &[], String::new()).await.ok()?;
    let line =
        answer.text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')))?;
    line.rsplit(' ').next()?.parse().ok()
}
