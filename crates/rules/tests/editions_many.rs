//! A file full of mistakes is answered once, with all of them.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use whistlestop_rules::edition::{Library, SourceFile};

const FULL_OF_MISTAKES: &str = r##"kind = "edition"
id = "My Map"
name = "Mine"
extends = "usa-clasic"
tickets = [
  { a = "Nord", b = "Süd", points = 0 },
  { a = "Nord", b = "Nord", points = 3 },
  { a = "Nort", b = "West", point = 3 },
  { a = "Nort", b = "West", points = 3 },
]
players = [2]
trains = "many"
hand = -4
bonuses = { longest = 10 }

[map]
peice = "tram"
board = { width = 0, height = 100 }
cards = [
  { color = "red", symbol = "circle", fill = "#ff0000" },
  { color = "gray", symbol = "circle", fill = "grey" },
]
cities = [
  { name = "Nord", x = 5 },
  { name = "Süd" },
  { name = "West", lat = 100, lon = 0 },
  { name = "Nord" },
  { name = "Insel" },
]
routes = [
  { a = "Nord", b = "Süd",  color = "red",  length = 2 },
  { a = "Süd",  b = "Nord", color = "red",  length = 3 },
  { a = "Nord", b = "Süd",  color = "gray", length = 2 },
  { a = "Nord", b = "Wst",  color = "rde",  length = 99 },
  { a = "West", b = "West", color = "gray", length = 1 },
]
aliases = { Sud = "Sud", West = "Nord" }
"##;

#[test]
fn all_mistakes_of_a_file_are_reported_in_one_go() {
    let file = SourceFile { path: "mine.toml".into(), text: FULL_OF_MISTAKES.into() };
    let faults = Library::builtin().extended(&[file]).unwrap_err();
    let shown = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(shown);
}
