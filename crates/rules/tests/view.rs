//! What a viewer gets to see does not depend on what it may not know.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod view_support;

use std::collections::VecDeque;

use rand_xoshiro::SplitMix64;
use serde_json::{Value, json};
use view_support::{Walk, builtin, random_action, tables, viewers};
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{Chance, FastDealer, Seed, below, player_generator};
use whistlestop_rules::game::{Action, Event, Game, Illegal};
use whistlestop_rules::ids::{RouteId, Seat, TicketId, TicketList, TicketSet};
use whistlestop_rules::record::event_line;
use whistlestop_rules::view::{Seen, SeenEvent, Viewer};

#[derive(Clone, Copy, Debug)]
enum Outcome {
    Card(Card),
    Ticket(TicketId),
}

/// Chance as it falls in the one game, written down.
struct Noted<'c> {
    chance: &'c mut FastDealer,
    outcomes: VecDeque<Outcome>,
}

impl Chance for Noted<'_> {
    fn card(&mut self, deck: &Cards) -> Card {
        let card = self.chance.card(deck);
        self.outcomes.push_back(Outcome::Card(card));
        card
    }

    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        let ticket = self.chance.ticket(deck);
        self.outcomes.push_back(Outcome::Ticket(ticket));
        ticket
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        self.chance.shuffle(tickets);
    }
}

/// Chance of the twin game: the same where the viewer sees it fall, any where it does not.
struct Echo {
    outcomes: VecDeque<Outcome>,
    seen: bool,
    chance: FastDealer,
    /// The twin does not have the card or ticket where it is needed.
    impossible: bool,
    /// More was asked for than in the first game.
    overrun: bool,
}

impl Chance for Echo {
    fn card(&mut self, deck: &Cards) -> Card {
        match self.outcomes.pop_front() {
            Some(Outcome::Card(card)) if self.seen && deck.count(card) > 0 => return card,
            Some(Outcome::Card(_)) => self.impossible |= self.seen,
            _ => self.overrun = true,
        }
        self.chance.card(deck)
    }

    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        match self.outcomes.pop_front() {
            Some(Outcome::Ticket(ticket)) if self.seen && deck.contains(ticket) => return ticket,
            Some(Outcome::Ticket(_)) => self.impossible |= self.seen,
            _ => self.overrun = true,
        }
        self.chance.ticket(deck)
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        self.chance.shuffle(tickets);
    }
}

fn seen_json(events: &[Event], viewer: Viewer, game: &Game<'_>) -> Vec<String> {
    let lines = events.iter().zip(1..);
    lines.map(|(event, n)| event.seen_by(viewer).to_json(n, game.edition()).to_string()).collect()
}

fn view_json(game: &Game<'_>, viewer: Viewer) -> String {
    serde_json::to_string(&game.view(viewer)).unwrap()
}

/// What a seat draws from under the deck is not decided by chance, but by what lies there.
fn drawn_tickets(events: &[Event]) -> Option<&TicketList> {
    events.iter().find_map(|event| match event {
        Event::TicketsDrawn { tickets, .. } => Some(tickets),
        _ => None,
    })
}

fn secrets(game: &Game<'_>) -> (Vec<(Cards, TicketSet, TicketSet)>, Vec<TicketId>) {
    let seats = game.seats().map(|seat| (*game.hand(seat), game.tickets(seat), game.offer(seat)));
    (seats.collect(), game.returned_tickets().to_vec())
}

#[derive(Debug, Default)]
struct Tally {
    compared: u32,
    differed_in_secrets: u32,
    abandoned: u32,
}

/// Two games that are the same to `viewer`, played side by side.
struct Twins<'e> {
    walk: Walk<'e>,
    twin: Option<Game<'e>>,
    viewer: Viewer,
    rng: SplitMix64,
    tally: Tally,
}

impl Twins<'_> {
    fn play(&mut self) {
        while let Some((seat, action)) = self.walk.choose() {
            let mut twin = match self.twin.take() {
                Some(twin) => twin,
                None => self.walk.game.view(self.viewer).determinize(&mut self.rng),
            };
            self.compare_refusals(&twin);
            let before = self.walk.game;
            let mut noted = Noted { chance: &mut self.walk.chance, outcomes: VecDeque::new() };
            let mut events = Vec::new();
            self.walk.game.play(seat, &action, &mut noted, &mut events).unwrap();
            let outcomes = noted.outcomes;
            // The score sheet lays the secrets open.
            if self.walk.game.is_over() {
                return;
            }

            let is_own = self.viewer == Viewer::Seat(seat);
            let hidden = matches!(action, Action::DrawBlind | Action::DrawTickets) && !is_own;
            let mut echo = Echo {
                outcomes,
                seen: !hidden,
                chance: FastDealer::new(&Seed::of_series(below(&mut self.rng, u32::MAX).into(), 1)),
                impossible: false,
                overrun: false,
            };
            let twin_action = if is_own { action.clone() } else { self.same_to_others(&action, &twin, seat) };
            let mut twin_events = Vec::new();
            match twin.play(seat, &twin_action, &mut echo, &mut twin_events) {
                Ok(()) => {}
                Err(Illegal::CardsNotInHand { .. } | Illegal::CannotPass) if !is_own => {
                    self.tally.abandoned += 1;
                    continue;
                }
                Err(why) => panic!("{seat} cannot {twin_action:?} in {twin:?}: {why}"),
            }
            let other_tickets = is_own && drawn_tickets(&events) != drawn_tickets(&twin_events);
            if other_tickets || self.has_parted(&before, &twin, &echo) {
                self.tally.abandoned += 1;
                continue;
            }
            let (game, viewer) = (&self.walk.game, self.viewer);
            assert_eq!(
                seen_json(&events, viewer, game),
                seen_json(&twin_events, viewer, &twin),
                "{before:?}"
            );
            assert_eq!(view_json(game, viewer), view_json(&twin, viewer), "{before:?}\n{twin:?}");
            self.tally.compared += 1;
            self.tally.differed_in_secrets += u32::from(secrets(game) != secrets(&twin));
            self.twin = Some(twin);
        }
    }

    /// Whether chance could not go on alike in both games, for a reason the viewer would notice.
    fn has_parted(&self, before: &Game<'_>, twin: &Game<'_>, echo: &Echo) -> bool {
        if echo.impossible {
            return true;
        }
        // Whether a flush could help depends on the deck: so may what happens, but only at a flush.
        let flushed = |game: &Game<'_>| game.row() != before.row();
        let parted = echo.overrun || !echo.outcomes.is_empty();
        assert!(!parted || flushed(&self.walk.game) && flushed(twin), "{before:?}\n{twin:?}");
        parted
    }

    /// An action that looks the same to everybody but the seat itself.
    fn same_to_others(&mut self, action: &Action, twin: &Game<'_>, seat: Seat) -> Action {
        let Action::KeepTickets { returned } = action else { return action.clone() };
        let mut offer = twin.offer(seat);
        let mut instead = TicketList::new();
        for _ in returned {
            let ticket = offer.nth(below(&mut self.rng, offer.len() as u32) as usize);
            offer.remove(ticket);
            instead.push(ticket);
        }
        Action::KeepTickets { returned: instead }
    }

    fn compare_refusals(&mut self, twin: &Game<'_>) {
        let Viewer::Seat(seat) = self.viewer else { return };
        for action in self.attempts() {
            let (here, there) = (self.walk.game.check(seat, &action), twin.check(seat, &action));
            assert_eq!(here, there, "{action:?}");
        }
    }

    /// Things that somebody may try, most of them not allowed.
    fn attempts(&mut self) -> Vec<Action> {
        let board = self.walk.game.edition().board();
        let (routes, tickets) = (board.routes() as u32, board.tickets() as u32);
        let mut attempts = vec![Action::DrawBlind, Action::DrawTickets, Action::Pass];
        attempts.extend((0..8).map(|slot| Action::TakeFromRow { slot }));
        attempts.push(Action::KeepTickets { returned: TicketList::new() });
        for _ in 0..12 {
            let rng = &mut self.rng;
            let tickets = (0..=below(rng, 3)).map(|_| TicketId(below(rng, tickets) as u8));
            attempts.push(Action::KeepTickets { returned: tickets.collect() });
            let route = RouteId(below(rng, routes + 1) as u8);
            let color = Card::ALL[below(rng, 9) as usize];
            let payment = Cards::payment(color, below(rng, 5) as u8, below(rng, 3) as u8);
            attempts.push(Action::ClaimRoute { route, payment });
        }
        attempts
    }
}

fn twins(of: impl Fn(&str) -> bool, games: u64) {
    for (edition, players) in tables().filter(|(edition, _)| of(edition.id())) {
        let mut tally = Tally::default();
        for number in 0..games {
            let all: Vec<Viewer> = viewers(&Walk::new(&edition, players, number).game).collect();
            for viewer in all {
                let walk = Walk::new(&edition, players, number);
                let rng = player_generator(&Seed::of_series(77, number));
                let mut twins = Twins { walk, twin: None, viewer, rng, tally };
                twins.play();
                tally = twins.tally;
            }
        }
        let id = edition.id();
        println!("{id}, {players} players: {tally:?}");
        assert!(tally.compared > tally.abandoned, "{id}, {players}: {tally:?}");
        assert!(2 * tally.differed_in_secrets > tally.compared, "{id}, {players}: {tally:?}");
    }
}

#[test]
fn secrets_do_not_show_on_small_maps() {
    twins(|id| id.starts_with("toy"), 150);
}

#[test]
fn secrets_do_not_show_in_new_york() {
    twins(|id| id.starts_with("nyc"), 12);
}

#[test]
fn secrets_do_not_show_on_the_usa_map() {
    twins(|id| id.starts_with("usa"), 3);
}

#[test]
fn an_event_is_shown_whole_to_its_seat_and_counted_for_the_others() {
    let edition = builtin("usa-classic");
    let tickets: TicketList = [TicketId(7), TicketId(3)].into_iter().collect();
    let kept = Event::TicketsKept {
        seat: Seat::S1,
        kept: tickets.clone(),
        returned: [TicketId(9)].into_iter().collect(),
    };
    let shown = |event: &Event, viewer| event.seen_by(viewer).to_json(4, &edition);
    assert_eq!(
        shown(&kept, Viewer::Seat(Seat::S1)),
        json!({"n": 4, "e": "tickets_kept", "seat": 1, "kept": [7, 3], "returned": [9]})
    );
    for other in [Viewer::Seat(Seat::S0), Viewer::Spectator] {
        assert_eq!(
            shown(&kept, other),
            json!({"n": 4, "e": "tickets_kept", "seat": 1, "kept": 2, "returned": 1})
        );
    }
    let drawn = Event::CardDrawn { seat: Seat::S0, card: Card::Locomotive };
    assert_eq!(shown(&drawn, Viewer::Seat(Seat::S0))["card"], "locomotive");
    assert_eq!(shown(&drawn, Viewer::Spectator)["card"], 1);
    let hidden = SeenEvent::CardDrawn { seat: Seat::S0, card: Seen::Count(1) };
    assert_eq!(drawn.seen_by(Viewer::Seat(Seat::S2)), hidden);
    let placed = Event::ReturnsPlaced { tickets: [TicketId(9), TicketId(2)].into_iter().collect() };
    assert_eq!(shown(&placed, Viewer::Seat(Seat::S1)), json!({"n": 4, "e": "returns_placed", "tickets": 2}));
}

/// What a seat sees of its own events is written as the record writes them; only the order of returns is hidden.
#[test]
fn a_seat_sees_its_own_events_as_the_record_has_them() {
    for (edition, players) in tables() {
        let mut events: Vec<Event> = Vec::new();
        let seed = Seed::of_series(60, players as u64);
        let (mut chance, mut rng) = (FastDealer::new(&seed), player_generator(&seed));
        let mut game = Game::new(&edition, players, Seat::S0, &mut chance, &mut events).unwrap();
        while let Some(seat) = game.next_to_act() {
            game.play(seat, &random_action(&game, seat, &mut rng), &mut chance, &mut events).unwrap();
        }
        for (event, n) in events.iter().zip(1..) {
            let recorded: Value = serde_json::from_str(&event_line(n, event, &edition)).unwrap();
            let owner = recorded["seat"].as_u64().and_then(|seat| Seat::new(seat as usize));
            let seen = event.seen_by(owner.map_or(Viewer::Spectator, Viewer::Seat));
            if matches!(event, Event::ReturnsPlaced { .. }) {
                continue;
            }
            assert_eq!(seen.to_json(n.into(), &edition), recorded);
        }
    }
}

#[test]
fn public_events_are_the_same_to_all() {
    let edition = builtin("usa-classic");
    let claim = Event::RouteClaimed {
        seat: Seat::S2,
        route: RouteId(5),
        payment: Cards::payment(edition.card_named("red").unwrap(), 2, 1),
        points: 4,
    };
    let row = [None, edition.card_named("blue"), Some(Card::Locomotive)].into_iter().collect();
    for viewer in [Viewer::Seat(Seat::S0), Viewer::Seat(Seat::S2), Viewer::Spectator] {
        let claim = claim.seen_by(viewer).to_json(31, &edition);
        assert_eq!(
            claim,
            json!({"n": 31, "e": "route_claimed", "seat": 2, "route": 5,
                   "payment": {"red": 2, "locomotive": 1}, "points": 4})
        );
        let flush = Event::RowFlushed { row: Clone::clone(&row) }.seen_by(viewer).to_json(32, &edition);
        assert_eq!(flush, json!({"n": 32, "e": "row_flushed", "row": [null, "blue", "locomotive"]}));
    }
}

#[test]
fn the_score_sheet_is_public_and_has_only_the_bonuses_that_count() {
    let edition = builtin("toy");
    let mut walk = Walk::new(&edition, 2, 5);
    let mut events = Vec::new();
    while let Some((seat, action)) = walk.choose() {
        walk.game.play(seat, &action, &mut walk.chance, &mut events).unwrap();
    }
    let end = events.last().unwrap();
    let sheet = end.seen_by(Viewer::Spectator).to_json(90, &edition);
    assert_eq!(sheet["e"], "game_ended");
    for (standing, line) in walk.game.standings().iter().zip(sheet["standings"].as_array().unwrap()) {
        assert_eq!(line["total"], standing.total);
        assert_eq!(line["rank"], standing.rank);
        assert_eq!(line["tickets_done"], json!(standing.tickets_done));
        let bonus = line["bonuses"].get("longest_path").and_then(Value::as_u64).unwrap_or(0);
        assert_eq!(bonus, u64::from(standing.longest_path_bonus));
    }
}

#[test]
fn a_view_says_which_edition_and_who_looks() {
    let edition = builtin("toy");
    let game = Walk::new(&edition, 2, 0).game;
    let seat: Value = serde_json::to_value(game.view(Viewer::Seat(Seat::S1))).unwrap();
    assert_eq!(seat["edition"], "toy");
    assert_eq!(seat["viewer"], json!({"seat": 1}));
    assert_eq!(seat["seats"][0]["offered"], 2);
    assert_eq!(seat["seats"][0]["tickets"], 0);
    assert_eq!(seat["offer"].as_array().unwrap().len(), 2);
    let spectator: Value = serde_json::to_value(game.view(Viewer::Spectator)).unwrap();
    assert_eq!(spectator["viewer"], "spectator");
    assert_eq!(spectator["offer"], json!([]));
    assert_eq!(spectator["hand"], json!(Cards::NONE));
}
