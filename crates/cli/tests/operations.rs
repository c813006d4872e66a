//! What whoever runs a server does with it: measure, copy, export. All with the real program and real sockets.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::time::Duration;

use support::{err, line, out, program, run};
use whistlestop_load::{OwnServer, Plan};
use whistlestop_server::client::{Client, Method, Socket};
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::{
    Asked, ClientMessage, GameUpdate, PlayerAction, ServerMessage, TableId, TableOptions, TableState,
};
use whistlestop_server::{Database, Store};

fn server(folder: &Path, arguments: &[&str]) -> OwnServer {
    let arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
    OwnServer::start(Path::new(env!("CARGO_BIN_EXE_whistlestop")), folder, &arguments).unwrap()
}

/// The data folder that a server made inside `folder`.
fn data_of(folder: &Path) -> PathBuf {
    fs::read_dir(folder).unwrap().next().unwrap().unwrap().path()
}

fn figures(output: &Output) -> serde_json::Value {
    assert!(output.status.success(), "{}{}", out(output), err(output));
    serde_json::from_str(&out(output)).unwrap()
}

#[test]
fn load_plays_games_and_reports_what_it_saw() {
    let report = figures(&line("load --tables 6 --edition toy --seconds 2 --warm-up 0 --sleep --json"));
    assert!(report["acknowledged"].as_u64().unwrap() > 50, "{report:#}");
    assert!(report["games_finished"].as_u64().unwrap() > 2, "{report:#}");
    assert_eq!((&report["sockets"], &report["failed_tables"]), (&12.into(), &0.into()), "{report:#}");
    assert_eq!(report["latency"]["count"], report["acknowledged"], "{report:#}");
    assert!(report["latency"]["p50_ms"].as_f64().unwrap() > 0.0, "{report:#}");
    assert!(report["new_table"]["count"].as_u64().unwrap() > 0, "{report:#}");
    assert!(report["memory"]["played_bytes"].as_u64().unwrap() > 1 << 20, "{report:#}");
    assert_eq!(report["at_rest"]["all_asleep"], true, "{report:#}");
    assert_eq!(report["at_rest"]["woken"]["count"], 6, "{report:#}");
}

#[test]
fn load_keeps_to_a_rate_and_to_any_number_of_sockets() {
    for sockets in [1, 3] {
        let report = figures(&line(&format!(
            "load --tables 5 --rate 40 --sockets-per-table {sockets} --seconds 3 --warm-up 1 --json"
        )));
        let rate = report["rate"].as_f64().unwrap();
        assert!((30.0..50.0).contains(&rate), "{sockets} sockets: {report:#}");
    }
    let text = out(&line("load --tables 2 --seconds 1 --warm-up 0"));
    for said in
        ["durable actions acknowledged", "action to own update", "new table to first view", "KiB each"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn load_says_what_stands_in_its_way() {
    for (arguments, said) in [
        ("load --tables 0", "--tables"),
        ("load --rate=-1", "actions a second"),
        ("load --rate many", "actions a second"),
        ("load --sockets-per-table 6", "--sockets-per-table"),
        ("load --url https://127.0.0.1:1", "must begin with http://"),
        ("load --url http://nobody.invalid:80", "--url http://nobody.invalid:80"),
    ] {
        let told = support::refused(arguments);
        assert!(told.contains(said), "{arguments}: {told}");
    }
    // Nobody listens on a port that was just given back.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let output = line(&format!("load --url http://{free}"));
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("does not answer"), "{}", err(&output));

    let folder = tempfile::tempdir().unwrap();
    let limited = server(folder.path(), &["--no-limits=false", "--limit", "sessions-per-minute=3"]);
    let output = line(&format!("load --tables 4 --url http://{}", limited.address()));
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("--no-limits"), "{}", err(&output));
}

#[test]
fn a_limit_that_does_not_exist_is_told_before_anything_starts() {
    for (arguments, said) in [
        ("serve --limit sockets-per-adress=3", "sockets-per-address"),
        ("serve --limit sockets-per-address=0.5", "whole number"),
        ("serve --limit messages-per-second=0", "nonzero"),
        ("serve --limit sockets-per-address", "NAME=NUMBER"),
    ] {
        let told = support::refused(arguments);
        assert!(told.contains(said), "{arguments}: {told}");
    }
}

/// Somebody who plays both seats of a table.
struct Alone {
    socket: Socket,
    table: TableId,
    actions: u32,
}

impl Alone {
    async fn sit_down(server: &OwnServer) -> Self {
        let (client, _) = Client::guest(server.address(), "Ann").await.unwrap();
        let options = TableOptions { hot_seat: true, ..TableOptions::new("usa-classic", 2) };
        let new = NewTable { options, bots: Vec::new(), sit: true, nonce: None, start: false };
        let table: TableState = client.post("/api/v1/tables", &new).await.unwrap();
        let seat = format!("/api/v1/tables/{}/seats/1", table.id);
        let sit = serde_json::json!({"type": "sit"});
        let _: TableState = client.call(Method::PUT, &seat, &sit).await.unwrap();
        let _: TableState = client.post(&format!("/api/v1/tables/{}/start", table.id), &()).await.unwrap();
        let socket = client.socket().await.unwrap();
        Self { socket, table: table.id, actions: 0 }
    }

    /// Plays so many actions; gives the number of the last that was acknowledged.
    async fn play(&mut self, actions: u32) -> u32 {
        let mut last = 0;
        for _ in 0..actions {
            self.socket.send(&ClientMessage::Watch { table: self.table, from: None }).await.unwrap();
            let wanted = |message| match message {
                ServerMessage::Game(update) => Some(update),
                _ => None,
            };
            let update: GameUpdate = self.socket.wait_for(wanted).await.unwrap();
            let own = update.game.own.iter().find(|own| own.asked != Asked::Wait {}).unwrap();
            let action = match &own.asked {
                Asked::Tickets { .. } => PlayerAction::KeepTickets { returned: Vec::new() },
                _ => PlayerAction::DrawBlind {},
            };
            self.actions += 1;
            let (id, seat) = (self.actions.to_string(), own.seat);
            let act = ClientMessage::Act { table: self.table, id, seq: update.seq, seat, action };
            self.socket.send(&act).await.unwrap();
            let done = |message| match message {
                ServerMessage::Done { seq, .. } => Some(seq),
                ServerMessage::Refused { refused, .. } => panic!("{refused:?}"),
                _ => None,
            };
            last = self.socket.wait_for(done).await.unwrap();
        }
        last
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_running_server_has_every_acknowledged_action() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), &[]);
    let data = data_of(folder.path());
    let mut ann = Alone::sit_down(&server).await;
    let copies = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let acknowledged = ann.play(5).await;
        let copy = copies.path().join(format!("copy {round}.db"));
        let backup =
            |copy: &Path| program().arg("backup").arg(copy).arg("--data-dir").arg(&data).output().unwrap();
        let output = backup(&copy);
        assert!(output.status.success(), "{}", err(&output));
        let before = fs::read(&copy).unwrap();
        let again = backup(&copy);
        assert_eq!(again.status.code(), Some(2));
        assert!(err(&again).contains("is left as it is"), "{}", err(&again));
        assert_eq!(fs::read(&copy).unwrap(), before);
        let store = Store::open(Database::Sqlite { path: copy }).await.unwrap();
        let entries = store.entries(ann.table, 0).await.unwrap();
        assert_eq!(entries.last().unwrap().number, acknowledged);
        store.close().await;
    }
    let left = fs::read_dir(copies.path()).unwrap().filter_map(Result::ok).map(|file| file.file_name());
    assert!(left.into_iter().all(|name| !name.to_string_lossy().starts_with('.')), "no half copies are left");
}

#[test]
fn a_backup_that_cannot_be_made_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let output = run([
        "backup".as_ref(),
        "--data-dir".as_ref(),
        folder.path().as_os_str(),
        folder.path().join("copy").as_os_str(),
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("there is no database at"), "{}", err(&output));
    let told = support::refused("backup copy.db --database postgres://somebody@example.org/whistlestop");
    assert!(told.contains("pg_dump"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn exported_games_hold() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), &[]);
    let data = data_of(folder.path());
    let plan = Plan {
        edition: "toy".to_owned(),
        tables: 3,
        rate: None,
        sockets_per_table: 2,
        warm_up: Duration::ZERO,
        time: Duration::from_secs(1),
        sleep: false,
    };
    let report = whistlestop_load::run(server.address(), &plan).await.unwrap();
    assert!(report.games_finished > 0, "{report:?}");
    let records = tempfile::tempdir().unwrap();
    let export = |to: &str, arguments: &[&str]| {
        let mut command = program();
        command.arg("export").arg("--data-dir").arg(&data).arg("--out").arg(records.path().join(to));
        command.args(arguments).output().unwrap()
    };
    let files = |of: &str| -> Vec<PathBuf> {
        fs::read_dir(records.path().join(of)).unwrap().map(|file| file.unwrap().path()).collect()
    };
    let output = export("all", &[]);
    assert!(output.status.success(), "{}", err(&output));
    let all = files("all");
    assert!(all.len() as u64 >= report.games_finished, "{} {report:?}", all.len());
    assert!(out(&output).contains(&format!("{} record", all.len())), "{}", out(&output));
    let verified = program().arg("verify").args(&all).output().unwrap();
    assert!(verified.status.success(), "{}{}", out(&verified), err(&verified));

    // One game, and those of one player.
    let id = all[0].file_stem().unwrap().to_str().unwrap();
    assert!(export("one", &["--game", id]).status.success());
    assert_eq!(fs::read(&files("one")[0]).unwrap(), fs::read(&all[0]).unwrap());
    let header = fs::read_to_string(&all[0]).unwrap();
    let header: serde_json::Value = serde_json::from_str(header.lines().next().unwrap()).unwrap();
    let name = header["players"][0]["name"].as_str().unwrap();
    assert!(export("of a player", &["--player", name]).status.success());
    let theirs = files("of a player");
    assert!(!theirs.is_empty() && theirs.len() < all.len(), "{} of {}", theirs.len(), all.len());

    for (arguments, said) in [
        (&["--game", "0f"][..], "32 hexadecimal digits"),
        (&["--player", "Nobody of this name"], "nobody has this name"),
    ] {
        let output = export("none", arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains(said), "{}", err(&output));
    }
    let unknown = export("none", &["--game", "00000000000000000000000000000000"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(err(&unknown).contains("no such table"), "{}", err(&unknown));
}

/// `WHISTLESTOP_STORED_GAMES` says how many games are stored, a million for the long run; each has as few entries as a
/// table can have.
#[tokio::test]
async fn a_server_with_many_games_is_ready_within_a_second() {
    let wanted = std::env::var("WHISTLESTOP_STORED_GAMES").ok().and_then(|games| games.parse().ok());
    let games: u32 = wanted.unwrap_or(20_000);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("whistlestop.db");
    let store = Store::open(Database::Sqlite { path: path.clone() }).await.unwrap();
    store.fill_with_finished_games(games).await.unwrap();
    store.close().await;
    drop(store);
    println!("{games} games, {} MiB", fs::metadata(&path).unwrap().len() >> 20);
    for attempt in 1..=3 {
        let began = std::time::Instant::now();
        let work = tempfile::tempdir().unwrap();
        let data = folder.path().to_str().unwrap();
        let server = server(work.path(), &["--data-dir", data]);
        let answer = Client::new(server.address()).request(Method::GET, "/readyz", &[], String::new()).await;
        assert!(answer.unwrap().status.is_success());
        let took = began.elapsed();
        println!("attempt {attempt}: ready after {took:?}");
        let began = std::time::Instant::now();
        let _: serde_json::Value = Client::new(server.address()).get("/api/v1/tables").await.unwrap();
        println!("attempt {attempt}: the list of tables after {:?}", began.elapsed());
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}
