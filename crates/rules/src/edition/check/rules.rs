//! The names and the numbers of an edition, each by itself.

use super::Findings;
use crate::cards::{MAX_CARDS, MAX_HAND_DEALT};
use crate::edition::{EditionSpec, Place};
use crate::ids::{MAX_CITIES, MAX_LENGTH, MAX_OFFER, MAX_ROUTES, MAX_ROW, MAX_SEATS};

/// One seat may own every route and touch every city, and its points must still fit 16 bits.
const MOST_POINTS: u32 = 500;
const _: () = assert!(MOST_POINTS as usize * MAX_ROUTES <= u16::MAX as usize);
const _: () = assert!(MOST_POINTS as usize * MAX_CITIES <= u16::MAX as usize);
const MOST_TRAINS: u32 = 200;
const HIGHEST_FLUSH: u32 = 99;
const LONGEST_TEXT: usize = 2000;

pub(in crate::edition) fn names(spec: &EditionSpec, found: &mut Findings) {
    if let Some((what, mend)) = super::id_fault(&spec.id) {
        found.field("id", what, mend);
    }
    found.name(Place::Field("name"), "The name of the edition", &spec.name);
    let length = spec.text.chars().count();
    if length > LONGEST_TEXT {
        found.field(
            "text",
            format!("The text has {length} characters."),
            format!("Shorten it to {LONGEST_TEXT} or fewer."),
        );
    }
    for document in &spec.documents {
        found.name(Place::Field("documents"), "The name of a document", document);
    }
    let map = &spec.map;
    // A record may leave the look of the map out altogether.
    for (field, whose, name) in [
        ("map.name", "The name of the map", &map.name),
        ("map.piece", "The name of the pieces", &map.piece),
        ("map.wild", "The name of the wild card", &map.wild),
    ] {
        if !name.is_empty() {
            found.name(Place::Field(field), whose, name);
        }
    }
}

pub(in crate::edition) fn rules(spec: &EditionSpec, found: &mut Findings) {
    players(spec, found);
    let mut within = |field, what: &str, value: u32, least: u32, most: u32| {
        let fits = (least..=most).contains(&value);
        if !fits {
            found.field(
                field,
                format!("{what} is {value}."),
                format!("Choose a number from {least} to {most}."),
            );
        }
        fits
    };
    let seats = MAX_SEATS as u32;
    let trains = within("trains", "The number of trains per player", spec.trains, 1, MOST_TRAINS);
    within("hand", "The starting hand", spec.hand, 0, MAX_HAND_DEALT as u32);
    within("row", "The number of face-up cards", spec.row, 1, MAX_ROW as u32);
    within("flush_at", "The number of open locomotives that clears the row", spec.flush_at, 1, HIGHEST_FLUSH);
    within(
        "doubles_closed_up_to",
        "The largest table at which double routes close",
        spec.doubles_closed_up_to,
        0,
        seats,
    );
    let dealt = &spec.ticket_rules;
    let offer = MAX_OFFER as u32;
    if within("ticket_rules.deal", "The number of first tickets", dealt.deal, 1, offer) {
        within("ticket_rules.keep", "The least number of first tickets kept", dealt.keep, 1, dealt.deal);
    }
    if within("ticket_rules.draw", "The number of tickets drawn", dealt.draw, 1, offer) {
        within(
            "ticket_rules.draw_keep",
            "The least number of drawn tickets kept",
            dealt.draw_keep,
            1,
            dealt.draw,
        );
    }
    let bonuses = &spec.bonuses;
    for (field, what, points) in [
        ("bonuses.longest_path", "The bonus for the longest path", bonuses.longest_path),
        ("bonuses.globetrotter", "The bonus for the most tickets", bonuses.globetrotter),
        ("bonuses.attraction", "The value of an attraction", bonuses.attraction),
    ] {
        within(field, what, points, 0, MOST_POINTS);
    }
    if let Some(points) = spec.route_points.iter().max() {
        within("route_points", "The highest value of a route", *points, 0, MOST_POINTS);
    }
    let most_cards = MAX_CARDS as u32;
    within("cards_per_color", "The number of cards of a colour", spec.cards_per_color, 1, most_cards);
    within("locomotives", "The number of locomotives", spec.locomotives, 0, most_cards);
    if trains && spec.end_at >= spec.trains {
        found.field(
            "end_at",
            format!("The game ends at {} trains, but a player has only {}.", spec.end_at, spec.trains),
            "Make `end_at` smaller than `trains`.",
        );
    }
    if !(1..=MAX_LENGTH).contains(&spec.route_points.len()) {
        found.field(
            "route_points",
            format!("The table of route points has {} entries.", spec.route_points.len()),
            format!("List the points for routes of 1, 2, 3, … spaces, {MAX_LENGTH} at most."),
        );
    }
}

fn players(spec: &EditionSpec, found: &mut Findings) {
    let [least, most] = spec.players;
    if least < 2 || most > MAX_SEATS as u32 {
        found.field(
            "players",
            format!("The edition is for {least} to {most} players."),
            format!("A table has 2 to {MAX_SEATS} seats."),
        );
    }
    if least > most {
        found.field(
            "players",
            format!("The least number of players, {least}, is above the largest, {most}."),
            "Write the smaller number first.",
        );
    }
}
