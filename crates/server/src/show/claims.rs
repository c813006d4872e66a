//! Which routes a seat can claim, with what, and why not the others.

use whistlestop_rules::cards::{CARD_KINDS, Card};
use whistlestop_rules::edition::Purse;
use whistlestop_rules::game::{Game, Illegal};
use whistlestop_rules::ids::{MAX_LENGTH, RouteSet, Seat};
use whistlestop_rules::view::View;

use crate::protocol::CardCounts;
use crate::protocol::cards::CardNames;
use crate::protocol::game::{Barred, BarredRoutes, Claims};

/// Routes by what they cost, and the others by what bars them.
pub(super) fn of(
    game: &Game<'_>,
    seat: Seat,
    view: &View<'_>,
    names: &CardNames,
) -> (Vec<Claims>, Vec<BarredRoutes>) {
    let board = view.edition.board();
    // What a route costs is its colour and its length: the ways to pay are looked for once for each price.
    let mut groups: [[Option<Affordable>; MAX_LENGTH + 1]; CARD_KINDS + 1] = Default::default();
    let mut claims: Vec<Claims> = Vec::new();
    let mut barred: Vec<BarredRoutes> = Vec::new();
    let mut bar = |why: Barred, route: u8| {
        if let Some(group) = barred.iter_mut().find(|group| group.why == why) {
            group.routes.push(route);
        } else {
            let mut routes = Vec::with_capacity(board.routes() / 2);
            routes.push(route);
            barred.push(BarredRoutes { why, routes });
        }
    };
    let open = view.open();
    let trains = view.own_seat().map_or(0, |own| own.trains);
    let purse = Purse::new(&view.hand);
    let payable =
        Card::ALL.into_iter().fold(RouteSet::EMPTY, |all, card| all.or(board.payable(card, &purse)));
    for route in board.all_routes().iter() {
        let length = board.length(route);
        let color = board.color(route).map_or(CARD_KINDS, Card::index);
        let known = &mut groups[color][usize::from(length)];
        let within_reach = open.contains(route) && length <= trains;
        let group = match *known {
            Some(group) if within_reach => group,
            _ if within_reach && !payable.contains(route) => *known.insert(Affordable::No),
            _ => match game.ways_to_pay(seat, route) {
                Err(illegal) => {
                    bar(why(illegal), route.0);
                    continue;
                }
                Ok(ways) => *known.insert(if ways.is_empty() {
                    Affordable::No
                } else {
                    let payments = ways.iter().map(|way| CardCounts::of(way, names)).collect();
                    claims.push(Claims { routes: Vec::new(), payments });
                    Affordable::Group(claims.len() - 1)
                }),
            },
        };
        match group {
            Affordable::Group(group) => claims[group].routes.push(route.0),
            Affordable::No => bar(Barred::TooFewCards, route.0),
        }
    }
    (claims, barred)
}

/// Whether the cards suffice for a price.
#[derive(Clone, Copy)]
enum Affordable {
    /// By the ways to pay of this group.
    Group(usize),
    No,
}

fn why(illegal: Illegal) -> Barred {
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
