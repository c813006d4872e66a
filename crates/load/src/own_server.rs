//! A server for the time of a measurement: a process of its own, with its data in a folder of its own.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use tempfile::TempDir;

use crate::Failure;

/// Stopped when it is dropped, and its data deleted.
#[derive(Debug)]
pub struct OwnServer {
    process: Child,
    address: SocketAddr,
    _data: TempDir,
}

impl OwnServer {
    /// Starts `program serve` on a free port, without limits. `folder` is where its data lies meanwhile.
    pub fn start(program: &Path, folder: &Path, arguments: &[String]) -> Result<Self, Failure> {
        let failed = |reason: String| Failure::Start(reason);
        let data = TempDir::with_prefix_in("whistlestop-load-", folder)
            .map_err(|error| failed(format!("{}: {error}", folder.display())))?;
        let mut process = Command::new(program)
            .args(["serve", "--no-limits", "--log", "warn", "--listen", "127.0.0.1:0", "--data-dir"])
            .arg(data.path())
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| failed(format!("{}: {error}", program.display())))?;
        let mut line = String::new();
        let told = process.stdout.take().map(|output| BufReader::new(output).read_line(&mut line));
        let address = line.trim().rsplit('/').next().and_then(|address| address.parse().ok());
        if let (Some(Ok(_)), Some(address)) = (told, address) {
            return Ok(Self { process, address, _data: data });
        }
        let _ = process.kill();
        let _ = process.wait();
        Err(failed(format!("it said {line:?} instead of where it listens")))
    }

    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }
}

impl Drop for OwnServer {
    fn drop(&mut self) {
        // In order if it can, so that nothing is left behind.
        let asked = kill(Pid::from_raw(self.process.id().cast_signed()), Signal::SIGTERM);
        if asked.is_err() {
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}
