//! What the others may be after, judged by everything they were seen to do.

use std::time::Instant;

use arrayvec::ArrayVec;
use rand_core::Rng;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::cards::{Card, Cards, MAX_COLORS};
use whistlestop_rules::chance::below;
use whistlestop_rules::edition::Board;
use whistlestop_rules::game::{Ending, Phase};
use whistlestop_rules::ids::{MAX_SEATS, RouteId, RouteSet, Seat, TicketId, TicketSet};
use whistlestop_rules::view::{SeatView, View, Viewer};

use crate::belief::unseen_tickets;
use crate::planner::{Ground, Mind};

/// Sets of tickets that are thought of at once; of more, as many are drawn by lot.
const MOST_SETS: usize = 3000;
/// Sets that are remembered from one turn to the next.
const MOST_KEPT: usize = 1500;
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
/// How much less likely it is to take cards from the row with nothing planned, or such as the plan does not take, and how
/// much less again when wanted ones lay beside them.
const NOTHING_TO_DRAW_FOR: f32 = 1.0;
const UNWANTED: f32 = 0.3;
const UNWANTED_BESIDE_WANTED: f32 = 0.3;
/// The same for a card from the deck while wanted ones lay in the row.
const BLIND_BESIDE_WANTED: f32 = 0.4;
/// How many points of a plan make its first tickets e times as likely to have been kept.
const POINTS_PER_STEP: f32 = 10.0;

/// For every other seat the sets of tickets it may hold, each weighed by how well a planner that holds them explains what
/// the seat was seen to do. It has to be shown every turn of a game: seats whose beginning it missed stay unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    last: Option<Look>,
    /// The likeliest first; nothing for the own seat and for those that are unknown.
    seats: [Vec<Aim>; MAX_SEATS],
    /// By seat, the chances of the aims up to and with each, but for a common factor.
    up_to: [Vec<f32>; MAX_SEATS],
}

/// What was on the table at a decision.
#[derive(Clone, Debug)]
struct Look {
    seats: ArrayVec<SeatView, MAX_SEATS>,
    row: Cards,
}

/// Tickets that a seat may hold.
#[derive(Clone, Copy, Debug)]
struct Aim {
    tickets: TicketSet,
    /// The logarithm of how likely they are, but for a factor that is the same for all.
    likelihood: f32,
    /// What a planner would still build for them; like a planner, it is kept until a route of it is lost.
    plan: RouteSet,
}

/// What a seat has done since the last look.
struct Deeds {
    claimed: RouteSet,
    new_tickets: u8,
    taken: Cards,
    blind: u8,
}

impl Deeds {
    fn between(before: &SeatView, now: &SeatView) -> Self {
        let claimed = now.routes.without(before.routes);
        let mut taken = now.known_cards;
        taken.remove_all(&before.known_cards);
        let drawn = now.cards.saturating_sub(before.cards);
        Self {
            claimed,
            new_tickets: now.tickets.saturating_sub(before.tickets),
            taken,
            blind: drawn.saturating_sub(taken.total()),
        }
    }
}

impl Aims {
    /// Takes in what has happened since the last decision. `ground` is what the others are taken to plan with. What has not
    /// been thought of when time is up is left out.
    pub(super) fn observe(
        &mut self,
        view: &View<'_>,
        ground: &Ground,
        until: Option<Instant>,
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
            let planners = Planners { ground, until: until.map(|until| share(until, seats_left)) };
            let before = last.as_ref().and_then(|last| last.seats.get(seat.index()));
            let row = last.as_ref().map_or(Cards::NONE, |last| last.row);
            let aims = &mut self.seats[seat.index()];
            match before {
                Some(before) => {
                    follow(aims, view, &planners, seat, &Deeds::between(before, now), &row, generator);
                }
                None if now.routes.len() <= LATE => begin(aims, view, &planners, seat, generator),
                None => {}
            }
        }
        self.up_to = self.seats.each_ref().map(|aims| running_chances(aims));
        let row = view.row.iter().flatten().copied().collect();
        self.last = Some(Look { seats: view.seats.clone(), row });
    }

    pub(super) fn knows(&self, seat: Seat) -> bool {
        !self.seats[seat.index()].is_empty()
    }

    /// Tickets that a seat may hold, drawn by how likely they are; `None` if nothing is known of it.
    pub(super) fn draw(&self, seat: Seat, generator: &mut impl Rng) -> Option<TicketSet> {
        let (aims, up_to) = (&self.seats[seat.index()], &self.up_to[seat.index()]);
        let at = generator.next_u32() as f32 / u32::MAX as f32 * up_to.last()?;
        let drawn = up_to.partition_point(|up_to| *up_to < at);
        aims.get(drawn).map(|aim| aim.tickets)
    }

    /// How likely a seat is to hold a ticket.
    #[cfg(test)]
    pub(super) fn chance(&self, seat: Seat, ticket: TicketId) -> f32 {
        let aims = &self.seats[seat.index()];
        let best = aims.first().map_or(0.0, |aim| aim.likelihood);
        let sum = |with: &dyn Fn(&Aim) -> bool| -> f32 {
            aims.iter().filter(|aim| with(aim)).map(|aim| (aim.likelihood - best).exp()).sum()
        };
        sum(&|aim| aim.tickets.contains(ticket)) / sum(&|_| true)
    }
}

/// Thinks of all that a seat may hold at the beginning.
fn begin(
    aims: &mut Vec<Aim>,
    view: &View<'_>,
    planners: &Planners<'_>,
    seat: Seat,
    generator: &mut SplitMix64,
) {
    let now = &view.seats[seat.index()];
    let mut sets = sets_of(unseen_tickets(view), now.tickets.into(), MOST_SETS, generator);
    // So that those which time is too short for are any.
    for last in (1..sets.len()).rev() {
        sets.swap(last, below(generator, last as u32 + 1) as usize);
    }
    let new = |tickets| Aim { tickets, likelihood: 0.0, plan: RouteSet::EMPTY };
    *aims = sets.into_iter().map(new).collect();
    let then = before_claiming(view, seat, now.routes, generator);
    planners.plan(aims, &then, |_| true, |aim, value| aim.likelihood = value / POINTS_PER_STEP);
    let board = view.edition.board();
    for aim in aims.iter_mut() {
        now.routes.iter().for_each(|route| aim.explain_claim(board, route));
    }
    forget_unlikely(aims);
}

/// Weighs what a seat may hold by what it did next.
fn follow(
    aims: &mut Vec<Aim>,
    view: &View<'_>,
    planners: &Planners<'_>,
    seat: Seat,
    deeds: &Deeds,
    row: &Cards,
    generator: &mut SplitMix64,
) {
    let unseen = unseen_tickets(view);
    aims.retain(|aim| aim.tickets.without(unseen).is_empty());
    if aims.is_empty() {
        return;
    }
    let board = view.edition.board();
    let then = before_claiming(view, seat, deeds.claimed, generator);
    let open = then.seats[seat.index()].open;
    let is_lost = |route| board.twin_set(route).or(RouteSet::only(route)).and(open).is_empty();
    planners.plan(aims, &then, |aim| aim.plan.iter().any(is_lost), |_, _| ());
    for aim in aims.iter_mut() {
        deeds.claimed.iter().for_each(|route| aim.explain_claim(board, route));
        if deeds.new_tickets > 0 {
            aim.explain_tickets();
        } else if deeds.claimed.is_empty() {
            aim.explain_cards(board, deeds, &view.seats[seat.index()].known_cards, row);
        }
    }
    forget_unlikely(aims);
    if deeds.new_tickets > 0 {
        extend(aims, unseen, deeds.new_tickets.into(), generator);
        planners.plan(aims, &then, |_| true, |_, _| ());
        forget_unlikely(aims);
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
fn extend(aims: &mut Vec<Aim>, unseen: TicketSet, count: usize, generator: &mut SplitMix64) {
    let additions = sets_of(unseen, count, MOST_SETS / LEAST_EXTENDED, generator);
    aims.truncate((MOST_SETS / additions.len().max(1)).max(LEAST_EXTENDED));
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

/// The table as a seat saw it before it claimed these routes. What it has in hand is guessed.
fn before_claiming<'e>(
    view: &View<'e>,
    seat: Seat,
    claimed: RouteSet,
    generator: &mut SplitMix64,
) -> View<'e> {
    let board = view.edition.board();
    let taken = view.seats.iter().fold(RouteSet::EMPTY, |taken, seat| taken.or(seat.routes));
    let spaces = claimed.iter().fold(0_u8, |spaces, route| spaces.saturating_add(board.length(route)));
    let mut then = view.determinize(generator).view(Viewer::Seat(seat));
    then.phase = Phase::Turn;
    then.ending = Ending::NotInSight;
    let own = &mut then.seats[seat.index()];
    own.routes = own.routes.without(claimed);
    own.open = own.open.or(claimed).or(board.twins(claimed).without(taken));
    own.trains = own.trains.saturating_add(spaces);
    own.cards = own.cards.saturating_add(spaces);
    then
}

/// The end of an even share of the time that is left.
fn share(until: Instant, shares: u32) -> Instant {
    let now = Instant::now();
    now + until.saturating_duration_since(now) / shares
}

/// What the others are taken to be, and how long there is to think of them.
struct Planners<'g> {
    ground: &'g Ground,
    until: Option<Instant>,
}

impl Planners<'_> {
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
        let mut planned = 0;
        Mind::default().plans(self.ground, then, |plan_for| {
            for aim in aims.iter_mut() {
                if self.until.is_some_and(|until| Instant::now() >= until) {
                    break;
                }
                if which(aim) {
                    let value;
                    (aim.plan, value) = plan_for(aim.tickets);
                    weigh(aim, value);
                }
                planned += 1;
            }
        });
        aims.truncate(planned);
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

    /// `known` is what is known of the hand after the cards were drawn, `row` what lay there before.
    fn explain_cards(&mut self, board: &Board, deeds: &Deeds, known: &Cards, row: &Cards) {
        if self.plan.is_empty() {
            self.likelihood -= if deeds.taken.colored() > 0 { NOTHING_TO_DRAW_FOR } else { 0.0 };
            return;
        }
        let mut needed = [0; MAX_COLORS];
        for route in self.plan.or(board.twins(self.plan)).iter() {
            if let Some(color) = board.color(route) {
                needed[color.index()] += board.length(route);
            }
        }
        let wants = |color: Card| needed[color.index()] + deeds.taken.count(color) > known.count(color);
        let lay_there = Card::COLORS.into_iter().any(|color| row.count(color) > 0 && wants(color));
        let unwanted: u8 = Card::COLORS
            .into_iter()
            .filter(|color| !wants(*color))
            .map(|color| deeds.taken.count(color))
            .sum();
        let beside = if lay_there { (UNWANTED_BESIDE_WANTED, BLIND_BESIDE_WANTED) } else { (0.0, 0.0) };
        self.likelihood -= f32::from(unwanted) * (UNWANTED + beside.0) + f32::from(deeds.blind) * beside.1;
    }
}

/// All sets of so many tickets, or as many of them as there may be at most.
fn sets_of(tickets: TicketSet, count: usize, most: usize, generator: &mut SplitMix64) -> Vec<TicketSet> {
    let tickets: Vec<TicketId> = tickets.iter().collect();
    if count > tickets.len() {
        return Vec::new();
    }
    let possible = (0..count).fold(1.0, |sets, i| sets * (tickets.len() - i) as f64 / (i + 1) as f64);
    if possible > most as f64 {
        let any_set = |_| {
            let mut set = TicketSet::EMPTY;
            while set.len() < count {
                set.insert(tickets[below(generator, tickets.len() as u32) as usize]);
            }
            set
        };
        return (0..most).map(any_set).collect();
    }
    let mut sets = Vec::new();
    let mut places: Vec<usize> = (0..count).collect();
    loop {
        sets.push(places.iter().map(|place| tickets[*place]).collect());
        // The last place that can still move up does, and those after it follow right behind.
        let Some(at) = (0..count).rev().find(|at| places[*at] < tickets.len() - count + at) else { break };
        let first = places[at] + 1;
        places[at..].iter_mut().zip(first..).for_each(|(place, next)| *place = next);
    }
    sets
}

#[cfg(test)]
mod tests;
