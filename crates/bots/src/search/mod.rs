//! The bot that thinks: simulated games over what it cannot see.

mod candidates;
mod tree;

use std::time::{Duration, Instant};

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::game::{Action, Game, LegalActions, Silence, Standings};
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::view::{View, Viewer};

use self::candidates::{Candidates, candidates};
use self::tree::{Trace, Tree};
use crate::bot::{Bot, Budget};
use crate::sprint::{Outlook, Plan, Player, Style, Terrain, decide, play_out};

/// Parameters.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    pub z: f64,
    pub win: f64,
    pub margin: f64,
    pub particles: usize,
    pub own: [Style; 2],
    pub rival: [Style; 2],
    pub depth: usize,
    pub width: f64,
    pub explore: f64,
    pub expand: f64,
    pub prune: f64,
    pub claims: usize,
    pub planner: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            z: 3.0,
            win: 0.5,
            margin: 20.0,
            particles: 256,
            own: [Style::ALL_ROUND, Style::ALL_ROUND],
            rival: [Style::RACER, Style::ALL_ROUND],
            depth: 0,
            width: 0.3,
            explore: 0.3,
            expand: 4.0,
            prune: 2.0,
            claims: 5,
            planner: false,
        }
    }
}

#[derive(Debug)]
pub struct Search {
    pub budget: Budget,
    pub tuning: Tuning,
    pub planner: crate::planner::Planner,
}

struct Particle<'t, 'e> {
    game: Game<'e>,
    players: [Player<'t>; MAX_SEATS],
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    n: f64,
    difference: f64,
    squares: f64,
}

impl Bot for Search {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, generator: &mut dyn Rng) -> usize {
        let start = Instant::now();
        let Some(outlook) = Outlook::of_view(view) else { return 0 };
        let Viewer::Seat(seat) = view.viewer else { return 0 };
        if legal.len() == 1 {
            return 0;
        }
        let mut rng = SplitMix64::seed_from_u64(generator.next_u64());
        let own = self.tuning.own.map(|style| Terrain::new(view.edition, style));
        let rival = self.tuning.rival.map(|style| Terrain::new(view.edition, style));
        let mut thought = Thought {
            tuning: &self.tuning,
            view,
            seat,
            rival: &rival,
            particles: Vec::new(),
            rng: &mut rng,
            spent: 0,
        };
        let best_style = if self.tuning.own[0] == self.tuning.own[1] {
            0
        } else {
            let usual =
                own.each_ref().map(|terrain| decide(terrain, &outlook, &mut Plan::new(terrain, &outlook)));
            let rounds = match self.budget {
                Budget::Iterations(n) => n / 20,
                Budget::Time(t) => (t.as_micros() / 30 / 20) as u32,
            }
            .clamp(8, 128);
            let mut diff = Tally::default();
            for round in 0..rounds {
                let deal = thought.deal();
                let particle = thought.particle(round as usize, &own[0]);
                let a = thought.value(particle, &own[0], &usual[0], &deal, None);
                let b = thought.value(particle, &own[1], &usual[1], &deal, None);
                diff.add(b - a);
            }
            thought.spent += 2 * rounds;
            usize::from(diff.mean() > 0.0)
        };
        let terrain = &own[best_style];
        let mut plan = Plan::new(terrain, &outlook);
        let mut usual = decide(terrain, &outlook, &mut plan);
        if self.tuning.planner {
            let index = self.planner.choose(view, legal, generator);
            if let Some(action) = legal.get(index) {
                usual = action;
            }
        }
        let board = view.edition.board();
        let moves = candidates(legal, &outlook, &plan, &usual, self.tuning.claims, |route| board.points(route));
        let best = thought.compare(&moves, terrain, self.budget, start);
        moves[best].index
    }
}

struct Thought<'a, 't, 'e> {
    tuning: &'a Tuning,
    view: &'a View<'e>,
    seat: Seat,
    rival: &'t [Terrain<'e>; 2],
    particles: Vec<Particle<'t, 'e>>,
    rng: &'a mut SplitMix64,
    spent: u32,
}

impl<'t, 'e: 't> Thought<'_, 't, 'e> {
    fn deal(&mut self) -> Seed {
        let mut bytes = [0; 32];
        self.rng.fill_bytes(&mut bytes);
        Seed(bytes)
    }

    fn particle(&mut self, round: usize, own: &'t Terrain<'e>) -> usize {
        let at = round % self.tuning.particles;
        if at == self.particles.len() {
            let game = self.view.determinize(self.rng);
            let mut players: [Player<'t>; MAX_SEATS] =
                std::array::from_fn(|_| Player::new(&self.rival[at % 2]));
            players[self.seat.index()] = Player::new(own);
            for seat in game.seats() {
                let player = &mut players[seat.index()];
                player.plan = Plan::new(player.terrain, &Outlook::of_game(&game, seat));
            }
            self.particles.push(Particle { game, players });
        }
        at
    }

    fn compare(&mut self, moves: &Candidates, own: &'t Terrain<'e>, budget: Budget, start: Instant) -> usize {
        let t = self.tuning;
        let mut trees: Vec<Tree> = (0..moves.len()).map(|_| Tree::new()).collect();
        let mut tallies = vec![Tally::default(); moves.len()];
        let mut alive: Vec<usize> = (1..moves.len()).collect();
        let mut round = 0usize;
        for particle in &mut self.particles {
            let seat = self.seat;
            if !std::ptr::eq(particle.players[seat.index()].terrain, own) {
                let mut player = Player::new(own);
                player.plan = Plan::new(own, &Outlook::of_game(&particle.game, seat));
                particle.players[seat.index()] = player;
            }
        }
        loop {
            let out = match budget {
                Budget::Time(time) => start.elapsed() + Duration::from_micros(200) >= time,
                Budget::Iterations(most) => self.spent >= most,
            };
            if out || alive.is_empty() {
                break;
            }
            let particle = self.particle(round, own);
            let deal = self.deal();
            let base = self.value(particle, own, &moves[0].action, &deal, Some(&mut trees[0]));
            for &candidate in &alive {
                let value =
                    self.value(particle, own, &moves[candidate].action, &deal, Some(&mut trees[candidate]));
                tallies[candidate].add(value - base);
            }
            self.spent += alive.len() as u32 + 1;
            round += 1;
            if round.is_power_of_two() && round >= 16 || round.is_multiple_of(64) {
                let lead = alive.iter().map(|at| tallies[*at].mean()).fold(0.0, f64::max);
                alive.retain(|at| tallies[*at].mean() + t.prune * tallies[*at].error() > lead);
            }
        }
        let mut best = (0, 0.0);
        for at in alive {
            let tally = &tallies[at];
            if tally.mean() > best.1 && tally.mean() > t.z * tally.error() {
                best = (at, tally.mean());
            }
        }
        best.0
    }

    fn value(
        &self,
        particle: usize,
        own: &Terrain<'e>,
        action: &Action,
        deal: &Seed,
        tree: Option<&mut Tree>,
    ) -> f64 {
        let seat = self.seat;
        let particle = &self.particles[particle];
        let mut game = particle.game;
        let mut players = particle.players.clone();
        let mut chance = FastDealer::new(deal);
        if game.play(seat, action, &mut chance, &mut Silence).is_err() {
            return 0.0;
        }
        if !std::ptr::eq(players[seat.index()].terrain, own) || matches!(action, Action::KeepTickets { .. }) {
            players[seat.index()].terrain = own;
            players[seat.index()].plan = Plan::new(own, &Outlook::of_game(&game, seat));
        }
        let mut trace = Trace::default();
        let mut tree = tree;
        if self.tuning.depth > 0
            && let Some(tree) = &mut tree
        {
            let mut rng = SplitMix64::seed_from_u64(0);
            tree.descend(&mut game, &mut players, &mut chance, self.tuning, &mut trace, &mut rng);
        }
        let standings =
            if game.is_over() { game.standings() } else { play_out(&mut game, &mut players, &mut chance) };
        if let Some(tree) = tree {
            tree.learn(&trace, |seat| self.utility(&standings, seat));
        }
        self.utility(&standings, seat)
    }

    fn utility(&self, standings: &Standings, seat: Seat) -> f64 {
        let own = &standings[seat.index()];
        let rival =
            standings.iter().filter(|other| other.seat != seat).map(|other| other.total).max().unwrap_or(0);
        let winners = standings.iter().filter(|standing| standing.rank == 1).count();
        let win = if own.rank == 1 { 1.0 / winners as f64 } else { 0.0 };
        let margin = f64::from(own.total - rival);
        self.tuning.win * win + (1.0 - self.tuning.win) / (1.0 + (-margin / self.tuning.margin).exp())
    }
}

impl Tally {
    fn add(&mut self, difference: f64) {
        self.n += 1.0;
        self.difference += difference;
        self.squares += difference * difference;
    }

    fn mean(&self) -> f64 {
        if self.n > 0.0 { self.difference / self.n } else { 0.0 }
    }

    fn error(&self) -> f64 {
        if self.n < 2.0 {
            return 1.0;
        }
        let variance = (self.squares - self.difference * self.difference / self.n) / (self.n - 1.0);
        (variance.max(1e-9) / self.n).sqrt()
    }
}
