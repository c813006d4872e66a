#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::fs;

use serde_json::Value;
use support::{good, recorded, refused};

fn json(arguments: &str) -> Value {
    serde_json::from_str(&good(arguments)).unwrap()
}

/// Without what depends on the clock.
fn timeless(arguments: &str) -> Value {
    let mut json = json(arguments);
    let fields = json.as_object_mut().unwrap();
    for field in ["seconds", "games_per_s", "threads"] {
        assert!(fields.remove(field).unwrap().is_number());
    }
    json
}

#[test]
fn json_has_the_promised_fields() {
    let json = json("sim --players 3 --games 300 --seed 9 --threads 2 --json");
    assert_eq!(json["edition"], "usa-classic");
    assert_eq!(json["players"], 3);
    assert_eq!(json["games"], 300);
    assert_eq!(json["seed"], 9);
    assert_eq!(json["threads"], 2);
    for field in ["games_per_s", "decisions_per_game", "turns_per_game", "mean_score"] {
        assert!(json[field].is_f64(), "{field} in {json}");
    }
    let wins: Vec<f64> = serde_json::from_value(json["wins"].clone()).unwrap();
    assert_eq!(wins.len(), 3);
    assert!((wins.iter().sum::<f64>() - 300.0).abs() < 1e-9);
    for percentile in ["p5", "p25", "p50", "p75", "p95"] {
        assert!(json["percentiles"][percentile].is_i64(), "{percentile} in {json}");
    }
    assert!(json["build"].is_string());
}

#[test]
fn the_result_follows_from_the_seed_whatever_the_threads() {
    let series = "sim --edition usa-1910 --players 4 --games 1000 --seed 5 --json";
    let alone = timeless(&format!("{series} --threads 1"));
    assert_eq!(alone, timeless(&format!("{series} --threads 2")));
    assert_eq!(alone, timeless(&format!("{series} --threads 3")));
    assert_ne!(alone, timeless(&series.replace("--seed 5", "--seed 6")));
}

#[test]
fn the_table_has_a_line_for_every_seat() {
    let table = good("sim --players 5 --games 1_000");
    for word in ["Red", "Blue", "Green", "Yellow", "Black", "all"] {
        assert!(table.lines().any(|line| line.starts_with(word)), "{word} in\n{table}");
    }
    assert!(table.starts_with("USA (usa-classic), 5 players, 1,000 random games from seed 1\n"), "{table}");
    assert!(table.contains("decisions a game") && table.contains("games/s"), "{table}");
}

#[test]
fn four_play_unless_the_edition_wants_fewer() {
    assert_eq!(json("sim --games 1 --json")["players"], 4);
    assert_eq!(json("sim --games 1 --edition toy --json")["players"], 3);
}

#[test]
fn wrong_arguments_get_a_sentence_that_helps() {
    assert_eq!(refused("sim --players 7"), "error: usa-classic is for 2 to 5 players, not 7\n");
    assert_eq!(refused("sim --edition nyc --players 1"), "error: nyc is for 2 to 4 players, not 1\n");
    assert!(refused("sim --edition usa-clasic").contains("did you mean \"usa-classic\"?"));
    assert!(refused("sim --games 0").contains("ask for 1 game or more"));
    assert!(refused("sim --games many").contains("this is not a number of games"));
    assert!(refused("sim --threads 0").contains("use 1 to 1024 threads"));
    assert!(refused("sim --games -5").contains("this is not a number of games"));
    assert!(refused("sim --players some").contains("this is not a number of players"));
    assert!(refused("sim --seed -1").contains("seeds are whole numbers from 0"));
    assert!(refused("sim --player 3").contains("--players"));
    assert!(refused("verfy").contains("verify"));
}

#[test]
fn records_are_written_whole_and_the_same_again() {
    let directory = tempfile::tempdir().unwrap();
    let target = directory.path().join("new/games");
    let shown = target.display();
    let series = format!("sim --edition toy --players 2 --games 100 --seed 3 --records {shown}");
    assert!(good(&series).ends_with(&format!("100 records in {shown}\n")));
    let mut names: Vec<_> = fs::read_dir(&target)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let mut expected: Vec<_> = (0..100).map(|game| format!("toy-2p-3-{game}.jsonl")).collect();
    expected.sort();
    assert_eq!(names, expected);

    let before = fs::read(target.join("toy-2p-3-42.jsonl")).unwrap();
    fs::write(target.join("mine.txt"), "mine").unwrap();
    assert!(good(&format!("{series} --threads 1")).ends_with("100 of them replaced\n"));
    assert_eq!(fs::read(target.join("toy-2p-3-42.jsonl")).unwrap(), before);
    assert_eq!(fs::read(target.join("mine.txt")).unwrap(), b"mine");
}

#[test]
fn recording_does_not_change_the_result() {
    let directory = tempfile::tempdir().unwrap();
    let series = "sim --edition nyc --games 50 --json";
    assert_eq!(timeless(series), timeless(&format!("{series} --records {}", directory.path().display())));
}

#[test]
fn a_place_where_records_cannot_be_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "toy", 2, 1);
    let output = support::line(&format!("sim --games 1 --records {}", file.display()));
    assert_eq!(output.status.code(), Some(1));
    assert!(
        support::err(&output).starts_with(&format!("error: cannot write records to {}: ", file.display()))
    );
}
