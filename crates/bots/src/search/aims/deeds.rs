//! What a seat did since it was last looked at, and the table it did that at.

use arrayvec::ArrayVec;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::game::{Ending, Phase};
use whistlestop_rules::ids::{MAX_ROW, MAX_SEATS, RouteId, RouteSet, Seat};
use whistlestop_rules::view::{SeatView, View, Viewer};

use crate::atlas::attainable;

/// What was on the table at a decision.
#[derive(Clone, Debug)]
pub(super) struct Look {
    seats: ArrayVec<SeatView, MAX_SEATS>,
    row: ArrayVec<Option<Card>, MAX_ROW>,
    discards: Cards,
    /// Of the watcher.
    hand: Cards,
}

impl Look {
    pub(super) fn at(view: &View<'_>) -> Self {
        Self { seats: view.seats.clone(), row: view.row.clone(), discards: view.discards, hand: view.hand }
    }
}

/// What a seat has done since the last look.
#[derive(Debug)]
pub(super) struct Deeds<'l> {
    last: &'l Look,
    before: &'l SeatView,
    seat: Seat,
    pub(super) claimed: RouteSet,
    pub(super) new_tickets: u8,
    pub(super) drawn: Drawn,
}

/// Cards that were drawn in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawn {
    pub(super) from_row: Cards,
    pub(super) blind: u8,
}

impl Drawn {
    pub(super) fn total(&self) -> u8 {
        self.from_row.total() + self.blind
    }
}

impl<'l> Deeds<'l> {
    pub(super) fn since(last: &'l Look, view: &View<'_>, seat: Seat) -> Option<Self> {
        let (before, now) = (last.seats.get(seat.index())?, view.seats.get(seat.index())?);
        let mut from_row = now.known_cards;
        from_row.remove_all(&before.known_cards);
        let more = now.cards.saturating_sub(before.cards);
        Some(Self {
            last,
            before,
            seat,
            claimed: now.routes.without(before.routes),
            new_tickets: now.tickets.saturating_sub(before.tickets),
            drawn: Drawn { from_row, blind: more.saturating_sub(from_row.total()) },
        })
    }

    /// The one route it claimed, if that was all it did.
    pub(super) fn only_claim(&self) -> Option<RouteId> {
        let mut claimed = self.claimed.iter();
        claimed.next().filter(|_| claimed.next().is_none() && self.new_tickets == 0)
    }

    /// Whether all it did was to draw cards, in one turn.
    pub(super) fn is_one_draw(&self) -> bool {
        self.claimed.is_empty() && self.new_tickets == 0 && (1..=2).contains(&self.drawn.total())
    }

    /// The table before this turn, as the watcher saw it, but for what nobody can tell any more; `None` if too much has
    /// happened for the cards to add up.
    pub(super) fn table_before<'e>(&self, view: &View<'e>) -> Option<View<'e>> {
        let mut then = view.clone();
        then.phase = Phase::Turn;
        then.ending = Ending::NotInSight;
        then.seat_in_turn = self.seat;
        self.put_back_drawn(&mut then);
        let own = &mut then.seats[self.seat.index()];
        take_back_claims(view, own, self.claimed);
        own.cards = self.before.cards;
        own.known_cards = self.before.known_cards;
        if let Some(route) = self.only_claim() {
            let payment = self.payment(view, route);
            for card in Card::ALL {
                while own.known_cards.count(card) < payment.count(card) {
                    own.known_cards.add(card);
                }
            }
            then.discards.remove_all(&payment);
        }
        own.cards = own.cards.max(own.known_cards.total());
        then.deck = deck(&then)?;
        Some(then)
    }

    /// Places of the row that changed show the card that was taken there again.
    fn put_back_drawn(&self, then: &mut View<'_>) {
        let mut taken = self.drawn.from_row;
        for (was, is) in self.last.row.iter().zip(&mut then.row) {
            if let Some(card) = was.filter(|card| *was != *is && taken.count(*card) > 0) {
                taken.remove(card);
                *is = Some(card);
            }
        }
    }

    /// What was most likely paid for a route, by what lies on the discards since.
    fn payment(&self, view: &View<'_>, route: RouteId) -> Cards {
        let board = view.edition.board();
        let length = board.length(route);
        let mut paid = view.discards;
        paid.remove_all(&self.last.discards);
        let mut paid_by_watcher = self.last.hand;
        paid_by_watcher.remove_all(&view.hand);
        paid.remove_all(&paid_by_watcher);
        let most_paid = || Card::COLORS.into_iter().max_by_key(|color| paid.count(*color));
        let color = board.color(route).or_else(most_paid).unwrap_or(Card::Color0);
        // With fewer there, the discards have been shuffled in between.
        let colored = if paid.total() < length { length } else { paid.count(color).min(length) };
        Cards::payment(color, colored, length - colored)
    }
}

/// The table as a seat saw it before it claimed these routes. What it has in hand is guessed.
pub(super) fn before_claiming<'e>(
    view: &View<'e>,
    seat: Seat,
    claimed: RouteSet,
    generator: &mut SplitMix64,
) -> View<'e> {
    let mut then = view.determinize(generator).view(Viewer::Seat(seat));
    then.phase = Phase::Turn;
    then.ending = Ending::NotInSight;
    let own = &mut then.seats[seat.index()];
    let trains = own.trains;
    take_back_claims(view, own, claimed);
    own.cards = own.cards.saturating_add(own.trains - trains);
    then
}

/// Makes a seat what it was before it claimed these routes, cards aside.
fn take_back_claims(view: &View<'_>, own: &mut SeatView, claimed: RouteSet) {
    let board = view.edition.board();
    let taken = view.seats.iter().fold(RouteSet::EMPTY, |taken, seat| taken.or(seat.routes));
    let free = attainable(view, own).or(claimed).or(board.twins(claimed).without(taken));
    own.routes = own.routes.without(claimed);
    own.open = if view.edition.rules().must_connect && !own.routes.is_empty() {
        free.and(own.routes.iter().fold(RouteSet::EMPTY, |near, route| near.or(board.touching(route))))
    } else {
        free
    };
    for route in claimed.iter() {
        own.trains = own.trains.saturating_add(board.length(route));
        own.route_points = own.route_points.saturating_sub(board.points(route));
    }
}

/// How many cards must lie in the deck for all cards to be somewhere.
fn deck(view: &View<'_>) -> Option<u8> {
    let mut unseen = view.edition.rules().all_cards;
    unseen.remove_all(&view.discards);
    unseen.remove_all(&view.row.iter().flatten().copied().collect());
    unseen.remove_all(&view.hand);
    let others = Seat::ALL.into_iter().zip(&view.seats);
    let others = others.filter(|(seat, _)| Viewer::Seat(*seat) != view.viewer);
    let mut hidden = 0_u8;
    for (_, other) in others {
        unseen.remove_all(&other.known_cards);
        hidden = hidden.saturating_add(other.cards.saturating_sub(other.known_cards.total()));
    }
    unseen.total().checked_sub(hidden)
}
