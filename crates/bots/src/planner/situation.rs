//! What every part of a decision needs to know: the view in the planner's words, and what things are worth.

use whistlestop_rules::edition::{Board, Rules};
use whistlestop_rules::game::{Ending, Phase};
use whistlestop_rules::ids::{CityId, RouteId, RouteSet};
use whistlestop_rules::view::{SeatView, View};

use super::Ground;
use super::network::Effort;
use super::plan::{DirectWays, ListPrices};
use super::weights::Weights;
use crate::atlas::attainable;

/// What turns and trains are worth in points, so that everything can be added up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rates {
    pub(super) turn: f32,
    pub(super) train: f32,
    /// Spaces of a claim, in the mean.
    pub(super) claim_length: f32,
}

impl Rates {
    /// From the better quarter of the routes: what they bring for the turns that drawing and claiming take.
    pub(super) fn of(board: &Board, weights: &Weights) -> Self {
        let mut per_turn: Vec<f32> = Vec::with_capacity(board.routes());
        let mut spaces = 0.0;
        for route in board.all_routes().iter() {
            let length = f32::from(board.length(route));
            spaces += length;
            per_turn.push(f32::from(board.points(route)) / turns_for(length));
        }
        per_turn.sort_by(|a, b| b.total_cmp(a));
        let best = &per_turn[..per_turn.len().div_ceil(4)];
        let turn = weights.turn_share * best.iter().sum::<f32>() / best.len().max(1) as f32;
        Self {
            turn,
            train: weights.train_in_turns * turn,
            claim_length: spaces / board.routes().max(1) as f32,
        }
    }
}

/// Turns to draw so many cards and claim a route with them.
fn turns_for(cards: f32) -> f32 {
    1.0 + cards / 2.0
}

/// A view as the planner reads it.
#[derive(Debug)]
pub(super) struct Situation<'v, 'e> {
    pub(super) view: &'v View<'e>,
    pub(super) board: &'e Board,
    pub(super) rules: &'e Rules,
    pub(super) own: &'v SeatView,
    /// Routes the seat can still come by and has the trains for.
    pub(super) free: RouteSet,
    pub(super) rates: Rates,
    pub(super) weights: &'v Weights,
    pub(super) effort: Effort,
    pub(super) list_prices: &'v ListPrices,
    pub(super) direct: &'v DirectWays,
    /// Own turns that are left, this one included.
    pub(super) turns_left: f32,
}

impl<'v, 'e> Situation<'v, 'e> {
    pub(super) fn new(view: &'v View<'e>, own: &'v SeatView, ground: &'v Ground) -> Self {
        let rates = ground.rates;
        let board = view.edition.board();
        let rules = view.edition.rules();
        Self {
            view,
            board,
            rules,
            own,
            free: attainable(view, own).and(board.up_to_length(own.trains)),
            rates,
            weights: &ground.weights,
            effort: ground.effort,
            list_prices: &ground.list_prices,
            direct: &ground.direct,
            turns_left: turns_left(view, rates, &ground.weights),
        }
    }

    pub(super) fn is_last_turn(&self) -> bool {
        matches!(self.view.ending, Ending::TurnsLeft(left) if left < self.view.players)
            && self.view.phase != Phase::FirstTickets
    }

    pub(super) fn owns_city(&self, city: CityId) -> bool {
        !self.board.at_city(city).and(self.own.routes).is_empty()
    }

    /// Points for claiming a route: its own, and attractions it is the first to touch.
    pub(super) fn points(&self, route: RouteId) -> f32 {
        let mut points = f32::from(self.board.points(route));
        if self.rules.attraction_points > 0 {
            for end in self.board.ends(route) {
                if self.board.is_attraction(end) && !self.owns_city(end) {
                    points += f32::from(self.rules.attraction_points);
                }
            }
        }
        points
    }

    /// Whether a route can be lost without its cities being cut apart.
    pub(super) fn has_spare_twin(&self, route: RouteId) -> bool {
        self.view.players > self.rules.doubles_closed_up_to
            && !self.board.twin_set(route).and(self.free).is_empty()
    }
}

/// Own turns until the game ends, as far as trains and cards on the table tell.
fn turns_left(view: &View<'_>, rates: Rates, weights: &Weights) -> f32 {
    if let Ending::TurnsLeft(_) = view.ending {
        return 1.0;
    }
    let end_at = view.edition.rules().end_at;
    let soonest = view
        .seats
        .iter()
        .map(|seat| {
            let trains = f32::from(seat.trains.saturating_sub(end_at));
            (trains - f32::from(seat.cards)).max(0.0) / 2.0 + trains / rates.claim_length
        })
        .fold(f32::INFINITY, f32::min);
    weights.pace * soonest + 1.0
}
