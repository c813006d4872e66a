//! What a player asks for, by the names of the edition.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Action;
use whistlestop_rules::ids::{MAX_OFFER, RouteId, TicketId, TicketList};

use super::cards::{CardCounts, CardNames, UnknownCard};

/// What a seat wants to do. The server decides whether it may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum PlayerAction {
    /// Draw the top card of the deck.
    DrawBlind {},
    /// Take the card in a place of the face-up row, counted from 0.
    TakeFromRow { slot: u8 },
    /// Claim a route with exactly these cards.
    ClaimRoute { route: u8, payment: CardCounts },
    /// Draw tickets, to choose from them next.
    DrawTickets {},
    /// Keep the tickets on offer but for these, which go back in this order.
    KeepTickets { returned: Vec<u8> },
    /// Do nothing, because nothing can be done.
    Pass {},
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAction {
    #[error(transparent)]
    Card(#[from] UnknownCard),
    #[error("nobody is ever shown more than {MAX_OFFER} tickets, so {0} cannot go back")]
    TooManyTickets(usize),
}

impl PlayerAction {
    pub fn to_action(&self, edition: &Edition) -> Result<Action, BadAction> {
        Ok(match self {
            Self::DrawBlind {} => Action::DrawBlind,
            Self::TakeFromRow { slot } => Action::TakeFromRow { slot: *slot },
            Self::ClaimRoute { route, payment } => {
                Action::ClaimRoute { route: RouteId(*route), payment: payment.to_cards(edition)? }
            }
            Self::DrawTickets {} => Action::DrawTickets,
            Self::KeepTickets { returned } => {
                if returned.len() > MAX_OFFER {
                    return Err(BadAction::TooManyTickets(returned.len()));
                }
                let returned: TicketList = returned.iter().copied().map(TicketId).collect();
                Action::KeepTickets { returned }
            }
            Self::Pass {} => Action::Pass,
        })
    }

    pub fn of(action: &Action, edition: &Edition) -> Self {
        match action {
            Action::DrawBlind => Self::DrawBlind {},
            Action::TakeFromRow { slot } => Self::TakeFromRow { slot: *slot },
            Action::ClaimRoute { route, payment } => Self::ClaimRoute {
                route: route.0,
                payment: CardCounts::of(payment, &CardNames::new(edition)),
            },
            Action::DrawTickets => Self::DrawTickets {},
            Action::KeepTickets { returned } => {
                Self::KeepTickets { returned: returned.iter().map(|ticket| ticket.0).collect() }
            }
            Action::Pass => Self::Pass {},
        }
    }
}
