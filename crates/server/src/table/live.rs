//! The game at a table that has started.

use std::collections::VecDeque;

use whistlestop_rules::chance::{ChaChaDealer, Seed};
use whistlestop_rules::edition::{Edition, Returned};
use whistlestop_rules::game::{Action, BadTable, Event, Game, Illegal, Phase};
use whistlestop_rules::ids::{MAX_SEATS, Seat};

/// How many answered actions are remembered, over all seats. A client repeats an action within seconds.
const REMEMBERED_ANSWERS: usize = 24;

/// How many entries a client may have missed and still be told of.
const REMEMBERED_ENTRIES: usize = 16;

/// A game with its deck: everything that follows from the entries about it.
#[derive(Clone, Debug)]
pub struct Live {
    game: Game<'static>,
    dealer: ChaChaDealer,
    seed: Seed,
    first_seat: Seat,
    /// Events so far.
    n: u32,
    /// By seat, the number of the entry since which its choices have been what they are.
    since: [u32; MAX_SEATS],
    last: Option<Box<LastPlay>>,
    answered: VecDeque<Answered>,
    recent: VecDeque<Recent>,
}

/// What there was before the last action, as long as it can be taken back.
#[derive(Clone, Debug)]
struct LastPlay {
    seat: Seat,
    before: Game<'static>,
    n_before: u32,
}

#[derive(Clone, Debug)]
struct Answered {
    seat: Seat,
    id: String,
    number: u32,
}

/// The events of one entry, for clients that come back.
#[derive(Clone, Debug)]
pub struct Recent {
    pub number: u32,
    pub undone: bool,
    /// Lines of a record, each after a line break: a tenth of the memory of the events.
    pub lines: Box<str>,
}

impl Live {
    /// Deals. The events are the set-up of the game.
    pub fn start(
        edition: &'static Edition,
        players: usize,
        first_seat: Seat,
        seed: Seed,
        number: u32,
    ) -> Result<(Self, Vec<Event>), BadTable> {
        let mut dealer = ChaChaDealer::new(&seed);
        let mut events = Vec::new();
        let game = Game::new(edition, players, first_seat, &mut dealer, &mut events)?;
        let live = Self {
            game,
            dealer,
            seed,
            first_seat,
            n: events.len() as u32,
            since: [number; MAX_SEATS],
            last: None,
            answered: VecDeque::new(),
            recent: VecDeque::new(),
        };
        Ok((live, events))
    }

    pub const fn game(&self) -> &Game<'static> {
        &self.game
    }

    pub const fn n(&self) -> u32 {
        self.n
    }

    pub const fn seed(&self) -> &Seed {
        &self.seed
    }

    pub const fn first_seat(&self) -> Seat {
        self.first_seat
    }

    /// Whether what a seat chose when the table's number was `seq` is still up to date.
    pub const fn is_current(&self, seat: Seat, seq: u32) -> bool {
        seq >= self.since[seat.index()]
    }

    /// Since when, by the table's number, the choices of a seat have been what they are.
    pub const fn current_since(&self, seat: Seat) -> u32 {
        self.since[seat.index()]
    }

    /// The number of the entry that an action with this id led to.
    pub fn answer(&self, seat: Seat, id: &str) -> Option<u32> {
        self.answered.iter().find(|known| known.seat == seat && known.id == id).map(|known| known.number)
    }

    /// What an action would lead to.
    pub fn try_out(&self, seat: Seat, action: &Action) -> Result<Vec<Event>, Illegal> {
        let (mut game, mut dealer) = (self.game, self.dealer.clone());
        let mut events = Vec::new();
        game.play(seat, action, &mut dealer, &mut events)?;
        Ok(events)
    }

    /// Plays an action that became entry `number`.
    pub fn play(
        &mut self,
        seat: Seat,
        action: &Action,
        number: u32,
        id: Option<&str>,
    ) -> Result<Vec<Event>, Illegal> {
        let before = self.game;
        let mut events = Vec::new();
        self.game.play(seat, action, &mut self.dealer, &mut events)?;
        self.last = is_safe(&events, self.game.edition())
            .then(|| Box::new(LastPlay { seat, before, n_before: self.n }));
        self.n += events.len() as u32;
        self.touch(seat, before.phase(), number);
        self.remember(seat, id, number);
        Ok(events)
    }

    /// The seat that could take its last action back.
    pub fn undoable(&self) -> Option<Seat> {
        self.last.as_ref().map(|last| last.seat)
    }

    pub fn undo(&mut self, seat: Seat, number: u32, id: &str) -> bool {
        let Some(last) = self.last.take_if(|last| last.seat == seat) else { return false };
        let phase = self.game.phase();
        self.game = last.before;
        self.n = last.n_before;
        self.touch(seat, phase, number);
        self.remember(seat, Some(id), number);
        true
    }

    /// Nobody can take anything back any more.
    pub fn forget_undo(&mut self) {
        self.last = None;
    }

    /// First tickets are chosen at the same time, so that what one seat does leaves the others' choice as it is.
    fn touch(&mut self, seat: Seat, other_phase: Phase, number: u32) {
        if other_phase == Phase::FirstTickets && self.game.phase() == Phase::FirstTickets {
            self.since[seat.index()] = number;
        } else {
            self.since = [number; MAX_SEATS];
        }
    }

    fn remember(&mut self, seat: Seat, id: Option<&str>, number: u32) {
        let Some(id) = id else { return };
        if self.answered.len() == REMEMBERED_ANSWERS {
            self.answered.pop_front();
        }
        self.answered.push_back(Answered { seat, id: id.to_owned(), number });
    }

    pub fn keep_recent(&mut self, recent: Recent) {
        if self.recent.len() == REMEMBERED_ENTRIES {
            self.recent.pop_front();
        }
        self.recent.push_back(recent);
    }

    /// What happened after the entry `seq`; `None` when that is too long ago.
    pub fn since(&self, seq: u32) -> Option<impl Iterator<Item = &Recent>> {
        let oldest = self.recent.front()?.number;
        (seq >= oldest).then(|| self.recent.iter().filter(move |recent| recent.number > seq))
    }
}

/// Whether nobody has learnt anything from these events, and no chance was asked.
fn is_safe(events: &[Event], edition: &Edition) -> bool {
    events.iter().all(|event| match event {
        Event::RouteClaimed { .. }
        | Event::TicketsKept { .. }
        | Event::TurnStarted { .. }
        | Event::FinalRound { .. }
        | Event::TurnPassed { .. } => true,
        Event::ReturnsPlaced { .. } => edition.rules().returned != Returned::ShuffledBottom,
        Event::CardsDealt { .. }
        | Event::SlotFilled { .. }
        | Event::RowFlushed { .. }
        | Event::TicketsDealt { .. }
        | Event::CardDrawn { .. }
        | Event::CardTaken { .. }
        | Event::DeckReshuffled { .. }
        | Event::TicketsDrawn { .. }
        | Event::GameEnded { .. } => false,
    })
}
