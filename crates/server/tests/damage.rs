//! One damaged game among many: it is put aside with a sentence, and every other goes on.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use sqlx::{Connection as _, SqliteConnection};
use support::{Player, TestServer, new_table, next_game, options, play_to_the_end};
use whistlestop_server::client::Socket;
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::{Refusal, ServerMessage, TableId, TableState};
use whistlestop_server::store::Append;
use whistlestop_server::{Database, Store};

async fn refusal(socket: &mut Socket) -> (Refusal, String) {
    socket
        .wait_for(|message| match message {
            ServerMessage::Refused { refused, .. } => Some((refused.code, refused.text)),
            ServerMessage::Game(_) => Some((Refusal::Internal, "it is played".to_owned())),
            _ => None,
        })
        .await
        .unwrap()
}

async fn change_entry(server: &TestServer, table: TableId, number: i64, text: &str) {
    let url = format!("sqlite://{}", server.database().display());
    let mut database = SqliteConnection::connect(&url).await.unwrap();
    let changed = sqlx::query("UPDATE entries SET entry = $1 WHERE table_id = $2 AND number = $3")
        .bind(text)
        .bind(table.0.to_vec())
        .bind(number)
        .execute(&mut database)
        .await
        .unwrap();
    assert_eq!(changed.rows_affected(), 1);
    database.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_damaged_game_of_a_thousand_is_put_aside() {
    let mut server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    let new = NewTable { bots: vec!["greedy".to_owned()], start: true, ..new_table(options("toy", 2)) };
    let good = ann.make(&new).await.id;
    let bad = ann.make(&new).await.id;
    let worse = ann.make(&new).await.id;
    server.stop().await;

    // A thousand games that are being played.
    let store = Store::open(Database::Sqlite { path: server.database() }).await.unwrap();
    let entries = store.entries(good, 0).await.unwrap();
    let mut copies = Vec::new();
    for number in 0..1000u32 {
        let mut id = [0xc0; 16];
        id[..4].copy_from_slice(&number.to_be_bytes());
        for entry in &entries {
            let append = Append {
                table: TableId(id),
                number: entry.number,
                at: entry.at,
                text: entry.text.clone(),
                index: None,
            };
            copies.push(append);
        }
    }
    for append in copies {
        store.append(append).await.unwrap();
    }
    let damaged = store.entries(bad, 0).await.unwrap();
    let dealt = damaged.iter().find(|entry| entry.text.contains("\"k\":\"started\"")).unwrap();
    store.close().await;
    drop(store);
    change_entry(&server, bad, dealt.number.into(), &dealt.text.replace("{\"n\":1,", "{\"n\":9,")).await;
    change_entry(&server, worse, 1, "{\"k\":\"created\"").await;
    server.open().await;

    let ann = Player { client: ann.client.at(server.address), me: ann.me.clone() };
    for table in [bad, worse] {
        let mut socket = ann.watch(table, None).await;
        let (code, text) = refusal(&mut socket).await;
        assert_eq!(code, Refusal::Internal);
        assert!(text.contains("damaged") && text.contains("kept as it is"), "{text}");
        let error = ann.client.get::<TableState>(&format!("/api/v1/tables/{table}")).await.unwrap_err();
        assert_eq!(error.refused().unwrap().text, text);
    }
    let mut socket = ann.watch(good, None).await;
    let (update, _) = play_to_the_end(&mut socket, good, 1).await;
    assert!(update.game.score.is_some());
    let mut id = [0xc0; 16];
    id[..4].copy_from_slice(&777u32.to_be_bytes());
    let mut socket = ann.watch(TableId(id), None).await;
    next_game(&mut socket).await;
}
