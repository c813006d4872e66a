//! Stale, repeated and stolen actions, undo, talk, and coming back, over real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::time::Duration;

use support::{Chooser, Player, TestServer, new_table, next_game, options};
use whistlestop_server::client::Socket;
use whistlestop_server::protocol::rest::History;
use whistlestop_server::protocol::{
    ClientMessage, GameUpdate, PlayerAction, Refusal, ServerMessage, TableId, TableState,
};

/// Two people at a table that has started.
async fn two_people(server: &TestServer, undo: bool) -> (Player, Player, TableId) {
    let (ann, bob) = (server.guest("Ann").await, server.guest("Bob").await);
    let mut options = options("usa-classic", 2);
    options.undo = undo;
    options.first_seat = whistlestop_server::protocol::table::FirstSeat::Chosen { seat: 0 };
    let table = ann.make(&new_table(options)).await.id;
    bob.sit(table, 1).await;
    ann.start(table).await;
    (ann, bob, table)
}

async fn answer(socket: &mut Socket) -> Result<u32, Refusal> {
    socket
        .wait_for(|message| match message {
            ServerMessage::Done { seq, .. } => Some(Ok(seq)),
            ServerMessage::Refused { refused, .. } => Some(Err(refused.code)),
            _ => None,
        })
        .await
        .unwrap()
}

async fn act(
    socket: &mut Socket,
    table: TableId,
    id: &str,
    seq: u32,
    seat: u8,
    action: &PlayerAction,
) -> Result<u32, Refusal> {
    let message = ClientMessage::Act { table, id: id.to_owned(), seq, seat, action: action.clone() };
    socket.send(&message).await.unwrap();
    answer(socket).await
}

/// Everybody keeps all first tickets.
async fn choose_first_tickets(socket: &mut Socket, table: TableId, seat: u8) -> GameUpdate {
    let update = next_game(socket).await;
    let keep = PlayerAction::KeepTickets { returned: Vec::new() };
    act(socket, table, "first", update.seq, seat, &keep).await.unwrap();
    update
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_is_done_once_whatever_is_repeated() {
    let server = TestServer::start().await;
    let (ann, bob, table) = two_people(&server, false).await;
    let (mut a, mut b) = (ann.watch(table, None).await, bob.watch(table, None).await);
    let first = choose_first_tickets(&mut a, table, 0).await;
    choose_first_tickets(&mut b, table, 1).await;
    // First tickets are chosen at the same time: what Bob saw before Ann chose was good enough.
    let keep = PlayerAction::KeepTickets { returned: Vec::new() };
    let again = act(&mut a, table, "first", first.seq, 0, &keep).await.unwrap();
    assert_eq!(act(&mut a, table, "first", first.seq, 0, &keep).await, Ok(again), "the first result, again");
    let draw = PlayerAction::DrawBlind {};
    assert_eq!(act(&mut a, table, "old", first.seq, 0, &draw).await, Err(Refusal::Stale));
    let state = bob.watch(table, None).await;
    drop(state);
    let mut fresh = ann.watch(table, None).await;
    let now = next_game(&mut fresh).await;
    assert_eq!(now.game.own[0].hand.0.iter().map(|(_, count)| count).sum::<u8>(), 4);
    let seq = act(&mut a, table, "d1", now.seq, 0, &draw).await.unwrap();
    assert_eq!(act(&mut a, table, "d1", now.seq, 0, &draw).await, Ok(seq));
    // From another connection, too.
    assert_eq!(act(&mut fresh, table, "d1", now.seq, 0, &draw).await, Ok(seq));
    assert_eq!(act(&mut a, table, "d2", now.seq, 0, &draw).await, Err(Refusal::Stale));
    assert_eq!(act(&mut a, table, "d3", seq + 9, 0, &draw).await, Err(Refusal::Invalid));
    let mut look = ann.watch(table, None).await;
    let now = next_game(&mut look).await;
    assert_eq!(now.game.own[0].hand.0.iter().map(|(_, count)| count).sum::<u8>(), 5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_anothers_seat() {
    let server = TestServer::start().await;
    let (ann, bob, table) = two_people(&server, true).await;
    let eve = server.guest("Eve").await;
    let (mut a, mut b, mut e) =
        (ann.watch(table, None).await, bob.watch(table, None).await, eve.watch(table, None).await);
    let update = next_game(&mut a).await;
    let keep = PlayerAction::KeepTickets { returned: Vec::new() };
    for (socket, seats) in [(&mut b, vec![0, 2, 9]), (&mut e, vec![0, 1, 2])] {
        for seat in seats {
            assert_eq!(act(socket, table, "x", update.seq, seat, &keep).await, Err(Refusal::Forbidden));
            let undo = ClientMessage::Undo { table, id: "y".to_owned(), seq: update.seq, seat };
            socket.send(&undo).await.unwrap();
            assert_eq!(answer(socket).await, Err(Refusal::Forbidden));
            socket.send(&ClientMessage::ComeBack { table, seat }).await.unwrap();
            assert_eq!(answer(socket).await, Err(Refusal::Forbidden));
        }
    }
    for (who, path) in [(&bob, "start"), (&eve, "start"), (&eve, "rematch")] {
        let refused = who.client.post::<TableState>(&format!("/api/v1/tables/{table}/{path}"), &()).await;
        assert!(refused.unwrap_err().refused().is_some());
    }
    let mut look = ann.watch(table, None).await;
    assert_eq!(next_game(&mut look).await.seq, update.seq, "nothing has changed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_showed_nothing_can_be_taken_back() {
    let server = TestServer::start().await;
    let (ann, bob, table) = two_people(&server, true).await;
    let (mut a, mut b) = (ann.watch(table, None).await, bob.watch(table, None).await);
    let before = choose_first_tickets(&mut a, table, 0).await;
    let chosen = next_game(&mut a).await;
    assert_eq!(chosen.can_undo, Some(0));
    a.send(&ClientMessage::Undo { table, id: "u".to_owned(), seq: chosen.seq, seat: 0 }).await.unwrap();
    answer(&mut a).await.unwrap();
    let undone = next_game(&mut a).await;
    assert!(undone.undone);
    assert_eq!(undone.game, before.game);
    let path = format!("/api/v1/tables/{table}/events");
    let history: History = ann.client.get(&path).await.unwrap();
    assert_eq!(history.events.last().unwrap().n, undone.game.n, "what was taken back has not happened");
    let of_bob: History = bob.client.get(&path).await.unwrap();
    assert_eq!(of_bob.events.len(), history.events.len());
    assert_ne!(of_bob.events, history.events, "each sees the own cards alone");
    let keep = PlayerAction::KeepTickets { returned: Vec::new() };
    act(&mut a, table, "k", undone.seq, 0, &keep).await.unwrap();
    choose_first_tickets(&mut b, table, 1).await;
    let turn = loop {
        let update = next_game(&mut a).await;
        if update.game.turn == 1 {
            break update;
        }
    };
    assert_eq!(turn.can_undo, None, "Bob has acted since");
    let seq = act(&mut a, table, "d", turn.seq, 0, &PlayerAction::DrawBlind {}).await.unwrap();
    a.send(&ClientMessage::Undo { table, id: "u2".to_owned(), seq, seat: 0 }).await.unwrap();
    assert_eq!(answer(&mut a).await, Err(Refusal::Illegal), "a card was seen");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_is_told_what_was_missed() {
    let server = TestServer::start().await;
    let (ann, bob, table) = two_people(&server, false).await;
    let (mut a, mut b) = (ann.watch(table, None).await, bob.watch(table, None).await);
    let first = next_game(&mut b).await;
    drop(b);
    choose_first_tickets(&mut a, table, 0).await;
    let mut b = bob.watch(table, Some(first.seq)).await;
    let missed = next_game(&mut b).await;
    assert!(missed.continues);
    assert_eq!(missed.events.first().map(|event| event.n), Some(first.game.n + 1));
    assert_eq!(missed.events.last().map(|event| event.n), Some(missed.game.n));
    for impossible in [Some(0), Some(missed.seq + 100)] {
        let mut again = bob.watch(table, impossible).await;
        let all = next_game(&mut again).await;
        assert!(!all.continues && all.events.is_empty());
        assert_eq!(all.game, missed.game);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_and_spectators_talk_apart() {
    let server = TestServer::start().await;
    let (ann, bob, table) = two_people(&server, false).await;
    let (eve, fay) = (server.guest("Eve").await, server.guest("Fay").await);
    let mut sockets = Vec::new();
    for who in [&ann, &bob, &eve, &fay] {
        let mut socket = who.watch(table, None).await;
        next_game(&mut socket).await;
        sockets.push(socket);
    }
    sockets[0].send(&ClientMessage::Say { table, text: "  <b>for\tBob</b> ".to_owned() }).await.unwrap();
    sockets[2].send(&ClientMessage::Say { table, text: "for Fay".to_owned() }).await.unwrap();
    for (i, expected) in [(1, "<b>for Bob</b>"), (3, "for Fay"), (0, "<b>for Bob</b>"), (2, "for Fay")] {
        let line = sockets[i]
            .wait_for(|message| match message {
                ServerMessage::Chat { lines, .. } => Some(lines),
                _ => None,
            })
            .await
            .unwrap();
        assert_eq!(line.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), [expected]);
    }
    for text in [String::new(), "x".repeat(301), "a\u{202e}b".to_owned()] {
        sockets[0].send(&ClientMessage::Say { table, text }).await.unwrap();
        assert_eq!(answer(&mut sockets[0]).await, Err(Refusal::Invalid));
    }
    // Whoever comes late reads what was said to them, and no more.
    let mut late = bob.watch(table, None).await;
    let lines = late
        .wait_for(|message| match message {
            ServerMessage::Chat { lines, .. } => Some(lines),
            _ => None,
        })
        .await
        .unwrap();
    assert_eq!(lines.len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_plays_for_whoever_leaves_and_hands_back() {
    let server = TestServer::start().await;
    let (ann, bob, table) = two_people(&server, false).await;
    let mut a = ann.watch(table, None).await;
    choose_first_tickets(&mut a, table, 0).await;
    let path = format!("/api/v1/tables/{table}/seats/1");
    let _: TableState =
        bob.client.call(whistlestop_server::client::Method::DELETE, &path, &()).await.unwrap();
    let turn = loop {
        let update = next_game(&mut a).await;
        if update.game.turn == 1 {
            break update;
        }
    };
    assert_eq!(turn.game.seat_in_turn, 0, "the bot has chosen Bob's tickets");
    let mut b = bob.watch(table, None).await;
    support::wait_for_table(&mut b, |state| {
        matches!(
            &state.seats[1].sitter,
            whistlestop_server::protocol::table::SitterState::Human { stand_in: None, connected: true, .. }
        )
    })
    .await;
    let mut chooser = Chooser::new(4);
    let (seat, action) = chooser.choose(&turn.game).unwrap();
    act(&mut a, table, "go", turn.seq, seat, &action).await.unwrap();
    let quiet = a.next_within(Duration::from_millis(200)).await;
    drop(quiet);
}
