//! Clocks, absence and late spectators, by the real clock and over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::time::{Duration, Instant};

use support::{Chooser, Player, TestServer, new_table, next_game, options, wait_for_table};
use whistlestop_server::client::Socket;
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::table::{FirstSeat, SitterState};
use whistlestop_server::protocol::{
    ClientMessage, Clock, GameUpdate, ServerMessage, Spectators, TableId, TableOptions, TableState,
};

fn first_starts(options: TableOptions) -> TableOptions {
    TableOptions { first_seat: FirstSeat::Chosen { seat: 0 }, ..options }
}

/// Ann at a table with a bot.
async fn with_a_bot(server: &TestServer, options: TableOptions) -> (Player, TableId) {
    let ann = server.guest("Ann").await;
    let new = NewTable { bots: vec!["greedy".to_owned()], start: true, ..new_table(first_starts(options)) };
    let table = ann.make(&new).await.id;
    (ann, table)
}

async fn act(socket: &mut Socket, table: TableId, update: &GameUpdate, chooser: &mut Chooser) -> u32 {
    let (seat, action) = chooser.choose(&update.game).unwrap();
    let id = format!("at-{}", update.seq);
    socket.send(&ClientMessage::Act { table, id, seq: update.seq, seat, action }).await.unwrap();
    socket
        .wait_for(|message| match message {
            ServerMessage::Done { seq, .. } => Some(seq),
            ServerMessage::Refused { refused, .. } => panic!("{refused:?}"),
            _ => None,
        })
        .await
        .unwrap()
}

fn stand_in(state: &TableState, seat: usize) -> bool {
    matches!(&state.seats[seat].sitter, SitterState::Human { stand_in: Some(_), .. })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_time_of_a_turn_is_up_a_bot_plays_and_hands_back() {
    let server = TestServer::start().await;
    let clock = Clock::PerTurn { seconds: 5 };
    // Bots at a pace that leaves time to come back.
    let options = TableOptions { clock, bot_pace_ms: 200, ..options("usa-classic", 2) };
    let (ann, table) = with_a_bot(&server, options).await;
    let mut socket = ann.watch(table, None).await;
    let update = next_game(&mut socket).await;
    let left = update.clocks.left_ms[0].unwrap();
    assert!((3000..=5000).contains(&left), "{left}");
    assert_eq!(update.clocks.running, [0]);
    let began = Instant::now();
    // Nothing is done: the clock runs out although Ann is connected, and the game goes on without her.
    wait_for_table(&mut socket, |state| stand_in(state, 0)).await;
    let waited = began.elapsed();
    assert!(waited > Duration::from_secs(3) && waited < Duration::from_secs(8), "{waited:?}");
    while next_game(&mut socket).await.game.turn < 3 {}
    socket.send(&ClientMessage::ComeBack { table, seat: 0 }).await.unwrap();
    wait_for_table(&mut socket, |state| !stand_in(state, 0)).await;
    socket.send(&ClientMessage::Watch { table, from: None }).await.unwrap();
    let update = loop {
        let update = next_game(&mut socket).await;
        if update.game.awaited == [0] {
            break update;
        }
        assert!(update.game.score.is_none(), "the bot has played the game to its end");
    };
    assert!(update.clocks.left_ms[0].unwrap() > 1000, "time to make a move");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bank_of_time_shrinks_while_one_thinks() {
    let server = TestServer::start().await;
    let clock = Clock::Bank { seconds: 60, increment_s: 2 };
    let (ann, table) = with_a_bot(&server, TableOptions { clock, ..options("usa-classic", 2) }).await;
    let mut socket = ann.watch(table, None).await;
    let update = next_game(&mut socket).await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let mut chooser = Chooser::new(1);
    let seq = act(&mut socket, table, &update, &mut chooser).await;
    let after = loop {
        let update = next_game(&mut socket).await;
        if update.seq >= seq {
            break update;
        }
    };
    let left = after.clocks.left_ms[0].unwrap();
    assert!((57_000..=60_600).contains(&left), "{left}: a minute, less what was used, and two seconds");
    assert!(after.clocks.left_ms[0] < Some(60_600));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_stands_in_for_a_lost_connection_also_when_the_table_slept() {
    let server = TestServer::start().await;
    let mut options = options("usa-classic", 2);
    options.stand_in.after_s = Some(5);
    let (ann, table) = with_a_bot(&server, options).await;
    let mut socket = ann.watch(table, None).await;
    let update = next_game(&mut socket).await;
    socket.close().await;
    let path = format!("/api/v1/tables/{table}");
    let began = Instant::now();
    let state = loop {
        // Asking less often than a table stays awake: it sleeps, and is woken when the time has come.
        tokio::time::sleep(Duration::from_millis(900)).await;
        let state: TableState = ann.client.get(&path).await.unwrap();
        if stand_in(&state, 0) {
            break state;
        }
        assert!(began.elapsed() < Duration::from_secs(15), "nobody stands in");
    };
    assert!(began.elapsed() > Duration::from_secs(4));
    drop(state);
    let mut socket = ann.watch(table, Some(update.seq)).await;
    wait_for_table(&mut socket, |state| !stand_in(state, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_spectators_see_the_game_at_once_as_old_as_the_delay() {
    const DELAY: Duration = Duration::from_secs(3);
    let mut server = TestServer::start().await;
    let mut options = options("usa-classic", 2);
    options.spectators = Spectators::Anybody { delay_s: 3 };
    options.bot_pace_ms = 150;
    let (ann, table) = with_a_bot(&server, options).await;
    let mut a = ann.watch(table, None).await;
    let mut chooser = Chooser::new(7);
    // What Ann has done, and the moment before she did it.
    let mut done = Vec::new();
    let began = Instant::now();
    while began.elapsed() < DELAY + Duration::from_secs(1) {
        let update = next_game(&mut a).await;
        if update.game.awaited.contains(&0) {
            let before = Instant::now();
            done.push((act(&mut a, table, &update, &mut chooser).await, before));
        }
    }
    // Of all that a number tells, the last thing Ann did is at least as old as the delay.
    let is_old = |seq: u32| {
        let last = done.iter().rev().find(|(known, _)| *known <= seq);
        last.is_none_or(|(_, before)| before.elapsed() >= DELAY)
    };
    let eve = server.guest("Eve").await;
    let mut e = eve.watch(table, None).await;
    let asked = Instant::now();
    let first = next_game(&mut e).await;
    assert!(asked.elapsed() < Duration::from_millis(500), "the first view comes at once");
    assert!(first.game.own.is_empty());
    assert!(is_old(first.seq), "and is as old as the delay");
    assert!(first.seq > done[0].0, "and no older than it has to be");
    let mut last = first.game.n;
    for _ in 0..5 {
        let update = next_game(&mut e).await;
        assert!(is_old(update.seq));
        assert_eq!(update.events.first().map(|event| event.n), Some(last + 1), "nothing is left out");
        last = update.game.n;
    }
    // The same after the table was loaded anew, with nothing left in memory.
    drop((a, e));
    server.restart().await;
    let eve = Player { client: eve.client.at(server.address), me: eve.me };
    let mut e = eve.watch(table, None).await;
    let again = next_game(&mut e).await;
    assert!(again.game.n >= last);
    assert!(is_old(again.seq));
}
