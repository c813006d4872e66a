//! The real server as a process of its own: started, stopped, and killed in the middle of games.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "support/server.rs"]
mod server;

use std::net::SocketAddr;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use server::{Data, Kind, Ledger, Server, anywhere, setting, try_open_table};
use whistlestop_server::client::Client;
use whistlestop_server::protocol::{ServerMessage, TableId};
use whistlestop_server::{Database, Store};

/// Run for long with `WHISTLESTOP_KILLS` and `WHISTLESTOP_TABLES`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_again_and_again_it_loses_nothing_and_does_nothing_twice() {
    let kills = setting("WHISTLESTOP_KILLS", 20);
    let tables = setting("WHISTLESTOP_TABLES", 4) as usize;
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(Data::Folder(folder.path()), anywhere());
    let address = server.address;
    let ledger = Ledger::default();
    let stop = Arc::new(AtomicBool::new(false));
    let opened = Arc::new(Mutex::new(Vec::new()));
    let keepers: Vec<_> = (0..tables)
        .map(|place| tokio::spawn(keep_playing(address, place, ledger.clone(), opened.clone(), stop.clone())))
        .collect();
    for kill in 0..kills {
        // Killed while it works: each time after some more acknowledgements.
        let more = 3 + kill as usize % 17;
        assert!(ledger.wait_for(more, Duration::from_secs(20)).await, "after kill {kill} nothing goes on");
        server.kill();
        server = Server::start(Data::Folder(folder.path()), address);
    }
    stop.store(true, Ordering::Relaxed);
    for keeper in keepers {
        keeper.await.unwrap();
    }
    assert!(server.terminate(), "it stops in order when asked to");

    let store = Store::open(Database::Sqlite { path: folder.path().join("whistlestop.db") }).await.unwrap();
    let (opened, done) = (std::mem::take(&mut *opened.lock().unwrap()), ledger.done());
    ledger.check(&store, &opened).await;
    println!("{kills} kills, {} tables, {done} acknowledged actions, none lost, none twice", opened.len());
}

/// One game after the other at a table, whatever happens to the server.
async fn keep_playing(
    address: SocketAddr,
    place: usize,
    ledger: Ledger,
    opened: Arc<Mutex<Vec<TableId>>>,
    stop: Arc<AtomicBool>,
) {
    let kind = Kind { edition: "usa-mega", bots: Vec::new(), patient: true };
    for game in 0.. {
        let Ok(seats) = try_open_table([address; 2], place + 1000 * game, &kind, &ledger).await else {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        };
        opened.lock().unwrap().push(seats[0].table);
        let [ann, bob] = seats.map(|seat| seat.play(stop.clone()));
        let (over, _) = tokio::join!(ann, bob);
        if !over {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_it_stops_every_connection_is_told_to_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Data::Folder(folder.path()), anywhere());
    let mut sockets = Vec::new();
    for _ in 0..40 {
        let (guest, _) = Client::guest(server.address, "Ann").await.unwrap();
        for _ in 0..10 {
            let mut socket = guest.socket().await.unwrap();
            socket
                .wait_for(|message| matches!(message, ServerMessage::Welcome { .. }).then_some(()))
                .await
                .unwrap();
            sockets.push(socket);
        }
    }
    let stopped = tokio::task::spawn_blocking(|| server.terminate());
    for socket in &mut sockets {
        socket
            .wait_for(|message| matches!(message, ServerMessage::Closing { .. }).then_some(()))
            .await
            .unwrap();
        assert!(socket.next().await.unwrap().is_none(), "and then it is closed in order");
    }
    assert!(stopped.await.unwrap(), "it stops in order when asked to");
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused_with_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Sqlite { path: folder.path().join("whistlestop.db") };
    let store = Store::open(database).await.unwrap();
    store.set_schema_version(1000).await.unwrap();
    store.close().await;
    let output = Command::new(env!("CARGO_BIN_EXE_whistlestop"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data-dir"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        told.contains("written by a newer version") && told.contains("start the newer version"),
        "{told}"
    );
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
