//! Whatever is changed in a record is found, in the line where it was changed.

use serde_json::{Value, json};
use whistlestop_rules::chance::{Scheme, Seed};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Record, RecordError, Verified, verify};

use crate::playing::{edition, numbered, play, play_and_reveal, scarce};

fn check(text: &str) -> Result<Verified, RecordError> {
    verify(&Record::parse(text)?)
}

fn sample(edition: &Edition, game: u64) -> Vec<String> {
    let seed = Seed::of_series(20, game);
    let text = play_and_reveal(edition, 3, Seat::S1, &seed, Scheme::ChaCha12);
    text.lines().map(str::to_owned).collect()
}

/// Changes a field of the first event of this kind that has it otherwise, and expects to be told so.
#[track_caller]
fn changed(lines: &[String], kind: &str, change: impl Fn(&mut Value), reason: &str) {
    let tag = format!("\"e\":\"{kind}\"");
    let (i, before, after) = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.contains(&tag))
        .find_map(|(i, line)| {
            let before: Value = serde_json::from_str(line).unwrap();
            let mut after = before.clone();
            change(&mut after);
            (before != after).then_some((i, before, after))
        })
        .unwrap_or_else(|| panic!("no {kind} to change"));
    let mut lines = lines.to_vec();
    lines[i] = after.to_string();
    let error = check(&lines.join("\n")).expect_err(&format!("{before} became {after}"));
    assert_eq!(error.line, i + 1, "{before} became {after}: {error}");
    assert!(error.reason.contains(reason), "{before} became {after}: {error}");
}

#[test]
fn lines_cannot_be_dropped_swapped_or_repeated() {
    let lines = sample(&edition("toy"), 0);
    for i in 1..lines.len() - 2 {
        let mut fewer = lines.clone();
        fewer.remove(i);
        assert_eq!(check(&fewer.join("\n")).unwrap_err().line, i + 1);
        assert!(check(&numbered(&fewer)).is_err(), "without {}", lines[i]);

        let mut twice = lines.clone();
        twice.insert(i, lines[i].clone());
        assert_eq!(check(&twice.join("\n")).unwrap_err().line, i + 2);
        assert!(check(&numbered(&twice)).is_err(), "twice {}", lines[i]);

        let mut swapped = lines.clone();
        swapped.swap(i, i + 1);
        assert_eq!(check(&swapped.join("\n")).unwrap_err().line, i + 1);
        let first_choices = lines[i..=i + 1].iter().all(|line| line.contains("tickets_kept"));
        assert_eq!(check(&numbered(&swapped)).is_ok(), first_choices, "{} swapped", lines[i]);
    }
}

#[test]
fn every_field_of_the_set_up_is_checked() {
    let lines = sample(&scarce(|_| ()), 1);
    changed(&lines, "cards_dealt", |e| e["seat"] = json!(2), "`seat` is 2, but it is 0");
    changed(&lines, "cards_dealt", |e| e["seat"] = json!(5), "must be a seat from 0 to 4");
    changed(&lines, "cards_dealt", |e| e["cards"][0] = json!("red"), "the seed gives");
    changed(&lines, "cards_dealt", |e| e["cards"][0] = json!("mauve"), "no card \"mauve\"");
    changed(&lines, "cards_dealt", |e| e["cards"] = json!(vec!["red"; 11]), "11 entries");
    changed(
        &lines,
        "cards_dealt",
        |e| {
            e["cards"].as_array_mut().unwrap().pop();
        },
        "more cards than 3",
    );
    changed(&lines, "slot_filled", |e| e["slot"] = json!(3), "`slot` is 3, but it is 0");
    changed(&lines, "slot_filled", |e| e["slot"] = json!(8), "a place of the row from 0 to 4");
    changed(&lines, "slot_filled", |e| e["card"] = json!("red"), "the seed gives");
    changed(&lines, "slot_filled", |e| e["card"] = json!(null), "leaves place 0 empty");
    changed(&lines, "tickets_dealt", |e| e["seat"] = json!(1), "`seat` is 1, but it is 0");
    changed(&lines, "tickets_dealt", |e| e["tickets"].as_array_mut().unwrap().reverse(), "the seed gives");
    changed(&lines, "tickets_dealt", |e| e["tickets"][1] = e["tickets"][0].clone(), "twice");
    changed(&lines, "tickets_dealt", |e| e["tickets"][1] = json!(30), "not a ticket from 0 to 29");
    changed(&lines, "tickets_kept", |e| e["seat"] = json!(4), "there is no seat 4");
    changed(&lines, "tickets_kept", |e| e["kept"] = json!([]), "`kept` is []");
    changed(&lines, "tickets_kept", |e| e["returned"] = e["kept"].take(), "`kept` is null");
    changed(&lines, "returns_placed", |e| e["tickets"].as_array_mut().unwrap().reverse(), "the seed gives");
    changed(&lines, "returns_placed", |e| e["tickets"] = json!([]), "`tickets` is []");
    changed(&lines, "turn_started", |e| e["seat"] = json!(2), "`seat` is 2, but it is 1");
    changed(&lines, "turn_started", |e| e["turn"] = json!(2), "`turn` is 2, but it is 1");
    changed(&lines, "turn_started", |e| e["turn"] = json!(70000), "a whole number from 0 to 65535");
}

#[test]
fn every_field_of_play_is_checked() {
    let lines = sample(&scarce(|_| ()), 2);
    changed(&lines, "card_drawn", |e| e["seat"] = json!(0), "not your turn");
    changed(&lines, "card_drawn", |e| e["card"] = json!("red"), "card_drawn says red, but");
    changed(&lines, "card_drawn", |e| e["card"] = json!(3), "must be the name of a card");
    changed(&lines, "card_taken", |e| e["seat"] = json!(0), "not your turn");
    changed(&lines, "card_taken", |e| e["card"] = json!("red"), "`card` is \"red\", but it is");
    changed(&lines, "card_taken", |e| e["slot"] = json!(9), "a place of the row");
    changed(&lines, "row_flushed", |e| e["row"][0] = json!(null), "`row` is");
    changed(&lines, "row_flushed", |e| e["row"] = json!([]), "`row` is []");
    changed(&lines, "deck_reshuffled", |e| e["cards"] = json!(1), "`cards` is 1, but it is");
    changed(&lines, "route_claimed", |e| e["seat"] = json!(0), "not your turn");
    changed(&lines, "route_claimed", |e| e["payment"] = json!({}), "takes exactly");
    changed(&lines, "route_claimed", |e| e["payment"] = json!({"red": 0}), "from 1 to");
    changed(&lines, "route_claimed", |e| e["payment"] = json!({"pink": 1}), "no card \"pink\"");
    changed(&lines, "route_claimed", |e| e["route"] = json!(100), "a route from 0 to 99");
    changed(&lines, "route_claimed", |e| e["points"] = json!(3), "`points` is 3, but it is");
    changed(&lines, "tickets_drawn", |e| e["seat"] = json!(0), "not your turn");
    changed(&lines, "tickets_drawn", |e| e["tickets"] = json!([]), "more tickets than 0");
    changed(&lines, "final_round", |e| e["seat"] = json!(4), "`seat` is 4, but it is");
    changed(&lines, "seed_revealed", |e| e["scheme"] = json!("dice/1"), "no scheme \"dice/1\"");
    changed(&lines, "seed_revealed", |e| e["seed"] = json!("ab"), "64 hexadecimal digits");
    changed(&lines, "turn_started", |e| e["e"] = json!("nap_taken"), "no event \"nap_taken\"");
    changed(
        &lines,
        "turn_started",
        |e| {
            e.as_object_mut().unwrap().remove("seat");
        },
        "`seat` is missing",
    );
}

#[test]
fn a_pass_is_checked() {
    let edition = scarce(|_| ());
    let texts = (0..).map(|game| play(&edition, 5, Seat::S0, &Seed::of_series(22, game), Scheme::SplitMix64));
    let text = texts.into_iter().find(|text| text.contains("turn_passed")).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    changed(
        &lines,
        "turn_passed",
        |e| e["seat"] = json!((e["seat"].as_u64().unwrap() + 1) % 5),
        "not your turn",
    );
    let passed = lines.iter().position(|line| line.contains("turn_passed")).unwrap();
    let drawn = lines[passed].replace("turn_passed", "tickets_drawn").replace('}', ",\"tickets\":[1]}");
    let mut forged = lines.clone();
    forged[passed] = drawn;
    let error = check(&forged.join("\n")).unwrap_err();
    assert_eq!(
        (error.line, error.reason.contains("the ticket deck is empty")),
        (passed + 1, true),
        "{error}"
    );
    changed(&lines, "card_drawn", |e| e["e"] = json!("turn_passed"), "only when nothing else is possible");
}

#[test]
fn every_field_of_the_standings_is_recomputed() {
    let lines = sample(&edition("nyc"), 3);
    for (field, value) in [
        ("route_points", json!(99)),
        ("tickets_done", json!([0, 1, 2, 3, 4, 5])),
        ("tickets_failed", json!([0, 1, 2, 3, 4, 5])),
        ("ticket_points", json!(-99)),
        ("longest_path", json!(44)),
        ("total", json!(199)),
        ("rank", json!(9)),
    ] {
        let reason = format!("the standings give seat 2 `{field}` {value}, recomputed");
        changed(&lines, "game_ended", |e| e["standings"][2][field] = value.clone(), &reason);
    }
    changed(&lines, "game_ended", |e| e["standings"][1]["bonuses"]["globetrotter"] = json!(40), "`bonuses`");
    changed(&lines, "game_ended", |e| e["standings"][1]["seat"] = json!(0), "where seat 1 belongs");
    changed(
        &lines,
        "game_ended",
        |e| {
            e["standings"].as_array_mut().unwrap().pop();
        },
        "2 standings",
    );
    changed(&lines, "game_ended", |e| e["standings"][0]["total"] = json!("x"), "in `standings`, `total`");
}

#[test]
fn a_wrong_seed_or_scheme_names_the_first_line_that_differs() {
    let lines = sample(&edition("usa-classic"), 4);
    let last = lines.last().unwrap();
    for wrong in [
        last.replace("chacha12/1", "splitmix64/1"),
        last.replace(&Seed::of_series(20, 4).to_string(), &Seed::of_series(20, 5).to_string()),
    ] {
        assert_ne!(wrong, *last);
        let mut lines = lines.clone();
        *lines.last_mut().unwrap() = wrong;
        let error = check(&lines.join("\n")).unwrap_err();
        assert_eq!(error.line, 2);
        assert!(error.reason.contains("but the seed gives"), "{error}");
    }
}

#[test]
fn nothing_follows_the_seed_or_the_end() {
    let mut lines = sample(&edition("toy"), 5);
    let seed = lines.len() - 1;
    lines.push(lines[1].clone());
    let error = check(&numbered(&lines)).unwrap_err();
    assert_eq!((error.line, error.reason.contains("nothing can follow")), (seed + 2, true));
    lines.remove(seed);
    let error = check(&numbered(&lines)).unwrap_err();
    assert_eq!((error.line, error.reason.contains("nothing that was done")), (seed + 1, true), "{error}");
    *lines.last_mut().unwrap() = r#"{"n":1,"e":"card_drawn","seat":0,"card":"red"}"#.to_owned();
    let error = check(&numbered(&lines)).unwrap_err();
    assert_eq!((error.line, error.reason.contains("the game is over")), (seed + 1, true), "{error}");
}

/// Without a seed an outcome must still be possible: a card that is not in the deck is not.
#[test]
fn impossible_outcomes_are_found_without_the_seed() {
    let edition = edition("toy");
    let text = play(&edition, 2, Seat::S0, &Seed::of_series(21, 0), Scheme::ChaCha12);
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut impossible = 0;
    for i in 1..lines.len() {
        for card in ["red", "blue", "locomotive"] {
            let mut event: Value = serde_json::from_str(&lines[i]).unwrap();
            if !matches!(event["e"].as_str(), Some("card_drawn" | "slot_filled")) {
                continue;
            }
            event["card"] = json!(card);
            let mut lines = lines.clone();
            lines[i] = event.to_string();
            if let Err(error) = check(&lines.join("\n")) {
                assert!(error.line > i, "{error}");
                impossible +=
                    u32::from(error.reason.contains(&format!("no {card} card is left in the deck")));
            }
        }
    }
    assert!(impossible > 0);
}

#[test]
fn a_route_cannot_be_claimed_twice() {
    let lines = sample(&edition("usa-classic"), 6);
    let claims: Vec<usize> = (1..lines.len()).filter(|i| lines[*i].contains("route_claimed")).collect();
    let value = |i: usize| serde_json::from_str::<Value>(&lines[i]).unwrap();
    let second = claims.iter().copied().find(|i| value(*i)["seat"] != value(claims[0])["seat"]).unwrap();
    let mut forged = value(second);
    forged["route"] = value(claims[0])["route"].clone();
    let mut lines = lines.clone();
    lines[second] = forged.to_string();
    let error = check(&lines.join("\n")).unwrap_err();
    assert_eq!(error.line, second + 1);
    assert!(error.reason.contains(" cannot claim ") && error.reason.contains(" has claimed "), "{error}");
}
