//! The ways around planned routes, should they be lost, kept as long as what happens on the map leaves them the cheapest.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{MAX_ROUTES, RouteId, RouteSet};

use crate::atlas::{Atlas, CLOSED, Prices};

/// Detours that are kept; plans with more routes are rare.
const MOST_KEPT: usize = 16;

#[derive(Clone, Debug)]
pub(super) struct Detours {
    /// What routes cost when those of the plan are as good as owned.
    prices: Prices,
    planned: RouteSet,
    /// Routes that may have another price since.
    stale: RouteSet,
    kept: RefCell<ArrayVec<Detour, MOST_KEPT>>,
}

#[derive(Clone, Copy, Debug)]
struct Detour {
    around: RouteId,
    /// Below which its price was looked for.
    limit: u16,
    /// `None` if there is none below the limit.
    price: Option<u16>,
    way: RouteSet,
}

impl Default for Detours {
    fn default() -> Self {
        Self {
            prices: [CLOSED; MAX_ROUTES],
            planned: RouteSet::EMPTY,
            stale: RouteSet::EMPTY,
            kept: RefCell::default(),
        }
    }
}

impl Detours {
    /// Says that these routes may have got another price.
    pub(super) fn expect_changes(&mut self, stale: RouteSet) {
        self.stale = self.stale.or(stale);
    }

    /// Takes in what routes cost now and which of them are planned.
    pub(super) fn update(&mut self, prices: &Prices, planned: RouteSet) {
        let (mut cheaper, mut dearer) = (RouteSet::EMPTY, RouteSet::EMPTY);
        for route in self.stale.or(self.planned).or(planned).iter() {
            let new = if planned.contains(route) { 0 } else { prices[route.index()] };
            let old = std::mem::replace(&mut self.prices[route.index()], new);
            if new < old {
                cheaper.insert(route);
            } else if new > old {
                dearer.insert(route);
            }
        }
        self.planned = planned;
        self.stale = RouteSet::EMPTY;
        let kept = self.kept.get_mut();
        if cheaper.is_empty() {
            kept.retain(|detour| detour.way.and(dearer).is_empty());
        } else {
            kept.clear();
        }
    }

    /// What the cheapest way between the ends of a planned route costs without it and its other sides, if that is less than
    /// a limit.
    pub(super) fn around(&self, route: RouteId, limit: u16, atlas: &Atlas, board: &Board) -> Option<u16> {
        let mut kept = self.kept.borrow_mut();
        if let Some(at) = kept.iter().position(|detour| detour.around == route) {
            if kept[at].limit == limit {
                return kept[at].price;
            }
            kept.swap_remove(at);
        }
        let mut prices = self.prices;
        board.twin_set(route).or(RouteSet::only(route)).iter().for_each(|side| prices[side.index()] = CLOSED);
        let found = atlas.way_below(&prices, board.ends(route), limit);
        let (price, way) = found.map_or((None, RouteSet::EMPTY), |(price, way)| (Some(price), way));
        let _ = kept.try_push(Detour { around: route, limit, price, way });
        price
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rand_core::SeedableRng;
    use rand_xoshiro::SplitMix64;
    use whistlestop_rules::chance::below;
    use whistlestop_rules::edition::Library;

    use super::*;

    /// Routes get dearer, cheaper, lost and owned, plans change, and all that is kept must be what would be found anew.
    #[test]
    fn a_kept_detour_is_as_cheap_as_one_found_anew() {
        let board = Library::builtin().get("usa-classic").unwrap().board();
        let atlas = Atlas::new(board);
        let mut generator = SplitMix64::seed_from_u64(6);
        let mut random = |end: usize| below(&mut generator, end as u32) as usize;
        let routes: Vec<RouteId> = board.all_routes().iter().collect();
        let mut prices = [CLOSED; MAX_ROUTES];
        for route in &routes {
            prices[route.index()] = 10 + random(40) as u16;
        }
        let mut planned: RouteSet = (0..8).map(|_| routes[random(routes.len())]).collect();
        let mut detours = Detours::default();
        detours.expect_changes(board.all_routes());
        let mut kept_at_all = 0;
        for step in 0..2000 {
            let changed = routes[random(routes.len())];
            let price = &mut prices[changed.index()];
            *price = match random(8) {
                0 => CLOSED,
                1 => 0,
                2 => 10 + random(40) as u16,
                _ => price.saturating_add(random(5) as u16),
            };
            detours.expect_changes(RouteSet::only(changed));
            if step % 20 == 0 {
                planned = (0..8).map(|_| routes[random(routes.len())]).collect();
            }
            detours.update(&prices, planned);
            kept_at_all += detours.kept.get_mut().len();
            let mut fresh = Detours::default();
            fresh.expect_changes(board.all_routes());
            fresh.update(&prices, planned);
            for route in planned.iter() {
                let limit = 100 + 50 * random(2) as u16;
                let around = |detours: &Detours| detours.around(route, limit, &atlas, board);
                assert_eq!(around(&detours), around(&fresh), "around {route:?} in step {step}");
            }
        }
        assert!(kept_at_all > 2000, "{kept_at_all} detours outlived a change: too few to prove anything");
    }
}
