//! What a search is asked: a view, and the moves worth comparing.

use whistlestop_rules::game::{LegalActions, Standings};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::{View, Viewer};

use super::Settings;
use super::belief::Belief;
use super::candidates::{Candidates, candidates};
use crate::sprint::{Outlook, Plan, Terrain, decide};

/// Everything that is the same for all simulated games of one decision.
#[derive(Debug)]
pub(super) struct Question<'v, 'e> {
    pub(super) view: &'v View<'e>,
    pub(super) seat: Seat,
    pub(super) settings: &'v Settings,
    pub(super) own: Terrain<'e>,
    pub(super) rivals: Terrain<'e>,
    pub(super) belief: Belief,
    /// The usual move first.
    pub(super) moves: Candidates,
}

impl<'v, 'e> Question<'v, 'e> {
    /// `None` where there is nothing to think about.
    pub(super) fn new(view: &'v View<'e>, legal: &LegalActions<'_>, settings: &'v Settings) -> Option<Self> {
        let Viewer::Seat(seat) = view.viewer else { return None };
        let outlook = Outlook::of_view(view)?;
        if legal.len() < 2 {
            return None;
        }
        let own = Terrain::new(view.edition, settings.own);
        let mut plan = Plan::new(&own, &outlook);
        let usual = decide(&own, &outlook, &mut plan);
        let moves = candidates(legal, view.edition.board(), &outlook, &plan, &usual, settings.claims);
        Some(Self {
            view,
            seat,
            settings,
            own,
            rivals: Terrain::new(view.edition, settings.rivals),
            belief: Belief::new(view),
            moves,
        })
    }

    /// How a finished game is to be judged by a seat, between 0 and 1.
    pub(super) fn utility(&self, standings: &Standings, seat: Seat) -> f64 {
        let Some(own) = standings.get(seat.index()) else { return 0.0 };
        let others = standings.iter().filter(|other| other.seat != seat);
        let best_other = others.map(|other| other.total).max().unwrap_or(own.total);
        let winners = standings.iter().filter(|standing| standing.rank == 1).count();
        let victory = if own.rank == 1 { 1.0 / winners as f64 } else { 0.0 };
        let lead = f64::from(own.total - best_other) / self.settings.lead;
        let by_far = 1.0 / (1.0 + (-lead).exp());
        self.settings.victory * victory + (1.0 - self.settings.victory) * by_far
    }
}
