//! Events as a viewer sees them.

use serde_json::{Map, Value, json};

use super::seen::{Seen, Viewer};
use crate::cards::{Card, CardList, Cards};
use crate::edition::Edition;
use crate::game::event::Row;
use crate::game::{Event, Standing, Standings};
use crate::ids::{RouteId, Seat, TicketList};

/// An [`Event`] without what the viewer may not know.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "the large one, the score sheet, comes once in a game")]
pub enum SeenEvent {
    CardsDealt {
        seat: Seat,
        cards: Seen<CardList>,
    },
    SlotFilled {
        slot: u8,
        card: Option<Card>,
    },
    RowFlushed {
        row: Row,
    },
    TicketsDealt {
        seat: Seat,
        tickets: Seen<TicketList>,
    },
    TicketsKept {
        seat: Seat,
        kept: Seen<TicketList>,
        returned: Seen<TicketList>,
    },
    /// How many. Where its own ones lie a seat knows anyway when they go under the deck by seat: the numbers of
    /// the others are public. When they were shuffled nobody knows.
    ReturnsPlaced {
        tickets: u8,
    },
    TurnStarted {
        seat: Seat,
        turn: u16,
    },
    CardDrawn {
        seat: Seat,
        card: Seen<Card>,
    },
    CardTaken {
        seat: Seat,
        slot: u8,
        card: Card,
    },
    DeckReshuffled {
        cards: u8,
    },
    RouteClaimed {
        seat: Seat,
        route: RouteId,
        payment: Cards,
        points: u16,
    },
    TicketsDrawn {
        seat: Seat,
        tickets: Seen<TicketList>,
    },
    TurnPassed {
        seat: Seat,
    },
    FinalRound {
        seat: Seat,
    },
    GameEnded {
        standings: Standings,
    },
}

impl Event {
    /// The event as this viewer may see it.
    pub fn seen_by(&self, viewer: Viewer) -> SeenEvent {
        let list = |owner: Seat, tickets: &TicketList| viewer.reveal(Some(owner), tickets.clone());
        match self {
            Self::CardsDealt { seat, cards } => {
                SeenEvent::CardsDealt { seat: *seat, cards: viewer.reveal(Some(*seat), cards.clone()) }
            }
            Self::SlotFilled { slot, card } => SeenEvent::SlotFilled { slot: *slot, card: *card },
            Self::RowFlushed { row } => SeenEvent::RowFlushed { row: row.clone() },
            Self::TicketsDealt { seat, tickets } => {
                SeenEvent::TicketsDealt { seat: *seat, tickets: list(*seat, tickets) }
            }
            Self::TicketsKept { seat, kept, returned } => SeenEvent::TicketsKept {
                seat: *seat,
                kept: list(*seat, kept),
                returned: list(*seat, returned),
            },
            Self::ReturnsPlaced { tickets } => SeenEvent::ReturnsPlaced { tickets: tickets.len() as u8 },
            Self::TurnStarted { seat, turn } => SeenEvent::TurnStarted { seat: *seat, turn: *turn },
            Self::CardDrawn { seat, card } => {
                SeenEvent::CardDrawn { seat: *seat, card: viewer.reveal(Some(*seat), *card) }
            }
            Self::CardTaken { seat, slot, card } => {
                SeenEvent::CardTaken { seat: *seat, slot: *slot, card: *card }
            }
            Self::DeckReshuffled { cards } => SeenEvent::DeckReshuffled { cards: *cards },
            Self::RouteClaimed { seat, route, payment, points } => {
                SeenEvent::RouteClaimed { seat: *seat, route: *route, payment: *payment, points: *points }
            }
            Self::TicketsDrawn { seat, tickets } => {
                SeenEvent::TicketsDrawn { seat: *seat, tickets: list(*seat, tickets) }
            }
            Self::TurnPassed { seat } => SeenEvent::TurnPassed { seat: *seat },
            Self::FinalRound { seat } => SeenEvent::FinalRound { seat: *seat },
            Self::GameEnded { standings } => SeenEvent::GameEnded { standings: standings.clone() },
        }
    }
}

impl SeenEvent {
    /// The event as a line of a record, with a count in place of what the viewer may not know.
    pub fn to_json(&self, n: u64, edition: &Edition) -> Value {
        let name = |card: Card| edition.card_name(card);
        let names = |cards: &[Option<Card>]| cards.iter().map(|card| card.map(name)).collect::<Vec<_>>();
        match self {
            Self::CardsDealt { seat, cards } => {
                let cards = or_count(cards, |cards| cards.iter().map(|card| name(*card)).collect());
                json!({"n": n, "e": "cards_dealt", "seat": seat, "cards": cards})
            }
            Self::SlotFilled { slot, card } => {
                json!({"n": n, "e": "slot_filled", "slot": slot, "card": card.map(name)})
            }
            Self::RowFlushed { row } => json!({"n": n, "e": "row_flushed", "row": names(row)}),
            Self::TicketsDealt { seat, tickets } => {
                json!({"n": n, "e": "tickets_dealt", "seat": seat, "tickets": ticket_list(tickets)})
            }
            Self::TicketsKept { seat, kept, returned } => json!({
                "n": n, "e": "tickets_kept", "seat": seat,
                "kept": ticket_list(kept), "returned": ticket_list(returned),
            }),
            Self::ReturnsPlaced { tickets } => json!({"n": n, "e": "returns_placed", "tickets": tickets}),
            Self::TurnStarted { seat, turn } => {
                json!({"n": n, "e": "turn_started", "seat": seat, "turn": turn})
            }
            Self::CardDrawn { seat, card } => {
                let card = or_count(card, |card| name(*card).into());
                json!({"n": n, "e": "card_drawn", "seat": seat, "card": card})
            }
            Self::CardTaken { seat, slot, card } => {
                json!({"n": n, "e": "card_taken", "seat": seat, "slot": slot, "card": name(*card)})
            }
            Self::DeckReshuffled { cards } => json!({"n": n, "e": "deck_reshuffled", "cards": cards}),
            Self::RouteClaimed { seat, route, payment, points } => {
                let payment: Map<String, Value> =
                    payment.iter().map(|(card, count)| (name(card).to_owned(), count.into())).collect();
                json!({
                    "n": n, "e": "route_claimed", "seat": seat,
                    "route": route, "payment": payment, "points": points,
                })
            }
            Self::TicketsDrawn { seat, tickets } => {
                json!({"n": n, "e": "tickets_drawn", "seat": seat, "tickets": ticket_list(tickets)})
            }
            Self::TurnPassed { seat } => json!({"n": n, "e": "turn_passed", "seat": seat}),
            Self::FinalRound { seat } => json!({"n": n, "e": "final_round", "seat": seat}),
            Self::GameEnded { standings } => {
                let standings: Value = standings.iter().map(standing).collect();
                json!({"n": n, "e": "game_ended", "standings": standings})
            }
        }
    }
}

fn or_count<T>(seen: &Seen<T>, known: impl FnOnce(&T) -> Value) -> Value {
    match seen {
        Seen::Known(secret) => known(secret),
        Seen::Count(count) => (*count).into(),
    }
}

fn ticket_list(tickets: &Seen<TicketList>) -> Value {
    or_count(tickets, |tickets| tickets.iter().map(|ticket| ticket.0).collect())
}

fn standing(standing: &Standing) -> Value {
    let bonuses: Map<String, Value> = [
        ("longest_path", standing.longest_path_bonus),
        ("globetrotter", standing.globetrotter_bonus),
        ("attraction", standing.attraction_points),
    ]
    .into_iter()
    .filter(|(_, points)| *points > 0)
    .map(|(bonus, points)| (bonus.to_owned(), points.into()))
    .collect();
    json!({
        "seat": standing.seat,
        "route_points": standing.route_points,
        "tickets_done": standing.tickets_done,
        "tickets_failed": standing.tickets_failed,
        "ticket_points": standing.ticket_points,
        "longest_path": standing.longest_path,
        "bonuses": bonuses,
        "total": standing.total,
        "rank": standing.rank,
    })
}
