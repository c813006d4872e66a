//! Which routes a seat can claim, with what, and why not the others.

use whistlestop_rules::cards::Card;
use whistlestop_rules::game::{Game, Illegal};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::View;

use crate::protocol::CardCounts;
use crate::protocol::game::{Barred, BarredRoutes, Claims};

/// Routes by what they cost, and the others by what bars them.
pub(super) fn of(game: &Game<'_>, seat: Seat, view: &View<'_>) -> (Vec<Claims>, Vec<BarredRoutes>) {
    let edition = view.edition;
    let board = edition.board();
    // What a route costs is its colour and its length.
    let mut claims: Vec<((Option<Card>, u8), Claims)> = Vec::new();
    let mut barred: Vec<BarredRoutes> = Vec::new();
    let mut bar = |why: Barred, route: u8| match barred.iter_mut().find(|group| group.why == why) {
        Some(group) => group.routes.push(route),
        None => barred.push(BarredRoutes { why, routes: vec![route] }),
    };
    for route in board.all_routes().iter() {
        let price = (board.color(route), board.length(route));
        let same_price = claims.iter_mut().find(|(other, _)| *other == price);
        match game.ways_to_pay(seat, route) {
            Err(illegal) => bar(why(illegal), route.0),
            Ok(ways) if ways.is_empty() => bar(Barred::TooFewCards, route.0),
            Ok(ways) => {
                if let Some((_, group)) = same_price {
                    group.routes.push(route.0);
                } else {
                    let payments = ways.iter().map(|way| CardCounts::of(way, edition)).collect();
                    claims.push((price, Claims { routes: vec![route.0], payments }));
                }
            }
        }
    }
    (claims.into_iter().map(|(_, group)| group).collect(), barred)
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
