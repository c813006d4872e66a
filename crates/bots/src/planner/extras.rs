//! Routes for the trains that the tickets leave over.

use whistlestop_rules::cards::MAX_COLORS;
use whistlestop_rules::ids::{MAX_LENGTH, RouteId, RouteSet};

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

/// What routes bring beside a network that is to be, less the trains they take.
pub(super) struct Worths<'s, 'v, 'e> {
    situation: &'s Situation<'v, 'e>,
    /// The routes that touch the network.
    touching: RouteSet,
    /// The cities where a path can end: those in which an odd number of its routes meet.
    ends: u128,
    /// The share of the bonus for the longest path, by the number of such ends.
    bonus: [f32; 3],
}

impl<'s, 'v, 'e> Worths<'s, 'v, 'e> {
    pub(super) fn beside(situation: &'s Situation<'v, 'e>, network: RouteSet) -> Self {
        let (board, weights) = (situation.board, situation.weights);
        let (mut touching, mut ends) = (RouteSet::EMPTY, 0);
        for route in network.iter() {
            touching = touching.or(board.touching(route));
            board.ends(route).iter().for_each(|city| ends ^= 1 << city.0);
        }
        let bonus = f32::from(situation.rules.longest_path_bonus);
        let bonus = [0.0, 1.0, 2.0].map(|ends| bonus * (weights.path_share + weights.path_end * ends));
        Self { situation, touching, ends, bonus }
    }

    #[inline]
    pub(super) fn of(&self, route: RouteId) -> f32 {
        let board = self.situation.board;
        let [a, b] = board.ends(route);
        let bonus = if self.touching.contains(route) {
            self.bonus[((self.ends >> a.0 & 1) + (self.ends >> b.0 & 1)) as usize]
        } else {
            0.0
        };
        self.situation.points(route) + bonus - self.situation.rates.train * f32::from(board.length(route))
    }
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
