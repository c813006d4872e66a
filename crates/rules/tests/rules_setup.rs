//! Setting up: what is in the box, what is dealt, what comes back.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{
    S0, S1, S2, Script, Table, USA, cards, count, edition, edition_with, flushes, give_back, keep_all,
};
use whistlestop_rules::cards::Card;
use whistlestop_rules::edition::{Edition, Returned};
use whistlestop_rules::game::{Event, Game, Illegal, Phase};
use whistlestop_rules::ids::{CityId, Seat, TicketId};

fn set_up(id: &str, players: usize) -> Table {
    Table::set_up(edition(id), players, S0, Script::new(3))
}

/// S0 header, S2 Players, S3 title block: two to five. S4 In the Box: four sets of taxis.
#[test]
fn param_01_players() {
    for id in USA {
        assert_eq!(edition(id).players(), 2..=5);
        assert!(Game::table(edition(id), 1, S0).is_err() && Game::table(edition(id), 6, S0).is_err());
    }
    assert_eq!(edition("nyc").players(), 2..=4);
    assert!(Game::table(edition("nyc"), 5, S0).is_err());
}

/// S0 Setup, S1 Setup, S2 Setup 2.1, S3 Setting up 2: 45 trains. S4 In the Box: 15 taxis.
#[test]
fn param_02_pieces_per_player() {
    for id in USA {
        let table = set_up(id, 5);
        assert!(table.game.seats().all(|seat| table.game.trains(seat) == 45));
    }
    let table = set_up("nyc", 4);
    assert!(table.game.seats().all(|seat| table.game.trains(seat) == 15));
}

/// S0 Setup, S2 Components 3.1, S3 Components: eight colours. S4 In the Box: six.
#[test]
fn param_03_card_colours() {
    assert!(USA.iter().all(|id| edition(id).spec().colors.len() == 8));
    assert_eq!(edition("nyc").spec().colors, ["blue", "green", "black", "pink", "red", "orange"]);
}

/// S0 Setup, S2 Train Car Deck, S3 Components: 12 of a colour and 14 locomotives. S4 In the Box: 6 and 8.
#[test]
fn param_04_cards_per_colour_and_wild() {
    for (id, each, wild, all) in
        USA.map(|id| (id, 12, 14, 110)).into_iter().chain([("nyc", 6, 8, 44), ("toy", 3, 2, 8)])
    {
        let edition = edition(id);
        let cards = edition.rules().all_cards;
        let colors = edition.spec().colors.len();
        assert!(Card::COLORS[..colors].iter().all(|color| cards.count(*color) == each), "{id}");
        assert_eq!((cards.locomotives(), cards.total()), (wild, all), "{id}");
    }
}

/// S0, S1 Setup, S2 Setup 2.2, S3 Setting up 4: four cards. S4 Setup: two.
#[test]
fn param_05_first_hand() {
    for (id, dealt) in USA.map(|id| (id, 4)).into_iter().chain([("nyc", 2), ("toy", 1)]) {
        let table = set_up(id, 2);
        assert!(table.game.seats().all(|seat| table.game.hand(seat).total() == dealt), "{id}");
    }
}

/// S0, S1, S4 Setup, S2 Setup 1.3, S3 Setting up 5: five cards lie open.
#[test]
fn param_06_face_up_cards() {
    for id in USA.into_iter().chain(["nyc"]) {
        let table = set_up(id, 2);
        assert_eq!(table.game.row().iter().flatten().count(), 5, "{id}");
    }
}

fn first_card_goes_to(edition: &'static Edition) -> &'static str {
    let table = Table::set_up(edition, 2, S0, Script::new(0));
    match &table.events[0] {
        Event::CardsDealt { .. } => "hand",
        Event::SlotFilled { .. } => "row",
        other => panic!("{other:?}"),
    }
}

/// S0, S1, S4 Setup and S3 Setting up deal the hands first; S2 Setup lays the row before the players get cards.
#[test]
fn param_07_hands_or_row_first() {
    for edition in whistlestop_rules::edition::Library::builtin().iter() {
        let expected = if edition.id() == "usa-crc" { "row" } else { "hand" };
        assert_eq!(first_card_goes_to(edition), expected, "{}", edition.id());
    }
}

/// S2 Setup 1.3 before 2.2: with the same shuffle the row gets the cards that hands get elsewhere.
#[test]
fn s2_the_row_is_laid_before_the_hands() {
    let crc = edition("usa-crc");
    let table = Table::set_up(crc, 2, S0, Script::cards(crc, "rrrrrbbbbgggg"));
    assert!(table.game.row().iter().all(|card| *card == crc.card_named("red")));
    assert_eq!(*table.game.hand(S0), support::counts(crc, "bbbb"));
    assert_eq!(*table.game.hand(S1), support::counts(crc, "gggg"));
}

/// S1 Variants: 35, 69 and 35 by variant; S2 Components 3.3: 30; S3 Components: 33; S4 In the Box: 18.
#[test]
fn param_08_tickets_in_the_deck() {
    let sizes = [
        ("usa-classic", 30),
        ("usa-anniversary", 30),
        ("usa-crc", 30),
        ("usa-1910", 35),
        ("usa-mega", 69),
        ("usa-big-cities", 35),
        ("usa-2025", 33),
        ("nyc", 18),
    ];
    for (id, size) in sizes {
        let table = Game::table(edition(id), 2, S0).unwrap();
        assert_eq!(table.tickets_in_deck(), size, "{id}");
        let dealt = usize::from(edition(id).rules().deal) * 2;
        assert_eq!(set_up(id, 2).game.tickets_in_deck(), size - dealt, "{id}");
    }
}

/// S0, S1 Setup 3/2; S1 Variants 5/3 and 4/2; S2 Setup 2.3 3/1; S3 Setting up 7 4/2; S4 Setup 2/1.
#[test]
fn param_09_first_tickets_dealt_and_kept() {
    let rules = [
        ("usa-anniversary", 3, 2),
        ("usa-classic", 3, 2),
        ("usa-1910", 3, 2),
        ("usa-mega", 5, 3),
        ("usa-big-cities", 4, 2),
        ("usa-crc", 3, 1),
        ("usa-2025", 4, 2),
        ("nyc", 2, 1),
    ];
    for (id, dealt, least) in rules {
        let mut table = set_up(id, 2);
        let offer: Vec<TicketId> = table.game.offer(S0).iter().collect();
        assert_eq!(offer.len(), dealt, "{id}");
        let too_many = table.refuse(S0, &give_back(&offer[..=dealt - least]));
        assert_eq!(too_many, Illegal::KeepMore { least: least as u8, kept: least as u8 - 1 }, "{id}");
        table.act(S0, &give_back(&offer[..dealt - least]));
        assert_eq!(table.game.tickets(S0).len(), least, "{id}");
        table.act(S1, &keep_all());
        assert_eq!(table.game.tickets(S1).len(), dealt, "{id}");
    }
}

/// Four returned tickets of two seats: the second seat chooses first, each returns its own in reverse order.
fn after_returns(edition: &'static Edition, shuffle: Option<[u8; 4]>) -> Table {
    let mut script = Script::new(5).tickets(&[0, 1, 2, 3, 4, 5, 6, 7]);
    script.shuffle = shuffle.map(|order| order.map(TicketId).to_vec());
    let mut table = Table::set_up(edition, 2, S0, script);
    table.act(S1, &give_back(&[TicketId(5), TicketId(4)]));
    table.act(S0, &give_back(&[TicketId(1), TicketId(0)]));
    table
}

fn with_returns(returned: Returned) -> &'static Edition {
    edition_with("usa-classic", |spec| {
        spec.ticket_rules.deal = 4;
        spec.ticket_rules.draw = 8;
        spec.ticket_rules.returned = returned;
    })
}

/// Draws the ticket deck through, first seat keeping all, and tells the last tickets in their order.
fn last_tickets(table: &mut Table, n: usize) -> Vec<TicketId> {
    let mut drawn = Vec::new();
    let mut seat = S0;
    while table.game.tickets_in_deck() > 0 {
        let events = table.act(seat, &whistlestop_rules::game::Action::DrawTickets);
        for event in events {
            if let Event::TicketsDrawn { tickets, .. } = event {
                drawn.extend(tickets);
            }
        }
        table.act(seat, &keep_all());
        seat = seat.next(2);
    }
    drawn.split_off(drawn.len() - n)
}

fn placed(table: &Table) -> Option<Vec<TicketId>> {
    table.events.iter().find_map(|event| match event {
        Event::ReturnsPlaced { tickets } => Some(tickets.to_vec()),
        _ => None,
    })
}

/// S0 Setup removes them; S1, S2, S4 Setup put them under the deck; S3 Setting up 7 shuffles them first.
#[test]
fn param_10_returned_first_tickets() {
    for id in USA.into_iter().chain(["nyc"]) {
        let expected = match id {
            "usa-anniversary" => Returned::Removed,
            "usa-2025" => Returned::ShuffledBottom,
            _ => Returned::Bottom,
        };
        assert_eq!(edition(id).rules().returned, expected, "{id}");
    }
}

/// S0 Setup: a first ticket that is not kept leaves the game, so nobody can draw it any more.
#[test]
fn s0_returned_first_tickets_are_removed() {
    let mut table = after_returns(with_returns(Returned::Removed), None);
    assert_eq!(placed(&table), None);
    assert_eq!(table.game.tickets_in_deck(), 22);
    last_tickets(&mut table, 1);
    let held = table.game.tickets(S0).or(table.game.tickets(S1));
    assert!([0, 1, 4, 5].iter().all(|ticket| !held.contains(TicketId(*ticket))));
    assert_eq!(held.len(), 26);
}

/// S1, S2, S4 Setup: under the deck. In which order is ours: by seat, each in its player's order.
#[test]
fn s1_returned_first_tickets_go_under_the_deck_by_seat() {
    let mut table = after_returns(with_returns(Returned::Bottom), None);
    let order = [1, 0, 5, 4].map(TicketId).to_vec();
    assert_eq!(placed(&table), Some(order.clone()));
    assert_eq!(table.game.tickets_in_deck(), 26);
    assert_eq!(last_tickets(&mut table, 4), order);
    assert_eq!(table.chance.shuffled, 0);
}

/// S3 Setting up 7: all returned first tickets are shuffled together before they go under the deck.
#[test]
fn s3_returned_first_tickets_are_shuffled_under_the_deck() {
    let mut table = after_returns(with_returns(Returned::ShuffledBottom), Some([5, 0, 4, 1]));
    let order = [5, 0, 4, 1].map(TicketId).to_vec();
    assert_eq!(placed(&table), Some(order.clone()));
    assert_eq!(last_tickets(&mut table, 4), order);
    assert_eq!(table.chance.shuffled, 1);
}

/// Place 4: S2 asks for one first ticket, the base game for two.
#[test]
fn diff_04_one_first_ticket_is_enough_only_in_the_strict_game() {
    let offer = |table: &Table| table.game.offer(S0).iter().collect::<Vec<_>>();
    let mut strict = set_up("usa-crc", 2);
    let two = offer(&strict)[..2].to_vec();
    strict.act(S0, &give_back(&two));
    let mut base = set_up("usa-classic", 2);
    let two = offer(&base)[..2].to_vec();
    assert!(matches!(base.refuse(S0, &give_back(&two)), Illegal::KeepMore { least: 2, kept: 1 }));
}

/// Place 8: the three ways are a setting, and each of them leaves a deck of its own.
#[test]
fn diff_08_what_happens_to_returned_first_tickets_is_a_setting() {
    let sizes = [Returned::Removed, Returned::Bottom, Returned::ShuffledBottom]
        .map(|returned| after_returns(with_returns(returned), None).game.tickets_in_deck());
    assert_eq!(sizes, [22, 26, 26]);
}

/// Place 9: the returns of all seats are collected; who chose first makes no difference.
#[test]
fn diff_09_the_order_of_choosing_does_not_matter() {
    let editions = [Returned::Removed, Returned::Bottom, Returned::ShuffledBottom].map(with_returns);
    for edition in editions {
        let fresh =
            Table::set_up(edition, 3, S1, Script::new(5).tickets(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
        let returns = [[1, 0], [5, 4], [8, 10]].map(|pair| give_back(&pair.map(TicketId)));
        let ends = [[0, 1, 2], [2, 1, 0], [1, 2, 0]].map(|order| {
            let mut table = Table { game: fresh.game, chance: fresh.chance.clone(), events: Vec::new() };
            for seat in order {
                table.act(Seat::ALL[seat], &returns[seat]);
            }
            assert_eq!(table.game.seat_in_turn(), S1);
            placed(&table)
        });
        assert!(ends.iter().all(|end| *end == ends[0]), "{ends:?}");
    }
}

/// Ruling Tickets: all seats choose at the same time, and the first turn begins with the last choice.
#[test]
fn ruling_tickets_first_choice_is_simultaneous() {
    let mut table = set_up("usa-classic", 3);
    assert!(table.game.seats().all(|seat| table.game.awaits(seat)));
    table.act(S2, &keep_all());
    assert!(!table.game.awaits(S2) && table.game.awaits(S0) && table.game.awaits(S1));
    assert_eq!(table.refuse(S2, &keep_all()), Illegal::WaitForOthers);
    table.act(S0, &keep_all());
    assert_eq!(table.game.phase(), Phase::FirstTickets);
    let events = table.act(S1, &keep_all());
    assert_eq!(events.last(), Some(&Event::TurnStarted { seat: S0, turn: 1 }));
}

/// S0, S1, S2: the most experienced traveller; S3: any method; S4: the youngest. A program takes what it is told.
#[test]
fn param_14_who_starts() {
    for first in Seat::of(4) {
        let mut table = Table::set_up(edition("nyc"), 4, first, Script::new(2));
        Seat::of(4).for_each(|seat| drop(table.act(seat, &keep_all())));
        assert_eq!(table.game.next_to_act(), Some(first));
    }
}

/// Place 33: who starts is the host's choice among the seats of the table, no others.
#[test]
fn diff_33_the_first_seat_is_chosen_by_the_host() {
    assert!(Game::table(edition("nyc"), 3, S2).is_ok());
    assert!(Game::table(edition("nyc"), 2, S2).is_err());
}

/// All documents: turns go clockwise.
#[test]
fn param_15_turns_go_clockwise() {
    let mut table =
        Table::ready(edition("usa-classic"), 3, Script::cards(edition("usa-classic"), "rrrrbbbbggggrbgwy"));
    let mut order = Vec::new();
    for _ in 0..4 {
        let seat = table.game.seat_in_turn();
        order.push(seat);
        table.act(seat, &whistlestop_rules::game::Action::DrawTickets);
        table.act(seat, &keep_all());
    }
    assert_eq!(order, [S0, S1, S2, S0]);
}

/// S2 Setup 1.3.2, S3 Setting up 5, S4 Setup: three locomotives in the first row, and it is laid anew.
#[test]
fn s3_the_first_row_is_flushed_at_set_up() {
    let usa = edition("usa-2025");
    let table = Table::set_up(usa, 2, S0, Script::cards(usa, "rrrrbbbbLLrLbLLLgwrgwyk"));
    assert_eq!(flushes(&table.events), 2, "the second row had three locomotives again");
    assert_eq!(table.row(), cards(usa, "rgwyk").into_iter().map(Some).collect::<Vec<_>>());
    assert_eq!(table.game.discards().total(), 10);
    assert_eq!(count(&table.events, |event| matches!(event, Event::SlotFilled { .. })), 15);
}

/// Place 27: the board has 93 gray spaces, whatever S2 Components 1.9 counts.
#[test]
fn diff_27_the_map_has_93_gray_spaces() {
    let gray = edition("usa-crc").spec().routes.iter().filter(|route| route.color == "gray");
    assert_eq!(gray.map(|route| route.length).sum::<u32>(), 93);
}

/// Place 28: five different colours of pieces, one for each of at most five seats.
#[test]
fn diff_28_five_seats_have_pieces_of_their_own() {
    let table = set_up("usa-crc", 5);
    assert_eq!(table.game.seats().len(), 5);
}

/// Place 29: 240 pieces in the box are spares included; everybody plays with 45.
#[test]
fn diff_29_spare_pieces_are_not_played() {
    let table = set_up("usa-crc", 5);
    let in_play: u32 = table.game.seats().map(|seat| u32::from(table.game.trains(seat))).sum();
    assert_eq!(in_play, 225);
}

/// Place 35: one spelling for each city, the others are aliases.
#[test]
fn diff_35_cities_have_one_spelling() {
    let spec = edition("usa-2025").spec();
    let names: Vec<&str> = (0..36).map(|city| edition("usa-2025").city_name(CityId(city))).collect();
    assert!(names.contains(&"Saint Louis") && names.contains(&"Sault Ste. Marie"));
    for [seen, ours] in &spec.map.aliases {
        assert!(!names.contains(&seen.as_str()) && names.contains(&ours.as_str()), "{seen}");
    }
}
