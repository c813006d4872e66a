//! A seat taken: by a bot of ours, or by somebody's program.

use rand_core::Rng;
use whistlestop_bots::Bot;
use whistlestop_bots::protocol::ShownForfeit;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{LegalActions, Standings};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::View;

use crate::program::Program;

/// Why a decision was not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDecision {
    /// The player loses this game.
    Forfeit(String),
    /// The arena is being stopped.
    Stopped,
}

/// What a player is told when a game begins.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'e> {
    pub edition: &'e Edition,
    pub players: usize,
    pub seat: Seat,
    /// From which this player's random numbers follow.
    pub seed: u64,
}

pub enum Player {
    Bot(Box<dyn Bot>),
    Program(Program),
}

impl std::fmt::Debug for Player {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bot(_) => f.write_str("Bot"),
            Self::Program(program) => program.fmt(f),
        }
    }
}

impl Player {
    pub(crate) fn begin(&mut self, opening: &Opening<'_>) -> Result<(), NoDecision> {
        match self {
            Self::Bot(_) => Ok(()),
            Self::Program(program) => program.begin(opening),
        }
    }

    pub(crate) fn choose(
        &mut self,
        view: &View<'_>,
        legal: &LegalActions<'_>,
        generator: &mut dyn Rng,
    ) -> Result<usize, NoDecision> {
        let index = match self {
            Self::Bot(bot) => bot.choose(view, legal, generator),
            Self::Program(program) => program.choose(view, legal)?,
        };
        if index < legal.len() {
            return Ok(index);
        }
        // The same words for every position, so that such games are counted together.
        Err(NoDecision::Forfeit(format!("it chose {index}, which is beyond the legal actions")))
    }

    pub(crate) fn end(&mut self, standings: &Standings, forfeit: Option<ShownForfeit<'_>>) {
        match self {
            Self::Bot(_) => {}
            Self::Program(program) => program.end(standings, forfeit),
        }
    }
}
