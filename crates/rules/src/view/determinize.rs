//! From what a viewer knows to a whole game that could be the real one.

use arrayvec::ArrayVec;
use rand_core::Rng;

use super::{Placed, SeatView, View, Viewer};
use crate::cards::{Card, Cards, Deck};
use crate::chance::below;
use crate::game::Game;
use crate::game::returned::ReturnedTickets;
use crate::game::state::State;
use crate::ids::{MAX_RETURNED, MAX_ROW, MAX_SEATS, RouteSet, Seat, TicketId, TicketSet};

/// Where the deck stands among the hidden piles of cards; the hands come before it.
const DECK: usize = MAX_SEATS;

impl<'e> View<'e> {
    /// A random game that looks like this to the viewer.
    ///
    /// Every card and every ticket the viewer has not seen is equally likely to be in each place that is hidden
    /// from it. What others might have been thinking does not enter, nor what cannot be read off the table any more:
    /// a ticket the viewer once put under the deck and somebody else has drawn since may be anywhere again.
    pub fn determinize(&self, rng: &mut impl Rng) -> Game<'e> {
        self.determinize_holding(&[TicketSet::EMPTY; MAX_SEATS], rng)
    }

    /// The same, but other seats hold the tickets they are supposed to hold.
    ///
    /// What is supposed of a seat counts for nothing if it is not as many tickets as the seat holds, or if one of them is
    /// elsewhere: where the viewer has seen it, or with a seat that was asked for before.
    pub fn determinize_holding(&self, supposed: &[TicketSet; MAX_SEATS], rng: &mut impl Rng) -> Game<'e> {
        let mut state = self.public_state();
        self.deal_cards(&mut state, rng);
        self.deal_tickets(&mut state, supposed, rng);
        Game { edition: self.edition, state }
    }

    fn others(&self) -> impl Iterator<Item = (Seat, &SeatView)> {
        Seat::ALL.into_iter().zip(&self.seats).filter(|(seat, _)| Viewer::Seat(*seat) != self.viewer)
    }

    /// The game with empty hands and decks.
    fn public_state(&self) -> State {
        let mut state = State {
            owned: [RouteSet::EMPTY; MAX_SEATS],
            open: [RouteSet::EMPTY; MAX_SEATS],
            tickets: [TicketSet::EMPTY; MAX_SEATS],
            ticket_deck: TicketSet::EMPTY,
            offer: TicketSet::EMPTY,
            returned: ReturnedTickets::NONE,
            hands: [Cards::NONE; MAX_SEATS],
            known: [Cards::NONE; MAX_SEATS],
            deck: Deck::new(Cards::NONE),
            discards: self.discards,
            row: [None; MAX_ROW],
            row_filled: 0,
            row_locomotives: 0,
            trains: [self.edition.rules().trains; MAX_SEATS],
            route_points: [0; MAX_SEATS],
            turn: self.turn,
            players: self.players,
            seat: self.seat_in_turn,
            phase: self.phase,
            choosing: 0,
            passes: self.passes,
            ending: self.ending,
        };
        for (at, seat) in self.seats.iter().enumerate() {
            state.owned[at] = seat.routes;
            state.open[at] = seat.open;
            state.known[at] = seat.known_cards;
            state.trains[at] = seat.trains;
            state.route_points[at] = seat.route_points;
            state.choosing |= u8::from(seat.choosing) << at;
        }
        for (slot, card) in self.row.iter().enumerate() {
            state.set_slot(slot as u8, *card);
        }
        state
    }

    fn deal_cards(&self, state: &mut State, rng: &mut impl Rng) {
        let mut unseen = self.edition.rules().all_cards;
        unseen.remove_all(&self.discards);
        unseen.remove_all(&self.row.iter().flatten().copied().collect());
        unseen.remove_all(&self.hand);

        let mut missing = [0; DECK + 1];
        missing[DECK] = self.deck;
        for (seat, other) in self.others() {
            unseen.remove_all(&other.known_cards);
            missing[seat.index()] = other.cards.saturating_sub(other.known_cards.total());
        }
        debug_assert_eq!(unseen.total(), missing.iter().sum::<u8>(), "a card is neither seen nor hidden");

        // Cards are drawn for all piles but the largest, which is what is left.
        let mut piles = [Cards::NONE; DECK + 1];
        let largest = (0..=DECK).max_by_key(|pile| missing[*pile]).unwrap_or(DECK);
        let mut left = unseen.total();
        for pile in (0..=DECK).filter(|pile| *pile != largest) {
            for _ in 0..missing[pile] {
                let card = draw_card(&mut unseen, left, rng);
                piles[pile].add(card);
                left -= 1;
            }
        }
        piles[largest].add_all(&unseen);

        state.deck = Deck::new(piles[DECK]);
        for (seat, other) in self.others() {
            let hand = &mut state.hands[seat.index()];
            *hand = other.known_cards;
            hand.add_all(&piles[seat.index()]);
        }
        if let Viewer::Seat(seat) = self.viewer {
            state.hands[seat.index()] = self.hand;
        }
    }

    fn deal_tickets(&self, state: &mut State, supposed: &[TicketSet; MAX_SEATS], rng: &mut impl Rng) {
        let own_placed: TicketSet = self.bottom.placed.iter().filter_map(|place| place.ticket).collect();
        let seen = [self.offer, self.removed, self.bottom.shuffled.own, own_placed]
            .into_iter()
            .fold(self.tickets, TicketSet::or);
        let mut unseen = self.edition.board().all_tickets().without(seen);

        if let Viewer::Seat(seat) = self.viewer {
            let choosing = self.own_seat().is_some_and(|own| own.choosing);
            let (kept, offer) =
                if choosing { (self.offer, TicketSet::EMPTY) } else { (self.tickets, self.offer) };
            state.tickets[seat.index()] = kept;
            state.offer = offer;
            self.removed.iter().for_each(|ticket| state.returned.remove_from_game(ticket, Some(seat)));
        }
        let mut held = [TicketSet::EMPTY; MAX_SEATS];
        for (seat, other) in self.others() {
            let supposed = supposed[seat.index()];
            if supposed.len() == usize::from(other.tickets) && supposed.without(unseen).is_empty() {
                held[seat.index()] = supposed;
                unseen = unseen.without(supposed);
            }
        }
        for (seat, other) in self.others() {
            let held = held[seat.index()];
            let kept = held.or(draw_tickets(&mut unseen, other.tickets - held.len() as u8, rng));
            let offer = draw_tickets(&mut unseen, other.offered, rng);
            if other.choosing {
                state.tickets[seat.index()] = offer;
            } else {
                state.tickets[seat.index()] = kept;
                state.offer = state.offer.or(offer);
            }
            for _ in 0..other.removed {
                state.returned.remove_from_game(draw_ticket(&mut unseen, rng), Some(seat));
            }
        }
        self.put_under(state, &mut unseen, rng);
        state.ticket_deck = unseen;
        debug_assert_eq!(state.tickets_in_deck(), usize::from(self.ticket_deck), "a ticket is out of place");
    }

    fn put_under(&self, state: &mut State, unseen: &mut TicketSet, rng: &mut impl Rng) {
        let shuffled = &self.bottom.shuffled;
        if !shuffled.is_empty() {
            let mut block: ArrayVec<(TicketId, Seat), MAX_RETURNED> = ArrayVec::new();
            for seat in Seat::ALL {
                if Viewer::Seat(seat) == self.viewer {
                    block.extend(shuffled.own.iter().map(|ticket| (ticket, seat)));
                } else {
                    let count = shuffled.by[seat.index()];
                    block.extend((0..count).map(|_| (draw_ticket(unseen, rng), seat)));
                }
            }
            for last in (1..block.len()).rev() {
                block.swap(last, below(rng, last as u32 + 1) as usize);
            }
            block.iter().for_each(|(ticket, by)| state.returned.put_under(*ticket, Some(*by)));
            state.returned.forget_order_of_first(block.len());
        }
        for Placed { by, ticket } in &self.bottom.placed {
            let ticket = ticket.unwrap_or_else(|| draw_ticket(unseen, rng));
            state.returned.put_under(ticket, *by);
        }
    }
}

/// Draws one of the `left` cards of `cards`.
#[inline]
fn draw_card(cards: &mut Cards, left: u8, rng: &mut impl Rng) -> Card {
    let card = cards.nth(below(rng, left.into()) as u8);
    cards.remove(card);
    card
}

#[inline]
fn draw_ticket(tickets: &mut TicketSet, rng: &mut impl Rng) -> TicketId {
    let ticket = tickets.nth(below(rng, tickets.len() as u32) as usize);
    tickets.remove(ticket);
    ticket
}

#[inline]
fn draw_tickets(tickets: &mut TicketSet, count: u8, rng: &mut impl Rng) -> TicketSet {
    (0..count).map(|_| draw_ticket(tickets, rng)).collect()
}
