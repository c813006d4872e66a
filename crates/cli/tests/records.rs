#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::fs;
use std::path::Path;

use support::{err, good, line, out, recorded, refused};

fn verify(path: &Path) -> (Option<i32>, String) {
    let output = line(&format!("verify {}", path.display()));
    (output.status.code(), out(&output))
}

/// Changes one piece of a record.
fn tamper(path: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "no {from:?} to replace");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn simulated_games_hold() {
    let directory = tempfile::tempdir().unwrap();
    let files = [("usa-classic", 4), ("usa-mega", 5), ("nyc", 2), ("toy", 3)]
        .map(|(edition, players)| recorded(directory.path(), edition, players, 12).display().to_string());
    let report = good(&format!("verify {}", files.join(" ")));
    assert_eq!(report.lines().count(), 4);
    for (line, file) in report.lines().zip(&files) {
        assert!(line.starts_with(&format!("{file}: holds: ")), "{line}");
        assert!(line.contains("chance follows from the seed") && line.contains("(Random "), "{line}");
    }
}

#[test]
fn a_record_that_was_tampered_with_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let good_one = recorded(directory.path(), "usa-classic", 2, 1);
    let file = recorded(directory.path(), "usa-classic", 3, 1);
    tamper(&file, "\"e\":\"turn_started\",\"seat\":1", "\"e\":\"turn_started\",\"seat\":2");
    let (code, report) = verify(&file);
    assert_eq!(code, Some(1));
    assert!(report.contains("does not hold: line "), "{report}");

    let both = line(&format!("verify {} {}", good_one.display(), file.display()));
    assert_eq!(both.status.code(), Some(1));
    assert_eq!(out(&both).lines().count(), 2);

    let output = line(&format!("replay {}", file.display()));
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("does not hold: line "), "{}", err(&output));
}

#[test]
fn other_points_are_found_out() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "usa-classic", 2, 8);
    tamper(&file, ",\"rank\":", "0,\"rank\":");
    let (code, report) = verify(&file);
    assert_eq!(code, Some(1));
    assert!(report.contains("the standings give seat 0 `total`"), "{report}");
}

#[test]
fn files_that_cannot_be_read_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let (code, report) = verify(&directory.path().join("none.jsonl"));
    assert_eq!(code, Some(1));
    assert!(report.contains("none.jsonl: cannot be read: No such file"), "{report}");

    let noise = directory.path().join("noise.jsonl");
    fs::write(&noise, b"\xff\xfe\x00").unwrap();
    assert!(verify(&noise).1.contains("cannot be read: stream did not contain valid UTF-8"));
    fs::write(&noise, "").unwrap();
    assert!(verify(&noise).1.contains("does not hold: line 1: "));
}

#[test]
fn compressed_records_are_read_up_to_a_limit() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "nyc", 4, 2);
    let compressed = directory.path().join("game.jsonl.zst");
    fs::write(&compressed, zstd::encode_all(&fs::read(&file).unwrap()[..], 3).unwrap()).unwrap();
    assert_eq!(verify(&compressed).0, Some(0));
    let story = |path: &Path| good(&format!("replay {}", path.display()));
    assert_eq!(story(&compressed), story(&file));

    let bomb = directory.path().join("bomb.jsonl.zst");
    fs::write(&bomb, zstd::encode_all(&vec![b' '; (64 << 20) + 1][..], 1).unwrap()).unwrap();
    let (code, report) = verify(&bomb);
    assert_eq!(code, Some(1));
    assert!(report.contains("more than 64 MiB"), "{report}");
}

#[test]
fn replay_tells_the_game() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "usa-classic", 4, 1);
    let story = good(&format!("replay {}", file.display()));
    for part in [
        "USA (usa-classic)\n  Red     Random 1 (bot:random), starts\n",
        "Set-up\n  Red was dealt ",
        "The open cards are ",
        "\n    1  Red ",
        "\n    2  Blue ",
        " claimed ",
        "The final round begins",
        " won with ",
    ] {
        assert!(story.contains(part), "{part:?} in\n{story}");
    }
    let claims = story.lines().filter(|line| line.contains(" claimed ")).collect::<Vec<_>>();
    assert!(claims.iter().all(|line| line.contains(" with ") && line.contains(" point")), "{claims:#?}");
}

#[test]
fn replay_shows_the_table_after_a_turn() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "usa-classic", 2, 4);
    let shown = file.display();
    let start = good(&format!("replay {shown} --turn 0"));
    assert!(start.contains("After the set-up"), "{start}");
    assert_eq!(start.matches("0 points, 45 trains").count(), 2, "{start}");
    let later = good(&format!("replay {shown} --turn 30"));
    assert!(later.contains("After turn 30: Blue "), "{later}");
    assert!(later.contains("Open cards: ") && later.contains("routes"), "{later}");
    let error = refused(&format!("replay {shown} --turn 9999"));
    assert!(error.starts_with("error: there is no turn 9999: the record ends with turn "), "{error}");
}

/// Everything in the record that only Blue may know must be missing from what Red is shown.
#[test]
fn a_seat_is_shown_no_other_hand() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "usa-classic", 2, 5);
    let shown = file.display();
    let all = good(&format!("replay {shown}"));
    let red = good(&format!("replay {shown} --seat red"));
    assert_eq!(red, good(&format!("replay {shown} --seat 0")));

    let ended = |line: &&str| line.contains(" won with ");
    let secret = |line: &&str| {
        line.contains("Blue was dealt") || line.contains("Blue kept") || line.contains("Blue drew")
    };
    let plain = |line: &&str| !line.contains(" (") && !line.contains(" from the deck");
    let mut secrets = 0;
    for (whole, part) in all.lines().zip(red.lines()) {
        if secret(&whole) {
            secrets += 1;
            assert!(plain(&part) || part.contains("drew 1 card from the deck"), "{part}");
        } else if !whole.contains("from the deck") || whole.contains("Red ") {
            assert_eq!(whole, part);
        }
        if ended(&whole) {
            break;
        }
    }
    assert!(secrets > 5, "{all}");
    assert!(red.contains("Blue was dealt 4 cards.") && red.contains("Blue was dealt 3 tickets."), "{red}");

    let table = good(&format!("replay {shown} --turn 20 --seat red"));
    let blue = table.split("\nBlue (").nth(1).unwrap();
    assert!(blue.contains(" cards") && blue.contains(" tickets\n"), "{blue}");
    assert!(!blue.lines().any(|line| line.contains("tickets") && line.contains(" – ")), "{blue}");
}

#[test]
fn seats_that_were_empty_are_refused() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "toy", 2, 5);
    let error = refused(&format!("replay {} --seat green", file.display()));
    assert_eq!(error, "error: nobody sat at seat 2 (Green): the 2 seats are 0 to 1, Red to Blue\n");
    assert!(refused(&format!("replay {} --seat 9", file.display())).contains("seats are 0 to 4, or Red"));
}

#[test]
fn an_unfinished_game_is_told_as_far_as_it_goes() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "usa-classic", 3, 6);
    let text = fs::read_to_string(&file).unwrap();
    let cut = text.lines().take_while(|line| !line.contains("\"turn\":11}")).collect::<Vec<_>>();
    let whole_turns = format!("{}\n{}\n", cut.join("\n"), text.lines().nth(cut.len()).unwrap());
    fs::write(&file, whole_turns).unwrap();
    assert!(verify(&file).1.contains("holds so far: 11 turns"), "{}", verify(&file).1);
    assert!(good(&format!("replay {}", file.display())).ends_with("the game is not over.\n"));
}

#[test]
fn names_cannot_command_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let file = recorded(directory.path(), "toy", 2, 5);
    tamper(&file, "Random 1", "\\u001b[2JAnn");
    let story = good(&format!("replay {}", file.display()));
    assert!(story.contains("\u{fffd}[2JAnn") && !story.contains('\u{1b}'), "{story}");
    assert!(!verify(&file).1.contains('\u{1b}'));
}
