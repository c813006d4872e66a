//! Numbers that several commands take.

use std::num::NonZeroUsize;
use std::thread;

use whistlestop_rules::edition::Edition;

use crate::failure::Usage;
use crate::words;

pub(crate) fn player_count(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| "this is not a number of players".to_owned())
}

pub(crate) fn game_count(text: &str) -> Result<u64, String> {
    match text.replace('_', "").parse() {
        Ok(0) => Err("there is nothing to play; ask for 1 game or more".to_owned()),
        Ok(games) => Ok(games),
        Err(_) => Err("this is not a number of games".to_owned()),
    }
}

pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("seeds are whole numbers from 0 to {}", u64::MAX))
}

pub(crate) fn thread_count(text: &str) -> Result<NonZeroUsize, String> {
    const MOST: usize = 1024;
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST);
    threads.ok_or_else(|| format!("use 1 to {MOST} threads"))
}

/// The threads asked for, or one for each core.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    asked.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

/// The players asked for, or the usual number, or the most the edition allows.
pub(crate) fn players(edition: &Edition, asked: Option<usize>, usual: usize) -> Result<usize, Usage> {
    let allowed = edition.players();
    match asked {
        None => Ok(if allowed.contains(&usual) { usual } else { *allowed.end() }),
        Some(players) if allowed.contains(&players) => Ok(players),
        Some(players) => Err(Usage(format!(
            "{} is for {} players, not {players}",
            edition.id(),
            words::range(*allowed.start(), *allowed.end())
        ))),
    }
}
