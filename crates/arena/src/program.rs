//! A bot that is a program of its own, spoken to over its standard input and output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use whistlestop_bots::protocol::{Answer, ShownAction, ShownForfeit, ShownView, ToBot, VERSION};
use whistlestop_rules::game::{LegalActions, Standings};
use whistlestop_rules::view::View;

use crate::entrant::CommandLine;
use crate::player::{NoDecision, Opening};

/// Longest answer that is read: far more than an index takes.
const MAX_ANSWER_BYTES: u64 = 4096;
/// How often a wait looks whether the arena is being stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a program that closed its output may take to be gone.
const GRACE: Duration = Duration::from_secs(5);

/// How programs are run.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Longest time for one decision.
    pub timeout: Duration,
    /// Where the error output of programs goes; nowhere without one.
    pub errors: Option<PathBuf>,
    /// Set when the arena is to stop.
    pub stop: Arc<AtomicBool>,
}

/// It runs from the first game it is needed for until it fails or is dropped.
#[derive(Debug)]
pub struct Program {
    command: CommandLine,
    terms: Terms,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    /// To the thread that writes. It has its own, because a program that does not read must not hold us up.
    messages: Sender<String>,
    answers: Receiver<io::Result<String>>,
}

impl Program {
    pub fn new(command: CommandLine, terms: Terms) -> Self {
        Self { command, terms, running: None }
    }

    pub(crate) fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoDecision> {
        if self.running.is_none() {
            let started = Running::start(&self.command, self.terms.errors.as_deref());
            let program = &self.command.program;
            self.running = Some(started.map_err(|error| {
                NoDecision::Forfeit(format!("`{program}` could not be started: {error}"))
            })?);
        }
        self.tell(&ToBot::Hello {
            protocol: VERSION,
            edition: opening.edition.spec(),
            players: opening.players,
            seat: opening.seat,
            seed: opening.seed,
            decision_ms: self.terms.timeout.as_millis() as u64,
        });
        Ok(())
    }

    pub(crate) fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>) -> Result<usize, NoDecision> {
        let view_shown = Box::new(ShownView::from(view));
        self.tell(&ToBot::Decide { view: view_shown, legal: ShownAction::all(legal, view) });
        let answer = self.answer().and_then(|line| read_index(&line).map_err(NoDecision::Forfeit));
        if answer.is_err() {
            // What it says from now on could be taken for the answer to another question.
            self.running = None;
        }
        answer
    }

    pub(crate) fn end(&mut self, standings: &Standings, forfeit: Option<ShownForfeit<'_>>) {
        self.tell(&ToBot::GameOver { standings, forfeit });
    }

    /// A message that cannot be delivered is noticed when the answer does not come.
    fn tell(&self, message: &ToBot<'_>) {
        if let (Some(running), Ok(mut line)) = (&self.running, serde_json::to_string(message)) {
            line.push('\n');
            let _ = running.messages.send(line);
        }
    }

    fn answer(&mut self) -> Result<String, NoDecision> {
        let deadline = Instant::now() + self.terms.timeout;
        let Some(running) = &mut self.running else {
            return Err(NoDecision::Forfeit("it is not running".to_owned()));
        };
        loop {
            if self.terms.stop.load(Ordering::Relaxed) {
                return Err(NoDecision::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match running.answers.recv_timeout(left.min(GLANCE)) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(error)) => {
                    return Err(NoDecision::Forfeit(format!("its answer could not be read: {error}")));
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    let limit = self.terms.timeout.as_secs_f64();
                    return Err(NoDecision::Forfeit(format!("it did not answer within {limit} s")));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(NoDecision::Forfeit(running.how_it_ended()));
                }
            }
        }
    }
}

fn read_index(line: &str) -> Result<usize, String> {
    let answer: Answer = serde_json::from_str(line).map_err(|_| {
        let shown: String = line.chars().filter(|letter| !letter.is_control()).take(80).collect();
        format!("it answered {shown:?} instead of an index like {{\"index\": 0}}")
    })?;
    Ok(answer.index())
}

impl Running {
    fn start(command: &CommandLine, errors: Option<&Path>) -> io::Result<Self> {
        let errors = match errors {
            None => Stdio::null(),
            Some(path) => File::options().create(true).append(true).open(path)?.into(),
        };
        // In a group of its own, it and whatever it starts can be ended together, and Ctrl-C is ours alone.
        let mut child = Command::new(&command.program)
            .args(&command.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(errors)
            .process_group(0)
            .spawn()?;
        let (messages, to_write) = channel::<String>();
        let (answer, answers) = channel();
        if let Some(mut input) = child.stdin.take() {
            thread::spawn(move || {
                for message in to_write {
                    if input.write_all(message.as_bytes()).and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Some(line) = read_line(&mut output).transpose() {
                    let failed = line.is_err();
                    if answer.send(line).is_err() || failed {
                        break;
                    }
                }
            });
        }
        Ok(Self { child, messages, answers })
    }

    /// In words, for a program that closed its output.
    fn how_it_ended(&mut self) -> String {
        let deadline = Instant::now() + GRACE;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return describe(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => return "it closed its output".to_owned(),
            }
        }
    }
}

fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("it was ended by signal {signal}"),
        (None, None) => "it ended".to_owned(),
    }
}

/// The next line without its end, or `None` at the end of the output.
fn read_line(output: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    output.take(MAX_ANSWER_BYTES).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.len() as u64 == MAX_ANSWER_BYTES && !line.ends_with(b"\n") {
        return Err(io::Error::other(format!("a line is longer than {MAX_ANSWER_BYTES} bytes")));
    }
    let text = String::from_utf8(line).map_err(|_| io::Error::other("a line is not UTF-8"))?;
    Ok(Some(text.trim_end().to_owned()))
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Ok(id) = i32::try_from(self.child.id()) {
            let _ = killpg(Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
