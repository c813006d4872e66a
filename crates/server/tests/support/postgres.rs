//! A Postgres of the test's own, on a free port, in a folder that goes with it.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub(crate) struct Postgres {
    server: Child,
    pub(crate) port: u16,
    folder: TempDir,
}

/// How a Postgres is stopped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stop {
    /// Connections are closed, everything is written.
    Fast,
    /// At once, as in a crash: what it was doing is recovered when it starts again.
    Immediate,
}

/// Where Debian puts the programs of the newest version that is installed.
fn programs() -> PathBuf {
    let mut found: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .map(|folders| folders.flatten().map(|folder| folder.path().join("bin")).collect())
        .unwrap_or_default();
    found.retain(|folder| folder.join("initdb").exists());
    found.sort();
    found.pop().expect("Postgres is not installed: apt-get install postgresql")
}

fn am_root() -> bool {
    fs::read_to_string("/proc/self/status").is_ok_and(|status| status.contains("\nUid:\t0\t"))
}

/// Postgres refuses to run as root, so root lets somebody else do it.
fn command(program: &Path) -> Command {
    if am_root() {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

impl Postgres {
    pub(crate) fn start() -> Self {
        let programs = programs();
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        if am_root() {
            let done = Command::new("chown").arg("65534:65534").arg(folder.path()).status().unwrap();
            assert!(done.success());
        }
        let made = command(&programs.join("initdb"))
            .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--username=whistlestop", "--pgdata"])
            .arg(&data)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = serve(&folder, port);
        Self { server, port, folder }
    }

    /// Stops it; nodes see their connections break.
    pub(crate) fn stop(&mut self, how: Stop) {
        let signal = match how {
            Stop::Fast => "-INT",
            Stop::Immediate => "-QUIT",
        };
        // The process that was started is the postmaster itself: setpriv becomes it.
        let _ = Command::new("kill").args([signal, &self.server.id().to_string()]).status();
        let _ = self.server.wait();
    }

    /// Starts it again on the same data and port.
    pub(crate) fn start_again(&mut self) {
        self.server = serve(&self.folder, self.port);
    }

    /// The database that is always there.
    pub(crate) fn url(&self) -> String {
        format!("postgres://whistlestop@127.0.0.1:{}/postgres", self.port)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop(Stop::Fast);
    }
}

fn serve(folder: &TempDir, port: u16) -> Child {
    let server = command(&programs().join("postgres"))
        .arg("-D")
        .arg(folder.path().join("data"))
        .args(["-p", &port.to_string(), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let began = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_mins(1), "Postgres does not come up");
        std::thread::sleep(Duration::from_millis(50));
    }
    server
}
