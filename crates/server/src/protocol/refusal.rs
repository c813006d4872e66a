//! Why something was not done.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The body of every error, over REST and WebSocket: a word for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Refused {
    pub code: Refusal,
    pub text: String,
}

impl Refused {
    pub fn new(code: Refusal, text: impl Into<String>) -> Self {
        Self { code, text: text.into() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The message or the body cannot be read.
    Malformed,
    /// A name, an option or a number is not one of those that can be.
    Invalid,
    /// The rules do not allow the action.
    Illegal,
    /// The game has moved on since the `seq` of the action.
    Stale,
    /// It is not the asker's to do: another's seat, or the host's business.
    Forbidden,
    /// Without a session.
    Unauthorized,
    /// No such table, record, edition; or one that the asker may not know of.
    NotFound,
    /// Not at this stage of the table: it has started, has not started, or is over.
    WrongTime,
    /// The seat or the colour is taken.
    Taken,
    /// Too often, too many, too much.
    TooMany,
    /// It could not be stored and therefore did not happen. Try again.
    NotStored,
    /// The server is stopping. Try again in a moment.
    Stopping,
    /// Our fault.
    Internal,
}
