//! What an arena keeps on disk while it runs: what was asked for, and a line for each game.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use whistlestop_rules::edition::EditionSpec;
use whistlestop_rules::ids::Seat;

use crate::lineup::Format;

const CONFIG: &str = "config.json";
const GAMES: &str = "games.jsonl";

/// Everything the games of an arena follow from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Config {
    pub bots: Vec<String>,
    pub players: usize,
    /// Of each lineup.
    pub games: u64,
    pub seed: u64,
    pub duplicate: bool,
    #[serde(default)]
    pub format: Format,
    #[serde(default)]
    pub until_separated: bool,
    pub bot_timeout_ms: u64,
    /// As it was played, whatever becomes of the file it came from.
    pub edition: EditionSpec,
}

/// Which game of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GameId {
    pub lineup: u32,
    /// The deal. Games of one block share it.
    pub block: u64,
    /// By how many seats the table was turned.
    pub rotation: u8,
}

/// A finished game, as one line of `games.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameLine {
    #[serde(flatten)]
    pub id: GameId,
    pub turns: u16,
    /// In table order; the first one started.
    pub seats: Vec<SeatLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<ForfeitLine>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SeatLine {
    pub bot: String,
    /// 1 for the winner, or for each of several who share the victory.
    pub rank: u8,
    pub score: i32,
    pub tickets_done: u8,
    pub tickets_failed: u8,
    pub decisions: u32,
    /// Microseconds of thought over the whole game, and over the longest decision.
    pub thought_us: u64,
    pub longest_us: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ForfeitLine {
    pub seat: Seat,
    pub reason: String,
}

impl GameLine {
    /// What a seat has of the victory.
    pub fn share(&self, seat: usize) -> f64 {
        let winners = self.seats.iter().filter(|seat| seat.rank == 1).count();
        if self.seats[seat].rank == 1 { 1.0 / winners as f64 } else { 0.0 }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum LogError {
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{} already holds an arena; go on with --resume, or choose another directory", .0.display())]
    InUse(PathBuf),
    #[error("{} holds no arena: {CONFIG} is missing", .0.display())]
    NoArena(PathBuf),
    #[error("{}, line {line}: {reason}", path.display())]
    Line { path: PathBuf, line: usize, reason: String },
}

/// The directory of an arena, open for more games.
#[derive(Debug)]
pub struct Log {
    directory: PathBuf,
    games: File,
}

impl Log {
    /// A new arena. Missing directories are made; one that holds an arena is left alone.
    pub fn create(directory: &Path, config: &Config) -> Result<Self, LogError> {
        fs::create_dir_all(directory).map_err(io_error(directory))?;
        let path = directory.join(CONFIG);
        if path.exists() {
            return Err(LogError::InUse(directory.to_owned()));
        }
        let games_path = directory.join(GAMES);
        let games = File::create(&games_path).map_err(io_error(&games_path))?;
        let log = Self { directory: directory.to_owned(), games };
        log.write_config(config)?;
        Ok(log)
    }

    /// An arena that was begun before, with the games that are finished. A last line that was cut off is dropped.
    pub fn resume(directory: &Path) -> Result<(Self, Config, Vec<GameLine>), LogError> {
        let path = directory.join(CONFIG);
        if !path.exists() {
            return Err(LogError::NoArena(directory.to_owned()));
        }
        let text = fs::read_to_string(&path).map_err(io_error(&path))?;
        let config = serde_json::from_str(&text).map_err(|error| LogError::Line {
            path: path.clone(),
            line: error.line(),
            reason: error.to_string(),
        })?;
        let path = directory.join(GAMES);
        let mut file = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .append(true)
            .open(&path)
            .map_err(io_error(&path))?;
        let mut text = Vec::new();
        io::Read::read_to_end(&mut file, &mut text).map_err(io_error(&path))?;
        let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let mut games = Vec::new();
        let lines = text[..whole].split_inclusive(|byte| *byte == b'\n');
        for (number, line) in lines.enumerate() {
            let game = serde_json::from_slice(line).map_err(|error| LogError::Line {
                path: path.clone(),
                line: number + 1,
                reason: format!("this is not a game: {error}"),
            })?;
            games.push(game);
        }
        file.set_len(whole as u64).map_err(io_error(&path))?;
        Ok((Self { directory: directory.to_owned(), games: file }, config, games))
    }

    pub fn write_config(&self, config: &Config) -> Result<(), LogError> {
        let path = self.directory.join(CONFIG);
        let text = serde_json::to_string_pretty(config).map_err(|error| io_error(&path)(error.into()))?;
        write_whole(&path, format!("{text}\n").as_bytes())
    }

    /// Adds a game. When this returns, the game outlives the program.
    pub fn add(&mut self, game: &GameLine) -> Result<(), LogError> {
        let path = || self.directory.join(GAMES);
        let mut line = serde_json::to_vec(game).map_err(|error| io_error(&path())(error.into()))?;
        line.push(b'\n');
        self.games.write_all(&line).map_err(|error| io_error(&path())(error))
    }

    pub fn directory(&self) -> &Path {
        &self.directory
    }
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> LogError + '_ {
    |error| LogError::Io { path: path.to_owned(), error }
}

/// Under its name a file is always whole.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), LogError> {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    fs::write(&part, bytes).and_then(|()| fs::rename(&part, path)).map_err(io_error(path))
}
