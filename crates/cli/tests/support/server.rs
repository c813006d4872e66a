//! The real server as a process of its own, and people who play at it whatever happens to it.

#![allow(dead_code, reason = "each test uses its part")]

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use whistlestop_server::Store;
use whistlestop_server::client::{Client, ClientError, Method, Socket};
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::{
    Asked, ClientMessage, GameUpdate, GameView, PlayerAction, Refusal, ServerMessage, TableId, TableOptions,
    TableState,
};

pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

/// Where a server stores.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Data<'a> {
    Folder(&'a Path),
    Postgres(&'a str),
}

impl Server {
    /// Starts the program and waits until it says where it listens.
    pub(crate) fn start(data: Data<'_>, listen: SocketAddr) -> Self {
        Self::start_as(Command::new(env!("CARGO_BIN_EXE_whistlestop")), data, listen)
    }

    /// The same with a command that becomes the program when `serve` and its flags are added.
    pub(crate) fn start_as(mut command: Command, data: Data<'_>, listen: SocketAddr) -> Self {
        command.args(["serve", "--no-limits", "--log", "off", "--listen", &listen.to_string()]);
        match data {
            Data::Folder(folder) => command.arg("--data-dir").arg(folder),
            Data::Postgres(url) => command.args(["--database", url]),
        };
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit('/').next().unwrap().parse().unwrap_or_else(|_| panic!("{line:?}"));
        Self { process, address }
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// No time to finish anything.
    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    pub(crate) fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Asks it to stop and says whether it did so in order.
    pub(crate) fn terminate(mut self) -> bool {
        self.signal("-TERM");
        self.process.wait().unwrap().success()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that fails leaves nothing running.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn anywhere() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// A number from the environment: how long the long runs are.
pub(crate) fn setting(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

/// Something legal. `patient` draws, and claims now and then, so that games last; otherwise it claims when it can.
fn choose(view: &GameView, sent: u32, patient: bool) -> Option<(u8, PlayerAction)> {
    let own = view.own.iter().find(|own| own.asked != Asked::Wait {})?;
    let claim = || {
        let group = &own.claims[sent as usize % own.claims.len()];
        PlayerAction::ClaimRoute { route: group.routes[0], payment: group.payments[0].clone() }
    };
    let action = match &own.asked {
        Asked::Wait {} => return None,
        Asked::Tickets { .. } => PlayerAction::KeepTickets { returned: Vec::new() },
        Asked::Turn { claim: true, .. } if !patient || sent.is_multiple_of(7) => claim(),
        Asked::Turn { blind: true, .. } | Asked::SecondCard { blind: true, .. } => PlayerAction::DrawBlind {},
        Asked::Turn { slots, .. } | Asked::SecondCard { slots, .. } if !slots.is_empty() => {
            PlayerAction::TakeFromRow { slot: slots[0] }
        }
        Asked::Turn { claim: true, .. } => claim(),
        Asked::Turn { tickets: true, .. } => PlayerAction::DrawTickets {},
        Asked::Turn { .. } | Asked::SecondCard { .. } => PlayerAction::Pass {},
    };
    Some((own.seat, action))
}

/// What all clients together were told.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger(Arc<Mutex<Told>>);

#[derive(Debug, Default)]
pub(crate) struct Told {
    /// The actions that were said to be done, with their numbers.
    pub(crate) done: Vec<(TableId, String, u32)>,
    /// A hash of what everybody may know of the position at each number: the same for whoever is told.
    truths: HashMap<(TableId, u32), u64>,
    /// When somebody at a table was last told of something new.
    moved: HashMap<TableId, Instant>,
    /// What clients were refused, by kind.
    pub(crate) refused: HashMap<Refusal, (u32, String)>,
}

impl Ledger {
    pub(crate) fn told(&self) -> MutexGuard<'_, Told> {
        self.0.lock().unwrap()
    }

    pub(crate) fn done(&self) -> usize {
        self.told().done.len()
    }

    /// Waits for so many more actions to be done; says whether they were in time.
    pub(crate) async fn wait_for(&self, more: usize, within: Duration) -> bool {
        let (before, began) = (self.done(), Instant::now());
        while self.done() < before + more {
            if began.elapsed() > within {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        true
    }

    /// When a table last went on.
    pub(crate) fn moved(&self, table: TableId) -> Option<Instant> {
        self.told().moved.get(&table).copied()
    }

    fn hear(&self, update: &GameUpdate) {
        let view = &update.game;
        let truth = serde_json::to_string(&(
            (view.n, view.phase, view.turn, view.seat_in_turn, &view.row, view.deck),
            (&view.discards, view.ticket_deck, &view.seats, &view.score),
        ))
        .unwrap();
        let truth = {
            let mut hasher = DefaultHasher::new();
            truth.hash(&mut hasher);
            hasher.finish()
        };
        let mut told = self.told();
        if let Some(known) = told.truths.get(&(update.table, update.seq)) {
            assert_eq!(*known, truth, "two truths for number {}", update.seq);
        } else {
            told.truths.insert((update.table, update.seq), truth);
            told.moved.insert(update.table, Instant::now());
        }
    }

    /// Everything that was said to be done is stored, once, under the number that was told.
    pub(crate) async fn check(&self, store: &Store, tables: &[TableId]) {
        let mut done: HashMap<TableId, Vec<(String, u32)>> = HashMap::new();
        for (table, id, seq) in std::mem::take(&mut self.told().done) {
            done.entry(table).or_default().push((id, seq));
        }
        for table in tables {
            let entries = store.entries(*table, 0).await.unwrap();
            let mut numbers: HashMap<String, Vec<u32>> = HashMap::new();
            for entry in &entries {
                let line: serde_json::Value =
                    serde_json::from_str(entry.text.split('\n').next().unwrap()).unwrap();
                if let Some(id) = line["id"].as_str() {
                    numbers.entry(id.to_owned()).or_default().push(entry.number);
                }
            }
            for (id, seq) in done.remove(table).unwrap_or_default() {
                assert_eq!(numbers.get(&id), Some(&vec![seq]), "action {id} of table {table}");
            }
            assert!(
                numbers.values().all(|numbers| numbers.len() == 1),
                "an action of {table} was done twice"
            );
        }
        assert!(done.is_empty(), "actions were done at tables that nobody opened");
    }
}

/// Somebody on a seat: plays, loses the connection, comes back at this node or another, and sends what was not
/// answered once more.
pub(crate) struct Seat {
    pub(crate) client: Client,
    pub(crate) nodes: Vec<SocketAddr>,
    pub(crate) table: TableId,
    /// How long nothing may come before it tries another connection.
    pub(crate) patience: Duration,
    pub(crate) patient: bool,
    name: String,
    ledger: Ledger,
    sent: u32,
    seen: Option<u32>,
    unanswered: Option<ClientMessage>,
}

/// How a connection ended.
enum Ended {
    GameOver,
    Stopped,
    Lost,
}

impl Seat {
    pub(crate) fn new(
        client: Client,
        nodes: Vec<SocketAddr>,
        table: TableId,
        name: String,
        ledger: &Ledger,
    ) -> Self {
        Self {
            client,
            nodes,
            table,
            patience: Duration::from_secs(2),
            patient: false,
            name,
            ledger: ledger.clone(),
            sent: 0,
            seen: None,
            unanswered: None,
        }
    }

    /// Plays until the game is over, or until `stop`. Says whether the game is over.
    pub(crate) async fn play(mut self, stop: Arc<AtomicBool>) -> bool {
        while !stop.load(Ordering::Relaxed) {
            let at = self.client.at(self.nodes[0]);
            // A node that is frozen takes connections and says nothing.
            let socket = tokio::time::timeout(self.patience, at.socket()).await;
            if let Ok(Ok(mut socket)) = socket {
                match self.play_connected(&mut socket, &stop).await {
                    Ok(Ended::GameOver) => return true,
                    Ok(Ended::Stopped) => return false,
                    Ok(Ended::Lost) | Err(_) => {}
                }
            }
            self.nodes.rotate_left(1);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        false
    }

    async fn play_connected(&mut self, socket: &mut Socket, stop: &AtomicBool) -> Result<Ended, ClientError> {
        socket.send(&ClientMessage::Watch { table: self.table, from: self.seen }).await?;
        if let Some(message) = &self.unanswered {
            socket.send(message).await?;
        }
        while !stop.load(Ordering::Relaxed) {
            let Some(message) = socket.next_within(self.patience).await? else { return Ok(Ended::Lost) };
            match message {
                ServerMessage::Game(update) => {
                    self.ledger.hear(&update);
                    assert!(self.seen.is_none_or(|seen| seen <= update.seq), "the game went back");
                    self.seen = Some(update.seq);
                    if update.game.score.is_some() {
                        return Ok(Ended::GameOver);
                    }
                    if self.unanswered.is_none()
                        && let Some((seat, action)) = choose(&update.game, self.sent, self.patient)
                    {
                        self.sent += 1;
                        let id = format!("{}-{}", self.name, self.sent);
                        let act = ClientMessage::Act { table: self.table, id, seq: update.seq, seat, action };
                        socket.send(&act).await?;
                        self.unanswered = Some(act);
                    }
                }
                ServerMessage::Done { id, seq, .. } => {
                    self.unanswered = None;
                    self.ledger.told().done.push((self.table, id, seq));
                    if self.seen.is_some_and(|seen| seen >= seq) {
                        socket.send(&ClientMessage::Watch { table: self.table, from: self.seen }).await?;
                    }
                }
                ServerMessage::Refused { refused, .. } => {
                    let count = |(count, _): &mut (u32, String)| *count += 1;
                    self.ledger
                        .told()
                        .refused
                        .entry(refused.code)
                        .and_modify(count)
                        .or_insert((1, refused.text.clone()));
                    match refused.code {
                        Refusal::NotStored | Refusal::Stopping | Refusal::TooMany => {
                            tokio::time::sleep(Duration::from_millis(100)).await;
                            socket.send(&ClientMessage::Watch { table: self.table, from: self.seen }).await?;
                            if let Some(message) = &self.unanswered {
                                socket.send(message).await?;
                            }
                        }
                        Refusal::Stale | Refusal::WrongTime => {
                            self.unanswered = None;
                            socket.send(&ClientMessage::Watch { table: self.table, from: None }).await?;
                        }
                        _ => panic!("{refused:?}"),
                    }
                }
                _ => {}
            }
        }
        Ok(Ended::Stopped)
    }
}

/// What kind of table to play at.
pub(crate) struct Kind {
    pub(crate) edition: &'static str,
    /// On the seats after the two people.
    pub(crate) bots: Vec<String>,
    pub(crate) patient: bool,
}

/// A table with two people, who are at these nodes first.
pub(crate) async fn open_table(
    nodes: [SocketAddr; 2],
    number: usize,
    kind: &Kind,
    ledger: &Ledger,
) -> [Seat; 2] {
    try_open_table(nodes, number, kind, ledger).await.unwrap()
}

/// The same where a server may be dead just now.
pub(crate) async fn try_open_table(
    nodes: [SocketAddr; 2],
    number: usize,
    kind: &Kind,
    ledger: &Ledger,
) -> Result<[Seat; 2], ClientError> {
    let (ann, _) = Client::guest(nodes[0], "Ann").await?;
    let (bob, _) = Client::guest(nodes[1], "Bob").await?;
    let mut options = TableOptions::new(kind.edition, 2 + kind.bots.len() as u8);
    options.stand_in.after_s = None;
    options.bot_pace_ms = 0;
    let new = NewTable { options, bots: kind.bots.clone(), sit: true, nonce: None, start: false };
    let table: TableState = ann.post("/api/v1/tables", &new).await?;
    let seat = format!("/api/v1/tables/{}/seats/1", table.id);
    let _: TableState = bob.call(Method::PUT, &seat, &serde_json::json!({"type": "sit"})).await?;
    let _: TableState = ann.post(&format!("/api/v1/tables/{}/start", table.id), &()).await?;
    let [first, second] = nodes;
    let orders =
        if first == second { [vec![first], vec![first]] } else { [vec![first, second], vec![second, first]] };
    let [of_ann, of_bob] = orders;
    Ok([(ann, "a", of_ann), (bob, "b", of_bob)].map(|(client, name, nodes)| Seat {
        patient: kind.patient,
        ..Seat::new(client, nodes, table.id, format!("{number}{name}"), ledger)
    }))
}
