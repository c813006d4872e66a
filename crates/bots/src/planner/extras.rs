//! Routes for the trains that the tickets leave over.

use whistlestop_rules::cards::MAX_COLORS;
use whistlestop_rules::ids::{CityId, MAX_LENGTH, RouteId, RouteSet};

use super::situation::Situation;
use super::survey::{Extra, GRAY, Survey};
use super::wants::Lack;

/// Routes looked ahead for.
const MOST_EXTRAS: usize = 4;
/// Cards drawn for each card that is needed, when there are few colours to choose from.
const DRAWS_PER_CARD: f32 = 1.25;

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
        survey: &Survey,
        mut lack: Lack,
        trains: u8,
        turns: f32,
    ) -> Self {
        let mut extras = Self::default();
        let (mut trains, mut turns) = (trains, turns);
        let board = situation.board;
        let mut closed = RouteSet::EMPTY;
        let turns_cost: [f32; MAX_LENGTH + 1] =
            std::array::from_fn(|missing| situation.rates.turn * turns_for(missing));
        // Every claim takes a turn at least.
        while extras.count < MOST_EXTRAS && trains > 0 && turns >= 1.0 {
            let affordable = board.up_to_length(trains).without(closed);
            let purse = Purse::of(&lack);
            let mut best: Option<(f32, Extra)> = None;
            let mut most = f32::NEG_INFINITY;
            for &extra in &survey.extras {
                // The routes that follow are no better.
                if extra.worth - situation.rates.turn <= most {
                    break;
                }
                let missing = purse.missing_for(extra);
                let worth = extra.worth - turns_cost[missing];
                if worth > most && turns_for(missing) <= turns && affordable.contains(extra.route) {
                    most = worth;
                    best = Some((worth, extra));
                }
            }
            let Some((worth, extra)) = best else { break };
            if worth < 0.0 && extras.count > 0 {
                break;
            }
            let route = extra.route;
            extras.routes.insert(route);
            extras.order[extras.count] = route.0;
            extras.worth[extras.count] = worth;
            extras.count += 1;
            trains -= extra.length;
            turns -= turns_for(purse.missing_for(extra));
            purse.spend(extra, &mut lack);
            closed = closed.or(board.twin_set(route)).or(RouteSet::only(route));
        }
        extras
    }
}

/// What a route brings, less the trains it takes.
pub(super) fn worth(situation: &Situation<'_, '_>, route: RouteId, network: RouteSet) -> f32 {
    let board = situation.board;
    let bonus = f32::from(situation.rules.longest_path_bonus);
    situation.points(route) + bonus * path_share(situation, route, network)
        - situation.rates.train * f32::from(board.length(route))
}

/// The share of the bonus for the longest path that a route is credited with beside a network.
fn path_share(situation: &Situation<'_, '_>, route: RouteId, network: RouteSet) -> f32 {
    let (board, weights) = (situation.board, situation.weights);
    if board.touching(route).and(network).is_empty() {
        return 0.0;
    }
    // Paths end where an odd number of routes meet.
    let is_end = |city: &CityId| board.at_city(*city).and(network).len() % 2 == 1;
    let ends = board.ends(route).iter().filter(|city| is_end(city)).count();
    weights.path_share + weights.path_end * ends as f32
}

/// Turns until a route is claimed for which so many cards must still be drawn.
#[inline]
fn turns_for(missing: usize) -> f32 {
    1.0 + DRAWS_PER_CARD * missing as f32 / 2.0
}

/// Cards the plan leaves over.
struct Purse {
    /// By colour, and after them what a gray route would be paid with.
    spare: [u8; GRAY + 1],
    locomotives: u8,
    /// The colour that most are left of.
    most: usize,
}

impl Purse {
    fn of(lack: &Lack) -> Self {
        let most = (0..MAX_COLORS)
            .fold(0, |most, color| if lack.spare[color] > lack.spare[most] { color } else { most });
        let mut spare = [lack.spare[most]; GRAY + 1];
        spare[..MAX_COLORS].copy_from_slice(&lack.spare);
        Self { spare, locomotives: lack.spare_locomotives, most }
    }

    /// Cards for a route that what is left over does not cover.
    #[inline]
    fn missing_for(&self, extra: Extra) -> usize {
        let held = self.spare[usize::from(extra.color).min(GRAY)] + self.locomotives;
        usize::from(extra.length.saturating_sub(held)).min(MAX_LENGTH)
    }

    fn spend(&self, extra: Extra, lack: &mut Lack) {
        let color = usize::from(extra.color).min(GRAY);
        let colored = self.spare[color].min(extra.length);
        lack.spare[if color == GRAY { self.most } else { color }] -= colored;
        lack.spare_locomotives = lack.spare_locomotives.saturating_sub(extra.length - colored);
    }
}
