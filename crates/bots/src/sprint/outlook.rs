//! What a fast player looks at.

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Ending, Game, Phase};
use whistlestop_rules::ids::{MAX_ROW, RouteSet, Seat, TicketSet};
use whistlestop_rules::view::View;

use crate::atlas::opponents;

/// The part of a position that a seat sees and a fast player makes use of.
#[derive(Clone, Copy, Debug)]
pub struct Outlook {
    pub phase: Phase,
    pub hand: Cards,
    pub tickets: TicketSet,
    /// The tickets to choose from now.
    pub offer: TicketSet,
    pub owned: RouteSet,
    /// Routes that can be claimed now, given cards and trains.
    pub open: RouteSet,
    /// Routes nobody has and nothing closes, whether or not they touch the own network.
    pub free: RouteSet,
    /// Routes of the other seats.
    pub rivals: RouteSet,
    pub trains: u8,
    /// Own turns until the end, this one included, as far as trains and cards on the table tell.
    pub turns_left: i32,
    pub is_last_turn: bool,
    pub row: [Option<Card>; MAX_ROW],
    pub deck: u8,
    pub has_ticket_deck: bool,
}

impl Outlook {
    #[inline]
    pub fn of_game(game: &Game<'_>, seat: Seat) -> Self {
        let open = game.open(seat);
        let mut row = [None; MAX_ROW];
        row[..game.row().len()].copy_from_slice(game.row());
        Self {
            phase: game.phase(),
            hand: *game.hand(seat),
            tickets: game.tickets(seat),
            offer: game.offer(seat),
            owned: game.routes(seat),
            open,
            free: free(game.edition(), open, game.routes(seat), game.seats().map(|seat| game.routes(seat))),
            rivals: union(game.seats().filter(|other| *other != seat).map(|other| game.routes(other))),
            trains: game.trains(seat),
            turns_left: turns_left(
                game.edition(),
                game.ending(),
                game.seats().map(|seat| (game.trains(seat), game.hand(seat).total())),
            ),
            is_last_turn: matches!(game.ending(), Ending::TurnsLeft(_)),
            row,
            deck: game.deck().total(),
            has_ticket_deck: game.tickets_in_deck() > 0,
        }
    }

    /// `None` for a spectator, who has nothing to decide.
    pub fn of_view(view: &View<'_>) -> Option<Self> {
        let own = view.own_seat()?;
        let mut row = [None; MAX_ROW];
        row[..view.row.len()].copy_from_slice(&view.row);
        Some(Self {
            phase: view.phase,
            hand: view.hand,
            tickets: view.tickets,
            offer: view.offer,
            owned: own.routes,
            open: own.open,
            free: free(view.edition, own.open, own.routes, view.seats.iter().map(|seat| seat.routes)),
            rivals: union(opponents(view).map(|other| other.routes)),
            trains: own.trains,
            turns_left: turns_left(
                view.edition,
                view.ending,
                view.seats.iter().map(|seat| (seat.trains, seat.cards)),
            ),
            is_last_turn: matches!(view.ending, Ending::TurnsLeft(_)),
            row,
            deck: view.deck,
            has_ticket_deck: view.ticket_deck > 0,
        })
    }
}

#[inline]
fn union(networks: impl Iterator<Item = RouteSet>) -> RouteSet {
    networks.fold(RouteSet::EMPTY, RouteSet::or)
}

/// Where routes must connect, `open` has only those that touch the own network.
#[inline]
fn free(
    edition: &Edition,
    open: RouteSet,
    own: RouteSet,
    networks: impl ExactSizeIterator<Item = RouteSet>,
) -> RouteSet {
    if !edition.rules().must_connect {
        return open;
    }
    let board = edition.board();
    let closes_for_all = networks.len() <= usize::from(edition.rules().doubles_closed_up_to);
    let taken = union(networks);
    let closing = if closes_for_all { taken } else { own };
    closing.iter().fold(board.all_routes().without(taken), |free, route| free.without(board.twin_set(route)))
}

/// Spaces of a claim in the mean, times ten.
const CLAIM: i32 = 29;

/// Turns until the first seat runs out of trains: it draws the cards it lacks and claims a route at a time.
#[inline]
fn turns_left(edition: &Edition, ending: Ending, seats: impl Iterator<Item = (u8, u8)>) -> i32 {
    if ending != Ending::NotInSight {
        return 1;
    }
    let end_at = edition.rules().end_at;
    let turns = seats.map(|(trains, cards)| {
        let trains = i32::from(trains.saturating_sub(end_at));
        (trains - i32::from(cards)).max(0) / 2 + trains * 10 / CLAIM
    });
    turns.min().unwrap_or(0) + 1
}
