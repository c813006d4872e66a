//! The bots by name: the one table that the program, the server and the client read.

use std::time::Duration;

use serde::Serialize;

use crate::blocker::Blocker;
use crate::bot::{Bot, Budget};
use crate::greedy::Greedy;
use crate::levels::Casual;
use crate::planner::Planner;
use crate::racer::Sprinter;
use crate::random::Random;
use crate::search::Search;
use crate::sprint::Style;

/// What people are told about a bot.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Entry {
    /// How it is asked for.
    pub id: &'static str,
    pub name: &'static str,
    /// One sentence about how it plays.
    pub sentence: &'static str,
    /// Elo rating with two players on `usa-classic`; 1000 is the greedy bot. docs/strength.md tells how it was measured.
    pub strength: i32,
    /// Most milliseconds it thinks about a decision; 0 for bots that answer at once.
    pub thinking_ms: u32,
    #[serde(skip)]
    make: fn(Options) -> Box<dyn Bot>,
}

/// What can be asked of a bot that thinks; the others do not care.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Instead of the bot's own thinking time.
    pub budget: Option<Budget>,
    /// Threads to think on; 0 is one.
    pub threads: usize,
}

/// Most milliseconds that `mcts` thinks.
const MCTS_MS: u32 = 1000;
/// The same for `expert`.
const EXPERT_MS: u32 = 400;

fn thinker(options: Options, thinking_ms: u32) -> Search {
    let own_time = Budget::Time(Duration::from_millis(thinking_ms.into()));
    Search::new(options.budget.unwrap_or(own_time), options.threads)
}

/// Weakest first.
pub const BOTS: [Entry; 10] = [
    Entry {
        id: "random",
        name: "Random",
        sentence: "Does anything the rules allow.",
        strength: 407,
        thinking_ms: 0,
        make: |_| Box::new(Random),
    },
    Entry {
        id: "greedy",
        name: "Greedy",
        sentence: "Claims the most points it can pay for and draws cards otherwise.",
        strength: 1000,
        thinking_ms: 0,
        make: |_| Box::new(Greedy),
    },
    Entry {
        id: "easy",
        name: "Easy",
        sentence: "Knows the game but is easily tempted: for children and first games.",
        strength: 1790,
        thinking_ms: 0,
        make: |_| Box::new(Casual::new(70)),
    },
    Entry {
        id: "medium",
        name: "Medium",
        sentence: "Plays for its tickets and now and then overlooks something.",
        strength: 2005,
        thinking_ms: 0,
        make: |_| Box::new(Casual::new(45)),
    },
    Entry {
        id: "racer",
        name: "Racer",
        sentence: "Fills long routes, keeps few tickets and ends the game fast.",
        strength: 2029,
        thinking_ms: 0,
        make: |_| Box::new(Sprinter::new(Style::RACER)),
    },
    Entry {
        id: "hard",
        name: "Hard",
        sentence: "Plays for tickets and long routes and overlooks nothing.",
        strength: 2314,
        thinking_ms: 0,
        make: |_| Box::new(Sprinter::new(Style::ALL_ROUND)),
    },
    Entry {
        id: "blocker",
        name: "Blocker",
        sentence: "A planner that guesses the tickets of others and cuts them off where it is cheap.",
        strength: 2403,
        thinking_ms: 0,
        make: |_| Box::<Blocker>::default(),
    },
    Entry {
        id: "planner",
        name: "Planner",
        sentence: "Keeps the tickets that pay and builds the cheapest network for all of them.",
        strength: 2410,
        thinking_ms: 0,
        make: |_| Box::<Planner>::default(),
    },
    Entry {
        id: "mcts",
        name: "Thinker",
        sentence: "Plays thousands of games in its head before every move.",
        strength: 3030,
        thinking_ms: MCTS_MS,
        make: |options| Box::new(thinker(options, MCTS_MS)),
    },
    Entry {
        id: "expert",
        name: "Expert",
        sentence: "Thinks as long as it pays: the strongest there is.",
        strength: 3030,
        thinking_ms: EXPERT_MS,
        make: |options| Box::new(thinker(options, EXPERT_MS)),
    },
];

/// A bot of the table, as the user named it: `racer`, or with a thinking time, `mcts@100ms`.
#[derive(Clone, Copy, Debug)]
pub struct BotName {
    pub entry: &'static Entry,
    pub options: Options,
}

impl BotName {
    /// A player of its own for one seat.
    pub fn make(&self) -> Box<dyn Bot> {
        (self.entry.make)(self.options)
    }

    #[must_use]
    pub const fn on_threads(mut self, threads: usize) -> Self {
        self.options.threads = threads;
        self
    }
}

impl std::fmt::Display for BotName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.entry.id)?;
        match self.options.budget {
            Some(budget) => write!(f, "@{budget}"),
            None => Ok(()),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadBotName {
    #[error("there is no bot `{asked}`; the bots are {}", ids())]
    Unknown { asked: String },
    #[error("{bot} answers at once, so `@{budget}` means nothing to it")]
    DoesNotThink { bot: &'static str, budget: String },
    #[error(transparent)]
    Budget(#[from] crate::bot::BadBudget),
}

fn ids() -> String {
    BOTS.map(|bot| bot.id).join(", ")
}

impl std::str::FromStr for BotName {
    type Err = BadBotName;

    fn from_str(text: &str) -> Result<Self, BadBotName> {
        let (id, budget) = match text.split_once('@') {
            Some((id, budget)) => (id, Some(budget)),
            None => (text, None),
        };
        let entry = BOTS.iter().find(|bot| bot.id == id);
        let entry = entry.ok_or_else(|| BadBotName::Unknown { asked: id.to_owned() })?;
        let budget = match budget {
            Some(budget) if entry.thinking_ms == 0 => {
                return Err(BadBotName::DoesNotThink { bot: entry.id, budget: budget.to_owned() });
            }
            Some(budget) => Some(budget.parse()?),
            None => None,
        };
        Ok(Self { entry, options: Options { budget, threads: 1 } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_is_found_by_its_id() {
        for bot in &BOTS {
            let named: Result<BotName, _> = bot.id.parse();
            assert_eq!(named.map(|named| named.to_string()).as_deref(), Ok(bot.id));
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_ones() {
        let error = "gredy".parse::<BotName>().map(|bot| bot.entry.id);
        assert_eq!(error, Err(BadBotName::Unknown { asked: "gredy".to_owned() }));
        assert!(error.is_err_and(|error| error.to_string().contains("greedy")));
        assert!("greedy@1s".parse::<BotName>().is_err_and(|error| error.to_string().contains("at once")));
    }
}
