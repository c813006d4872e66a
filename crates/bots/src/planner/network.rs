//! The cheapest network that links several pairs of cities: a Steiner forest, near enough.

use arrayvec::ArrayVec;
use whistlestop_rules::ids::{CityId, MAX_ROUTES, RouteSet};

use crate::atlas::{Atlas, CLOSED, Prices};

/// Most pairs that are linked at once; a seat with more tickets to do leaves the rest for later.
pub const MAX_PAIRS: usize = 12;

/// Rounds in which every path is torn up and laid anew; hardly any network changes after the second.
const ROUNDS: usize = 4;

/// Orders that are tried besides the first, the other way round not counted; beyond, only the paths laid anew help.
const MOST_ORDERS: usize = 3;

/// Two cities to be linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    ends: [CityId; 2],
    /// What must be bought for the two alone.
    path: RouteSet,
}

pub type Pairs = ArrayVec<Pair, MAX_PAIRS>;

impl Pair {
    /// `None` if there is no way from one to the other.
    pub fn new(atlas: &Atlas, prices: &Prices, ends: [CityId; 2]) -> Option<Self> {
        let path = atlas.way(prices, ends)?;
        Some(Self { ends, path: path.iter().filter(|route| prices[route.index()] > 0).collect() })
    }

    pub fn path(&self) -> RouteSet {
        self.path
    }
}

/// Routes that link some pairs of cities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    /// What must be bought.
    pub routes: RouteSet,
    pub price: u32,
}

impl Network {
    fn cheaper(self, other: Self) -> Self {
        if other.price < self.price { other } else { self }
    }
}

/// Whether separate parts of a network are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Forest,
    /// All in one piece, together with what is owned.
    Tree,
}

/// How hard to look for a cheaper network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// One order of the pairs, and one look at every path again: for simulated games.
    Quick,
    #[default]
    Thorough,
}

/// The cheapest network found that links each pair.
///
/// Pairs are linked one after the other in several orders, each over what is already there, and then every path is
/// laid anew around the others until that gains nothing.
pub fn cheapest_network(
    atlas: &Atlas,
    prices: &Prices,
    pairs: &Pairs,
    shape: Shape,
    effort: Effort,
) -> Network {
    let (rounds, most_orders) = match effort {
        Effort::Quick => (1, 0),
        Effort::Thorough => (ROUNDS, MOST_ORDERS),
    };
    let search = Search { atlas, prices, pairs, rounds };
    let mut order: ArrayVec<usize, MAX_PAIRS> = (0..pairs.len()).collect();
    order.sort_by_key(|pair| std::cmp::Reverse(atlas.distance(pairs[*pair].ends[0], pairs[*pair].ends[1])));
    let mut best = search.lay_in(&order);
    let orders = if pairs.len() < 2 { 0 } else { (pairs.len() - 1).min(most_orders) };
    for _ in 0..orders {
        order.rotate_left(1);
        best = best.cheaper(search.lay_in(&order));
        if pairs.len() > 2 {
            let mut reversed = order.clone();
            reversed[1..].reverse();
            best = best.cheaper(search.lay_in(&reversed));
        }
    }
    match shape {
        Shape::Forest => best,
        Shape::Tree => search.in_one_piece(best),
    }
}

struct Search<'s> {
    atlas: &'s Atlas,
    prices: &'s Prices,
    pairs: &'s Pairs,
    rounds: usize,
}

impl Search<'_> {
    fn lay_in(&self, order: &[usize]) -> Network {
        let mut by_pair = [RouteSet::EMPTY; MAX_PAIRS];
        let mut laid = RouteSet::EMPTY;
        for pair in order {
            by_pair[*pair] = self.path(*pair, laid);
            laid = laid.or(by_pair[*pair]);
        }
        let mut price = self.price(laid);
        // The last path was laid around all the others: it need not be looked at until one of them has changed.
        let mut unchanged_since = order.last().copied();
        for pair in order.iter().cycle().take(self.rounds * order.len()) {
            if unchanged_since == Some(*pair) {
                break;
            }
            let others = union_without(&by_pair, *pair);
            let path = self.path(*pair, others);
            let new_price = self.price(others.or(path));
            if new_price < price {
                by_pair[*pair] = path;
                laid = others.or(path);
                price = new_price;
                unchanged_since = Some(*pair);
            }
        }
        Network { routes: laid, price }
    }

    /// The routes to buy for one pair besides those that are `laid`.
    fn path(&self, pair: usize, laid: RouteSet) -> RouteSet {
        let Pair { ends, path } = self.pairs[pair];
        if laid.is_empty() {
            return path;
        }
        let mut prices = *self.prices;
        laid.iter().for_each(|route| prices[route.index()] = 0);
        // There is the way of the pair alone at least, so no other costs more.
        let alone = u16::try_from(self.price(path.without(laid))).unwrap_or(CLOSED);
        let way = self.atlas.way_below(&prices, ends, alone.saturating_add(1));
        way.map_or(path, |(_, way)| way).iter().filter(|route| self.prices[route.index()] > 0).collect()
    }

    fn price(&self, routes: RouteSet) -> u32 {
        routes.iter().map(|route| u32::from(self.prices[route.index()])).sum()
    }

    /// Joins the parts of a network with each other. Parts that cannot be joined stay apart.
    fn in_one_piece(&self, network: Network) -> Network {
        let Some(Pair { ends: [start, _], .. }) = self.pairs.first() else { return network };
        let mut routes = network.routes;
        let mut prices: Prices = [CLOSED; MAX_ROUTES];
        for Pair { ends: [end, _], .. } in self.pairs.iter().skip(1) {
            prices.copy_from_slice(self.prices);
            routes.iter().for_each(|route| prices[route.index()] = 0);
            let reach = self.atlas.reach(&prices, *start, Some(*end));
            for route in reach.path(*end).iter().filter(|route| self.prices[route.index()] > 0) {
                routes.insert(route);
            }
        }
        Network { routes, price: self.price(routes) }
    }
}

fn union_without(by_pair: &[RouteSet; MAX_PAIRS], left_out: usize) -> RouteSet {
    by_pair
        .iter()
        .enumerate()
        .filter(|(pair, _)| *pair != left_out)
        .fold(RouteSet::EMPTY, |all, (_, path)| all.or(*path))
}
