//! A bot cannot choose by what it must not know: shown two games that differ only in that, it does the same.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use rand_core::SeedableRng;
use rand_xoshiro::SplitMix64;
use support::{Match, every_bot};
use whistlestop_bots::BotName;
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::Silence;
use whistlestop_rules::view::Viewer;

/// Plays a game with two of the bot on every seat. At each decision both see a game of their own that fits what the
/// seat knows, and agree. Returns at how many decisions the two games were not the same.
fn play_twice(edition: &'static Edition, players: usize, bot: &BotName, number: u64) -> u32 {
    let mut table = Match::new(edition, players, &Seed::of_series(5, number));
    let mut pairs: Vec<_> = (0..players).map(|_| [bot.make(), bot.make()]).collect();
    let mut secrets = SplitMix64::seed_from_u64(number);
    let mut different = 0;
    let mut decisions = 0;
    while let Some(seat) = table.game.next_to_act() {
        let viewer = Viewer::Seat(seat);
        let view = table.game.view(viewer);
        let games = [view.determinize(&mut secrets), view.determinize(&mut secrets)];
        different += u32::from(games[0] != games[1]);
        let chosen = [0, 1].map(|which| {
            let seen = games[which].view(viewer);
            assert_eq!(seen, view, "a game that fits looks the same");
            let legal = games[which].legal_actions(seat);
            let mut generator = SplitMix64::seed_from_u64(number + decisions);
            pairs[seat.index()][which].choose(&seen, &legal, &mut generator)
        });
        assert_eq!(chosen[0], chosen[1], "{bot} on seat {seat} of {} at decision {decisions}", edition.id());
        let action = table.game.legal_actions(seat).get(chosen[0]).unwrap();
        table.game.play(seat, &action, &mut table.chance, &mut Silence).unwrap();
        decisions += 1;
    }
    different
}

#[test]
fn no_bot_knows_what_its_seat_may_not_know() {
    for edition in Library::builtin().iter() {
        for bot in every_bot() {
            let games = if bot.entry.thinking_ms > 0 { 1 } else { 3 };
            for number in 0..games {
                let players = *edition.players().end() - number as usize % edition.players().count();
                let different = play_twice(edition, players, &bot, number);
                assert!(different > 0, "there was nothing to know in {}", edition.id());
            }
        }
    }
}
