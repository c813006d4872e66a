//! Who plays in a simulated game.

use whistlestop_rules::game::LegalActions;
use whistlestop_rules::ids::RouteSet;
use whistlestop_rules::view::View;

use crate::planner::{Ground, Mind, NO_CUTS};
use crate::sprint::{Outlook, Plan, Terrain, decide};

/// A seat of a simulated game and what it has in mind.
#[derive(Clone, Debug)]
pub(super) enum Player {
    /// The seat that asks. It is a planner too, with weights of its own.
    Own(Mind),
    Planner(Mind),
    Racer(Plan),
}

/// What players make of an edition: the same for all games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grounds<'g, 'e> {
    /// Of the seat that asks.
    pub(super) own: &'g Ground,
    pub(super) planning: &'g Ground,
    pub(super) racing: &'g Terrain<'e>,
    /// Of others, and of the seat that asks, in a quick look.
    pub(super) fast: &'g Terrain<'e>,
    pub(super) own_fast: &'g Terrain<'e>,
}

impl Default for Player {
    fn default() -> Self {
        Self::Planner(Mind::default())
    }
}

impl Player {
    /// The place of the best action on the list.
    pub(super) fn decide(
        &mut self,
        grounds: Grounds<'_, '_>,
        view: &View<'_>,
        legal: &LegalActions<'_>,
    ) -> usize {
        match self {
            Self::Own(mind) => mind.decide(grounds.own, view, legal, &NO_CUTS),
            Self::Planner(mind) => mind.decide(grounds.planning, view, legal, &NO_CUTS),
            Self::Racer(plan) => {
                let Some(outlook) = Outlook::of_view(view) else { return 0 };
                let action = decide(grounds.racing, &outlook, plan);
                legal.iter().position(|listed| listed == action).unwrap_or(0)
            }
        }
    }

    /// The routes it is going to build.
    pub(super) fn plan(&mut self, grounds: Grounds<'_, '_>, view: &View<'_>) -> RouteSet {
        match self {
            Self::Own(mind) => mind.plan(grounds.own, view),
            Self::Planner(mind) => mind.plan(grounds.planning, view),
            Self::Racer(plan) => {
                if let Some(outlook) = Outlook::of_view(view) {
                    *plan = Plan::new(grounds.racing, &outlook);
                }
                plan.targets.iter().map(|target| target.route).collect()
            }
        }
    }
}
