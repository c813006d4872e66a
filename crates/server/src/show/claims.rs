//! Which routes a seat can claim, with what, and why not the others.

use whistlestop_rules::cards::{CARD_KINDS, Card, Cards};
use whistlestop_rules::edition::{Board, Purse};
use whistlestop_rules::game::{Game, Illegal};
use whistlestop_rules::ids::{MAX_LENGTH, RouteSet, Seat};
use whistlestop_rules::view::View;

use crate::protocol::game::Barred;

/// Routes that cost the same, and every way to pay for each of them.
pub(super) struct Claims {
    pub(super) routes: RouteSet,
    pub(super) payments: Vec<Cards>,
}

/// Routes by what they cost, and the others by what bars them.
#[derive(Default)]
pub(super) struct Prospects {
    pub(super) claims: Vec<Claims>,
    pub(super) barred: Vec<(Barred, RouteSet)>,
}

impl Prospects {
    pub(super) fn of(game: &Game<'_>, seat: Seat, view: &View<'_>) -> Self {
        let mut prospects = Self::default();
        let Some(own) = view.own_seat() else { return prospects };
        let board = view.edition.board();
        let claimed = view.seats.iter().fold(RouteSet::EMPTY, |all, seat| all.or(seat.routes));
        let within_reach = own.open.and(board.up_to_length(own.trains));
        let purse = Purse::new(&view.hand);
        let payable =
            Card::ALL.into_iter().fold(RouteSet::EMPTY, |all, card| all.or(board.payable(card, &purse)));
        prospects.bar(Barred::Yours, own.routes);
        prospects.bar(Barred::Taken, claimed.without(own.routes));
        for route in board.all_routes().without(claimed).without(within_reach).iter() {
            if let Err(illegal) = game.ways_to_pay(seat, route) {
                prospects.bar(why(illegal), RouteSet::only(route));
            }
        }
        prospects.bar(Barred::TooFewCards, within_reach.without(payable));
        prospects.price(game, seat, within_reach.and(payable), board);
        prospects
    }

    /// What a route costs is its colour and its length: the ways to pay are looked for once for each price.
    fn price(&mut self, game: &Game<'_>, seat: Seat, routes: RouteSet, board: &Board) {
        let mut groups: [[Option<u8>; MAX_LENGTH + 1]; CARD_KINDS + 1] = Default::default();
        for route in routes.iter() {
            let color = board.color(route).map_or(CARD_KINDS, Card::index);
            let group = &mut groups[color][usize::from(board.length(route))];
            if let Some(group) = *group {
                self.claims[usize::from(group)].routes.insert(route);
            } else if let Ok(payments) = game.ways_to_pay(seat, route) {
                *group = Some(self.claims.len() as u8);
                self.claims.push(Claims { routes: RouteSet::only(route), payments });
            }
        }
    }

    fn bar(&mut self, why: Barred, routes: RouteSet) {
        if routes.is_empty() {
            return;
        }
        match self.barred.iter_mut().find(|(known, _)| *known == why) {
            Some((_, known)) => *known = known.or(routes),
            None => self.barred.push((why, routes)),
        }
    }
}

pub(super) fn why(illegal: Illegal) -> Barred {
    match illegal {
        Illegal::AlreadyYours { .. } => Barred::Yours,
        Illegal::Claimed { .. } => Barred::Taken,
        Illegal::OwnsOtherSide { .. } => Barred::OtherSideYours,
        Illegal::DoubleClosed { .. } => Barred::DoubleClosed,
        Illegal::NotConnected { .. } => Barred::NotConnected,
        Illegal::NotEnoughTrains { .. } => Barred::TooFewTrains,
        _ => Barred::TooFewCards,
    }
}
