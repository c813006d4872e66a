//! The protocol: generated types, documentation and what the messages say of a game.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use whistlestop_rules::chance::{ChaChaDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::scoring::Network;
use whistlestop_rules::game::{Action, Event, Game};
use whistlestop_rules::ids::{RouteId, Seat, TicketId};
use whistlestop_rules::view::Viewer;
use whistlestop_server::protocol::game::{Asked, BonusKind, TicketState};
use whistlestop_server::protocol::{ClientMessage, GameEvent, PlayerAction, ServerMessage, rest, typescript};
use whistlestop_server::show::{self, Memo};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_typescript_types_are_current() {
    let path = root().join("web/src/protocol.ts");
    let expected = typescript::declarations();
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &expected).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "web/src/protocol.ts is stale: run UPDATE=1 cargo test -p whistlestop-server --test protocol"
    );
}

/// Every fenced block of docs/protocol.md marked with this word.
fn examples(mark: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/protocol.md")).unwrap();
    let opening = format!("```json {mark}\n");
    text.split(&opening).skip(1).map(|rest| rest.split("\n```").next().unwrap().to_owned()).collect()
}

/// The tags of all variants of an enum, from the generated TypeScript.
fn tags_of(name: &str) -> BTreeSet<String> {
    let types = typescript::declarations();
    let declaration = types.split(&format!("export type {name} = ")).nth(1).unwrap();
    let declaration = declaration.split(";\n").next().unwrap();
    declaration.split("\"type\": \"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn every_message_has_an_example_that_can_be_read() {
    let tag = |text: &str| {
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        value["type"].as_str().unwrap().to_owned()
    };
    let mut seen = BTreeSet::new();
    for example in examples("client") {
        let message: ClientMessage =
            serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}: {example}"));
        let again: ClientMessage = serde_json::from_str(&serde_json::to_string(&message).unwrap()).unwrap();
        assert_eq!(message, again);
        seen.insert(tag(&example));
    }
    assert_eq!(seen, tags_of("ClientMessage"));
    let mut seen = BTreeSet::new();
    for example in examples("server") {
        let _: ServerMessage =
            serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}: {example}"));
        seen.insert(tag(&example));
    }
    assert_eq!(seen, tags_of("ServerMessage"));
    for example in examples("action") {
        let _: PlayerAction =
            serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}: {example}"));
    }
    for example in examples("new-table") {
        let _: rest::NewTable =
            serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}: {example}"));
    }
}

#[test]
fn fields_nobody_knows_are_refused() {
    for text in [
        r#"{"type":"ping","n":1,"x":2}"#,
        r#"{"type":"watch","table":"00000000000000000000000000000000","seat":1}"#,
        r#"{"type":"act","table":"00000000000000000000000000000000","id":"a","seq":1,"seat":0,"action":{"type":"pass","x":1}}"#,
        r#"{"type":"act","table":"00000000000000000000000000000000","id":"a","seq":1,"seat":300,"action":{"type":"pass"}}"#,
        r#"{"type":"act","table":"00000000000000000000000000000000","id":"a","seq":1,"seat":0,"action":{"type":"claim_route","route":1,"payment":{"red":1,"red":2}}}"#,
    ] {
        assert!(serde_json::from_str::<ClientMessage>(text).is_err(), "{text}");
    }
}

/// A random game of each edition and number of players, with what is asked about every position.
fn every_position(mut look: impl FnMut(&Game<'static>, &[Event])) {
    for edition in Library::builtin().iter() {
        let edition: &'static Edition = edition;
        for players in edition.players() {
            let seed = Seed::of_series(7, players as u64);
            let (mut chance, mut generator) = (ChaChaDealer::new(&seed), player_generator(&seed));
            let mut events = Vec::new();
            let mut game = Game::new(edition, players, Seat::S0, &mut chance, &mut events).unwrap();
            look(&game, &events);
            while let Some(seat) = game.next_to_act() {
                events.clear();
                let choose = |legal: &_| whistlestop_bots::random::choose(legal, &mut generator);
                game.play_choice(seat, choose, &mut chance, &mut events).unwrap();
                look(&game, &events);
            }
        }
    }
}

#[test]
fn events_are_told_in_the_words_of_the_record() {
    every_position(|game, events| {
        let viewers = game.seats().map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            for event in events {
                let seen = event.seen_by(viewer);
                let told = GameEvent::of(9, &seen, game.edition());
                assert_eq!(serde_json::to_value(&told).unwrap(), seen.to_json(9, game.edition()));
                let read: GameEvent = serde_json::from_value(serde_json::to_value(&told).unwrap()).unwrap();
                assert_eq!(serde_json::to_value(&read).unwrap(), serde_json::to_value(&told).unwrap());
            }
        }
    });
}

#[test]
fn what_can_be_done_is_exactly_what_is_legal() {
    let mut memo = Memo::default();
    every_position(|game, _| {
        let edition = game.edition();
        for seat in game.seats() {
            let view = show::game_view(game, 1, &[seat], &mut memo).unwrap();
            let own = &view.own[0];
            let told: BTreeSet<String> = own
                .claims
                .iter()
                .flat_map(|group| {
                    group.routes.iter().flat_map(|route| {
                        group.payments.iter().map(|payment| {
                            let payment = payment.to_cards(edition).unwrap();
                            format!("{:?}", Action::ClaimRoute { route: RouteId(*route), payment })
                        })
                    })
                })
                .collect();
            let legal = game.legal_actions(seat);
            let is_claim = |action: &Action| matches!(action, Action::ClaimRoute { .. });
            let claims: BTreeSet<String> =
                legal.every().filter(is_claim).map(|action| format!("{action:?}")).collect();
            match &own.asked {
                Asked::Turn { slots, blind, tickets, claim, pass } => {
                    assert_eq!(told, claims);
                    assert_eq!(*claim, !claims.is_empty());
                    let others =
                        slots.len() + usize::from(*blind) + usize::from(*tickets) + usize::from(*pass);
                    assert_eq!(others, legal.iter().filter(|action| !is_claim(action)).count());
                }
                Asked::SecondCard { slots, blind } => {
                    assert_eq!(slots.len() + usize::from(*blind), legal.len());
                }
                Asked::Tickets { offer, least } => {
                    let keeps = |count: u32| count >= u32::from(*least);
                    let ways = (0..1u32 << offer.len()).filter(|kept| keeps(kept.count_ones())).count();
                    assert_eq!(ways, legal.len());
                }
                Asked::Wait {} => assert!(legal.is_empty()),
            }
            if !game.is_over() {
                let barred = own.barred.iter().flat_map(|group| &group.routes);
                let claimable = own.claims.iter().flat_map(|group| &group.routes);
                let mut all: Vec<u8> = barred.chain(claimable).copied().collect();
                all.sort_unstable();
                assert_eq!(all, (0..edition.board().routes() as u8).collect::<Vec<_>>());
            }
        }
    });
}

#[test]
fn tickets_are_done_when_the_cities_are_linked() {
    let mut memo = Memo::default();
    every_position(|game, _| {
        let board = game.edition().board();
        for seat in game.seats() {
            let network = Network::new(board, game.routes(seat));
            let view = show::game_view(game, 1, &[seat], &mut memo).unwrap();
            for told in &view.own[0].tickets {
                let [a, b] = board.ticket_ends(TicketId(told.ticket));
                let done = matches!(told.state, TicketState::Done { .. });
                assert_eq!(done, network.connects(a, b));
                let (TicketState::Done { path }
                | TicketState::Open { path, .. }
                | TicketState::Impossible { path }) = &told.state;
                let mut city = a;
                let mut trains = 0;
                for route in path {
                    let route = RouteId(*route);
                    let [x, y] = board.ends(route);
                    assert!(city == x || city == y);
                    city = if city == x { y } else { x };
                    if game.owner(route) != Some(seat) {
                        assert_eq!(game.owner(route), None);
                        trains += board.length(route);
                    }
                }
                match told.state {
                    TicketState::Done { .. } => assert_eq!((city, trains), (b, 0)),
                    TicketState::Open { trains: told, .. } => {
                        assert_eq!((city, trains), (b, told));
                        assert!(told <= game.trains(seat));
                    }
                    TicketState::Impossible { .. } => {
                        assert!(path.is_empty() || trains > game.trains(seat));
                    }
                }
            }
        }
    });
}

#[test]
fn the_score_sheet_shows_what_every_ticket_had_and_lacked() {
    let mut memo = Memo::default();
    let (mut done, mut failed, mut attractions) = (0, 0, 0);
    every_position(|game, _| {
        let Some(score) = show::game_view(game, 1, &[], &mut memo).unwrap().score else { return };
        let board = game.edition().board();
        for seat in &score.seats {
            let own = game.routes(Seat::new(seat.seat.into()).unwrap());
            for ticket in &seat.tickets {
                let [from, to] = board.ticket_ends(TicketId(ticket.ticket));
                let arrived = ticket.path.iter().fold(from, |city, route| {
                    let [a, b] = board.ends(RouteId(*route));
                    assert!(city == a || city == b);
                    if city == a { b } else { a }
                });
                assert_eq!(arrived, to);
                let lacking = ticket.path.iter().filter(|route| !own.contains(RouteId(**route)));
                assert!(lacking.eq(&ticket.gap));
                assert_eq!(ticket.done, ticket.gap.is_empty());
                if ticket.done { done += 1 } else { failed += 1 }
            }
            for bonus in &seat.bonuses {
                let per_city = game.edition().rules().attraction_points;
                let is_attraction = bonus.bonus == BonusKind::Attraction;
                attractions += u32::from(is_attraction);
                let expected = if is_attraction { bonus.points / per_city } else { 0 };
                assert_eq!(bonus.cities.len(), usize::from(expected));
            }
        }
    });
    assert!(done > 0 && failed > 0 && attractions > 0);
}

#[test]
fn a_spectator_is_shown_no_secret() {
    let mut memo = Memo::default();
    every_position(|game, _| {
        let view = show::game_view(game, 1, &[], &mut memo).unwrap();
        assert!(view.own.is_empty());
    });
}
