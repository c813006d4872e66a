//! What a seat or a spectator may know of a game.
//!
//! Secrets leave the game through [`Viewer::reveal`] and nowhere else: events by [`Event::seen_by`], positions by
//! [`Game::view`]. [`View::determinize`] goes the other way, from what is known to a game that fits it.
//!
//! [`Event::seen_by`]: crate::game::Event::seen_by

mod determinize;
mod seen;
mod seen_event;

pub use seen::{Secret, Seen, Viewer};
pub use seen_event::SeenEvent;

use arrayvec::ArrayVec;
use serde::{Serialize, Serializer};

use crate::cards::Cards;
use crate::edition::Edition;
use crate::game::event::Row;
use crate::game::{Ending, Game, Phase};
use crate::ids::{MAX_RETURNED, MAX_SEATS, RouteSet, Seat, TicketId, TicketSet};

/// Everything a viewer may know of a game at one moment, and nothing else.
///
/// What belongs to the viewer alone (`hand`, `tickets`, `offer`, `removed`) is empty for a spectator.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct View<'e> {
    #[serde(serialize_with = "edition_id")]
    pub edition: &'e Edition,
    pub viewer: Viewer,
    pub players: u8,
    pub phase: Phase,
    /// Before the first turn, the seat that will have it.
    pub seat_in_turn: Seat,
    /// Counts from 1; 0 before the first turn.
    pub turn: u16,
    pub ending: Ending,
    /// Turns in a row in which nothing could be done.
    pub passes: u8,
    pub row: Row,
    /// How many cards the deck has.
    pub deck: u8,
    pub discards: Cards,
    /// How many tickets the ticket deck has, those returned under it included.
    pub ticket_deck: u8,
    /// In table order.
    pub seats: ArrayVec<SeatView, MAX_SEATS>,
    pub hand: Cards,
    /// The tickets the viewer has kept.
    pub tickets: TicketSet,
    /// The tickets the viewer has to choose from now.
    pub offer: TicketSet,
    /// First tickets of the viewer's that are out of the game.
    pub removed: TicketSet,
    pub bottom: Bottom,
}

/// What everybody knows of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    pub routes: RouteSet,
    /// Routes the seat may still claim if it has the cards and trains.
    pub open: RouteSet,
    pub route_points: u16,
    pub trains: u8,
    /// How many cards the hand has.
    pub cards: u8,
    /// Cards the hand must hold, because everybody saw them being taken from the row and not being played since.
    pub known_cards: Cards,
    /// How many tickets the seat has kept.
    pub tickets: u8,
    /// How many tickets the seat has to choose from now; they are not among those it has kept.
    pub offered: u8,
    /// How many of its first tickets are out of the game.
    pub removed: u8,
    /// Whether the seat has still to choose its first tickets.
    pub choosing: bool,
}

/// The part of the ticket deck that was returned, which is drawn when the rest is gone.
///
/// Until the last seat has chosen its first tickets, those that came back so far lie here by seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bottom {
    pub shuffled: Shuffled,
    /// What lies below the shuffled ones, from the top down.
    pub placed: ArrayVec<Placed, MAX_RETURNED>,
}

/// First tickets that were shuffled and then put under the deck, as long as none of them has been drawn.
///
/// With the first draw from them it is luck, seen by one seat only, whose tickets are left. From then on they
/// are [`Placed`] by nobody.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shuffled {
    /// How many of them each seat returned.
    pub by: [u8; MAX_SEATS],
    /// Which of them the viewer returned.
    pub own: TicketSet,
}

/// A ticket whose place under the deck is known to the seat that put it there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Placed {
    pub by: Option<Seat>,
    /// `None` unless it was the viewer.
    pub ticket: Option<TicketId>,
}

impl Shuffled {
    pub fn len(&self) -> u8 {
        self.by.iter().sum()
    }

    pub fn is_empty(&self) -> bool {
        self.by == [0; MAX_SEATS]
    }
}

impl Bottom {
    /// How many tickets lie here.
    pub fn len(&self) -> u8 {
        self.shuffled.len() + self.placed.len() as u8
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl View<'_> {
    /// The viewer's own line of the table; `None` for a spectator.
    #[inline]
    pub fn own_seat(&self) -> Option<&SeatView> {
        match self.viewer {
            Viewer::Seat(seat) => self.seats.get(seat.index()),
            Viewer::Spectator => None,
        }
    }

    /// The routes open to the viewer whatever its cards and trains; none to a spectator.
    #[inline]
    pub fn open(&self) -> RouteSet {
        self.own_seat().map_or(RouteSet::EMPTY, |seat| seat.open)
    }

    /// The routes the viewer might still come to own, now or later; none for a spectator. More than [`Self::open`] only
    /// where routes must connect, because a route out of touch may be reached.
    pub fn obtainable(&self) -> RouteSet {
        let Some(own) = self.own_seat() else { return RouteSet::EMPTY };
        let rules = self.edition.rules();
        if !rules.must_connect {
            return own.open;
        }
        let board = self.edition.board();
        let claimed = self.seats.iter().fold(RouteSet::EMPTY, |claimed, seat| claimed.or(seat.routes));
        let closed = if self.players <= rules.doubles_closed_up_to { claimed } else { own.routes };
        board.all_routes().without(claimed).without(board.twins(closed))
    }
}

impl<'e> Game<'e> {
    /// What a viewer may know now.
    pub fn view(&self, viewer: Viewer) -> View<'e> {
        let state = &self.state;
        let mut view = View {
            edition: self.edition,
            viewer,
            players: state.players,
            phase: state.phase,
            seat_in_turn: state.seat,
            turn: state.turn,
            ending: state.ending,
            passes: state.passes,
            row: self.row().iter().copied().collect(),
            deck: state.deck.size(),
            discards: state.discards,
            ticket_deck: state.tickets_in_deck() as u8,
            seats: ArrayVec::new(),
            hand: Cards::NONE,
            tickets: TicketSet::EMPTY,
            offer: TicketSet::EMPTY,
            removed: TicketSet::EMPTY,
            bottom: Bottom::default(),
        };
        for seat in self.seats() {
            self.show_seat(seat, &mut view);
        }
        self.show_returned(&mut view);
        view
    }

    #[inline]
    fn show_seat(&self, seat: Seat, view: &mut View<'_>) {
        let state = &self.state;
        let at = seat.index();
        let choosing = state.choosing >> at & 1 == 1;
        let kept = if choosing { TicketSet::EMPTY } else { state.tickets[at] };
        let hand = view.viewer.reveal(Some(seat), state.hands[at]);
        let tickets = view.viewer.reveal(Some(seat), kept);
        let offer = view.viewer.reveal(Some(seat), self.offer(seat));
        view.seats.push(SeatView {
            routes: state.owned[at],
            open: state.open[at],
            route_points: state.route_points[at],
            trains: state.trains[at],
            cards: hand.count(),
            known_cards: state.known[at],
            tickets: tickets.count(),
            offered: offer.count(),
            removed: 0,
            choosing,
        });
        if let (Seen::Known(hand), Seen::Known(tickets), Seen::Known(offer)) = (hand, tickets, offer) {
            view.hand = hand;
            view.tickets = tickets;
            view.offer = offer;
        }
    }

    #[inline]
    fn show_returned(&self, view: &mut View<'_>) {
        let returned = &self.state.returned;
        let viewer = view.viewer;
        for (place, (ticket, by)) in returned.bottom_by().enumerate() {
            let ticket = viewer.reveal(by, ticket).known();
            if place >= returned.shuffled_len() {
                view.bottom.placed.push(Placed { by, ticket });
                continue;
            }
            if let Some(by) = by {
                view.bottom.shuffled.by[by.index()] += 1;
            }
            if let Some(ticket) = ticket {
                view.bottom.shuffled.own.insert(ticket);
            }
        }
        for (ticket, by) in returned.removed_by() {
            if let Some(seat) = by.and_then(|by| view.seats.get_mut(by.index())) {
                seat.removed += 1;
            }
            if let Seen::Known(ticket) = viewer.reveal(by, ticket) {
                view.removed.insert(ticket);
            }
        }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference to the field")]
fn edition_id<S: Serializer>(edition: &&Edition, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(edition.id())
}
