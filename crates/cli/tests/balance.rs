#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::fs;

use serde_json::Value;
use support::{ISLE, good, refused};

#[test]
fn a_built_in_map_is_measured() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("nyc");
    let series = format!("balance --edition nyc --games 120 --bots greedy,random --out {}", out.display());
    let text = good(&series);
    assert!(text.contains("Red (starts)") && text.contains("turns a game"), "{text}");
    let figures: Value =
        serde_json::from_str(&fs::read_to_string(out.join("balance.json")).unwrap()).unwrap();
    assert_eq!(figures["games"], 120);
    let wins: f64 =
        figures["seats"].as_array().unwrap().iter().map(|seat| seat["wins"].as_f64().unwrap()).sum();
    assert!((wins - 120.0).abs() < 1e-6);
    for route in figures["routes"].as_array().unwrap() {
        let claimed = route["claimed"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&claimed), "{route}");
    }
    for ticket in figures["tickets"].as_array().unwrap() {
        assert!(ticket["done"].as_u64() <= ticket["kept"].as_u64(), "{ticket}");
        assert!(ticket["trains"].as_u64().unwrap() > 0, "{ticket}");
    }
    let svg = fs::read_to_string(out.join("heat-map.svg")).unwrap();
    assert!(svg.contains("Central Park"), "city names stand on the map");
    assert!(fs::read(out.join("heat-map.png")).unwrap().starts_with(b"\x89PNG"));
    assert!(fs::read_to_string(out.join("routes.csv")).unwrap().lines().count() > 10);
    assert!(
        fs::read_to_string(out.join("tickets.csv")).unwrap().starts_with("ticket,a,b,points,trains,turns,")
    );
    assert_eq!(good(&format!("{series} --threads 1 --json")), good(&format!("{series} --threads 3 --json")));
}

#[test]
fn a_map_of_the_users_own_needs_no_positions() {
    let place = tempfile::tempdir().unwrap();
    fs::write(place.path().join("isle.toml"), ISLE).unwrap();
    let shown = place.path().display();
    good(&format!("--editions {shown} balance --edition isle --games 30 --out {shown}/out"));
    let svg = fs::read_to_string(place.path().join("out/heat-map.svg")).unwrap();
    assert!(svg.contains("Cove"));
    let figures: Value =
        serde_json::from_str(&fs::read_to_string(place.path().join("out/balance.json")).unwrap()).unwrap();
    // Ash – Dell: two spaces to Cove and one to Dell.
    let ticket = figures["tickets"]
        .as_array()
        .unwrap()
        .iter()
        .find(|ticket| ticket["b"] == "Dell" && ticket["a"] == "Ash");
    let ticket = ticket.unwrap();
    assert_eq!((&ticket["trains"], &ticket["claims"], &ticket["turns"]), (&3.into(), &2.into(), &3.5.into()));
}

#[test]
fn wrong_arguments_get_a_sentence_that_helps() {
    assert!(refused("balance --edition nyc --players 5").contains("nyc is for 2 to 4 players, not 5"));
    assert!(refused("balance --games 0").contains("1 game or more"));
    assert!(refused("balance --bots nobody").contains("there is no bot `nobody`"));
}
