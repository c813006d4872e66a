//! What a search is asked: a view, what may lie behind it, and which moves are worth comparing.

use rand_xoshiro::SplitMix64;
use whistlestop_rules::game::{Game, LegalActions, Standings};
use whistlestop_rules::ids::{MAX_ROUTES, MAX_SEATS, RouteSet, Seat};
use whistlestop_rules::view::{View, Viewer};

use super::Settings;
use super::aims::{Aims, Supposed};
use super::belief::Belief;
use super::candidates::{Candidates, Taste, candidates};
use super::player::{Grounds, Player};
use super::thought::Limit;
use crate::planner::Mind;
use crate::sprint::Plan;

/// Everything that is the same for all simulated games of one decision.
#[derive(Debug)]
pub(super) struct Question<'v, 'e> {
    pub(super) view: &'v View<'e>,
    pub(super) seat: Seat,
    pub(super) settings: &'v Settings,
    pub(super) grounds: Grounds<'v, 'e>,
    pub(super) belief: Belief<'v>,
}

/// Games that are imagined at most to learn what the others are likely to build.
const IMAGINED: u32 = 24;

/// In one of how many of those a route must be needed to be taken for wanted.
const SELDOM: u32 = 8;

impl<'v, 'e> Question<'v, 'e> {
    /// `None` for a view that is no seat's.
    pub(super) fn new(
        view: &'v View<'e>,
        grounds: Grounds<'v, 'e>,
        settings: &'v Settings,
        aims: &'v Aims,
    ) -> Option<Self> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        Some(Self { view, seat, settings, grounds, belief: Belief::new(view, aims) })
    }

    /// The moves worth comparing, the usual one first. `own` is how the asking seat plays.
    pub(super) fn moves(
        &self,
        legal: &LegalActions<'_>,
        own: &mut Player,
        limit: Limit,
        generator: &mut SplitMix64,
    ) -> Candidates {
        let usual = own.decide(self.grounds, self.view, legal);
        let imagined = match limit {
            _ if legal.claimable().is_empty() => 0,
            Limit::Iterations(iterations) => iterations.min(IMAGINED),
            Limit::Until(_) => IMAGINED,
        };
        let taste = Taste {
            wanted: self.wanted(imagined, generator),
            planned: own.plan(self.grounds, self.view),
            often: imagined.div_ceil(SELDOM).max(1),
            claims: self.settings.claims,
            cuts: self.settings.cuts,
        };
        candidates(legal, self.view, usual, &taste)
    }

    /// A game that could be the real one, how the others play in it, and all that they need for that.
    pub(super) fn imagine(&self, generator: &mut SplitMix64) -> (Game<'e>, [Player; MAX_SEATS], RouteSet) {
        let (game, supposed) = self.belief.imagine(self.view, self.settings.deals, generator);
        let mut players: [Player; MAX_SEATS] = std::array::from_fn(|_| Player::default());
        let mut needed = RouteSet::EMPTY;
        for seat in game.seats().filter(|seat| *seat != self.seat) {
            let player = &mut players[seat.index()];
            match supposed[seat.index()] {
                Supposed::Unknown => {}
                Supposed::Planner(aim) => {
                    *player = Player::Planner(Mind::meaning_to_build(aim.tickets, aim.plan));
                }
                Supposed::Racer => *player = Player::Racer(Plan::default()),
            }
            needed = needed.or(player.plan(self.grounds, &game.view(Viewer::Seat(seat))));
        }
        (game, players, needed)
    }

    /// In how many of some games that could be the real one another seat's plan needs each route.
    fn wanted(&self, imagined: u32, generator: &mut SplitMix64) -> [u32; MAX_ROUTES] {
        let board = self.view.edition.board();
        let mut wanted = [0; MAX_ROUTES];
        for _ in 0..imagined {
            let (_, _, needed) = self.imagine(generator);
            needed.or(board.twins(needed)).iter().for_each(|route| wanted[route.index()] += 1);
        }
        wanted
    }

    /// How a finished game is to be judged by a seat, between 0 and 1.
    pub(super) fn utility(&self, standings: &Standings, seat: Seat) -> f64 {
        let Some(own) = standings.get(seat.index()) else { return 0.0 };
        let others = standings.iter().filter(|other| other.seat != seat);
        let best_other = others.map(|other| other.total).max().unwrap_or(own.total);
        let winners = standings.iter().filter(|standing| standing.rank == 1).count();
        let victory = if own.rank == 1 { 1.0 / winners as f64 } else { 0.0 };
        let lead = f64::from(own.total - best_other) / self.settings.lead;
        let by_far = 1.0 / (1.0 + (-lead).exp());
        self.settings.victory * victory + (1.0 - self.settings.victory) * by_far
    }
}
