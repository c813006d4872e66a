//! Destination tickets in play.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Position, S0, S1, Table, USA, edition, edition_with, every, give_back, keep_all};
use whistlestop_rules::game::{Action, Event, Illegal, Phase};
use whistlestop_rules::ids::TicketId;

fn drawn(events: &[Event]) -> Vec<TicketId> {
    match &events[0] {
        Event::TicketsDrawn { tickets, .. } => tickets.to_vec(),
        other => panic!("{other:?}"),
    }
}

/// A table whose ticket deck holds just these.
fn with_deck(id: &str, left: &[u8]) -> Table {
    let left: Vec<TicketId> = left.iter().map(|ticket| TicketId(*ticket)).collect();
    Position::new(edition(id), 2).ticket_deck(&left, S1).play()
}

/// S0, S1, S2 Game Turn 2.3, S3 3.: three drawn, one kept; S1 Variants: four in Mega and Big Cities; S4: two.
#[test]
fn param_11_tickets_drawn_and_kept() {
    for id in USA.into_iter().chain(["nyc"]) {
        let number = match id {
            "usa-mega" | "usa-big-cities" => 4,
            "nyc" => 2,
            _ => 3,
        };
        let mut table = Position::new(edition(id), 2).play();
        let tickets = drawn(&table.act(S0, &Action::DrawTickets));
        assert_eq!(tickets.len(), number, "{id}");
        assert_eq!(table.refuse(S0, &give_back(&tickets)), Illegal::KeepMore { least: 1, kept: 0 }, "{id}");
        table.act(S0, &give_back(&tickets[1..]));
        assert_eq!(table.game.tickets(S0).iter().collect::<Vec<_>>(), [tickets[0]], "{id}");
        assert_eq!(table.game.seat_in_turn(), S1);
    }
}

/// All documents: under the deck; S3 3. Draw Tickets: in any order the player likes.
#[test]
fn param_12_returned_drawn_tickets_go_under_the_deck() {
    for order in [[4, 2], [2, 4]] {
        let mut table = with_deck("usa-anniversary", &[1, 2, 4]);
        table.act(S0, &Action::DrawTickets);
        table.act(S0, &give_back(&order.map(TicketId)));
        assert_eq!(table.game.tickets_in_deck(), 2, "not even S0 removes tickets that were drawn in play");
        let again = drawn(&table.act(S1, &Action::DrawTickets));
        assert_eq!(again, order.map(TicketId));
    }
}

/// S0, S1, S3: draw what is left. S4: a single ticket must be kept.
#[test]
fn param_13_too_few_tickets_left() {
    for id in ["usa-anniversary", "usa-classic", "usa-2025", "usa-mega"] {
        let mut table = with_deck(id, &[3, 8]);
        assert_eq!(drawn(&table.act(S0, &Action::DrawTickets)).len(), 2, "{id}");
        table.act(S0, &give_back(&[TicketId(3)]));
    }
    let mut nyc = with_deck("nyc", &[5]);
    assert_eq!(drawn(&nyc.act(S0, &Action::DrawTickets)), [TicketId(5)]);
    assert_eq!(nyc.refuse(S0, &give_back(&[TicketId(5)])), Illegal::KeepMore { least: 1, kept: 0 });
    nyc.act(S0, &keep_all());
    assert!(nyc.game.tickets(S0).contains(TicketId(5)));
}

/// Place 16: fewer tickets than must be kept: all of them are kept. None left: no such action.
#[test]
fn diff_16_keep_what_there_is() {
    let strict = edition_with("usa-classic", |spec| spec.ticket_rules.draw_keep = 2);
    let mut table = Position::new(strict, 2).ticket_deck(&[TicketId(9)], S1).play();
    table.act(S0, &Action::DrawTickets);
    assert_eq!(every(&table.game, S0), [keep_all()]);
    table.act(S0, &keep_all());
    assert_eq!(table.game.tickets_in_deck(), 0);
    assert_eq!(table.refuse(S1, &Action::DrawTickets), Illegal::NoTicketsLeft);
}

/// Ruling Tickets: an empty ticket deck has nothing to draw from.
#[test]
fn ruling_tickets_none_left_is_illegal() {
    let mut table = with_deck("usa-classic", &[]);
    assert_eq!(table.refuse(S0, &Action::DrawTickets), Illegal::NoTicketsLeft);
    assert!(!every(&table.game, S0).contains(&Action::DrawTickets));
}

/// S3 Note in 3., S1 and S4: only tickets just drawn can be given back, not those kept before.
#[test]
fn s3_kept_tickets_stay() {
    let mut table = Position::new(edition("usa-2025"), 2)
        .tickets(S0, &[TicketId(0)])
        .ticket_deck(&[TicketId(1), TicketId(2)], S1)
        .play();
    table.act(S0, &Action::DrawTickets);
    let refused = table.refuse(S0, &give_back(&[TicketId(0)]));
    assert_eq!(refused, Illegal::TicketNotOffered { ticket: TicketId(0) });
    let refused = table.refuse(S0, &give_back(&[TicketId(1), TicketId(1)]));
    assert_eq!(refused, Illegal::TicketTwice { ticket: TicketId(1) });
    for ticket in [127, 128, 255].map(TicketId) {
        assert_eq!(table.refuse(S0, &give_back(&[ticket])), Illegal::TicketNotOffered { ticket });
    }
}

/// Ruling Tickets: all orders of what goes back are different actions.
#[test]
fn ruling_tickets_go_back_in_the_players_order() {
    let mut table = with_deck("usa-classic", &[1, 2, 4]);
    table.act(S0, &Action::DrawTickets);
    // All kept; one of three back; two of three back in either order.
    assert_eq!(every(&table.game, S0).len(), 1 + 3 + 6);
    assert_eq!(support::canonical(&table.game, S0).len(), 1 + 3 + 3);
}

/// Ruling Tickets: the shuffled part of the deck comes first, then what was returned, oldest first.
#[test]
fn ruling_tickets_returned_ones_come_last() {
    let mut table = with_deck("usa-classic", &[1, 2, 4, 6]);
    table.chance.tickets = [1, 2, 4].map(TicketId).into();
    table.act(S0, &Action::DrawTickets);
    table.act(S0, &give_back(&[TicketId(4), TicketId(1)]));
    let next = drawn(&table.act(S1, &Action::DrawTickets));
    assert_eq!(next, [6, 4, 1].map(TicketId));
    table.act(S1, &give_back(&[TicketId(1)]));
    assert_eq!(drawn(&table.act(S0, &Action::DrawTickets)), [TicketId(1)]);
}

/// Ruling Tickets: once the tickets are drawn, choosing from them is all that can be done.
#[test]
fn ruling_tickets_must_be_chosen_before_anything_else() {
    let mut table = Position::new(edition("usa-classic"), 2).row("rbgwy").play();
    assert_eq!(table.refuse(S0, &keep_all()), Illegal::NothingOffered);
    table.act(S0, &Action::DrawTickets);
    assert_eq!(table.game.phase(), Phase::Tickets);
    for action in [Action::DrawBlind, support::take(0), Action::DrawTickets, Action::Pass] {
        assert_eq!(table.refuse(S0, &action), Illegal::ChooseTicketsFirst);
    }
    assert_eq!(table.refuse(S1, &keep_all()), Illegal::NotYourTurn { in_turn: S0 });
}
