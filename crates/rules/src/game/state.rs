//! Everything that is true of a game at one moment, flat and cheap to copy.

use super::returned::ReturnedTickets;
use crate::cards::{Card, Cards, Deck};
use crate::ids::{MAX_ROW, MAX_SEATS, RouteSet, Seat, TicketSet};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The cards and tickets are being dealt; nobody can act.
    Dealing,
    /// Every seat that has not yet done so chooses its first tickets.
    FirstTickets,
    /// The seat whose turn it is chooses an action.
    Turn,
    /// The same seat draws its second card.
    SecondCard,
    /// The same seat chooses from the tickets it drew.
    Tickets,
    Ended,
}

/// How far the end of the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    NotInSight,
    /// The final round is on, and this many turns have not been started yet.
    TurnsLeft(u8),
}

/// The decks have no order here: a deck in random order is the set of what is in it, and chance decides at each
/// draw. Only tickets that players put under the deck lie in an order of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) owned: [RouteSet; MAX_SEATS],
    /// Routes a seat may still claim if it has the cards and trains: doubles, closures and connection are
    /// settled here whenever a route is claimed, not at every decision.
    pub(crate) open: [RouteSet; MAX_SEATS],
    pub(crate) tickets: [TicketSet; MAX_SEATS],
    /// The part of the ticket deck that lies in random order, above [`Self::returned`].
    pub(crate) ticket_deck: TicketSet,
    /// Tickets drawn in play and not yet chosen from.
    pub(crate) offer: TicketSet,
    pub(crate) returned: ReturnedTickets,
    pub(crate) hands: [Cards; MAX_SEATS],
    /// The part of each hand that everybody has seen being taken from the row.
    pub(crate) known: [Cards; MAX_SEATS],
    pub(crate) deck: Deck,
    pub(crate) discards: Cards,
    pub(crate) row: [Option<Card>; MAX_ROW],
    /// Bit per place of the row: there is a card.
    pub(crate) row_filled: u8,
    /// Bit per place of the row: there is a locomotive.
    pub(crate) row_locomotives: u8,
    pub(crate) trains: [u8; MAX_SEATS],
    pub(crate) route_points: [u16; MAX_SEATS],
    pub(crate) turn: u16,
    pub(crate) players: u8,
    pub(crate) seat: Seat,
    pub(crate) phase: Phase,
    /// Bit per seat: it has not chosen its first tickets.
    pub(crate) choosing: u8,
    /// Turns in a row in which nothing could be done.
    pub(crate) passes: u8,
    pub(crate) ending: Ending,
}

const _: () = assert!(size_of::<State>() <= 512);

impl State {
    /// Puts a card, or nothing, into a place of the row.
    #[inline]
    pub(crate) fn set_slot(&mut self, slot: u8, card: Option<Card>) {
        let slot = usize::from(slot) % MAX_ROW;
        let bit = 1 << slot;
        self.row[slot] = card;
        self.row_filled = if card.is_some() { self.row_filled | bit } else { self.row_filled & !bit };
        self.row_locomotives = if card == Some(Card::Locomotive) {
            self.row_locomotives | bit
        } else {
            self.row_locomotives & !bit
        };
    }

    /// Places of the row that hold a coloured card.
    #[inline]
    pub(crate) const fn row_colored(&self) -> u8 {
        self.row_filled & !self.row_locomotives
    }

    #[inline]
    pub(crate) const fn has_tickets(&self) -> bool {
        !self.ticket_deck.is_empty() || self.returned.bottom_len() > 0
    }

    #[inline]
    pub(crate) fn tickets_in_deck(&self) -> usize {
        self.ticket_deck.len() + self.returned.bottom_len()
    }
}
