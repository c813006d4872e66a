//! Routes for the trains that the tickets leave over.

use whistlestop_rules::cards::MAX_COLORS;
use whistlestop_rules::ids::{RouteId, RouteSet};

use super::situation::Situation;
use super::wants::Lack;

/// Routes looked ahead for.
const MOST_EXTRAS: usize = 4;
/// Cards drawn for each card that is needed, when there are few colours to choose from.
const DRAWS_PER_CARD: f32 = 1.25;
/// Share of the bonus for the longest path that a route at the own network is credited with.
const PATH_SHARE: f32 = 0.12;

/// The routes worth claiming for their own sake, best first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extras {
    pub(super) routes: RouteSet,
    worth: [f32; MOST_EXTRAS],
    order: [u8; MOST_EXTRAS],
    count: usize,
}

impl Extras {
    /// What a route of the list is worth beyond the turns and trains it takes.
    pub(super) fn worth(&self, route: RouteId) -> f32 {
        let place = self.order[..self.count].iter().position(|listed| *listed == route.0);
        place.map_or(0.0, |place| self.worth[place])
    }

    /// Fills the trains that are left with the routes that bring the most for the turns they take.
    pub(super) fn choose(
        situation: &Situation<'_, '_>,
        planned: RouteSet,
        mut lack: Lack,
        trains: u8,
        turns: f32,
    ) -> Self {
        let mut extras = Self::default();
        let (mut trains, mut turns) = (trains, turns);
        let board = situation.board;
        let mut candidates = situation.free.without(planned);
        for route in planned.iter() {
            candidates = candidates.without(board.twin_set(route));
        }
        let network = situation.own.routes.or(planned);
        while extras.count < MOST_EXTRAS && trains > 0 {
            candidates = candidates.and(board.up_to_length(trains));
            let mut best: Option<(f32, RouteId, f32)> = None;
            for route in candidates.iter() {
                let needed = turns_for(situation, route, &lack);
                if needed > turns {
                    continue;
                }
                let worth = worth(situation, route, network) - situation.rates.turn * needed;
                if best.is_none_or(|(most, ..)| worth > most) {
                    best = Some((worth, route, needed));
                }
            }
            let Some((worth, route, needed)) = best else { break };
            if worth < 0.0 && extras.count > 0 {
                break;
            }
            extras.routes.insert(route);
            extras.order[extras.count] = route.0;
            extras.worth[extras.count] = worth;
            extras.count += 1;
            spend(situation, route, &mut lack);
            trains -= board.length(route);
            turns -= needed;
            candidates = candidates.without(board.twin_set(route).or(RouteSet::only(route)));
        }
        extras
    }
}

fn worth(situation: &Situation<'_, '_>, route: RouteId, network: RouteSet) -> f32 {
    let board = situation.board;
    let connected = !board.touching(route).and(network).is_empty();
    let path = if connected { PATH_SHARE * f32::from(situation.rules.longest_path_bonus) } else { 0.0 };
    situation.points(route) + path - situation.rates.train * f32::from(board.length(route))
}

/// Turns until a route is claimed with what is left over and what must still be drawn.
fn turns_for(situation: &Situation<'_, '_>, route: RouteId, lack: &Lack) -> f32 {
    let length = situation.board.length(route);
    let held = spare_for(situation, route, lack).1 + lack.spare_locomotives;
    1.0 + DRAWS_PER_CARD * f32::from(length.saturating_sub(held)) / 2.0
}

/// The colour a route would be paid with, and how many cards of it are left over.
fn spare_for(situation: &Situation<'_, '_>, route: RouteId, lack: &Lack) -> (usize, u8) {
    match situation.board.color(route) {
        Some(color) => (color.index(), lack.spare[color.index()]),
        None => (0..MAX_COLORS).map(|color| (color, lack.spare[color])).fold((0, 0), |most, color| {
            if color.1 > most.1 { color } else { most }
        }),
    }
}

fn spend(situation: &Situation<'_, '_>, route: RouteId, lack: &mut Lack) {
    let length = situation.board.length(route);
    let (color, held) = spare_for(situation, route, lack);
    let colored = held.min(length);
    lack.spare[color] -= colored;
    lack.spare_locomotives = lack.spare_locomotives.saturating_sub(length - colored);
}
