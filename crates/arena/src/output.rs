//! The files that tell the result of an arena.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::log::{LogError, write_whole};
use crate::plots::{self, PlotError};
use crate::report::{Report, scores};
use crate::run::Games;

#[derive(Debug, thiserror::Error)]
pub enum OutputError {
    #[error(transparent)]
    File(#[from] LogError),
    #[error(transparent)]
    Plot(#[from] PlotError),
    #[error("{} cannot be written: {reason}", path.display())]
    Format { path: PathBuf, reason: String },
}

/// Writes `results.json`, `results.csv`, `pairs.csv` and the plots.
pub fn write_results(directory: &Path, report: &Report, games: &Games) -> Result<(), OutputError> {
    write_json(&directory.join("results.json"), report)?;
    let ratings = report.ratings.iter().map(|bot| RatingRow {
        bot: &bot.bot,
        elo: bot.elo,
        elo_low: bot.interval.low,
        elo_high: bot.interval.high,
        games: bot.games,
        wins: bot.wins,
        mean_score: bot.mean_score,
        tickets_done: bot.tickets_done,
        tickets_failed: bot.tickets_failed,
        thinking_ms_mean: bot.thinking_ms_mean,
        thinking_ms_max: bot.thinking_ms_max,
        forfeits: bot.forfeits,
    });
    write_csv(&directory.join("results.csv"), ratings)?;
    let pairs = report.pairs.iter().map(|pair| PairRow {
        bot: &pair.bot,
        opponent: &pair.opponent,
        games: pair.games,
        wins: pair.wins,
        win_rate: pair.win_rate,
        low: pair.interval.low,
        high: pair.interval.high,
    });
    write_csv(&directory.join("pairs.csv"), pairs)?;
    plots::ladder(report)?.save(directory, "ladder")?;
    plots::matrix(report)?.save(directory, "matrix")?;
    let bots = report.ratings.iter().map(|bot| (bot.bot.as_str(), scores(games, &bot.bot)));
    plots::scores(&bots.collect::<Vec<_>>())?.save(directory, "scores")?;
    Ok(())
}

#[derive(Serialize)]
struct RatingRow<'a> {
    bot: &'a str,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    games: u64,
    wins: f64,
    mean_score: f64,
    tickets_done: f64,
    tickets_failed: f64,
    thinking_ms_mean: f64,
    thinking_ms_max: f64,
    forfeits: u64,
}

#[derive(Serialize)]
struct PairRow<'a> {
    bot: &'a str,
    opponent: &'a str,
    games: u64,
    wins: f64,
    win_rate: Option<f64>,
    low: f64,
    high: f64,
}

pub(crate) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), OutputError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| OutputError::Format { path: path.to_owned(), reason: error.to_string() })?;
    Ok(write_whole(path, format!("{text}\n").as_bytes())?)
}

pub(crate) fn write_csv(path: &Path, rows: impl Iterator<Item = impl Serialize>) -> Result<(), OutputError> {
    let bad = |reason: String| OutputError::Format { path: path.to_owned(), reason };
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row).map_err(|error| bad(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| bad(error.to_string()))?;
    Ok(write_whole(path, &bytes)?)
}
