//! What was learned about the moves that may follow, shared by all games that could be the real one.

use arrayvec::ArrayVec;
use whistlestop_rules::chance::FastDealer;
use whistlestop_rules::game::{Action, Game, Silence};
use whistlestop_rules::ids::{MAX_ROUTES, MAX_SEATS, Seat};
use whistlestop_rules::view::Viewer;

use super::candidates::{Move, Taste, candidates};
use super::player::Player;
use super::question::Question;

/// Most moves that are followed.
const MAX_DEPTH: usize = 16;

/// How often a move must have been made for what follows it to be told apart.
const WORTH_A_NODE: f64 = 8.0;

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
    /// Where it leads, once that is told apart.
    node: Option<usize>,
    made: f64,
    /// How often it could have been made.
    available: f64,
    /// The sum for the seat that moves.
    value: f64,
}

/// The moves of a simulated game that the tree knows: node, edge and seat.
pub(super) type Trace = ArrayVec<(usize, usize, Seat), MAX_DEPTH>;

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// Plays a game on as far as the tree reaches.
    pub(super) fn descend(
        &mut self,
        question: &Question<'_, '_>,
        game: &mut Game<'_>,
        players: &mut [Player; MAX_SEATS],
        chance: &mut FastDealer,
        trace: &mut Trace,
    ) {
        let depth = question.settings.depth.min(MAX_DEPTH);
        let mut at = 0;
        while let Some(seat) = game.next_to_act() {
            if trace.len() >= depth {
                return;
            }
            let player = &mut players[seat.index()];
            let Some((edge, action)) = self.nodes[at].select(question, game, seat, player) else { return };
            trace.push((at, edge, seat));
            if game.play(seat, &action, chance, &mut Silence).is_err() {
                return;
            }
            match self.next(at, edge) {
                Some(next) => at = next,
                None => return,
            }
        }
    }

    /// The node behind an edge, made when the edge has been taken often enough.
    fn next(&mut self, at: usize, edge: usize) -> Option<usize> {
        let new = self.nodes.len();
        let edge = &mut self.nodes[at].edges[edge];
        if edge.node.is_none() && edge.made >= WORTH_A_NODE {
            edge.node = Some(new);
            self.nodes.push(Node::default());
            return Some(new);
        }
        edge.node
    }

    /// Tells every node on the way how the game came out.
    pub(super) fn learn(&mut self, trace: &Trace, value: impl Fn(Seat) -> f64) {
        for (node, edge, seat) in trace {
            let edge = &mut self.nodes[*node].edges[*edge];
            edge.made += 1.0;
            edge.value += value(*seat);
        }
    }
}

impl Node {
    /// The usual move as long as the node is young, then the one with the highest upper bound of those it has opened
    /// up to.
    fn select(
        &mut self,
        question: &Question<'_, '_>,
        game: &Game<'_>,
        seat: Seat,
        player: &mut Player,
    ) -> Option<(usize, Action)> {
        let settings = question.settings;
        let view = game.view(Viewer::Seat(seat));
        let legal = game.legal_actions(seat);
        let usual = player.decide(question.grounds, &view, &legal);
        self.visits += 1.0;
        let width = settings.width * self.visits.sqrt();
        if width < 2.0 {
            let action = legal.get(usual)?;
            return Some((self.edge(Move::of(&action, &view)), action));
        }
        let planned = player.plan(question.grounds, &view);
        let taste = Taste { planned, wanted: [0; MAX_ROUTES], often: 1, claims: settings.claims, cuts: 0 };
        let mut moves = candidates(&legal, &view, usual, &taste);
        let opened = moves.iter().enumerate().take_while(|(place, _)| (*place as f64) < width).count();
        moves.truncate(opened);
        let mut best = (0, 0, f64::NEG_INFINITY);
        for (place, candidate) in moves.iter().enumerate() {
            let at = self.edge(candidate.move_);
            let edge = &mut self.edges[at];
            edge.available += 1.0;
            let bound = edge.upper_bound(settings.curiosity);
            if bound > best.2 {
                best = (place, at, bound);
            }
        }
        Some((best.1, moves.swap_remove(best.0).action))
    }

    fn edge(&mut self, move_: Move) -> usize {
        self.edges.iter().position(|edge| edge.move_ == move_).unwrap_or_else(|| {
            self.edges.push(Edge { move_, node: None, made: 0.0, available: 0.0, value: 0.0 });
            self.edges.len() - 1
        })
    }
}

impl Edge {
    fn upper_bound(&self, curiosity: f64) -> f64 {
        if self.made < 1.0 {
            return f64::INFINITY;
        }
        self.value / self.made + curiosity * (self.available.max(1.0).ln() / self.made).sqrt()
    }
}
