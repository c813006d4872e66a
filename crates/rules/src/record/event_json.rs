//! Events as lines of JSON and back.

use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fields::Fields;
use super::strict_json::Strict;
use super::{MAX_EVENT_BYTES, RecordedEvent, SeedRevealed};
use crate::cards::{Card, Cards};
use crate::chance::Scheme;
use crate::edition::Edition;
use crate::game::event::AllReturned;
use crate::game::{Event, Standing};
use crate::ids::{RouteId, Seat, TicketId, TicketList, TicketSet};

/// The name of an event in records.
pub const fn kind(event: &Event) -> &'static str {
    match event {
        Event::CardsDealt { .. } => "cards_dealt",
        Event::SlotFilled { .. } => "slot_filled",
        Event::RowFlushed { .. } => "row_flushed",
        Event::TicketsDealt { .. } => "tickets_dealt",
        Event::TicketsKept { .. } => "tickets_kept",
        Event::ReturnsPlaced { .. } => "returns_placed",
        Event::TurnStarted { .. } => "turn_started",
        Event::CardDrawn { .. } => "card_drawn",
        Event::CardTaken { .. } => "card_taken",
        Event::DeckReshuffled { .. } => "deck_reshuffled",
        Event::RouteClaimed { .. } => "route_claimed",
        Event::TicketsDrawn { .. } => "tickets_drawn",
        Event::TurnPassed { .. } => "turn_passed",
        Event::FinalRound { .. } => "final_round",
        Event::GameEnded { .. } => "game_ended",
    }
}

/// The line of event number `n`, without the line break.
pub fn event_line(n: u32, event: &Event, edition: &Edition) -> String {
    line(n, &Facts::of(event, edition))
}

/// The line of a revealed seed, without the line break.
pub fn seed_line(n: u32, revealed: &SeedRevealed) -> String {
    let SeedRevealed { seed, scheme, other } = revealed;
    line(n, &Facts::SeedRevealed { seed: seed.to_string(), scheme: *scheme, other })
}

fn line(n: u32, facts: &Facts<'_>) -> String {
    #[derive(Serialize)]
    struct Line<'f> {
        n: u32,
        #[serde(flatten)]
        facts: &'f Facts<'f>,
    }
    // Plain data with text keys: there is nothing in it that JSON could not hold.
    serde_json::to_string(&Line { n, facts }).unwrap_or_default()
}

/// The fields of an event by name, to compare two of them.
pub(super) fn event_fields(event: &Event, edition: &Edition) -> Map<String, Value> {
    match serde_json::to_value(Facts::of(event, edition)) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

pub(super) fn standing_fields(standing: &Standing) -> Map<String, Value> {
    match serde_json::to_value(StandingFacts::from(standing)) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

#[derive(Serialize)]
#[serde(tag = "e", rename_all = "snake_case")]
enum Facts<'e> {
    CardsDealt {
        seat: Seat,
        cards: Vec<&'e str>,
    },
    SlotFilled {
        slot: u8,
        card: Option<&'e str>,
    },
    RowFlushed {
        row: Vec<Option<&'e str>>,
    },
    TicketsDealt {
        seat: Seat,
        tickets: &'e TicketList,
    },
    TicketsKept {
        seat: Seat,
        kept: &'e TicketList,
        returned: &'e TicketList,
    },
    ReturnsPlaced {
        tickets: &'e AllReturned,
    },
    TurnStarted {
        seat: Seat,
        turn: u16,
    },
    CardDrawn {
        seat: Seat,
        card: &'e str,
    },
    CardTaken {
        seat: Seat,
        slot: u8,
        card: &'e str,
    },
    DeckReshuffled {
        cards: u8,
    },
    RouteClaimed {
        seat: Seat,
        route: RouteId,
        payment: Payment<'e>,
        points: u16,
    },
    TicketsDrawn {
        seat: Seat,
        tickets: &'e TicketList,
    },
    TurnPassed {
        seat: Seat,
    },
    FinalRound {
        seat: Seat,
    },
    GameEnded {
        standings: Vec<StandingFacts>,
    },
    SeedRevealed {
        seed: String,
        scheme: Scheme,
        #[serde(flatten)]
        other: &'e Map<String, Value>,
    },
}

impl<'e> Facts<'e> {
    fn of(event: &'e Event, edition: &'e Edition) -> Self {
        let name = |card: &Card| edition.card_name(*card);
        match event {
            Event::CardsDealt { seat, cards } => {
                Self::CardsDealt { seat: *seat, cards: cards.iter().map(name).collect() }
            }
            Event::SlotFilled { slot, card } => {
                Self::SlotFilled { slot: *slot, card: card.as_ref().map(name) }
            }
            Event::RowFlushed { row } => {
                Self::RowFlushed { row: row.iter().map(|card| card.as_ref().map(name)).collect() }
            }
            Event::TicketsDealt { seat, tickets } => Self::TicketsDealt { seat: *seat, tickets },
            Event::TicketsKept { seat, kept, returned } => Self::TicketsKept { seat: *seat, kept, returned },
            Event::ReturnsPlaced { tickets } => Self::ReturnsPlaced { tickets },
            Event::TurnStarted { seat, turn } => Self::TurnStarted { seat: *seat, turn: *turn },
            Event::CardDrawn { seat, card } => Self::CardDrawn { seat: *seat, card: name(card) },
            Event::CardTaken { seat, slot, card } => {
                Self::CardTaken { seat: *seat, slot: *slot, card: name(card) }
            }
            Event::DeckReshuffled { cards } => Self::DeckReshuffled { cards: *cards },
            Event::RouteClaimed { seat, route, payment, points } => Self::RouteClaimed {
                seat: *seat,
                route: *route,
                payment: Payment { cards: payment, edition },
                points: *points,
            },
            Event::TicketsDrawn { seat, tickets } => Self::TicketsDrawn { seat: *seat, tickets },
            Event::TurnPassed { seat } => Self::TurnPassed { seat: *seat },
            Event::FinalRound { seat } => Self::FinalRound { seat: *seat },
            Event::GameEnded { standings } => {
                Self::GameEnded { standings: standings.iter().map(StandingFacts::from).collect() }
            }
        }
    }
}

struct Payment<'e> {
    cards: &'e Cards,
    edition: &'e Edition,
}

impl Serialize for Payment<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (card, count) in self.cards.iter() {
            map.serialize_entry(self.edition.card_name(card), &count)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct StandingFacts {
    seat: Seat,
    route_points: u16,
    tickets_done: TicketSet,
    tickets_failed: TicketSet,
    ticket_points: i32,
    longest_path: u16,
    bonuses: GivenBonuses,
    total: i32,
    rank: u8,
}

/// Only the bonuses that a seat was given.
#[derive(Serialize)]
struct GivenBonuses {
    #[serde(skip_serializing_if = "is_zero")]
    longest_path: u16,
    #[serde(skip_serializing_if = "is_zero")]
    globetrotter: u16,
    #[serde(skip_serializing_if = "is_zero")]
    attraction: u16,
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(points: &u16) -> bool {
    *points == 0
}

impl Serialize for Standing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        StandingFacts::from(self).serialize(serializer)
    }
}

impl From<&Standing> for StandingFacts {
    fn from(standing: &Standing) -> Self {
        Self {
            seat: standing.seat,
            route_points: standing.route_points,
            tickets_done: standing.tickets_done,
            tickets_failed: standing.tickets_failed,
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

/// Reads one line after the header: its number and its event, every name and index checked against the
/// edition. The error is a sentence.
pub fn read_line(line: &str, edition: &Edition) -> Result<(u32, RecordedEvent), String> {
    if line.trim().is_empty() {
        return Err("the line is empty".to_owned());
    }
    if line.len() > MAX_EVENT_BYTES {
        return Err(format!("the line has {} bytes; at most {MAX_EVENT_BYTES} are read", line.len()));
    }
    let Strict(value) = serde_json::from_str(line).map_err(|error| {
        if is_cut_off(line) { "the line is cut off".to_owned() } else { without_line(&error) }
    })?;
    let Value::Object(map) = value else { return Err("the line is not a JSON object".to_owned()) };
    let fields = Fields::new(&map, edition);
    let n = fields.number("n", u32::MAX)?;
    let event = match fields.text("e")? {
        "seed_revealed" => RecordedEvent::SeedRevealed(seed_revealed(&fields, &map)?),
        kind => RecordedEvent::Game(Box::new(event(kind, &fields)?)),
    };
    Ok((n, event))
}

/// The parser sees one line at a time and calls each the first.
fn without_line(error: &serde_json::Error) -> String {
    let text = error.to_string().replace(" at line 1 column ", " at column ");
    format!("the line cannot be read: {text}")
}

/// Whether a line that is no JSON looks like the beginning of one that was.
pub(super) fn is_cut_off(line: &str) -> bool {
    line.starts_with('{') && !line.trim_end().ends_with('}')
}

fn event(kind: &str, fields: &Fields<'_>) -> Result<Event, String> {
    Ok(match kind {
        "cards_dealt" => Event::CardsDealt { seat: fields.seat()?, cards: fields.cards("cards")? },
        "slot_filled" => Event::SlotFilled { slot: fields.slot()?, card: fields.card_or_null("card")? },
        "row_flushed" => Event::RowFlushed { row: fields.row("row")? },
        "tickets_dealt" => Event::TicketsDealt { seat: fields.seat()?, tickets: fields.tickets("tickets")? },
        "tickets_kept" => Event::TicketsKept {
            seat: fields.seat()?,
            kept: fields.tickets("kept")?,
            returned: fields.tickets("returned")?,
        },
        "returns_placed" => Event::ReturnsPlaced { tickets: fields.tickets("tickets")? },
        "turn_started" => Event::TurnStarted { seat: fields.seat()?, turn: fields.number("turn", u16::MAX)? },
        "card_drawn" => Event::CardDrawn { seat: fields.seat()?, card: fields.card("card")? },
        "card_taken" => {
            Event::CardTaken { seat: fields.seat()?, slot: fields.slot()?, card: fields.card("card")? }
        }
        "deck_reshuffled" => Event::DeckReshuffled { cards: fields.number("cards", u8::MAX)? },
        "route_claimed" => Event::RouteClaimed {
            seat: fields.seat()?,
            route: fields.route("route")?,
            payment: fields.payment("payment")?,
            points: fields.number("points", u16::MAX)?,
        },
        "tickets_drawn" => Event::TicketsDrawn { seat: fields.seat()?, tickets: fields.tickets("tickets")? },
        "turn_passed" => Event::TurnPassed { seat: fields.seat()? },
        "final_round" => Event::FinalRound { seat: fields.seat()? },
        "game_ended" => Event::GameEnded { standings: fields.objects("standings", standing)? },
        unknown => return Err(format!("there is no event {unknown:?}")),
    })
}

fn standing(fields: &Fields<'_>) -> Result<Standing, String> {
    let bonuses = fields.object("bonuses")?;
    let bonus = |name| if bonuses.has(name) { bonuses.number(name, u16::MAX) } else { Ok(0) };
    Ok(Standing {
        seat: fields.seat()?,
        route_points: fields.number("route_points", u16::MAX)?,
        tickets_done: set(&fields.all_tickets("tickets_done")?),
        tickets_failed: set(&fields.all_tickets("tickets_failed")?),
        ticket_points: fields.points("ticket_points")?,
        longest_path: fields.number("longest_path", u16::MAX)?,
        longest_path_bonus: bonus("longest_path")?,
        globetrotter_bonus: bonus("globetrotter")?,
        attraction_points: bonus("attraction")?,
        total: fields.points("total")?,
        rank: fields.number("rank", u8::MAX)?,
    })
}

fn set(tickets: &[TicketId]) -> TicketSet {
    tickets.iter().copied().collect()
}

fn seed_revealed(fields: &Fields<'_>, map: &Map<String, Value>) -> Result<SeedRevealed, String> {
    let seed = fields.text("seed")?.parse().map_err(|bad| format!("`seed` cannot be read: {bad}"))?;
    let name = fields.text("scheme")?;
    let scheme = Scheme::deserialize(serde::de::value::StrDeserializer::<serde::de::value::Error>::new(name))
        .map_err(|_| format!("there is no scheme {name:?}; known are \"chacha12/1\" and \"splitmix64/1\""))?;
    let other = map
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "n" | "e" | "seed" | "scheme"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Ok(SeedRevealed { seed, scheme, other })
}
