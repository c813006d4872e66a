//! Why an action is refused, in words a player understands.

use super::{Action, Game, Phase};
use crate::cards::{Card, Cards};
use crate::edition::Edition;
use crate::ids::{RouteId, Seat, TicketId};

/// The reason an action is refused. A refused action changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the game is over")]
    GameOver,
    #[error("the cards are still being dealt")]
    StillDealing,
    #[error("there is no seat {seat} at this table")]
    NoSuchSeat { seat: Seat },
    #[error("it is not your turn: seat {in_turn} is playing")]
    NotYourTurn { in_turn: Seat },
    #[error("you have chosen your first tickets; the others are still choosing")]
    WaitForOthers,
    #[error("choose which of your tickets to keep first")]
    ChooseTicketsFirst,
    #[error("you have drawn one card and must draw the second now")]
    DrawSecondCardFirst,
    #[error("there are no tickets for you to choose from now")]
    NothingOffered,
    #[error("the deck is empty and there are no discards to shuffle")]
    DeckEmpty,
    #[error("the row has no place {slot}; its places are 0 to {last}")]
    NoSuchSlot { slot: u8, last: u8 },
    #[error("place {slot} of the row is empty")]
    SlotEmpty { slot: u8 },
    #[error("a face-up locomotive cannot be your second card")]
    LocomotiveAsSecondCard,
    #[error("the map has no route {route}")]
    NoSuchRoute { route: RouteId },
    #[error("you have claimed this route already")]
    AlreadyYours { route: RouteId },
    #[error("seat {owner} has claimed this route")]
    Claimed { route: RouteId, owner: Seat },
    #[error("you own the other side of this double route, and nobody may own both")]
    OwnsOtherSide { route: RouteId },
    #[error("the other side of this double route is taken, and with {players} players that closes it")]
    DoubleClosed { route: RouteId, players: u8 },
    #[error("this route does not touch any of yours, and in this edition your routes must connect")]
    NotConnected { route: RouteId },
    #[error("this route takes {needed} trains and you have {left} left")]
    NotEnoughTrains { route: RouteId, needed: u8, left: u8 },
    #[error("this route takes exactly {needed} cards, not {paid}")]
    WrongNumberOfCards { route: RouteId, needed: u8, paid: u8 },
    #[error("a route is paid with one colour and locomotives, not with several colours")]
    MixedColors,
    #[error("this route takes another colour")]
    WrongColor { route: RouteId, paid: Card },
    #[error("you do not hold these cards: you have {held} of a kind of which you would pay {paid}")]
    CardsNotInHand { card: Card, held: u8, paid: u8 },
    #[error("the ticket deck is empty")]
    NoTicketsLeft,
    #[error("ticket {ticket} is not among those you can return")]
    TicketNotOffered { ticket: TicketId },
    #[error("ticket {ticket} is named twice")]
    TicketTwice { ticket: TicketId },
    #[error("you must keep at least {least} of these tickets, not {kept}")]
    KeepMore { least: u8, kept: u8 },
    #[error("you can pass only when nothing else is possible")]
    CannotPass,
}

impl Illegal {
    /// The same reason with the names of the edition: cities, colours.
    pub fn explain(&self, edition: &Edition) -> String {
        match *self {
            Self::AlreadyYours { route } => format!("you have claimed {} already", edition.route_name(route)),
            Self::Claimed { route, owner } => {
                format!("seat {owner} has claimed {}", edition.route_name(route))
            }
            Self::OwnsOtherSide { route } => format!(
                "you own the other side of {}, and nobody may own both sides of a double route",
                edition.route_name(route)
            ),
            Self::DoubleClosed { route, players } => format!(
                "the other side of {} is taken, and with {players} players that closes a double route",
                edition.route_name(route)
            ),
            Self::NotConnected { route } => format!(
                "{} does not touch any of your routes, and in this edition they must connect",
                edition.route_name(route)
            ),
            Self::NotEnoughTrains { route, needed, left } => {
                format!("{} takes {needed} trains and you have {left} left", edition.route_name(route))
            }
            Self::WrongNumberOfCards { route, needed, paid } => {
                format!("{} takes exactly {needed} cards, not {paid}", edition.route_name(route))
            }
            Self::WrongColor { route, paid } => match edition.board().color(route) {
                Some(color) => format!(
                    "{} takes {} cards, not {}",
                    edition.route_name(route),
                    edition.card_name(color),
                    edition.card_name(paid)
                ),
                None => self.to_string(),
            },
            Self::CardsNotInHand { card, held, paid } => {
                let name = edition.card_name(card);
                format!("you would pay {paid} {name} but hold {held}")
            }
            Self::TicketNotOffered { ticket } => {
                format!("{} is not among the tickets you can return", edition.ticket_name(ticket))
            }
            Self::TicketTwice { ticket } => format!("{} is named twice", edition.ticket_name(ticket)),
            _ => self.to_string(),
        }
    }
}

impl Game<'_> {
    /// Why the seat cannot act at all now, or cannot do this kind of thing now.
    #[cold]
    pub(super) fn why_not_now(&self, seat: Seat, action: &Action) -> Illegal {
        let choosing_tickets = matches!(action, Action::KeepTickets { .. });
        if seat.index() >= self.players() {
            return Illegal::NoSuchSeat { seat };
        }
        match self.state.phase {
            Phase::Dealing => Illegal::StillDealing,
            Phase::Ended => Illegal::GameOver,
            Phase::FirstTickets if !self.awaits(seat) => Illegal::WaitForOthers,
            Phase::FirstTickets => Illegal::ChooseTicketsFirst,
            _ if self.state.seat != seat => Illegal::NotYourTurn { in_turn: self.state.seat },
            Phase::Tickets => Illegal::ChooseTicketsFirst,
            Phase::SecondCard if !choosing_tickets => Illegal::DrawSecondCardFirst,
            Phase::Turn | Phase::SecondCard => {
                if choosing_tickets {
                    Illegal::NothingOffered
                } else {
                    Illegal::CannotPass
                }
            }
        }
    }

    /// Why a route is not open to a seat whatever it could pay.
    #[cold]
    pub(super) fn why_not_route(&self, seat: Seat, route: RouteId) -> Illegal {
        let board = self.edition.board();
        if route.index() >= board.routes() {
            return Illegal::NoSuchRoute { route };
        }
        match self.owner(route) {
            Some(owner) if owner == seat => return Illegal::AlreadyYours { route },
            Some(owner) => return Illegal::Claimed { route, owner },
            None => {}
        }
        if let Some(other_side) = board.twin(route) {
            match self.owner(other_side) {
                Some(owner) if owner == seat => return Illegal::OwnsOtherSide { route },
                Some(_) if self.state.players <= self.edition.rules().doubles_closed_up_to => {
                    return Illegal::DoubleClosed { route, players: self.state.players };
                }
                _ => {}
            }
        }
        if !self.state.open[seat.index()].contains(route) {
            return Illegal::NotConnected { route };
        }
        Illegal::NotEnoughTrains { route, needed: board.length(route), left: self.trains(seat) }
    }

    /// Why these cards do not pay a route that is open to the seat.
    #[cold]
    pub(super) fn why_not_payment(&self, seat: Seat, route: RouteId, payment: &Cards) -> Illegal {
        let board = self.edition.board();
        let needed = board.length(route);
        let paid = payment.iter().fold(0u8, |sum, (_, count)| sum.saturating_add(count));
        if paid != needed {
            return Illegal::WrongNumberOfCards { route, needed, paid };
        }
        let mut colors = payment.iter().map(|(card, _)| card).filter(|card| !card.is_locomotive());
        if let Some(color) = colors.next() {
            if colors.next().is_some() {
                return Illegal::MixedColors;
            }
            if board.color(route).is_some_and(|wanted| wanted != color) {
                return Illegal::WrongColor { route, paid: color };
            }
        }
        let hand = self.hand(seat);
        let missing = payment.iter().find(|(card, count)| hand.count(*card) < *count);
        let (card, paid) = missing.unwrap_or((Card::Locomotive, 0));
        Illegal::CardsNotInHand { card, held: hand.count(card), paid }
    }
}
