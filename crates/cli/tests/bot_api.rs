//! A program of somebody else's plays a whole rated game over HTTP, with a token and nothing but Python's own library.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "support/server.rs"]
mod server;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use server::{Data, Server, anywhere};
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::rest::{
    CreatedToken, Me, PlayerInfo, RatedPlayer, RatingChangeInfo, Tables,
};
use whistlestop_server::protocol::{Refusal, TableState, TableStatus};

const BOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/python/play_online.py");

/// Asks until the answer is as wanted.
async fn wait<T>(mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = ask().await {
            return found;
        }
        assert!(began.elapsed() < Duration::from_mins(2), "it does not come about");
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_python_bot_plays_a_rated_game_over_the_api() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("skipped: there is no python3 here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Data::Folder(folder.path()), anywhere());
    let (ann, _) = Client::guest(server.address, "Ann").await.unwrap();
    let options = json!({"edition": "usa-classic", "seats": 3, "rated": true, "bot_pace_ms": 0});
    let refused = ann.post::<TableState>("/api/v1/tables", &json!({"options": options})).await.unwrap_err();
    assert_eq!(refused.refused().unwrap().code, Refusal::Forbidden, "a guest has no rating");
    let new = json!({"options": options, "sit": false, "bots": ["greedy", "racer"]});
    let table: TableState = ann.post("/api/v1/tables", &new).await.unwrap();
    let path = format!("/api/v1/tables/{}", table.id);

    let (program, me) = Client::guest(server.address, "Snake").await.unwrap();
    let token: CreatedToken = program.post("/api/v1/tokens", &json!({"label": "bot"})).await.unwrap();
    let bot = Command::new("python3")
        .arg(BOT)
        .args(["--server", &format!("http://{}", server.address), "--token", &token.secret])
        .args(["--table", &table.id.to_string(), "--games", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let full = |state: &TableState| !format!("{:?}", state.seats).contains("Nobody");
    wait(async || ann.get::<TableState>(&path).await.ok().filter(full)).await;
    let _: TableState = ann.post(&format!("{path}/start"), &()).await.unwrap();
    let output = tokio::task::spawn_blocking(move || bot.wait_with_output().unwrap()).await.unwrap();
    let (told, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && told.starts_with("rank ") && wrong.is_empty(), "{told}{wrong}");

    // The game counts, once, for everybody who played.
    let over: TableState = ann.get(&path).await.unwrap();
    assert_eq!(over.status, TableStatus::Finished);
    let of_player = format!("/api/v1/players/{}", me.player);
    let rated = async || {
        let info: PlayerInfo = ann.get(&of_player).await.unwrap();
        info.rating
    };
    let rating = wait(rated).await;
    assert_eq!(rating.games, 1);
    assert!(rating.deviation < 500, "{rating:?}");
    let changes: Vec<RatingChangeInfo> = ann.get(&format!("{path}/ratings")).await.unwrap();
    assert_eq!(changes.len(), 3);
    // Whoever comes second of three may stay where they were; the first and the last do not.
    assert!(changes.iter().any(|change| change.before != change.after), "{changes:?}");
    let mine = changes.iter().find(|change| change.player == Some(me.player)).unwrap();
    assert_eq!((mine.before, mine.after), (1500, rating.rating));
    let best: Vec<RatedPlayer> = ann.get("/api/v1/ratings").await.unwrap();
    assert_eq!(best.len(), 3);
    assert!(best.windows(2).all(|pair| pair[0].rating.rating >= pair[1].rating.rating));
    assert!(
        best.iter().any(|line| line.name == "Snake")
            && best.iter().any(|line| line.bot.as_deref() == Some("greedy"))
    );

    // Loaded anew, it is not counted again.
    let address = server.address;
    assert!(server.terminate());
    let _server = Server::start(Data::Folder(folder.path()), address);
    let _: TableState = ann.get(&path).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1500)).await;
    assert_eq!(rated().await.unwrap(), rating);
    let tables: Tables = program.get("/api/v1/my/tables").await.unwrap();
    assert_eq!(tables.tables.len(), 1, "and it is in the list of its games");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_guest_has_played_comes_along_when_signing_in() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Data::Folder(folder.path()), anywhere());
    let credentials = json!({"name": "Ann", "password": "correct horse"});
    let (laptop, account) = Client::guest(server.address, "Ann").await.unwrap();
    let _: Me = laptop.post("/api/v1/accounts", &credentials).await.unwrap();

    // On the phone as a guest: a running game, one that waits, and one at which the account sits too.
    let (mut phone, guest) = Client::guest(server.address, "Phone").await.unwrap();
    let options = json!({"edition": "toy", "seats": 2, "spectators": {"type": "nobody"}});
    let running: TableState = phone
        .post("/api/v1/tables", &json!({"options": options, "bots": ["greedy"], "start": true}))
        .await
        .unwrap();
    let waiting: TableState = phone.post("/api/v1/tables", &json!({"options": options})).await.unwrap();
    let shared: TableState = phone.post("/api/v1/tables", &json!({"options": options})).await.unwrap();
    let seat = format!("/api/v1/tables/{}/seats/1", shared.id);
    let _: TableState = laptop.call(Method::PUT, &seat, &json!({"type": "sit"})).await.unwrap();

    let wrong = json!({"name": "Ann", "password": "wrong horse"});
    assert!(phone.begin("/api/v1/session/login", &wrong).await.is_err());
    let me: Me = phone.begin("/api/v1/session/login", &credentials).await.unwrap();
    assert_eq!(me.player, account.player);
    for client in [&phone, &laptop] {
        let mine: Tables = client.get("/api/v1/my/tables").await.unwrap();
        let mut ids: Vec<_> = mine.tables.iter().map(|table| table.id).collect();
        ids.sort_unstable();
        let mut expected = vec![running.id, waiting.id, shared.id];
        expected.sort_unstable();
        assert_eq!(ids, expected);
        let state: TableState = client.get(&format!("/api/v1/tables/{}", running.id)).await.unwrap();
        assert_eq!((state.you.seats.clone(), state.you.host), (vec![0], true));
        assert!(!format!("{state:?}").contains(&guest.player.to_string()), "nothing of the guest is left");
    }
    let state: TableState = laptop.get(&format!("/api/v1/tables/{}", shared.id)).await.unwrap();
    assert_eq!(state.you.seats, [1], "nobody gets two seats by signing in");
    // Nobody else gets anything by signing in as somebody with an account already.
    let mut again = phone.clone();
    let _: Me = again.begin("/api/v1/session/login", &credentials).await.unwrap();
    let mine: Tables = again.get("/api/v1/my/tables").await.unwrap();
    assert_eq!(mine.tables.len(), 3);
}
