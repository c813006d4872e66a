//! The only code that changes a game.

use super::{Ending, Event, Game, Phase};
use crate::cards::{Card, Cards, Deck};
use crate::edition::Returned;
use crate::ids::{RouteId, RouteSet, Seat, TicketId, TicketSet};

impl Game<'_> {
    /// Makes an event true.
    ///
    /// Events come from [`Game::play`] or from a record that was verified; the game does not ask again whether
    /// they were legal.
    #[inline(always)]
    pub fn apply(&mut self, event: &Event) {
        match event {
            Event::CardsDealt { seat, cards } => self.cards_dealt(*seat, cards),
            Event::SlotFilled { slot, card } => self.slot_filled(*slot, *card),
            Event::RowFlushed { .. } => self.row_flushed(),
            Event::TicketsDealt { seat, tickets } => self.tickets_dealt(*seat, tickets),
            Event::TicketsKept { seat, kept, returned } => self.tickets_kept(*seat, kept, returned),
            Event::ReturnsPlaced { tickets } => self.returns_placed(tickets),
            Event::TurnStarted { seat, turn } => self.turn_started(*seat, *turn),
            Event::CardDrawn { seat, card } => self.card_drawn(*seat, *card),
            Event::CardTaken { seat, slot, card } => self.card_taken(*seat, *slot, *card),
            Event::DeckReshuffled { .. } => self.deck_reshuffled(),
            Event::RouteClaimed { seat, route, payment, points } => {
                self.route_claimed(*seat, *route, payment, *points);
            }
            Event::TicketsDrawn { tickets, .. } => self.tickets_drawn(tickets),
            Event::TurnPassed { .. } => self.state.passes += 1,
            Event::FinalRound { .. } => self.state.ending = Ending::TurnsLeft(self.state.players),
            Event::GameEnded { .. } => self.state.phase = Phase::Ended,
        }
    }

    fn cards_dealt(&mut self, seat: Seat, cards: &[Card]) {
        for card in cards {
            self.state.deck.remove(*card);
            self.state.hands[seat.index()].add(*card);
        }
    }

    #[inline(always)]
    fn slot_filled(&mut self, slot: u8, card: Option<Card>) {
        if let Some(card) = card {
            self.state.deck.remove(card);
        }
        self.state.set_slot(slot, card);
    }

    fn row_flushed(&mut self) {
        for slot in 0..self.edition.rules().row {
            if let Some(card) = self.state.row[usize::from(slot)] {
                self.state.discards.add(card);
            }
            self.state.set_slot(slot, None);
        }
    }

    fn tickets_dealt(&mut self, seat: Seat, tickets: &[TicketId]) {
        for ticket in tickets {
            self.state.ticket_deck.remove(*ticket);
            self.state.tickets[seat.index()].insert(*ticket);
        }
        self.state.choosing |= 1 << seat.index();
        self.state.phase = Phase::FirstTickets;
    }

    fn tickets_kept(&mut self, seat: Seat, kept: &[TicketId], returned: &[TicketId]) {
        if self.state.phase == Phase::FirstTickets {
            self.state.choosing &= !(1 << seat.index());
            for ticket in returned {
                self.state.tickets[seat.index()].remove(*ticket);
            }
            self.state.returned.return_first(seat, returned, self.edition.rules().returned);
        } else {
            for ticket in kept {
                self.state.tickets[seat.index()].insert(*ticket);
            }
            for ticket in returned {
                self.state.returned.put_under(*ticket, Some(seat));
            }
            self.state.offer = TicketSet::EMPTY;
        }
    }

    fn returns_placed(&mut self, order: &[TicketId]) {
        if self.edition.rules().returned != Returned::Removed {
            self.state.returned.place(order, self.edition.rules().returned);
        }
    }

    #[inline(always)]
    fn turn_started(&mut self, seat: Seat, turn: u16) {
        self.state.seat = seat;
        self.state.turn = turn;
        self.state.phase = Phase::Turn;
        if let Ending::TurnsLeft(left) = &mut self.state.ending {
            *left = left.saturating_sub(1);
        }
    }

    #[inline(always)]
    fn card_drawn(&mut self, seat: Seat, card: Card) {
        self.state.deck.remove(card);
        self.state.hands[seat.index()].add(card);
        self.state.phase = Phase::SecondCard;
        self.state.passes = 0;
    }

    #[inline(always)]
    fn card_taken(&mut self, seat: Seat, slot: u8, card: Card) {
        self.state.set_slot(slot, None);
        self.state.hands[seat.index()].add(card);
        self.state.known[seat.index()].add(card);
        self.state.phase = Phase::SecondCard;
        self.state.passes = 0;
    }

    fn deck_reshuffled(&mut self) {
        self.state.deck = Deck::new(self.state.discards);
        self.state.discards = Cards::NONE;
    }

    #[inline(always)]
    fn route_claimed(&mut self, seat: Seat, route: RouteId, payment: &Cards, points: u16) {
        let board = self.edition.board();
        let state = &mut self.state;
        let mine = seat.index();
        state.hands[mine].remove_all(payment);
        // Cards that were seen being taken are the first to leave the hand: what is left of them is the least
        // that the hand must still hold.
        state.known[mine].remove_all(payment);
        state.discards.add_all(payment);
        state.trains[mine] = state.trains[mine].saturating_sub(board.length(route));
        state.route_points[mine] += points;
        state.passes = 0;

        let is_first = state.owned[mine].is_empty();
        state.owned[mine].insert(route);
        let players = self.state.players;
        let rules = self.edition.rules();
        let twin = board.twin_set(route);
        let closes_for_all = players <= rules.doubles_closed_up_to;
        let gone_for_all = RouteSet::only(route).or(if closes_for_all { twin } else { RouteSet::EMPTY });
        for open in &mut self.state.open {
            *open = open.without(gone_for_all);
        }
        self.state.open[mine] = self.state.open[mine].without(twin);
        if rules.must_connect {
            self.keep_connected(seat, route, is_first);
        }
    }

    /// Routes a seat could claim from the rule about doubles alone.
    pub(crate) fn unclaimed_for(&self, seat: Seat) -> RouteSet {
        let board = self.edition.board();
        let closes_for_all = self.state.players <= self.edition.rules().doubles_closed_up_to;
        let mut open = board.all_routes();
        for other in self.seats() {
            let owned = self.routes(other);
            open = open.without(owned);
            if closes_for_all || other == seat {
                owned.iter().filter_map(|route| board.twin(route)).for_each(|twin| open.remove(twin));
            }
        }
        open
    }

    /// `must_connect`: only routes that touch the seat's network stay open to it.
    fn keep_connected(&mut self, seat: Seat, route: RouteId, is_first: bool) {
        let touching = self.edition.board().touching(route);
        let open = if is_first {
            self.state.open[seat.index()].and(touching)
        } else {
            self.state.open[seat.index()].or(touching.and(self.unclaimed_for(seat)))
        };
        self.state.open[seat.index()] = open;
    }

    #[inline(always)]
    fn tickets_drawn(&mut self, tickets: &[TicketId]) {
        for ticket in tickets {
            if self.state.ticket_deck.contains(*ticket) {
                self.state.ticket_deck.remove(*ticket);
            } else {
                self.state.returned.draw();
            }
            self.state.offer.insert(*ticket);
        }
        self.state.phase = Phase::Tickets;
        self.state.passes = 0;
    }
}
