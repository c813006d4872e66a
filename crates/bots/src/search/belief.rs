//! Which of the games that fit a view is likely to be the real one.

use arrayvec::ArrayVec;
use rand_core::Rng;
use whistlestop_rules::game::Game;
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::view::{View, Viewer};

use super::aims::{Aims, Supposed};
use crate::atlas::Atlas;
use crate::belief::TicketBelief;

/// A ticket is never taken to be surer than this, nor to be ruled out, because the routes may have another reason.
const SUREST: f32 = 0.97;

/// What the others may hold. Their cards need no guess: what was taken from the row is in the view, and the rest is dealt
/// at random.
#[derive(Debug)]
pub(super) struct Belief<'a> {
    aims: &'a Aims,
    /// By the routes alone, for seats of which nothing else is known.
    tickets: TicketBelief,
    unknown: ArrayVec<Seat, MAX_SEATS>,
}

impl<'a> Belief<'a> {
    pub(super) fn new(view: &View<'_>, aims: &'a Aims) -> Self {
        let others =
            Seat::ALL.into_iter().zip(&view.seats).filter(|(seat, _)| Viewer::Seat(*seat) != view.viewer);
        // There is nothing to go by as long as a seat has no route.
        let unknown = others.filter(|(seat, other)| !aims.knows(*seat) && !other.routes.is_empty());
        let unknown = unknown.map(|(seat, _)| seat).collect();
        Self { aims, tickets: TicketBelief::of(view, &Atlas::of(view.edition)), unknown }
    }

    /// A game that fits the view, with tickets that explain what the others did, and by seat how they are taken to play.
    pub(super) fn imagine<'e>(
        &self,
        view: &View<'e>,
        deals: usize,
        generator: &mut impl Rng,
    ) -> (Game<'e>, [Supposed; MAX_SEATS]) {
        let supposed = Seat::ALL.map(|seat| self.aims.draw(seat, generator));
        let tickets = supposed.map(Supposed::tickets);
        let mut chosen = view.determinize_holding(&tickets, generator);
        if self.unknown.is_empty() {
            return (chosen, supposed);
        }
        let mut total = self.likelihood(&chosen);
        for _ in 1..deals {
            let game = view.determinize_holding(&tickets, generator);
            let likelihood = self.likelihood(&game);
            total += likelihood;
            let ticket = generator.next_u32() as f32 / u32::MAX as f32;
            if ticket * total < likelihood {
                chosen = game;
            }
        }
        (chosen, supposed)
    }

    fn likelihood(&self, game: &Game<'_>) -> f32 {
        let mut likelihood = 1.0;
        for seat in &self.unknown {
            for ticket in game.tickets(*seat).iter() {
                let chance = self.tickets.weight(*seat, ticket).clamp(1.0 - SUREST, SUREST);
                likelihood *= chance / (1.0 - chance);
            }
        }
        likelihood
    }
}
