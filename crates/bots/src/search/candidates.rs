//! The moves a search tells apart.

use arrayvec::ArrayVec;
use whistlestop_rules::cards::{CARD_KINDS, Card};
use whistlestop_rules::edition::Board;
use whistlestop_rules::game::{Action, LegalActions};
use whistlestop_rules::ids::{RouteId, RouteSet, TicketSet};

use crate::sprint::{Outlook, Plan};

/// Most moves that are compared with each other.
pub(super) const MAX_CANDIDATES: usize = 48;

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
    pub(super) fn of(action: &Action, outlook: &Outlook) -> Self {
        match action {
            Action::DrawBlind => Self::DrawBlind,
            Action::TakeFromRow { slot } => {
                let card = outlook.row.get(usize::from(*slot)).copied().flatten();
                card.map_or(Self::DrawBlind, Self::Take)
            }
            Action::ClaimRoute { route, .. } => Self::Claim(*route),
            Action::DrawTickets => Self::DrawTickets,
            Action::KeepTickets { returned } => Self::Return(returned.iter().copied().collect()),
            Action::Pass => Self::Pass,
        }
    }
}

/// The moves worth comparing, `usual` first. Of the routes those the plan values most, each paid in the one way that
/// keeps the most useful cards.
pub(super) fn candidates(
    legal: &LegalActions<'_>,
    board: &Board,
    outlook: &Outlook,
    plan: &Plan,
    usual: &Action,
    most_claims: usize,
) -> Candidates {
    let mut claims: Vec<(i32, usize, Action, RouteId)> = Vec::new();
    let mut found = Candidates::new();
    let mut taken = [false; CARD_KINDS];
    let mut claimed = RouteSet::EMPTY;
    let usual_index = legal.iter().position(|action| action == *usual).unwrap_or(0);
    if let Some(action) = legal.get(usual_index) {
        let move_ = Move::of(&action, outlook);
        match move_ {
            Move::Take(card) => taken[card.index()] = true,
            Move::Claim(route) => claimed.insert(route),
            _ => {}
        }
        found.push(Candidate { index: usual_index, action, move_ });
    }
    for (index, action) in legal.iter().enumerate().filter(|(index, _)| *index != usual_index) {
        let move_ = Move::of(&action, outlook);
        match move_ {
            Move::Claim(route) => {
                let worth = claim_worth(&action, outlook, plan, board.points(route));
                claims.push((worth, index, action, route));
                continue;
            }
            Move::Take(card) if std::mem::replace(&mut taken[card.index()], true) => continue,
            _ => {}
        }
        let _ = found.try_push(Candidate { index, action, move_ });
    }
    claims.sort_by_key(|(worth, ..)| std::cmp::Reverse(*worth));
    for (_, index, action, route) in claims {
        if claimed.len() >= most_claims || found.is_full() {
            break;
        }
        if !claimed.contains(route) {
            claimed.insert(route);
            found.push(Candidate { index, action, move_: Move::Claim(route) });
        }
    }
    found
}

/// Prefers what the plan wants and, among payments, few locomotives and the colour there is most of.
fn claim_worth(action: &Action, outlook: &Outlook, plan: &Plan, points: u16) -> i32 {
    let Action::ClaimRoute { route, payment } = action else { return 0 };
    let target = plan.targets.iter().find(|target| target.route == *route);
    let value = target.map_or(4 * i32::from(points), |target| target.value.into());
    let spent = payment.iter().map(|(card, count)| {
        let left = i32::from(outlook.hand.count(card)) - i32::from(count);
        if card.is_locomotive() { 24 * i32::from(count) } else { -left }
    });
    16 * value - spent.sum::<i32>()
}
