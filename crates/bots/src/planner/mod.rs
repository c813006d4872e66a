//! The player that chooses tickets by what they cost and builds the cheapest network for all of them.
//!
//! Everything is weighed in points: a turn and a train have a rate, so that a ticket, a card and a route that might
//! be lost can be compared. A plan is kept until a route of it is lost, the tickets change or time runs short.

mod claims;
mod draws;
mod extras;
pub mod network;
mod plan;
mod situation;
#[cfg(test)]
mod tests;
mod tickets;
mod wants;
mod weights;

use std::sync::Arc;

use rand_core::Rng;
use whistlestop_rules::game::{LegalActions, Phase};
use whistlestop_rules::ids::{MAX_ROUTES, TicketSet};
use whistlestop_rules::view::View;

use self::claims::Claims;
use self::draws::Draws;
use self::extras::Extras;
use self::plan::{Plan, Planning, prices, turns_needed};
use self::situation::{Rates, Situation};
use self::wants::Wants;
pub use self::weights::Weights;
use crate::atlas::Atlas;
use crate::bot::Bot;

/// What it is worth to a seat that nobody else can have a route, in points.
pub(crate) type Cuts = [f32; MAX_ROUTES];

const NO_CUTS: Cuts = [0.0; MAX_ROUTES];

#[derive(Clone, Debug, Default)]
pub struct Planner {
    weights: Weights,
    memory: Option<Memory>,
}

/// What need not be worked out at every decision.
#[derive(Clone, Debug)]
struct Memory {
    atlas: Arc<Atlas>,
    rates: Rates,
    plan: Option<Kept>,
}

/// A plan and the tickets it was made for.
#[derive(Clone, Copy, Debug)]
struct Kept {
    tickets: TicketSet,
    plan: Plan,
}

/// Share of the turns left that a plan may take before it is thought over.
const TIGHT: f32 = 0.9;

impl Bot for Planner {
    fn choose(&mut self, view: &View<'_>, legal: &LegalActions<'_>, _generator: &mut dyn Rng) -> usize {
        self.decide(view, legal, &NO_CUTS)
    }
}

impl Planner {
    /// A planner that weighs things its own way.
    pub fn with(weights: Weights) -> Self {
        Self { weights, memory: None }
    }

    /// The choice of a planner to which some routes are worth more than its plan says.
    pub(crate) fn decide(&mut self, view: &View<'_>, legal: &LegalActions<'_>, cuts: &Cuts) -> usize {
        let (1.., Some(own)) = (legal.len() - 1, view.own_seat()) else { return 0 };
        let board = view.edition.board();
        let memory = match self.memory.take() {
            Some(memory) if view.phase != Phase::FirstTickets => memory,
            _ => {
                Memory { atlas: Atlas::of(view.edition), rates: Rates::of(board, &self.weights), plan: None }
            }
        };
        let memory = self.memory.insert(memory);
        let situation = Situation::new(view, own, memory.rates, &self.weights);
        match view.phase {
            Phase::FirstTickets | Phase::Tickets => {
                let prices = prices(&situation);
                let planning = Planning { situation: &situation, atlas: &memory.atlas, prices: &prices };
                tickets::keep(&planning, legal)
            }
            _ => memory.take_turn(&situation, legal, cuts),
        }
    }
}

impl Memory {
    fn take_turn(&mut self, situation: &Situation<'_, '_>, legal: &LegalActions<'_>, cuts: &Cuts) -> usize {
        if situation.is_last_turn()
            && let Some(index) = claims::last(situation, legal)
        {
            return index;
        }
        let plan = self.plan_for(situation);
        let board = situation.board;
        let hand = &situation.view.hand;
        let wants = Wants::of(board, plan.routes, situation.free, hand);
        let lack = wants.lacking(hand);
        let trains: u8 = plan.routes.iter().map(|route| board.length(route)).sum();
        let turns = f32::from(lack.cards) / 2.0 + plan.routes.len() as f32;
        let extras = Extras::choose(
            situation,
            plan.routes,
            lack,
            situation.own.trains.saturating_sub(trains),
            situation.turns_left - turns,
        );
        if situation.view.phase == Phase::Turn {
            let claims =
                Claims { situation, atlas: &self.atlas, plan: &plan, extras: &extras, lack, turns, cuts };
            if let Some(index) = claims.best(legal) {
                return index;
            }
            if let Some(index) = tickets::draw(situation, &self.atlas, &plan, turns, legal) {
                return index;
            }
        }
        Draws::new(situation, wants, &extras, lack).best(legal)
    }

    /// The plan of the last decision if it still holds, or a new one.
    fn plan_for(&mut self, situation: &Situation<'_, '_>) -> Plan {
        let tickets = situation.view.tickets;
        if let Some(kept) = &self.plan
            && kept.tickets == tickets
            && let Some(plan) = kept.plan.still_good(situation)
        {
            let trains: u32 = plan.routes.iter().map(|route| u32::from(situation.board.length(route))).sum();
            let needed = turns_needed(situation, trains, plan.routes.len());
            let is_in_time = needed <= TIGHT * situation.turns_left;
            if plan.routes.is_empty() || (is_in_time && trains <= situation.own.trains.into()) {
                self.plan = Some(Kept { tickets, plan });
                return plan;
            }
        }
        let prices = prices(situation);
        let plan = Planning { situation, atlas: &self.atlas, prices: &prices }.best(tickets);
        self.plan = Some(Kept { tickets, plan });
        plan
    }
}
