#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::process::Stdio;

use support::{good, program, refused};

#[test]
fn help_has_examples_everywhere() {
    for command in [
        "",
        "edition",
        "edition list",
        "edition show",
        "edition check",
        "sim",
        "bots",
        "arena",
        "balance",
        "replay",
        "verify",
        "completions",
    ] {
        let help = good(&format!("{command} --help"));
        assert!(help.contains("Example") && help.contains("  whistlestop "), "{command}:\n{help}");
    }
}

#[test]
fn version_is_the_one_of_the_package() {
    assert_eq!(good("--version"), format!("whistlestop {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = good(&format!("completions {shell}"));
        assert!(script.contains("verify") && script.contains("records"), "{shell}");
    }
    assert!(refused("completions dos").contains("possible values: bash"));
}

#[test]
fn a_reader_that_leaves_early_is_no_failure() {
    let mut child = program()
        .args(["edition", "show", "usa-mega", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", support::err(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_series_leaves_only_whole_records() {
    use std::time::{Duration, Instant};

    let directory = tempfile::tempdir().unwrap();
    let shown = directory.path().to_str().unwrap();
    let mut child = program()
        .args(["sim", "--edition", "toy", "--games", "100000000", "--records", shown])
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let files = || std::fs::read_dir(shown).unwrap().count();
    let start = Instant::now();
    while files() < 20 && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    for entry in std::fs::read_dir(shown).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(path.extension().unwrap(), "jsonl", "{}", path.display());
        assert!(std::fs::read_to_string(&path).unwrap().contains("seed_revealed"));
    }
}
