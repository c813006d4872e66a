//! Random games of every edition at every size of table, looked at after each event.
//!
//! `WHISTLESTOP_GAMES` sets how many games each table plays; 1,000 without it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::collections::HashSet;

use rand_xoshiro::SplitMix64;
use support::model::{Ledger, check_standings};
use support::{any_canonical, canonical, edition, every, naive};
use whistlestop_rules::cards::Cards;
use whistlestop_rules::chance::{FastDealer, Seed, below, player_generator};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Action, Ending, Event, Game, Listener, Phase};
use whistlestop_rules::ids::Seat;

fn games() -> u64 {
    std::env::var("WHISTLESTOP_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1000)
}

/// Follows a game by its events alone and looks at each of them.
struct Watch<'e> {
    game: Game<'e>,
    ledger: Ledger,
    final_rounds: u32,
    turns_after: Vec<Seat>,
    trigger: Option<Seat>,
    over: bool,
}

impl<'e> Watch<'e> {
    fn new(edition: &'e Edition, players: usize, first: Seat) -> Self {
        let game = Game::table(edition, players, first).unwrap();
        let ledger = Ledger::new(&game);
        Self { game, ledger, final_rounds: 0, turns_after: Vec::new(), trigger: None, over: false }
    }

    fn check_cards(&self) {
        let mut all: Cards = self.game.row().iter().flatten().copied().collect();
        all.add_all(self.game.deck());
        all.add_all(self.game.discards());
        for seat in self.game.seats() {
            all.add_all(self.game.hand(seat));
            assert!(self.game.hand(seat).contains(self.game.known_cards(seat)));
        }
        assert_eq!(all, self.game.edition().rules().all_cards);
        assert_eq!(self.game.tickets_in_deck(), self.ledger.deck.len());
    }

    fn check_trains(&self) {
        let board = self.game.edition().board();
        for seat in self.game.seats() {
            let laid: u8 = self.game.routes(seat).iter().map(|route| board.length(route)).sum();
            assert_eq!(laid + self.game.trains(seat), self.game.edition().rules().trains);
            let points: u16 = self.game.routes(seat).iter().map(|route| board.points(route)).sum();
            assert_eq!(points, self.game.route_points(seat));
            let others = self.game.seats().filter(|other| *other != seat);
            assert!(
                others
                    .map(|other| self.game.routes(other))
                    .all(|owned| owned.and(self.game.routes(seat)).is_empty())
            );
        }
    }

    /// What an event may be, given the game before it.
    fn expect(&mut self, event: &Event) {
        assert!(!self.over, "{event:?} after the end");
        match event {
            Event::TurnStarted { seat, turn } => {
                let first = self.game.turn() == 0;
                let expected = if first {
                    self.game.seat_in_turn()
                } else {
                    self.game.seat_in_turn().next(self.game.players())
                };
                assert_eq!((*seat, *turn), (expected, self.game.turn() + 1));
                if self.trigger.is_some() {
                    self.turns_after.push(*seat);
                }
            }
            Event::FinalRound { seat } => {
                assert!(self.game.trains(*seat) <= self.game.edition().rules().end_at);
                assert_eq!(self.game.ending(), Ending::NotInSight);
                self.final_rounds += 1;
                self.trigger = Some(*seat);
            }
            Event::GameEnded { standings } => {
                assert_eq!(*standings, self.game.standings());
                let players = self.game.players();
                match self.trigger {
                    Some(trigger) if self.ledger.passes < players => {
                        assert_eq!(self.turns_after.len(), players);
                        assert_eq!(self.turns_after.last(), Some(&trigger));
                    }
                    _ => assert_eq!(self.ledger.passes, players, "everybody passed"),
                }
                self.over = true;
            }
            Event::DeckReshuffled { cards } => {
                assert!(self.game.deck().is_empty());
                assert_eq!(*cards, self.game.discards().total());
            }
            Event::RowFlushed { row } => {
                let open = row.iter().flatten().filter(|card| card.is_locomotive()).count();
                assert!(open >= self.game.edition().rules().flush_at.into());
                assert_eq!(row[..], *self.game.row());
            }
            _ => {}
        }
    }
}

impl Listener for Watch<'_> {
    fn hear(&mut self, event: &Event) {
        self.expect(event);
        self.ledger.enter(&self.game, event);
        self.game.apply(event);
        self.check_cards();
        match event {
            Event::RouteClaimed { .. } => self.check_trains(),
            Event::TicketsKept { .. } | Event::TicketsDealt { .. } | Event::TicketsDrawn { .. } => {
                self.ledger.check(&self.game);
            }
            _ => {}
        }
        assert!(self.final_rounds <= 1, "the end is triggered once");
    }
}

/// More decisions than any game can have: each draws a card, lays a train, takes a ticket or chooses from some, and
/// between two of those all but one can pass.
fn bound(edition: &Edition, players: usize) -> usize {
    let rules = edition.rules();
    let trains = usize::from(rules.trains) * players;
    players * (usize::from(rules.all_cards.total()) + 2 * trains + 2 * edition.board().tickets() + 2)
}

/// Looks at a game between two actions.
fn check_between(game: &Game<'_>, thoroughly: bool) {
    assert!(!game.deck().is_empty() || game.discards().is_empty(), "discards beside an empty deck");
    assert!(game.deck().is_empty() || game.row().iter().all(Option::is_some), "an empty place beside a deck");
    assert_eq!(game.is_over(), game.next_to_act().is_none());
    for seat in Seat::ALL {
        let legal = game.legal_actions(seat);
        let awaited = seat.index() < game.players() && game.awaits(seat);
        assert_eq!(legal.is_empty(), !awaited);
        assert!(!awaited || game.phase() == Phase::FirstTickets || seat == game.seat_in_turn());
        if thoroughly && awaited {
            let listed = every(game, seat);
            let short = canonical(game, seat);
            assert_eq!(short.len(), legal.len());
            assert!(listed.iter().all(|action| game.check(seat, action).is_ok()));
            assert!(short.iter().all(|action| listed.contains(action)));
            let all: HashSet<Action> = listed.iter().cloned().collect();
            assert_eq!(all.len(), listed.len(), "an action is listed twice");
            assert_eq!(all, naive::every(game, seat));
        }
    }
}

/// Picks a seat the game waits for: at set-up any of them.
fn pick_seat(game: &Game<'_>, generator: &mut SplitMix64) -> Option<Seat> {
    if game.phase() != Phase::FirstTickets {
        return game.next_to_act();
    }
    let awaited: Vec<Seat> = game.seats().filter(|seat| game.awaits(*seat)).collect();
    Some(awaited[below(generator, awaited.len() as u32) as usize])
}

/// Plays one game and says whether its score sheet could be checked against all trails.
fn play(edition: &Edition, players: usize, number: u64) -> Option<bool> {
    let seed = Seed::of_series(11, number);
    let mut chance = FastDealer::new(&seed);
    let mut generator = player_generator(&seed);
    let first = Seat::ALL[number as usize % players];
    let among_all = number.is_multiple_of(3);
    let mut watch = Watch::new(edition, players, first);
    let mut game = Game::new(edition, players, first, &mut chance, &mut watch).unwrap();
    let mut decisions = 0;
    while let Some(seat) = pick_seat(&game, &mut generator) {
        let thoroughly = (number + decisions as u64).is_multiple_of(61) || edition.id() == "toy";
        check_between(&game, thoroughly);
        let action = if among_all {
            let mut all = every(&game, seat);
            let place = below(&mut generator, all.len() as u32) as usize;
            all.swap_remove(place)
        } else {
            any_canonical(&game, seat, &mut generator).unwrap()
        };
        game.check(seat, &action).unwrap();
        game.play(seat, &action, &mut chance, &mut watch).unwrap();
        assert_eq!(watch.game, game, "the events alone make the same game");
        decisions += 1;
        assert!(decisions <= bound(edition, players), "the game does not end");
    }
    check_between(&game, true);
    assert!(watch.over);
    watch.ledger.check(&game);
    number.is_multiple_of(8).then(|| check_standings(&game, &game.standings()))
}

fn conform(id: &str) {
    let edition = edition(id);
    for players in edition.players() {
        let (mut scored, mut too_big) = (0, 0);
        for number in 0..games() {
            match play(edition, players, number) {
                Some(true) => scored += 1,
                Some(false) => too_big += 1,
                None => {}
            }
        }
        assert!(scored > too_big, "{id} with {players}: {scored} sheets checked, {too_big} not");
    }
}

macro_rules! conformance {
    ($($name:ident: $id:literal),* $(,)?) => {
        $(
            #[test]
            fn $name() {
                conform($id);
            }
        )*

        #[test]
        fn every_edition_is_played() {
            let played = [$($id),*];
            let all = whistlestop_rules::edition::Library::builtin().iter();
            assert!(all.map(|edition| edition.id()).eq(played));
        }
    };
}

conformance! {
    usa_classic_conforms: "usa-classic",
    usa_anniversary_conforms: "usa-anniversary",
    usa_1910_conforms: "usa-1910",
    usa_mega_conforms: "usa-mega",
    usa_big_cities_conforms: "usa-big-cities",
    usa_2025_conforms: "usa-2025",
    usa_crc_conforms: "usa-crc",
    nyc_conforms: "nyc",
    toy_conforms: "toy",
}

/// Mean and its standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// What uniformly random players do on the base game is known; a changed rule moves these means.
#[test]
fn random_games_have_the_known_means() {
    let edition = edition("usa-classic");
    let known = [
        (2, 155.0, 99.0, -51.7),
        (3, 228.0, 144.0, -45.8),
        (4, 296.0, 189.0, -29.0),
        (5, 362.0, 229.0, -11.6),
    ];
    for (players, decisions, turns, score) in known {
        let (mut all_decisions, mut all_turns, mut all_scores) = (Vec::new(), Vec::new(), Vec::new());
        for number in 0..4 * games() {
            let seed = Seed::of_series(12, number);
            let mut chance = FastDealer::new(&seed);
            let mut generator = player_generator(&seed);
            let mut silence = whistlestop_rules::game::Silence;
            let mut game = Game::new(edition, players, Seat::S0, &mut chance, &mut silence).unwrap();
            let mut made = 0;
            while let Some(seat) = game.next_to_act() {
                let action = any_canonical(&game, seat, &mut generator).unwrap();
                game.play(seat, &action, &mut chance, &mut silence).unwrap();
                made += 1;
            }
            all_decisions.push(f64::from(made));
            all_turns.push(f64::from(game.turn()));
            let total: i32 = game.standings().iter().map(|standing| standing.total).sum();
            all_scores.push(f64::from(total) / players as f64);
        }
        // The known numbers are rounded to the last digit shown.
        for (what, values, expected, rounding) in [
            ("decisions", &all_decisions, decisions, 0.5),
            ("turns", &all_turns, turns, 0.5),
            ("score", &all_scores, score, 0.05),
        ] {
            let (found, error) = mean(values);
            let off = (found - expected).abs();
            assert!(
                off < rounding + 4.5 * error,
                "{players} players: {what} {found:.2} ± {error:.2}, not {expected}"
            );
        }
    }
}
