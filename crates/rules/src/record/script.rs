//! A game that is played again takes its outcomes from a record and is compared with it, event by event.

use std::cell::RefCell;

use rand_xoshiro::SplitMix64;

use super::difference::difference;
use super::event_json::kind;
use super::{RecordError, SeedRevealed};
use crate::cards::{Card, Cards};
use crate::chance::{ChaChaDealer, Chance, FastDealer, Scheme, Seed, below, player_generator};
use crate::edition::Edition;
use crate::game::{Event, Listener};
use crate::ids::{TicketId, TicketSet};

/// The line of the first event.
const FIRST_LINE: usize = 2;

pub(super) struct Script<'r> {
    edition: &'r Edition,
    events: &'r [Event],
    /// Index of the event that comes next.
    next: usize,
    /// How many cards or tickets of that event have been asked for.
    asked: usize,
    seeded: Option<Box<dyn Chance>>,
    coin: SplitMix64,
    /// The first fault that was found. From then on outcomes are made up, only to let the action end.
    fault: Option<RecordError>,
}

impl<'r> Script<'r> {
    pub(super) fn new(edition: &'r Edition, events: &'r [Event], revealed: Option<&SeedRevealed>) -> Self {
        Self {
            edition,
            events,
            next: 0,
            asked: 0,
            seeded: revealed.map(dealer),
            coin: player_generator(&Seed([0; 32])),
            fault: None,
        }
    }

    pub(super) fn next(&self) -> Option<&'r Event> {
        self.events.get(self.next)
    }

    /// The line of the next event; the last line when there is none.
    pub(super) fn line(&self) -> usize {
        (self.next + FIRST_LINE).min(self.events.len() + FIRST_LINE - 1)
    }

    pub(super) fn take_fault(&mut self) -> Option<RecordError> {
        self.fault.take()
    }

    fn note(&mut self, reason: String) {
        let line = self.line();
        self.fault.get_or_insert_with(|| RecordError::new(line, reason));
    }

    fn hear(&mut self, derived: &Event) {
        if self.fault.is_some() {
            return;
        }
        match self.next() {
            None => {
                let next = kind(derived);
                self.note(format!("the record breaks off in the middle of an action: {next} must follow"));
            }
            Some(recorded) => {
                if let Some(reason) = difference(recorded, derived, self.edition) {
                    self.note(reason);
                }
            }
        }
        self.next += 1;
        self.asked = 0;
    }

    fn card(&mut self, deck: &Cards) -> Card {
        if self.fault.is_none()
            && let Some(card) = self.recorded_card(deck)
        {
            return card;
        }
        self.made_up_card(deck)
    }

    /// The card that the record names next, if it can be. That the event is of the wrong kind is found out when
    /// the right one is heard.
    fn recorded_card(&mut self, deck: &Cards) -> Option<Card> {
        let event = self.next()?;
        let card = match event {
            Event::CardsDealt { seat, cards } => {
                let card = cards.get(self.asked).copied();
                if card.is_none() {
                    self.note(format!("seat {seat} is dealt more cards than {}", cards.len()));
                }
                card
            }
            Event::SlotFilled { slot, card } => {
                if card.is_none() {
                    self.note(format!(
                        "slot_filled leaves place {slot} empty, but the deck has a card for it"
                    ));
                }
                *card
            }
            Event::CardDrawn { card, .. } => Some(*card),
            _ => None,
        }?;
        let name = |card| self.edition.card_name(card);
        if deck.count(card) == 0 {
            let (kind, name) = (kind(event), name(card));
            self.note(format!("{kind} says {name}, but no {name} card is left in the deck"));
            return None;
        }
        let from_seed = self.seeded.as_mut().map(|dealer| dealer.card(deck));
        if let Some(real) = from_seed.filter(|real| *real != card) {
            self.note(format!("{} says {}, but the seed gives {}", kind(event), name(card), name(real)));
            return None;
        }
        self.asked += 1;
        Some(card)
    }

    /// Colours and locomotives by the toss of a coin: whatever the decks hold, a row that need not be flushed
    /// comes up soon. A fixed preference could flush the same cards for ever, and a fair draw from a deck of
    /// little else than locomotives nearly so.
    fn made_up_card(&mut self, deck: &Cards) -> Card {
        let place = if below(&mut self.coin, 2) == 0 { 0 } else { deck.total().saturating_sub(1) };
        deck.nth(place)
    }

    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        if self.fault.is_none()
            && let Some(ticket) = self.recorded_ticket(deck)
        {
            return ticket;
        }
        deck.nth(0)
    }

    fn recorded_ticket(&mut self, deck: TicketSet) -> Option<TicketId> {
        let event = self.next()?;
        let (Event::TicketsDealt { seat, tickets } | Event::TicketsDrawn { seat, tickets }) = event else {
            return None;
        };
        let Some(ticket) = tickets.get(self.asked).copied() else {
            self.note(format!("seat {seat} gets more tickets than {}", tickets.len()));
            return None;
        };
        let name = |ticket| self.edition.ticket_name(ticket);
        if !deck.contains(ticket) {
            let (kind, name) = (kind(event), name(ticket));
            self.note(format!(
                "{kind} names ticket {ticket}, {name}, which cannot be on top of the ticket deck"
            ));
            return None;
        }
        let from_seed = self.seeded.as_mut().map(|dealer| dealer.ticket(deck));
        if let Some(real) = from_seed.filter(|real| *real != ticket) {
            self.note(format!("{} says {}, but the seed gives {}", kind(event), name(ticket), name(real)));
            return None;
        }
        self.asked += 1;
        Some(ticket)
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        let Some(Event::ReturnsPlaced { tickets: order }) = self.next() else { return };
        if self.fault.is_some()
            || order.len() != tickets.len()
            || order.iter().any(|one| !tickets.contains(one))
        {
            return;
        }
        if let Some(dealer) = &mut self.seeded {
            let mut real = tickets.to_vec();
            dealer.shuffle(&mut real);
            if real != order.as_slice() {
                let real: Vec<u8> = real.iter().map(|ticket| ticket.0).collect();
                self.note(format!("returns_placed has another order than the seed gives, {real:?}"));
                return;
            }
        }
        tickets.copy_from_slice(order);
    }
}

fn dealer(revealed: &SeedRevealed) -> Box<dyn Chance> {
    match revealed.scheme {
        Scheme::ChaCha12 => Box::new(ChaChaDealer::new(&revealed.seed)),
        Scheme::SplitMix64 => Box::new(FastDealer::new(&revealed.seed)),
    }
}

/// The script as the chance and, another copy of it, as the listener of one game.
#[derive(Clone, Copy)]
pub(super) struct Prompter<'s, 'r>(pub(super) &'s RefCell<Script<'r>>);

impl Chance for Prompter<'_, '_> {
    fn card(&mut self, deck: &Cards) -> Card {
        self.0.borrow_mut().card(deck)
    }

    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        self.0.borrow_mut().ticket(deck)
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        self.0.borrow_mut().shuffle(tickets);
    }
}

impl Listener for Prompter<'_, '_> {
    fn hear(&mut self, event: &Event) {
        self.0.borrow_mut().hear(event);
    }
}
