//! What the rule tests share: editions to order, scripted chance, positions and a table to play at.

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::cast_possible_wrap
)]

pub mod model;
pub mod naive;
pub mod position;
pub mod script;

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::below;
use whistlestop_rules::edition::{Edition, EditionSpec, Library};
use whistlestop_rules::game::{Action, Event, Game, Illegal, Phase, Standings};
use whistlestop_rules::ids::{RouteId, Seat, TicketId};

pub use position::Position;
pub use script::Script;

pub const S0: Seat = Seat::S0;
pub const S1: Seat = Seat::S1;
pub const S2: Seat = Seat::S2;
pub const S3: Seat = Seat::S3;

/// The editions on the USA map.
pub const USA: [&str; 7] =
    ["usa-classic", "usa-anniversary", "usa-1910", "usa-mega", "usa-big-cities", "usa-2025", "usa-crc"];

pub fn edition(id: &str) -> &'static Edition {
    Library::builtin().get(id).unwrap_or_else(|| panic!("no edition {id}"))
}

/// A built-in edition with some of its data changed.
pub fn edition_with(id: &str, change: impl FnOnce(&mut EditionSpec)) -> &'static Edition {
    let mut spec = edition(id).spec().clone();
    change(&mut spec);
    let edition = Edition::new(spec).unwrap_or_else(|problems| panic!("{problems:?}"));
    Box::leak(Box::new(edition))
}

/// One letter for each card: the first of its colour, `k` for black, `L` for the locomotive.
pub fn card(edition: &Edition, letter: char) -> Card {
    let name = match letter {
        'L' => "locomotive",
        'b' => "blue",
        'g' => "green",
        'k' => "black",
        'o' => "orange",
        'p' if edition.card_named("pink").is_some() => "pink",
        'p' => "purple",
        'r' => "red",
        'w' => "white",
        'y' => "yellow",
        _ => panic!("no card has the letter {letter}"),
    };
    edition.card_named(name).unwrap_or_else(|| panic!("{} has no {name}", edition.id()))
}

pub fn cards(edition: &Edition, letters: &str) -> Vec<Card> {
    letters.chars().map(|letter| card(edition, letter)).collect()
}

pub fn counts(edition: &Edition, letters: &str) -> Cards {
    cards(edition, letters).into_iter().collect()
}

/// The routes between two cities, in either direction.
pub fn routes_between(edition: &Edition, a: &str, b: &str) -> Vec<RouteId> {
    let routes = edition.spec().routes.iter().enumerate();
    let found: Vec<RouteId> = routes
        .filter(|(_, route)| (route.a == a && route.b == b) || (route.a == b && route.b == a))
        .map(|(index, _)| RouteId(index as u8))
        .collect();
    assert!(!found.is_empty(), "no route {a} – {b}");
    found
}

pub fn route(edition: &Edition, a: &str, b: &str) -> RouteId {
    routes_between(edition, a, b)[0]
}

pub fn ticket(edition: &Edition, a: &str, b: &str) -> TicketId {
    let tickets = &edition.spec().tickets;
    let index = tickets.iter().position(|ticket| ticket.a == a && ticket.b == b);
    TicketId(index.unwrap_or_else(|| panic!("no ticket {a} – {b}")) as u8)
}

pub fn take(slot: u8) -> Action {
    Action::TakeFromRow { slot }
}

pub fn keep_all() -> Action {
    Action::KeepTickets { returned: std::iter::empty::<TicketId>().collect() }
}

pub fn give_back(tickets: &[TicketId]) -> Action {
    Action::KeepTickets { returned: tickets.iter().copied().collect() }
}

/// The legal actions without those that differ in locomotives or in an order only.
pub fn canonical(game: &Game<'_>, seat: Seat) -> Vec<Action> {
    game.legal_actions(seat).iter().collect()
}

pub fn every(game: &Game<'_>, seat: Seat) -> Vec<Action> {
    game.legal_actions(seat).every().collect()
}

/// One of the canonical legal actions, each equally likely.
pub fn any_canonical<R: rand_core::Rng>(game: &Game<'_>, seat: Seat, generator: &mut R) -> Option<Action> {
    let legal = game.legal_actions(seat);
    legal.get(below(generator, legal.len() as u32) as usize)
}

/// A game in progress with everything that happened at it.
pub struct Table {
    pub game: Game<'static>,
    pub chance: Script,
    pub events: Vec<Event>,
}

impl Table {
    /// Sets a game up by the rules, with this chance.
    pub fn set_up(edition: &'static Edition, players: usize, first: Seat, mut chance: Script) -> Self {
        let mut events = Vec::new();
        let game = Game::new(edition, players, first, &mut chance, &mut events).unwrap();
        Self { game, chance, events }
    }

    /// A set-up game in which every seat kept all its first tickets.
    pub fn ready(edition: &'static Edition, players: usize, chance: Script) -> Self {
        let mut table = Self::set_up(edition, players, S0, chance);
        for seat in Seat::of(players) {
            table.act(seat, &keep_all());
        }
        table
    }

    pub fn edition(&self) -> &'static Edition {
        self.game.edition()
    }

    /// Lays the next cards the deck will give.
    pub fn next_cards(&mut self, letters: &str) -> &mut Self {
        self.chance.cards = cards(self.game.edition(), letters).into();
        self
    }

    /// Plays a legal action and returns what came of it.
    #[track_caller]
    pub fn act(&mut self, seat: Seat, action: &Action) -> Vec<Event> {
        let mut events = Vec::new();
        if let Err(illegal) = self.game.play(seat, action, &mut self.chance, &mut events) {
            panic!("{action:?} was refused: {illegal}");
        }
        self.events.extend(events.iter().cloned());
        events
    }

    /// Tries an illegal action: nothing may change.
    #[track_caller]
    pub fn refuse(&mut self, seat: Seat, action: &Action) -> Illegal {
        let before = self.game;
        let mut events: Vec<Event> = Vec::new();
        let result = self.game.play(seat, action, &mut self.chance, &mut events);
        assert_eq!(self.game, before, "a refused action changed the game");
        assert!(events.is_empty(), "a refused action had events");
        assert!(!every(&self.game, seat).contains(action), "a refused action was listed");
        result.expect_err("the action was accepted")
    }

    pub fn claim_action(&self, a: &str, b: &str, payment: &str) -> Action {
        let edition = self.game.edition();
        Action::ClaimRoute { route: route(edition, a, b), payment: counts(edition, payment) }
    }

    #[track_caller]
    pub fn claim(&mut self, seat: Seat, a: &str, b: &str, payment: &str) -> Vec<Event> {
        let action = self.claim_action(a, b, payment);
        self.act(seat, &action)
    }

    #[track_caller]
    pub fn refuse_claim(&mut self, seat: Seat, a: &str, b: &str, payment: &str) -> Illegal {
        let action = self.claim_action(a, b, payment);
        self.refuse(seat, &action)
    }

    /// The row as letters would be cumbersome to read back, so as cards.
    pub fn row(&self) -> Vec<Option<Card>> {
        self.game.row().to_vec()
    }

    /// Whether the seat in turn still has to draw its second card.
    pub fn second_card(&self) -> bool {
        self.game.phase() == Phase::SecondCard
    }

    pub fn standings(&self) -> Standings {
        self.game.standings()
    }
}

/// Which of these events are of a kind.
pub fn count(events: &[Event], is_it: impl Fn(&Event) -> bool) -> usize {
    events.iter().filter(|event| is_it(event)).count()
}

pub fn flushes(events: &[Event]) -> usize {
    count(events, |event| matches!(event, Event::RowFlushed { .. }))
}

pub fn reshuffles(events: &[Event]) -> usize {
    count(events, |event| matches!(event, Event::DeckReshuffled { .. }))
}

pub fn final_rounds(events: &[Event]) -> usize {
    count(events, |event| matches!(event, Event::FinalRound { .. }))
}
