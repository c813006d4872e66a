//! Every reason to refuse an action: it is given, it changes nothing, and it can be told with names.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::collections::BTreeSet;

use support::{
    Position, S0, S1, S3, Script, Table, card, counts, edition, edition_with, give_back, keep_all, route,
    routes_between, take,
};
use whistlestop_rules::game::{Action, Game, Illegal};
use whistlestop_rules::ids::{RouteId, TicketId};

/// The name of a variant, without its fields.
fn kind(illegal: Illegal) -> String {
    let text = format!("{illegal:?}");
    text.split([' ', '{', '(']).next().unwrap().to_owned()
}

fn ready() -> Table {
    Position::new(edition("usa-classic"), 2).hand(S0, "bbbrrrL").row("rbgLw").play()
}

fn at_the_end() -> Table {
    let small = edition_with("usa-classic", |spec| spec.trains = 3);
    let mut table = Position::new(small, 2).hand(S0, "rrr").play();
    table.claim(S0, "Montréal", "Toronto", "rrr");
    for seat in [S1, S0] {
        table.act(seat, &Action::DrawTickets);
        table.act(seat, &keep_all());
    }
    table
}

fn when() -> Vec<Illegal> {
    let game = Game::table(edition("usa-classic"), 2, S0).unwrap();
    let mut dealing = Table { game, chance: Script::new(0), events: Vec::new() };
    let mut choosing = Table::set_up(edition("usa-classic"), 2, S0, Script::new(0));
    choosing.act(S1, &keep_all());
    let mut second = ready();
    second.next_cards("g").act(S0, &take(0));
    vec![
        dealing.refuse(S0, &Action::DrawBlind),
        choosing.refuse(S0, &Action::DrawBlind),
        choosing.refuse(S1, &keep_all()),
        choosing.refuse(S3, &keep_all()),
        ready().refuse(S1, &Action::DrawBlind),
        ready().refuse(S0, &keep_all()),
        ready().refuse(S0, &Action::Pass),
        second.refuse(S0, &Action::DrawTickets),
        second.refuse(S0, &take(3)),
        at_the_end().refuse(S0, &Action::DrawBlind),
    ]
}

fn cards_and_tickets() -> Vec<Illegal> {
    let mut empty = Position::new(edition("toy"), 2).deck("", S1).ticket_deck(&[], S1).play();
    let mut offered = ready();
    offered.act(S0, &Action::DrawTickets);
    let offer: Vec<TicketId> = offered.game.offer(S0).iter().collect();
    let other = offered.edition().board().all_tickets().iter().find(|id| !offer.contains(id)).unwrap();
    vec![
        empty.refuse(S0, &Action::DrawBlind),
        empty.refuse(S0, &take(0)),
        empty.refuse(S0, &take(2)),
        empty.refuse(S0, &Action::DrawTickets),
        offered.refuse(S0, &give_back(&[other])),
        offered.refuse(S0, &give_back(&[offer[0], offer[0]])),
        offered.refuse(S0, &give_back(&offer)),
    ]
}

fn routes() -> Vec<Illegal> {
    let usa = edition("usa-classic");
    let [one, other] = routes_between(usa, "Boston", "Montréal")[..] else { panic!() };
    let doubles = || Position::new(usa, 2).owns_route(S0, one).hand(S0, "rr").hand(S1, "rr");
    let pay = |route| Action::ClaimRoute { route, payment: counts(usa, "rr") };
    let few = edition_with("usa-classic", |spec| spec.trains = 3);
    let crc = Position::new(edition("usa-crc"), 2).owns(S0, "Seattle", "Vancouver").hand(S0, "rr");
    vec![
        ready().refuse(S0, &pay(RouteId(100))),
        doubles().play().refuse(S0, &pay(one)),
        doubles().play().refuse(S0, &pay(other)),
        doubles().turn_of(S1).play().refuse(S1, &pay(one)),
        doubles().turn_of(S1).play().refuse(S1, &pay(other)),
        crc.play().refuse_claim(S0, "Atlanta", "Charleston", "rr"),
        Position::new(few, 2).hand(S0, "bbbb").play().refuse_claim(S0, "Chicago", "Omaha", "bbbb"),
        ready().refuse_claim(S0, "Chicago", "Omaha", "bbb"),
        ready().refuse_claim(S0, "Chicago", "Omaha", "bbrr"),
        ready().refuse_claim(S0, "Chicago", "Omaha", "rrrL"),
        ready().refuse_claim(S0, "Chicago", "Omaha", "bbbb"),
    ]
}

/// All kinds there are; a new one must be added here and be produced above.
const KINDS: [&str; 28] = [
    "AlreadyYours",
    "CannotPass",
    "CardsNotInHand",
    "ChooseTicketsFirst",
    "Claimed",
    "DeckEmpty",
    "DoubleClosed",
    "DrawSecondCardFirst",
    "GameOver",
    "KeepMore",
    "LocomotiveAsSecondCard",
    "MixedColors",
    "NoSuchRoute",
    "NoSuchSeat",
    "NoSuchSlot",
    "NoTicketsLeft",
    "NotConnected",
    "NotEnoughTrains",
    "NotYourTurn",
    "NothingOffered",
    "OwnsOtherSide",
    "SlotEmpty",
    "StillDealing",
    "TicketNotOffered",
    "TicketTwice",
    "WaitForOthers",
    "WrongColor",
    "WrongNumberOfCards",
];

#[test]
fn every_reason_is_given_and_changes_nothing() {
    let given: BTreeSet<String> =
        [when(), cards_and_tickets(), routes()].concat().into_iter().map(kind).collect();
    assert_eq!(given, KINDS.map(str::to_owned).into());
}

#[test]
fn the_list_of_reasons_is_complete() {
    let source = include_str!("../src/game/illegal.rs");
    let start = source.find("pub enum Illegal {").unwrap();
    let body = &source[start..start + source[start..].find("\n}").unwrap()];
    let variants: BTreeSet<String> = body
        .lines()
        .filter(|line| line.starts_with("    ") && line.trim().starts_with(char::is_uppercase))
        .map(|line| line.trim().split([' ', ',']).next().unwrap().to_owned())
        .collect();
    assert_eq!(variants, KINDS.map(str::to_owned).into());
}

/// The reasons about a route, a card or a ticket say which one, in the words of the edition.
#[test]
fn reasons_are_explained_with_names() {
    let usa = edition("usa-classic");
    for illegal in routes() {
        let told = illegal.explain(usa);
        match illegal {
            Illegal::NoSuchRoute { .. } | Illegal::MixedColors => assert_eq!(told, illegal.to_string()),
            Illegal::CardsNotInHand { .. } => assert_eq!(told, "you would pay 4 blue but hold 3"),
            Illegal::WrongColor { .. } => assert_eq!(told, "Chicago – Omaha takes blue cards, not red"),
            _ => assert!(told.contains(" – "), "{told}"),
        }
    }
    let ticket = TicketId(0);
    for illegal in [Illegal::TicketNotOffered { ticket }, Illegal::TicketTwice { ticket }] {
        assert!(illegal.explain(usa).contains("Boston – Miami (12)"));
    }
    let boston = route(usa, "Boston", "New York");
    let told = Illegal::Claimed { route: boston, owner: S1 }.explain(usa);
    assert_eq!(told, "seat 1 has claimed Boston – New York");
    let gray = route(usa, "Atlanta", "Charleston");
    let odd = Illegal::WrongColor { route: gray, paid: card(usa, 'r') };
    assert_eq!(odd.explain(usa), odd.to_string());
}

/// Every refusal has words of its own.
#[test]
fn reasons_differ_in_words() {
    let all = [when(), cards_and_tickets(), routes()].concat();
    let words: BTreeSet<String> = all.iter().map(ToString::to_string).collect();
    let kinds: BTreeSet<String> = all.into_iter().map(kind).collect();
    assert_eq!(words.len(), kinds.len());
}
