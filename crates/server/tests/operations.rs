//! What whoever runs a server relies on: figures, the page about the API, and what is forgotten when.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::net::SocketAddr;
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use support::{TestServer, new_table, options, play_to_the_end, test_config};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use whistlestop_server::client::{Answer, Client, Method};
use whistlestop_server::protocol::rest::{Me, NewTable};
use whistlestop_server::protocol::table::TableSummary;
use whistlestop_server::protocol::{PlayerId, RecordId, TableId, TableOptions, TableStatus};
use whistlestop_server::retention::{Forgotten, Retention};
use whistlestop_server::store::{Append, NewPerson, StoreError, TableIndex};
use whistlestop_server::{Config, Database, Store};

const DAY: i64 = 24 * 60 * 60 * 1000;

async fn get(server: &TestServer, path: &str) -> Answer {
    let answer = Client::new(server.address).request(Method::GET, path, &[], String::new()).await.unwrap();
    assert!(answer.status.is_success(), "{path}: {}", answer.status);
    answer
}

/// The value of one figure.
async fn figure(server: &TestServer, name: &str) -> f64 {
    let text = get(server, "/metrics").await.text;
    let line = text.lines().find(|line| line.strip_prefix(name).is_some_and(|rest| rest.starts_with(' ')));
    line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).rsplit(' ').next().unwrap().parse().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn figures_exist_from_the_start_and_move() {
    let server = TestServer::start().await;
    for name in ["whistlestop_tables_awake", "whistlestop_sockets", "whistlestop_bot_queue"] {
        assert!(figure(&server, name).await.abs() < 0.5, "{name}");
    }
    assert!(figure(&server, "whistlestop_actions_total").await.abs() < 0.5);
    assert!(figure(&server, "process_resident_memory_bytes").await > 1e6);

    let ann = server.guest("Ann").await;
    let new = NewTable { bots: vec!["random".to_owned()], start: true, ..new_table(options("toy", 2)) };
    let table = ann.make(&new).await;
    let mut socket = ann.watch(table.id, None).await;
    let (_, played) = play_to_the_end(&mut socket, table.id, 1).await;
    assert!(figure(&server, "whistlestop_actions_total").await > f64::from(played), "bots act too");
    assert!(figure(&server, "whistlestop_sockets").await > 0.5);
    assert!(figure(&server, "whistlestop_tables_awake").await > 0.5);
    for histogram in ["command", "commit", "load", "bot_wait", "bot"] {
        let counted = figure(&server, &format!("whistlestop_{histogram}_seconds_count")).await;
        assert!(counted >= 1.0, "{histogram}");
    }
    let text = get(&server, "/metrics").await.text;
    assert!(text.contains("whistlestop_command_seconds_bucket{le=\"0.01\"}"), "{text}");

    socket.close().await;
    let quiet = async {
        while figure(&server, "whistlestop_sockets").await + figure(&server, "whistlestop_tables_awake").await
            > 0.5
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), quiet).await.expect("nothing is left behind");
}

#[tokio::test]
async fn the_page_about_the_api_needs_nothing_from_elsewhere() {
    let server = TestServer::start().await;
    let page = get(&server, "/api/docs").await;
    assert!(page.headers["content-type"].to_str().unwrap().starts_with("text/html"));
    let policy = page.headers["content-security-policy"].to_str().unwrap().to_owned();
    for needed in ["default-src 'none'", "script-src 'self';", "style-src 'self'", "connect-src 'self'"] {
        assert!(policy.contains(needed), "{needed}: {policy}");
    }
    assert!(!policy.contains("http"), "{policy}");

    let mut files = Vec::new();
    for part in page.text.split(['"', '\'']).filter(|part| part.starts_with('/')) {
        let file = get(&server, part).await;
        files.push((part.to_owned(), file));
    }
    let loaded: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    for wanted in ["/api/docs/page.js", "/api/docs/page.css", "/api/openapi.json"] {
        assert!(loaded.contains(&wanted), "{wanted}: {loaded:?}");
    }
    let texts =
        files.iter().filter(|(path, _)| path.starts_with("/api/docs")).map(|(_, file)| file.text.as_str());
    for text in texts.chain([page.text.as_str()]) {
        for elsewhere in ["http:", "https:", "src=\"//", "@import", "url("] {
            assert!(!text.contains(elsewhere), "{elsewhere} in {text}");
        }
    }
    // What the policy forbids would not run: no script in the page, none in attributes, none made from text.
    for inline in ["<script>", "onclick=", "onsubmit=", "<style"] {
        assert!(!page.text.contains(inline), "{inline}");
    }
    let script = &files.iter().find(|(path, _)| path.as_str() == "/api/docs/page.js").unwrap().1;
    assert!(script.headers["content-type"].to_str().unwrap().starts_with("text/javascript"));
    for unsafe_way in ["innerHTML", "eval(", "document.write"] {
        assert!(!script.text.contains(unsafe_way), "{unsafe_way}");
    }
    let api: serde_json::Value = serde_json::from_str(&get(&server, "/api/openapi.json").await.text).unwrap();
    assert!(api["paths"]["/api/v1/tables"]["post"].is_object());
}

fn index(table: TableId, status: TableStatus, player: PlayerId, changed_at: i64) -> TableIndex {
    let summary = TableSummary {
        id: table,
        status,
        options: TableOptions::new("toy", 2),
        seats: Vec::new(),
        created_at: 0,
        changed_at,
    };
    TableIndex {
        code: None,
        status,
        listed: false,
        created_at: 0,
        changed_at,
        wake_at: None,
        owner: None,
        players: vec![player],
        summary,
    }
}

/// Stores a table at which something happened on each of these days, with its line in the lists written at the first.
async fn store_table(store: &Store, table: TableId, status: TableStatus, player: PlayerId, days: &[i64]) {
    for (number, day) in (1u32..).zip(days) {
        let index = (number == 1).then(|| index(table, status, player, day * DAY));
        let append = Append { table, number, at: day * DAY, text: "entry".to_owned(), index };
        store.append(append).await.unwrap();
    }
}

async fn guest(store: &Store, number: u8, day: i64) -> PlayerId {
    let player = PlayerId([number; 16]);
    store.add_guest(&NewPerson { player, name: format!("Guest {number}") }, day * DAY).await.unwrap();
    store.add_session([number; 32], player, None, day * DAY).await.unwrap();
    player
}

#[tokio::test]
async fn what_is_too_old_is_forgotten_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
    let old = guest(&store, 1, 0).await;
    let playing = guest(&store, 2, 0).await;
    let came_back = guest(&store, 3, 0).await;
    store.saw(came_back, 95 * DAY).await.unwrap();
    let member = guest(&store, 4, 0).await;
    store.rename(member, "Member", Some("hash")).await.unwrap();
    let tables: [TableId; 6] = std::array::from_fn(|i| TableId([100 + i as u8; 16]));
    let [finished, finished_lately, correspondence, abandoned, open_lately, closed] = tables;
    store_table(&store, finished, TableStatus::Finished, old, &[1, 2]).await;
    store_table(&store, finished_lately, TableStatus::Finished, member, &[80]).await;
    // Begun long ago, and still played.
    store_table(&store, correspondence, TableStatus::Playing, playing, &[1, 50, 99]).await;
    store_table(&store, abandoned, TableStatus::Playing, old, &[1, 2]).await;
    store_table(&store, open_lately, TableStatus::Open, member, &[99]).await;
    store_table(&store, closed, TableStatus::Closed, member, &[3]).await;
    store.save_record(RecordId([1; 16]), member, DAY, "old").await.unwrap();
    store.save_record(RecordId([2; 16]), member, 99 * DAY, "new").await.unwrap();

    let forgotten = Retention::default().apply(&store, 1_000_000 * DAY).await.unwrap();
    assert_eq!(forgotten, Forgotten::default(), "by default everything is kept");

    let days = |days: u64| Some(Duration::from_hours(24 * days));
    let retention = Retention { guests: days(30), games: days(60), unfinished: days(20) };
    let forgotten = retention.apply(&store, 100 * DAY).await.unwrap();
    assert_eq!(forgotten, Forgotten { guests: 1, games: 1, records: 1, unfinished: 2 });
    for (table, kept) in tables.into_iter().zip([false, true, true, false, true, false]) {
        assert_eq!(store.entries(table, 0).await.unwrap().is_empty(), !kept, "{table}");
    }
    assert_eq!(store.tables_of(member, 10).await.unwrap().len(), 2);
    assert!(store.tables_of(old, 10).await.unwrap().is_empty());
    for (number, kept) in [(1u8, false), (2, true), (3, true), (4, true)] {
        assert_eq!(store.session([number; 32]).await.unwrap().is_some(), kept, "guest {number}");
    }
    assert_eq!(store.record(RecordId([1; 16])).await.unwrap(), None);
    assert!(store.record(RecordId([2; 16])).await.unwrap().is_some());
    assert_eq!(retention.apply(&store, 100 * DAY).await.unwrap(), Forgotten::default(), "and that is all");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_forgets_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite { path: folder.path().join("whistlestop.db") };
    let store = Store::open(database).await.unwrap();
    let ann = guest(&store, 1, 0).await;
    let table = TableId([1; 16]);
    // More than fit into one transaction.
    for i in 0..250u16 {
        let [high, low] = i.to_be_bytes();
        let mut id = [9; 16];
        id[..2].copy_from_slice(&[high, low]);
        store_table(&store, TableId(id), TableStatus::Finished, ann, &[1]).await;
    }
    store_table(&store, table, TableStatus::Finished, ann, &[1]).await;
    let retention = Retention { games: Some(Duration::from_hours(24)), ..Retention::default() };
    let server = serve(&store, Config { retention, ..test_config() }).await;
    let forgotten = async {
        while !store.tables_of(ann, 1).await.unwrap().is_empty() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), forgotten).await.unwrap();
    assert!(store.entries(table, 0).await.unwrap().is_empty());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
    let ann = PlayerId([1; 16]);
    store.add_guest(&NewPerson { player: ann, name: "Ann".to_owned() }, 0).await.unwrap();
    let secret = "ab".repeat(32);
    let hash: [u8; 32] = Sha256::digest(&secret).into();
    store.add_session(hash, ann, None, 0).await.unwrap();
    let server = serve(&store, test_config()).await;
    let me: Me = Client::with_token(server.address, &secret).get("/api/v1/session").await.unwrap();
    assert_eq!(me.player, ann);
    let seen_at = store.session(hash).await.unwrap().unwrap().seen_at;
    assert!(seen_at > 1_700_000_000_000, "{seen_at}");
    server.stop().await;
}

/// A server on a store that the test keeps.
struct Served {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<(), StoreError>>,
}

async fn serve(store: &Store, config: Config) -> Served {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let shutdown = async {
        let _ = stopped.await;
    };
    let running = tokio::spawn(whistlestop_server::run(listener, store.clone(), config, shutdown));
    Served { address, stop, running }
}

impl Served {
    async fn stop(self) {
        let _ = self.stop.send(());
        self.running.await.unwrap().unwrap();
    }
}
