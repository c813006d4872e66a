//! Messages over the WebSocket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::action::PlayerAction;
use super::event::GameEvent;
use super::game::GameView;
use super::ids::{PlayerId, TableId};
use super::refusal::Refused;
use super::rest::Me;
use super::table::{Clocks, TableState};

/// Longest id a client may give an action.
pub const MAX_ACTION_ID: usize = 64;

/// Longest line of chat, in characters.
pub const MAX_CHAT: usize = 300;

/// What a client sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Sends everything about a table from now on. With `from`, the last `seq` the client has seen of it, the missed
    /// events come first, if they are still at hand.
    Watch {
        table: TableId,
        #[serde(default)]
        #[ts(optional = nullable)]
        from: Option<u32>,
    },
    Unwatch {
        table: TableId,
    },
    /// Plays an action. `seq` is that of the `game` message it was chosen from; `id` is any text of the client's, and
    /// the same `id` sent again is answered with the first result.
    Act {
        table: TableId,
        id: String,
        seq: u32,
        seat: u8,
        action: PlayerAction,
    },
    /// Takes the own last action back, if `game` said that it can be.
    Undo {
        table: TableId,
        id: String,
        seq: u32,
        seat: u8,
    },
    /// Plays again after a bot stood in.
    ComeBack {
        table: TableId,
        seat: u8,
    },
    /// Players talk among players, spectators among spectators.
    Say {
        table: TableId,
        text: String,
    },
    Emote {
        table: TableId,
        emote: Emote,
    },
    /// Answered by `pong`.
    Ping {
        #[serde(default)]
        #[ts(optional, as = "Option<u32>")]
        n: u32,
    },
}

/// A gesture; not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Emote {
    Hello,
    WellPlayed,
    Thinking,
    Hurry,
    Oops,
    Thanks,
    Wow,
    GoodGame,
}

/// What the server sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "a message lives only until it is written")]
pub enum ServerMessage {
    /// The first message of every connection.
    Welcome {
        me: Me,
        version: String,
    },
    /// The table as it is: after `watch`, and whenever seats, options, status or presence change.
    Table {
        state: TableState,
    },
    /// The game as it is: after `watch` of a table that has started, and after everything that happens in it.
    Game(GameUpdate),
    /// The action or the undo with this id is stored and done. Its `game` message has this `seq` or a higher one.
    Done {
        table: TableId,
        id: String,
        seq: u32,
    },
    /// What was asked for was not done. `id` is that of the action, if it was one.
    Refused {
        table: Option<TableId>,
        id: Option<String>,
        #[serde(flatten)]
        #[ts(flatten)]
        refused: Refused,
    },
    Chat {
        table: TableId,
        lines: Vec<ChatLine>,
    },
    Emote {
        table: TableId,
        player: PlayerId,
        name: String,
        seat: Option<u8>,
        emote: Emote,
    },
    Pong {
        n: u32,
    },
    /// The server is about to stop; connect again after so many milliseconds.
    Closing {
        reconnect_ms: u32,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameUpdate {
    pub table: TableId,
    /// The number to send with actions and to resume from. It only grows, but not always by one.
    pub seq: u32,
    /// Whether `events` continue from the last `game` message, or from `from`. If not, they are empty, and the view is
    /// all there is to know.
    pub continues: bool,
    /// What happened since, as the viewer sees it.
    pub events: Vec<GameEvent>,
    /// The action before was taken back; `events` are empty.
    pub undone: bool,
    pub game: GameView,
    pub clocks: Clocks,
    /// The viewer's seat that can take its last action back now.
    pub can_undo: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ChatLine {
    /// Numbers of chat lines only grow.
    pub seq: u32,
    pub player: PlayerId,
    pub name: String,
    /// `null` for a spectator.
    pub seat: Option<u8>,
    /// Plain text. Show it as text.
    pub text: String,
    /// Milliseconds since 1970.
    pub at: i64,
}
