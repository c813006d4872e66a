//! Hidden cards never leave the server: whole games, with every byte that every client got.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng as _;
use support::{TestServer, new_table, next_game, options, play_to_the_end};
use whistlestop_rules::game::Game;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::Record;
use whistlestop_rules::view::Viewer;
use whistlestop_server::client::{Method, Socket};
use whistlestop_server::protocol::rest::{Replay, ReplayViews};
use whistlestop_server::protocol::{GameEvent, ServerMessage, TableId};
use whistlestop_server::show::{self, Memo};

/// Watches until the score is told.
async fn watch_to_the_end(socket: &mut Socket) {
    while next_game(socket).await.game.score.is_none() {}
}

/// Holds everything a viewer was sent against what the viewer may know.
///
/// Each position is compared, byte for byte, with that of another game: one with other cards in other hands and decks,
/// drawn by lot among all games that look the same to this viewer. Whatever depended on a secret would differ.
fn holds(heard: &[String], own: &[Seat], record: &Record, secret: &str) -> usize {
    let mut random = ChaCha12Rng::seed_from_u64(1);
    let viewer = own.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat));
    let players = record.header().players.len();
    let mut positions = 0;
    let mut over = false;
    for text in heard {
        let message: ServerMessage = serde_json::from_str(text).unwrap();
        if let ServerMessage::Table { state } = &message {
            over |= state.fairness.server_seed.is_some();
        }
        let ServerMessage::Game(update) = message else {
            assert!(over || !text.contains(secret), "the server's seed was told before the end");
            continue;
        };
        assert!(!text.contains(secret));
        let mut game = Game::table(record.edition(), players, record.first_seat()).unwrap();
        for event in &record.events()[..update.game.n as usize] {
            game.apply(event);
        }
        for told in &update.events {
            let event = &record.events()[told.n as usize - 1];
            let expected = GameEvent::of(told.n, &event.seen_by(viewer), record.edition());
            assert_eq!(serde_json::to_value(told).unwrap(), serde_json::to_value(&expected).unwrap());
        }
        if update.game.score.is_some() {
            // Now everything is told.
            over = true;
            continue;
        }
        let other = game.view(viewer).determinize(&mut random);
        let expected = show::game_view(&other, update.game.n, own, &mut Memo::default()).unwrap();
        let expected = serde_json::to_string(&expected).unwrap();
        assert!(text.contains(&expected), "event {}:\n{text}\n{expected}", update.game.n);
        positions += 1;
    }
    positions
}

async fn record_of(player: &support::Player, table: TableId) -> Record {
    let path = format!("/api/v1/tables/{table}/record");
    let answer = player.client.request(Method::GET, &path, &[], String::new()).await.unwrap();
    Record::parse(&answer.text).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_byte_follows_from_what_its_reader_may_know() {
    let server = TestServer::start().await;
    let (ann, bob, eve) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    for edition in ["usa-classic", "nyc", "usa-2025"] {
        let mut new = new_table(options(edition, 3));
        new.bots = vec!["greedy".to_owned()];
        let table = ann.make(&new).await.id;
        bob.sit(table, 1).await;
        let mut sockets =
            [ann.watch(table, None).await, bob.watch(table, None).await, eve.watch(table, None).await];
        sockets.iter_mut().for_each(Socket::keep_everything);
        ann.start(table).await;
        let [a, b, e] = &mut sockets;
        tokio::join!(play_to_the_end(a, table, 11), play_to_the_end(b, table, 12), watch_to_the_end(e));
        let record = record_of(&ann, table).await;
        let secret = record.revealed().unwrap().other["server_seed"].as_str().unwrap().to_owned();
        for (socket, own) in sockets.iter().zip([vec![Seat::S0], vec![Seat::S1], vec![]]) {
            let positions = holds(socket.heard(), &own, &record, &secret);
            assert!(positions > 40, "{positions} positions");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_games_are_looked_back_at_from_the_own_seat_alone() {
    let server = TestServer::start().await;
    let (ann, bob, eve) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let table = ann.make(&new_table(options("usa-classic", 2))).await.id;
    bob.sit(table, 1).await;
    ann.start(table).await;
    let ask = async |player: &support::Player, path: &str| {
        let path = format!("/api/v1/tables/{table}/{path}");
        player.client.request(Method::GET, &path, &[], String::new()).await.unwrap()
    };
    for path in ["record", "replay", "replay?viewer=0", "replay?viewer=spectator", "replay/views?from=3"] {
        assert_eq!(ask(&eve, path).await.status, 409, "{path}");
    }
    for path in
        ["replay?viewer=1", "replay?viewer=all", "replay/views?viewer=1&from=3", "replay?viewer=spectator"]
    {
        let answer = ask(&ann, path).await;
        assert_eq!(answer.status, 409, "{path}: {}", answer.text);
    }
    let replay: Replay = ask(&ann, "replay").await.read().unwrap();
    assert!(!replay.ended);
    let views: ReplayViews = ask(&ann, "replay/views?viewer=0&from=1&to=9").await.read().unwrap();
    let mut socket = ann.watch(table, None).await;
    let update = next_game(&mut socket).await;
    assert_eq!(views.views.len() as u32, update.game.n.min(9));
    // The lines that Ann may have, and not a word of what Bob holds.
    let (seen, of_bob) = (ask(&ann, "record").await.text, ask(&bob, "record").await.text);
    let lines: Vec<serde_json::Value> =
        seen.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["record"], &lines[0]["seen_by"]), (&"whistlestop-seen/1".into(), &0.into()));
    assert_eq!(lines.len() as u32, 1 + update.game.n);
    for (line, other) in seen.lines().zip(of_bob.lines()).skip(1) {
        let (mine, his): (serde_json::Value, serde_json::Value) =
            (serde_json::from_str(line).unwrap(), serde_json::from_str(other).unwrap());
        let hidden = ["cards", "tickets", "kept", "returned", "card"].map(|field| &mine[field]);
        if mine["seat"].as_u64() == Some(1) {
            assert!(hidden.iter().all(|field| field.is_null() || field.is_u64()), "{line}");
        }
        if mine["seat"].is_null() {
            assert_eq!(mine, his, "what everybody sees is the same");
        }
    }
    let secrets = seen.lines().filter(|line| line.contains("\"seat\":1")).count();
    assert!(secrets >= 2, "{seen}");
    assert!(
        !seen.contains("server_seed") && Record::parse(&seen).is_err(),
        "it does not pass for a whole record"
    );
}
