//! Routes for the trains that the tickets leave over.

use whistlestop_rules::cards::{Card, MAX_COLORS};
use whistlestop_rules::ids::{RouteId, RouteSet};

use super::situation::Situation;
use super::survey::Survey;
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
        // Every claim takes a turn at least.
        while extras.count < MOST_EXTRAS && trains > 0 && turns >= 1.0 {
            let affordable = board.up_to_length(trains).without(closed);
            let purse = Purse::of(&lack);
            let mut best: Option<(f32, RouteId, f32)> = None;
            for &(worth, route) in &survey.extras {
                // The routes that follow are no better.
                if best.is_some_and(|(most, ..)| worth - situation.rates.turn <= most) {
                    break;
                }
                if !affordable.contains(route) {
                    continue;
                }
                let needed = purse.turns_for(situation, route);
                let worth = worth - situation.rates.turn * needed;
                if needed <= turns && best.is_none_or(|(most, ..)| worth > most) {
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
            purse.spend(situation, route, &mut lack);
            trains -= board.length(route);
            turns -= needed;
            closed = closed.or(board.twin_set(route)).or(RouteSet::only(route));
        }
        extras
    }
}

/// What a route brings, less the trains it takes.
pub(super) fn worth(situation: &Situation<'_, '_>, route: RouteId, network: RouteSet) -> f32 {
    let board = situation.board;
    let connected = !board.touching(route).and(network).is_empty();
    let bonus = f32::from(situation.rules.longest_path_bonus);
    let path = if connected { situation.weights.path_share * bonus } else { 0.0 };
    situation.points(route) + path - situation.rates.train * f32::from(board.length(route))
}

/// Cards the plan leaves over.
struct Purse {
    spare: [u8; MAX_COLORS],
    locomotives: u8,
    /// The colour that most are left of.
    most: usize,
}

impl Purse {
    fn of(lack: &Lack) -> Self {
        let most = (0..MAX_COLORS)
            .fold(0, |most, color| if lack.spare[color] > lack.spare[most] { color } else { most });
        Self { spare: lack.spare, locomotives: lack.spare_locomotives, most }
    }

    /// The colour a route would be paid with.
    fn color_for(&self, situation: &Situation<'_, '_>, route: RouteId) -> usize {
        situation.board.color(route).map_or(self.most, Card::index)
    }

    /// Turns until a route is claimed with what is left over and what must still be drawn.
    fn turns_for(&self, situation: &Situation<'_, '_>, route: RouteId) -> f32 {
        let held = self.spare[self.color_for(situation, route)] + self.locomotives;
        1.0 + DRAWS_PER_CARD * f32::from(situation.board.length(route).saturating_sub(held)) / 2.0
    }

    fn spend(&self, situation: &Situation<'_, '_>, route: RouteId, lack: &mut Lack) {
        let length = situation.board.length(route);
        let color = self.color_for(situation, route);
        let colored = self.spare[color].min(length);
        lack.spare[color] -= colored;
        lack.spare_locomotives = lack.spare_locomotives.saturating_sub(length - colored);
    }
}
