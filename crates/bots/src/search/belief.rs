//! Which of the games that fit a view is likely to be the real one.

use rand_core::Rng;
use whistlestop_rules::game::Game;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::{View, Viewer};

use crate::atlas::Atlas;
use crate::belief::TicketBelief;

/// A ticket is never taken to be surer than this, nor to be ruled out, because the routes may have another reason.
const SUREST: f32 = 0.97;

/// What the routes of the others tell about their tickets. Their cards need no guess: what was taken from the row is
/// in the view, and the rest is dealt at random.
#[derive(Debug)]
pub(super) struct Belief {
    tickets: TicketBelief,
    /// Nothing to go by as long as nobody has a route.
    is_blank: bool,
}

impl Belief {
    pub(super) fn new(view: &View<'_>) -> Self {
        let others =
            Seat::ALL.into_iter().zip(&view.seats).filter(|(seat, _)| Viewer::Seat(*seat) != view.viewer);
        let is_blank = others.into_iter().all(|(_, other)| other.routes.is_empty());
        Self { tickets: TicketBelief::of(view, &Atlas::of(view.edition)), is_blank }
    }

    /// A game that fits the view, chosen from several deals by how well their tickets explain the routes.
    pub(super) fn imagine<'e>(&self, view: &View<'e>, deals: usize, generator: &mut impl Rng) -> Game<'e> {
        let mut chosen = view.determinize(generator);
        if self.is_blank {
            return chosen;
        }
        let mut total = self.likelihood(view, &chosen);
        for _ in 1..deals {
            let game = view.determinize(generator);
            let likelihood = self.likelihood(view, &game);
            total += likelihood;
            let ticket = generator.next_u32() as f32 / u32::MAX as f32;
            if ticket * total < likelihood {
                chosen = game;
            }
        }
        chosen
    }

    fn likelihood(&self, view: &View<'_>, game: &Game<'_>) -> f32 {
        let others = game.seats().filter(|seat| Viewer::Seat(*seat) != view.viewer);
        let mut likelihood = 1.0;
        for seat in others {
            for ticket in game.tickets(seat).iter() {
                let chance = self.tickets.weight(seat, ticket).clamp(1.0 - SUREST, SUREST);
                likelihood *= chance / (1.0 - chance);
            }
        }
        likelihood
    }
}
