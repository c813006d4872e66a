//! Every bot plays every edition at every size of table legally to the end.
//!
//! `WHISTLESTOP_GAMES` sets how many games a bot plays of each edition, 24 without it; bots that think play one for every 24.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use support::{Match, every_bot};
use whistlestop_bots::BotName;
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::{Edition, Library};

fn games(bot: &BotName) -> u64 {
    let asked: Option<u64> = std::env::var("WHISTLESTOP_GAMES").ok().and_then(|games| games.parse().ok());
    let games = asked.unwrap_or(24);
    if thinks(bot) { games.div_ceil(24) } else { games }
}

fn thinks(bot: &BotName) -> bool {
    bot.entry.thinking_ms > 0
}

/// The bot on every seat, then among others, so that it meets positions it would not bring about itself.
fn play_all(edition: &'static Edition, bot: &BotName) {
    let others: Vec<BotName> = every_bot().filter(|other| !thinks(other)).collect();
    // One that thinks plays as many games of one size; which one differs from edition to edition.
    let sizes = edition.players().count();
    let only = thinks(bot).then(|| edition.players().start() + edition.id().len() % sizes);
    for players in edition.players().filter(|players| only.is_none_or(|only| only == *players)) {
        let games = games(bot).div_ceil(sizes as u64);
        for number in 0..games {
            let seed = Seed::of_series(players as u64, number);
            let mut bots: Vec<_> = (0..players)
                .map(|seat| {
                    let alone = number % 2 == 1 && seat != (number / 2) as usize % players;
                    if alone { others[(number as usize + seat) % others.len()].make() } else { bot.make() }
                })
                .collect();
            let standings = Match::new(edition, players, &seed).play(&mut bots);
            assert_eq!(standings.len(), players);
        }
    }
}

#[test]
fn every_bot_that_answers_at_once_plays_every_edition_legally_to_the_end() {
    for edition in Library::builtin().iter() {
        for bot in every_bot().filter(|bot| !thinks(bot)) {
            play_all(edition, &bot);
        }
    }
}

#[test]
fn every_bot_that_thinks_plays_every_edition_legally_to_the_end() {
    for edition in Library::builtin().iter() {
        for bot in every_bot().filter(thinks) {
            play_all(edition, &bot);
        }
    }
}

/// A bot is handed over in the middle of a game: it has seen nothing of what came before.
#[test]
fn every_bot_can_take_a_seat_over() {
    for edition in Library::builtin().iter() {
        for bot in every_bot() {
            let seed = Seed::of_series(77, 1);
            let mut game = Match::new(edition, 2, &seed);
            let mut decisions = 0;
            let mut first: Vec<_> = (0..2).map(|_| support::bot("planner")).collect();
            while decisions < 10
                && let Some(seat) = game.game.next_to_act()
            {
                let view = game.game.view(whistlestop_rules::view::Viewer::Seat(seat));
                let legal = game.game.legal_actions(seat);
                let index = first[seat.index()].choose(&view, &legal, &mut game.generator);
                let action = legal.get(index).unwrap();
                game.game
                    .play(seat, &action, &mut game.chance, &mut whistlestop_rules::game::Silence)
                    .unwrap();
                decisions += 1;
            }
            game.play(&mut [bot.make(), bot.make()]);
        }
    }
}
