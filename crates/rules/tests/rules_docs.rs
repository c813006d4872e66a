//! The pages in `docs/rules` name tests that exist, and leave no rule out.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use whistlestop_rules::edition::Library;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The pages by name.
fn pages() -> BTreeMap<String, String> {
    let entries = fs::read_dir(root().join("docs/rules")).unwrap();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    };
    entries.map(|entry| read(entry.unwrap().path())).collect()
}

/// The functions of the test files, and the tests that macros make.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(root().join("crates/rules/tests")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        for line in text.lines().map(str::trim) {
            let function = line.strip_prefix("fn ").and_then(|rest| rest.split(['(', '<']).next());
            let made =
                line.split_once(": \"").map(|(name, _)| name).filter(|name| name.ends_with("_conforms"));
            names.extend(function.or(made).map(str::to_owned));
        }
    }
    names
}

/// Words in backquotes that look like the name of a test.
fn named(text: &str) -> impl Iterator<Item = &str> {
    const SETTINGS: [&str; 2] = ["cards_per_color", "doubles_closed_up_to"];
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let long = |word: &str| word.matches('_').count() >= 2 || word.ends_with("_conforms");
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(move |word| {
        word.chars().all(plain) && (long(word) || word.starts_with("param_")) && !SETTINGS.contains(word)
    })
}

#[test]
fn every_test_named_in_the_pages_exists() {
    let tests = tests();
    let mut count = 0;
    for (page, text) in pages() {
        assert_eq!(text.matches('`').count() % 2, 0, "{page}: a backquote is missing");
        for name in named(&text) {
            assert!(tests.contains(name), "{page} names {name}, which is no test");
            count += 1;
        }
    }
    assert!(count > 250, "only {count} names found");
}

/// Every test that is named after a rule is named in a page.
#[test]
fn every_rule_test_is_in_the_pages() {
    let text: String = pages().into_values().collect();
    let of_rules = ["param_", "diff_", "ruling_", "s0_", "s1_", "s2_", "s3_", "s4_"];
    for test in tests().iter().filter(|test| of_rules.iter().any(|prefix| test.starts_with(prefix))) {
        assert!(text.contains(&format!("`{test}`")), "no page names {test}");
    }
}

fn lines_numbered(page: &str, number: usize) -> usize {
    pages()[page].lines().filter(|line| line.starts_with(&format!("| {number} | "))).count()
}

#[test]
fn every_unclear_place_has_a_line_and_a_test() {
    for number in 1..=35 {
        assert_eq!(lines_numbered("rulings.md", number), 1, "place {number}");
        let prefix = format!("diff_{number:02}_");
        assert!(tests().iter().any(|test| test.starts_with(&prefix)), "no test for place {number}");
    }
}

#[test]
fn every_parameter_has_a_line_and_a_test() {
    for number in 1..=38 {
        assert_eq!(lines_numbered("shared.md", number), 1, "parameter {number}");
        let prefix = format!("param_{number:02}_");
        assert!(tests().iter().any(|test| test.starts_with(&prefix)), "no test for parameter {number}");
    }
}

#[test]
fn every_edition_has_a_page_that_the_index_names() {
    let pages = pages();
    for edition in Library::builtin().iter() {
        let page = format!("{}.md", edition.id());
        assert!(pages.contains_key(&page), "no {page}");
        assert!(pages["README.md"].contains(&format!("]({page})")), "the index does not name {page}");
    }
}

/// The settings a page shows are those of the edition.
#[test]
fn pages_show_the_settings_of_their_edition() {
    let pages = pages();
    for edition in Library::builtin().iter().filter(|edition| edition.id() != "toy") {
        let rules = edition.rules();
        let page = &pages[&format!("{}.md", edition.id())];
        let points: Vec<String> = edition.spec().route_points.iter().map(ToString::to_string).collect();
        let settings = [
            format!("| players | {}–{} |", rules.least_players, rules.most_players),
            format!("| `trains` | {} |", rules.trains),
            format!("| `hand` | {} |", rules.hand),
            format!("| `row`, `flush_at` | {}, {} |", rules.row, rules.flush_at),
            format!("| tickets | {} |", edition.board().tickets()),
            format!("| `deal` / `keep` | {} / {} |", rules.deal, rules.keep),
            format!("| `draw` / `draw_keep` | {} / {} |", rules.draw, rules.draw_keep),
            format!("| `doubles_closed_up_to` | {} |", rules.doubles_closed_up_to),
            format!("| `must_connect` | {} |", if rules.must_connect { "yes" } else { "no" }),
            format!("| `route_points` | {} |", points.join(" ")),
            format!("| `end_at` | {} |", rules.end_at),
            format!("| `longest_path` | {} |", rules.longest_path_bonus),
            format!("| `globetrotter` | {} |", rules.globetrotter_bonus),
            format!("| `attraction` | {} |", rules.attraction_points),
        ];
        for setting in settings {
            assert!(page.contains(&setting), "{}: no line {setting}", edition.id());
        }
    }
}

/// Types and functions the CRC page names are in the sources.
#[test]
fn the_crc_page_names_what_exists() {
    let mut sources = String::new();
    let mut folders = vec![root().join("crates/rules/src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources += &fs::read_to_string(path).unwrap();
            }
        }
    }
    let page = &pages()["usa-crc.md"];
    let names: Vec<&str> = page.split('`').skip(1).step_by(2).filter(|word| word.contains("::")).collect();
    assert!(names.len() > 40);
    for name in names {
        let (_, last) = name.rsplit_once("::").unwrap();
        let declared = ["fn ", "pub ", "struct ", "enum ", "    "].iter().any(|keyword| {
            [" ", "(", ":", "<", ","].iter().any(|end| sources.contains(&format!("{keyword}{last}{end}")))
        });
        assert!(declared, "the sources have no {name}");
    }
}
