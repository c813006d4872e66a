//! What is asked of the task of a table.

use tokio::sync::oneshot;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Action, Game};
use whistlestop_rules::ids::Seat;

use super::bots::Thinker;
use super::{ConnectionId, Outbox};
use crate::protocol::{Emote, Refused, TableId, TableOptions, TableState};
use crate::store::Hint;
use crate::table::{Asker, Command, Place};

/// What is sent to the task of a table.
#[derive(Debug)]
pub(crate) enum Message {
    Command {
        asker: Asker,
        command: Command,
        reply: Reply,
    },
    Watch {
        asker: Asker,
        from: Option<u32>,
        outbox: Outbox,
    },
    Unwatch {
        connection: ConnectionId,
    },
    Emote {
        asker: Asker,
        emote: Emote,
        outbox: Outbox,
    },
    State {
        asker: Asker,
        reply: oneshot::Sender<Result<TableState, Refused>>,
    },
    /// What the game asks of somebody's seats, for programs.
    Questions {
        asker: Asker,
        reply: oneshot::Sender<Result<Questions, Refused>>,
    },
    /// Who plays what, for a table of the same people.
    Party {
        reply: oneshot::Sender<Result<Party, Refused>>,
    },
    BotChose {
        seat: Seat,
        seq: u32,
        action: Action,
        thinker: Option<Thinker>,
    },
    /// Another node lets us know of something.
    Hint(Hint),
    /// Look whether there is something to do.
    Wake,
    #[cfg(test)]
    Panic,
}

/// Where the answer to a command goes.
#[derive(Debug)]
pub(crate) enum Reply {
    /// To a connection; with the id of the action if it is one.
    Socket {
        outbox: Outbox,
        id: Option<String>,
    },
    Caller(oneshot::Sender<Result<u32, Refused>>),
    Nobody,
}

/// What a table asks of one player's seats.
#[derive(Clone, Debug)]
pub(crate) struct Questions {
    /// The number of the table.
    pub(crate) seq: u32,
    /// The player's seats, and since when their choices have been what they are.
    pub(crate) seats: Vec<(Seat, u32)>,
    /// The game, once it has started. Not for other eyes than those of the code that shows it.
    pub(crate) game: Option<Game<'static>>,
    pub(crate) clock: crate::protocol::Clock,
}

/// Who plays what at a table.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub(super) edition: &'static Edition,
    pub(super) options: TableOptions,
    pub(super) places: Vec<Place>,
    /// The next table of the same people, if there is one.
    pub(super) rematch: Option<TableId>,
}
