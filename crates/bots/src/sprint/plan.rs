//! Which routes to build.

use arrayvec::ArrayVec;
use whistlestop_rules::cards::MAX_COLORS;
use whistlestop_rules::edition::Board;
use whistlestop_rules::game::Phase;
use whistlestop_rules::ids::{CityId, MAX_LENGTH, MAX_ROUTES, RouteId, RouteSet, TicketId, TicketSet};

use super::path::{Path, prices, take};
use super::terrain::{GRAY, POINT};
use super::{Outlook, Style, Terrain};

/// Most routes a plan has at a time.
const MAX_TARGETS: usize = 20;

/// Most routes beyond those of the tickets.
const MAX_EXTRAS: usize = 4;

/// Most routes that are weighed for those, the ones with most points.
const MAX_LOOKED_AT: usize = 8;

/// Most tickets a plan takes on.
const MAX_PURSUED: usize = 8;

/// Most that a route brings beyond its points, in quarters of a point: tickets of other people's making may be worth more
/// than fits, and with its points it must fit too.
const MAX_BONUS: i32 = 30_000;

/// A route to build, with everything a decision needs to know about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub route: RouteId,
    pub(super) length: u8,
    pub(super) color: u8,
    /// In quarters of a point.
    pub value: i16,
    pub(super) purpose: Purpose,
}

/// What a route is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Ticket,
    /// Its own points, with what the tickets leave over.
    Points,
}

/// The routes a seat is going to build, as far as its trains go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub targets: ArrayVec<Target, MAX_TARGETS>,
    /// The routes of the tickets that are pursued. When one of them is lost, the plan is void.
    needed: RouteSet,
    pub pursued: TicketSet,
    /// What the needed routes bring beyond their points.
    bonus: ArrayVec<(RouteId, i16), MAX_TARGETS>,
    pub(super) presence: Presence,
    surroundings: Surroundings,
    /// The tickets for which it was made, if it was.
    made_for: Option<TicketSet>,
    /// Whether the extras fit the hand and the map as they are.
    is_fresh: bool,
}

/// Where the others are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Presence {
    routes: RouteSet,
    cities: u128,
}

impl Presence {
    #[inline]
    fn update(&mut self, board: &Board, routes: RouteSet) {
        for route in routes.without(self.routes).iter() {
            board.ends(route).iter().for_each(|city| self.cities |= 1 << city.0);
        }
        self.routes = routes;
    }

    /// How many of the ends of a route the others reach.
    #[inline]
    pub(super) fn at_ends(&self, [a, b]: [CityId; 2]) -> usize {
        ((self.cities >> a.0 & 1) + (self.cities >> b.0 & 1)) as usize
    }
}

/// What lies around the network that is to be, worked out when that changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Surroundings {
    network: RouteSet,
    touching: RouteSet,
    /// The cities where a path can end: those in which an odd number of its routes meet.
    ends: u128,
}

impl Surroundings {
    #[inline]
    fn update(&mut self, board: &Board, network: RouteSet) {
        if self.network == network {
            return;
        }
        *self = Self { network, ..Self::default() };
        for route in network.iter() {
            self.touching = self.touching.or(board.touching(route));
            board.ends(route).iter().for_each(|city| self.ends ^= 1 << city.0);
        }
    }

    /// What a route is worth more because of where it lies, in quarters of a point.
    #[inline]
    fn worth(&self, style: &Style, board: &Board, route: RouteId) -> i32 {
        if !self.touching.contains(route) {
            return 0;
        }
        let [a, b] = board.ends(route);
        let goes_on_at = (self.ends >> a.0 & 1) + (self.ends >> b.0 & 1);
        style.touching + style.path_end * goes_on_at as i32
    }
}

impl Plan {
    pub fn new(terrain: &Terrain<'_>, outlook: &Outlook) -> Self {
        Self::pursuing(terrain, outlook, outlook.tickets)
    }

    /// The plan to build these routes for some tickets.
    pub fn meaning_to_build(terrain: &Terrain<'_>, tickets: TicketSet, routes: RouteSet) -> Self {
        let mut plan = Self { made_for: Some(tickets), needed: routes, pursued: tickets, ..Self::default() };
        let worth = tickets.iter().map(|ticket| worth(terrain, ticket)).sum();
        let cost = routes.iter().map(|route| i32::from(terrain.cost[route.index()])).sum();
        plan.share_out(terrain, worth, routes, cost);
        plan
    }

    /// A plan in which only these tickets count.
    pub fn pursuing(terrain: &Terrain<'_>, outlook: &Outlook, tickets: TicketSet) -> Self {
        let mut plan = Self { made_for: Some(tickets), ..Self::default() };
        if terrain.style.tickets > 0 && !tickets.is_empty() {
            plan.pursue(terrain, outlook, tickets);
        }
        plan.fill(terrain, outlook);
        plan
    }

    /// Makes the plan good again after what has happened since.
    #[inline]
    pub(super) fn update(&mut self, terrain: &Terrain<'_>, outlook: &Outlook) {
        self.presence.update(terrain.edition.board(), outlook.rivals);
        let lost = self.needed.without(outlook.free.or(outlook.owned));
        if self.made_for != Some(outlook.tickets)
            || !(lost.is_empty() || self.change_sides(terrain, outlook, lost))
        {
            self.remake(terrain, outlook);
            return;
        }
        let mut at = 0;
        while at < self.targets.len() {
            let target = self.targets[at];
            if target.length > outlook.trains || !outlook.free.contains(target.route) {
                self.targets.swap_remove(at);
                self.is_fresh = false;
            } else {
                at += 1;
            }
        }
        // New cards may suit other routes better, as far as these are built for their points only.
        if !self.is_fresh || outlook.phase == Phase::Turn {
            if !self.is_fresh && !self.needed.is_empty() && !self.is_feasible(terrain, outlook) {
                self.remake(terrain, outlook);
                return;
            }
            self.fill(terrain, outlook);
        }
    }

    fn remake(&mut self, terrain: &Terrain<'_>, outlook: &Outlook) {
        *self = Self { presence: self.presence, ..Self::new(terrain, outlook) };
    }

    /// Takes over a plan for more tickets than were kept; those that were given back were not pursued.
    pub(super) fn adopt(&mut self, plan: Self, kept: TicketSet) {
        *self = Self { presence: self.presence, made_for: Some(kept), ..plan };
    }

    /// Puts the other side of a double route in the place of each of these; `false` if that cannot be.
    #[cold]
    fn change_sides(&mut self, terrain: &Terrain<'_>, outlook: &Outlook, lost: RouteSet) -> bool {
        let board = terrain.edition.board();
        for route in lost.iter() {
            let side = board.twin_set(route).and(outlook.free.or(outlook.owned)).iter().next();
            let Some(side) = side else { return false };
            self.needed.remove(route);
            self.needed.insert(side);
            for (with, _) in &mut self.bonus {
                if *with == route {
                    *with = side;
                }
            }
        }
        self.is_fresh = false;
        true
    }

    /// Whether every ticket that is pursued is done.
    pub(super) fn is_done(&self, outlook: &Outlook) -> bool {
        self.made_for.is_some() && self.needed.without(outlook.owned).is_empty()
    }

    /// Whether there are trains and time for the tickets.
    fn is_feasible(&self, terrain: &Terrain<'_>, outlook: &Outlook) -> bool {
        let board = terrain.edition.board();
        let left = self.needed.and(outlook.free);
        let length: i32 = left.iter().map(|route| i32::from(board.length(route))).sum();
        let work = length + 2 * left.len() as i32 - usable(terrain, outlook);
        length <= i32::from(outlook.trains) && work <= time(terrain, outlook)
    }

    /// Takes tickets on, the most rewarding first, as long as they bring more than they cost and there is time.
    fn pursue(&mut self, terrain: &Terrain<'_>, outlook: &Outlook, tickets: TicketSet) {
        let board = terrain.edition.board();
        let mut left: ArrayVec<TicketId, MAX_PURSUED> = tickets.iter().take(MAX_PURSUED).collect();
        let mut prices = prices(terrain, outlook.owned, outlook.free);
        let mut trains = i32::from(outlook.trains);
        // In half turns, with the cards in hand as a start.
        let mut work = -usable(terrain, outlook);
        let time = time(terrain, outlook);
        while !left.is_empty() {
            let has_nothing = outlook.owned.or(self.needed).is_empty();
            let mut best: Option<(i32, TicketId, Path)> = None;
            left.retain(|ticket| {
                let direct = if has_nothing { terrain.direct(*ticket, outlook.free) } else { None };
                let worth = worth(terrain, *ticket);
                // Beyond that it would gain nothing, or less than the best so far.
                let limit = worth - best.as_ref().map_or(0, |best| best.0);
                let find = || Path::below(terrain, &prices, board.ticket_ends(*ticket), limit);
                // Over routes that others will have paid for it may be worth it later.
                let Some(path) = direct.or_else(find) else { return true };
                let is_possible = path.length <= trains && work + path.half_turns() <= time;
                let gain = worth - path.cost;
                if is_possible && best.as_ref().is_none_or(|best| gain > best.0) {
                    best = Some((gain, *ticket, path));
                }
                is_possible
            });
            let Some((gain, ticket, path)) = best else { break };
            if gain <= 0 {
                break;
            }
            left.retain(|other| *other != ticket);
            self.pursued.insert(ticket);
            self.share_out(terrain, worth(terrain, ticket), path.routes, path.cost);
            self.needed = self.needed.or(path.routes);
            take(&mut prices, path.routes);
            trains -= path.length;
            work += path.half_turns();
        }
    }

    /// Credits routes with what they are built for, each by its part in what they cost.
    fn share_out(&mut self, terrain: &Terrain<'_>, worth: i32, routes: RouteSet, cost: i32) {
        for route in routes.iter() {
            let share = worth * i32::from(terrain.cost[route.index()]) / cost.max(1);
            let _ = self.bonus.try_push((route, share.min(MAX_BONUS) as i16));
        }
    }

    /// Lists the routes of the tickets, and for the trains they leave over, those that bring the most.
    fn fill(&mut self, terrain: &Terrain<'_>, outlook: &Outlook) {
        let board = terrain.edition.board();
        self.targets.clear();
        self.is_fresh = true;
        let needed = self.needed.and(outlook.free).and(board.up_to_length(outlook.trains));
        let mut trains = outlook.trains;
        let mut spare = outlook.hand.counts();
        for route in needed.iter() {
            let bonus = self.bonus.iter().find(|(with, _)| *with == route).map_or(0, |(_, bonus)| *bonus);
            let value = POINT * i32::from(board.points(route)) + i32::from(bonus);
            let count = |route| board.color(route).map_or(0, |color| spare[color.index()]);
            let sides = board.twin_set(route).and(outlook.free).iter();
            let route = sides.fold(route, |best, side| if count(side) > count(best) { side } else { best });
            self.push(terrain, route, value, Purpose::Ticket);
            trains = trains.saturating_sub(board.length(route));
            if let Some(color) = board.color(route) {
                spare[color.index()] = spare[color.index()].saturating_sub(board.length(route));
            }
        }
        let richest = spare[..MAX_COLORS].iter().copied().max().unwrap_or(0);
        // What is left over of each colour, and in the place of gray what a gray route would take.
        spare[usize::from(GRAY)] = richest;
        self.surroundings.update(board, needed.or(outlook.owned));
        let mut closed =
            needed.iter().fold(RouteSet::EMPTY, |closed, route| closed.or(board.twin_set(route)));
        let candidates = outlook.free.without(needed).without(closed).and(board.up_to_length(trains));
        let mut extras: ArrayVec<Worth, MAX_EXTRAS> = ArrayVec::new();
        let lots = terrain.by_points.iter().enumerate();
        for (place, lot) in lots.filter(|(_, lot)| candidates.contains(lot.route)).take(MAX_LOOKED_AT) {
            let missing = lot.length.saturating_sub(spare[usize::from(lot.color)]);
            let place_on_map = self.surroundings.worth(&terrain.style, board, lot.route);
            let value = lot.value + place_on_map + attractions(terrain, outlook, lot.route);
            let value = value - terrain.turns_for[usize::from(missing) % (MAX_LENGTH + 1)];
            insert(&mut extras, Worth::new(value, place));
        }
        for lot in extras.iter().filter_map(|worth| terrain.by_points.get(worth.place())) {
            if lot.length <= trains && !closed.contains(lot.route) {
                self.push(terrain, lot.route, POINT * i32::from(board.points(lot.route)), Purpose::Points);
                trains -= lot.length;
                closed = closed.or(board.twin_set(lot.route));
            }
        }
    }

    #[inline]
    fn push(&mut self, terrain: &Terrain<'_>, route: RouteId, value: i32, purpose: Purpose) {
        let board = terrain.edition.board();
        let _ = self.targets.try_push(Target {
            route,
            length: board.length(route),
            color: board.color(route).map_or(GRAY, |color| color.index() as u8),
            value: value as i16,
            purpose,
        });
    }

    /// Says that a route is about to be claimed, so that the rest is thought over with the cards that are left.
    pub(super) fn claimed(&mut self) {
        self.is_fresh = false;
    }
}

/// Cards in the hand that serve the tickets.
fn usable(terrain: &Terrain<'_>, outlook: &Outlook) -> i32 {
    i32::from(outlook.hand.total()) * terrain.style.usable / 100
}

/// Half turns that tickets may take.
fn time(terrain: &Terrain<'_>, outlook: &Outlook) -> i32 {
    2 * outlook.turns_left * 100 / terrain.style.prudence.max(1)
}

/// What a route of a list is worth, and its place there, in one number: of two that are worth the same, the earlier one
/// is greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Worth(i32);

impl Worth {
    fn new(value: i32, place: usize) -> Self {
        Self(value << 8 | i32::from(u8::MAX - place as u8))
    }

    fn place(self) -> usize {
        usize::from(u8::MAX - self.0.to_le_bytes()[0])
    }
}

/// Keeps the best, best first.
#[inline]
fn insert(list: &mut ArrayVec<Worth, MAX_EXTRAS>, new: Worth) {
    if list.is_full() {
        if list.last().is_some_and(|last| *last > new) {
            return;
        }
        list.pop();
    }
    list.push(new);
    let mut place = list.len() - 1;
    while place > 0 && list[place - 1] < new {
        list[place] = list[place - 1];
        place -= 1;
    }
    list[place] = new;
}

#[inline]
pub(super) fn attractions(terrain: &Terrain<'_>, outlook: &Outlook, route: RouteId) -> i32 {
    let attraction = i32::from(terrain.edition.rules().attraction_points);
    if attraction == 0 {
        return 0;
    }
    let board = terrain.edition.board();
    let is_new = |city| board.is_attraction(city) && board.at_city(city).and(outlook.owned).is_empty();
    POINT * attraction * board.ends(route).into_iter().filter(|city| is_new(*city)).count() as i32
}

/// What it is worth to do a ticket instead of failing it.
fn worth(terrain: &Terrain<'_>, ticket: TicketId) -> i32 {
    2 * POINT * i32::from(terrain.edition.board().ticket_points(ticket)) * terrain.style.tickets / 100
}

const _: () = assert!(MAX_ROUTES >= MAX_TARGETS);
