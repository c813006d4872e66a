//! Which routes are worth having.

use arrayvec::ArrayVec;
use whistlestop_rules::ids::{MAX_ROUTES, RouteId, RouteSet, TicketId, TicketSet};

use super::path::Path;
use super::terrain::POINT;
use super::{Outlook, Terrain};

/// Most routes a plan looks at; what is left when these are gone is planned for then.
const MAX_TARGETS: usize = 32;

/// Most tickets a plan takes on.
const MAX_PURSUED: usize = 8;

/// Stands for the colour of gray routes.
pub(super) const GRAY: u8 = 8;

/// A route worth having, with everything a decision needs to know about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub route: RouteId,
    pub(super) length: u8,
    pub(super) color: u8,
    /// In quarters of a point.
    pub value: i16,
}

/// The routes a seat would like to have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub targets: ArrayVec<Target, MAX_TARGETS>,
    /// The routes of the tickets that are pursued. When one of them is lost, the plan is void.
    needed: RouteSet,
    pub pursued: TicketSet,
}

impl Plan {
    pub fn new(terrain: &Terrain<'_>, outlook: &Outlook) -> Self {
        Self::pursuing(terrain, outlook, outlook.tickets)
    }

    /// A plan in which only these tickets count.
    pub fn pursuing(terrain: &Terrain<'_>, outlook: &Outlook, tickets: TicketSet) -> Self {
        let mut plan = Self::default();
        let mut bonus = [0; MAX_ROUTES];
        if terrain.style.tickets > 0 && !tickets.is_empty() {
            plan.pursue(terrain, outlook, tickets, &mut bonus);
        }
        plan.list(terrain, outlook, &bonus);
        plan
    }

    /// Whether every route the tickets need can still be had.
    #[inline]
    pub fn holds(&self, outlook: &Outlook) -> bool {
        self.needed.without(outlook.free.or(outlook.owned)).is_empty()
    }

    /// Takes tickets on, the most rewarding first, as long as they bring more than they cost.
    fn pursue(
        &mut self,
        terrain: &Terrain<'_>,
        outlook: &Outlook,
        tickets: TicketSet,
        bonus: &mut [i16; MAX_ROUTES],
    ) {
        let board = terrain.edition.board();
        let mut left: ArrayVec<TicketId, MAX_PURSUED> = tickets.iter().take(MAX_PURSUED).collect();
        let mut owned = outlook.owned;
        let mut trains = i32::from(outlook.trains);
        while !left.is_empty() {
            let mut best: Option<(i32, TicketId, Path)> = None;
            left.retain(|ticket| {
                let Some(path) = Path::cheapest(terrain, owned, outlook.free, board.ticket_ends(*ticket))
                else {
                    return false;
                };
                let gain = worth(terrain, *ticket) - path.cost;
                if path.length <= trains && best.as_ref().is_none_or(|best| gain > best.0) {
                    best = Some((gain, *ticket, path));
                }
                path.length <= trains
            });
            let Some((gain, ticket, path)) = best else { break };
            if gain <= 0 {
                break;
            }
            left.retain(|other| *other != ticket);
            self.pursued.insert(ticket);
            for route in path.routes.iter() {
                let share =
                    worth(terrain, ticket) * i32::from(terrain.cost[route.index()]) / path.cost.max(1);
                bonus[route.index()] += (share * terrain.style.commitment / 100) as i16;
            }
            self.needed = self.needed.or(path.routes);
            owned = owned.or(path.routes);
            trains -= path.length;
        }
    }

    fn list(&mut self, terrain: &Terrain<'_>, outlook: &Outlook, bonus: &[i16; MAX_ROUTES]) {
        let board = terrain.edition.board();
        let network = self.needed.or(outlook.owned);
        let touched =
            network.iter().fold(RouteSet::EMPTY, |touched, route| touched.or(board.touching(route)));
        let within_reach = outlook.free.and(board.up_to_length(outlook.trains));
        let needed = self.needed.and(within_reach);
        for route in needed.iter() {
            self.add(terrain, outlook, touched, bonus, route);
        }
        for route in &terrain.by_reward {
            if within_reach.contains(*route) && !needed.contains(*route) {
                self.add(terrain, outlook, touched, bonus, *route);
            }
            if self.targets.is_full() {
                break;
            }
        }
    }

    #[inline]
    fn add(
        &mut self,
        terrain: &Terrain<'_>,
        outlook: &Outlook,
        touched: RouteSet,
        bonus: &[i16; MAX_ROUTES],
        route: RouteId,
    ) {
        let board = terrain.edition.board();
        let mut value = POINT * i32::from(board.points(route)) + i32::from(bonus[route.index()]);
        if touched.contains(route) {
            value += terrain.style.touching;
        }
        let attraction = i32::from(terrain.edition.rules().attraction_points);
        if attraction > 0 {
            let is_new =
                |city| board.is_attraction(city) && board.at_city(city).and(outlook.owned).is_empty();
            value += POINT
                * attraction
                * board.ends(route).into_iter().filter(|city| is_new(*city)).count() as i32;
        }
        let _ = self.targets.try_push(Target {
            route,
            length: board.length(route),
            color: board.color(route).map_or(GRAY, |color| color.index() as u8),
            value: value as i16,
        });
    }
}

/// What it is worth to do a ticket instead of failing it.
fn worth(terrain: &Terrain<'_>, ticket: TicketId) -> i32 {
    2 * POINT * i32::from(terrain.edition.board().ticket_points(ticket)) * terrain.style.tickets / 100
}
