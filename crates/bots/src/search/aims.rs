//! What the others may be after, judged by everything they were seen to do.

mod asked;
mod deeds;
mod offers;
mod racing;
mod sets;

use std::time::Instant;

use rand_core::Rng;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::below;
use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{MAX_SEATS, RouteId, RouteSet, Seat, TicketId, TicketSet};
use whistlestop_rules::view::{View, Viewer};

use self::asked::{Seen, Turn};
use self::deeds::{Deeds, Look, before_claiming};
use self::offers::Offers;
use self::racing::Racing;
use self::sets::{possible_sets, sets_of};
use crate::atlas::attainable;
use crate::belief::unseen_tickets;
use crate::planner::{Ground, Mind};
use crate::sprint::Terrain;

/// Decisions of a turn, and ways to keep first tickets, that are reckoned at most for each set that may be thought of.
const QUESTIONS_PER_SET: usize = 1;
const CHOICES_PER_SET: usize = 2;
/// Sets that are remembered from one turn to the next.
const MOST_KEPT: usize = 3000;
/// How far the likelihood of a set may fall behind the best one; the exponent of e, as all that follow.
const GIVEN_UP: f32 = 10.0;
/// Sets that are gone on with at least when new tickets come in.
const LEAST_EXTENDED: usize = 4;
/// A seat with more routes than this when it is first looked at has done too much unseen.
const LATE: usize = 2;

/// The share of claims that belong to the plan, as long as there is one.
const PLANNED: f32 = 0.95;
/// Of how many routes a claim outside the plan may be any, with a plan and without one.
const BESIDES_PLAN: f32 = 40.0;
const WITHOUT_PLAN: f32 = 30.0;
/// How much less likely a seat is to draw tickets while its plan is unfinished.
const TICKETS_TOO_SOON: f32 = 3.0;
/// How many points of a plan make tickets e times as likely to have been kept: of the first offer and of later ones.
const POINTS_PER_FIRST_STEP: f32 = 10.0;
const POINTS_PER_STEP: f32 = 5.0;

/// What is thought of every other seat. It has to be shown every turn of a game: seats whose beginning it missed stay unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    last: Option<Look>,
    seats: [Opinion; MAX_SEATS],
}

/// What is thought of a seat: that it races, or the sets of tickets it may plan for, each weighed by how well a planner that
/// holds them explains what the seat was seen to do.
#[derive(Clone, Debug, Default)]
struct Opinion {
    racing: Racing,
    /// The likeliest first; nothing for the own seat and for those that are unknown.
    aims: Vec<Aim>,
    /// The chances of the aims up to and with each, but for a common factor.
    up_to: Vec<f32>,
}

/// How a seat plays in a game that could be the real one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Supposed {
    Unknown,
    Planner(Aim),
    Racer,
}

impl Supposed {
    /// The tickets it holds, as far as they are not any.
    pub(super) fn tickets(self) -> TicketSet {
        match self {
            Self::Planner(aim) => aim.tickets,
            Self::Unknown | Self::Racer => TicketSet::EMPTY,
        }
    }
}

/// Tickets that a seat may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) tickets: TicketSet,
    /// The logarithm of how likely they are, but for a factor that is the same for all.
    likelihood: f32,
    /// What a planner would still build for them; like a planner, it is kept until a route of it is lost.
    pub(super) plan: RouteSet,
}

impl Aims {
    /// Whether there is nothing yet to go on from.
    pub(super) fn are_new(&self) -> bool {
        self.last.is_none()
    }

    /// Takes in what has happened since the last decision. What has not been thought of when time is up is left out.
    pub(super) fn observe(
        &mut self,
        view: &View<'_>,
        planners: &Planners<'_, '_>,
        generator: &mut SplitMix64,
    ) {
        if view.seats.iter().any(|seat| seat.choosing) {
            *self = Self::default();
            return;
        }
        let last = self.last.take();
        let others = Seat::ALL.into_iter().zip(&view.seats);
        let others = others.filter(|(seat, _)| Viewer::Seat(*seat) != view.viewer);
        for (done, (seat, now)) in others.enumerate() {
            let seats_left = (view.seats.len() - done).saturating_sub(1).max(1) as u32;
            let planners = planners.with_share_of_time(seats_left);
            let deeds = last.as_ref().and_then(|last| Deeds::since(last, view, seat));
            let opinion = &mut self.seats[seat.index()];
            match deeds {
                Some(deeds) => opinion.follow(view, &planners, seat, &deeds, generator),
                None if now.routes.len() <= LATE => opinion.begin(view, &planners, seat, generator),
                None => {}
            }
            opinion.up_to = running_chances(&opinion.aims);
        }
        self.last = Some(Look::at(view));
    }

    pub(super) fn knows(&self, seat: Seat) -> bool {
        !self.seats[seat.index()].aims.is_empty()
    }

    /// What a seat may be after, drawn by how likely that is.
    pub(super) fn draw(&self, seat: Seat, generator: &mut impl Rng) -> Supposed {
        let Opinion { racing, aims, up_to } = &self.seats[seat.index()];
        let Some(all) = up_to.last() else { return Supposed::Unknown };
        let mut lot = || generator.next_u32() as f32 / u32::MAX as f32;
        if lot() < racing.chance() {
            return Supposed::Racer;
        }
        let at = lot() * all;
        let drawn = up_to.partition_point(|up_to| *up_to < at);
        aims.get(drawn).map_or(Supposed::Unknown, |aim| Supposed::Planner(*aim))
    }

    /// How likely a seat is to hold a ticket.
    #[cfg(test)]
    pub(super) fn chance(&self, seat: Seat, ticket: TicketId) -> f32 {
        let aims = &self.seats[seat.index()].aims;
        let best = aims.first().map_or(0.0, |aim| aim.likelihood);
        let sum = |with: &dyn Fn(&Aim) -> bool| -> f32 {
            aims.iter().filter(|aim| with(aim)).map(|aim| (aim.likelihood - best).exp()).sum()
        };
        sum(&|aim| aim.tickets.contains(ticket)) / sum(&|_| true)
    }
}

impl Opinion {
    /// Thinks of all that a seat may hold at the beginning.
    fn begin(
        &mut self,
        view: &View<'_>,
        planners: &Planners<'_, '_>,
        seat: Seat,
        generator: &mut SplitMix64,
    ) {
        let now = &view.seats[seat.index()];
        self.racing = Racing::at_first(now.tickets, view.edition.rules().keep);
        let aims = &mut self.aims;
        let unseen = unseen_tickets(view);
        let mut sets = sets_of(unseen, now.tickets.into(), planners.sets, generator);
        // So that those which time is too short for are any.
        for last in (1..sets.len()).rev() {
            sets.swap(last, below(generator, last as u32 + 1) as usize);
        }
        let new = |tickets| Aim { tickets, likelihood: 0.0, plan: RouteSet::EMPTY };
        *aims = sets.into_iter().map(new).collect();
        let then = before_claiming(view, seat, now.routes, generator);
        planners.plan(aims, &then, |_| true, |aim, value| aim.likelihood = value / POINTS_PER_FIRST_STEP);
        if possible_sets(unseen.len(), now.tickets.into()) <= planners.sets as f64 {
            weigh_first_choice(aims, view, planners, &then, generator);
        }
        let board = view.edition.board();
        for aim in aims.iter_mut() {
            now.routes.iter().for_each(|route| aim.explain_claim(board, route));
        }
        forget_unlikely(aims);
    }

    /// Weighs what a seat may hold by what it did next.
    fn follow(
        &mut self,
        view: &View<'_>,
        planners: &Planners<'_, '_>,
        seat: Seat,
        deeds: &Deeds<'_>,
        generator: &mut SplitMix64,
    ) {
        let Self { racing, aims, .. } = self;
        let unseen = unseen_tickets(view);
        aims.retain(|aim| aim.tickets.without(unseen).is_empty());
        if aims.is_empty() {
            return;
        }
        let board = view.edition.board();
        let then = before_claiming(view, seat, deeds.claimed, generator);
        let free = attainable(&then, &then.seats[seat.index()]);
        let is_lost = |route| board.twin_set(route).or(RouteSet::only(route)).and(free).is_empty();
        planners.plan(aims, &then, |aim| aim.plan.iter().any(is_lost), |_, _| ());
        let seen = match deeds.only_claim() {
            Some(route) => Some(Seen::Claim(route)),
            None => deeds.is_one_draw().then_some(Seen::Draw(&deeds.drawn)),
        };
        if let (Some(seen), Some(before)) = (seen, deeds.table_before(view)) {
            let turn = Turn {
                seat,
                before: &before,
                seen,
                ground: planners.thorough,
                terrain: planners.racing,
                questions: QUESTIONS_PER_SET * planners.sets,
                until: planners.until,
            };
            racing.turn(turn.explain(aims, generator));
        }
        for aim in aims.iter_mut() {
            deeds.claimed.iter().for_each(|route| aim.explain_claim(board, route));
            if deeds.new_tickets > 0 {
                aim.explain_tickets();
            }
        }
        forget_unlikely(aims);
        if deeds.new_tickets > 0 {
            racing.tickets();
            extend(aims, unseen, deeds.new_tickets.into(), planners.sets, generator);
            let mut values = Vec::with_capacity(aims.len());
            planners.plan(aims, &then, |_| true, |_, value| values.push(value));
            weigh_extensions(aims, &values);
            forget_unlikely(aims);
        }
    }
}

/// Weighs first tickets by which of them a planner keeps.
fn weigh_first_choice(
    aims: &mut [Aim],
    view: &View<'_>,
    planners: &Planners<'_, '_>,
    then: &View<'_>,
    generator: &mut SplitMix64,
) {
    let rules = view.edition.rules();
    let from: Vec<TicketId> = unseen_tickets(view).iter().collect();
    let (dealt, least) = (rules.deal.into(), rules.keep.into());
    let compared = CHOICES_PER_SET * planners.sets;
    let offers = Offers { from: &from, dealt, least, compared, until: planners.until };
    Mind::default().plans(planners.thorough, then, |plan_for| {
        offers.weigh(aims, &|tickets| plan_for(tickets).1, generator);
    });
}

/// Shares the likelihood of each set among those that go on from it, by what a planner expects of them. They stand beside
/// each other and are as likely as the set was.
fn weigh_extensions(aims: &mut [Aim], values: &[f32]) {
    let mut values = values;
    for extensions in aims.chunk_by_mut(|a, b| a.likelihood.to_bits() == b.likelihood.to_bits()) {
        let (own, rest) = values.split_at(extensions.len().min(values.len()));
        values = rest;
        let best = own.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let steps = own.iter().map(|value| (value - best) / POINTS_PER_STEP);
        let all = steps.clone().map(f32::exp).sum::<f32>().ln();
        extensions.iter_mut().zip(steps).for_each(|(aim, step)| aim.likelihood += step - all);
    }
}

fn running_chances(aims: &[Aim]) -> Vec<f32> {
    let best = aims.first().map_or(0.0, |aim| aim.likelihood);
    let chances = aims.iter().map(|aim| (aim.likelihood - best).exp());
    chances
        .scan(0.0, |sum, chance| {
            *sum += chance;
            Some(*sum)
        })
        .collect()
}

/// Adds to the likeliest sets whatever new tickets may be.
fn extend(aims: &mut Vec<Aim>, unseen: TicketSet, count: usize, most: usize, generator: &mut SplitMix64) {
    let additions = sets_of(unseen, count, most.div_ceil(LEAST_EXTENDED), generator);
    aims.truncate((most / additions.len().max(1)).max(LEAST_EXTENDED));
    let with = |aim: &Aim, more: TicketSet| Aim { tickets: aim.tickets.or(more), ..*aim };
    let apart = |aim: &Aim, more: TicketSet| aim.tickets.and(more).is_empty();
    *aims = aims
        .iter()
        .flat_map(|aim| {
            let more = additions.iter().filter(move |more| apart(aim, **more));
            more.map(move |more| with(aim, *more))
        })
        .collect();
}

/// What the others are taken to be, and how long there is to think of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planners<'g, 'e> {
    pub(super) thorough: &'g Ground,
    /// What they are taken to be when time runs short.
    pub(super) quick: &'g Ground,
    /// What they race on, if they do that instead.
    pub(super) racing: &'g Terrain<'e>,
    /// Sets of tickets that are thought of at once; of more, as many are drawn by lot.
    pub(super) sets: usize,
    pub(super) until: Option<Instant>,
}

impl Planners<'_, '_> {
    fn with_share_of_time(self, shares: u32) -> Self {
        let now = Instant::now();
        let share = |until: Instant| now + until.saturating_duration_since(now) / shares;
        Self { until: self.until.map(share), ..self }
    }

    /// Plans anew for some of the sets, and shows what each plan is worth.
    fn plan(
        &self,
        aims: &mut Vec<Aim>,
        then: &View<'_>,
        which: impl Fn(&Aim) -> bool,
        mut weigh: impl FnMut(&mut Aim, f32),
    ) {
        if !aims.iter().any(&which) {
            return;
        }
        let midway = self.with_share_of_time(2).until;
        let is_past = |time: Option<Instant>| time.is_some_and(|time| Instant::now() >= time);
        let mut planned = 0;
        let (mut patient, mut hasty) = (Mind::default(), Mind::default());
        patient.plans(self.thorough, then, |thoroughly| {
            hasty.plans(self.quick, then, |quickly| {
                for aim in aims.iter_mut() {
                    if is_past(self.until) {
                        break;
                    }
                    if which(aim) {
                        let plan_for = if is_past(midway) { quickly } else { thoroughly };
                        let value;
                        (aim.plan, value) = plan_for(aim.tickets);
                        weigh(aim, value);
                    }
                    planned += 1;
                }
            });
        });
        if planned > 0 {
            aims.truncate(planned);
        }
    }
}

fn forget_unlikely(aims: &mut Vec<Aim>) {
    aims.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
    aims.truncate(MOST_KEPT);
    if let Some(best) = aims.first().map(|aim| aim.likelihood) {
        aims.retain(|aim| aim.likelihood > best - GIVEN_UP);
    }
    // They wait with the bot until its next turn.
    aims.shrink_to_fit();
}

impl Aim {
    fn explain_claim(&mut self, board: &Board, route: RouteId) {
        let sides = board.twin_set(route).or(RouteSet::only(route));
        let chance = if self.plan.is_empty() {
            1.0 / WITHOUT_PLAN
        } else if self.plan.and(sides).is_empty() {
            (1.0 - PLANNED) / BESIDES_PLAN
        } else {
            PLANNED / self.plan.len() as f32
        };
        self.likelihood += chance.ln();
        self.plan = self.plan.without(sides);
    }

    /// A planner draws tickets when it has done with those it has.
    fn explain_tickets(&mut self) {
        if !self.plan.is_empty() {
            self.likelihood -= TICKETS_TOO_SOON;
        }
    }
}

#[cfg(test)]
mod tests;
