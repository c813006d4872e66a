//! The player that chooses tickets by what they cost and builds the cheapest network for all of them.
//!
//! Everything is weighed in points: a turn and a train have a rate, so that a ticket, a card and a route that might
//! be lost can be compared. A plan is kept until a route of it is lost, the tickets change or time runs short.

mod claims;
mod detours;
mod draws;
mod extras;
mod memo;
pub mod network;
mod plan;
mod situation;
mod survey;
#[cfg(test)]
mod tests;
mod tickets;
mod wants;
mod weights;

use std::sync::Arc;

use rand_core::Rng;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{LegalActions, Phase};
use whistlestop_rules::ids::{MAX_ROUTES, RouteId, RouteSet, TicketSet};
use whistlestop_rules::view::View;

use self::claims::Claims;
use self::draws::Draws;
use self::extras::{Extras, Worths};
use self::network::Effort;
use self::plan::{DirectWays, ListPrices, Plan, Planning, Reckoned, list_prices, turns_needed};
use self::situation::{Rates, Situation};
use self::survey::Survey;
use self::wants::Wants;
pub use self::weights::Weights;
use crate::atlas::Atlas;
use crate::bot::Bot;

/// What it is worth to a seat that nobody else can have a route, in points.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    worth: [f32; MAX_ROUTES],
    /// Those that are worth anything.
    routes: RouteSet,
}

pub(crate) const NO_CUTS: Cuts = Cuts { worth: [0.0; MAX_ROUTES], routes: RouteSet::EMPTY };

impl From<[f32; MAX_ROUTES]> for Cuts {
    fn from(worth: [f32; MAX_ROUTES]) -> Self {
        let routes = worth.iter().enumerate().filter(|(_, worth)| **worth > 0.0);
        Self { worth, routes: routes.map(|(route, _)| RouteId(route as u8)).collect() }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Planner {
    weights: Weights,
    effort: Effort,
    /// From the first decision of a game on.
    game: Option<(Ground, Mind)>,
}

/// What a planner makes of an edition: the same for all decisions and games.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    atlas: Arc<Atlas>,
    rates: Rates,
    weights: Weights,
    effort: Effort,
    list_prices: Box<ListPrices>,
    direct: DirectWays,
}

/// What a seat has in mind, so that it need not be worked out at every decision.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mind {
    survey: Survey,
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
        Self { weights, ..Self::default() }
    }

    /// A planner that does not look far for the cheapest network, as in the simulated games of a search.
    pub fn quick() -> Self {
        Self { effort: Effort::Quick, ..Self::default() }
    }

    /// The tickets it holds and the routes it means to build for them, once it has made a plan.
    pub fn intention(&self) -> Option<(TicketSet, RouteSet)> {
        self.game.as_ref().and_then(|(_, mind)| mind.intention())
    }

    /// The choice of a planner to which some routes are worth more than its plan says.
    pub(crate) fn decide(&mut self, view: &View<'_>, legal: &LegalActions<'_>, cuts: &Cuts) -> usize {
        if view.phase == Phase::FirstTickets {
            self.game = None;
        }
        let new_game = || (Ground::new(view.edition, self.weights, self.effort), Mind::default());
        let (ground, mind) = self.game.get_or_insert_with(new_game);
        mind.decide(ground, view, legal, cuts)
    }
}

impl Ground {
    pub(crate) fn new(edition: &Edition, weights: Weights, effort: Effort) -> Self {
        let rates = Rates::of(edition.board(), &weights);
        let list_prices = Box::new(list_prices(edition.board(), rates, &weights));
        let direct = DirectWays::of(edition.board());
        Self { atlas: Atlas::of(edition), rates, weights, effort, list_prices, direct }
    }
}

impl Mind {
    /// The place of the best action on the list.
    pub(crate) fn decide(
        &mut self,
        ground: &Ground,
        view: &View<'_>,
        legal: &LegalActions<'_>,
        cuts: &Cuts,
    ) -> usize {
        let (2.., Some(own)) = (legal.len(), view.own_seat()) else { return 0 };
        let situation = Situation::new(view, own, ground);
        match view.phase {
            Phase::FirstTickets | Phase::Tickets => {
                self.survey.update(&situation);
                let planning = Planning::new(&situation, &ground.atlas, &self.survey);
                tickets::keep(&planning, legal)
            }
            _ => self.take_turn(&situation, &ground.atlas, legal, cuts),
        }
    }

    /// The routes that the seat of a view is going to build for its tickets.
    pub(crate) fn plan(&mut self, ground: &Ground, view: &View<'_>) -> RouteSet {
        let Some(own) = view.own_seat() else { return RouteSet::EMPTY };
        let situation = Situation::new(view, own, ground);
        self.survey.update(&situation);
        self.plan_for(&situation, &ground.atlas).routes
    }

    /// Hands over what tells, for any tickets the seat of a view might hold, the routes it would still build for them and
    /// what that is worth.
    pub(crate) fn plans(
        &mut self,
        ground: &Ground,
        view: &View<'_>,
        ask: impl FnOnce(&dyn Fn(TicketSet) -> (RouteSet, f32)),
    ) {
        let Some(own) = view.own_seat() else { return };
        let situation = Situation::new(view, own, ground);
        self.survey.update(&situation);
        let reckoned = Reckoned::all();
        let planning = Planning::with(&situation, &ground.atlas, &self.survey, &reckoned);
        ask(&|tickets| {
            let plan = planning.best(tickets);
            (plan.routes, plan.value)
        });
    }

    /// The tickets for which there is a plan, and the routes still to be built for them.
    pub(crate) fn intention(&self) -> Option<(TicketSet, RouteSet)> {
        self.plan.as_ref().map(|kept| (kept.tickets, kept.plan.routes))
    }

    /// What a seat has in mind that means to build these routes for its tickets.
    pub(crate) fn meaning_to_build(tickets: TicketSet, routes: RouteSet) -> Self {
        let mut mind = Self::default();
        mind.assume(tickets, routes);
        mind
    }

    /// Takes it that the seat means to build these routes for its tickets.
    pub(crate) fn assume(&mut self, tickets: TicketSet, routes: RouteSet) {
        self.plan = Some(Kept { tickets, plan: Plan { routes, goals: tickets, value: 0.0 } });
    }

    fn take_turn(
        &mut self,
        situation: &Situation<'_, '_>,
        atlas: &Atlas,
        legal: &LegalActions<'_>,
        cuts: &Cuts,
    ) -> usize {
        if situation.is_last_turn()
            && let Some(index) = claims::best_points(situation, legal)
        {
            return index;
        }
        self.survey.update(situation);
        let plan = self.plan_for(situation, atlas);
        let board = situation.board;
        self.survey.plan_for(situation, plan.routes, |network| Worths::beside(situation, network));
        let survey = &self.survey;
        let hand = &situation.view.hand;
        let wants = Wants::of(board, plan.routes, situation.free, hand);
        let lack = wants.lacking(hand);
        let trains: u8 = plan.routes.iter().map(|route| board.length(route)).sum();
        let turns = f32::from(lack.cards) / 2.0 + plan.routes.len() as f32;
        let extras = Extras::choose(
            situation,
            survey,
            lack,
            situation.own.trains.saturating_sub(trains),
            situation.turns_left - turns,
        );
        if situation.view.phase == Phase::Turn {
            let claims = Claims { situation, atlas, survey, plan: &plan, extras: &extras, lack, turns, cuts };
            if let Some(index) = claims.best(legal) {
                return index;
            }
            if let Some(index) = tickets::draw(situation, atlas, &survey.prices, &plan, turns, legal) {
                return index;
            }
        }
        // Without cards to draw, a route that is good for nothing else brings its points.
        let draw = Draws::new(situation, wants, &extras, lack).best(legal);
        draw.or_else(|| claims::best_points(situation, legal)).unwrap_or(legal.len() - 1)
    }

    /// The plan of the last decision if it still holds, or a new one.
    fn plan_for(&mut self, situation: &Situation<'_, '_>, atlas: &Atlas) -> Plan {
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
        let plan = Planning::new(situation, atlas, &self.survey).best(tickets);
        self.plan = Some(Kept { tickets, plan });
        plan
    }
}
