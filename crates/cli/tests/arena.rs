#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use support::{err, good, line, program, refused, run};

struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn shown(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }
}

fn results(directory: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(directory.join("results.json")).unwrap()).unwrap()
}

/// Without what depends on the clock.
fn timeless(directory: &Path) -> Value {
    let mut results = results(directory);
    for bot in results["ratings"].as_array_mut().unwrap() {
        for field in ["thinking_ms_mean", "thinking_ms_max"] {
            assert!(bot.as_object_mut().unwrap().remove(field).unwrap().is_number());
        }
    }
    results
}

fn games(directory: &Path) -> Vec<Value> {
    let text = fs::read_to_string(directory.join("games.jsonl")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_duel_writes_everything_it_promises() {
    let place = Place::new();
    let out = place.shown("new/duel");
    let text = good(&format!(
        "arena --bots random,greedy --edition nyc --games 200 --seed 3 --duplicate --out {out}"
    ));
    assert!(text.contains("greedy is 1000 by definition"), "{text}");
    assert!(text.ends_with(&format!("Everything is in {out}\n")), "{text}");
    let directory = place.path("new/duel");
    let results = results(&directory);
    assert_eq!(results["games"], 200);
    assert_eq!(results["complete"], true);
    let pair = &results["pairs"][0];
    assert_eq!(
        (&pair["bot"], &pair["opponent"], &pair["games"]),
        (&json!("random"), &json!("greedy"), &json!(200))
    );
    let (rate, wins) = (pair["win_rate"].as_f64().unwrap(), pair["wins"].as_f64().unwrap());
    assert!((rate - wins / 200.0).abs() < 1e-9);
    let [low, high]: [f64; 2] = serde_json::from_value(pair["interval"].clone()).unwrap();
    assert!(low <= rate && rate <= high && high - low < 0.3 && rate < 0.5, "{pair}");
    assert_eq!(results["ratings"][0]["bot"], "greedy");
    assert_eq!(results["ratings"][0]["elo"], 1000.0);
    let elo: [f64; 2] = serde_json::from_value(results["ratings"][1]["interval"].clone()).unwrap();
    assert!(elo[0] < elo[1] && elo[1] < 1000.0, "{results}");
    for plot in ["ladder", "matrix", "scores"] {
        let svg = fs::read_to_string(directory.join(format!("{plot}.svg"))).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("greedy"), "{plot}");
        assert!(fs::read(directory.join(format!("{plot}.png"))).unwrap().starts_with(b"\x89PNG"), "{plot}");
    }
    let csv = fs::read_to_string(directory.join("results.csv")).unwrap();
    assert!(csv.starts_with("bot,elo,elo_low,elo_high,games,wins,mean_score,"), "{csv}");
    let pairs = fs::read_to_string(directory.join("pairs.csv")).unwrap();
    assert!(pairs.starts_with("bot,opponent,games,wins,win_rate,low,high\nrandom,greedy,200,"), "{pairs}");
}

/// Both games of a deal start with the same cards, and both bots play from both seats.
#[test]
fn duplicate_deals_are_played_from_every_seat() {
    let place = Place::new();
    good(&format!(
        "arena --bots greedy,random --edition toy --players 3 --games 30 --duplicate --out {}",
        place.shown("a")
    ));
    let mut seatings: std::collections::BTreeMap<(u64, u64), BTreeSet<String>> =
        std::collections::BTreeMap::new();
    for game in games(&place.path("a")) {
        let bots: Vec<&str> =
            game["seats"].as_array().unwrap().iter().map(|seat| seat["bot"].as_str().unwrap()).collect();
        let key = (game["lineup"].as_u64().unwrap(), game["block"].as_u64().unwrap());
        seatings.entry(key).or_default().insert(bots.join(","));
    }
    // Two lineups of ten deals, each seen from three seats.
    assert_eq!(seatings.len(), 20);
    assert!(seatings.values().all(|seatings| seatings.len() == 3), "{seatings:?}");
    // The games asked for are rounded up to whole deals.
    good(&format!(
        "arena --bots greedy,random --edition toy --games 5 --duplicate --out {}",
        place.shown("b")
    ));
    assert_eq!(results(&place.path("b"))["games"], 6);
}

#[test]
fn the_result_does_not_depend_on_the_threads() {
    let place = Place::new();
    let series =
        "arena --bots random,greedy,random --players 3 --edition nyc --games 60 --seed 5 --until-separated";
    for threads in [1, 2, 5] {
        good(&format!("{series} --threads {threads} --out {}", place.shown(&threads.to_string())));
    }
    let alone = timeless(&place.path("1"));
    assert_eq!(alone, timeless(&place.path("2")));
    assert_eq!(alone, timeless(&place.path("5")));
    let labels: BTreeSet<&str> =
        alone["ratings"].as_array().unwrap().iter().map(|bot| bot["bot"].as_str().unwrap()).collect();
    assert_eq!(labels, BTreeSet::from(["greedy", "random", "random (2)"]));
}

#[test]
fn a_clear_case_stops_early_and_equals_do_not() {
    let place = Place::new();
    good(&format!(
        "arena --bots random,greedy,random --games 300 --until-separated --out {}",
        place.shown("a")
    ));
    let results = results(&place.path("a"));
    let lineup = |a: &str, b: &str| {
        let all = results["lineups"].as_array().unwrap();
        all.iter().find(|lineup| lineup["bots"] == json!([a, b])).unwrap().clone()
    };
    let clear = lineup("random", "greedy");
    assert_eq!(clear["state"], "separated");
    assert!(clear["games"].as_u64().unwrap() < 60, "{clear}");
    assert_eq!(lineup("random", "random (2)")["state"], "complete");
    assert_eq!(results["complete"], true);
}

#[test]
fn a_lone_bot_meets_copies_of_each_other() {
    let place = Place::new();
    let text = good(&format!(
        "arena --bots greedy,random --players 4 --lone --games 80 --duplicate --out {}",
        place.shown("a")
    ));
    assert!(text.contains("greedy, random, random, random"), "{text}");
    let results = results(&place.path("a"));
    assert_eq!(results["lineups"].as_array().unwrap().len(), 1);
    let share = &results["lineups"][0]["shares"][0];
    assert_eq!(share["bot"], "greedy");
    assert_eq!(share["even"], 0.25);
    assert!(share["share"].as_f64().unwrap() > 0.5, "{share}");
}

#[test]
fn an_arena_goes_on_after_being_killed() {
    let place = Place::new();
    let series = "arena --bots random,greedy,random --games 400 --seed 8 --duplicate --threads 2";
    good(&format!("{series} --out {}", place.shown("whole")));
    let mut child = program()
        .args(series.split_whitespace())
        .args(["--out", &place.shown("killed")])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = place.path("killed/games.jsonl");
    while fs::metadata(&log).map_or(0, |file| file.len()) < 3000 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it could be killed");
        std::thread::yield_now();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // What a crash in the middle of a line leaves behind.
    let mut text = fs::read(&log).unwrap();
    text.extend_from_slice(b"{\"lineup\":0,\"blo");
    fs::write(&log, text).unwrap();
    assert!(games_so_far(&log) < 1200);

    good(&format!("arena --resume {} --threads 1", place.shown("killed")));
    assert_eq!(timeless(&place.path("killed")), timeless(&place.path("whole")));
    let ids: BTreeSet<String> = games(&place.path("killed"))
        .iter()
        .map(|game| format!("{} {} {}", game["lineup"], game["block"], game["rotation"]))
        .collect();
    assert_eq!(ids.len(), 1200);
}

fn games_so_far(log: &Path) -> usize {
    fs::read_to_string(log).unwrap().matches('\n').count()
}

#[test]
fn ctrl_c_leaves_a_usable_result() {
    let place = Place::new();
    let child = program()
        .args("arena --bots random,greedy --games 1000000 --seed 8".split_whitespace())
        .args(["--out", &place.shown("a")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let log = place.path("a/games.jsonl");
    while fs::metadata(&log).map_or(0, |file| file.len()) < 5000 {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(err(&output).contains("go on with: whistlestop arena --resume"), "{}", err(&output));
    let results = results(&place.path("a"));
    assert_eq!(results["complete"], false);
    assert_eq!(results["games"].as_u64().unwrap() as usize, games_so_far(&log));
    assert!(place.path("a/ladder.png").exists());
}

#[test]
fn more_games_can_be_asked_for_later() {
    let place = Place::new();
    let series = "arena --bots random,greedy --edition toy --seed 2";
    good(&format!("{series} --games 300 --out {}", place.shown("whole")));
    good(&format!("{series} --games 100 --out {}", place.shown("begun")));
    good(&format!("arena --resume {} --games 300", place.shown("begun")));
    assert_eq!(timeless(&place.path("begun")), timeless(&place.path("whole")));
}

#[test]
fn wrong_arguments_get_a_sentence_that_helps() {
    let place = Place::new();
    let out = place.shown("a");
    assert!(refused("arena").contains("--bots"));
    assert!(refused("arena --bots random,greedy").contains("--out"));
    assert!(refused(&format!("arena --bots gredy --out {out}")).contains("there is no bot `gredy`"));
    assert!(refused(&format!("arena --bots random, --out {out}")).contains("without a name"));
    assert!(refused(&format!("arena --bots random --out {out}")).contains("two bots or more"));
    assert!(refused(&format!("arena --bots greedy@1s,random --out {out}")).contains("at once"));
    assert!(
        refused(&format!("arena --bots random,greedy --players 9 --out {out}"))
            .contains("2 to 5 players, not 9")
    );
    assert!(refused(&format!("arena --bots random,greedy --games 0 --out {out}")).contains("1 game or more"));
    assert!(refused(&format!("arena --bots random,greedy --bot-timeout 0 --out {out}")).contains("seconds"));
    assert!(refused(&format!("arena --bots random,greedy --edition usa --out {out}")).contains("usa"));
    assert!(!place.path("a").exists(), "a wrong question leaves nothing behind");
    assert!(refused(&format!("arena --resume {out}")).contains("holds no arena"));

    good(&format!("arena --bots random,greedy --edition toy --games 4 --out {out}"));
    assert!(
        refused(&format!("arena --bots random,greedy --edition toy --games 4 --out {out}"))
            .contains("--resume")
    );
    for (changed, said) in [
        ("--seed 9", "--seed 9 does not go with"),
        ("--players 3", "begun with 2"),
        ("--bots random,random", "begun with random,greedy"),
        ("--edition nyc", "begun with toy"),
        ("--duplicate", "begun without it"),
        ("--games 2", "they can only be raised"),
        ("--bot-timeout 1", "begun with 10000 ms"),
    ] {
        let refusal = refused(&format!("arena --resume {out} {changed}"));
        assert!(refusal.contains(said), "{changed}: {refusal}");
    }
    fs::write(place.path("a/games.jsonl"), "{\"what\":1}\n").unwrap();
    let damaged = line(&format!("arena --resume {out}"));
    assert_eq!(damaged.status.code(), Some(1));
    assert!(err(&damaged).contains("games.jsonl, line 1: this is not a game"), "{}", err(&damaged));
}

#[test]
fn the_bots_are_listed() {
    let table = good("bots");
    assert!(table.lines().any(|line| line.starts_with("greedy") && line.contains("at once")), "{table}");
    let bots: Value = serde_json::from_str(&good("bots --json")).unwrap();
    for field in ["id", "name", "sentence", "strength", "thinking_ms"] {
        assert!(!bots[0][field].is_null(), "{field}");
    }
}

/// Programs see nothing of our environment in these tests, so the interpreter is named in full.
fn python() -> String {
    let found = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
    let found = found.expect("these tests run bots written in Python: install python3");
    String::from_utf8(found.stdout).unwrap().trim().to_owned()
}

fn with_bot(place: &Place, bot: &str, more: &[&str]) -> (std::process::Output, Value) {
    let out = place.shown("a");
    let arguments = ["arena", "--bots", "greedy", "--bots", bot, "--edition", "toy", "--out", &out];
    let output = run(arguments.iter().chain(more));
    assert!(output.status.success(), "{}", err(&output));
    (output, results(&place.path("a")))
}

#[test]
fn the_python_example_plays_and_wins() {
    let place = Place::new();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/python/whistlestop_bot.py");
    let bot = format!("cmd:{} {script}", python());
    let (output, results) = with_bot(&place, &bot, &["--games", "12", "--duplicate"]);
    assert_eq!(err(&output), "");
    assert_eq!(results["forfeits"], json!([]));
    let usa = place.shown("usa");
    let bots = ["arena", "--bots", "random", "--bots", &bot, "--games", "4", "--out", &usa];
    let output = run(bots);
    assert!(output.status.success(), "{}", err(&output));
    assert_eq!(err(&output), "");
    let results = self::results(&place.path("usa"));
    assert!(results["pairs"][0]["win_rate"].as_f64().unwrap() < 0.5, "{results}");
    assert_eq!(fs::read_to_string(place.path("usa/bot-2.stderr.txt")).unwrap(), "");
}

/// Writes a bot that answers the first legal action until `misbehave`, a statement, is its turn.
fn script(place: &Place, misbehave: &str) -> String {
    let path = place.path("bot.py");
    let text = format!(
        "import json, sys, time, os\ncount = 0\nfor line in sys.stdin:\n    message = json.loads(line)\n    \
         if message['type'] == 'hello':\n        count = 0\n    \
         if message['type'] != 'decide':\n        continue\n    count += 1\n    \
         if count == 3:\n        {misbehave}\n    print(0, flush=True)\n"
    );
    fs::write(&path, text).unwrap();
    format!("cmd:{} {}", python(), path.display())
}

fn forfeits_everything(misbehave: &str, more: &[&str], reason: &str) {
    let place = Place::new();
    let bot = script(&place, misbehave);
    let arguments: Vec<&str> = ["--games", "4"].iter().chain(more).copied().collect();
    let (output, results) = with_bot(&place, &bot, &arguments);
    assert_eq!(results["games"], 4);
    assert_eq!(results["pairs"][0]["wins"], 4.0, "{results}");
    let forfeit = &results["forfeits"][0];
    assert_eq!(forfeit["games"], 4, "{forfeit}");
    assert!(forfeit["reason"].as_str().unwrap().contains(reason), "{forfeit}");
    assert!(err(&output).contains(reason) && err(&output).contains("forfeited 4 games"), "{}", err(&output));
    for game in games(&place.path("a")) {
        let seat = game["forfeit"]["seat"].as_u64().unwrap() as usize;
        assert_eq!(game["seats"][seat]["bot"], bot.as_str());
        assert_eq!(game["seats"][seat]["rank"], 2);
    }
}

#[test]
fn a_bot_that_crashes_loses_and_is_started_again() {
    forfeits_everything("sys.exit(7)", &[], "it ended with exit code 7");
    forfeits_everything("os.kill(os.getpid(), 9)", &[], "it was ended by signal 9");
}

#[test]
fn a_bot_that_talks_garbage_loses() {
    forfeits_everything("print('hello there', flush=True)", &[], "instead of an index");
    forfeits_everything(
        "print(999999, flush=True)",
        &[],
        "it chose 999999, which is beyond the legal actions",
    );
    forfeits_everything("print('x' * 100000, flush=True)", &[], "longer than 4096 bytes");
}

#[test]
fn a_bot_that_does_not_answer_in_time_loses() {
    forfeits_everything("time.sleep(1000)", &["--bot-timeout", "0.5"], "it did not answer within 0.5 s");
}

#[test]
fn a_program_that_does_not_exist_loses() {
    let place = Place::new();
    let (output, results) = with_bot(&place, "cmd:/no/such/program", &["--games", "2"]);
    assert_eq!(results["forfeits"][0]["games"], 2);
    assert!(err(&output).contains("could not be started"), "{}", err(&output));
}

#[test]
fn no_program_outlives_an_arena_that_is_stopped() {
    let place = Place::new();
    let bot = script(&place, "open(sys.argv[1], 'w').write(str(os.getpid())); time.sleep(1000)");
    let bot = format!("{bot} {}", place.shown("pid"));
    let child = program()
        .args(["arena", "--bots", "greedy", "--bots", &bot, "--edition", "toy", "--threads", "1"])
        .args(["--out", &place.shown("a"), "--bot-timeout", "500"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let id = loop {
        match fs::read_to_string(place.path("pid")) {
            Ok(id) if !id.is_empty() => break id,
            _ => std::thread::yield_now(),
        }
    };
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", err(&output));
    assert!(!Path::new(&format!("/proc/{id}")).exists(), "the bot still runs");
}
