//! Clients that read slowly, send slowly, say nothing, or ask for far too much. Nobody else may notice.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use support::{Player, TestServer, new_table, next_game, options, play_to_the_end, test_config};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::{ClientMessage, ServerMessage, TableId};
use whistlestop_server::{Config, Limits, Timeouts};

fn short_timeouts() -> Config {
    let timeouts = Timeouts {
        headers: Duration::from_millis(700),
        request: Duration::from_millis(1200),
        write: Duration::from_millis(500),
        ping: Duration::from_millis(200),
    };
    Config { timeouts, ..test_config() }
}

/// Waits until the server has closed a connection, and gives what it sent.
async fn until_closed(stream: &mut TcpStream, within: Duration) -> String {
    let mut heard = Vec::new();
    let closed = tokio::time::timeout(within, stream.read_to_end(&mut heard)).await;
    assert!(closed.is_ok(), "the connection is still open after {within:?}");
    String::from_utf8_lossy(&heard).into_owned()
}

/// How many sockets the server says are open.
async fn open_sockets(server: &TestServer) -> u32 {
    let client = Client::new(server.address);
    let figures = client.request(Method::GET, "/metrics", &[], String::new()).await.unwrap().text;
    let line = figures.lines().find_map(|line| line.strip_prefix("whistlestop_sockets "));
    line.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("no count in\n{figures}"))
}

/// A WebSocket that watches a table and does not read a byte more than its greeting.
async fn stalled_spectator(player: &Player, server: &TestServer, table: TableId) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    let cookie = player.client.cookie().unwrap();
    let request = format!(
        "GET /api/v1/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: {cookie}\r\n\r\n",
        server.address
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut greeting = [0; 12];
    stream.read_exact(&mut greeting).await.unwrap();
    assert_eq!(&greeting, b"HTTP/1.1 101");
    let watch = serde_json::to_vec(&ClientMessage::Watch { table, from: None }).unwrap();
    // A text frame with a mask of zeros.
    let mut frame = vec![0x81, 0x80 | watch.len() as u8, 0, 0, 0, 0];
    frame.extend(watch);
    stream.write_all(&frame).await.unwrap();
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_that_stop_reading_are_cut_off_and_hold_nobody_up() {
    // That they do not answer pings either is not what they are to be cut off for here.
    let mut config = short_timeouts();
    config.timeouts.ping = Duration::from_mins(1);
    let server = TestServer::start_with(config).await;
    let (ann, bob, eve) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let table = ann.make(&new_table(options("usa-classic", 2))).await.id;
    bob.sit(table, 1).await;
    ann.start(table).await;
    let mut stalled = Vec::new();
    for _ in 0..20 {
        stalled.push(stalled_spectator(&eve, &server, table).await);
    }
    let (mut a, mut b) = (ann.watch(table, None).await, bob.watch(table, None).await);
    let began = Instant::now();
    let (of_ann, _) = tokio::join!(play_to_the_end(&mut a, table, 1), play_to_the_end(&mut b, table, 2));
    let took = began.elapsed();
    assert!(of_ann.0.game.score.is_some());
    // Whoever read now would come back to life, so the server is asked who is left: the players.
    let asked = Instant::now();
    while open_sockets(&server).await > 2 {
        assert!(asked.elapsed() < Duration::from_secs(10), "those who do not read are still there");
    }
    for stream in &mut stalled {
        let heard = until_closed(stream, Duration::from_secs(10)).await;
        // The buffers of the system, the socket and the outbox; not the whole game, let alone twenty of them.
        assert!(heard.len() < 4 << 20, "{} bytes", heard.len());
    }
    println!("the game took {took:?} with 20 spectators that do not read");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sends_slowly_is_hung_up_on() {
    let server = TestServer::start_with(short_timeouts()).await;
    // Headers that never end, from many at once; somebody honest is served meanwhile.
    let mut dripping = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ").await.unwrap();
        dripping.push(stream);
    }
    server.guest("Ann").await;
    for stream in &mut dripping {
        until_closed(stream, Duration::from_secs(5)).await;
    }
    // A body that never comes.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/v1/session HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{{",
        server.address
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let answer = until_closed(&mut stream, Duration::from_secs(5)).await;
    assert!(answer.starts_with("HTTP/1.1 408") || answer.is_empty(), "{answer}");
    // A connection that is kept open and not used.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert!(until_closed(&mut stream, Duration::from_secs(5)).await.ends_with("alive\n"));
    // Bytes that are no request at all.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(&[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]).await.unwrap();
    until_closed(&mut stream, Duration::from_secs(5)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_only_listens_stays_connected() {
    let server = TestServer::start_with(short_timeouts()).await;
    let ann = server.guest("Ann").await;
    let table = ann.make(&new_table(options("toy", 2))).await.id;
    let mut socket = ann.watch(table, None).await;
    // Far longer than three pings. The library answers pings while it is read from; nothing else is sent.
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(2) {
        match socket.next_within(Duration::from_secs(1)).await {
            Ok(Some(_)) => {}
            other => panic!("{other:?} after {:?}", began.elapsed()),
        }
    }
    // One that does not even answer pings is gone.
    let mut stalled = stalled_spectator(&ann, &server, table).await;
    until_closed(&mut stalled, Duration::from_secs(5)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_refused_and_honest_players_hardly_notice() {
    let few = |number: u32| NonZeroU32::new(number).unwrap();
    let limits = Limits {
        messages_per_second: few(30),
        tables_per_minute: few(20),
        sockets_per_session: 4,
        ..Limits::none()
    };
    let server = TestServer::start_with(Config { limits, ..test_config() }).await;
    let (ann, bob, eve) = (server.guest("Ann").await, server.guest("Bob").await, server.guest("Eve").await);
    let table = ann.make(&new_table(options("usa-classic", 2))).await.id;
    bob.sit(table, 1).await;
    ann.start(table).await;
    let pings = async |count: u32| {
        let mut socket = ann.watch(table, None).await;
        next_game(&mut socket).await;
        let mut times = Vec::new();
        for n in 1..=count {
            let sent = Instant::now();
            socket.send(&ClientMessage::Ping { n }).await.unwrap();
            let pong =
                |message| matches!(message, ServerMessage::Pong { n: heard } if heard == n).then_some(());
            socket.wait_for(pong).await.unwrap();
            times.push(sent.elapsed());
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
        times.sort_unstable();
        times[times.len() * 9 / 10]
    };
    let quiet = pings(20).await;
    let flood = tokio::spawn({
        let client = eve.client.clone();
        async move {
            let (mut made, mut refused) = (0u32, 0u32);
            let mut sockets = Vec::new();
            for _ in 0..10 {
                if let Ok(socket) = client.socket().await {
                    sockets.push(socket);
                }
            }
            assert_eq!(sockets.len(), 4, "no more sockets than allowed");
            let body = NewTable { start: false, ..new_table(options("toy", 2)) };
            for _ in 0..100 {
                match client.post::<serde_json::Value>("/api/v1/tables", &body).await {
                    Ok(_) => made += 1,
                    Err(_) => refused += 1,
                }
                for socket in &mut sockets {
                    for n in 0..20 {
                        let _ = socket.send(&ClientMessage::Ping { n }).await;
                    }
                }
            }
            (made, refused)
        }
    });
    let loud = pings(20).await;
    let (made, refused) = flood.await.unwrap();
    assert!(made <= 21 && refused >= 79, "{made} tables, {refused} refused");
    println!("an honest ping takes {quiet:?}, under the flood {loud:?}");
    assert!(loud < quiet * 2 + Duration::from_millis(100), "{quiet:?} became {loud:?}");
}
