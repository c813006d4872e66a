//! What a record says and what the rules say, compared in words.

use super::event_json::{event_fields, kind, standing_fields};
use super::fields::shown;
use crate::edition::Edition;
use crate::game::{Event, Standing};
use crate::ids::{TicketId, TicketSet};

/// The fields of a standing. Those that others follow from come first, so that the cause is named and not its effect.
const STANDING_FIELDS: [&str; 8] = [
    "route_points",
    "tickets_done",
    "tickets_failed",
    "ticket_points",
    "longest_path",
    "bonuses",
    "total",
    "rank",
];

/// How a recorded event differs from the one that the rules lead to, or `None`.
pub(super) fn difference(recorded: &Event, derived: &Event, edition: &Edition) -> Option<String> {
    if recorded == derived {
        return None;
    }
    if kind(recorded) != kind(derived) {
        return Some(format!("{} must stand here, not {}", named(derived), named(recorded)));
    }
    match (recorded, derived) {
        (Event::GameEnded { standings: recorded }, Event::GameEnded { standings: derived }) => {
            if recorded.len() != derived.len() {
                return Some(format!("there are {} standings for {} seats", recorded.len(), derived.len()));
            }
            recorded.iter().zip(derived).find_map(|(recorded, derived)| standing(recorded, derived))
        }
        // The order in which tickets are kept means nothing.
        (
            Event::TicketsKept { seat, kept, returned },
            Event::TicketsKept { seat: real_seat, kept: really_kept, returned: really_returned },
        ) if (seat, returned, kept.len(), set(kept))
            == (real_seat, really_returned, really_kept.len(), set(really_kept)) =>
        {
            None
        }
        _ => {
            let recorded_fields = event_fields(recorded, edition);
            let differs = event_fields(derived, edition)
                .into_iter()
                .find(|(name, value)| recorded_fields.get(name) != Some(value));
            let (name, value) = differs?;
            let said = recorded_fields.get(&name).map_or_else(String::new, shown);
            Some(format!("{} says `{name}` is {said}, but it is {}", kind(recorded), shown(&value)))
        }
    }
}

fn set(tickets: &[TicketId]) -> TicketSet {
    tickets.iter().copied().collect()
}

fn standing(recorded: &Standing, derived: &Standing) -> Option<String> {
    if recorded == derived {
        return None;
    }
    if recorded.seat != derived.seat {
        let (recorded, derived) = (recorded.seat, derived.seat);
        return Some(format!("the standings name seat {recorded} where seat {derived} belongs"));
    }
    let [said, real] = [standing_fields(recorded), standing_fields(derived)];
    STANDING_FIELDS.iter().find(|name| said.get(**name) != real.get(**name)).map(|name| {
        let [said, real] = [&said, &real].map(|fields| fields.get(*name).map_or_else(String::new, shown));
        format!("the standings give seat {} `{name}` {said}, recomputed {real}", recorded.seat)
    })
}

/// The kind of an event and whom or what it is about.
fn named(event: &Event) -> String {
    let kind = kind(event);
    match event {
        Event::CardsDealt { seat, .. }
        | Event::TicketsDealt { seat, .. }
        | Event::TicketsKept { seat, .. }
        | Event::TurnStarted { seat, .. }
        | Event::CardDrawn { seat, .. }
        | Event::CardTaken { seat, .. }
        | Event::RouteClaimed { seat, .. }
        | Event::TicketsDrawn { seat, .. }
        | Event::TurnPassed { seat }
        | Event::FinalRound { seat } => format!("{kind} of seat {seat}"),
        Event::SlotFilled { slot, .. } => format!("{kind} of place {slot}"),
        Event::RowFlushed { .. }
        | Event::ReturnsPlaced { .. }
        | Event::DeckReshuffled { .. }
        | Event::GameEnded { .. } => kind.to_owned(),
    }
}
