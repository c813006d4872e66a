//! From an action to the events that come of it.

use arrayvec::ArrayVec;

use super::event::{AllReturned, Listener, Row};
use super::legal::{Entry, LegalActions};
use super::{Action, BadTable, Ending, Event, Game, Illegal, Phase};
use crate::cards::{CardList, Cards};
use crate::chance::Chance;
use crate::edition::{Edition, Returned, SetUp};
use crate::ids::{RouteId, Seat, TicketList, TicketSet};

impl<'e> Game<'e> {
    /// Sets up a game: hands, row and first tickets are dealt, and every seat may choose its tickets.
    pub fn new<C: Chance, L: Listener>(
        edition: &'e Edition,
        players: usize,
        first_seat: Seat,
        chance: &mut C,
        out: &mut L,
    ) -> Result<Self, BadTable> {
        let mut game = Self::table(edition, players, first_seat)?;
        Referee { game: &mut game, chance, out }.set_up();
        Ok(game)
    }

    /// Plays an action: checks it, lets chance decide what is open, and applies what happened.
    pub fn play<C: Chance, L: Listener>(
        &mut self,
        seat: Seat,
        action: &Action,
        chance: &mut C,
        out: &mut L,
    ) -> Result<(), Illegal> {
        self.check(seat, action)?;
        Referee { game: self, chance, out }.resolve(seat, action);
        Ok(())
    }

    /// Lists what a seat may do, lets `choose` name an entry of the list by its index, and plays that.
    ///
    /// The same as [`Game::legal_actions`] and [`Game::play`] in one step, which spares the action from being
    /// written out and checked again: for simulation and for the roll-outs of a search.
    #[inline(always)]
    pub fn play_choice<C: Chance, L: Listener>(
        &mut self,
        seat: Seat,
        choose: impl FnOnce(&LegalActions<'e>) -> usize,
        chance: &mut C,
        out: &mut L,
    ) -> Result<(), NotListed> {
        // One arm for each kind of decision, so that each is compiled without what it cannot need.
        match self.state.phase {
            Phase::Turn if self.awaits(seat) => {
                let legal = self.turn_actions(seat);
                Referee { game: self, chance, out }.play_choice(seat, &legal, choose, Draw::First)
            }
            Phase::SecondCard if self.awaits(seat) => {
                let legal = self.second_card_actions(seat);
                Referee { game: self, chance, out }.play_choice(seat, &legal, choose, Draw::Second)
            }
            _ => {
                let legal = self.legal_actions(seat);
                Referee { game: self, chance, out }.play_choice(seat, &legal, choose, Draw::First)
            }
        }
    }
}

/// An index that is not on the list of legal actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choice {index} is not on the list of {listed} legal actions")]
pub struct NotListed {
    pub index: usize,
    pub listed: usize,
}

/// Flushes in a row after which the row stays as it is. An edition may be so full of locomotives that a better
/// row is possible but would take longer than anybody can wait.
const MOST_FLUSHES: usize = 100;

/// Which of the two cards of a turn is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Draw {
    First,
    Second,
}

/// Carries an action out. Nothing here changes the game but [`Referee::tell`].
struct Referee<'g, 'e, C, L> {
    game: &'g mut Game<'e>,
    chance: &'g mut C,
    out: &'g mut L,
}

impl<C: Chance, L: Listener> Referee<'_, '_, C, L> {
    #[inline(always)]
    fn tell(&mut self, event: &Event) {
        self.game.apply(event);
        self.out.hear(event);
    }

    fn set_up(&mut self) {
        match self.game.edition.rules().set_up {
            SetUp::HandsFirst => {
                self.deal_hands();
                self.lay_row();
            }
            SetUp::RowFirst => {
                self.lay_row();
                self.deal_hands();
            }
        }
        for seat in Seat::of(self.game.players()) {
            let tickets = self.next_tickets(self.game.edition.rules().deal);
            self.tell(&Event::TicketsDealt { seat, tickets });
        }
    }

    fn deal_hands(&mut self) {
        for seat in Seat::of(self.game.players()) {
            let mut missing = self.game.edition.rules().hand;
            while missing > 0 && !self.game.state.deck.is_empty() {
                let mut left = self.game.state.deck;
                let mut cards = CardList::new();
                while missing > 0 && !left.is_empty() {
                    let card = self.chance.top_card(&left);
                    left.remove(card);
                    cards.push(card);
                    missing -= 1;
                }
                self.tell(&Event::CardsDealt { seat, cards });
                self.reshuffle_if_empty();
            }
        }
    }

    fn lay_row(&mut self) {
        for slot in 0..self.game.edition.rules().row {
            self.fill(slot);
        }
        self.flush_while_needed();
    }

    #[inline(always)]
    fn play_choice<'e>(
        &mut self,
        seat: Seat,
        legal: &LegalActions<'e>,
        choose: impl FnOnce(&LegalActions<'e>) -> usize,
        draw: Draw,
    ) -> Result<(), NotListed> {
        let index = choose(legal);
        let Some(entry) = legal.entry(index) else {
            return Err(NotListed { index, listed: legal.len() });
        };
        match entry {
            Entry::Claim { place } => {
                let (route, payment) = legal.claim(place);
                self.claim(seat, route, &payment);
            }
            Entry::Slot { slot } => self.take_from_row(seat, slot as u8, draw),
            Entry::Blind => self.draw_blind(seat, draw),
            Entry::Tickets => self.draw_tickets(seat),
            Entry::Keep { place } => self.keep_tickets(seat, &legal.returned(place)),
            Entry::Pass => self.pass(seat),
        }
        Ok(())
    }

    #[inline(always)]
    fn resolve(&mut self, seat: Seat, action: &Action) {
        match action {
            Action::DrawBlind => self.draw_blind(seat, self.draw()),
            Action::TakeFromRow { slot } => self.take_from_row(seat, *slot, self.draw()),
            Action::ClaimRoute { route, payment } => self.claim(seat, *route, payment),
            Action::DrawTickets => self.draw_tickets(seat),
            Action::KeepTickets { returned } => self.keep_tickets(seat, returned),
            Action::Pass => self.pass(seat),
        }
    }

    #[inline]
    fn draw_tickets(&mut self, seat: Seat) {
        let tickets = self.next_tickets(self.game.edition.rules().draw);
        self.tell(&Event::TicketsDrawn { seat, tickets });
    }

    fn pass(&mut self, seat: Seat) {
        self.tell(&Event::TurnPassed { seat });
        self.end_turn_after(seat, self.game.state.passes >= self.game.state.players);
    }

    fn draw(&self) -> Draw {
        if self.game.state.phase == Phase::SecondCard { Draw::Second } else { Draw::First }
    }

    #[inline(always)]
    fn draw_blind(&mut self, seat: Seat, draw: Draw) {
        let card = self.chance.top_card(&self.game.state.deck);
        self.tell(&Event::CardDrawn { seat, card });
        self.reshuffle_if_empty();
        self.go_on_drawing(seat, draw == Draw::First);
    }

    #[inline(always)]
    fn take_from_row(&mut self, seat: Seat, slot: u8, draw: Draw) {
        let Some(card) = self.game.state.row[usize::from(slot) % self.game.state.row.len()] else { return };
        self.tell(&Event::CardTaken { seat, slot, card });
        self.fill(slot);
        self.flush_while_needed();
        self.go_on_drawing(seat, draw == Draw::First && !card.is_locomotive());
    }

    /// Stays in the turn for the second card, if there is to be one and there is one.
    #[inline(always)]
    fn go_on_drawing(&mut self, seat: Seat, wants_second: bool) {
        let state = &self.game.state;
        let has_second = !state.deck.is_empty() || state.row_colored() != 0;
        if !(wants_second && has_second) {
            self.end_turn(seat);
        }
    }

    #[inline(always)]
    fn claim(&mut self, seat: Seat, route: RouteId, payment: &Cards) {
        let points = self.game.edition.board().points(route);
        self.tell(&Event::RouteClaimed { seat, route, payment: *payment, points });
        if self.game.state.deck.is_empty() {
            self.revive_deck();
        }
        self.end_turn(seat);
    }

    /// The deck had run out, and now there are discards: they become the deck and fill the row.
    #[cold]
    fn revive_deck(&mut self) {
        self.reshuffle_if_empty();
        for slot in 0..self.game.edition.rules().row {
            let is_empty = self.game.state.row[usize::from(slot)].is_none();
            if is_empty && !self.game.state.deck.is_empty() {
                self.fill(slot);
            }
        }
        self.flush_while_needed();
    }

    /// The next tickets of the deck: the part in random order first, then what was returned, oldest first.
    #[inline(always)]
    fn next_tickets(&mut self, count: u8) -> TicketList {
        let mut shuffled = self.game.state.ticket_deck;
        let mut tickets = TicketList::new();
        let mut returned = self.game.state.returned.bottom().iter();
        for _ in 0..count {
            let next = if shuffled.is_empty() {
                returned.next().copied()
            } else {
                Some(self.chance.ticket(shuffled))
            };
            let Some(ticket) = next else { break };
            shuffled.remove(ticket);
            tickets.push(ticket);
        }
        tickets
    }

    #[inline(always)]
    fn keep_tickets(&mut self, seat: Seat, returned: &TicketList) {
        let is_set_up = self.game.state.phase == Phase::FirstTickets;
        let back: TicketSet = returned.iter().copied().collect();
        let kept = self.game.offer(seat).without(back).iter().collect();
        self.tell(&Event::TicketsKept { seat, kept, returned: returned.clone() });
        if !is_set_up {
            self.end_turn(seat);
        } else if self.game.state.choosing == 0 {
            self.finish_set_up();
        }
    }

    fn finish_set_up(&mut self) {
        let mut tickets: AllReturned = ArrayVec::new();
        tickets.extend(self.game.state.returned.bottom().iter().copied());
        if !tickets.is_empty() {
            if self.game.edition.rules().returned == Returned::ShuffledBottom {
                self.chance.shuffle(&mut tickets);
            }
            self.tell(&Event::ReturnsPlaced { tickets });
        }
        self.tell(&Event::TurnStarted { seat: self.game.state.seat, turn: 1 });
    }

    #[inline(always)]
    fn end_turn(&mut self, seat: Seat) {
        self.end_turn_after(seat, false);
    }

    #[inline(always)]
    fn end_turn_after(&mut self, seat: Seat, all_passed: bool) {
        let end_at = self.game.edition.rules().end_at;
        match self.game.state.ending {
            Ending::NotInSight if self.game.state.trains[seat.index()] <= end_at => {
                self.tell(&Event::FinalRound { seat });
            }
            Ending::TurnsLeft(0) => return self.end_game(),
            _ => {}
        }
        if all_passed {
            return self.end_game();
        }
        let next = seat.next(self.game.players());
        self.tell(&Event::TurnStarted { seat: next, turn: self.game.state.turn.saturating_add(1) });
    }

    fn end_game(&mut self) {
        let standings = self.game.standings();
        self.tell(&Event::GameEnded { standings });
    }

    /// Fills one place of the row from the deck.
    #[inline(always)]
    fn fill(&mut self, slot: u8) {
        if self.game.state.deck.is_empty() {
            self.tell(&Event::SlotFilled { slot, card: None });
        } else {
            let card = self.chance.top_card(&self.game.state.deck);
            self.tell(&Event::SlotFilled { slot, card: Some(card) });
            self.reshuffle_if_empty();
        }
    }

    #[inline(always)]
    fn reshuffle_if_empty(&mut self) {
        if self.game.state.deck.is_empty() && !self.game.state.discards.is_empty() {
            self.tell(&Event::DeckReshuffled { cards: self.game.state.discards.total() });
        }
    }

    #[inline(always)]
    fn flush_while_needed(&mut self) {
        let flush_at = self.game.edition.rules().flush_at;
        if self.game.state.row_locomotives.count_ones() >= flush_at.into() {
            self.flush_repeatedly();
        }
    }

    #[cold]
    fn flush_repeatedly(&mut self) {
        let flush_at = self.game.edition.rules().flush_at;
        for _ in 0..MOST_FLUSHES {
            if self.game.state.row_locomotives.count_ones() < flush_at.into() || !self.flush_can_help() {
                break;
            }
            self.flush();
        }
    }

    fn flush(&mut self) {
        let row: Row = self.game.row().iter().copied().collect();
        self.tell(&Event::RowFlushed { row });
        self.reshuffle_if_empty();
        for slot in 0..self.game.edition.rules().row {
            self.fill(slot);
        }
    }

    /// Whether a new row could have fewer locomotives than bring about a flush.
    fn flush_can_help(&self) -> bool {
        let state = &self.game.state;
        let rules = self.game.edition.rules();
        let in_row = state.row_colored().count_ones() as u8;
        let locomotives = state.row_locomotives.count_ones() as u8
            + state.deck.cards().locomotives()
            + state.discards.locomotives();
        let colored = in_row + state.deck.cards().colored() + state.discards.colored();
        let new_row = rules.row.min(colored + locomotives);
        let enough_colors = colored + (rules.flush_at - 1) >= new_row;
        // With just another row in the deck and no discards, flushing would swap the two for ever.
        let only_swaps = state.discards.is_empty()
            && state.deck.size() == rules.row
            && state.deck.cards().locomotives() >= rules.flush_at;
        enough_colors && !only_swaps
    }
}
