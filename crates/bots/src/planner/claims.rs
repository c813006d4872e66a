//! Which route to claim, if any.

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::edition::Board;
use whistlestop_rules::game::scoring::Network as Linked;
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::ids::{RouteId, RouteSet};

use super::Cuts;
use super::extras::Extras;
use super::plan::{PER_POINT, Plan};
use super::situation::Situation;
use super::survey::Survey;
use super::wants::{Lack, Wants};
use crate::atlas::Atlas;

/// Points a lost route costs at most.
const WORST_LOSS: f32 = 20.0;
/// The same as a price.
#[expect(clippy::cast_sign_loss, reason = "no loss is less than nothing")]
const RUINOUS: u16 = (WORST_LOSS * PER_POINT) as u16;
/// Share of the turns left that a plan may take if other routes are to come first.
const RELAXED: f32 = 0.75;

/// Turns by which an extra route before its time delays the plan, as far as that matters.
const DELAY: f32 = 0.3;
/// What share of a cut is gained by having a route now that would be claimed anyway.
const SOONER: f32 = 0.15;
/// Turns left from which the end is near, and cards up to which no hand is rich.
const LATE: f32 = 10.0;
const RICH: u8 = 8;
/// The gain of a claim that is out of the question.
const NEVER: f32 = -1.0;

/// What a claim is weighed against.
pub(super) struct Claims<'s, 'v, 'e> {
    pub(super) situation: &'s Situation<'v, 'e>,
    pub(super) atlas: &'s Atlas,
    pub(super) survey: &'s Survey,
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
        let board = self.situation.board;
        let planned = self.plan.routes.or(board.twins(self.plan.routes));
        let wanted = planned.or(self.extras.routes).or(self.cuts.routes);
        let hand = &self.situation.view.hand;
        let mut best: Option<(f32, RouteId, Card)> = None;
        for route in legal.claimable().and(wanted).iter() {
            for card in colors_for(board, hand, route) {
                let length = board.length(route);
                let colored = if card.is_locomotive() { 0 } else { hand.count(card).min(length) };
                let most = best.map_or(0.0, |(most, ..)| most);
                let payment = Cards::payment(card, colored, length - colored);
                let gain = self.gain(route, &payment, most);
                if gain >= 0.0 && best.is_none_or(|(most, ..)| gain > most) {
                    best = Some((gain, route, card));
                }
            }
        }
        best.and_then(|(_, route, card)| place_of_claim(board, legal, route, card))
    }

    /// What a claim gains over drawing cards. Below `to_beat` it need not be exact.
    fn gain(&self, route: RouteId, payment: &Cards, to_beat: f32) -> f32 {
        let board = self.situation.board;
        let sides = board.twin_set(route).or(RouteSet::only(route));
        let planned = sides.and(self.plan.routes);
        let cut = self.cuts.worth[route.index()];
        let to_beat = if cut > 0.0 { f32::NEG_INFINITY } else { to_beat };
        if !planned.is_empty() {
            return self.gain_of_planned(route, planned, payment, to_beat) + SOONER * cut;
        }
        if self.extras.routes.contains(route) {
            let worth = self.extras.worth(route);
            if self.plan.routes.is_empty() {
                return worth.max(0.0) + SOONER * cut;
            }
            if self.is_in_haste() {
                return NEVER;
            }
            let soon = self.situation.weights.haste * worth - DELAY * self.situation.rates.turn;
            return self.less_harm(soon, self.plan.routes, payment, to_beat) + SOONER * cut;
        }
        if cut <= 0.0 || self.is_in_haste() {
            return NEVER;
        }
        let rates = self.situation.rates;
        let spent = rates.train * f32::from(board.length(route)) + rates.turn;
        self.situation.points(route) - spent - self.harm(self.plan.routes, payment) + cut
    }

    /// Whether the plan takes most of the turns that are left.
    fn is_in_haste(&self) -> bool {
        self.turns > RELAXED * self.situation.turns_left
    }

    fn gain_of_planned(&self, route: RouteId, planned: RouteSet, payment: &Cards, to_beat: f32) -> f32 {
        let rest = self.plan.routes.without(planned);
        if rest.is_empty() {
            return WORST_LOSS;
        }
        let gain = self.survey.danger(route, || self.danger(route)) + self.eagerness(route);
        self.less_harm(gain, rest, payment, to_beat)
    }

    /// A gain less what paying harms the routes that stay to be claimed. That is only reckoned if it can matter.
    fn less_harm(&self, gain: f32, rest: RouteSet, payment: &Cards, to_beat: f32) -> f32 {
        if gain < to_beat { NEVER } else { gain - self.harm(rest, payment) }
    }

    /// What it is worth to have a planned route now instead of later, apart from the danger of losing it.
    fn eagerness(&self, route: RouteId) -> f32 {
        let Situation { weights, turns_left, .. } = self.situation;
        let length = f32::from(self.situation.board.length(route));
        let late = (LATE - turns_left).max(0.0);
        let rich = f32::from(self.situation.view.hand.total().saturating_sub(RICH));
        weights.eager
            + weights.eager_per_space * length
            + weights.eager_when_late * late
            + weights.eager_when_rich * rich
    }

    /// What the cards that are spent would have been worth for the routes that stay to be claimed.
    fn harm(&self, rest: RouteSet, payment: &Cards) -> f32 {
        if rest.is_empty() {
            return 0.0;
        }
        let situation = self.situation;
        let mut hand = situation.view.hand;
        hand.remove_all(payment);
        let after = Wants::of(situation.board, rest, situation.free, &hand).lacking(&hand);
        let more = after.cards.saturating_sub(self.lack.cards);
        let scarce = situation.weights.locomotive * f32::from(payment.locomotives());
        situation.rates.turn * (f32::from(more) / 2.0 + scarce)
    }

    /// What is to be feared for a planned route: the detour if it is lost, as likely as that is.
    fn danger(&self, route: RouteId) -> f32 {
        let situation = self.situation;
        let pressure = usize::from(self.survey.pressure(situation.board, route)).min(2);
        let likely = situation.weights.danger[pressure];
        if likely <= 0.0 || situation.has_spare_twin(route) {
            return 0.0;
        }
        let price = self.survey.prices[route.index()];
        let limit = price.saturating_add(RUINOUS);
        let detour = self.survey.detours.around(route, limit, self.atlas, situation.board);
        let loss = detour.map_or(WORST_LOSS, |detour| f32::from(detour.saturating_sub(price)) / PER_POINT);
        let opponents = f32::from(situation.view.players - 1).sqrt();
        likely * opponents * loss
    }
}

/// The cards a route can be paid with besides locomotives; the locomotive where they alone can pay.
fn colors_for<'h>(board: &Board, hand: &'h Cards, route: RouteId) -> impl Iterator<Item = Card> + use<'h> {
    let length = board.length(route);
    let color = board.color(route);
    Card::ALL.into_iter().filter(move |card| match color {
        Some(color) => *card == color,
        None if card.is_locomotive() => hand.locomotives() >= length,
        None => hand.count(*card) > 0 && hand.count(*card) + hand.locomotives() >= length,
    })
}

/// Where a claim stands in the list: claims come first, by card and then by route.
fn place_of_claim(board: &Board, legal: &LegalActions<'_>, route: RouteId, card: Card) -> Option<usize> {
    let wanted = (card, route);
    let (mut low, mut high) = (0, legal.len());
    while low < high {
        let middle = usize::midpoint(low, high);
        let Some(Action::ClaimRoute { route, payment }) = legal.get(middle) else {
            high = middle;
            continue;
        };
        let paid_with = board.color(route).or(payment.only_color().ok().flatten());
        match (paid_with.unwrap_or(Card::Locomotive), route).cmp(&wanted) {
            std::cmp::Ordering::Equal => return Some(middle),
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
        }
    }
    None
}

/// The claim that brings the most at once, for a turn that is the last or has nothing better.
pub(super) fn best_points(situation: &Situation<'_, '_>, legal: &LegalActions<'_>) -> Option<usize> {
    let board = situation.board;
    let linked = Linked::new(board, situation.own.routes);
    let mut open = situation.view.tickets;
    for ticket in open.iter() {
        let [a, b] = board.ticket_ends(ticket);
        if linked.connects(a, b) {
            open.remove(ticket);
        }
    }
    let mut best: Option<(f32, RouteId)> = None;
    for route in legal.claimable().iter() {
        let mut gain = situation.points(route);
        let [c, d] = board.ends(route);
        for ticket in open.iter() {
            let [a, b] = board.ticket_ends(ticket);
            let is_done = linked.connects(a, c) && linked.connects(d, b)
                || linked.connects(a, d) && linked.connects(c, b);
            if is_done {
                gain += 2.0 * f32::from(board.ticket_points(ticket));
            }
        }
        if !board.touching(route).and(situation.own.routes).is_empty() {
            gain += 0.1 * f32::from(situation.rules.longest_path_bonus);
        }
        if best.is_none_or(|(most, _)| gain > most) {
            best = Some((gain, route));
        }
    }
    let (_, best) = best?;
    (0..legal.len())
        .find(|index| matches!(legal.get(*index), Some(Action::ClaimRoute { route, .. }) if route == best))
}
