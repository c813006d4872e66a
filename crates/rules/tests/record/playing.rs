//! Games to make records of.

use std::sync::Arc;

use whistlestop_rules::chance::{ChaChaDealer, Chance, FastDealer, Scheme, Seed, below, player_generator};
use whistlestop_rules::edition::{Edition, EditionSpec, Library};
use whistlestop_rules::game::{Action, Game};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Header, Player, SeedRevealed, Writer};

pub(crate) fn edition(id: &str) -> Arc<Edition> {
    Library::builtin().get(id).unwrap().clone()
}

/// Every built-in edition with every number of players.
pub(crate) fn tables() -> impl Iterator<Item = (Arc<Edition>, usize)> {
    Library::builtin().iter().flat_map(|edition| edition.players().map(|players| (edition.clone(), players)))
}

/// An edition in which rare things happen: few cards, many locomotives, returned tickets shuffled.
pub(crate) fn scarce(change: impl FnOnce(&mut EditionSpec)) -> Edition {
    let mut spec = edition("usa-classic").spec().clone();
    spec.cards_per_color = 4;
    spec.locomotives = 8;
    spec.ticket_rules.returned = whistlestop_rules::edition::Returned::ShuffledBottom;
    change(&mut spec);
    Edition::new(spec).unwrap()
}

/// The record of a game of players who choose any legal action, without the seed.
pub(crate) fn play(edition: &Edition, players: usize, first: Seat, seed: &Seed, scheme: Scheme) -> String {
    match scheme {
        Scheme::ChaCha12 => play_with(edition, players, first, seed, ChaChaDealer::new(seed)),
        Scheme::SplitMix64 => play_with(edition, players, first, seed, FastDealer::new(seed)),
    }
}

fn play_with(edition: &Edition, players: usize, first: Seat, seed: &Seed, mut chance: impl Chance) -> String {
    let names =
        (0..players).map(|seat| Player { name: format!("Player {seat}"), kind: "bot:random".to_owned() });
    let mut writer = Writer::new(edition, &Header::new(edition, names.collect(), first));
    let mut choice = player_generator(seed);
    let mut game = Game::new(edition, players, first, &mut chance, &mut writer).unwrap();
    while let Some(seat) = game.next_to_act() {
        let actions = in_fixed_order(&game, seat);
        let action = &actions[below(&mut choice, actions.len() as u32) as usize];
        game.play(seat, action, &mut chance, &mut writer).unwrap();
    }
    writer.into_text()
}

/// The legal actions in an order that does not depend on how the engine lists them.
fn in_fixed_order(game: &Game<'_>, seat: Seat) -> Vec<Action> {
    let mut actions: Vec<Action> = game.legal_actions(seat).iter().collect();
    actions.sort_by_cached_key(|action| match action {
        Action::ClaimRoute { route, payment } => (0, route.0, payment.counts().to_vec()),
        Action::TakeFromRow { slot } => (1, *slot, Vec::new()),
        Action::DrawBlind => (2, 0, Vec::new()),
        Action::DrawTickets => (3, 0, Vec::new()),
        Action::KeepTickets { returned } => (4, 0, returned.iter().map(|ticket| ticket.0).collect()),
        Action::Pass => (5, 0, Vec::new()),
    });
    actions
}

/// The same with the seed revealed at the end.
pub(crate) fn play_and_reveal(
    edition: &Edition,
    players: usize,
    first: Seat,
    seed: &Seed,
    scheme: Scheme,
) -> String {
    let text = play(edition, players, first, seed, scheme);
    let n = text.lines().count() as u32;
    let reveal = whistlestop_rules::record::seed_line(n, &SeedRevealed::new(*seed, scheme));
    format!("{text}{reveal}\n")
}

/// The lines with the numbers of the events made good again.
pub(crate) fn numbered(lines: &[String]) -> String {
    let renumber = |(i, line): (usize, &String)| match line.split_once(',') {
        Some((_, rest)) if i > 0 => format!("{{\"n\":{i},{rest}"),
        _ => line.clone(),
    };
    lines.iter().enumerate().map(renumber).collect::<Vec<String>>().join("\n")
}
