//! Which tickets to work for, and over which routes.

use std::sync::OnceLock;

use whistlestop_rules::edition::Board;
use whistlestop_rules::game::scoring::Network as Linked;
use whistlestop_rules::ids::{CityId, MAX_ROUTES, RouteId, RouteSet, TicketId, TicketSet};

use super::memo::Memo;
use super::network::{MAX_PAIRS, Network, Pair, Pairs, Shape, cheapest_network};
use super::situation::{Rates, Situation};
use super::survey::Survey;
use super::weights::Weights;
use crate::atlas::{Atlas, CLOSED, Prices};

/// Prices are in eighths of a point.
pub(super) const PER_POINT: f32 = 8.0;
/// The most likely a ticket ever is to be done.
const SUREST: f32 = 0.95;

/// The value of a plan for which there are not the trains or routes, so that any other is better.
const IMPOSSIBLE: f32 = -10_000.0;
/// Most tickets that are worked for at once: with a starting point of one's own, as many as a network can link.
const MAX_GOALS: usize = MAX_PAIRS - 1;
/// Networks that are remembered while tickets are weighed.
const MAX_NETWORKS: usize = 16;

/// The routes to claim and the tickets they complete.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plan {
    /// Still to be claimed; of a double route, either side will do.
    pub(super) routes: RouteSet,
    /// Tickets that are done or will be.
    pub(super) goals: TicketSet,
    /// Points it is expected to bring, compared with using the turns otherwise.
    pub(super) value: f32,
}

/// What a route costs the seat: trains and turns at their rates, less the points it brings.
pub(super) fn price_of(situation: &Situation<'_, '_>, route: RouteId, pressure: impl Fn() -> u8) -> u16 {
    if situation.own.routes.contains(route) {
        return 0;
    }
    if !situation.free.contains(route) {
        return CLOSED;
    }
    let pressure = if situation.has_spare_twin(route) { 0 } else { pressure() };
    if situation.rules.attraction_points > 0 {
        let length = situation.board.length(route);
        price(situation.rates, situation.weights, length, situation.points(route), pressure)
    } else {
        situation.list_prices[route.index()][usize::from(pressure).min(2)]
    }
}

/// What each route costs with none, one and both of its ends reached by an opponent, attractions left aside.
pub(super) type ListPrices = [[u16; 3]; MAX_ROUTES];

pub(super) fn list_prices(board: &Board, rates: Rates, weights: &Weights) -> ListPrices {
    let mut prices = [[CLOSED; 3]; MAX_ROUTES];
    for route in board.all_routes().iter() {
        let points = board.points(route).into();
        prices[route.index()] =
            [0, 1, 2].map(|pressure| price(rates, weights, board.length(route), points, pressure));
    }
    prices
}

/// For each ticket, the cheapest way on the empty map, found when it is first asked for.
#[derive(Clone, Debug)]
pub(super) struct DirectWays(Box<[OnceLock<Option<Pair>>]>);

impl DirectWays {
    pub(super) fn of(board: &Board) -> Self {
        Self((0..board.tickets()).map(|_| OnceLock::new()).collect())
    }
}

#[expect(clippy::cast_sign_loss, reason = "no route costs less than nothing")]
fn price(rates: Rates, weights: &Weights, length: u8, points: f32, pressure: u8) -> u16 {
    let length = f32::from(length);
    let work = rates.train * length + rates.turn * (1.0 + length / 2.0);
    let price =
        (work - points).max(weights.least_per_space * length) + weights.pressure_price * f32::from(pressure);
    (PER_POINT * price).round().max(1.0) as u16
}

/// Makes plans for one situation.
#[derive(Debug)]
pub(super) struct Planning<'s, 'v, 'e> {
    pub(super) situation: &'s Situation<'v, 'e>,
    pub(super) atlas: &'s Atlas,
    pub(super) prices: &'s Prices,
    reckoned: &'s Reckoned,
}

/// What was reckoned before at the same prices, because the same goals come up again and again.
#[derive(Clone, Debug)]
pub(super) struct Reckoned {
    pairs: Memo<TicketId, Option<Pair>, MAX_PAIRS>,
    networks: Memo<TicketSet, Option<Network>, MAX_NETWORKS>,
}

impl Reckoned {
    pub(super) fn few() -> Self {
        Self { pairs: Memo::few(), networks: Memo::few() }
    }

    /// For thousands of sets of tickets.
    pub(super) fn all() -> Self {
        Self { pairs: Memo::all(), networks: Memo::all() }
    }

    pub(super) fn forget(&mut self) {
        self.pairs.forget();
        self.networks.forget();
    }
}

impl<'s, 'v, 'e> Planning<'s, 'v, 'e> {
    pub(super) fn new(situation: &'s Situation<'v, 'e>, atlas: &'s Atlas, survey: &'s Survey) -> Self {
        Self::with(situation, atlas, survey, &survey.reckoned)
    }

    /// The same with a memory of its own.
    pub(super) fn with(
        situation: &'s Situation<'v, 'e>,
        atlas: &'s Atlas,
        survey: &'s Survey,
        reckoned: &'s Reckoned,
    ) -> Self {
        Self { situation, atlas, prices: &survey.prices, reckoned }
    }

    /// The best plan found for these tickets: all of them, or those that are worth their network and can be done in
    /// time.
    pub(super) fn best(&self, tickets: TicketSet) -> Plan {
        let (done, open) = self.sort_out(tickets);
        let hopeless: f32 = tickets.without(done.or(open)).iter().map(|ticket| self.points(ticket)).sum();
        let mut plan = self.with_goals(open, open);
        loop {
            let mut better = None;
            for ticket in plan.goals.iter() {
                let goals = plan.goals.without(TicketSet::only(ticket));
                let without = self.with_goals(open, goals);
                if without.value > better.as_ref().map_or(plan.value, |best: &Plan| best.value) {
                    better = Some(without);
                }
            }
            match better {
                Some(better) => plan = better,
                None => break,
            }
        }
        let won: f32 = done.iter().map(|ticket| self.points(ticket)).sum();
        Plan { goals: plan.goals.or(done), value: plan.value + won - hopeless, ..plan }
    }

    /// Tickets that are done, and those that can still be. Of very many, the least valuable are given up.
    fn sort_out(&self, tickets: TicketSet) -> (TicketSet, TicketSet) {
        let board = self.situation.board;
        let linked = Linked::new(board, self.situation.own.routes);
        let (mut done, mut open) = (TicketSet::EMPTY, TicketSet::EMPTY);
        for ticket in tickets.iter() {
            let [a, b] = board.ticket_ends(ticket);
            if linked.connects(a, b) {
                done.insert(ticket);
            } else if self.pair(ticket).is_some() {
                open.insert(ticket);
            }
        }
        while open.len() > MAX_GOALS {
            if let Some(least) = open.iter().min_by_key(|ticket| board.ticket_points(*ticket)) {
                open.remove(least);
            }
        }
        (done, open)
    }

    /// The plan that does these goals and lets the other tickets go.
    fn with_goals(&self, tickets: TicketSet, goals: TicketSet) -> Plan {
        let lost: f32 = tickets.without(goals).iter().map(|ticket| self.points(ticket)).sum();
        let Some(network) = self.network(goals) else {
            return Plan { routes: RouteSet::EMPTY, goals, value: IMPOSSIBLE };
        };
        let board = self.situation.board;
        let trains: u32 = network.routes.iter().map(|route| u32::from(board.length(route))).sum();
        let missing = trains.saturating_sub(self.situation.own.trains.into());
        if missing > 0 {
            return Plan { routes: RouteSet::EMPTY, goals, value: IMPOSSIBLE - missing as f32 };
        }
        let likely = self.likely(trains, network.routes.len());
        let won: f32 = goals.iter().map(|ticket| self.points(ticket) + self.globetrotting()).sum();
        let value = (2.0 * likely - 1.0) * won - lost - network.price as f32 / PER_POINT;
        Plan { routes: network.routes, goals, value }
    }

    fn points(&self, ticket: TicketId) -> f32 {
        f32::from(self.situation.board.ticket_points(ticket))
    }

    /// What one more completed ticket is worth towards the bonus for the most of them.
    fn globetrotting(&self) -> f32 {
        f32::from(self.situation.rules.globetrotter_bonus) / 6.0
    }

    /// How likely a network is to be finished before the game is.
    fn likely(&self, trains: u32, claims: usize) -> f32 {
        let weights = self.situation.weights;
        let needed = turns_needed(self.situation, trains, claims);
        let share = needed / self.situation.turns_left.max(1.0);
        (SUREST - (share - weights.comfortable).max(0.0) * weights.fading).max(0.0)
    }

    fn network(&self, goals: TicketSet) -> Option<Network> {
        self.reckoned.networks.recall(goals, || self.new_network(goals))
    }

    fn new_network(&self, goals: TicketSet) -> Option<Network> {
        let board = self.situation.board;
        let mut pairs = Pairs::new();
        for ticket in goals.iter() {
            pairs.try_push(self.pair(ticket)?).ok()?;
        }
        let mut shape = Shape::Forest;
        if self.situation.rules.must_connect {
            shape = Shape::Tree;
            let own_city = self.situation.own.routes.iter().next().map(|route| board.ends(route)[0]);
            let goal = goals.iter().next().map(|ticket| board.ticket_ends(ticket)[0]);
            if let (Some(own), Some(end)) = (own_city, goal)
                && pairs.len() < MAX_PAIRS
            {
                pairs.push(Pair::new(self.atlas, self.prices, [own, end])?);
            }
        }
        Some(cheapest_network(self.atlas, self.prices, &pairs, shape, self.situation.effort))
    }

    /// The ends of a ticket, or `None` if they cannot be linked any more.
    fn pair(&self, ticket: TicketId) -> Option<Pair> {
        self.reckoned.pairs.recall(ticket, || {
            let ends = self.situation.board.ticket_ends(ticket);
            self.direct(ticket, ends).or_else(|| Pair::new(self.atlas, self.prices, ends))
        })
    }

    /// The way on the empty map if it is still the cheapest: nothing is owned, and nothing on it has become dearer.
    fn direct(&self, ticket: TicketId, ends: [CityId; 2]) -> Option<Pair> {
        let Situation { own, rules, list_prices, direct, board, .. } = self.situation;
        if !own.routes.is_empty() || rules.attraction_points > 0 {
            return None;
        }
        let find = || {
            let mut prices = [CLOSED; MAX_ROUTES];
            board.all_routes().iter().for_each(|route| prices[route.index()] = list_prices[route.index()][0]);
            Pair::new(self.atlas, &prices, ends)
        };
        let pair = (*direct.0.get(ticket.index())?.get_or_init(find))?;
        let is_as_listed = |route: RouteId| self.prices[route.index()] == list_prices[route.index()][0];
        pair.path().iter().all(is_as_listed).then_some(pair)
    }
}

/// Turns it takes to draw the cards for a network and claim its routes.
pub(super) fn turns_needed(situation: &Situation<'_, '_>, trains: u32, claims: usize) -> f32 {
    let cards = (trains as f32 - 0.8 * f32::from(situation.view.hand.total())).max(0.0);
    cards / 2.0 * situation.weights.draws_per_card + claims as f32
}

impl Plan {
    /// The plan as it stands now, or `None` if a route of it has been lost.
    pub(super) fn still_good(&self, situation: &Situation<'_, '_>) -> Option<Self> {
        let mut routes = RouteSet::EMPTY;
        for route in self.routes.iter() {
            let sides = situation.board.twin_set(route).or(RouteSet::only(route));
            if !sides.and(situation.own.routes).is_empty() {
                continue;
            }
            let route = sides.and(situation.free).iter().next()?;
            routes.insert(route);
        }
        Some(Self { routes, ..*self })
    }
}
