//! Claiming a route: what it takes, who may, what it is worth.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::collections::HashSet;

use support::{
    Position, S0, S1, S2, Table, USA, counts, edition, edition_with, every, route, routes_between,
};
use whistlestop_rules::cards::Cards;
use whistlestop_rules::game::{Action, Event, Illegal};
use whistlestop_rules::ids::{RouteId, Seat};

fn payments(table: &Table, a: &str, b: &str) -> HashSet<Cards> {
    let wanted = route(table.edition(), a, b);
    let payment = |action: Action| match action {
        Action::ClaimRoute { route, payment } if route == wanted => Some(payment),
        _ => None,
    };
    every(&table.game, S0).into_iter().filter_map(payment).collect()
}

fn mixes(table: &Table, letters: &[&str]) -> HashSet<Cards> {
    letters.iter().map(|mix| counts(table.edition(), mix)).collect()
}

fn holding(id: &str, hand: &str) -> Table {
    Position::new(edition(id), 2).hand(S0, hand).play()
}

/// S0 Claim a Route, S1 and S3 Locomotives, S4 Draw Transportation Cards: wilds stand for any number of cards.
#[test]
fn param_23_wilds_stand_for_any_card() {
    for id in USA {
        let table = holding(id, "bbbbLLL");
        let all = ["bbbb", "bbbL", "bbLL", "bLLL"];
        assert_eq!(payments(&table, "Chicago", "Omaha"), mixes(&table, &all), "{id}");
    }
}

/// Place 3: S2 forgets the wilds when paying; they count there, too, even alone.
#[test]
fn diff_03_wilds_count_in_the_strict_game() {
    let mut table = holding("usa-crc", "LLLL");
    table.claim(S0, "Chicago", "Omaha", "LLLL");
    assert_eq!(table.game.owner(route(table.edition(), "Chicago", "Omaha")), Some(S0));
}

/// Place 32: the pictures of S4 for a blue route of three: any mix of blue and taxis, or three taxis.
#[test]
fn diff_32_the_four_ways_to_pay_a_blue_route_of_three() {
    let table = holding("nyc", "bbbLLLg");
    let all = ["bbb", "bbL", "bLL", "LLL"];
    let blue = routes_between(table.edition(), "Wall Street", "Brooklyn")[1];
    let listed: HashSet<Cards> = every(&table.game, S0)
        .into_iter()
        .filter_map(|action| match action {
            Action::ClaimRoute { route, payment } if route == blue => Some(payment),
            _ => None,
        })
        .collect();
    assert_eq!(listed, mixes(&table, &all));
}

/// Ruling Claiming: gray takes any one colour, each with any number of locomotives, or locomotives alone.
#[test]
fn ruling_claiming_gray_takes_any_one_colour() {
    let mut table = holding("usa-classic", "rrgL");
    assert_eq!(payments(&table, "Atlanta", "Charleston"), mixes(&table, &["rr", "rL", "gL"]));
    assert_eq!(table.refuse_claim(S0, "Atlanta", "Charleston", "rg"), Illegal::MixedColors);
    let two = holding("usa-classic", "rLL");
    assert_eq!(payments(&two, "Atlanta", "Charleston"), mixes(&two, &["rL", "LL"]));
}

/// Ruling Claiming: exactly as many cards as spaces, of the right colour, from the hand.
#[test]
fn ruling_claiming_payment_must_fit() {
    let mut table = holding("usa-classic", "bbbbbrrrrrrLL");
    let usa = table.edition();
    let chicago = route(usa, "Chicago", "Omaha");
    let refused = |table: &mut Table, payment| table.refuse_claim(S0, "Chicago", "Omaha", payment);
    let wrong = |paid| Illegal::WrongNumberOfCards { route: chicago, needed: 4, paid };
    assert_eq!(refused(&mut table, "bbb"), wrong(3));
    assert_eq!(refused(&mut table, "bbbbb"), wrong(5));
    assert_eq!(refused(&mut table, ""), wrong(0));
    assert_eq!(refused(&mut table, "bbrr"), Illegal::MixedColors);
    let red = usa.card_named("red").unwrap();
    assert_eq!(refused(&mut table, "rrrr"), Illegal::WrongColor { route: chicago, paid: red });
    assert_eq!(refused(&mut table, "rrLL"), Illegal::WrongColor { route: chicago, paid: red });
    let locomotive = usa.card_named("locomotive").unwrap();
    let too_many = Illegal::CardsNotInHand { card: locomotive, held: 2, paid: 3 };
    assert_eq!(refused(&mut table, "bLLL"), too_many);
    let events = table.claim(S0, "Chicago", "Omaha", "bbLL");
    assert!(matches!(events[0], Event::RouteClaimed { points: 7, .. }));
    assert_eq!(*table.game.hand(S0), counts(usa, "bbbrrrrrr"));
    assert_eq!(*table.game.discards(), counts(usa, "bbLL"));
    assert_eq!(table.game.trains(S0), 41);
}

/// Ruling Claiming: payments no hand could ever hold are refused like others.
#[test]
fn ruling_claiming_absurd_payments_are_refused() {
    let mut table = holding("usa-classic", "bbbb");
    let route = route(table.edition(), "Chicago", "Omaha");
    for payment in
        [Cards::new([255; 9]), Cards::payment(table.edition().card_named("blue").unwrap(), 255, 255)]
    {
        let refused = table.refuse(S0, &Action::ClaimRoute { route, payment });
        assert!(matches!(refused, Illegal::WrongNumberOfCards { .. }), "{refused:?}");
    }
    for number in [100, 127, 128, 255] {
        let route = RouteId(number);
        let payment = counts(table.edition(), "bb");
        let refused = table.refuse(S0, &Action::ClaimRoute { route, payment });
        assert_eq!(refused, Illegal::NoSuchRoute { route });
    }
}

/// S1 Claiming Routes, S3 Notes, S4 Claim a Route: any open route; only S2 Game Turn 2.2.1.1 asks for a connection.
#[test]
fn param_24_whether_a_route_must_touch_an_own_one() {
    for id in USA {
        let mut table = Position::new(edition(id), 2).owns(S0, "Seattle", "Vancouver").hand(S0, "rr").play();
        if id == "usa-crc" {
            let refused = table.refuse_claim(S0, "Atlanta", "Charleston", "rr");
            assert!(matches!(refused, Illegal::NotConnected { .. }));
        } else {
            table.claim(S0, "Atlanta", "Charleston", "rr");
        }
    }
    let mut nyc = Position::new(edition("nyc"), 2).owns(S0, "Wall Street", "Brooklyn").hand(S0, "o").play();
    nyc.claim(S0, "Times Square", "Empire State Building", "o");
}

/// Place 2: the first route is free, then any own route will do, not only the last one, and only own ones.
#[test]
fn diff_02_connecting_to_any_own_route() {
    let crc = edition("usa-crc");
    let hand = "rrrrrrbbbbbbLLLL";
    let mut first = Position::new(crc, 2).owns(S1, "Seattle", "Vancouver").hand(S0, hand).play();
    first.claim(S0, "Miami", "New Orleans", "rrrrrr");
    let mut table = Position::new(crc, 2)
        .owns(S0, "Seattle", "Vancouver")
        .owns(S0, "Calgary", "Seattle")
        .owns(S0, "Calgary", "Winnipeg")
        .owns(S1, "Atlanta", "Nashville")
        .hand(S0, hand)
        .play();
    let refused = table.refuse_claim(S0, "Atlanta", "Charleston", "rr");
    assert!(matches!(refused, Illegal::NotConnected { .. }), "another seat's network does not count");
    table.claim(S0, "Portland", "Seattle", "r");
    let open = table.game.legal_actions(S0);
    assert!(open.is_empty(), "the turn is over");
}

/// Ruling Claiming, `must_connect`: a route opened up by a new city is open from then on.
#[test]
fn ruling_claiming_the_network_opens_its_neighbours() {
    let crc = edition("usa-crc");
    let mut table = Position::new(crc, 2).hand(S0, "rrrrrrbbbbLL").hand(S1, "g").play();
    table.claim(S0, "Atlanta", "Charleston", "rr");
    let claimable = table.game.legal_actions(S0);
    assert!(claimable.is_empty());
    table.act(S1, &Action::DrawTickets);
    table.act(S1, &support::keep_all());
    let open = table.game.legal_actions(S0).claimable();
    assert!(
        open.contains(route(crc, "Charleston", "Raleigh"))
            && open.contains(route(crc, "Atlanta", "Nashville"))
    );
    assert!(!open.contains(route(crc, "Raleigh", "Washington")));
    table.claim(S0, "Charleston", "Raleigh", "bb");
    table.act(S1, &Action::DrawTickets);
    table.act(S1, &support::keep_all());
    let open = table.game.legal_actions(S0).claimable();
    assert!(
        open.contains(route(crc, "Raleigh", "Washington"))
            && open.contains(route(crc, "Atlanta", "Nashville"))
    );
}

/// S0 and S4 Claim a Route: a route that cannot be filled cannot be claimed.
#[test]
fn param_25_not_enough_pieces() {
    let few = edition_with("usa-classic", |spec| spec.trains = 5);
    let mut table = Position::new(few, 2).hand(S0, "rrrrrrbbbbb").play();
    let route = route(few, "Miami", "New Orleans");
    let refused = table.refuse_claim(S0, "Miami", "New Orleans", "rrrrrr");
    assert_eq!(refused, Illegal::NotEnoughTrains { route, needed: 6, left: 5 });
    table.claim(S0, "Atlanta", "Miami", "bbbbb");
    assert_eq!(table.game.trains(S0), 0);
}

/// A table where the first seat owns one side of a double route and it is `seat`'s turn.
fn double(id: &str, players: usize, a: &str, b: &str, seat: Seat) -> (Table, RouteId, RouteId) {
    let edition = edition(id);
    let [one, other] = routes_between(edition, a, b)[..] else { panic!("{a} – {b} is not double") };
    let table =
        Position::new(edition, players).owns_route(S0, one).hand(seat, "ggggLLLL").turn_of(seat).play();
    (table, one, other)
}

/// S0, S1 Double Routes, S3, S4: nobody may have both sides, however many play.
#[test]
fn param_26_one_player_never_has_both_sides() {
    for id in USA {
        for players in 2..=5 {
            let (mut table, _, other) = double(id, players, "Boston", "Montréal", S0);
            let action = Action::ClaimRoute { route: other, payment: counts(table.edition(), "gg") };
            assert_eq!(table.refuse(S0, &action), Illegal::OwnsOtherSide { route: other }, "{id}");
        }
    }
    for players in 2..=4 {
        let (mut table, _, other) = double("nyc", players, "Greenwich Village", "Chinatown", S0);
        let action = Action::ClaimRoute { route: other, payment: counts(table.edition(), "gg") };
        assert_eq!(table.refuse(S0, &action), Illegal::OwnsOtherSide { route: other });
    }
}

/// Place 7: S2 has only the closing rule; nobody may have both sides there either.
#[test]
fn diff_07_nobody_has_both_sides_in_the_strict_game() {
    let (mut table, _, other) = double("usa-crc", 5, "Boston", "Montréal", S0);
    let action = Action::ClaimRoute { route: other, payment: counts(table.edition(), "gg") };
    assert_eq!(table.refuse(S0, &action), Illegal::OwnsOtherSide { route: other });
}

/// S0, S1, S3: closed with 2 or 3 players; S2 Game Turn 2.2.1.2: with fewer than 4; S4: with 2 only.
#[test]
fn param_27_the_other_side_closes_with_few_players() {
    for id in USA.into_iter().chain(["nyc"]) {
        let (a, b) = if id == "nyc" { ("Greenwich Village", "Chinatown") } else { ("Boston", "Montréal") };
        let last_closed = if id == "nyc" { 2 } else { 3 };
        for players in edition(id).players() {
            let (mut table, one, other) = double(id, players, a, b, S1);
            let payment = counts(table.edition(), "gg");
            let taken = table.refuse(S1, &Action::ClaimRoute { route: one, payment });
            assert_eq!(taken, Illegal::Claimed { route: one, owner: S0 });
            let action = Action::ClaimRoute { route: other, payment };
            if players <= last_closed {
                let closed = Illegal::DoubleClosed { route: other, players: players as u8 };
                assert_eq!(table.refuse(S1, &action), closed, "{id} with {players}");
            } else {
                table.act(S1, &action);
                assert_eq!(table.game.owner(other), Some(S1), "{id} with {players}");
            }
        }
    }
}

/// Ruling Claiming: the sides of a double are routes of their own, each with its colour.
#[test]
fn ruling_claiming_either_side_of_a_double() {
    let usa = edition("usa-classic");
    let [red, yellow] = routes_between(usa, "Boston", "New York")[..] else { panic!() };
    let table = Position::new(usa, 4).hand(S0, "rryy").play();
    let open = table.game.legal_actions(S0).claimable();
    assert!(open.contains(red) && open.contains(yellow));
}

/// S0 Claim a Route, S2 Game Turn 2.2.3.2, S3 table: 1 2 4 7 10 15. S4: 1 2 4 7 on the board.
#[test]
fn param_28_points_for_a_route() {
    for edition in whistlestop_rules::edition::Library::builtin().iter() {
        let table: &[u16] = if edition.id() == "toy" { &[1, 2, 4] } else { &[1, 2, 4, 7, 10, 15] };
        for route in edition.board().all_routes().iter() {
            let length = usize::from(edition.board().length(route));
            assert_eq!(edition.board().points(route), table[length - 1], "{}", edition.id());
        }
    }
}

/// S0, S1, S2, S3: route points are counted at once. S4 counts them at the end, with the same result.
#[test]
fn param_29_route_points_count_at_once() {
    let mut table = holding("usa-classic", "bbbb");
    table.claim(S0, "Chicago", "Omaha", "bbbb");
    assert_eq!(table.game.route_points(S0), 7);
}

/// Place 30: New York keeps the same running score; showing it is left to the table.
#[test]
fn diff_30_new_york_keeps_the_same_route_score() {
    let mut table = holding("nyc", "pppp");
    table.claim(S0, "Chelsea", "Soho", "pppp");
    assert_eq!(table.game.route_points(S0), 7);
    let standing = table.standings()[0];
    assert_eq!(standing.route_points, 7);
}

/// S1 Claiming Routes, S3 Notes: one route a turn, and a claimed route stays claimed.
#[test]
fn s1_one_route_in_a_turn() {
    let mut table = Position::new(edition("usa-classic"), 3).hand(S0, "bbbbrr").hand(S1, "bbbb").play();
    table.claim(S0, "Chicago", "Omaha", "bbbb");
    let refused = table.refuse_claim(S0, "Atlanta", "Charleston", "rr");
    assert_eq!(refused, Illegal::NotYourTurn { in_turn: S1 });
    let omaha = route(table.edition(), "Chicago", "Omaha");
    let refused = table.refuse_claim(S1, "Chicago", "Omaha", "bbbb");
    assert_eq!(refused, Illegal::Claimed { route: omaha, owner: S0 });
    table.act(S1, &Action::DrawTickets);
    table.act(S1, &support::keep_all());
    table.act(S2, &Action::DrawTickets);
    table.act(S2, &support::keep_all());
    let refused = table.refuse_claim(S0, "Chicago", "Omaha", "bbbb");
    assert_eq!(refused, Illegal::AlreadyYours { route: omaha });
}
