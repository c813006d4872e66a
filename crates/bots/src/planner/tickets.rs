//! Which tickets to keep, and when to draw more.

use arrayvec::ArrayVec;
use whistlestop_rules::game::scoring::Network as Linked;
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::ids::MAX_TICKETS;

use super::plan::{PER_POINT, Plan, Planning};
use super::situation::Situation;
use crate::atlas::{Atlas, CLOSED, Prices};

/// Of the ways to keep tickets, the one with the most valuable plan.
pub(super) fn keep(planning: &Planning<'_, '_, '_>, legal: &LegalActions<'_>) -> usize {
    let view = planning.situation.view;
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, action) in legal.iter().enumerate() {
        let Action::KeepTickets { returned } = action else { continue };
        let kept = view.offer.without(returned.iter().copied().collect());
        let value = planning.best(view.tickets.or(kept)).value;
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

/// The entry that draws tickets, if the best of them can be expected to be worth more than the turn.
pub(super) fn draw(
    situation: &Situation<'_, '_>,
    atlas: &Atlas,
    prices: &Prices,
    plan: &Plan,
    turns: f32,
    legal: &LegalActions<'_>,
) -> Option<usize> {
    let spare = situation.turns_left - turns - 1.0;
    if !plan.routes.is_empty() || spare < situation.weights.turns_for_tickets {
        return None;
    }
    let index = legal.len() - 1;
    if legal.get(index) != Some(Action::DrawTickets) {
        return None;
    }
    let gain = expected_best(situation, atlas, prices, spare);
    (gain > situation.weights.worthwhile * situation.rates.turn).then_some(index)
}

/// What the best of the tickets of a draw is worth in the mean.
fn expected_best(situation: &Situation<'_, '_>, atlas: &Atlas, prices: &Prices, turns: f32) -> f32 {
    let view = situation.view;
    let board = situation.board;
    let seen = view.tickets.or(view.removed).or(view.bottom.shuffled.own);
    let seen = view.bottom.placed.iter().filter_map(|placed| placed.ticket).fold(seen, |mut seen, ticket| {
        seen.insert(ticket);
        seen
    });
    let unseen = board.all_tickets().without(seen);
    let linked = Linked::new(board, situation.own.routes);
    let Some(home) = situation.own.routes.iter().next().map(|route| board.ends(route)[0]) else { return 0.0 };
    let reach = atlas.reach(prices, home, None);
    let mut worths: ArrayVec<f32, MAX_TICKETS> = ArrayVec::new();
    for ticket in unseen.iter() {
        let [a, b] = board.ticket_ends(ticket);
        let points = f32::from(board.ticket_points(ticket));
        if linked.connects(a, b) {
            worths.push(points);
            continue;
        }
        if reach.price(a).max(reach.price(b)) == CLOSED {
            worths.push(-points);
            continue;
        }
        // By way of the own network, which is where a ticket that is worth having lies.
        let path = reach.path(a).or(reach.path(b)).without(situation.own.routes);
        let price: f32 = path.iter().map(|route| f32::from(prices[route.index()])).sum();
        let trains: u16 = path.iter().map(|route| u16::from(board.length(route))).sum();
        let needed =
            0.6 * (f32::from(trains) - 0.7 * f32::from(view.hand.total())).max(0.0) + path.len() as f32;
        let likely = if trains > situation.own.trains.into() {
            0.0
        } else {
            (0.95 - 1.1 * (needed / turns - 0.6).max(0.0)).clamp(0.0, 1.0)
        };
        worths.push(((2.0 * likely - 1.0) * points - price / PER_POINT).max(-points));
    }
    worths.sort_by(|a, b| b.total_cmp(a));
    mean_of_best(&worths, situation.rules.draw.into())
}

/// The mean of the largest of `drawn` members of a list that is sorted, largest first.
fn mean_of_best(worths: &[f32], drawn: usize) -> f32 {
    let all = worths.len();
    let mut left = 1.0;
    let mut mean = 0.0;
    for (place, worth) in worths.iter().enumerate() {
        // The chance that this one is drawn while none of the better ones is.
        let rest = all - place;
        let chance = if rest <= drawn { 1.0 } else { drawn as f32 / rest as f32 };
        mean += left * chance * worth;
        left *= 1.0 - chance;
    }
    mean
}
