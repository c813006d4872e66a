//! The real server as a process of its own: started, stopped, and killed in the middle of games.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use whistlestop_server::client::{Client, Method, Socket};
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::{
    Asked, ClientMessage, GameView, PlayerAction, Refusal, ServerMessage, TableId, TableOptions, TableState,
};
use whistlestop_server::{Database, Store};

/// Tables that are played while the server is killed, with two clients each.
const TABLES: usize = 4;

struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts the program and waits until it says where it listens.
    fn start(folder: &Path, listen: SocketAddr) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_whistlestop"))
            .args(["serve", "--no-limits", "--log", "warn", "--listen", &listen.to_string(), "--data-dir"])
            .arg(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().rsplit('/').next().unwrap().parse().unwrap_or_else(|_| panic!("{line:?}"));
        Self { process, address }
    }

    /// No time to finish anything.
    fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    fn terminate(mut self) -> bool {
        let id = self.process.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
        self.process.wait().unwrap().success()
    }
}

fn anywhere() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 0))
}

/// Something legal: draws, and claims now and then, so that games last.
fn choose(view: &GameView, turn: u32) -> Option<(u8, PlayerAction)> {
    let own = view.own.iter().find(|own| own.asked != Asked::Wait {})?;
    let action = match &own.asked {
        Asked::Wait {} => return None,
        Asked::Tickets { .. } => PlayerAction::KeepTickets { returned: Vec::new() },
        Asked::Turn { claim: true, .. } if turn.is_multiple_of(7) => PlayerAction::ClaimRoute {
            route: own.claims[0].routes[0],
            payment: own.claims[0].payments[0].clone(),
        },
        Asked::Turn { blind: true, .. } | Asked::SecondCard { blind: true, .. } => PlayerAction::DrawBlind {},
        Asked::Turn { slots, .. } | Asked::SecondCard { slots, .. } if !slots.is_empty() => {
            PlayerAction::TakeFromRow { slot: slots[0] }
        }
        Asked::Turn { claim: true, .. } => PlayerAction::ClaimRoute {
            route: own.claims[0].routes[0],
            payment: own.claims[0].payments[0].clone(),
        },
        Asked::Turn { tickets: true, .. } => PlayerAction::DrawTickets {},
        Asked::Turn { .. } | Asked::SecondCard { .. } => PlayerAction::Pass {},
    };
    Some((own.seat, action))
}

/// What a client was told to be done: the id of the action and its number.
type Acknowledged = Arc<Mutex<Vec<(TableId, String, u32)>>>;

/// One seat: plays, loses the connection, comes back, sends what was not answered once more.
struct Seat {
    client: Client,
    table: TableId,
    name: String,
    sent: u32,
    seen: Option<u32>,
    unanswered: Option<ClientMessage>,
    acknowledged: Acknowledged,
}

impl Seat {
    async fn play(mut self, stop: Arc<AtomicBool>) {
        while !stop.load(Ordering::Relaxed) {
            // The server may be down just now.
            if let Ok(mut socket) = self.client.socket().await {
                let _ = self.play_connected(&mut socket, &stop).await;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    async fn play_connected(
        &mut self,
        socket: &mut Socket,
        stop: &AtomicBool,
    ) -> Result<(), whistlestop_server::client::ClientError> {
        socket.send(&ClientMessage::Watch { table: self.table, from: self.seen }).await?;
        if let Some(message) = &self.unanswered {
            socket.send(message).await?;
        }
        while !stop.load(Ordering::Relaxed) {
            let Some(message) = socket.next_within(Duration::from_secs(5)).await? else { return Ok(()) };
            match message {
                ServerMessage::Game(update) => {
                    assert!(self.seen.is_none_or(|seen| seen <= update.seq), "the game went back");
                    self.seen = Some(update.seq);
                    if self.unanswered.is_none()
                        && let Some((seat, action)) = choose(&update.game, self.sent)
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
                    self.acknowledged.lock().unwrap().push((self.table, id, seq));
                    if self.seen.is_some_and(|seen| seen >= seq) {
                        socket.send(&ClientMessage::Watch { table: self.table, from: self.seen }).await?;
                    }
                }
                ServerMessage::Refused { refused, .. } => match refused.code {
                    Refusal::NotStored | Refusal::Stopping | Refusal::TooMany => {
                        if let Some(message) = &self.unanswered {
                            socket.send(message).await?;
                        }
                    }
                    Refusal::Stale | Refusal::WrongTime => {
                        self.unanswered = None;
                        socket.send(&ClientMessage::Watch { table: self.table, from: None }).await?;
                    }
                    _ => panic!("{refused:?}"),
                },
                _ => {}
            }
        }
        Ok(())
    }
}

async fn open_table(address: SocketAddr, number: usize, acknowledged: &Acknowledged) -> [Seat; 2] {
    let (ann, _) = Client::guest(address, "Ann").await.unwrap();
    let (bob, _) = Client::guest(address, "Bob").await.unwrap();
    let mut options = TableOptions::new("usa-mega", 2);
    options.stand_in.after_s = None;
    let new = NewTable { options, bots: Vec::new(), sit: true, nonce: None, start: false };
    let table: TableState = ann.post("/api/v1/tables", &new).await.unwrap();
    let seat = format!("/api/v1/tables/{}/seats/1", table.id);
    let _: TableState = bob.call(Method::PUT, &seat, &serde_json::json!({"type": "sit"})).await.unwrap();
    let _: TableState = ann.post(&format!("/api/v1/tables/{}/start", table.id), &()).await.unwrap();
    [(ann, "a"), (bob, "b")].map(|(client, name)| Seat {
        client,
        table: table.id,
        name: format!("{number}{name}"),
        sent: 0,
        seen: None,
        unanswered: None,
        acknowledged: acknowledged.clone(),
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_again_and_again_it_loses_nothing_and_does_nothing_twice() {
    let kills: u32 =
        std::env::var("WHISTLESTOP_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(20);
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path(), anywhere());
    let address = server.address;
    let acknowledged = Acknowledged::default();
    let stop = Arc::new(AtomicBool::new(false));
    let mut players = Vec::new();
    for number in 0..TABLES {
        for seat in open_table(address, number, &acknowledged).await {
            players.push(tokio::spawn(seat.play(stop.clone())));
        }
    }
    for kill in 0..kills {
        // Killed while it works: each time after some more acknowledgements.
        let before = acknowledged.lock().unwrap().len();
        let wanted = 3 + kill as usize % 17;
        let began = std::time::Instant::now();
        while acknowledged.lock().unwrap().len() < before + wanted
            && began.elapsed() < Duration::from_secs(10)
        {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert!(acknowledged.lock().unwrap().len() > before, "after kill {kill} nothing goes on");
        server.kill();
        server = Server::start(folder.path(), address);
    }
    stop.store(true, Ordering::Relaxed);
    for player in players {
        player.await.unwrap();
    }
    assert!(server.terminate(), "it stops in order when asked to");

    let store = Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
    let acknowledged = acknowledged.lock().unwrap().clone();
    let mut tables: Vec<TableId> = acknowledged.iter().map(|(table, ..)| *table).collect();
    tables.sort_unstable();
    tables.dedup();
    assert_eq!(tables.len(), TABLES);
    for table in tables {
        let entries = store.entries(table, 0).await.unwrap();
        let with_id = |id: &str| {
            let mark = format!("\"id\":\"{id}\"");
            entries
                .iter()
                .filter(|entry| entry.text.contains(&mark))
                .map(|entry| entry.number)
                .collect::<Vec<_>>()
        };
        for (_, id, seq) in acknowledged.iter().filter(|(of, ..)| *of == table) {
            assert_eq!(with_id(id), [*seq], "action {id} of table {table}");
        }
    }
    println!("{kills} kills, {} acknowledged actions, none lost, none twice", acknowledged.len());
}

#[test]
fn a_wrong_setting_is_told_before_anything_starts() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("wrong.toml");
    std::fs::write(&config, "listen = \"127.0.0.1:0\"\nlisten-to = 3\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_whistlestop"))
        .arg("serve")
        .arg("--config")
        .arg(&config)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("wrong.toml") && told.contains("listen-to"), "{told}");
}
