//! How many ways a game of `toy` can go: every legal action with every outcome of chance, counted by depth.
//!
//! Any change of a rule changes the numbers in `fixtures/perft-*.txt`. After one that is meant, run with
//! `WHISTLESTOP_BLESS=1` and read the difference.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use support::{edition, edition_with, every};
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{Chance, FastDealer, Seed};
use whistlestop_rules::edition::{Edition, Returned};
use whistlestop_rules::game::{Ending, Event, Game, Listener, Phase};
use whistlestop_rules::ids::{Seat, TicketId, TicketSet};

/// Chance that goes through all outcomes, one run after the other.
#[derive(Default)]
struct Odometer {
    /// The choice made at each question, and how many there were.
    path: Vec<(usize, usize)>,
    asked: usize,
}

impl Odometer {
    fn choose(&mut self, options: usize) -> usize {
        assert!(self.asked < 64, "chance is asked for ever");
        if self.asked == self.path.len() {
            self.path.push((0, options));
        }
        let (choice, before) = self.path[self.asked];
        assert_eq!(before, options, "the game is not the same the second time");
        self.asked += 1;
        choice
    }

    /// Gets ready for the next run; `false` when all outcomes have been seen.
    fn next_run(&mut self) -> bool {
        self.asked = 0;
        while let Some((choice, options)) = self.path.pop() {
            if choice + 1 < options {
                self.path.push((choice + 1, options));
                return true;
            }
        }
        false
    }
}

impl Chance for Odometer {
    fn card(&mut self, deck: &Cards) -> Card {
        let kinds: Vec<Card> = deck.iter().map(|(card, _)| card).collect();
        kinds[self.choose(kinds.len())]
    }

    fn ticket(&mut self, deck: TicketSet) -> TicketId {
        deck.nth(self.choose(deck.len()))
    }

    fn shuffle(&mut self, tickets: &mut [TicketId]) {
        for first in 0..tickets.len() {
            let chosen = first + self.choose(tickets.len() - first);
            tickets[first..=chosen].rotate_right(1);
        }
    }
}

/// A game, with what it does not show: the order of returned tickets and how many have passed in a row.
#[derive(Clone)]
struct Node {
    game: Game<'static>,
    returned: Vec<TicketId>,
    passes: u8,
}

impl Listener for Node {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::TicketsKept { returned, .. } => self.returned.extend(returned),
            Event::ReturnsPlaced { tickets } => self.returned = tickets.to_vec(),
            Event::TicketsDrawn { tickets, .. } => self.returned.retain(|ticket| !tickets.contains(ticket)),
            Event::TurnPassed { .. } => self.passes += 1,
            _ => {}
        }
        if matches!(
            event,
            Event::CardDrawn { .. }
                | Event::CardTaken { .. }
                | Event::RouteClaimed { .. }
                | Event::TicketsDrawn { .. }
        ) {
            self.passes = 0;
        }
    }
}

impl Node {
    /// All that makes two games of the toy map different.
    fn key(&self) -> Vec<u8> {
        let game = &self.game;
        let mut key = Vec::with_capacity(80);
        let ending = match game.ending() {
            Ending::NotInSight => 9,
            Ending::TurnsLeft(turns) => turns,
        };
        key.extend([game.phase() as u8, game.seat_in_turn() as u8, game.turn() as u8, ending, self.passes]);
        let mut put = |cards: &Cards| {
            key.extend([cards.count(Card::Color0), cards.count(Card::Color1), cards.locomotives()]);
        };
        put(game.deck());
        put(game.discards());
        for seat in game.seats() {
            put(game.hand(seat));
            put(game.known_cards(seat));
        }
        for seat in game.seats() {
            key.extend([game.routes(seat).0 as u8, game.tickets(seat).0 as u8, game.offer(seat).0 as u8]);
            key.push(u8::from(game.awaits(seat)));
        }
        key.extend(game.row().iter().map(|card| card.map_or(255, |card| card as u8)));
        key.extend(self.returned.iter().map(|ticket| ticket.0));
        key
    }

    /// Every outcome of every action of the seat that is next.
    fn children(&self) -> Vec<Self> {
        let Some(seat) = self.game.next_to_act() else { return Vec::new() };
        let mut children = Vec::new();
        for action in every(&self.game, seat) {
            let mut chance = Odometer::default();
            loop {
                let mut child = self.clone();
                let mut game = self.game;
                game.play(seat, &action, &mut chance, &mut child).unwrap();
                child.game = game;
                children.push(child);
                if !chance.next_run() {
                    break;
                }
            }
        }
        children
    }
}

/// Different games of one depth, each with the number of ways to it.
type Layer = HashMap<Vec<u8>, (Node, u64)>;

fn add(layer: &mut Layer, node: Node, ways: u64) {
    layer.entry(node.key()).or_insert((node, 0)).1 += ways;
}

/// The numbers of one depth. The last layer is only counted, because it would not fit into a small memory.
#[derive(Default)]
struct Tally {
    ways: u64,
    different: HashSet<u64>,
    ended: u64,
    scores: i128,
}

impl Tally {
    fn enter(&mut self, node: &Node, ways: u64) {
        let mut hasher = DefaultHasher::new();
        node.key().hash(&mut hasher);
        self.ways += ways;
        self.different.insert(hasher.finish());
        if node.game.is_over() {
            self.ended += ways;
            self.scores += sheet(&node.game) * i128::from(ways);
        }
    }

    fn line(&self, depth: usize) -> String {
        let Self { ways, different, ended, scores } = self;
        format!("{depth:>2} {ways:>14} {:>9} {ended:>12} {scores:>14}\n", different.len())
    }
}

/// One line for each depth: ways, different games, ways that end there, and a sum over their scores.
fn perft(mut layer: Layer, deepest: usize) -> String {
    let mut start = Tally::default();
    for (node, ways) in layer.values() {
        start.enter(node, *ways);
    }
    let mut lines = start.line(0);
    for depth in 1..=deepest {
        let mut tally = Tally::default();
        let mut next = Layer::new();
        for (node, ways) in layer.values() {
            for child in node.children() {
                tally.enter(&child, *ways);
                if depth < deepest {
                    add(&mut next, child, *ways);
                }
            }
        }
        layer = next;
        lines += &tally.line(depth);
    }
    lines
}

/// A number that changes with every entry of a score sheet.
fn sheet(game: &Game<'_>) -> i128 {
    let line = |standing: &whistlestop_rules::game::Standing| {
        i128::from(standing.total) * 10 + i128::from(standing.longest_path) * 3 + i128::from(standing.rank)
    };
    game.standings().iter().enumerate().map(|(seat, standing)| line(standing) * (seat as i128 + 1)).sum()
}

fn start<C: Chance>(edition: &'static Edition, players: usize, chance: &mut C) -> Node {
    let game = Game::table(edition, players, Seat::S0).unwrap();
    let mut node = Node { game, returned: Vec::new(), passes: 0 };
    node.game = Game::new(edition, players, Seat::S0, chance, &mut node).unwrap();
    assert_eq!(node.game.phase(), Phase::FirstTickets);
    node
}

/// One deal.
fn dealt(edition: &'static Edition, players: usize, deal: u64) -> Layer {
    let node = start(edition, players, &mut FastDealer::new(&Seed::of_series(5, deal)));
    Layer::from([(node.key(), (node, 1))])
}

/// All deals there are.
fn all_deals(edition: &'static Edition, players: usize) -> Layer {
    let mut chance = Odometer::default();
    let mut layer = Layer::new();
    loop {
        add(&mut layer, start(edition, players, &mut chance), 1);
        if !chance.next_run() {
            return layer;
        }
    }
}

fn check(name: &str, found: &str) {
    let path = format!("{}/tests/fixtures/perft-{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let found =
        format!("depth, ways, different games, ways that end here, sum over their score sheets\n{found}");
    if std::env::var_os("WHISTLESTOP_BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{name}: the ways a game can go have changed");
}

fn deals(players: usize, depth: usize) -> String {
    let mut text = String::new();
    for deal in 1..=3 {
        writeln!(text, "deal {deal}\n{}", perft(dealt(edition("toy"), players, deal), depth)).unwrap();
    }
    text
}

#[test]
fn perft_of_fixed_deals_with_two_players() {
    check("toy-2p", &deals(2, 8));
}

#[test]
fn perft_of_fixed_deals_with_three_players() {
    check("toy-3p", &deals(3, 8));
}

#[test]
fn perft_of_all_deals() {
    check("toy-all-deals", &perft(all_deals(edition("toy"), 2), 3));
}

/// With two trains each the games are over soon, so that the end and the scores are counted, too.
fn hasty(returned: Returned, must_connect: bool) -> &'static Edition {
    edition_with("toy", |spec| {
        spec.trains = 2;
        spec.ticket_rules.returned = returned;
        spec.must_connect = must_connect;
    })
}

#[test]
fn perft_to_the_end() {
    let mut text = String::new();
    for (returned, must_connect) in
        [(Returned::Bottom, false), (Returned::Removed, false), (Returned::ShuffledBottom, true)]
    {
        let layer = dealt(hasty(returned, must_connect), 2, 1);
        writeln!(text, "{returned:?}, must connect: {must_connect}\n{}", perft(layer, 8)).unwrap();
    }
    check("toy-hasty", &text);
}
