//! Chance that does as it is told and goes on by itself when there is nothing left to tell.

use std::collections::VecDeque;

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{Chance, FastDealer, Seed};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::{TicketId, TicketSet};

#[derive(Clone, Debug)]
pub struct Script {
    pub cards: VecDeque<Card>,
    pub tickets: VecDeque<TicketId>,
    /// The order of the returned first tickets when they are shuffled.
    pub shuffle: Option<Vec<TicketId>>,
    pub shuffled: usize,
    rest: FastDealer,
    /// Cards still given out before the script calls the game endless.
    patience: u32,
}

impl Script {
    pub fn new(seed: u64) -> Self {
        Self {
            cards: VecDeque::new(),
            tickets: VecDeque::new(),
            shuffle: None,
            shuffled: 0,
            rest: FastDealer::new(&Seed::of_series(7, seed)),
            patience: 100_000,
        }
    }

    pub fn cards(edition: &Edition, letters: &str) -> Self {
        Self { cards: super::cards(edition, letters).into(), ..Self::new(0) }
    }

    #[must_use]
    pub fn tickets(mut self, tickets: &[u8]) -> Self {
        self.tickets = tickets.iter().map(|ticket| TicketId(*ticket)).collect();
        self
    }
}

impl Chance for Script {
    fn card(&mut self, deck: &Cards) -> Card {
        self.patience = self.patience.checked_sub(1).expect("the game draws cards for ever");
        match self.cards.pop_front() {
            Some(card) => {
                assert!(deck.count(card) > 0, "the script wants {card:?}, the deck is {deck:?}");
                card
            }
            None => self.rest.card(deck),
        }
    }

    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        match self.tickets.pop_front() {
            Some(ticket) => {
                assert!(deck.contains(ticket), "the script wants ticket {ticket}, the deck is {deck:?}");
                ticket
            }
            None => self.rest.ticket(deck),
        }
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        self.shuffled += 1;
        match self.shuffle.take() {
            Some(order) => {
                let same: TicketSet = order.iter().copied().collect();
                assert_eq!(same, tickets.iter().copied().collect(), "the script shuffles other tickets");
                tickets.copy_from_slice(&order);
            }
            None => self.rest.shuffle(tickets),
        }
    }
}
