//! `whistlestop verify` on the record of a game that a real server dealt, as it is and tampered with.

#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "support/server.rs"]
mod server;
mod support;

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};
use server::{Data, Ledger, Seat, Server, anywhere};
use whistlestop_server::client::{Client, Method};
use whistlestop_server::protocol::TableState;

/// Plays a game for two with nonces, and gives the lines of its record.
async fn served_game(folder: &Path) -> Vec<String> {
    let server = Server::start(Data::Folder(folder), anywhere());
    let (ann, _) = Client::guest(server.address, "Ann").await.unwrap();
    let new =
        json!({"options": {"edition": "usa-classic", "seats": 2, "hot_seat": true}, "nonce": "from Ann"});
    let table: TableState = ann.post("/api/v1/tables", &new).await.unwrap();
    let path = format!("/api/v1/tables/{}", table.id);
    let sit = json!({"type": "sit", "nonce": "from Bob", "name": "Bob"});
    let _: TableState = ann.call(Method::PUT, &format!("{path}/seats/1"), &sit).await.unwrap();
    let _: TableState = ann.post(&format!("{path}/start"), &()).await.unwrap();
    let seat = Seat::new(ann.clone(), vec![server.address], table.id, "a".to_owned(), &Ledger::default());
    assert!(seat.play(Arc::new(AtomicBool::new(false))).await);
    let record = ann.request(Method::GET, &format!("{path}/record"), &[], String::new()).await.unwrap();
    record.text.lines().map(str::to_owned).collect()
}

/// Whether the program accepts the lines, and what it says.
fn verify(folder: &Path, lines: &[String]) -> (bool, String) {
    let file = folder.join("game.jsonl");
    fs::write(&file, lines.join("\n") + "\n").unwrap();
    let output = support::run(["verify".as_ref(), file.as_os_str()]);
    (output.status.success(), support::out(&output) + &support::err(&output))
}

fn edited(lines: &[String], line: usize, edit: impl FnOnce(&mut Value)) -> Vec<String> {
    let mut lines = lines.to_vec();
    let mut value = serde_json::from_str(&lines[line]).unwrap();
    edit(&mut value);
    lines[line] = value.to_string();
    lines
}

fn kind(line: &str) -> String {
    serde_json::from_str::<Value>(line).unwrap()["e"].as_str().unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_served_game_is_verified_and_no_tampering_goes_unnoticed() {
    let folder = tempfile::tempdir().unwrap();
    let lines = served_game(folder.path()).await;
    let (holds, told) = verify(folder.path(), &lines);
    assert!(holds, "{told}");
    assert!(
        told.contains("chance follows from the seed and the seed from what was agreed before the deal"),
        "{told}"
    );

    let last = lines.len() - 1;
    let other = "00".repeat(32);
    let first = serde_json::from_str::<Value>(&lines[0]).unwrap()["first_seat"].as_u64().unwrap();
    // The first two cards that were drawn blind and differ.
    let draws: Vec<usize> = (1..last).filter(|line| kind(&lines[*line]) == "card_drawn").collect();
    let card = |line: usize| serde_json::from_str::<Value>(&lines[line]).unwrap()["card"].clone();
    let [one, two] =
        draws.windows(2).map(|pair| [pair[0], pair[1]]).find(|[one, two]| card(*one) != card(*two)).unwrap();
    let dealt = (1..last).find(|line| kind(&lines[*line]) == "tickets_dealt").unwrap();
    let swapped = {
        let (first, second) = (card(one), card(two));
        let lines = edited(&lines, one, |event| event["card"] = second);
        edited(&lines, two, |event| event["card"] = first)
    };
    let cases: [(&str, Vec<String>, &str); 9] = [
        ("another seed", edited(&lines, last, |event| event["seed"] = json!(other)), "seed"),
        (
            "another secret",
            edited(&lines, last, |event| event["server_seed"] = json!(other)),
            "not the one that was committed to",
        ),
        (
            "another commitment",
            edited(&lines, 0, |header| header["fairness"]["commitment"] = json!(other)),
            "not the one that was committed to",
        ),
        (
            "another nonce",
            edited(&lines, 0, |header| header["fairness"]["nonces"][1] = json!("from Bobby")),
            "the seed does not follow from `server_seed` and the nonces",
        ),
        (
            "nonces of other seats",
            edited(&lines, 0, |header| header["fairness"]["nonces"] = json!(["from Bob", "from Ann"])),
            "the seed does not follow from `server_seed` and the nonces",
        ),
        ("another first seat", edited(&lines, 0, |header| header["first_seat"] = json!(1 - first)), "line "),
        ("two cards in another order", swapped, "line "),
        (
            "other tickets",
            edited(&lines, dealt, |event| {
                let tickets = event["tickets"].as_array_mut().unwrap();
                tickets.rotate_left(1);
            }),
            "line ",
        ),
        (
            "no secret revealed",
            edited(&lines, last, |event| {
                event.as_object_mut().unwrap().remove("server_seed");
            }),
            "no `server_seed` is revealed",
        ),
    ];
    for (what, lines, reason) in cases {
        let (holds, told) = verify(folder.path(), &lines);
        assert!(!holds, "{what}: {told}");
        assert!(told.contains("does not hold") && told.contains(reason), "{what}: {told}");
    }
    // Every single card, one by one, as another card.
    for line in draws.iter().take(12) {
        let wrong = if card(*line) == json!("red") { "blue" } else { "red" };
        let lines = edited(&lines, *line, |event| event["card"] = json!(wrong));
        let (holds, told) = verify(folder.path(), &lines);
        assert!(!holds, "line {}: {told}", line + 1);
    }
}
