//! What a seat wants to do.

use serde::{Deserialize, Serialize};

use crate::cards::Cards;
use crate::ids::{RouteId, TicketList};

/// An intent. Whether it is allowed, and what comes of it, is for [`super::Game::play`] to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Draw the top card of the deck.
    DrawBlind,
    /// Take the card in a place of the face-up row.
    TakeFromRow { slot: u8 },
    /// Claim a route with exactly these cards.
    ClaimRoute { route: RouteId, payment: Cards },
    /// Draw tickets, to choose from them next.
    DrawTickets,
    /// Keep the tickets on offer but for these, which go back in this order.
    KeepTickets { returned: TicketList },
    /// Do nothing, because nothing can be done.
    Pass,
}
