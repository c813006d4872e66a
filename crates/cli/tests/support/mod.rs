//! Runs the real program.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
    command.env_clear();
    command
}

pub fn run<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    program().args(arguments).output().unwrap()
}

/// A line of arguments without spaces in them.
pub fn line(arguments: &str) -> Output {
    run(arguments.split_whitespace())
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The standard output of a run that must go well.
pub fn good(arguments: &str) -> String {
    let output = line(arguments);
    assert!(output.status.success(), "{arguments}: {}", err(&output));
    assert_eq!(err(&output), "", "{arguments}");
    out(&output)
}

/// The error of a run with wrong arguments.
pub fn refused(arguments: &str) -> String {
    let output = line(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {}", err(&output));
    assert_eq!(out(&output), "", "{arguments}");
    err(&output)
}

/// Writes one simulated game and returns its file.
pub fn recorded(directory: &Path, edition: &str, players: usize, seed: u64) -> PathBuf {
    let shown = directory.display();
    good(&format!("sim --edition {edition} --players {players} --games 1 --seed {seed} --records {shown}"));
    directory.join(format!("{edition}-{players}p-{seed}-0.jsonl"))
}

pub const ISLE: &str = r#"
kind = "edition"
id = "isle"
name = "The Isle"
text = "Three harbours."
players = [2, 3]
trains = 6
cards_per_color = 4
locomotives = 2
hand = 2
row = 3
flush_at = 3
route_points = [1, 2]
doubles_closed_up_to = 2
end_at = 1
ticket_rules = { deal = 2, keep = 1, draw = 1, draw_keep = 1 }
tickets = [
  { a = "Ash", b = "Bay", points = 2 },
  { a = "Bay", b = "Cove", points = 3 },
  { a = "Ash", b = "Cove", points = 2 },
  { a = "Ash", b = "Dell", points = 4 },
  { a = "Bay", b = "Dell", points = 3 },
  { a = "Cove", b = "Dell", points = 2 },
]

[map]
piece = "boat"
wild = "Ferry"
cards = [
  { color = "red", car = "Trawler", symbol = "circle", fill = "#b3161b" },
  { color = "blue", car = "Tug", symbol = "diamond", fill = "#2a50bf" },
]
cities = [{ name = "Ash" }, { name = "Bay" }, { name = "Cove" }, { name = "Dell" }]
routes = [
  { a = "Ash", b = "Bay", color = "red", length = 2 },
  { a = "Bay", b = "Cove", color = "gray", length = 2 },
  { a = "Ash", b = "Cove", color = "blue", length = 2 },
  { a = "Cove", b = "Dell", color = "gray", length = 1 },
  { a = "Cove", b = "Dell", color = "red", length = 1 },
]
"#;
