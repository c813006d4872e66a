//! Runs the real program.

#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_whistlestop"));
    command.env_clear();
    command
}

pub(crate) fn run<A: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = A>) -> Output {
    program().args(arguments).output().unwrap()
}

/// A line of arguments without spaces in them.
pub(crate) fn line(arguments: &str) -> Output {
    run(arguments.split_whitespace())
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The standard output of a run that must go well.
pub(crate) fn good(arguments: &str) -> String {
    let output = line(arguments);
    assert!(output.status.success(), "{arguments}: {}", err(&output));
    assert_eq!(err(&output), "", "{arguments}");
    out(&output)
}

/// The error of a run with wrong arguments.
pub(crate) fn refused(arguments: &str) -> String {
    let output = line(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments}: {}", err(&output));
    assert_eq!(out(&output), "", "{arguments}");
    err(&output)
}

/// Writes one simulated game and returns its file.
pub(crate) fn recorded(directory: &Path, edition: &str, players: usize, seed: u64) -> PathBuf {
    let shown = directory.display();
    good(&format!("sim --edition {edition} --players {players} --games 1 --seed {seed} --records {shown}"));
    directory.join(format!("{edition}-{players}p-{seed}-0.jsonl"))
}

/// A map, its tickets and its rules in one file.
pub(crate) const ISLE: &str = include_str!("../fixtures/isle.toml");
