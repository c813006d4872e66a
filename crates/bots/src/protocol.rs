//! What is said between us and a bot of somebody else's: one JSON object a line, in either direction.
//!
//! `docs/bots.md` explains it to people who write bots. Cards go by the names the edition gives them, as in
//! records; seats, routes and tickets by their numbers.

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::edition::{Edition, EditionSpec};
use whistlestop_rules::game::{Action, Ending, LegalActions, Phase, Standing};
use whistlestop_rules::ids::{RouteId, RouteSet, Seat, TicketId, TicketList, TicketSet};
use whistlestop_rules::view::{Bottom, SeatView, View, Viewer};

/// Raised when a message changes its meaning; fields may be added without that.
pub const VERSION: u32 = 1;

/// What a bot is told.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ToBot<'a> {
    /// A game begins. No answer is expected.
    Hello {
        protocol: u32,
        edition: &'a EditionSpec,
        players: usize,
        /// The bot's own.
        seat: Seat,
        /// For a bot that wants to decide by lot and still play the same game again.
        seed: u64,
        /// Longest time for an answer, in milliseconds.
        decision_ms: u64,
    },
    /// The bot has to answer with the index of one of `legal`.
    Decide { view: Box<ShownView<'a>>, legal: Vec<ShownAction<'a>> },
    /// The game is over. No answer is expected; the next message is a `hello` or the end of the input.
    GameOver {
        standings: &'a [Standing],
        /// Why the game stopped before its end, if it did.
        #[serde(skip_serializing_if = "Option::is_none")]
        forfeit: Option<ShownForfeit<'a>>,
    },
}

/// Who lost a game by not answering as it should.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShownForfeit<'a> {
    pub seat: Seat,
    pub reason: &'a str,
}

/// What a bot answers to [`ToBot::Decide`]: `{"index": 3}`, or just `3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Answer {
    Plain(usize),
    Named { index: usize },
}

impl Answer {
    pub const fn index(self) -> usize {
        match self {
            Self::Plain(index) | Self::Named { index } => index,
        }
    }
}

/// An [`Action`] with the names of its cards.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum ShownAction<'e> {
    ClaimRoute { route: RouteId, payment: NamedCards<'e>, points: u16 },
    TakeFromRow { slot: u8, card: Option<&'e str> },
    DrawBlind,
    DrawTickets,
    KeepTickets { kept: Vec<TicketId>, returned: TicketList },
    Pass,
}

impl<'e> ShownAction<'e> {
    /// As the viewer would say it.
    pub fn new(action: Action, view: &View<'e>) -> Self {
        let edition = view.edition;
        match action {
            Action::ClaimRoute { route, payment } => Self::ClaimRoute {
                route,
                payment: NamedCards { cards: payment, edition },
                points: edition.board().points(route),
            },
            Action::TakeFromRow { slot } => {
                let card = view.row.get(usize::from(slot)).copied().flatten();
                Self::TakeFromRow { slot, card: card.map(|card| edition.card_name(card)) }
            }
            Action::DrawBlind => Self::DrawBlind,
            Action::DrawTickets => Self::DrawTickets,
            Action::KeepTickets { returned } => {
                let kept = view.offer.without(returned.iter().copied().collect()).iter().collect();
                Self::KeepTickets { kept, returned }
            }
            Action::Pass => Self::Pass,
        }
    }

    /// The whole list, in its order.
    pub fn all(legal: &LegalActions<'_>, view: &View<'e>) -> Vec<Self> {
        legal.iter().map(|action| Self::new(action, view)).collect()
    }
}

/// Counts of cards by name, without those there are none of: `{"red": 2, "locomotive": 1}`.
#[derive(Clone, Copy, Debug)]
pub struct NamedCards<'e> {
    pub cards: Cards,
    pub edition: &'e Edition,
}

impl Serialize for NamedCards<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let present = Card::ALL.into_iter().filter(|card| self.cards.count(*card) > 0);
        let mut map = serializer.serialize_map(None)?;
        for card in present {
            map.serialize_entry(self.edition.card_name(card), &self.cards.count(card))?;
        }
        map.end()
    }
}

/// A [`View`] with the names of its cards; its fields mean what they mean there.
#[derive(Clone, Debug, Serialize)]
pub struct ShownView<'e> {
    viewer: Viewer,
    players: u8,
    phase: Phase,
    seat_in_turn: Seat,
    turn: u16,
    ending: Ending,
    passes: u8,
    row: Vec<Option<&'e str>>,
    deck: u8,
    discards: NamedCards<'e>,
    ticket_deck: u8,
    seats: Vec<ShownSeat<'e>>,
    hand: NamedCards<'e>,
    tickets: TicketSet,
    offer: TicketSet,
    removed: TicketSet,
    bottom: Bottom,
}

/// A [`SeatView`] with the names of its cards.
#[derive(Clone, Debug, Serialize)]
pub struct ShownSeat<'e> {
    routes: RouteSet,
    open: RouteSet,
    route_points: u16,
    trains: u8,
    cards: u8,
    known_cards: NamedCards<'e>,
    tickets: u8,
    offered: u8,
    removed: u8,
    choosing: bool,
}

impl<'e> From<&View<'e>> for ShownView<'e> {
    // Every field is taken out by name, so that a new one cannot be forgotten here.
    fn from(view: &View<'e>) -> Self {
        let View {
            edition,
            viewer,
            players,
            phase,
            seat_in_turn,
            turn,
            ending,
            passes,
            row,
            deck,
            discards,
            ticket_deck,
            seats,
            hand,
            tickets,
            offer,
            removed,
            bottom,
        } = view;
        let named = |cards: Cards| NamedCards { cards, edition };
        Self {
            viewer: *viewer,
            players: *players,
            phase: *phase,
            seat_in_turn: *seat_in_turn,
            turn: *turn,
            ending: *ending,
            passes: *passes,
            row: row.iter().map(|card| card.map(|card| edition.card_name(card))).collect(),
            deck: *deck,
            discards: named(*discards),
            ticket_deck: *ticket_deck,
            seats: seats.iter().map(|seat| ShownSeat::new(seat, edition)).collect(),
            hand: named(*hand),
            tickets: *tickets,
            offer: *offer,
            removed: *removed,
            bottom: bottom.clone(),
        }
    }
}

impl<'e> ShownSeat<'e> {
    fn new(seat: &SeatView, edition: &'e Edition) -> Self {
        let SeatView {
            routes,
            open,
            route_points,
            trains,
            cards,
            known_cards,
            tickets,
            offered,
            removed,
            choosing,
        } = *seat;
        let known_cards = NamedCards { cards: known_cards, edition };
        Self { routes, open, route_points, trains, cards, known_cards, tickets, offered, removed, choosing }
    }
}
