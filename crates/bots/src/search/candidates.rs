//! The moves a search tells apart.

use arrayvec::ArrayVec;
use whistlestop_rules::cards::{CARD_KINDS, Card};
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::ids::{MAX_ROUTES, RouteId, RouteSet, TicketSet};
use whistlestop_rules::view::View;

/// Most moves that are compared with each other.
pub(super) const MAX_CANDIDATES: usize = 48;

/// What it counts in points that a route is planned.
const PLANNED: i32 = 6;

pub(super) type Candidates = ArrayVec<Candidate, MAX_CANDIDATES>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// Place on the list of legal actions.
    pub(super) index: usize,
    pub(super) action: Action,
    pub(super) move_: Move,
}

/// An action without what hardly matters: which of two equal cards of the row, how a route is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Take(Card),
    DrawBlind,
    Claim(RouteId),
    DrawTickets,
    Return(TicketSet),
    Pass,
}

impl Move {
    pub(super) fn of(action: &Action, view: &View<'_>) -> Self {
        match action {
            Action::DrawBlind => Self::DrawBlind,
            Action::TakeFromRow { slot } => {
                let card = view.row.get(usize::from(*slot)).copied().flatten();
                card.map_or(Self::DrawBlind, Self::Take)
            }
            Action::ClaimRoute { route, .. } => Self::Claim(*route),
            Action::DrawTickets => Self::DrawTickets,
            Action::KeepTickets { returned } => Self::Return(returned.iter().copied().collect()),
            Action::Pass => Self::Pass,
        }
    }
}

/// Which claims are worth comparing.
pub(super) struct Taste {
    /// What the own plan needs.
    pub(super) planned: RouteSet,
    /// How often the plans of others were seen to need each route.
    pub(super) wanted: [u32; MAX_ROUTES],
    /// How often makes a route worth taking away.
    pub(super) often: u32,
    /// Claims that are compared at most for what they bring, and for what they take from others.
    pub(super) claims: usize,
    pub(super) cuts: usize,
}

/// The moves worth comparing, the usual one first. Each route is paid in the one way that keeps the most useful
/// cards.
pub(super) fn candidates(
    legal: &LegalActions<'_>,
    view: &View<'_>,
    usual: usize,
    taste: &Taste,
) -> Candidates {
    let mut found = Candidates::new();
    let mut taken = [false; CARD_KINDS];
    let mut claimed = RouteSet::EMPTY;
    if let Some(action) = legal.get(usual) {
        let move_ = Move::of(&action, view);
        match move_ {
            Move::Take(card) => taken[card.index()] = true,
            Move::Claim(route) => claimed.insert(route),
            _ => {}
        }
        found.push(Candidate { index: usual, action, move_ });
    }
    let mut claims: Vec<Claim> = Vec::new();
    for (index, action) in legal.iter().enumerate().filter(|(index, _)| *index != usual) {
        let move_ = Move::of(&action, view);
        match move_ {
            Move::Claim(route) => {
                claims.push(Claim { worth: taste.worth(&action, view), route, index, action });
                continue;
            }
            Move::Take(card) if std::mem::replace(&mut taken[card.index()], true) => continue,
            _ => {}
        }
        let _ = found.try_push(Candidate { index, action, move_ });
    }
    claims.sort_by_key(|claim| std::cmp::Reverse(claim.worth));
    let mut compare = |claims: &[Claim], most: usize, is_worth_it: &dyn Fn(&Claim) -> bool| {
        let mut count = 0;
        for claim in claims.iter().filter(|claim| is_worth_it(claim)) {
            if count >= most || found.is_full() {
                break;
            }
            if !claimed.contains(claim.route) {
                claimed.insert(claim.route);
                count += 1;
                let (index, action) = (claim.index, claim.action.clone());
                found.push(Candidate { index, action, move_: Move::Claim(claim.route) });
            }
        }
    };
    compare(&claims, taste.claims, &|_| true);
    claims.sort_by_key(|claim| std::cmp::Reverse(taste.wanted[claim.route.index()]));
    compare(&claims, taste.cuts, &|claim| taste.wanted[claim.route.index()] >= taste.often);
    found
}

struct Claim {
    worth: i32,
    route: RouteId,
    index: usize,
    action: Action,
}

impl Taste {
    /// Prefers what brings points and what is planned and, among payments, few locomotives and the colour there is
    /// most of.
    fn worth(&self, action: &Action, view: &View<'_>) -> i32 {
        let Action::ClaimRoute { route, payment } = action else { return 0 };
        let planned = if self.planned.contains(*route) { PLANNED } else { 0 };
        let points = i32::from(view.edition.board().points(*route)) + planned;
        let spent = payment.iter().map(|(card, count)| {
            let left = i32::from(view.hand.count(card)) - i32::from(count);
            if card.is_locomotive() { 24 * i32::from(count) } else { -left }
        });
        64 * points - spent.sum::<i32>()
    }
}
