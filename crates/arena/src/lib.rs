//! Bots against each other: who is stronger, by how much, and how sure that is.

#![forbid(unsafe_code)]

pub mod balance;
mod entrant;
mod lineup;
mod log;
mod output;
mod play;
mod player;
mod plots;
mod program;
mod report;
mod run;
pub mod stats;

pub use entrant::{BadEntrant, CommandLine, Entrant};
pub use lineup::{Format, Lineup};
pub use log::{Config, ForfeitLine, GameId, GameLine, Log, LogError, SeatLine};
pub use output::{OutputError, write_results};
pub use play::{Deal, Forfeit, NotPlayed, Played, Thinking, play};
pub use player::{NoDecision, Opening, Player};
pub use plots::PlotError;
pub use program::{Program, Terms};
pub use report::{
    BotReport, ForfeitReport, LineupReport, LineupState, PairReport, Report, ShareReport, Spread,
};
pub use run::{Arena, ArenaError, Games, ProgramTerms, Progress, State};
