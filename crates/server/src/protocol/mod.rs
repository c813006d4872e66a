//! Everything that travels between the server and its clients. docs/protocol.md explains it; web/src/protocol.ts is
//! generated from it.

pub mod action;
pub mod cards;
pub mod event;
pub mod game;
pub mod ids;
pub mod refusal;
pub mod rest;
pub mod socket;
pub mod table;
pub mod typescript;

pub use action::PlayerAction;
pub use cards::{CardCounts, CardName};
pub use event::{GameEvent, Happened, Hidden};
pub use game::{Asked, GameView, OwnSeat, TicketState};
pub use ids::{PlayerId, RecordId, TableId, TokenId};
pub use refusal::{Refusal, Refused};
pub use socket::{ChatLine, ClientMessage, Emote, GameUpdate, ServerMessage};
pub use table::{Clock, Clocks, SeatColor, Spectators, TableOptions, TableState, TableStatus};
