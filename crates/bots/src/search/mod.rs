//! The bot that thinks: information-set Monte Carlo tree search.
//!
//! It is a planner that thinks. For every decision it imagines many games that could be the real one, drops the moves that
//! games of fast players show to be hopeless, plays each of the others to the end with planners in every seat, or racers
//! where somebody seems to be one, and leaves the planner's move only for one that is clearly better. Its own seat is a more
//! patient planner than the others. What it learns about the moves that follow is kept in a tree for each compared
//! move.

mod aims;
mod belief;
mod candidates;
mod play_out;
mod player;
mod question;
mod quick;
mod tally;
mod thought;
mod tree;

use std::thread;
use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{LegalActions, Phase};
use whistlestop_rules::view::View;

use self::aims::{Aims, Planners};
pub use self::play_out::Imagined;
use self::player::{Grounds, Player};
use self::question::Question;
use self::tally::Tally;
use self::thought::{Limit, Thought};
use crate::bot::{Bot, Budget};
use crate::planner::network::Effort;
use crate::planner::{Ground, Mind, Weights};
use crate::sprint::{Style, Terrain};

/// How a search weighs what it finds. The defaults are what was measured to play best.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// Standard errors by which a move must be better than the usual one to be played instead.
    pub caution: f64,
    /// Standard errors by which a move may be behind the best one before it is no longer looked at.
    pub patience: f64,
    /// What winning counts against winning by far, between 0 and 1.
    pub victory: f64,
    /// The lead in points at which winning by more hardly counts any more.
    pub lead: f64,
    /// Games imagined at most for a decision; then they are played again with other cards to come.
    pub worlds: usize,
    /// Deals an imagined game is chosen from by how likely its tickets are.
    pub deals: usize,
    /// Claims that are compared at most for what they bring.
    pub claims: usize,
    /// Claims that are compared at most for what they take from others.
    pub cuts: usize,
    /// Moves after the compared one that the tree looks at.
    pub depth: usize,
    /// How fast a node of the tree opens up to other moves than the usual one: moves for each square root of a visit.
    pub width: f64,
    /// How much a move that was tried rarely is favoured in the tree.
    pub curiosity: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            caution: 2.0,
            patience: 2.0,
            victory: 0.5,
            lead: 20.0,
            worlds: 512,
            deals: 8,
            claims: 6,
            cuts: 4,
            depth: 2,
            width: 0.3,
            curiosity: 0.3,
        }
    }
}

/// At most one part in so many of the time goes into what the others are after; of the first decision, when everything has to
/// be thought of, more.
const FOR_OTHERS: u32 = 4;
const FOR_OTHERS_AT_FIRST: u32 = 2;
/// Sets of tickets that others are thought to hold at most, and for each imagined game where those are counted.
const MOST_SETS: usize = 8000;
const SETS_PER_ITERATION: usize = 20;

#[derive(Clone, Debug)]
pub struct Search {
    budget: Budget,
    threads: usize,
    settings: Settings,
    /// From the first decision of a game on.
    game: Option<Played>,
}

/// What is kept from one decision of a game to the next.
#[derive(Clone, Debug)]
struct Played {
    /// What the own seat plays with, and planners in other seats of imagined games.
    own_ground: Ground,
    ground: Ground,
    own: Player,
    /// What the others are taken to plan with.
    thorough: Ground,
    aims: Aims,
}

impl Search {
    pub fn new(budget: Budget, threads: usize) -> Self {
        Self::with(budget, threads, Settings::default())
    }

    pub fn with(budget: Budget, threads: usize, settings: Settings) -> Self {
        Self { budget, threads: threads.max(1), settings, game: None }
    }

    /// Time for a decision, if that is what counts.
    fn time(&self) -> Option<Duration> {
        match self.budget {
            Budget::Time(time) => Some(time),
            Budget::Iterations(_) => None,
        }
    }

    /// Sets of tickets that others are thought to hold at most.
    fn sets(&self) -> usize {
        match self.budget {
            Budget::Time(_) => MOST_SETS,
            Budget::Iterations(iterations) => {
                MOST_SETS.min(SETS_PER_ITERATION.saturating_mul(iterations as usize))
            }
        }
    }

    /// What each thread may spend.
    fn limit(&self, start: Instant) -> Limit {
        match self.budget {
            Budget::Time(time) => Limit::Until(start + time),
            Budget::Iterations(iterations) => Limit::Iterations(iterations.div_ceil(self.threads as u32)),
        }
    }
}

impl Played {
    fn new(edition: &Edition) -> Self {
        let own = Weights::against_planners(edition);
        Self {
            own_ground: Ground::new(edition, own, Effort::Quick),
            ground: Ground::new(edition, Weights::BEST, Effort::Quick),
            own: Player::Own(Mind::default()),
            thorough: Ground::new(edition, Weights::BEST, Effort::Thorough),
            aims: Aims::default(),
        }
    }

    /// Takes in what the others have done since the last decision.
    fn observe(
        &mut self,
        view: &View<'_>,
        racing: &Terrain<'_>,
        sets: usize,
        until: Option<Instant>,
        generator: &mut SplitMix64,
    ) {
        let planners = Planners { thorough: &self.thorough, quick: &self.ground, racing, sets, until };
        self.aims.observe(view, &planners, generator);
    }
}

impl Bot for Search {
    fn catch_up(&mut self, past: &[View<'_>], generator: &mut dyn Rng) {
        let Some(first) = past.first() else { return };
        let sets = self.sets();
        let until = self.time().map(|time| Instant::now() + time);
        let mut generator = SplitMix64::seed_from_u64(generator.next_u64());
        let racing = Terrain::new(first.edition, Style::RACER);
        let game = self.game.insert(Played::new(first.edition));
        for view in past {
            game.observe(view, &racing, sets, until, &mut generator);
        }
    }

    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, generator: &mut dyn Rng) -> usize {
        let start = Instant::now();
        let limit = self.limit(start);
        if view.phase == Phase::FirstTickets {
            self.game = None;
        }
        let (sets, time) = (self.sets(), self.time());
        let game = self.game.get_or_insert_with(|| Played::new(view.edition));
        let mut ahead = SplitMix64::seed_from_u64(generator.next_u64());
        let racing = Terrain::new(view.edition, Style::RACER);
        let part = if game.aims.are_new() { FOR_OTHERS_AT_FIRST } else { FOR_OTHERS };
        game.observe(view, &racing, sets, time.map(|time| start + time / part), &mut ahead);
        if legal.len() < 2 {
            return 0;
        }
        let fast = Terrain::new(view.edition, Style::LIKE_A_PLANNER);
        let own_fast = Terrain::new(view.edition, quick::own_style(view.edition));
        let Played { own_ground, ground, own, aims, .. } = game;
        let grounds =
            Grounds { own: own_ground, planning: ground, racing: &racing, fast: &fast, own_fast: &own_fast };
        let Some(question) = Question::new(view, grounds, &self.settings, aims) else { return 0 };
        let moves = question.moves(legal, own, limit, &mut ahead);
        let parts: Vec<(u64, Player)> =
            (0..self.threads).map(|_| (generator.next_u64(), own.clone())).collect();
        let (question, moves) = (&question, &moves);
        let think = |(seed, own): (u64, Player)| {
            Thought::new(question, moves, own, SplitMix64::seed_from_u64(seed)).think(limit)
        };
        let mut parts = parts.into_iter();
        let first = parts.next();
        let tallies = thread::scope(|scope| {
            let others: Vec<_> = parts.map(|part| scope.spawn(move || think(part))).collect();
            let mut tallies = first.map(think).unwrap_or_default();
            for other in others {
                let found = other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
                tallies.iter_mut().zip(&found).for_each(|(tally, found)| tally.merge(found));
            }
            tallies
        });
        moves[clearly_best(&tallies, self.settings.caution)].index
    }
}

/// The move with the highest mean of those that are clearly better than the usual one, which stands first.
fn clearly_best(tallies: &[Tally], caution: f64) -> usize {
    let mut best = (0, 0.0);
    for (at, tally) in tallies.iter().enumerate().skip(1) {
        if tally.mean() > best.1 && tally.mean() > caution * tally.error() {
            best = (at, tally.mean());
        }
    }
    best.0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used)]

    use super::*;
    use crate::planner::Planner;
    use whistlestop_rules::chance::{FastDealer, Seed};
    use whistlestop_rules::edition::Library;
    use whistlestop_rules::game::{Game, Silence};
    use whistlestop_rules::ids::Seat;
    use whistlestop_rules::view::Viewer;

    #[test]
    fn a_bot_that_comes_late_can_be_told_what_it_missed() {
        let edition = Library::builtin().get("usa-classic").expect("it is built in");
        let mut chance = FastDealer::new(&Seed([4; 32]));
        let mut generator = SplitMix64::seed_from_u64(4);
        let mut game = Game::new(edition, 2, Seat::S0, &mut chance, &mut Silence).expect("two can play");
        let mut planners = [Planner::default(), Planner::default()];
        let mut past = Vec::new();
        while let Some(seat) = game.next_to_act().filter(|seat| game.turn() < 40 || *seat != Seat::S0) {
            let view = game.view(Viewer::Seat(seat));
            let legal = game.legal_actions(seat);
            let choice = planners[seat.index()].choose(&view, &legal, &mut generator);
            if seat == Seat::S0 {
                past.push(view);
            }
            let action = legal.get(choice).expect("planners choose from the list");
            game.play(seat, &action, &mut chance, &mut Silence).expect("it is on the list");
        }
        let knows_after = |past: &[View<'_>]| {
            let mut bot = Search::new(Budget::Iterations(20), 1);
            bot.catch_up(past, &mut SplitMix64::seed_from_u64(5));
            let (view, legal) = (game.view(Viewer::Seat(Seat::S0)), game.legal_actions(Seat::S0));
            bot.choose(&view, &legal, &mut SplitMix64::seed_from_u64(6));
            bot.game.expect("it is in the middle of one").aims.knows(Seat::S1)
        };
        assert!(!knows_after(&[]), "by then the other seat has done too much unseen");
        assert!(knows_after(&past));
    }
}
