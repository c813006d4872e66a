//! What everybody at the table can know.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Position, S0, S1, Script, Table, counts, edition, flushes, give_back, keep_all, take};
use whistlestop_rules::cards::Cards;
use whistlestop_rules::game::{Action, Event};

/// Place 34: numbers of cards, tickets and trains, the row, the discards and the sizes of the decks are public.
#[test]
fn diff_34_numbers_are_public() {
    let usa = edition("usa-classic");
    let mut table = Table::ready(usa, 2, Script::cards(usa, "rrrrbbbbrgwyk"));
    table.claim(S0, "Boston", "New York", "rr");
    assert_eq!((table.game.hand(S0).total(), table.game.hand(S1).total()), (2, 4));
    assert_eq!((table.game.tickets(S0).len(), table.game.tickets_in_deck()), (3, 24));
    assert_eq!((table.game.trains(S0), table.game.route_points(S0)), (43, 2));
    assert_eq!(*table.game.discards(), counts(usa, "rr"));
    assert_eq!(table.game.deck().total(), 110 - 8 - 5);
}

/// Ruling Public: a card taken from the row was seen by all; a blind card and the first hand were not.
#[test]
fn ruling_public_taken_cards_are_known() {
    let usa = edition("usa-classic");
    let mut table = Position::new(usa, 2).hand(S0, "gg").row("rbgwy").play();
    assert_eq!(*table.game.known_cards(S0), Cards::NONE);
    table.next_cards("kL").act(S0, &take(0));
    table.act(S0, &Action::DrawBlind);
    assert_eq!(*table.game.hand(S0), counts(usa, "ggrL"));
    assert_eq!(*table.game.known_cards(S0), counts(usa, "r"));
}

/// Ruling Public: paid cards leave the known part first, so what is left is the least the hand must hold.
#[test]
fn ruling_public_paid_cards_are_known_no_more() {
    let usa = edition("usa-classic");
    let mut table = Position::new(usa, 2).hand(S0, "r").row("rrgwy").play();
    table.next_cards("kk").act(S0, &take(0));
    table.act(S0, &take(1));
    table.act(S1, &Action::DrawTickets);
    table.act(S1, &keep_all());
    table.claim(S0, "Boston", "New York", "rr");
    assert_eq!(*table.game.hand(S0), counts(usa, "r"));
    assert_eq!(*table.game.known_cards(S0), Cards::NONE, "it may be the one from the first hand");
}

/// Ruling Public: the event of a flush shows the whole row that went to the discards.
#[test]
fn ruling_public_flushed_rows_are_seen() {
    let usa = edition("usa-classic");
    let mut table = Position::new(usa, 2).row("rLgLk").play();
    let events = table.next_cards("Lrgbko").act(S0, &take(0));
    assert_eq!(flushes(&events), 1);
    let seen = events.iter().find_map(|event| match event {
        Event::RowFlushed { row } => Some(row.iter().flatten().copied().collect::<Cards>()),
        _ => None,
    });
    assert_eq!(seen, Some(counts(usa, "LLLgk")));
    assert_eq!(*table.game.discards(), counts(usa, "LLLgk"));
}

/// Ruling Public: while others still choose, what a seat returned is not placed and moves no number but its own.
#[test]
fn ruling_public_first_returns_stay_secret_until_placed() {
    let mut table = Table::set_up(edition("usa-classic"), 2, S0, Script::new(1).tickets(&[0, 1, 2, 3, 4, 5]));
    let offer: Vec<_> = table.game.offer(S1).iter().collect();
    let events = table.act(S1, &give_back(&offer[..1]));
    assert_eq!(events.len(), 1);
    assert!(matches!(events[0], Event::TicketsKept { seat: S1, .. }));
    assert_eq!(table.game.offer(S0).len(), 3);
    assert!(table.game.offer(S1).is_empty());
}
