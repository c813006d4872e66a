//! Any text as a map, deck or edition file of a user: it becomes an edition that can be played, or faults that name
//! a line of the file.
//!
//! A line `=== FILE ===` starts the next file, so that a map, a deck and an edition may come together.

#![no_main]

use libfuzzer_sys::fuzz_target;
use whistlestop_rules::chance::{FastDealer, Seed, below, player_generator};
use whistlestop_rules::edition::{Edition, Library, SourceFile};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::Seat;

const SEPARATOR: &str = "\n=== FILE ===\n";

fuzz_target!(|text: &str| {
    let file = |(number, text): (usize, &str)| SourceFile {
        path: format!("file-{number}.toml"),
        text: text.to_owned(),
    };
    let files: Vec<SourceFile> = text.split(SEPARATOR).take(4).enumerate().map(file).collect();
    let builtin = Library::builtin();
    match builtin.extended(&files) {
        Ok(library) => library.iter().skip(builtin.iter().len()).for_each(|edition| play(edition)),
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in faults {
                let file = files.iter().find(|file| file.path == fault.file);
                let lines = file.map_or(0, |file| file.text.split('\n').count());
                assert!((1..=lines).contains(&fault.line), "{fault} is not in a line of a file");
                assert!(fault.column >= 1 && !fault.what.is_empty() && !fault.mend.is_empty());
            }
        }
    }
});

/// A file that was accepted is held to its word: the edition survives its own check and a random game ends.
fn play(edition: &Edition) {
    assert!(Edition::new(edition.spec().clone()).is_ok());
    let seed = Seed::of_series(0, 0);
    for players in edition.players() {
        let mut chance = FastDealer::new(&seed);
        let mut choice = player_generator(&seed);
        let mut game =
            Game::new(edition, players, Seat::S0, &mut chance, &mut Silence).expect("the edition allows it");
        let mut decisions = 0;
        while let Some(seat) = game.next_to_act() {
            let choose = |legal: &whistlestop_rules::game::LegalActions<'_>| {
                assert!(!legal.is_empty(), "nothing is legal in {game:?}");
                below(&mut choice, legal.len() as u32) as usize
            };
            let mut next = game;
            next.play_choice(seat, choose, &mut chance, &mut Silence).expect("the choice is on the list");
            game = next;
            decisions += 1;
            assert!(decisions < 1_000_000, "the game does not end");
        }
        assert_eq!(game.standings().len(), players);
    }
}
