//! Passing, the final round and the end of the game.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{
    Position, S0, S1, S2, Script, Table, USA, edition, edition_with, every, final_rounds, keep_all,
};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Action, Ending, Event, Game, Illegal, Phase};
use whistlestop_rules::ids::Seat;

/// The base game with few trains.
fn short(trains: u32) -> &'static Edition {
    edition_with("usa-classic", |spec| spec.trains = trains)
}

fn idle(table: &mut Table, seat: Seat) -> Vec<Event> {
    table.act(seat, &Action::DrawTickets);
    table.act(seat, &keep_all())
}

fn ended(events: &[Event]) -> bool {
    matches!(events.last(), Some(Event::GameEnded { .. }))
}

/// All documents: two or fewer trains left at the end of a turn.
#[test]
fn param_30_two_or_fewer_trains_trigger_the_end() {
    for (trains, triggers) in [(6, false), (5, true), (4, true), (3, true)] {
        let mut table = Position::new(short(trains), 2).hand(S0, "rrr").play();
        let events = table.claim(S0, "Montréal", "Toronto", "rrr");
        assert_eq!(final_rounds(&events), usize::from(triggers), "{} trains left", trains - 3);
    }
    for id in USA.into_iter().chain(["nyc"]) {
        assert_eq!(edition(id).rules().end_at, 2);
    }
}

/// S0 Play, S1 and S3 Game End, S4: everybody has one more turn, also the player who triggered it, who is last.
#[test]
fn param_31_one_more_turn_for_everybody() {
    let mut table = Position::new(short(5), 3).hand(S1, "rrrr").turn_of(S1).play();
    let events = table.claim(S1, "Montréal", "Toronto", "rrr");
    assert_eq!(events[1], Event::FinalRound { seat: S1 });
    assert_eq!(table.game.ending(), Ending::TurnsLeft(2), "the turn of the next seat has begun");
    assert!(!ended(&idle(&mut table, S2)));
    assert!(!ended(&idle(&mut table, S0)));
    let events = idle(&mut table, S1);
    assert!(ended(&events) && table.game.is_over());
    assert_eq!(table.game.turn(), 4);
}

/// Place 17: S2 says "each player"; that includes the one who triggered the end.
#[test]
fn diff_17_the_strict_game_includes_the_trigger_player() {
    let strict = edition_with("usa-crc", |spec| spec.trains = 3);
    let mut table = Position::new(strict, 2).hand(S0, "rr").play();
    table.claim(S0, "Atlanta", "Charleston", "rr");
    assert!(!ended(&idle(&mut table, S1)));
    assert!(ended(&idle(&mut table, S0)));
}

/// Place 18: looked at when the turn ends, and only once however few trains others have later.
#[test]
fn diff_18_the_end_is_triggered_once() {
    let mut table = Position::new(short(5), 2).hand(S0, "rrrr").hand(S1, "bbb").play();
    let mut events = table.claim(S0, "Montréal", "Toronto", "rrr");
    events.extend(table.claim(S1, "Phoenix", "Santa Fe", "bbb"));
    assert_eq!(table.game.seat_in_turn(), S0);
    events.extend(table.claim(S0, "Dallas", "Houston", "r"));
    assert_eq!(final_rounds(&events), 1);
    assert!(ended(&events) && table.game.turn() == 3);
}

/// Ruling End: a turn that takes no train does not trigger anything.
#[test]
fn ruling_end_only_a_claim_triggers_it() {
    let mut table = Position::new(short(5), 2).row("rbgwy").play();
    let events = [idle(&mut table, S0), idle(&mut table, S1)].concat();
    assert_eq!((final_rounds(&events), table.game.ending()), (0, Ending::NotInSight));
}

/// Ruling End: a draw of two cards in the last turn is finished before the game ends.
#[test]
fn ruling_end_the_last_turn_is_a_whole_turn() {
    let mut table = Position::new(short(5), 2).hand(S0, "rrr").row("rbgwy").play();
    table.claim(S0, "Montréal", "Toronto", "rrr");
    idle(&mut table, S1);
    assert!(!ended(&table.act(S0, &Action::DrawBlind)));
    assert!(ended(&table.act(S0, &Action::DrawBlind)));
}

/// Ruling End: afterwards nobody can do anything.
#[test]
fn ruling_end_nothing_is_legal_afterwards() {
    let mut table = Position::new(short(5), 2).hand(S0, "rrr").row("rbgwy").play();
    table.claim(S0, "Montréal", "Toronto", "rrr");
    idle(&mut table, S1);
    idle(&mut table, S0);
    assert_eq!((table.game.phase(), table.game.next_to_act()), (Phase::Ended, None));
    for seat in [S0, S1] {
        assert!(every(&table.game, seat).is_empty());
        assert_eq!(table.refuse(seat, &Action::DrawBlind), Illegal::GameOver);
    }
}

/// The toy map where one seat has every card and there are no tickets to draw.
fn stuck(players: usize) -> Position {
    let small = edition_with("toy", |spec| {
        spec.players = [2, 3];
        spec.trains = 9;
    });
    Position::new(small, players)
}

/// Place 15: who can do nothing else passes; others go on.
#[test]
fn diff_15_forced_pass() {
    let mut table = stuck(2).deck("", S1).ticket_deck(&[], S1).play();
    assert_eq!(every(&table.game, S0), [Action::Pass]);
    let events = table.act(S0, &Action::Pass);
    assert_eq!(events, [Event::TurnPassed { seat: S0 }, Event::TurnStarted { seat: S1, turn: 2 }]);
    assert_eq!(table.refuse(S1, &Action::Pass), Illegal::CannotPass);
    // The claim brings cards back, so the first seat can draw again.
    table.claim(S1, "Birch", "Dogwood", "rr");
    assert!(every(&table.game, S0).contains(&support::take(0)));
    assert_eq!(table.refuse(S0, &Action::Pass), Illegal::CannotPass);
}

/// Ruling Passing: as long as there is a card, a ticket or a route to be had, nobody may pass.
#[test]
fn ruling_passing_only_when_nothing_else_is_legal() {
    let mut with_ticket = stuck(2).deck("", S1).play();
    assert_eq!(with_ticket.refuse(S0, &Action::Pass), Illegal::CannotPass);
    let mut with_card = stuck(2).deck("r", S1).ticket_deck(&[], S1).play();
    assert_eq!(with_card.refuse(S0, &Action::Pass), Illegal::CannotPass);
    let mut with_row = stuck(2).row(".L").deck("", S1).ticket_deck(&[], S1).play();
    assert_eq!(with_row.refuse(S0, &Action::Pass), Illegal::CannotPass);
    let mut with_route = stuck(2).hand(S0, "b").deck("", S1).ticket_deck(&[], S1).play();
    assert_eq!(with_route.refuse(S0, &Action::Pass), Illegal::CannotPass);
}

/// Every route is taken, every card and ticket is held.
fn nothing_left(players: usize) -> Table {
    let mut position = stuck(players);
    for (a, b, seat) in [
        ("Alder", "Birch", S0),
        ("Alder", "Dogwood", S1),
        ("Birch", "Cedar", S0),
        ("Birch", "Dogwood", S1),
        ("Cedar", "Dogwood", S0),
    ] {
        position = position.owns(seat, a, b);
    }
    position.deck("", S1).ticket_deck(&[], S0).play()
}

/// Ruling Passing: when all have passed in a row the game goes to scoring, without a final round.
#[test]
fn ruling_passing_all_pass_ends_the_game() {
    let mut table = nothing_left(2);
    assert!(!ended(&table.act(S0, &Action::Pass)));
    let events = table.act(S1, &Action::Pass);
    assert!(ended(&events));
    assert_eq!(final_rounds(&table.events), 0);
    assert_eq!(table.game.turn(), 2);
}

/// Ruling Passing: "in a row": any other action starts the count anew.
#[test]
fn ruling_passing_is_counted_in_a_row() {
    let mut table = stuck(3).hand(S1, "r").deck("", S2).ticket_deck(&[], S2).play();
    table.act(S0, &Action::Pass);
    table.claim(S1, "Birch", "Cedar", "r");
    // The paid card lies open now; the third seat takes it, and the first two have nothing again.
    table.act(S2, &support::take(0));
    assert_eq!(table.game.seat_in_turn(), S0);
    table.act(S0, &Action::Pass);
    let events = table.act(S1, &Action::Pass);
    assert!(!ended(&events), "two passes of three");
    assert_eq!(table.game.seat_in_turn(), S2);
}

/// A game that is not set up yet waits for nobody.
#[test]
fn ruling_tickets_nobody_acts_while_cards_are_dealt() {
    let game = Game::table(edition("toy"), 2, S0).unwrap();
    let mut table = Table { game, chance: Script::new(0), events: Vec::new() };
    assert_eq!(table.refuse(S0, &Action::DrawBlind), Illegal::StillDealing);
    assert_eq!(table.game.next_to_act(), None);
}
