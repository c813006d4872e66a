use whistlestop_rules::chance::{Scheme, Seed};
use whistlestop_rules::game::{Event, Phase};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Record, Verified, kind, verify};

use crate::playing::{edition, play, play_and_reveal, scarce, tables};

#[test]
fn a_record_is_read_as_it_was_written() {
    for (edition, players) in tables() {
        for (game, scheme) in [Scheme::ChaCha12, Scheme::SplitMix64].into_iter().enumerate() {
            let seed = Seed::of_series(7, game as u64);
            let text = play_and_reveal(&edition, players, Seat::S1, &seed, scheme);
            let record = Record::parse(&text).unwrap();
            assert_eq!(**record.edition(), *edition);
            assert_eq!(record.to_text(), text);
            let verified = verify(&record).unwrap();
            assert!(verified.ended && verified.seed_checked);
            assert_eq!(verified.events + 2, text.lines().count());
        }
    }
}

#[test]
fn rare_events_are_read_as_they_were_written() {
    let mut seen = std::collections::BTreeSet::new();
    for game in 0..40 {
        let edition = scarce(|spec| spec.row = 4 + game as u32 % 5);
        let text = play_and_reveal(&edition, 5, Seat::S4, &Seed::of_series(8, game), Scheme::SplitMix64);
        let record = Record::parse(&text).unwrap();
        assert_eq!(record.to_text(), text);
        verify(&record).unwrap();
        seen.extend(record.events().iter().map(kind));
    }
    for kind in ["row_flushed", "deck_reshuffled", "returns_placed", "turn_passed", "final_round"] {
        assert!(seen.contains(kind), "{kind} did not happen");
    }
}

#[test]
fn replay_gives_the_game_after_each_event() {
    let text = play(&edition("nyc"), 3, Seat::S2, &Seed::of_series(9, 0), Scheme::ChaCha12);
    let record = Record::parse(&text).unwrap();
    let mut replay = record.replay().unwrap();
    assert_eq!(replay.game().phase(), Phase::Dealing);
    let mut turns = 0;
    for (event, game) in &mut replay {
        if let Event::TurnStarted { seat, turn } = event {
            turns += 1;
            assert_eq!((game.turn(), game.seat_in_turn()), (*turn, *seat));
            assert_eq!(turns, *turn);
        }
    }
    assert!(replay.game().is_over());
}

#[test]
fn a_running_game_is_legal_so_far_and_a_cut_action_is_an_error() {
    let text = play(&edition("toy"), 2, Seat::S0, &Seed::of_series(10, 0), Scheme::ChaCha12);
    let record = Record::parse(&text).unwrap();
    // Between two actions the next event is one that somebody decided on.
    let starts_action = |event: &Event| {
        matches!(
            kind(event),
            "tickets_kept" | "card_drawn" | "card_taken" | "route_claimed" | "tickets_drawn" | "turn_passed"
        )
    };
    let lines: Vec<&str> = text.lines().collect();
    for (i, event) in record.events().iter().enumerate() {
        let cut = Record::parse(&lines[..=i].join("\n")).unwrap();
        match verify(&cut) {
            Ok(Verified { ended, standings, .. }) => {
                assert!(starts_action(event), "cut before line {}", i + 2);
                assert!(!ended && standings.is_none());
            }
            Err(error) => {
                assert!(!starts_action(event), "{error}");
                assert_eq!(error.line, i + 1);
                assert!(error.reason.contains("breaks off"), "{error}");
                assert!(error.reason.contains(kind(event)), "{error}");
            }
        }
    }
}

#[test]
fn first_tickets_may_be_chosen_in_any_order_of_seats() {
    let edition = scarce(|_| ());
    let text = play_and_reveal(&edition, 4, Seat::S0, &Seed::of_series(11, 0), Scheme::ChaCha12);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let first = lines.iter().position(|line| line.contains("tickets_kept")).unwrap();
    lines[first..first + 4].reverse();
    let record = Record::parse(&crate::playing::numbered(&lines)).unwrap();
    assert!(verify(&record).unwrap().seed_checked);
}

#[test]
fn unknown_fields_are_ignored_and_those_about_fairness_kept() {
    let text = play_and_reveal(&edition("toy"), 3, Seat::S0, &Seed::of_series(12, 0), Scheme::ChaCha12);
    let longer = |line: &str| format!("{},\"later\":{{\"x\":[1,null]}}}}", &line[..line.len() - 1]);
    let more = text.lines().map(longer).collect::<Vec<String>>().join("\n");
    let fairness = "\"fairness\":{\"commitment\":\"ab\",\"z\":[1]},\"first_seat\"";
    let more = more.replacen("\"first_seat\"", fairness, 1);
    let more = more.replacen("\"trains\"", "\"weather\":\"fair\",\"trains\"", 1);
    let record = Record::parse(&more).unwrap();
    assert!(verify(&record).unwrap().ended);
    let again = Record::parse(&record.to_text()).unwrap();
    assert_eq!(again.header().fairness, Some(serde_json::json!({"commitment": "ab", "z": [1]})));
    assert_eq!(again.revealed().unwrap().other["later"]["x"][0], 1);
    assert_eq!(again.to_text(), record.to_text());
}

#[test]
fn kept_tickets_have_no_order_and_the_last_line_break_may_be_missing() {
    let text = play(&edition("usa-classic"), 2, Seat::S0, &Seed::of_series(13, 0), Scheme::ChaCha12);
    let line = text.lines().find(|line| line.contains("\"tickets_kept\"")).unwrap();
    let start = line.find("\"kept\":[").unwrap() + 8;
    let end = start + line[start..].find(']').unwrap();
    let reversed: Vec<&str> = line[start..end].rsplit(',').collect();
    let changed = format!("{}{}{}", &line[..start], reversed.join(","), &line[end..]);
    assert_ne!(line, changed);
    let record = Record::parse(text.replace(line, &changed).trim_end()).unwrap();
    assert!(verify(&record).unwrap().ended);
}
