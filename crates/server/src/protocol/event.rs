//! Events of a game as one viewer sees them, in the words of the record format.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use whistlestop_rules::cards::Card;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Standing;
use whistlestop_rules::ids::TicketList;
use whistlestop_rules::view::{Seen, SeenEvent};

use super::cards::{CardCounts, CardName, CardNames, name};

/// A fact of the game. `n` counts from 1; an undo takes numbers back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameEvent {
    pub n: u32,
    #[serde(flatten)]
    #[ts(flatten)]
    pub what: Happened,
}

/// What happened. docs/records.md explains every kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "e", rename_all = "snake_case")]
pub enum Happened {
    CardsDealt { seat: u8, cards: Hidden<Vec<CardName>> },
    SlotFilled { slot: u8, card: Option<CardName> },
    RowFlushed { row: Vec<Option<CardName>> },
    TicketsDealt { seat: u8, tickets: Hidden<Vec<u8>> },
    TicketsKept { seat: u8, kept: Hidden<Vec<u8>>, returned: Hidden<Vec<u8>> },
    ReturnsPlaced { tickets: u8 },
    TurnStarted { seat: u8, turn: u16 },
    CardDrawn { seat: u8, card: Hidden<CardName> },
    CardTaken { seat: u8, slot: u8, card: CardName },
    DeckReshuffled { cards: u8 },
    RouteClaimed { seat: u8, route: u8, payment: CardCounts, points: u16 },
    TicketsDrawn { seat: u8, tickets: Hidden<Vec<u8>> },
    TurnPassed { seat: u8 },
    FinalRound { seat: u8 },
    GameEnded { standings: Vec<RecordedStanding> },
}

/// What the viewer may know, or how many there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(untagged)]
pub enum Hidden<T> {
    Count(u8),
    Known(T),
}

/// A line of the score sheet as records have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RecordedStanding {
    pub seat: u8,
    pub route_points: u16,
    pub tickets_done: Vec<u8>,
    pub tickets_failed: Vec<u8>,
    pub ticket_points: i32,
    pub longest_path: u16,
    pub bonuses: GivenBonuses,
    pub total: i32,
    pub rank: u8,
}

/// Bonuses that were given; the others are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GivenBonuses {
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u16>")]
    pub longest_path: u16,
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u16>")]
    pub globetrotter: u16,
    #[serde(default, skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u16>")]
    pub attraction: u16,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference to the field")]
fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl GameEvent {
    pub fn of(n: u32, event: &SeenEvent, edition: &Edition) -> Self {
        let card = |card: &Card| name(*card, edition);
        let what = match event {
            SeenEvent::CardsDealt { seat, cards } => Happened::CardsDealt {
                seat: (*seat).into(),
                cards: hide(cards, |cards| cards.iter().map(card).collect()),
            },
            SeenEvent::SlotFilled { slot, card: filled } => {
                Happened::SlotFilled { slot: *slot, card: filled.as_ref().map(card) }
            }
            SeenEvent::RowFlushed { row } => {
                Happened::RowFlushed { row: row.iter().map(|slot| slot.as_ref().map(card)).collect() }
            }
            SeenEvent::TicketsDealt { seat, tickets } => {
                Happened::TicketsDealt { seat: (*seat).into(), tickets: hide(tickets, numbers) }
            }
            SeenEvent::TicketsKept { seat, kept, returned } => Happened::TicketsKept {
                seat: (*seat).into(),
                kept: hide(kept, numbers),
                returned: hide(returned, numbers),
            },
            SeenEvent::ReturnsPlaced { tickets } => Happened::ReturnsPlaced { tickets: *tickets },
            SeenEvent::TurnStarted { seat, turn } => {
                Happened::TurnStarted { seat: (*seat).into(), turn: *turn }
            }
            SeenEvent::CardDrawn { seat, card: drawn } => {
                Happened::CardDrawn { seat: (*seat).into(), card: hide(drawn, card) }
            }
            SeenEvent::CardTaken { seat, slot, card: taken } => {
                Happened::CardTaken { seat: (*seat).into(), slot: *slot, card: card(taken) }
            }
            SeenEvent::DeckReshuffled { cards } => Happened::DeckReshuffled { cards: *cards },
            SeenEvent::RouteClaimed { seat, route, payment, points } => Happened::RouteClaimed {
                seat: (*seat).into(),
                route: route.0,
                payment: CardCounts::of(payment, &CardNames::new(edition)),
                points: *points,
            },
            SeenEvent::TicketsDrawn { seat, tickets } => {
                Happened::TicketsDrawn { seat: (*seat).into(), tickets: hide(tickets, numbers) }
            }
            SeenEvent::TurnPassed { seat } => Happened::TurnPassed { seat: (*seat).into() },
            SeenEvent::FinalRound { seat } => Happened::FinalRound { seat: (*seat).into() },
            SeenEvent::GameEnded { standings } => {
                Happened::GameEnded { standings: standings.iter().map(RecordedStanding::from).collect() }
            }
        };
        Self { n, what }
    }
}

fn hide<T, U>(seen: &Seen<T>, known: impl FnOnce(&T) -> U) -> Hidden<U> {
    match seen {
        Seen::Known(secret) => Hidden::Known(known(secret)),
        Seen::Count(count) => Hidden::Count(*count),
    }
}

fn numbers(tickets: &TicketList) -> Vec<u8> {
    tickets.iter().map(|ticket| ticket.0).collect()
}

impl From<&Standing> for RecordedStanding {
    fn from(standing: &Standing) -> Self {
        Self {
            seat: standing.seat.into(),
            route_points: standing.route_points,
            tickets_done: standing.tickets_done.into(),
            tickets_failed: standing.tickets_failed.into(),
            ticket_points: standing.ticket_points,
            longest_path: standing.longest_path,
            bonuses: GivenBonuses {
                longest_path: standing.longest_path_bonus,
                globetrotter: standing.globetrotter_bonus,
                attraction: standing.attraction_points,
            },
            total: standing.total,
            rank: standing.rank,
        }
    }
}
