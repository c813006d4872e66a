//! Two real nodes on a real Postgres: one is killed, one is frozen, Postgres goes away. Games go on, and there is never
//! more than one truth.
//!
//! `WHISTLESTOP_NODE_KILLS`, `WHISTLESTOP_FREEZES`, `WHISTLESTOP_FREEZE_SECONDS` and `WHISTLESTOP_RESTARTS` make the
//! runs long; docs/reliability.md has the figures.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../../server/tests/support/postgres.rs"]
mod postgres;
#[path = "support/server.rs"]
mod server;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use postgres::{Postgres, Stop};
use server::{Data, Kind, Ledger, Server, anywhere, open_table, setting};
use tokio::task::JoinHandle;
use whistlestop_rules::record::{Record, verify};
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::table::SitterState;
use whistlestop_server::protocol::{
    ClientMessage, Emote, ServerMessage, Spectators, TableId, TableOptions, TableState, TableStatus,
};
use whistlestop_server::{Database, Store};

/// How soon another node must go on with the tables of one that is gone.
const TAKE_OVER: Duration = Duration::from_secs(5);

const TABLES: usize = 4;

struct Cluster {
    postgres: Postgres,
    nodes: Vec<Server>,
    ledger: Ledger,
    games: Vec<(TableId, [JoinHandle<bool>; 2])>,
    client: Option<Client>,
}

impl Cluster {
    fn start() -> Self {
        let postgres = Postgres::start();
        let url = postgres.url();
        let nodes = (0..2).map(|_| Server::start(Data::Postgres(&url), anywhere())).collect();
        Self { postgres, nodes, ledger: Ledger::default(), games: Vec::new(), client: None }
    }

    fn addresses(&self) -> [SocketAddr; 2] {
        [self.nodes[0].address, self.nodes[1].address]
    }

    /// Has `TABLES` games played, half of them with a bot, each with one person at each node.
    async fn fill(&mut self) {
        let running = self.games.iter().filter(|(_, seats)| seats.iter().any(|seat| !seat.is_finished()));
        for _ in running.count()..TABLES {
            let number = self.games.len();
            let bots = if number.is_multiple_of(2) { vec!["greedy".to_owned()] } else { Vec::new() };
            let kind = Kind { edition: "usa-classic", bots, patient: false };
            let seats = open_table(self.addresses(), number, &kind, &self.ledger).await;
            self.client = Some(seats[0].client.clone());
            let table = seats[0].table;
            let played = seats.map(|seat| tokio::spawn(seat.play(Arc::new(AtomicBool::new(false)))));
            self.games.push((table, played));
        }
    }

    /// The tables whose games are not over.
    fn running(&self) -> Vec<TableId> {
        let over = |seats: &[JoinHandle<bool>; 2]| seats.iter().all(JoinHandle::is_finished);
        self.games.iter().filter(|(_, seats)| !over(seats)).map(|(table, _)| *table).collect()
    }

    /// Waits until each of these tables has gone on since a moment, or is over; gives the longest time it took.
    async fn all_go_on(&self, tables: &[TableId], since: Instant, within: Duration) -> Duration {
        let mut longest = Duration::ZERO;
        for table in tables {
            loop {
                if let Some(moved) = self.ledger.moved(*table).filter(|moved| *moved > since) {
                    longest = longest.max(moved - since);
                    break;
                }
                if !self.running().contains(table) {
                    break;
                }
                assert!(since.elapsed() < within, "table {table} stands still for {:?}", since.elapsed());
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        longest
    }

    /// Waits for all games to be over, and checks that every one holds and that nothing was lost.
    async fn finish(self) -> String {
        let tables: Vec<TableId> = self.games.iter().map(|(table, _)| *table).collect();
        for (table, seats) in self.games {
            for seat in seats {
                let over = tokio::time::timeout(Duration::from_mins(2), seat).await;
                assert!(over.unwrap_or_else(|_| panic!("{table} does not end")).unwrap());
            }
        }
        let store = Store::open(Database::Postgres { url: self.postgres.url() }).await.unwrap();
        self.ledger.check(&store, &tables).await;
        let client = self.client.unwrap();
        for table in &tables {
            // Each node tells the same record, and it follows from its seed.
            let mut records = Vec::new();
            for node in &self.nodes {
                let path = format!("/api/v1/tables/{table}/record");
                let answer = client.at(node.address).request(Method::GET, &path, &[], String::new()).await;
                records.push(answer.unwrap().text);
            }
            assert_eq!(records[0], records[1]);
            let verified = verify(&Record::parse(&records[0]).unwrap()).unwrap();
            assert!(verified.ended && verified.seed_checked && verified.commitment_checked);
        }
        let told = self.ledger.told();
        let refused: Vec<_> =
            told.refused.iter().map(|(code, (count, text))| format!("{count} × {code:?} ({text})")).collect();
        format!("{} games, {} acknowledged actions; refused: {refused:?}", tables.len(), told.done.len())
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_dies_and_the_other_goes_on_with_its_tables() {
    let kills = setting("WHISTLESTOP_NODE_KILLS", 3);
    let mut cluster = Cluster::start();
    let url = cluster.postgres.url();
    let mut longest = Duration::ZERO;
    for kill in 0..kills {
        cluster.fill().await;
        assert!(
            cluster.ledger.wait_for(40, Duration::from_secs(30)).await,
            "after kill {kill} nothing goes on"
        );
        let victim = cluster.nodes.remove(0);
        let address = victim.address;
        let running = cluster.running();
        assert!(!running.is_empty());
        victim.kill();
        longest = longest.max(cluster.all_go_on(&running, Instant::now(), TAKE_OVER).await);
        cluster.nodes.push(Server::start(Data::Postgres(&url), address));
    }
    println!("{kills} kills, longest pause {longest:?}; {}", cluster.finish().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_on_at_the_other_node_although_nobody_watches() {
    let mut cluster = Cluster::start();
    let (ann, _) = Client::guest(cluster.nodes[0].address, "Ann").await.unwrap();
    let mut options = TableOptions::new("usa-classic", 3);
    options.bot_pace_ms = 100;
    let bots = vec!["greedy".to_owned(); 3];
    let new = NewTable { options, bots, sit: false, nonce: None, start: true };
    let table: TableState = ann.post("/api/v1/tables", &new).await.unwrap();
    let store = Store::open(Database::Postgres { url: cluster.postgres.url() }).await.unwrap();
    let entries = async || store.entries(table.id, 0).await.unwrap().len();
    while entries().await < 20 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    cluster.nodes.remove(0).kill();
    let (killed, before) = (Instant::now(), entries().await);
    while entries().await < before + 3 {
        assert!(killed.elapsed() < TAKE_OVER, "the bots' table stands still");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("the bots of a dead node go on after {:?}", killed.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_goes_away_and_comes_back() {
    let restarts = setting("WHISTLESTOP_RESTARTS", 2);
    let mut cluster = Cluster::start();
    let mut longest = Duration::ZERO;
    for restart in 0..restarts {
        cluster.fill().await;
        assert!(cluster.ledger.wait_for(40, Duration::from_secs(30)).await, "nothing goes on");
        let running = cluster.running();
        cluster.postgres.stop(if restart.is_multiple_of(2) { Stop::Immediate } else { Stop::Fast });
        let stopped = cluster.ledger.done();
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(cluster.ledger.done(), stopped, "what cannot be stored is not acknowledged");
        cluster.postgres.start_again();
        longest = longest.max(cluster.all_go_on(&running, Instant::now(), Duration::from_secs(15)).await);
    }
    println!("{restarts} restarts, longest pause after it is back {longest:?}; {}", cluster.finish().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frozen_node_wakes_up_and_there_is_one_truth() {
    let freezes = setting("WHISTLESTOP_FREEZES", 2);
    // Longer than a node may be silent.
    let seconds = setting("WHISTLESTOP_FREEZE_SECONDS", 5);
    let mut cluster = Cluster::start();
    let mut longest = Duration::ZERO;
    for _ in 0..freezes {
        cluster.fill().await;
        assert!(cluster.ledger.wait_for(40, Duration::from_secs(30)).await, "nothing goes on");
        cluster.nodes[0].signal("-STOP");
        let frozen = Instant::now();
        let running = cluster.running();
        let limit = TAKE_OVER + Duration::from_secs(2);
        longest = longest.max(cluster.all_go_on(&running, frozen, limit).await);
        tokio::time::sleep(Duration::from_secs(seconds.into()).saturating_sub(frozen.elapsed())).await;
        cluster.nodes[0].signal("-CONT");
        cluster.nodes.rotate_left(1);
    }
    println!("{freezes} freezes of {seconds} s, longest pause {longest:?}; {}", cluster.finish().await);
}

/// Whoever is connected to one node is not absent for the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_taken_for_absent_who_is_at_another_node() {
    let cluster = Cluster::start();
    let [first, second] = cluster.addresses();
    let (ann, _) = Client::guest(first, "Ann").await.unwrap();
    let (bob, _) = Client::guest(second, "Bob").await.unwrap();
    let mut options = TableOptions::new("usa-classic", 2);
    options.stand_in.after_s = Some(5);
    options.spectators = Spectators::Nobody {};
    let new = NewTable { options, bots: Vec::new(), sit: true, nonce: None, start: false };
    let table: TableState = ann.post("/api/v1/tables", &new).await.unwrap();
    let seat = format!("/api/v1/tables/{}/seats/1", table.id);
    let _: TableState = bob.call(Method::PUT, &seat, &serde_json::json!({"type": "sit"})).await.unwrap();
    let _: TableState = ann.post(&format!("/api/v1/tables/{}/start", table.id), &()).await.unwrap();
    let (mut a, mut b) = (ann.socket().await.unwrap(), bob.socket().await.unwrap());
    for socket in [&mut a, &mut b] {
        socket.send(&ClientMessage::Watch { table: table.id, from: None }).await.unwrap();
    }
    let both = |state: &TableState| {
        state.seats.iter().all(|seat| matches!(seat.sitter, SitterState::Human { connected: true, .. }))
    };
    for socket in [&mut a, &mut b] {
        socket
            .wait_for(|message| match message {
                ServerMessage::Table { state } if both(&state) => Some(()),
                _ => None,
            })
            .await
            .unwrap();
    }
    // A gesture is not stored, and reaches the other node all the same.
    a.send(&ClientMessage::Emote { table: table.id, emote: Emote::WellPlayed }).await.unwrap();
    let told = |message| match message {
        ServerMessage::Emote { name, seat, emote, .. } => Some((name, seat, emote)),
        _ => None,
    };
    assert_eq!(b.wait_for(told).await.unwrap(), ("Ann".to_owned(), Some(0), Emote::WellPlayed));
    // Longer than absence would take. What must not happen can only be waited for.
    tokio::time::sleep(Duration::from_secs(7)).await;
    let state: TableState = bob.get(&format!("/api/v1/tables/{}", table.id)).await.unwrap();
    let here =
        |sitter: &SitterState| matches!(sitter, SitterState::Human { stand_in: None, connected: true, .. });
    assert_eq!(state.status, TableStatus::Playing);
    assert!(state.seats.iter().all(|seat| here(&seat.sitter)), "{:?}", state.seats);
    // Bob's node dies with him: then he is gone, and a bot stands in.
    let mut cluster = cluster;
    cluster.nodes.remove(1).kill();
    let stood_in = |state: &TableState| {
        matches!(&state.seats[1].sitter, SitterState::Human { stand_in: Some(_), connected: false, .. })
    };
    a.wait_for(|message| match message {
        ServerMessage::Table { state } if stood_in(&state) => Some(()),
        _ => None,
    })
    .await
    .unwrap();
}
