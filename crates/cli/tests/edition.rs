#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::fs;

use support::{ISLE, err, good, line, out, refused};

#[test]
fn list_names_every_edition() {
    let list = good("edition list");
    for id in ["usa-classic", "usa-1910", "usa-mega", "nyc", "toy"] {
        assert!(list.lines().any(|line| line.starts_with(&format!("{id} "))), "{id} in\n{list}");
    }
    let classic = list.lines().find(|line| line.starts_with("usa-classic ")).unwrap();
    assert!(
        classic.contains("2–5") && classic.contains("North America") && classic.contains("30"),
        "{classic}"
    );
}

#[test]
fn show_puts_the_rules_into_words() {
    let usa = good("edition show usa-classic");
    for part in [
        "2 to 5 players with 45 trains each.",
        "110 cards: 12 each of",
        "14 locomotives",
        "With 3 players or fewer only one side",
        "36 cities, 100 routes (22 double)",
        "30 tickets of 4 to 22 points",
        "checked against the printed cards",
        "Los Angeles – New York",
        "10 points for the longest path",
    ] {
        assert!(usa.contains(part), "{part:?} in\n{usa}");
    }
    let nyc = good("edition show nyc");
    assert!(nyc.contains("15 taxis each") && nyc.contains("With 2 players only one side"), "{nyc}");
    assert!(good("edition show usa-crc").contains("A new route must connect to one's own."));
    assert!(good("edition show usa-2025").contains("partly known, partly guessed"));
}

#[test]
fn show_json_is_the_whole_edition() {
    let json: serde_json::Value = serde_json::from_str(&good("edition show usa-classic --json")).unwrap();
    assert_eq!(json["id"], "usa-classic");
    assert_eq!(json["routes"].as_array().unwrap().len(), 100);
    assert_eq!(json["tickets"].as_array().unwrap().len(), 30);
}

#[test]
fn an_unknown_edition_gets_a_suggestion() {
    assert_eq!(
        refused("edition show usa-clasic"),
        "error: there is no edition \"usa-clasic\"; did you mean \"usa-classic\"?\n"
    );
    assert!(refused("edition show atlantis").contains("there are: usa-classic, "));
}

#[test]
fn check_praises_good_files() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("isle.toml");
    fs::write(&file, ISLE).unwrap();
    let summary = "isle: The Isle, 2 to 3 players, 4 cities, 5 routes, 6 tickets: no fault\n";
    assert_eq!(good(&format!("edition check {}", file.display())), summary);
    assert_eq!(good(&format!("edition check {}", directory.path().display())), summary);
}

#[test]
fn check_lists_every_fault_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("isle.toml");
    let broken = ISLE.replace("b = \"Cove\", color = \"gray\"", "b = \"Cave\", color = \"mauve\"");
    assert_ne!(broken, ISLE);
    fs::write(&file, &broken).unwrap();
    let output = line(&format!("edition check {}", file.display()));
    assert_eq!(output.status.code(), Some(1));
    let faults = out(&output);
    let number = broken.lines().position(|line| line.contains("Cave")).unwrap() + 1;
    let place = format!("{}:{number}:", file.display());
    assert_eq!(faults.matches(&place).count(), 2, "{faults}");
    assert!(
        faults.contains("Cave") && faults.contains("mauve") && faults.ends_with("2 faults\n"),
        "{faults}"
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let output = line("edition check nowhere/isle.toml");
    assert_eq!(output.status.code(), Some(1));
    let error = err(&output);
    assert!(error.starts_with("error: cannot read nowhere/isle.toml: No such file"), "{error}");
}

#[test]
fn own_editions_can_be_added() {
    let directory = tempfile::tempdir().unwrap();
    let below = directory.path().join("maps/islands");
    fs::create_dir_all(&below).unwrap();
    fs::write(below.join("isle.toml"), ISLE).unwrap();
    fs::write(below.join("notes.txt"), "not ours").unwrap();
    let shown = directory.path().display();
    assert!(good(&format!("--editions {shown} edition list")).contains("The Isle"));
    assert!(good(&format!("edition show isle --editions {shown}")).contains("6 boats each"));

    let json = good(&format!("--editions {shown} sim --edition isle --games 200 --json"));
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["edition"], &json["players"]), (&"isle".into(), &3.into()));
}

#[test]
fn faults_below_editions_are_wrong_arguments() {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("a.toml"), ISLE.replace("length = 2", "length = 0")).unwrap();
    let error = refused(&format!("--editions {} sim", directory.path().display()));
    assert!(error.contains("faults in the files below --editions"), "{error}");
    assert!(error.matches("a.toml:").count() >= 3, "{error}");

    assert_eq!(refused("--editions nowhere sim"), "error: --editions nowhere: there is no such directory\n");
}
