//! What happened: facts in the past tense, chance resolved.

use arrayvec::ArrayVec;

use super::scoring::Standings;
use crate::cards::{Card, CardList, Cards};
use crate::ids::{MAX_OFFER, MAX_ROW, MAX_SEATS, RouteId, Seat, TicketId, TicketList};

/// The face-up row, `None` for an empty place.
pub type Row = ArrayVec<Option<Card>, MAX_ROW>;

/// All first tickets that were returned, in the order in which they go under the deck.
pub type AllReturned = ArrayVec<TicketId, { MAX_SEATS * MAX_OFFER }>;

/// One line of a record. `docs/records.md` says when each occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    clippy::large_enum_variant,
    reason = "an event lives on the stack until it is heard; a box would allocate"
)]
pub enum Event {
    CardsDealt { seat: Seat, cards: CardList },
    SlotFilled { slot: u8, card: Option<Card> },
    RowFlushed { row: Row },
    TicketsDealt { seat: Seat, tickets: TicketList },
    TicketsKept { seat: Seat, kept: TicketList, returned: TicketList },
    ReturnsPlaced { tickets: AllReturned },
    TurnStarted { seat: Seat, turn: u16 },
    CardDrawn { seat: Seat, card: Card },
    CardTaken { seat: Seat, slot: u8, card: Card },
    DeckReshuffled { cards: u8 },
    RouteClaimed { seat: Seat, route: RouteId, payment: Cards, points: u16 },
    TicketsDrawn { seat: Seat, tickets: TicketList },
    TurnPassed { seat: Seat },
    FinalRound { seat: Seat },
    GameEnded { standings: Standings },
}

/// Hears the events of a game as they happen.
///
/// The game is generic over its listener, so that with [`Silence`] no event is ever built.
pub trait Listener {
    fn hear(&mut self, event: &Event);
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silence;

impl Listener for Silence {
    #[inline]
    fn hear(&mut self, _event: &Event) {}
}

impl Listener for Vec<Event> {
    fn hear(&mut self, event: &Event) {
        self.push(event.clone());
    }
}

impl<F: FnMut(&Event)> Listener for F {
    #[inline]
    fn hear(&mut self, event: &Event) {
        self(event);
    }
}
