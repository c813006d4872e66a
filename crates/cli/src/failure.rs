//! Failures and their exit codes.

use std::io::{self, Write};
use std::process::ExitCode;

use whistlestop_rules::edition::Fault;

/// What was asked for cannot be, and the sentence says why.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

/// Map, deck or edition files that do not hold what they should.
#[derive(Debug, thiserror::Error)]
#[error("{}", list(.0))]
pub(crate) struct Faults(pub(crate) Vec<Fault>);

/// The exit code of a run that the user stopped with Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// The user pressed Ctrl-C.
#[derive(Debug, thiserror::Error)]
#[error("stopped")]
pub(crate) struct Interrupted;

fn list(faults: &[Fault]) -> String {
    let count = match faults.len() {
        1 => "there is a fault".to_owned(),
        count => format!("there are {count} faults"),
    };
    let lines = faults.iter().map(|fault| format!("\n  {fault}"));
    format!("{count} in the files below --editions{}", lines.collect::<String>())
}

/// Tells the user on the standard error output.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    let broken_pipe = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    };
    if error.chain().any(broken_pipe) {
        // Whoever read our output, like `head`, has seen enough.
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "error: {error:#}");
    if error.is::<Usage>() || error.is::<Faults>() {
        ExitCode::from(2)
    } else if error.is::<Interrupted>() {
        ExitCode::from(INTERRUPTED)
    } else {
        ExitCode::FAILURE
    }
}
