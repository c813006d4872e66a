//! A whole game of fast players.

use whistlestop_rules::chance::Chance;
use whistlestop_rules::game::{Event, Game, Standings};
use whistlestop_rules::ids::MAX_SEATS;

use super::{Outlook, Plan, Terrain, decide};

/// A fast player in the middle of a game.
#[derive(Clone, Debug)]
pub struct Player<'t> {
    pub terrain: &'t Terrain<'t>,
    pub plan: Plan,
}

impl<'t> Player<'t> {
    /// A player that makes its plan when it is first asked.
    pub fn new(terrain: &'t Terrain<'t>) -> Self {
        Self { terrain, plan: Plan::default() }
    }
}

/// Plays a game to its end, every seat deciding by what it may know, and returns the score sheet.
#[inline]
pub fn play_out<C: Chance>(
    game: &mut Game<'_>,
    players: &mut [Player<'_>; MAX_SEATS],
    chance: &mut C,
) -> Standings {
    let mut score_sheet = Standings::new();
    let mut hear = |event: &Event| {
        if let Event::GameEnded { standings } = event {
            score_sheet.clone_from(standings);
        }
    };
    while let Some(seat) = game.next_to_act() {
        let player = &mut players[seat.index()];
        let outlook = Outlook::of_game(game, seat);
        let action = decide(player.terrain, &outlook, &mut player.plan);
        if let Err(illegal) = game.play(seat, &action, chance, &mut hear) {
            debug_assert!(false, "the fast player broke a rule: {illegal:?} by {action:?}");
            // On a map of somebody's own nobody has watched it play; a table must not suffer from that.
            if game.play_choice(seat, |_| 0, chance, &mut hear).is_err() {
                return game.standings();
            }
        }
    }
    score_sheet
}
