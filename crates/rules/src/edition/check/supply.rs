//! Whether there is enough of everything: cards, tickets, trains, entries in the table of points.

use super::Findings;
use crate::cards::MAX_CARDS;
use crate::edition::EditionSpec;
use crate::ids::{MAX_RETURNED, MAX_TICKETS};

/// Needs the rules and the colours.
pub(in crate::edition) fn cards(spec: &EditionSpec, found: &mut Findings) {
    let colors = spec.colors.len() as u64;
    let all = colors * u64::from(spec.cards_per_color) + u64::from(spec.locomotives);
    if all > MAX_CARDS as u64 {
        found.field(
            "cards_per_color",
            format!(
                "{colors} colours of {} cards and {} locomotives make {all} cards.",
                spec.cards_per_color, spec.locomotives
            ),
            format!("Use {MAX_CARDS} cards or fewer in all."),
        );
    }
    let most_players = u64::from(spec.players[1]);
    let needed = most_players * u64::from(spec.hand) + u64::from(spec.row) + 1;
    if colors > 0 && all < needed {
        found.field(
            "cards_per_color",
            format!(
                "There are too few cards: {most_players} hands of {} and a row of {} with one card left to draw need \
                 {needed}, and there are {all}.",
                spec.hand, spec.row
            ),
            "Add cards or locomotives, or make the hand, the row or the largest table smaller.",
        );
    }
}

/// Needs the rules and the routes.
pub(in crate::edition) fn route_table(spec: &EditionSpec, found: &mut Findings) {
    let lengths = || spec.routes.iter().map(|route| route.length);
    let (Some(shortest), Some(longest)) = (lengths().min(), lengths().max()) else { return };
    let entries = spec.route_points.len();
    if entries > 0 && longest as usize > entries {
        found.field(
            "route_points",
            format!("The map has a route of {longest} spaces, but the table of points ends at {entries}."),
            format!("List {longest} numbers: the points for routes of 1 to {longest} spaces."),
        );
    }
    if shortest > spec.trains && spec.trains > 0 {
        found.field(
            "trains",
            format!("With {} trains nobody can claim even the shortest route of {shortest}.", spec.trains),
            format!("Give each player at least {shortest} trains."),
        );
    }
    let cards = spec.cards_per_color.saturating_add(spec.locomotives);
    if shortest > cards && spec.cards_per_color > 0 {
        found.field(
            "cards_per_color",
            format!("The shortest route takes {shortest} cards, but no colour has more than {cards} with all locomotives."),
            format!("Put at least {shortest} cards of each colour into the deck."),
        );
    }
}

/// Needs the rules and the tickets.
pub(in crate::edition) fn ticket_deck(spec: &EditionSpec, found: &mut Findings) {
    let tickets = spec.tickets.len() as u64;
    let rules = &spec.ticket_rules;
    let [deal, draw] = [rules.deal, rules.draw].map(u64::from);
    let most_players = u64::from(spec.players[1]);
    if tickets > MAX_TICKETS as u64 {
        found.field(
            "tickets",
            format!("There are {tickets} tickets."),
            format!("Use {MAX_TICKETS} or fewer."),
        );
    }
    if tickets < deal * most_players {
        found.field(
            "tickets",
            format!(
                "There are too few tickets: {most_players} players are dealt {deal} each, and there are {tickets}."
            ),
            "Add tickets, deal fewer, or make the largest table smaller.",
        );
    }
    // Every ticket that can be returned before the deck has been drawn through once, at the table that deals least.
    let first = u64::from(rules.deal.saturating_sub(rules.keep)) * most_players;
    let per_draw = u64::from(rules.draw.saturating_sub(rules.draw_keep));
    let returned = first + (per_draw * tickets.saturating_sub(deal * 2)).div_ceil(draw.max(1));
    if returned > MAX_RETURNED as u64 {
        found.field(
            "tickets",
            format!("Up to {returned} tickets could lie returned under the deck."),
            format!(
                "Only {MAX_RETURNED} can: use fewer tickets, or have players keep more of those they draw."
            ),
        );
    }
}
