//! One game between players.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use whistlestop_bots::protocol::ShownForfeit;
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{BadTable, Game, Silence, Standings};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

use crate::player::{NoDecision, Opening, Player};

/// What a game follows from.
#[derive(Clone, Copy, Debug)]
pub struct Deal<'e> {
    pub edition: &'e Edition,
    /// Decides every card and ticket.
    pub cards: Seed,
    /// Decides what bots decide by lot. It is another seed, so that thinking never moves the decks.
    pub thinking: Seed,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played<'e> {
    pub game: Game<'e>,
    /// If somebody forfeited, what the score was at that moment.
    pub standings: Standings,
    pub forfeit: Option<Forfeit>,
    /// By seat.
    pub thinking: Vec<Thinking>,
}

/// The player who lost a game by not deciding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    pub seat: Seat,
    pub reason: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thinking {
    pub decisions: u32,
    pub total: Duration,
    pub longest: Duration,
}

impl Played<'_> {
    /// The place of each seat, 1 for the first.
    ///
    /// Who forfeited is last. How the others would have fared nobody knows, so they share the first place.
    pub fn ranks(&self) -> Vec<u8> {
        let last = self.standings.len() as u8;
        match &self.forfeit {
            None => self.standings.iter().map(|standing| standing.rank).collect(),
            Some(forfeit) => self
                .standings
                .iter()
                .map(|standing| if standing.seat == forfeit.seat { last } else { 1 })
                .collect(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum NotPlayed {
    #[error(transparent)]
    BadTable(#[from] BadTable),
    #[error("the game was stopped")]
    Stopped,
}

/// Plays a game to its end, to a forfeit, or until `stop` is set.
pub fn play<'e>(deal: &Deal<'e>, players: &mut [Player], stop: &AtomicBool) -> Result<Played<'e>, NotPlayed> {
    let mut chance = FastDealer::new(&deal.cards);
    let mut game = Game::new(deal.edition, players.len(), Seat::S0, &mut chance, &mut Silence)?;
    let mut thinking = vec![Thinking::default(); players.len()];
    let mut seeds = player_generator(&deal.thinking);
    let mut generators = Vec::new();
    let mut forfeit = None;
    for (seat, player) in Seat::of(players.len()).zip(players.iter_mut()) {
        let seed = seeds.next_u64();
        generators.push(SplitMix64::seed_from_u64(seed));
        let opening = Opening { edition: deal.edition, players: game.players(), seat, seed };
        match player.begin(&opening) {
            Ok(()) => {}
            Err(NoDecision::Stopped) => return Err(NotPlayed::Stopped),
            Err(NoDecision::Forfeit(reason)) => forfeit = forfeit.or(Some(Forfeit { seat, reason })),
        }
    }
    while let (Some(seat), None) = (game.next_to_act(), &forfeit) {
        if stop.load(Ordering::Relaxed) {
            return Err(NotPlayed::Stopped);
        }
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let start = Instant::now();
        let choice = players[seat.index()].choose(&view, &legal, &mut generators[seat.index()]);
        let took = start.elapsed();
        let thinking = &mut thinking[seat.index()];
        thinking.decisions += 1;
        thinking.total += took;
        thinking.longest = thinking.longest.max(took);
        let played = choice.and_then(|index| {
            game.play_choice(seat, |_| index, &mut chance, &mut Silence)
                .map_err(|not_listed| NoDecision::Forfeit(not_listed.to_string()))
        });
        match played {
            Ok(()) => {}
            Err(NoDecision::Stopped) => return Err(NotPlayed::Stopped),
            Err(NoDecision::Forfeit(reason)) => forfeit = Some(Forfeit { seat, reason }),
        }
    }
    let standings = game.standings();
    let shown = forfeit.as_ref().map(|Forfeit { seat, reason }| ShownForfeit { seat: *seat, reason });
    for player in players {
        player.end(&standings, shown);
    }
    Ok(Played { game, standings, forfeit, thinking })
}
