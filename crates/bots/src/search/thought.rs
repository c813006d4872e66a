//! Simulated games in which all moves are compared.

use std::time::{Duration, Instant};

use rand_core::Rng;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::MAX_SEATS;

use super::candidates::Candidates;
use super::first_look;
use super::play_out::play_out;
use super::player::Player;
use super::question::Question;
use super::tally::Tally;
use super::tree::{Trace, Tree};

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Until(Instant),
    /// Simulated games.
    Iterations(u32),
}

/// The time at the end of the budget in which no new game is begun.
const SPARE: Duration = Duration::from_micros(500);

/// Rounds after which moves are first given up, and between later times.
const FIRST_CUT: usize = 8;
const CUTS: usize = 16;

/// A game that could be the real one, and how everybody plays in it.
#[derive(Clone, Debug)]
struct World<'e> {
    game: Game<'e>,
    players: [Player; MAX_SEATS],
}

/// One thread's part of a search.
pub(super) struct Thought<'q, 'v, 'e> {
    question: &'q Question<'v, 'e>,
    moves: &'q Candidates,
    /// How the asking seat plays.
    own: Player,
    generator: SplitMix64,
    worlds: Vec<World<'e>>,
    trees: Vec<Tree>,
    tallies: Vec<Tally>,
}

impl<'q, 'v, 'e> Thought<'q, 'v, 'e> {
    pub(super) fn new(
        question: &'q Question<'v, 'e>,
        moves: &'q Candidates,
        own: Player,
        generator: SplitMix64,
    ) -> Self {
        Self {
            question,
            moves,
            own,
            generator,
            worlds: Vec::new(),
            trees: vec![Tree::default(); moves.len()],
            tallies: vec![Tally::default(); moves.len()],
        }
    }

    /// Compares the moves until time is up or only one is left, and returns how much better each is than the first.
    pub(super) fn think(mut self, limit: Limit) -> Vec<Tally> {
        let mut in_play: Vec<usize> = (1..self.moves.len()).collect();
        self.look_first(&mut in_play, limit);
        let mut spent = 0;
        let mut round = 0;
        while !in_play.is_empty() && !is_reached(limit, spent) {
            let world = self.world(round);
            let deal = self.deal();
            let usual = self.try_move(world, 0, &deal);
            for &at in &in_play {
                if is_reached(limit, spent) {
                    break;
                }
                let value = self.try_move(world, at, &deal);
                self.tallies[at].add(value - usual);
                spent += 1;
            }
            spent += 1;
            round += 1;
            if round == FIRST_CUT || round.is_multiple_of(CUTS) {
                self.give_up_hopeless(&mut in_play);
            }
        }
        self.tallies
    }

    /// Drops moves that fast players already see to be hopeless.
    fn look_first(&mut self, in_play: &mut Vec<usize>, limit: Limit) {
        let careful = match limit {
            Limit::Until(_) => None,
            Limit::Iterations(iterations) => Some(iterations),
        };
        let mut looks = vec![Tally::default(); self.moves.len()];
        for round in 0..first_look::games(self.moves.len(), careful) {
            if is_reached(limit, 0) {
                return;
            }
            let world = self.world(round as usize);
            let deal = self.deal();
            let World { game, players } = &self.worlds[world];
            let worth =
                |at: usize| first_look::try_move(self.question, &self.moves[at], *game, players, &deal);
            let usual = worth(0);
            for at in in_play.iter() {
                looks[*at].add(worth(*at) - usual);
            }
        }
        in_play.retain(|at| !first_look::is_hopeless(&looks[*at]));
    }

    /// Moves that are clearly behind the best are not looked at any more.
    fn give_up_hopeless(&self, in_play: &mut Vec<usize>) {
        let best = in_play.iter().map(|at| self.tallies[*at].mean()).fold(0.0, f64::max);
        let patience = self.question.settings.patience;
        in_play.retain(|at| self.tallies[*at].mean() + patience * self.tallies[*at].error() > best);
    }

    /// The place of the world for a round, imagined if it is new.
    fn world(&mut self, round: usize) -> usize {
        let question = self.question;
        let at = round % question.settings.worlds.max(1);
        if at == self.worlds.len() {
            let (game, mut players, _) = question.imagine(&mut self.generator);
            players[question.seat.index()] = self.own.clone();
            self.worlds.push(World { game, players });
        }
        at
    }

    /// What decides about the cards to come. The moves of a round share it, so that luck hits all of them alike.
    fn deal(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.generator.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// Plays a move in a world and the game to its end.
    fn try_move(&mut self, world: usize, at: usize, deal: &Seed) -> f64 {
        let question = self.question;
        let World { mut game, mut players } = self.worlds[world].clone();
        let mut chance = FastDealer::new(deal);
        let action = &self.moves[at].action;
        if game.play(question.seat, action, &mut chance, &mut Silence).is_err() {
            return 0.0;
        }
        let tree = &mut self.trees[at];
        let mut trace = Trace::new();
        tree.descend(question, &mut game, &mut players, &mut chance, &mut trace);
        play_out(question.grounds, &mut game, &mut players, &mut chance);
        let standings = game.standings();
        tree.learn(&trace, |seat| question.utility(&standings, seat));
        question.utility(&standings, question.seat)
    }
}

fn is_reached(limit: Limit, spent: u32) -> bool {
    match limit {
        Limit::Until(end) => Instant::now() + SPARE >= end,
        Limit::Iterations(most) => spent >= most,
    }
}
