//! What was learned about the moves that may follow, shared by all games that could be the real one.

use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::FastDealer;
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::{MAX_SEATS, Seat};

use super::Tuning;
use super::candidates::{Move, candidates};
use crate::sprint::{Outlook, Player, decide};

/// The information sets that were met, each known by the moves that lead to it.
///
/// What the moves bring by chance is not told apart, so a node gathers all that can lie behind the same moves.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, Default)]
struct Node {
    visits: f64,
    edges: Vec<Edge>,
}

#[derive(Clone, Debug)]
struct Edge {
    move_: Move,
    /// Where it leads, once it has been taken often enough.
    node: Option<usize>,
    taken: f64,
    /// How often it could have been taken.
    available: f64,
    /// For the seat that moves.
    value: f64,
}

/// The way a simulated game took through the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Trace {
    steps: Vec<(usize, usize, Seat)>,
}

impl Tree {
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::default()] }
    }

    /// Plays a game on, from the root of the tree to where it ends.
    pub(super) fn descend(
        &mut self,
        game: &mut Game<'_>,
        players: &mut [Player<'_>; MAX_SEATS],
        chance: &mut FastDealer,
        tuning: &Tuning,
        trace: &mut Trace,
        _rng: &mut SplitMix64,
    ) {
        trace.steps.clear();
        let mut at = 0;
        while let Some(seat) = game.next_to_act() {
            if trace.steps.len() >= tuning.depth {
                return;
            }
            let outlook = Outlook::of_game(game, seat);
            let player = &mut players[seat.index()];
            let usual = decide(player.terrain, &outlook, &mut player.plan);
            let node = &mut self.nodes[at];
            node.visits += 1.0;
            let width = (tuning.width * node.visits.sqrt()) as usize;
            let (edge, action) = if width < 2 {
                (node.edge(Move::of(&usual, &outlook)), usual)
            } else {
                let legal = game.legal_actions(seat);
                let board = game.edition().board();
                let mut moves =
                    candidates(&legal, &outlook, &player.plan, &usual, tuning.claims, |route| board.points(route));
                moves.truncate(width);
                let edges: Vec<usize> = moves.iter().map(|candidate| node.edge(candidate.move_)).collect();
                let mut best = (0, f64::MIN);
                for (place, edge) in edges.iter().enumerate() {
                    let edge = &mut node.edges[*edge];
                    edge.available += 1.0;
                    let bound = if edge.taken < 1.0 {
                        1e9
                    } else {
                        edge.value / edge.taken + tuning.explore * (edge.available.ln() / edge.taken).sqrt()
                    };
                    if bound > best.1 {
                        best = (place, bound);
                    }
                }
                (edges[best.0], moves.swap_remove(best.0).action)
            };
            trace.steps.push((at, edge, seat));
            if game.play(seat, &action, chance, &mut Silence).is_err() {
                return;
            }
            let taken = self.nodes[at].edges[edge].taken;
            match self.nodes[at].edges[edge].node {
                Some(next) => at = next,
                None if taken >= tuning.expand => {
                    let next = self.nodes.len();
                    self.nodes.push(Node::default());
                    self.nodes[at].edges[edge].node = Some(next);
                    at = next;
                }
                None => return,
            }
        }
    }

    /// Tells every node on the way how the game came out.
    pub(super) fn learn(&mut self, trace: &Trace, value: impl Fn(Seat) -> f64) {
        for (node, edge, seat) in &trace.steps {
            let edge = &mut self.nodes[*node].edges[*edge];
            edge.taken += 1.0;
            edge.value += value(*seat);
        }
    }
}

impl Node {
    fn edge(&mut self, move_: Move) -> usize {
        if let Some(found) = self.edges.iter().position(|edge| edge.move_ == move_) {
            return found;
        }
        self.edges.push(Edge { move_, node: None, taken: 0.0, available: 0.0, value: 0.0 });
        self.edges.len() - 1
    }
}
