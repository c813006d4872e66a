//! Whole games over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{TestServer, new_table, options, play_to_the_end};
use whistlestop_rules::record::{Record, verify};
use whistlestop_server::protocol::rest::{History, NewTable, Replay, ReplayViews, Tables, Uploaded};
use whistlestop_server::protocol::table::SitterState;
use whistlestop_server::protocol::{TableState, TableStatus};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_play_a_game_and_its_record_holds() {
    let server = TestServer::start().await;
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let mut new = new_table(options("toy", 2));
    new.nonce = Some("from Ann".to_owned());
    let table = ann.make(&new).await;
    assert_eq!(table.status, TableStatus::Open);
    let code = table.code.clone().unwrap();
    let found: whistlestop_server::protocol::rest::Found =
        bob.client.get(&format!("/api/v1/codes/{}", code.to_lowercase())).await.unwrap();
    assert_eq!(found.table, table.id);
    bob.sit(table.id, 1).await;
    let commitment = ann.start(table.id).await.fairness.commitment;
    let (mut a, mut b) = (ann.watch(table.id, None).await, bob.watch(table.id, None).await);
    let (of_ann, of_bob) =
        tokio::join!(play_to_the_end(&mut a, table.id, 1), play_to_the_end(&mut b, table.id, 2));
    assert_eq!(of_ann.0.game.score, of_bob.0.game.score);

    let record = ann
        .client
        .request(
            whistlestop_server::client::Method::GET,
            &format!("/api/v1/tables/{}/record", table.id),
            &[],
            String::new(),
        )
        .await
        .unwrap();
    let parsed = Record::parse(&record.text).unwrap();
    let verified = verify(&parsed).unwrap();
    assert!(verified.ended && verified.seed_checked && verified.commitment_checked);
    assert_eq!(parsed.header().fairness.as_ref().unwrap()["commitment"], commitment.as_str());
    assert_eq!(parsed.header().fairness.as_ref().unwrap()["nonces"][0], "from Ann");
    let state: TableState = ann.client.get(&format!("/api/v1/tables/{}", table.id)).await.unwrap();
    assert_eq!(state.status, TableStatus::Finished);
    assert!(state.fairness.server_seed.is_some());

    let replay: Replay =
        bob.client.get(&format!("/api/v1/tables/{}/replay?viewer=1", table.id)).await.unwrap();
    assert_eq!(replay.events.len(), verified.events);
    assert_eq!(replay.turns.len(), usize::from(verified.turns) + 1);
    let history: History = bob.client.get(&format!("/api/v1/tables/{}/events", table.id)).await.unwrap();
    assert_eq!(history.events, replay.events);
    let last = replay.events.len();
    let views: ReplayViews = bob
        .client
        .get(&format!("/api/v1/tables/{}/replay/views?viewer=all&from={}&to={last}", table.id, last - 3))
        .await
        .unwrap();
    assert_eq!(views.views.len(), 4);
    assert_eq!(views.views[3].score, of_ann.0.game.score);

    let uploaded = ann
        .client
        .request(
            whistlestop_server::client::Method::POST,
            "/api/v1/records",
            &[("content-type", "application/jsonl")],
            record.text.clone(),
        )
        .await
        .unwrap();
    let uploaded: Uploaded = uploaded.read().unwrap();
    let replay: Replay =
        bob.client.get(&format!("/api/v1/records/{}/replay", uploaded.record)).await.unwrap();
    assert_eq!(replay.events.len(), verified.events);

    let mine: Tables = bob.client.get("/api/v1/my/tables").await.unwrap();
    assert_eq!(mine.tables.len(), 1);
    assert_eq!(mine.tables[0].status, TableStatus::Finished);
    assert!(mine.tables[0].seats.iter().any(|seat| seat.rank == Some(1)));
    assert_eq!(mine.tables[0].seats.iter().map(|seat| seat.yours).collect::<Vec<_>>(), [false, true]);

    let next: TableState =
        bob.client.post(&format!("/api/v1/tables/{}/rematch", table.id), &()).await.unwrap();
    assert_eq!(next.status, TableStatus::Open);
    assert_eq!(next.you.seats, [1]);
    let again: TableState =
        ann.client.post(&format!("/api/v1/tables/{}/rematch", table.id), &()).await.unwrap();
    assert_eq!(again.id, next.id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_edition_is_played_against_bots() {
    let server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    let mut games = Vec::new();
    for edition in whistlestop_rules::edition::Library::builtin().iter() {
        let seats = *edition.players().end() as u8;
        let new = NewTable {
            bots: vec!["greedy".to_owned(); usize::from(seats) - 1],
            start: true,
            ..new_table(options(edition.id(), seats))
        };
        let table = ann.make(&new).await;
        assert_eq!(table.status, TableStatus::Playing);
        let mut socket = ann.watch(table.id, None).await;
        games.push(tokio::spawn(async move { play_to_the_end(&mut socket, table.id, 5).await }));
    }
    for game in games {
        let (update, played) = game.await.unwrap();
        assert!(played > 3);
        assert!(!update.game.score.unwrap().winners.is_empty());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_session_plays_both_sides_in_hot_seat() {
    let server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    let mut options = options("toy", 2);
    options.hot_seat = true;
    let table = ann.make(&new_table(options)).await;
    let state = ann.sit(table.id, 1).await;
    assert_eq!(state.you.seats, [0, 1]);
    ann.start(table.id).await;
    let mut socket = ann.watch(table.id, None).await;
    let (update, _) = play_to_the_end(&mut socket, table.id, 3).await;
    assert_eq!(update.game.own.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_sleeps_and_wakes_as_it_was() {
    let mut server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    let new =
        NewTable { bots: vec!["random".to_owned()], start: true, ..new_table(options("usa-classic", 2)) };
    let table = ann.make(&new).await;
    let mut socket = ann.watch(table.id, None).await;
    let before = support::next_game(&mut socket).await;
    socket.close().await;
    server.restart().await;
    let ann = support::Player { client: ann.client.at(server.address), me: ann.me.clone() };
    let mut socket = ann.watch(table.id, Some(before.seq)).await;
    let after = support::next_game(&mut socket).await;
    assert!(after.seq >= before.seq);
    assert_eq!(after.game.own, before.game.own);
    let (update, _) = play_to_the_end_from(&mut socket, after, table.id).await;
    assert!(update.game.score.is_some());
}

async fn play_to_the_end_from(
    socket: &mut whistlestop_server::client::Socket,
    first: whistlestop_server::protocol::GameUpdate,
    table: whistlestop_server::protocol::TableId,
) -> (whistlestop_server::protocol::GameUpdate, u32) {
    // Watching anew gives the position again, which is what the player starts from.
    socket
        .send(&whistlestop_server::protocol::ClientMessage::Watch { table, from: Some(first.seq) })
        .await
        .unwrap();
    play_to_the_end(socket, table, 9).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_deal_code_gives_the_same_cards() {
    let server = TestServer::start().await;
    let ann = server.guest("Ann").await;
    let mut hands = Vec::new();
    for code in ["club night 1", "club night 1", "club night 2"] {
        let mut options = options("usa-classic", 2);
        options.deal = Some(code.to_owned());
        options.first_seat = whistlestop_server::protocol::table::FirstSeat::Chosen { seat: 0 };
        let new = NewTable {
            bots: vec!["random".to_owned()],
            start: true,
            nonce: Some(format!("nonce {}", hands.len())),
            ..new_table(options)
        };
        let table = ann.make(&new).await;
        let mut socket = ann.watch(table.id, None).await;
        let update = support::next_game(&mut socket).await;
        hands.push((update.game.own[0].hand.clone(), update.game.own[0].asked.clone()));
    }
    assert_eq!(hands[0], hands[1]);
    assert_ne!(hands[0], hands[2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_of_one_kind_are_told_apart_by_a_number_that_no_person_has() {
    let server = TestServer::start().await;
    let person = server.guest("Planner 2").await;
    let bots = ["planner", "greedy", "planner"].map(str::to_owned).to_vec();
    let table = person.make(&NewTable { bots, ..new_table(options("usa-classic", 4)) }).await;
    let names: Vec<String> = table
        .seats
        .iter()
        .map(|seat| match &seat.sitter {
            SitterState::Bot { name, .. } | SitterState::Human { name, .. } => name.clone(),
            SitterState::Nobody {} => panic!("an empty seat"),
        })
        .collect();
    assert_eq!(names, ["Planner 2", "Planner", "Greedy", "Planner 3"]);
}
