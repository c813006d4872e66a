//! The disk is full, the database is locked, or may only be read: actions are refused with a sentence, nothing is
//! acknowledged that is not stored, and it goes on by itself when the fault is gone.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "support/server.rs"]
mod server;

use std::fs;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use server::{Data, Kind, Ledger, Server, anywhere, open_table};
use sqlx::{Connection as _, Executor as _, SqliteConnection};
use tokio::task::JoinHandle;
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::{Refusal, TableId};
use whistlestop_server::{Database, Store};

const KIND: Kind = Kind { edition: "usa-mega", bots: Vec::new(), patient: true };

struct Play {
    ledger: Ledger,
    tables: Vec<TableId>,
    players: Vec<JoinHandle<bool>>,
    stop: Arc<AtomicBool>,
}

impl Play {
    async fn start(server: &Server) -> Self {
        let ledger = Ledger::default();
        let stop = Arc::new(AtomicBool::new(false));
        let (mut tables, mut players) = (Vec::new(), Vec::new());
        for number in 0..2 {
            for mut seat in open_table([server.address; 2], number, &KIND, &ledger).await {
                // A locked database is waited for before anybody is refused.
                seat.patience = Duration::from_secs(20);
                tables.push(seat.table);
                players.push(tokio::spawn(seat.play(stop.clone())));
            }
        }
        tables.dedup();
        assert!(ledger.wait_for(10, Duration::from_secs(20)).await, "nothing goes on");
        Self { ledger, tables, players, stop }
    }

    /// Waits until clients are refused, and gives the sentence.
    async fn wait_for_refusals(&self) -> String {
        let began = Instant::now();
        loop {
            if let Some((_, text)) = self.ledger.told().refused.get(&Refusal::NotStored) {
                return text.clone();
            }
            assert!(began.elapsed() < Duration::from_secs(20), "nobody is refused");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    async fn finish(self, store: &Store) {
        self.stop.store(true, Ordering::Relaxed);
        for player in self.players {
            player.await.unwrap();
        }
        self.ledger.check(store, &self.tables).await;
    }
}

/// How large files of a process may become. Whatever is written beyond fails, as on a full disk.
fn limit_files(server: &Server, bytes: &str) {
    let (id, limit) = (server.id().to_string(), format!("--fsize={bytes}:unlimited"));
    assert!(Command::new("prlimit").args(["--pid", &id, &limit]).status().unwrap().success());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_actions_until_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    // Without this the system would end the process instead of refusing to write.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_whistlestop")]);
    let server = Server::start_as(command, Data::Folder(folder.path()), anywhere());
    let play = Play::start(&server).await;
    limit_files(&server, "4096");
    let sentence = play.wait_for_refusals().await;
    assert!(sentence.contains("could not be stored"), "{sentence}");
    let before = play.ledger.done();
    let refused = Client::guest(server.address, "Cid").await.unwrap_err();
    assert_eq!(refused.refused().unwrap().code, Refusal::NotStored);
    let alive =
        Client::new(server.address).request(Method::GET, "/healthz", &[], String::new()).await.unwrap();
    assert_eq!(alive.status, 200, "it lives");
    assert!(!play.ledger.wait_for(1, Duration::from_millis(500)).await, "nothing is acknowledged");
    assert_eq!(play.ledger.done(), before);
    limit_files(&server, "unlimited");
    assert!(play.ledger.wait_for(10, Duration::from_secs(20)).await, "it goes on by itself");
    Client::guest(server.address, "Cid").await.unwrap();
    assert!(server.terminate());
    let store = Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
    play.finish(&store).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_refuses_actions_until_it_is_free() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Data::Folder(folder.path()), anywhere());
    let play = Play::start(&server).await;
    let url = format!("sqlite://{}", folder.path().join("whistlestop.db").display());
    let mut intruder = SqliteConnection::connect(&url).await.unwrap();
    intruder.execute("PRAGMA busy_timeout = 5000").await.unwrap();
    intruder.execute("BEGIN IMMEDIATE").await.unwrap();
    let before = play.ledger.done();
    let sentence = play.wait_for_refusals().await;
    assert!(sentence.contains("could not be stored") || sentence.contains("does not answer"), "{sentence}");
    // What was on its way when the lock came is all that may have been acknowledged.
    assert!(play.ledger.done() <= before + 4);
    intruder.execute("ROLLBACK").await.unwrap();
    assert!(play.ledger.wait_for(10, Duration::from_secs(20)).await, "it goes on by itself");
    assert!(server.terminate());
    let store = Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
    play.finish(&store).await;
}

/// Root may write everywhere, so that root lets somebody else try.
fn as_somebody() -> Command {
    let root = fs::read_to_string("/proc/self/status").is_ok_and(|status| status.contains("\nUid:\t0\t"));
    if root {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", env!("CARGO_BIN_EXE_whistlestop")]);
        command
    } else {
        Command::new(env!("CARGO_BIN_EXE_whistlestop"))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_may_only_be_read_is_told_at_the_start() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Data::Folder(folder.path()), anywhere());
    assert!(server.terminate());
    let allow = |mode: u32, files: u32| {
        for entry in fs::read_dir(folder.path()).unwrap() {
            fs::set_permissions(entry.unwrap().path(), fs::Permissions::from_mode(files)).unwrap();
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    };
    allow(0o555, 0o444);
    let output = as_somebody()
        .args(["serve", "--log", "off", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("whistlestop.lock") && told.contains("Permission denied"), "{told}");
    allow(0o755, 0o644);
    let server = Server::start(Data::Folder(folder.path()), anywhere());
    Client::guest(server.address, "Ann").await.unwrap();
}
