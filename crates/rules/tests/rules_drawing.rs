//! Drawing train cards: the deck, the row, the second card.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Position, S0, S1, S2, Table, card, counts, edition, edition_with, every, reshuffles, take};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Action, Event, Illegal, Phase};

/// Three seats, nobody holds anything, red and blue and a locomotive lie open.
fn table() -> Table {
    Position::new(edition("usa-classic"), 3).row("rbgLw").play()
}

/// The toy map with other cards: `each` of red and blue, some locomotives, a row of two that is never flushed.
fn small(each: u32, locomotives: u32) -> &'static Edition {
    edition_with("toy", |spec| {
        spec.cards_per_color = each;
        spec.locomotives = locomotives;
        spec.hand = 0;
        spec.flush_at = 9;
        spec.trains = 9;
    })
}

fn filled(events: &[Event]) -> Vec<u8> {
    let slot = |event: &Event| match event {
        Event::SlotFilled { slot, card: Some(_) } => Some(*slot),
        _ => None,
    };
    events.iter().filter_map(slot).collect()
}

/// S0 Draw Train Cards, S1 Locomotives, S2 Game Turn 2.1, S3 1., S4: an open locomotive is the whole draw.
#[test]
fn param_16_a_face_up_wild_as_first_card_ends_the_turn() {
    let mut table = table();
    table.act(S0, &take(3));
    assert_eq!(table.game.hand(S0).locomotives(), 1);
    assert_eq!((table.game.seat_in_turn(), table.game.phase()), (S1, Phase::Turn));
}

/// The same places of S0, S1, S3, S4; in S2 it would count as two.
#[test]
fn param_17_a_face_up_wild_is_never_the_second_card() {
    let mut table = table();
    table.next_cards("r").act(S0, &take(0));
    assert_eq!(table.refuse(S0, &take(3)), Illegal::LocomotiveAsSecondCard);
    let listed = every(&table.game, S0);
    assert_eq!(listed, [take(0), take(1), take(2), take(4), Action::DrawBlind]);
}

/// S1 Locomotives: nor when it was turned over in place of the first card.
#[test]
fn s1_a_wild_that_replaces_the_first_card_cannot_be_the_second() {
    let mut table = table();
    table.next_cards("L").act(S0, &take(0));
    assert_eq!(table.game.row()[0], Some(card(table.edition(), 'L')));
    assert_eq!(table.refuse(S0, &take(0)), Illegal::LocomotiveAsSecondCard);
}

/// S3 Note in 1. Draw Train Cards: a locomotive from the deck is one card like any other.
#[test]
fn param_18_a_wild_drawn_blind_is_an_ordinary_card() {
    let mut table = table();
    table.next_cards("L").act(S0, &Action::DrawBlind);
    assert!(table.second_card());
    table.next_cards("g").act(S0, &take(0));
    assert_eq!(*table.game.hand(S0), counts(table.edition(), "Lr"));
}

/// Place 1: S1 limits open locomotives only, so two blind ones in a turn are fine.
#[test]
fn diff_01_two_blind_locomotives_in_a_turn() {
    let mut table = table();
    table.next_cards("LL").act(S0, &Action::DrawBlind);
    table.act(S0, &Action::DrawBlind);
    assert_eq!(table.game.hand(S0).locomotives(), 2);
    assert_eq!(table.game.seat_in_turn(), S1);
}

/// S0 Draw Train Cards: the new open card is seen before the second card is chosen, and may be taken.
#[test]
fn param_19_the_new_card_is_shown_before_the_second_draw() {
    let mut table = table();
    let events = table.next_cards("kp").act(S0, &take(1));
    let black = card(table.edition(), 'k');
    assert_eq!(events[1], Event::SlotFilled { slot: 1, card: Some(black) });
    table.act(S0, &take(1));
    assert_eq!(*table.game.hand(S0), counts(table.edition(), "bk"));
}

/// Ruling Drawing: first card blind, coloured or a locomotive of the row.
#[test]
fn ruling_drawing_first_card_from_deck_or_row() {
    let table = table();
    let draws: Vec<Action> =
        every(&table.game, S0).into_iter().filter(|action| *action != Action::DrawTickets).collect();
    assert_eq!(draws, [take(0), take(1), take(2), take(3), take(4), Action::DrawBlind]);
}

/// S0, S1, S3, S4: the discards are shuffled when the deck is exhausted; S2 Game Turn 2.1.2: by the draw itself.
#[test]
fn param_21_an_empty_deck_is_made_of_the_discards() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).discards("rb").row("rb").deck("L", S1).play();
    let events = table.act(S0, &Action::DrawBlind);
    assert_eq!(events[1], Event::DeckReshuffled { cards: 2 });
    assert_eq!(*table.game.deck(), counts(small, "rb"));
    assert!(table.game.discards().is_empty() && table.second_card());
}

/// Ruling Deck: not only when the next card is needed, but right after the draw that emptied it.
#[test]
fn ruling_deck_reshuffles_at_once() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).discards("rb").row("rb").deck("LL", S1).play();
    table.act(S0, &Action::DrawBlind);
    let events = table.act(S0, &Action::DrawBlind);
    assert_eq!(events[1], Event::DeckReshuffled { cards: 2 });
    assert_eq!(events[2], Event::TurnStarted { seat: S1, turn: 2 });
}

/// Ruling Deck: also when the last card went to the row.
#[test]
fn ruling_deck_reshuffles_after_filling_the_row() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).discards("bb").row("rr").deck("r", S1).play();
    let events = table.act(S0, &take(1));
    let red = Some(card(small, 'r'));
    assert_eq!(events[1..], [Event::SlotFilled { slot: 1, card: red }, Event::DeckReshuffled { cards: 2 }]);
}

/// Place 13: without discards the deck stays empty and so does the place in the row, until somebody pays.
#[test]
fn diff_13_the_row_fills_when_there_are_discards_again() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).row("rr").deck("", S1).play();
    table.act(S0, &take(0));
    let events = table.act(S0, &take(1));
    assert!(events.contains(&Event::SlotFilled { slot: 1, card: None }));
    assert_eq!(table.row(), [None, None]);
    table.next_cards("Lb");
    let events = table.claim(S1, "Birch", "Dogwood", "bL");
    assert!(matches!(events[0], Event::RouteClaimed { .. }));
    assert_eq!(events[1], Event::DeckReshuffled { cards: 2 });
    assert_eq!(filled(&events), [0, 1], "lowest place first");
    assert_eq!(table.row(), [Some(card(small, 'L')), Some(card(small, 'b'))]);
    assert!(table.game.deck().is_empty() && table.game.discards().is_empty());
}

/// Ruling Deck: with fewer discards than empty places, the lowest places are filled.
#[test]
fn ruling_deck_fills_the_lowest_place_first() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).deck("", S1).turn_of(S1).play();
    let events = table.claim(S1, "Birch", "Cedar", "b");
    assert_eq!(filled(&events), [0]);
    assert_eq!(table.row(), [Some(card(small, 'b')), None]);
}

/// Ruling Deck: a full row does not keep the discards from becoming the deck.
#[test]
fn ruling_deck_comes_back_under_a_full_row() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).row("rr").deck("", S1).turn_of(S1).play();
    let events = table.claim(S1, "Birch", "Cedar", "b");
    assert_eq!(reshuffles(&events), 1);
    assert_eq!(*table.game.deck(), counts(small, "b"));
}

/// S0 Play and S3 1. Draw Train Cards: with no card to draw another action must be taken.
#[test]
fn param_22_nothing_to_draw() {
    let small = small(3, 2);
    let mut table = Position::new(small, 2).deck("", S0).play();
    assert_eq!(table.refuse(S0, &Action::DrawBlind), Illegal::DeckEmpty);
    assert_eq!(table.refuse(S0, &take(0)), Illegal::SlotEmpty { slot: 0 });
    let listed = every(&table.game, S0);
    let is_other = |action: &Action| matches!(action, Action::ClaimRoute { .. } | Action::DrawTickets);
    assert!(!listed.is_empty() && listed.iter().all(is_other));
}

/// Place 14: one card in all for a draw of two: the turn ends with it.
#[test]
fn diff_14_a_second_card_that_does_not_exist() {
    let small = small(3, 2);
    let mut blind = Position::new(small, 2).deck("r", S1).play();
    let events = blind.act(S0, &Action::DrawBlind);
    assert_eq!(events[1], Event::TurnStarted { seat: S1, turn: 2 });
    let mut open = Position::new(small, 2).row(".b").deck("", S1).play();
    let events = open.act(S0, &take(1));
    assert_eq!(events[2], Event::TurnStarted { seat: S1, turn: 2 });
}

/// Place 14: only locomotives lie open for the second card.
#[test]
fn diff_14_only_open_locomotives_are_left_for_the_second_card() {
    let small = small(3, 3);
    let mut table = Position::new(small, 2).row("rL").deck("L", S1).play();
    let events = table.act(S0, &take(0));
    assert_eq!(table.row(), [Some(card(small, 'L')); 2]);
    assert_eq!(events.last(), Some(&Event::TurnStarted { seat: S1, turn: 2 }));
    let mut one = Position::new(small, 2).row("L.").deck("r", S1).play();
    one.act(S0, &Action::DrawBlind);
    assert_eq!(one.game.seat_in_turn(), S1);
}

/// Ruling Drawing: the draw is legal as long as one card can be taken at all.
#[test]
fn ruling_drawing_is_legal_with_one_card() {
    let small = small(3, 2);
    let open = Position::new(small, 2).row(".L").deck("", S1).play();
    assert!(every(&open.game, S0).contains(&take(1)));
    let blind = Position::new(small, 2).deck("b", S1).play();
    assert!(every(&blind.game, S0).contains(&Action::DrawBlind));
}

/// Ruling Drawing: a turn of two cards is not interrupted, and nothing else may be done in it.
#[test]
fn ruling_drawing_second_card_must_follow() {
    let mut table = table();
    table.next_cards("rr").act(S0, &Action::DrawBlind);
    for action in [Action::DrawTickets, Action::Pass, table.claim_action("Denver", "Omaha", "pppp")] {
        assert_eq!(table.refuse(S0, &action), Illegal::DrawSecondCardFirst);
    }
    assert_eq!(table.refuse(S1, &Action::DrawBlind), Illegal::NotYourTurn { in_turn: S0 });
    table.act(S0, &Action::DrawBlind);
    assert_eq!(table.game.seat_in_turn(), S1);
    table.act(S1, &Action::DrawTickets);
    assert_eq!(table.refuse(S2, &Action::DrawBlind), Illegal::NotYourTurn { in_turn: S1 });
}

/// S2 Face Up Card Set: at most five places.
#[test]
fn s2_the_row_has_no_sixth_place() {
    let mut table = table();
    assert_eq!(table.refuse(S0, &take(5)), Illegal::NoSuchSlot { slot: 5, last: 4 });
    assert_eq!(table.refuse(S0, &take(255)), Illegal::NoSuchSlot { slot: 255, last: 4 });
}
