//! The map as bots travel it: neighbours, distances, and cheapest paths at prices of their own.

use std::sync::{Arc, Mutex, PoisonError};

use whistlestop_rules::edition::{Board, Edition};
use whistlestop_rules::ids::{CityId, MAX_CITIES, MAX_ROUTES, RouteId, RouteSet};
use whistlestop_rules::view::{SeatView, View, Viewer};

use crate::waiting::Waiting;

/// What each route costs somebody, in a unit of their choice: 0 for routes they own, [`CLOSED`] for those they
/// cannot have.
pub type Prices = [u16; MAX_ROUTES];

/// The price of a route that cannot be had, and of a city that cannot be reached.
pub const CLOSED: u16 = u16::MAX;

/// Editions whose atlas is kept; a program that plays more of them draws it anew.
const KEPT: usize = 32;

/// A way out of a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Exit {
    to: u8,
    route: u8,
}

/// The map of an edition with the spaces between any two cities of the empty board.
#[derive(Debug, PartialEq, Eq)]
pub struct Atlas {
    cities: usize,
    routes: usize,
    exits: Vec<Exit>,
    /// Exits of city `c` stand at `first[c]..first[c + 1]`.
    first: Vec<u16>,
    lengths: [u8; MAX_ROUTES],
    /// Row by row; [`CLOSED`] where there is no way.
    distances: Vec<u16>,
}

impl Atlas {
    /// The atlas of an edition, drawn once for all bots of the program.
    pub fn of(edition: &Edition) -> Arc<Self> {
        static DRAWN: Mutex<Vec<Arc<Atlas>>> = Mutex::new(Vec::new());
        let mut drawn = DRAWN.lock().unwrap_or_else(PoisonError::into_inner);
        let board = edition.board();
        if let Some(atlas) = drawn.iter().find(|atlas| atlas.fits(board)) {
            return Arc::clone(atlas);
        }
        let atlas = Arc::new(Self::new(board));
        if drawn.len() == KEPT {
            drawn.remove(0);
        }
        drawn.push(Arc::clone(&atlas));
        atlas
    }

    pub fn new(board: &Board) -> Self {
        let mut atlas = Self {
            cities: board.cities(),
            routes: board.routes(),
            exits: Vec::with_capacity(2 * board.routes()),
            first: vec![0],
            lengths: [0; MAX_ROUTES],
            distances: Vec::new(),
        };
        for city in (0..board.cities()).map(|city| CityId(city as u8)) {
            for route in board.at_city(city).iter() {
                let [a, b] = board.ends(route);
                atlas.exits.push(Exit { to: if a == city { b.0 } else { a.0 }, route: route.0 });
            }
            atlas.first.push(atlas.exits.len() as u16);
        }
        let mut prices = [CLOSED; MAX_ROUTES];
        for route in board.all_routes().iter() {
            atlas.lengths[route.index()] = board.length(route);
            prices[route.index()] = board.length(route).into();
        }
        for city in 0..board.cities() {
            let reach = atlas.reach(&prices, CityId(city as u8), None);
            atlas.distances.extend(&reach.price[..board.cities()]);
        }
        atlas
    }

    /// Whether this is the atlas of that map.
    pub fn fits(&self, board: &Board) -> bool {
        self.cities == board.cities()
            && self.routes == board.routes()
            && board.all_routes().iter().all(|route| {
                let [a, b] = board.ends(route);
                self.lengths[route.index()] == board.length(route)
                    && self.exits_of(a.0).iter().any(|exit| exit.route == route.0 && exit.to == b.0)
            })
    }

    pub fn cities(&self) -> usize {
        self.cities
    }

    /// Spaces of the shortest way on the empty board.
    #[inline]
    pub fn distance(&self, a: CityId, b: CityId) -> u16 {
        self.distances[a.index() * self.cities + b.index()]
    }

    #[inline]
    fn exits_of(&self, city: u8) -> &[Exit] {
        let city = usize::from(city);
        &self.exits[usize::from(self.first[city])..usize::from(self.first[city + 1])]
    }

    /// The routes of the cheapest way between two cities, those that cost nothing included; `None` where there is no way.
    pub fn way(&self, prices: &Prices, ends: [CityId; 2]) -> Option<RouteSet> {
        self.way_below(prices, ends, CLOSED).map(|(_, way)| way)
    }

    /// What the cheapest way between two cities costs, and its routes, if that is less than a limit.
    pub fn way_below(&self, prices: &Prices, [a, b]: [CityId; 2], limit: u16) -> Option<(u16, RouteSet)> {
        let reach = self.reach_below(prices, a, Some(b), limit);
        let price = reach.price(b);
        (price < limit).then(|| (price, reach.path(b)))
    }

    /// The cheapest ways from a city to all others, or, sooner, as far as one of them.
    pub fn reach(&self, prices: &Prices, from: CityId, until: Option<CityId>) -> Reach {
        self.reach_below(prices, from, until, CLOSED)
    }

    /// The same, but only ways that cost less than a limit.
    #[inline]
    fn reach_below(&self, prices: &Prices, from: CityId, until: Option<CityId>, limit: u16) -> Reach {
        let mut reach =
            Reach { from, price: [CLOSED; MAX_CITIES], by: [Exit { to: 0, route: 0 }; MAX_CITIES] };
        reach.price[from.index()] = 0;
        let mut waiting = Waiting::default();
        waiting.add(0, from.0);
        while let Some((so_far, city)) = waiting.next() {
            if until == Some(CityId(city)) {
                break;
            }
            // A cheaper way here was found after this one.
            if so_far > reach.price(CityId(city)) {
                continue;
            }
            // What costs no less than a way to the end cannot be part of a better one.
            let limit = until.map_or(limit, |end| reach.price(end).min(limit));
            for exit in self.exits_of(city) {
                let to = usize::from(exit.to) % MAX_CITIES;
                let price = so_far.saturating_add(prices[usize::from(exit.route) % MAX_ROUTES]);
                if price < reach.price[to].min(limit) {
                    reach.price[to] = price;
                    reach.by[to] = Exit { to: city, route: exit.route };
                    waiting.add(price, exit.to);
                }
            }
        }
        reach
    }
}

/// The cheapest ways from one city.
#[derive(Clone, Debug)]
pub struct Reach {
    from: CityId,
    price: [u16; MAX_CITIES],
    /// The last step of the way to each city: from where, and over which route.
    by: [Exit; MAX_CITIES],
}

impl Reach {
    /// What the way to a city costs; [`CLOSED`] where there is none.
    #[inline]
    pub fn price(&self, to: CityId) -> u16 {
        self.price[to.index() % MAX_CITIES]
    }

    /// The routes of the way to a city, those that cost nothing included; none where there is no way.
    pub fn path(&self, to: CityId) -> RouteSet {
        let mut routes = RouteSet::EMPTY;
        let mut city = to.index();
        while city != self.from.index() && self.price[city] != CLOSED {
            let Exit { to: before, route } = self.by[city];
            routes.insert(RouteId(route));
            city = usize::from(before);
        }
        routes
    }
}

/// The routes a seat can still come by, now or later.
///
/// Where routes must connect, `SeatView::open` is only what touches the seat's network at this moment.
pub fn attainable(view: &View<'_>, seat: &SeatView) -> RouteSet {
    let rules = view.edition.rules();
    if !rules.must_connect {
        return seat.open;
    }
    let board = view.edition.board();
    let mut routes = board.all_routes();
    let doubles_close = view.players <= rules.doubles_closed_up_to;
    for other in &view.seats {
        routes = routes.without(other.routes);
        if doubles_close || other.routes == seat.routes {
            other.routes.iter().for_each(|route| routes = routes.without(board.twin_set(route)));
        }
    }
    routes
}

/// The seats of a view that are not the viewer's.
pub(crate) fn opponents<'v>(view: &'v View<'_>) -> impl Iterator<Item = &'v SeatView> {
    let own = match view.viewer {
        Viewer::Seat(seat) => Some(seat.index()),
        Viewer::Spectator => None,
    };
    view.seats.iter().enumerate().filter(move |(at, _)| Some(*at) != own).map(|(_, seat)| seat)
}
