//! One game: what is true, what is legal, what happens.

pub mod action;
mod apply;
pub mod event;
mod illegal;
pub mod legal;
mod play;
pub(crate) mod returned;
pub mod scoring;
pub(crate) mod state;

pub use action::Action;
pub use event::{Event, Listener, Silence};
pub use illegal::Illegal;
pub use legal::LegalActions;
pub use play::NotListed;
pub use scoring::{Standing, Standings};
pub use state::{Ending, Phase};

use self::returned::ReturnedTickets;
use self::state::State;
use crate::cards::{Card, Cards, Deck};
use crate::edition::Edition;
use crate::ids::{MAX_ROW, MAX_SEATS, RouteId, RouteSet, Seat, TicketId, TicketSet};

/// A game of an edition. Copying one costs no more than copying its few hundred bytes.
#[derive(Clone, Copy, PartialEq)]
pub struct Game<'e> {
    pub(crate) edition: &'e Edition,
    pub(crate) state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadTable {
    #[error("{edition_least} to {edition_most} players can play this edition, not {players}")]
    Players { players: usize, edition_least: usize, edition_most: usize },
    #[error("seat {seat} cannot start: the seats of {players} players are 0 to {}", players - 1)]
    FirstSeat { seat: Seat, players: usize },
}

impl<'e> Game<'e> {
    /// The empty table: everything in the box, nothing dealt. Events are applied to this.
    pub fn table(edition: &'e Edition, players: usize, first_seat: Seat) -> Result<Self, BadTable> {
        let allowed = edition.players();
        if !allowed.contains(&players) {
            let (edition_least, edition_most) = (*allowed.start(), *allowed.end());
            return Err(BadTable::Players { players, edition_least, edition_most });
        }
        if first_seat.index() >= players {
            return Err(BadTable::FirstSeat { seat: first_seat, players });
        }
        let rules = edition.rules();
        let board = edition.board();
        let state = State {
            owned: [RouteSet::EMPTY; MAX_SEATS],
            open: [board.all_routes(); MAX_SEATS],
            tickets: [TicketSet::EMPTY; MAX_SEATS],
            ticket_deck: board.all_tickets(),
            offer: TicketSet::EMPTY,
            returned: ReturnedTickets::NONE,
            hands: [Cards::NONE; MAX_SEATS],
            known: [Cards::NONE; MAX_SEATS],
            deck: Deck::new(rules.all_cards),
            discards: Cards::NONE,
            row: [None; MAX_ROW],
            row_filled: 0,
            row_locomotives: 0,
            trains: [rules.trains; MAX_SEATS],
            route_points: [0; MAX_SEATS],
            turn: 0,
            players: players as u8,
            seat: first_seat,
            phase: Phase::Dealing,
            choosing: 0,
            passes: 0,
            ending: Ending::NotInSight,
        };
        Ok(Self { edition, state })
    }

    #[inline]
    pub const fn edition(&self) -> &'e Edition {
        self.edition
    }

    #[inline]
    pub const fn players(&self) -> usize {
        self.state.players as usize
    }

    pub fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        Seat::of(self.players())
    }

    #[inline]
    pub const fn phase(&self) -> Phase {
        self.state.phase
    }

    #[inline]
    pub const fn is_over(&self) -> bool {
        matches!(self.state.phase, Phase::Ended)
    }

    /// The seat whose turn it is; before the first turn, the seat that will have it.
    #[inline]
    pub const fn seat_in_turn(&self) -> Seat {
        self.state.seat
    }

    /// Counts from 1; 0 before the first turn.
    pub const fn turn(&self) -> u16 {
        self.state.turn
    }

    pub const fn ending(&self) -> Ending {
        self.state.ending
    }

    /// Whether the game waits for this seat.
    #[inline]
    pub fn awaits(&self, seat: Seat) -> bool {
        match self.state.phase {
            Phase::Dealing | Phase::Ended => false,
            Phase::FirstTickets => self.state.choosing >> seat.index() & 1 == 1,
            Phase::Turn | Phase::SecondCard | Phase::Tickets => self.state.seat == seat,
        }
    }

    /// The first seat the game waits for, or `None` when it is over. At set-up several may act, in any order.
    #[inline]
    pub fn next_to_act(&self) -> Option<Seat> {
        match self.state.phase {
            Phase::Dealing | Phase::Ended => None,
            Phase::FirstTickets => Seat::new(self.state.choosing.trailing_zeros() as usize),
            Phase::Turn | Phase::SecondCard | Phase::Tickets => Some(self.state.seat),
        }
    }

    pub const fn hand(&self, seat: Seat) -> &Cards {
        &self.state.hands[seat.index()]
    }

    /// The cards of a hand that everybody has seen being taken from the row and not being played since.
    pub const fn known_cards(&self, seat: Seat) -> &Cards {
        &self.state.known[seat.index()]
    }

    pub const fn tickets(&self, seat: Seat) -> TicketSet {
        self.state.tickets[seat.index()]
    }

    /// The tickets a seat must choose from now.
    pub fn offer(&self, seat: Seat) -> TicketSet {
        match self.state.phase {
            Phase::FirstTickets if self.awaits(seat) => self.tickets(seat),
            Phase::Tickets if self.state.seat == seat => self.state.offer,
            _ => TicketSet::EMPTY,
        }
    }

    pub const fn routes(&self, seat: Seat) -> RouteSet {
        self.state.owned[seat.index()]
    }

    /// Routes a seat may still claim if it has the cards and trains.
    #[inline]
    pub const fn open(&self, seat: Seat) -> RouteSet {
        self.state.open[seat.index()]
    }

    pub fn owner(&self, route: RouteId) -> Option<Seat> {
        self.seats().find(|seat| self.routes(*seat).contains(route))
    }

    pub const fn trains(&self, seat: Seat) -> u8 {
        self.state.trains[seat.index()]
    }

    pub const fn route_points(&self, seat: Seat) -> u16 {
        self.state.route_points[seat.index()]
    }

    pub fn row(&self) -> &[Option<Card>] {
        &self.state.row[..self.edition.rules().row.into()]
    }

    pub const fn deck(&self) -> &Cards {
        self.state.deck.cards()
    }

    pub const fn discards(&self) -> &Cards {
        &self.state.discards
    }

    pub fn tickets_in_deck(&self) -> usize {
        self.state.tickets_in_deck()
    }

    /// The tickets that were returned under the deck, the next to be drawn first.
    pub fn returned_tickets(&self) -> &[TicketId] {
        self.state.returned.bottom()
    }
}

impl std::fmt::Debug for Game<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Game").field("edition", &self.edition.id()).field("state", &self.state).finish()
    }
}
