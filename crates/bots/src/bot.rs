//! What it takes to be a player.

use std::time::Duration;

use rand_core::Rng;
use whistlestop_rules::game::LegalActions;
use whistlestop_rules::view::View;

/// A player made of code.
///
/// It is shown what its seat may know and what its seat may do, and nothing else: there is no way from here to the
/// game. Whatever it decides by lot it decides with the generator it is handed, so that the same position and the
/// same generator give the same choice (unless it thinks by the clock).
pub trait Bot: Send {
    /// The index of an entry of `legal`, which has at least one.
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, generator: &mut dyn Rng) -> usize;

    /// For a bot that comes to a game which has begun: what its seat saw at each of its decisions so far, in order. Takes no
    /// longer than a decision. Those that judge by the moment need not care.
    fn catch_up(&mut self, _past: &[View<'_>], _generator: &mut dyn Rng) {}
}

/// How long a bot that can think for any time may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    Time(Duration),
    /// So many simulated games, however long they take; with the same generator always the same choice.
    Iterations(u32),
}

impl std::fmt::Display for Budget {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
            Self::Iterations(iterations) => write!(f, "{iterations}it"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no thinking time; write for example 100ms, 1s or 2000it (simulated games)")]
pub struct BadBudget(String);

impl std::str::FromStr for Budget {
    type Err = BadBudget;

    fn from_str(text: &str) -> Result<Self, BadBudget> {
        let bad = || BadBudget(text.to_owned());
        let unit_at = text.find(|letter: char| !letter.is_ascii_digit()).ok_or_else(bad)?;
        let (number, unit) = text.split_at(unit_at);
        let number: u32 = number.parse().ok().filter(|number| *number > 0).ok_or_else(bad)?;
        match unit {
            "ms" => Ok(Self::Time(Duration::from_millis(number.into()))),
            "s" => Ok(Self::Time(Duration::from_secs(number.into()))),
            "it" => Ok(Self::Iterations(number)),
            _ => Err(bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_read_as_they_are_written() {
        for text in ["100ms", "2000it"] {
            assert_eq!(text.parse::<Budget>().map(|budget| budget.to_string()).as_deref(), Ok(text));
        }
        assert_eq!("2s".parse(), Ok(Budget::Time(Duration::from_secs(2))));
        for text in ["", "5", "ms", "0ms", "-1s", "1.5s", "3 s", "99999999999it", "1µs"] {
            assert!(text.parse::<Budget>().is_err(), "{text}");
        }
    }
}
