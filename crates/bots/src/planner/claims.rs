//! Which route to claim, if any.

use whistlestop_rules::cards::Cards;
use whistlestop_rules::game::scoring::Network as Linked;
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::ids::{RouteId, RouteSet};

use super::extras::Extras;
use super::plan::{PER_POINT, Plan, prices};
use super::situation::Situation;
use super::wants::{Lack, Wants};
use super::Cuts;
use crate::atlas::{Atlas, CLOSED};

/// Turns that spending a locomotive costs while there is still use for it.
const LOCOMOTIVE: f32 = 0.15;
/// Chance that an opponent takes a route before the next turn: at none, one and both of its ends.
const DANGER: [f32; 3] = [0.02, 0.06, 0.15];
/// Points a lost route costs at most.
const WORST_LOSS: f32 = 20.0;
/// What share of an extra route's worth is lost by leaving it for later.
const HASTE: f32 = 0.2;
/// Share of the turns left that a plan may take if other routes are to come first.
const RELAXED: f32 = 0.75;

/// What a claim is weighed against.
pub(super) struct Claims<'s, 'v, 'e> {
    pub(super) situation: &'s Situation<'v, 'e>,
    pub(super) atlas: &'s Atlas,
    pub(super) plan: &'s Plan,
    pub(super) extras: &'s Extras,
    pub(super) lack: Lack,
    /// Turns the plan still takes.
    pub(super) turns: f32,
    pub(super) cuts: &'s Cuts,
}

impl Claims<'_, '_, '_> {
    /// The claim that gains the most over drawing cards, if one does.
    pub(super) fn best(&self, legal: &LegalActions<'_>) -> Option<usize> {
        let mut best: Option<(f32, usize)> = None;
        for index in 0..legal.len() {
            let Some(Action::ClaimRoute { route, payment }) = legal.get(index) else { break };
            let gain = self.gain(route, &payment);
            if gain >= 0.0 && best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, index));
            }
        }
        best.map(|(_, index)| index)
    }

    fn gain(&self, route: RouteId, payment: &Cards) -> f32 {
        let board = self.situation.board;
        let sides = board.twin_set(route).or(RouteSet::only(route));
        let planned = sides.and(self.plan.routes);
        let cut = self.cuts[route.index()];
        if !planned.is_empty() {
            return self.gain_of_planned(route, planned, payment) + cut;
        }
        let worth = if self.extras.routes.contains(route) {
            self.extras.worth(route)
        } else if cut > 0.0 {
            let rates = self.situation.rates;
            self.situation.points(route) - rates.train * f32::from(board.length(route)) - rates.turn
        } else {
            return -1.0;
        };
        let harm = self.harm(self.plan.routes, payment);
        if self.plan.routes.is_empty() {
            let is_extra = self.extras.routes.contains(route);
            return if is_extra { worth.max(0.0) - harm + cut } else { worth + cut };
        }
        if self.turns > RELAXED * self.situation.turns_left && cut <= 0.0 {
            return -1.0;
        }
        HASTE * worth - 0.3 * self.situation.rates.turn - harm + cut
    }

    fn gain_of_planned(&self, route: RouteId, planned: RouteSet, payment: &Cards) -> f32 {
        let rest = self.plan.routes.without(planned);
        let harm = self.harm(rest, payment);
        let length = f32::from(self.situation.board.length(route));
        if harm <= 0.0 && rest.is_empty() {
            return WORST_LOSS;
        }
        self.danger(route) + 0.02 * length - harm
    }

    /// What the cards that are spent would have been worth for the routes that stay to be claimed.
    fn harm(&self, rest: RouteSet, payment: &Cards) -> f32 {
        let situation = self.situation;
        let mut hand = situation.view.hand;
        hand.remove_all(payment);
        let after = Wants::of(situation.board, rest, situation.free, &hand).lacking(&hand);
        let more = after.cards.saturating_sub(self.lack.cards);
        let scarce = if rest.is_empty() { 0.0 } else { LOCOMOTIVE * f32::from(payment.locomotives()) };
        situation.rates.turn * (f32::from(more) / 2.0 + scarce)
    }

    /// What is to be feared for a planned route: the detour if it is lost, as likely as that is.
    fn danger(&self, route: RouteId) -> f32 {
        let situation = self.situation;
        if situation.has_spare_twin(route) {
            return 0.0;
        }
        let mut prices = prices(situation);
        let price = prices[route.index()];
        self.plan.routes.iter().for_each(|planned| prices[planned.index()] = 0);
        prices[route.index()] = CLOSED;
        situation.board.twin_set(route).iter().for_each(|twin| prices[twin.index()] = CLOSED);
        let [a, b] = situation.board.ends(route);
        let detour = self.atlas.reach(&prices, a, Some(b)).price(b);
        let loss = if detour == CLOSED {
            WORST_LOSS
        } else {
            (f32::from(detour.saturating_sub(price)) / PER_POINT).min(WORST_LOSS)
        };
        let opponents = f32::from(situation.view.players - 1).sqrt();
        DANGER[usize::from(situation.pressure(route)).min(2)] * opponents * loss
    }
}

/// The claim that brings the most at once, for a turn that is the last.
pub(super) fn last(situation: &Situation<'_, '_>, legal: &LegalActions<'_>) -> Option<usize> {
    let board = situation.board;
    let linked = Linked::new(board, situation.own.routes);
    let mut open = situation.view.tickets;
    for ticket in open.iter() {
        let [a, b] = board.ticket_ends(ticket);
        if linked.connects(a, b) {
            open.remove(ticket);
        }
    }
    let mut best: Option<(f32, usize)> = None;
    let mut weighed = RouteSet::EMPTY;
    for index in 0..legal.len() {
        let Some(Action::ClaimRoute { route, .. }) = legal.get(index) else { break };
        if weighed.contains(route) {
            continue;
        }
        weighed.insert(route);
        let mut gain = situation.points(route);
        if !open.is_empty() {
            let linked = Linked::new(board, situation.own.routes.or(RouteSet::only(route)));
            for ticket in open.iter() {
                let [a, b] = board.ticket_ends(ticket);
                if linked.connects(a, b) {
                    gain += 2.0 * f32::from(board.ticket_points(ticket));
                }
            }
        }
        if !board.touching(route).and(situation.own.routes).is_empty() {
            gain += 0.1 * f32::from(situation.rules.longest_path_bonus);
        }
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, index));
        }
    }
    best.map(|(_, index)| index)
}
