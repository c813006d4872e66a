//! Simulated games in which all moves are compared.

use std::time::{Duration, Instant};

use rand_core::Rng;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::MAX_SEATS;

use super::candidates::Candidates;
use super::play_out::play_out;
use super::player::Player;
use super::question::Question;
use super::quick;
use super::tally::Tally;
use super::tree::{Trace, Tree};
use crate::sprint;

/// When to stop.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Until(Instant),
    /// Simulated games.
    Iterations(u32),
}

/// The time at the end of the budget in which no new game is begun.
const SPARE: Duration = Duration::from_micros(500);

impl Limit {
    /// The part of it for fast players.
    #[expect(clippy::cast_sign_loss, reason = "a share of so many games")]
    fn for_fast_players(self) -> Self {
        match self {
            Self::Until(end) => {
                let now = Instant::now();
                Self::Until(now + end.saturating_duration_since(now).mul_f64(quick::SHARE_OF_TIME))
            }
            Self::Iterations(all) => Self::Iterations((quick::SHARE_OF_GAMES * f64::from(all)) as u32),
        }
    }

    /// What is left of it after so many games.
    fn after(self, spent: u32) -> Self {
        match self {
            Self::Until(end) => Self::Until(end),
            Self::Iterations(all) => Self::Iterations(all.saturating_sub(spent)),
        }
    }

    fn is_reached(self, spent: u32) -> bool {
        match self {
            Self::Until(end) => Instant::now() + SPARE >= end,
            Self::Iterations(most) => spent >= most,
        }
    }
}

/// Rounds after which moves are first given up, and between later times.
const FIRST_CUT: usize = 8;
const CUTS: usize = 16;

/// How the rest of a simulated game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// By fast players.
    Quick,
    /// By planners, and by racers where somebody seems to be one.
    Careful,
}

/// A game that could be the real one, and how everybody plays in it.
#[derive(Clone, Debug)]
struct World<'q, 'e> {
    game: Game<'e>,
    players: [Player; MAX_SEATS],
    fast: [sprint::Player<'q>; MAX_SEATS],
}

/// One thread's part of a search.
pub(super) struct Thought<'q, 'v, 'e> {
    question: &'q Question<'v, 'e>,
    moves: &'q Candidates,
    /// How the asking seat plays.
    own: Player,
    generator: SplitMix64,
    worlds: Vec<World<'q, 'e>>,
    trees: Vec<Tree>,
}

impl<'q, 'v, 'e> Thought<'q, 'v, 'e> {
    pub(super) fn new(
        question: &'q Question<'v, 'e>,
        moves: &'q Candidates,
        own: Player,
        generator: SplitMix64,
    ) -> Self {
        let trees = vec![Tree::default(); moves.len()];
        Self { question, moves, own, generator, worlds: Vec::new(), trees }
    }

    /// Drops the moves that fast players see to be hopeless, compares the others with care until time is up or only one is
    /// left, and returns how much better each is than the first.
    pub(super) fn think(mut self, limit: Limit) -> Vec<Tally> {
        let mut in_play: Vec<usize> = (1..self.moves.len()).collect();
        let (_, spent) = self.compare(Look::Quick, &mut in_play, limit.for_fast_players());
        let (tallies, _) = self.compare(Look::Careful, &mut in_play, limit.after(spent));
        tallies
    }

    /// Compares moves with the first one and strikes off those that turn out to be hopeless. Returns how much better each is,
    /// and how many games that took.
    fn compare(&mut self, look: Look, in_play: &mut Vec<usize>, limit: Limit) -> (Vec<Tally>, u32) {
        let most_rounds = match look {
            Look::Quick => quick::MOST_ROUNDS,
            Look::Careful => usize::MAX,
        };
        let mut tallies = vec![Tally::default(); self.moves.len()];
        let (mut round, mut spent) = (0, 0);
        while !in_play.is_empty() && round < most_rounds && !limit.is_reached(spent) {
            let world = self.world(round);
            let deal = self.deal();
            let usual = self.try_move(look, world, 0, &deal);
            spent += 1;
            for &at in in_play.iter() {
                if limit.is_reached(spent) {
                    break;
                }
                let value = self.try_move(look, world, at, &deal);
                tallies[at].add(value - usual);
                spent += 1;
            }
            round += 1;
            if round == FIRST_CUT || round.is_multiple_of(CUTS) {
                self.give_up_hopeless(look, in_play, &tallies);
            }
        }
        (tallies, spent)
    }

    /// Moves that are clearly behind are not looked at any more.
    fn give_up_hopeless(&self, look: Look, in_play: &mut Vec<usize>, tallies: &[Tally]) {
        match look {
            Look::Quick => in_play.retain(|at| !quick::is_hopeless(&tallies[*at])),
            Look::Careful => {
                let best = in_play.iter().map(|at| tallies[*at].mean()).fold(0.0, f64::max);
                let patience = self.question.settings.patience;
                in_play.retain(|at| tallies[*at].mean() + patience * tallies[*at].error() > best);
            }
        }
    }

    /// The place of the world for a round, imagined if it is new.
    fn world(&mut self, round: usize) -> usize {
        let question = self.question;
        let at = round % question.settings.worlds.max(1);
        if at == self.worlds.len() {
            let (game, mut players, _) = question.imagine(&mut self.generator);
            players[question.seat.index()] = self.own.clone();
            let fast = quick::players(question.grounds, &game, &players);
            self.worlds.push(World { game, players, fast });
        }
        at
    }

    /// What decides about the cards to come. The moves of a round share it, so that luck hits all of them alike.
    fn deal(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.generator.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    /// Plays a move in a world and the game to its end. Returns what that is worth.
    fn try_move(&mut self, look: Look, world: usize, at: usize, deal: &Seed) -> f64 {
        let question = self.question;
        let world = &self.worlds[world];
        let mut game = world.game;
        let mut chance = FastDealer::new(deal);
        if game.play(question.seat, &self.moves[at].action, &mut chance, &mut Silence).is_err() {
            return 0.0;
        }
        if look == Look::Quick {
            let standings = sprint::play_out(&mut game, &mut world.fast.clone(), &mut chance);
            return question.utility(&standings, question.seat);
        }
        let mut players = world.players.clone();
        let tree = &mut self.trees[at];
        let mut trace = Trace::new();
        tree.descend(question, &mut game, &mut players, &mut chance, &mut trace);
        play_out(question.grounds, &mut game, &mut players, &mut chance);
        let standings = game.standings();
        tree.learn(&trace, |seat| question.utility(&standings, seat));
        question.utility(&standings, question.seat)
    }
}
