//! Editions: a map, a ticket deck and rule parameters, checked once and then trusted.

mod assemble;
mod board;
mod check;
mod deck_file;
mod edition_file;
mod library;
mod map_file;
mod problem;
mod source;
pub mod spec;
mod toml_reader;
mod words;

use std::fmt;

pub use board::{Board, Purse};
pub use library::{Library, UnknownEdition, builtin_files};
pub use problem::{Place, Problem};
pub use source::{Fault, SourceFile};
pub use spec::{EditionSpec, Returned, SetUp};

use crate::cards::{Card, Cards, MAX_COLORS};
use crate::ids::{CityId, RouteId, TicketId};

/// An edition that can be played: every fact in it has been checked.
#[derive(Clone)]
pub struct Edition {
    spec: EditionSpec,
    rules: Rules,
    board: Board,
}

/// The rule parameters in the narrow types the engine works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub least_players: u8,
    pub most_players: u8,
    pub trains: u8,
    pub hand: u8,
    pub row: u8,
    pub flush_at: u8,
    pub deal: u8,
    pub keep: u8,
    pub draw: u8,
    pub draw_keep: u8,
    pub returned: Returned,
    pub doubles_closed_up_to: u8,
    pub must_connect: bool,
    pub end_at: u8,
    pub longest_path_bonus: u16,
    pub globetrotter_bonus: u16,
    pub attraction_points: u16,
    pub set_up: SetUp,
    /// Every card of the edition.
    pub all_cards: Cards,
}

impl Edition {
    /// The one way from plain data to an edition: all problems at once, or none.
    pub fn new(spec: EditionSpec) -> Result<Self, Vec<Problem>> {
        let problems = check::problems(&spec);
        if !problems.is_empty() {
            return Err(problems);
        }
        let rules = Rules::new(&spec);
        let board = Board::new(&spec);
        Ok(Self { spec, rules, board })
    }

    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    pub const fn spec(&self) -> &EditionSpec {
        &self.spec
    }

    pub fn id(&self) -> &str {
        &self.spec.id
    }

    pub fn name(&self) -> &str {
        &self.spec.name
    }

    pub fn players(&self) -> std::ops::RangeInclusive<usize> {
        self.rules.least_players.into()..=self.rules.most_players.into()
    }

    /// The name of a card in records: its colour, or `locomotive`.
    pub fn card_name(&self, card: Card) -> &str {
        match card {
            Card::Locomotive => "locomotive",
            color => self.spec.colors.get(color.index()).map_or("no such colour", String::as_str),
        }
    }

    pub fn card_named(&self, name: &str) -> Option<Card> {
        if name == "locomotive" {
            return Some(Card::Locomotive);
        }
        self.spec.colors.iter().position(|color| color == name).and_then(Card::color)
    }

    pub fn city_name(&self, city: CityId) -> &str {
        self.spec.cities.get(city.index()).map_or("no such city", |city| city.name.as_str())
    }

    /// `Denver – Omaha`.
    pub fn route_name(&self, route: RouteId) -> String {
        match self.spec.routes.get(route.index()) {
            Some(route) => format!("{} – {}", route.a, route.b),
            None => "no such route".to_owned(),
        }
    }

    /// `Denver – El Paso (4)`.
    pub fn ticket_name(&self, ticket: TicketId) -> String {
        match self.spec.tickets.get(ticket.index()) {
            Some(ticket) => format!("{} – {} ({})", ticket.a, ticket.b, ticket.points),
            None => "no such ticket".to_owned(),
        }
    }
}

impl fmt::Debug for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Edition").field("id", &self.spec.id).finish_non_exhaustive()
    }
}

impl PartialEq for Edition {
    fn eq(&self, other: &Self) -> bool {
        // Games of one table share their edition, and comparing games is common in tests and replays.
        std::ptr::eq(self, other) || self.spec == other.spec
    }
}

impl Rules {
    /// The spec has been checked, so every number fits its type.
    fn new(spec: &EditionSpec) -> Self {
        let mut counts = [0; MAX_COLORS + 1];
        counts[..spec.colors.len()].fill(spec.cards_per_color as u8);
        counts[MAX_COLORS] = spec.locomotives as u8;
        Self {
            least_players: spec.players[0] as u8,
            most_players: spec.players[1] as u8,
            trains: spec.trains as u8,
            hand: spec.hand as u8,
            row: spec.row as u8,
            flush_at: spec.flush_at as u8,
            deal: spec.ticket_rules.deal as u8,
            keep: spec.ticket_rules.keep as u8,
            draw: spec.ticket_rules.draw as u8,
            draw_keep: spec.ticket_rules.draw_keep as u8,
            returned: spec.ticket_rules.returned,
            doubles_closed_up_to: spec.doubles_closed_up_to as u8,
            must_connect: spec.must_connect,
            end_at: spec.end_at as u8,
            longest_path_bonus: spec.bonuses.longest_path as u16,
            globetrotter_bonus: spec.bonuses.globetrotter as u16,
            attraction_points: spec.bonuses.attraction as u16,
            set_up: spec.set_up,
            all_cards: Cards::new(counts),
        }
    }
}
