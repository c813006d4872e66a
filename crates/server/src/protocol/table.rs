//! A table: who sits where, what was agreed on, and how far it is.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::ids::{PlayerId, TableId};

/// What the host chooses. Every field but `edition` has a default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the page where a table is made"
)]
pub struct TableOptions {
    pub edition: String,
    /// How many seats the table has; the edition says how many it may have.
    #[serde(default = "default_seats")]
    #[ts(optional, as = "Option<u8>")]
    pub seats: u8,
    /// Shown in the lobby; otherwise only whoever has the link or the code finds it.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub listed: bool,
    #[serde(default)]
    #[ts(optional, as = "Option<Spectators>")]
    pub spectators: Spectators,
    #[serde(default = "yes")]
    #[ts(optional, as = "Option<bool>")]
    pub chat: bool,
    /// Whether an action can be taken back while it has revealed nothing and nobody has acted since.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub undo: bool,
    #[serde(default)]
    #[ts(optional, as = "Option<Clock>")]
    pub clock: Clock,
    /// The bot that plays for people who ran out of time or vanished.
    #[serde(default)]
    #[ts(optional, as = "Option<StandIn>")]
    pub stand_in: StandIn,
    #[serde(default)]
    #[ts(optional, as = "Option<FirstSeat>")]
    pub first_seat: FirstSeat,
    /// Whether one session may hold several seats: people around one screen.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub hot_seat: bool,
    /// Least milliseconds a bot takes for an action, so that people can follow.
    #[serde(default = "default_bot_pace")]
    #[ts(optional, as = "Option<u16>")]
    pub bot_pace_ms: u16,
    /// Plays the cards that belong to this code, the same at every table of this server with the same edition and
    /// number of seats; without one the cards are nobody's but this table's.
    #[serde(default)]
    #[ts(optional, as = "Option<String>")]
    pub deal: Option<String>,
    /// Whether the game changes the ratings of those who play. Everybody who sits down needs an account or a token.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub rated: bool,
}

const fn yes() -> bool {
    true
}

const fn default_seats() -> u8 {
    2
}

const fn default_bot_pace() -> u16 {
    700
}

impl TableOptions {
    /// Everything at its default.
    pub fn new(edition: impl Into<String>, seats: u8) -> Self {
        Self {
            edition: edition.into(),
            seats,
            listed: false,
            spectators: Spectators::default(),
            chat: true,
            undo: false,
            clock: Clock::default(),
            stand_in: StandIn::default(),
            first_seat: FirstSeat::default(),
            hot_seat: false,
            bot_pace_ms: default_bot_pace(),
            deal: None,
            rated: false,
        }
    }
}

/// Who may watch. Spectators never see a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Spectators {
    Nobody {},
    /// So many seconds behind the game, so that watching helps nobody.
    Anybody {
        #[serde(default)]
        #[ts(optional, as = "Option<u16>")]
        delay_s: u16,
    },
}

impl Spectators {
    /// By how many milliseconds they see the game later, if they do: one more than asked for, because moments are stored
    /// in whole milliseconds, rounded down, and may lie up to one closer together than they say.
    pub fn delay_ms(self) -> Option<i64> {
        match self {
            Self::Anybody { delay_s } if delay_s > 0 => Some(i64::from(delay_s) * 1000 + 1),
            _ => None,
        }
    }
}

impl Default for Spectators {
    fn default() -> Self {
        Self::Anybody { delay_s: 0 }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    #[default]
    None,
    /// So many seconds for each turn.
    PerTurn { seconds: u32 },
    /// A bank for the whole game, and an increment after each turn.
    Bank { seconds: u32, increment_s: u32 },
    /// So many days for each turn.
    Correspondence { days: u32 },
}

/// Who plays for a person who is not there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StandIn {
    /// A bot's id, perhaps with a thinking time: `greedy`, `mcts@500ms`.
    pub bot: String,
    /// At a table without clock: seconds after which it plays for somebody who has lost the connection and is
    /// awaited. `null`: never.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub after_s: Option<u32>,
}

impl Default for StandIn {
    fn default() -> Self {
        Self { bot: "greedy".to_owned(), after_s: Some(120) }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum FirstSeat {
    #[default]
    Random,
    Chosen {
        seat: u8,
    },
}

/// The colour of a seat's pieces; every seat of a table has another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SeatColor {
    Red,
    Blue,
    Green,
    Yellow,
    Black,
}

impl SeatColor {
    pub const ALL: [Self; 5] = [Self::Red, Self::Blue, Self::Green, Self::Yellow, Self::Black];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableStatus {
    /// People take seats.
    Open,
    Playing,
    Finished,
    /// Given up before the start.
    Closed,
}

/// A table as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableState {
    pub id: TableId,
    /// What to type to join; `null` once the game has started.
    pub code: Option<String>,
    pub status: TableStatus,
    #[ts(type = "Required<TableOptions>")]
    pub options: TableOptions,
    pub host: PlayerId,
    pub seats: Vec<SeatState>,
    pub spectators: u32,
    pub fairness: FairnessState,
    /// The next table of the same people, once somebody asked for a rematch.
    pub rematch: Option<TableId>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub you: You,
}

/// What the viewer is at this table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct You {
    /// Seats the viewer plays.
    pub seats: Vec<u8>,
    pub host: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatState {
    pub seat: u8,
    pub color: SeatColor,
    pub sitter: SitterState,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum SitterState {
    Nobody {},
    Human {
        player: PlayerId,
        name: String,
        connected: bool,
        /// The bot that plays for them now.
        stand_in: Option<String>,
    },
    Bot {
        /// Its id in the table of bots.
        bot: String,
        name: String,
    },
}

/// What proves that nobody chose the cards. docs/fairness.md explains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct FairnessState {
    /// SHA-256 of the server's seed, in hexadecimal: known before the deal.
    pub commitment: String,
    /// What each seat's client added, by seat; part of the game's seed.
    pub nonces: Vec<Option<String>>,
    /// The server's seed, once the game is over.
    pub server_seed: Option<String>,
    /// The game's seed, once the game is over.
    pub seed: Option<String>,
}

/// How much time everybody has.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Clocks {
    /// Milliseconds left, by seat; `null` where no time is kept. Those of `running` seats are as of `at`.
    pub left_ms: Vec<Option<i64>>,
    pub running: Vec<u8>,
    /// The server's time, in milliseconds since 1970.
    pub at: i64,
}

/// A table as it is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableSummary {
    pub id: TableId,
    pub status: TableStatus,
    #[ts(type = "Required<TableOptions>")]
    pub options: TableOptions,
    pub seats: Vec<SeatSummary>,
    /// Milliseconds since 1970.
    pub created_at: i64,
    pub changed_at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatSummary {
    pub color: SeatColor,
    /// `null` for a bot and where nobody sits.
    #[serde(default)]
    pub player: Option<PlayerId>,
    /// `null` when nobody sits there.
    pub name: Option<String>,
    /// `null` for a human.
    pub bot: Option<String>,
    /// Whether it is the asker's, in the list of the own tables.
    #[serde(default)]
    pub yours: bool,
    /// After the end.
    pub total: Option<i32>,
    pub rank: Option<u8>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn what_spectators_see_is_never_younger_than_the_delay() {
        let delay = Spectators::Anybody { delay_s: 3 }.delay_ms().unwrap();
        for done in 7_000..9_000_i64 {
            let stored_ms = done / 1000;
            let first_shown = (stored_ms + delay) * 1000;
            assert!(first_shown - done >= 3_000_000, "done after {done} µs, shown after {first_shown}");
        }
    }
}
