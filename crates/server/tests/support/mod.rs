//! A real server on a free port, and players that play whole games over real sockets.
#![allow(dead_code, reason = "each test uses its part")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng as _;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use whistlestop_rules::chance::below;
use whistlestop_server::client::{Client, Socket};
use whistlestop_server::hub::HubConfig;
use whistlestop_server::protocol::rest::{Me, NewTable};
use whistlestop_server::protocol::{
    Asked, ClientMessage, GameUpdate, GameView, OwnSeat, PlayerAction, ServerMessage, TableId, TableOptions,
    TableState,
};
use whistlestop_server::{Config, Database, Limits, Store};

pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    config: Config,
    folder: TempDir,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

/// As good as no limits, and tables that fall asleep soon.
pub(crate) fn test_config() -> Config {
    Config {
        limits: Limits::none(),
        hub: HubConfig { idle: Duration::from_millis(300), ..HubConfig::default() },
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(test_config()).await
    }

    pub(crate) async fn start_with(config: Config) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut server =
            Self { address: SocketAddr::from(([127, 0, 0, 1], 0)), config, folder, running: None };
        server.open().await;
        server
    }

    /// On a copy of a database.
    pub(crate) async fn start_on(database: &Path) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::copy(database, folder.path().join("whistlestop.db")).unwrap();
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut server = Self { address, config: test_config(), folder, running: None };
        server.open().await;
        server
    }

    pub(crate) fn database(&self) -> PathBuf {
        self.folder.path().join("whistlestop.db")
    }

    /// Starts after [`TestServer::stop`], with the same data.
    pub(crate) async fn open(&mut self) {
        let store = Store::open(Database::Sqlite { path: self.database() }).await.unwrap();
        let listener = whistlestop_server::listen(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
        self.address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let config = self.config.clone();
        let task = tokio::spawn(async move {
            let shutdown = async {
                let _ = stopped.await;
            };
            whistlestop_server::run(listener, store, config, shutdown).await.unwrap();
        });
        self.running = Some((stop, task));
    }

    pub(crate) async fn stop(&mut self) {
        if let Some((stop, task)) = self.running.take() {
            let _ = stop.send(());
            task.await.unwrap();
        }
    }

    /// The same data, another process as far as clients can tell.
    pub(crate) async fn restart(&mut self) {
        self.stop().await;
        self.open().await;
    }

    pub(crate) async fn guest(&self, name: &str) -> Player {
        let (client, me) = Client::guest(self.address, name).await.unwrap();
        Player { client, me }
    }
}

pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) me: Me,
}

/// Options for quick tests: bots that do not dawdle.
pub(crate) fn options(edition: &str, seats: u8) -> TableOptions {
    TableOptions { bot_pace_ms: 0, ..TableOptions::new(edition, seats) }
}

pub(crate) fn new_table(options: TableOptions) -> NewTable {
    NewTable { options, bots: Vec::new(), sit: true, nonce: None, start: false }
}

impl Player {
    pub(crate) async fn make(&self, new: &NewTable) -> TableState {
        self.client.post("/api/v1/tables", new).await.unwrap()
    }

    pub(crate) async fn sit(&self, table: TableId, seat: u8) -> TableState {
        let path = format!("/api/v1/tables/{table}/seats/{seat}");
        let body = serde_json::json!({"type": "sit"});
        self.client.call(whistlestop_server::client::Method::PUT, &path, &body).await.unwrap()
    }

    pub(crate) async fn start(&self, table: TableId) -> TableState {
        self.client.post(&format!("/api/v1/tables/{table}/start"), &()).await.unwrap()
    }

    /// A socket that watches a table.
    pub(crate) async fn watch(&self, table: TableId, from: Option<u32>) -> Socket {
        let mut socket = self.client.socket().await.unwrap();
        socket.send(&ClientMessage::Watch { table, from }).await.unwrap();
        socket
    }
}

/// Waits for the next position.
pub(crate) async fn next_game(socket: &mut Socket) -> GameUpdate {
    socket
        .wait_for(|message| match message {
            ServerMessage::Game(update) => Some(update),
            ServerMessage::Refused { refused, .. } => panic!("refused: {refused:?}"),
            _ => None,
        })
        .await
        .unwrap()
}

/// Waits until the table is as wanted.
pub(crate) async fn wait_for_table(socket: &mut Socket, wanted: impl Fn(&TableState) -> bool) -> TableState {
    socket
        .wait_for(|message| match message {
            ServerMessage::Table { state } if wanted(&state) => Some(state),
            _ => None,
        })
        .await
        .unwrap()
}

/// Chooses with what the server said alone: claims when it can, draws otherwise.
pub(crate) struct Chooser(ChaCha12Rng);

impl Chooser {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha12Rng::seed_from_u64(seed))
    }

    fn any<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(below(&mut self.0, of.len() as u32) as usize) }
    }

    /// The seat that is asked and what it does.
    pub(crate) fn choose(&mut self, view: &GameView) -> Option<(u8, PlayerAction)> {
        let asked: Vec<&OwnSeat> = view.own.iter().filter(|own| own.asked != Asked::Wait {}).collect();
        let own = self.any(&asked).copied()?;
        Some((own.seat, self.action(own)))
    }

    fn action(&mut self, own: &OwnSeat) -> PlayerAction {
        match &own.asked {
            Asked::Wait {} => PlayerAction::Pass {},
            Asked::Tickets { offer, least } => {
                let spare = offer.len() - usize::from(*least);
                let back = below(&mut self.0, spare as u32 + 1) as usize;
                PlayerAction::KeepTickets {
                    returned: offer.iter().take(back).map(|ticket| ticket.ticket).collect(),
                }
            }
            Asked::SecondCard { slots, blind } => self.draw(slots, *blind),
            Asked::Turn { slots, blind, tickets, claim, .. } => {
                if *claim && below(&mut self.0, 4) > 0 {
                    let group = self.any(&own.claims).unwrap();
                    let route = *self.any(&group.routes).unwrap();
                    let payment = self.any(&group.payments).unwrap().clone();
                    PlayerAction::ClaimRoute { route, payment }
                } else if *tickets && below(&mut self.0, 12) == 0 {
                    PlayerAction::DrawTickets {}
                } else if !slots.is_empty() || *blind {
                    self.draw(slots, *blind)
                } else if *claim {
                    let group = &own.claims[0];
                    PlayerAction::ClaimRoute { route: group.routes[0], payment: group.payments[0].clone() }
                } else if *tickets {
                    PlayerAction::DrawTickets {}
                } else {
                    PlayerAction::Pass {}
                }
            }
        }
    }

    fn draw(&mut self, slots: &[u8], blind: bool) -> PlayerAction {
        match self.any(slots) {
            Some(slot) if !blind || below(&mut self.0, 2) == 0 => PlayerAction::TakeFromRow { slot: *slot },
            _ => PlayerAction::DrawBlind {},
        }
    }
}

/// Plays the seats of a connection until the game is over; gives the last update and how many actions were played.
pub(crate) async fn play_to_the_end(socket: &mut Socket, table: TableId, seed: u64) -> (GameUpdate, u32) {
    let mut chooser = Chooser::new(seed);
    let mut played = 0;
    let mut update = next_game(socket).await;
    let mut last_n = update.game.n;
    loop {
        if update.game.score.is_some() {
            return (update, played);
        }
        if let Some((seat, action)) = chooser.choose(&update.game) {
            played += 1;
            let id = format!("{seed}-{played}");
            let message = ClientMessage::Act { table, id: id.clone(), seq: update.seq, seat, action };
            socket.send(&message).await.unwrap();
            // The answer, then the position it led to, or a later one.
            let mut done = None;
            let mut stale = false;
            loop {
                let message = socket.next_within(Duration::from_secs(20)).await.unwrap().unwrap();
                match message {
                    ServerMessage::Done { id: answered, seq, .. } if answered == id => done = Some(seq),
                    ServerMessage::Refused { refused, .. } => {
                        assert_eq!(
                            refused.code,
                            whistlestop_server::protocol::Refusal::Stale,
                            "{}",
                            refused.text
                        );
                        stale = true;
                    }
                    ServerMessage::Game(next) => update = next,
                    _ => {}
                }
                if update.continues && !update.events.is_empty() {
                    last_n = update.game.n;
                }
                if stale || done.is_some_and(|seq| update.seq >= seq) {
                    break;
                }
            }
        } else {
            update = next_game(socket).await;
            if update.continues {
                assert_eq!(
                    update.events.first().map(|event| event.n),
                    Some(last_n + 1),
                    "no event is missing"
                );
            }
            last_n = update.game.n;
        }
    }
}
