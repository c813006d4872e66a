//! Data that earlier versions have written. Each folder of tests/fixtures/old holds a database and a record, which must
//! open for ever: Ann's account and token, a finished game, a running one, a table that waits, an uploaded record.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use support::{TestServer, next_game};
use whistlestop_rules::record::{Record, verify};
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::rest::{Credentials, Found, Me, Replay, Tables};
use whistlestop_server::protocol::{ClientMessage, PlayerId, RecordId, TableId, TableStatus};

#[derive(Deserialize)]
struct About {
    ann: PlayerId,
    password: String,
    token: String,
    finished: TableId,
    running: TableId,
    open: TableId,
    code: String,
    record: RecordId,
}

fn versions() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/old");
    let mut found: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn data_of_every_version_opens_and_its_games_go_on() {
    for version in versions() {
        let about: About =
            serde_json::from_str(&fs::read_to_string(version.join("about.json")).unwrap()).unwrap();
        let record = fs::read_to_string(version.join("game.jsonl")).unwrap();
        let verified = verify(&Record::parse(&record).unwrap()).unwrap();
        assert!(verified.ended && verified.seed_checked && verified.commitment_checked);

        let server = TestServer::start_on(&version.join("whistlestop.db")).await;
        let ann = Client::with_token(server.address, &about.token);
        let me: Me = ann.get("/api/v1/session").await.unwrap();
        assert_eq!((me.player, me.name.as_str(), me.account), (about.ann, "Ann", true));
        let mut elsewhere = Client::new(server.address);
        let credentials = Credentials { name: "Ann".to_owned(), password: about.password };
        assert_eq!(elsewhere.begin("/api/v1/session/login", &credentials).await.unwrap().player, about.ann);

        let mine: Tables = ann.get("/api/v1/my/tables").await.unwrap();
        let status = |id: TableId| mine.tables.iter().find(|table| table.id == id).map(|table| table.status);
        assert_eq!(status(about.running), Some(TableStatus::Playing));
        assert_eq!(status(about.open), Some(TableStatus::Open));
        let found: Found = ann.get(&format!("/api/v1/codes/{}", about.code)).await.unwrap();
        assert_eq!(found.table, about.open);

        let path = format!("/api/v1/tables/{}/record", about.finished);
        let told = ann.request(Method::GET, &path, &[], String::new()).await.unwrap();
        assert_eq!(told.text, record, "the same record, to the byte");
        let uploaded: Replay = ann.get(&format!("/api/v1/records/{}/replay", about.record)).await.unwrap();
        assert!(uploaded.ended);

        // The running game waits for Ann's first tickets and goes on.
        let mut socket = ann.socket().await.unwrap();
        socket.send(&ClientMessage::Watch { table: about.running, from: None }).await.unwrap();
        let update = next_game(&mut socket).await;
        let mut chooser = support::Chooser::new(1);
        let (seat, action) = chooser.choose(&update.game).unwrap();
        let act =
            ClientMessage::Act { table: about.running, id: "on".to_owned(), seq: update.seq, seat, action };
        socket.send(&act).await.unwrap();
        assert!(next_game(&mut socket).await.game.n > update.game.n);
    }
}
