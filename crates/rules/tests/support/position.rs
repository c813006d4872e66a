//! A position put together from events, without asking how it could have come about.

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Event, Game};
use whistlestop_rules::ids::{RouteId, Seat, TicketId, TicketSet};

use super::{Script, Table, cards, route};

pub struct Position {
    game: Game<'static>,
    kept: Vec<Vec<TicketId>>,
    first: Seat,
}

impl Position {
    /// Nothing dealt: all cards in the deck, all tickets in theirs, an empty row.
    pub fn new(edition: &'static Edition, players: usize) -> Self {
        let game = Game::table(edition, players, Seat::S0).unwrap();
        Self { game, kept: vec![Vec::new(); players], first: Seat::S0 }
    }

    fn tell(mut self, event: &Event) -> Self {
        self.game.apply(event);
        self
    }

    /// Moves cards from the deck to a hand.
    #[must_use]
    pub fn hand(mut self, seat: Seat, letters: &str) -> Self {
        for card in cards(self.game.edition(), letters) {
            let cards = std::iter::once(card).collect();
            self = self.tell(&Event::CardsDealt { seat, cards });
        }
        self
    }

    /// Moves cards from the deck to the row; `.` leaves a place empty.
    #[must_use]
    pub fn row(mut self, letters: &str) -> Self {
        for (slot, letter) in letters.chars().enumerate() {
            if letter != '.' {
                let card = super::card(self.game.edition(), letter);
                self = self.fill(slot as u8, card);
            }
        }
        self
    }

    fn fill(self, slot: u8, card: Card) -> Self {
        self.tell(&Event::SlotFilled { slot, card: Some(card) })
    }

    /// Moves cards from the deck to the discards. Before the row is laid.
    #[must_use]
    pub fn discards(mut self, letters: &str) -> Self {
        for card in cards(self.game.edition(), letters) {
            self = self.fill(0, card);
            let row = self.game.row().iter().copied().collect();
            self = self.tell(&Event::RowFlushed { row });
        }
        self
    }

    /// Leaves exactly these cards in the deck; a seat holds the others. After everything else.
    #[must_use]
    pub fn deck(mut self, letters: &str, holder: Seat) -> Self {
        let left: Cards = cards(self.game.edition(), letters).into_iter().collect();
        assert!(self.game.deck().contains(&left), "the deck has not all of {letters}");
        for (card, count) in self.game.deck().to_owned().iter() {
            for _ in left.count(card)..count {
                let cards = std::iter::once(card).collect();
                self = self.tell(&Event::CardsDealt { seat: holder, cards });
            }
        }
        self
    }

    #[must_use]
    pub fn tickets(mut self, seat: Seat, tickets: &[TicketId]) -> Self {
        for ticket in tickets {
            self.kept[seat.index()].push(*ticket);
            let tickets = std::iter::once(*ticket).collect();
            self = self.tell(&Event::TicketsDealt { seat, tickets });
        }
        self
    }

    /// Leaves exactly these tickets in the deck; a seat holds the others. After [`Self::tickets`].
    #[must_use]
    pub fn ticket_deck(self, left: &[TicketId], holder: Seat) -> Self {
        let held: TicketSet = self.kept.iter().flatten().copied().collect();
        let all = self.game.edition().board().all_tickets();
        let others: Vec<TicketId> =
            all.without(held).iter().filter(|ticket| !left.contains(ticket)).collect();
        self.tickets(holder, &others)
    }

    /// A seat owns a route, for which it paid nothing.
    #[must_use]
    pub fn owns(self, seat: Seat, a: &str, b: &str) -> Self {
        let route = route(self.game.edition(), a, b);
        self.owns_route(seat, route)
    }

    #[must_use]
    pub fn owns_route(self, seat: Seat, route: RouteId) -> Self {
        let points = self.game.edition().board().points(route);
        self.tell(&Event::RouteClaimed { seat, route, payment: Cards::NONE, points })
    }

    #[must_use]
    pub fn turn_of(mut self, seat: Seat) -> Self {
        self.first = seat;
        self
    }

    /// The game as it stands, for its score.
    pub fn game(self) -> Game<'static> {
        self.game
    }

    /// The turn of the chosen seat begins.
    pub fn play(mut self) -> Table {
        for seat in Seat::of(self.game.players()) {
            let kept = self.kept[seat.index()].iter().take(8).copied().collect();
            let returned = std::iter::empty::<TicketId>().collect();
            self.game.apply(&Event::TicketsDealt { seat, tickets: std::iter::empty::<TicketId>().collect() });
            self.game.apply(&Event::TicketsKept { seat, kept, returned });
        }
        let seat = self.first;
        let game = self.tell(&Event::TurnStarted { seat, turn: 1 }).game;
        Table { game, chance: Script::new(1), events: Vec::new() }
    }
}
