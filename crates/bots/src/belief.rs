//! Which tickets the others are likely to hold, judged by the routes they have claimed.

use arrayvec::ArrayVec;
use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{
    CityId, MAX_CITIES, MAX_SEATS, MAX_TICKETS, RouteSet, Seat, TicketId, TicketSet,
};
use whistlestop_rules::view::{View, Viewer};

use crate::atlas::{Atlas, CLOSED};

/// How much likelier a ticket becomes when all of its way is built rather than none; the exponent of e.
const PROGRESS: f32 = 4.0;
/// The same for each end that the network touches.
const END: f32 = 0.5;
/// The same for each space beyond the shortest way that the built part would lead to.
const DETOUR: f32 = 0.35;

/// How near the sum of the chances must come to the tickets held, and in how many steps at most.
const CLOSE_ENOUGH: f32 = 0.001;
const MOST_STEPS: usize = 40;

/// Separate parts of a network that are told apart; the rest of a very scattered one counts for nothing.
const MAX_PARTS: usize = 12;

/// For each opponent and ticket, how likely the opponent is to hold it.
///
/// The weights of a seat add up to the number of tickets it holds. Tickets the viewer has seen elsewhere weigh
/// nothing.
#[derive(Clone, Debug)]
pub struct TicketBelief {
    weights: [[f32; MAX_TICKETS]; MAX_SEATS],
}

impl TicketBelief {
    pub fn of(view: &View<'_>, atlas: &Atlas) -> Self {
        let board = view.edition.board();
        let unseen = unseen_tickets(view);
        let mut belief = Self { weights: [[0.0; MAX_TICKETS]; MAX_SEATS] };
        for (seat, other) in Seat::ALL.into_iter().zip(&view.seats) {
            if view.viewer == Viewer::Seat(seat) {
                continue;
            }
            let weights = &mut belief.weights[seat.index()];
            let network = Parts::of(board, atlas, other.routes);
            for ticket in unseen.iter() {
                weights[ticket.index()] = network.likelihood(atlas, board.ticket_ends(ticket)).exp();
            }
            let held = f32::from(other.tickets + other.offered);
            share_out(weights, unseen, held);
        }
        belief
    }

    /// How likely a seat is to hold a ticket, between 0 and 1. For the viewer's own seat it is always 0.
    #[inline]
    pub fn weight(&self, seat: Seat, ticket: TicketId) -> f32 {
        self.weights[seat.index()][ticket.index()]
    }
}

/// Tickets that may be in somebody else's hand.
pub fn unseen_tickets(view: &View<'_>) -> TicketSet {
    let placed: TicketSet = view.bottom.placed.iter().filter_map(|placed| placed.ticket).collect();
    let seen = [view.offer, view.removed, view.bottom.shuffled.own, placed].into_iter();
    view.edition.board().all_tickets().without(seen.fold(view.tickets, TicketSet::or))
}

/// Turns odds into chances that add up to the tickets held.
///
/// Every ticket is held or not on its own, at its odds times a factor that makes the sum right. The sum is concave in
/// the factor, so Newton's steps from below never pass it.
fn share_out(weights: &mut [f32; MAX_TICKETS], tickets: TicketSet, held: f32) {
    let odds =
        |weights: &[f32; MAX_TICKETS]| -> f32 { tickets.iter().map(|ticket| weights[ticket.index()]).sum() };
    let all = tickets.len() as f32;
    let mut factor = if held > 0.0 { held / odds(weights) } else { 0.0 };
    if held >= all {
        tickets.iter().for_each(|ticket| weights[ticket.index()] = 1.0);
        return;
    }
    for _ in 0..MOST_STEPS {
        let (mut sum, mut slope) = (0.0, 0.0);
        for ticket in tickets.iter() {
            let odds = weights[ticket.index()];
            let miss = 1.0 / (1.0 + factor * odds);
            sum += 1.0 - miss;
            slope += odds * miss * miss;
        }
        if held - sum < CLOSE_ENOUGH {
            break;
        }
        factor += (held - sum) / slope;
    }
    for ticket in tickets.iter() {
        let weight = &mut weights[ticket.index()];
        *weight = 1.0 - 1.0 / (1.0 + factor * *weight);
    }
}

/// The connected parts of somebody's network, and how far they are from everywhere on the empty board.
struct Parts {
    cities: ArrayVec<u128, MAX_PARTS>,
    /// `[part][city]`.
    distances: ArrayVec<[u16; MAX_CITIES], MAX_PARTS>,
}

impl Parts {
    fn of(board: &Board, atlas: &Atlas, routes: RouteSet) -> Self {
        let mut cities: ArrayVec<u128, MAX_PARTS> = ArrayVec::new();
        for route in routes.iter() {
            let mut part = board.ends(route).iter().fold(0, |part, end| part | 1_u128 << end.0);
            cities.retain(|other| {
                let joined = *other & part != 0;
                part |= if joined { *other } else { 0 };
                !joined
            });
            // Parts beyond the limit are left out.
            let _ = cities.try_push(part);
        }
        let mut distances = ArrayVec::new();
        for part in &cities {
            let mut nearest = [CLOSED; MAX_CITIES];
            for city in bits(*part) {
                for (to, nearest) in nearest.iter_mut().enumerate().take(atlas.cities()) {
                    *nearest = (*nearest).min(atlas.distance(city, CityId(to as u8)));
                }
            }
            distances.push(nearest);
        }
        Self { cities, distances }
    }

    /// The logarithm of how much likelier these routes are with a ticket between two cities than without.
    fn likelihood(&self, atlas: &Atlas, [a, b]: [CityId; 2]) -> f32 {
        let direct = atlas.distance(a, b);
        if direct == CLOSED || direct == 0 {
            return -PROGRESS;
        }
        let mut best = 0.0_f32;
        for (part, distances) in self.cities.iter().zip(&self.distances) {
            let (from_a, from_b) = (distances[a.index()], distances[b.index()]);
            let left = from_a.saturating_add(from_b);
            // The part leads from its city nearest to one end to its city nearest to the other.
            let inside = span(atlas, *part, [a, b], [from_a, from_b]);
            let detour = left.saturating_add(inside).saturating_sub(direct);
            let progress = f32::from(direct.saturating_sub(left)) / f32::from(direct);
            let ends = u8::from(from_a == 0) + u8::from(from_b == 0);
            let likelihood = PROGRESS * progress + END * f32::from(ends) - DETOUR * f32::from(detour);
            best = best.max(likelihood);
        }
        best
    }
}

/// Spaces between the places where the ways from both ends come into a part.
fn span(atlas: &Atlas, part: u128, ends: [CityId; 2], nearest: [u16; 2]) -> u16 {
    let gate = |end: usize| bits(part).find(|city| atlas.distance(*city, ends[end]) == nearest[end]);
    match (gate(0), gate(1)) {
        (Some(a), Some(b)) => atlas.distance(a, b),
        _ => CLOSED,
    }
}

fn bits(set: u128) -> impl Iterator<Item = CityId> {
    let mut rest = set;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let lowest = rest.trailing_zeros();
            rest &= rest - 1;
            CityId(lowest as u8)
        })
    })
}
