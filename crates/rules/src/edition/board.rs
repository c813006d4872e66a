//! The map of an edition as look-up tables for the engine.

use super::EditionSpec;
use crate::cards::{Card, Cards, MAX_CARDS, MAX_COLORS};
use crate::ids::{CityId, MAX_CITIES, MAX_ROUTES, MAX_TICKETS, RouteId, RouteSet, TicketId, TicketSet};

/// Where the half of [`Board::payable`] begins that has the gray routes too.
const WITH_GRAY: usize = 128;
const _: () = assert!(MAX_CARDS < WITH_GRAY);

/// As many spaces as a number of trains can name.
const MOST_SPACES: usize = u8::MAX as usize;

#[derive(Clone, Debug)]
pub struct Board {
    cities: usize,
    routes: usize,
    tickets: usize,
    ends: [[CityId; 2]; MAX_ROUTES],
    length: [u8; MAX_ROUTES],
    points: [u16; MAX_ROUTES],
    color: [Option<Card>; MAX_ROUTES],
    /// The other side of a double route; empty where there is none.
    twin: [RouteSet; MAX_ROUTES],
    /// Routes that share a city with this one, itself included.
    touching: [RouteSet; MAX_ROUTES],
    at_city: [RouteSet; MAX_CITIES],
    attraction: [bool; MAX_CITIES],
    ticket_ends: [[CityId; 2]; MAX_TICKETS],
    ticket_points: [u16; MAX_TICKETS],
    /// `[n]`: routes of at most `n` spaces.
    up_to_length: [RouteSet; MOST_SPACES + 1],
    /// `[color][n]`: routes of that colour of at most `n` spaces; from `WITH_GRAY` on, the gray ones too.
    payable: [[RouteSet; 2 * WITH_GRAY]; MAX_COLORS],
    /// `[n]`: gray routes of at most `n` spaces.
    gray_up_to: [RouteSet; WITH_GRAY],
    /// The three tables above in halves, for processors that count bits in halves. Others count whole sets at once.
    up_to_length_halves: [[u64; MOST_SPACES + 1]; 2],
    payable_halves: [[[u64; 2 * WITH_GRAY]; MAX_COLORS]; 2],
    gray_up_to_halves: [[u64; WITH_GRAY]; 2],
}

impl Board {
    /// Built only from a spec that was found without problems.
    pub(super) fn new(spec: &EditionSpec) -> Self {
        let city = |name: &str| {
            let index = spec.cities.iter().position(|city| city.name == name);
            CityId(index.unwrap_or_default() as u8)
        };
        let mut board = Self::empty();
        board.cities = spec.cities.len();
        board.routes = spec.routes.len();
        board.tickets = spec.tickets.len();
        for (i, place) in spec.cities.iter().enumerate() {
            board.attraction[i] = place.attraction;
        }
        for (i, route) in spec.routes.iter().enumerate() {
            let id = RouteId(i as u8);
            let ends = [city(&route.a), city(&route.b)];
            board.ends[i] = ends;
            board.length[i] = route.length as u8;
            board.points[i] = spec.route_points[route.length as usize - 1] as u16;
            board.color[i] = spec.colors.iter().position(|color| *color == route.color).and_then(Card::color);
            for end in ends {
                board.at_city[end.index()].insert(id);
            }
            for n in route.length as usize..=MOST_SPACES {
                board.up_to_length[n].insert(id);
            }
            for n in route.length as usize..WITH_GRAY {
                if let Some(color) = board.color[i] {
                    board.payable[color.index()][n].insert(id);
                    board.payable[color.index()][WITH_GRAY + n].insert(id);
                } else {
                    board.gray_up_to[n].insert(id);
                    board.payable.iter_mut().for_each(|by_length| by_length[WITH_GRAY + n].insert(id));
                }
            }
        }
        for half in 0..2 {
            let half_of = |set: RouteSet| (set.0 >> (64 * half)) as u64;
            board.up_to_length_halves[half] = board.up_to_length.map(half_of);
            board.payable_halves[half] = board.payable.map(|by_length| by_length.map(half_of));
            board.gray_up_to_halves[half] = board.gray_up_to.map(half_of);
        }
        for i in 0..board.routes {
            let [a, b] = board.ends[i];
            board.touching[i] = board.at_city[a.index()].or(board.at_city[b.index()]);
            board.twin[i] = board.at_city[a.index()].and(board.at_city[b.index()]);
            board.twin[i].remove(RouteId(i as u8));
        }
        for (i, ticket) in spec.tickets.iter().enumerate() {
            board.ticket_ends[i] = [city(&ticket.a), city(&ticket.b)];
            board.ticket_points[i] = ticket.points as u16;
        }
        board
    }

    #[expect(clippy::large_stack_arrays, reason = "made once for each edition")]
    const fn empty() -> Self {
        Self {
            cities: 0,
            routes: 0,
            tickets: 0,
            ends: [[CityId(0); 2]; MAX_ROUTES],
            length: [0; MAX_ROUTES],
            points: [0; MAX_ROUTES],
            color: [None; MAX_ROUTES],
            twin: [RouteSet::EMPTY; MAX_ROUTES],
            touching: [RouteSet::EMPTY; MAX_ROUTES],
            at_city: [RouteSet::EMPTY; MAX_CITIES],
            attraction: [false; MAX_CITIES],
            ticket_ends: [[CityId(0); 2]; MAX_TICKETS],
            ticket_points: [0; MAX_TICKETS],
            up_to_length: [RouteSet::EMPTY; MOST_SPACES + 1],
            payable: [[RouteSet::EMPTY; 2 * WITH_GRAY]; MAX_COLORS],
            gray_up_to: [RouteSet::EMPTY; WITH_GRAY],
            up_to_length_halves: [[0; MOST_SPACES + 1]; 2],
            payable_halves: [[[0; 2 * WITH_GRAY]; MAX_COLORS]; 2],
            gray_up_to_halves: [[0; WITH_GRAY]; 2],
        }
    }

    #[inline]
    pub const fn cities(&self) -> usize {
        self.cities
    }

    #[inline]
    pub const fn routes(&self) -> usize {
        self.routes
    }

    #[inline]
    pub const fn tickets(&self) -> usize {
        self.tickets
    }

    #[inline]
    pub const fn all_routes(&self) -> RouteSet {
        self.up_to_length[MOST_SPACES]
    }

    #[inline]
    pub const fn all_tickets(&self) -> TicketSet {
        TicketSet(if self.tickets < MAX_TICKETS { (1 << self.tickets) - 1 } else { u128::MAX })
    }

    #[inline]
    pub const fn ends(&self, route: RouteId) -> [CityId; 2] {
        self.ends[route.index() % MAX_ROUTES]
    }

    #[inline]
    pub const fn length(&self, route: RouteId) -> u8 {
        self.length[route.index() % MAX_ROUTES]
    }

    #[inline]
    pub const fn points(&self, route: RouteId) -> u16 {
        self.points[route.index() % MAX_ROUTES]
    }

    /// The colour a route takes, or `None` for a gray one.
    #[inline]
    pub const fn color(&self, route: RouteId) -> Option<Card> {
        self.color[route.index() % MAX_ROUTES]
    }

    /// The other side of a double route.
    pub fn twin(&self, route: RouteId) -> Option<RouteId> {
        self.twin_set(route).iter().next()
    }

    /// The same as a set, which is empty for a single route.
    #[inline]
    pub const fn twin_set(&self, route: RouteId) -> RouteSet {
        self.twin[route.index() % MAX_ROUTES]
    }

    /// The other sides of those of these routes that are double.
    #[inline]
    pub fn twins(&self, routes: RouteSet) -> RouteSet {
        routes.iter().fold(RouteSet::EMPTY, |twins, route| twins.or(self.twin_set(route)))
    }

    /// Routes that share a city with `route`, itself included.
    #[inline]
    pub const fn touching(&self, route: RouteId) -> RouteSet {
        self.touching[route.index() % MAX_ROUTES]
    }

    #[inline]
    pub const fn at_city(&self, city: CityId) -> RouteSet {
        self.at_city[city.index() % MAX_CITIES]
    }

    #[inline]
    pub const fn is_attraction(&self, city: CityId) -> bool {
        self.attraction[city.index() % MAX_CITIES]
    }

    #[inline]
    pub const fn ticket_ends(&self, ticket: TicketId) -> [CityId; 2] {
        self.ticket_ends[ticket.index() % MAX_TICKETS]
    }

    #[inline]
    pub const fn ticket_points(&self, ticket: TicketId) -> u16 {
        self.ticket_points[ticket.index() % MAX_TICKETS]
    }

    /// Routes of at most `spaces` spaces.
    #[inline]
    pub fn up_to_length(&self, spaces: u8) -> RouteSet {
        let spaces = usize::from(spaces);
        if cfg!(target_feature = "popcnt") {
            RouteSet::from_halves([0, 1].map(|half| self.up_to_length_halves[half][spaces]))
        } else {
            self.up_to_length[spaces]
        }
    }

    /// The routes that a hand could pay with a colour and its locomotives; for the locomotive, the gray ones that
    /// it could pay with locomotives alone.
    #[inline]
    pub fn payable(&self, card: Card, purse: &Purse) -> RouteSet {
        let locomotives = usize::from(purse.locomotives) % WITH_GRAY;
        let at = |color: Card| (purse.colors >> (8 * color.index()) & (2 * WITH_GRAY as u64 - 1)) as usize;
        if cfg!(target_feature = "popcnt") {
            return RouteSet::from_halves([0, 1].map(|half| match card {
                Card::Locomotive => self.gray_up_to_halves[half][locomotives],
                color => self.payable_halves[half][color.index()][at(color)],
            }));
        }
        match card {
            Card::Locomotive => self.gray_up_to[locomotives],
            color => self.payable[color.index()][at(color)],
        }
    }
}

/// How long a route a hand can pay with each colour, in the form the board looks it up by.
#[derive(Clone, Copy, Debug)]
pub struct Purse {
    /// One byte for each colour: its cards and all locomotives, plus [`WITH_GRAY`] where there is a card of the
    /// colour. Without one, a gray route is not paid with the colour but with locomotives alone.
    colors: u64,
    locomotives: u8,
}

impl Purse {
    pub const EMPTY: Self = Self { colors: 0, locomotives: 0 };

    #[inline]
    pub fn new(hand: &Cards) -> Self {
        Self { colors: hand.with_locomotives(), locomotives: hand.locomotives() }
    }
}
