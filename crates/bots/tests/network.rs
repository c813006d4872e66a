//! The search for the cheapest network against trying every set of routes.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use proptest::prelude::*;
use support::edition;
use whistlestop_bots::atlas::{Atlas, CLOSED, Prices};
use whistlestop_bots::planner::network::{Effort, Network, Pair, Pairs, Shape, cheapest_network};
use whistlestop_rules::edition::Board;
use whistlestop_rules::game::scoring::Network as Linked;
use whistlestop_rules::ids::{CityId, MAX_ROUTES, RouteId, RouteSet};

/// Routes that are for sale in a case; every set of them is tried.
const FOR_SALE: usize = 12;

#[derive(Debug)]
struct Case {
    prices: Prices,
    owned: RouteSet,
    pairs: Vec<[CityId; 2]>,
}

/// New York with a few of its routes for sale at any price, a few owned and the rest closed.
fn cases() -> impl Strategy<Value = Case> {
    let board = edition("nyc").board();
    let routes = Just((0..board.routes() as u8).collect::<Vec<_>>()).prop_shuffle();
    let prices = proptest::collection::vec(1_u16..40, FOR_SALE);
    let city = 0..board.cities() as u8;
    let pairs = proptest::collection::vec((city.clone(), city), 1..=5);
    (routes, prices, pairs, 0..8_usize).prop_map(|(routes, for_sale, pairs, owned_count)| {
        let mut prices = [CLOSED; MAX_ROUTES];
        for (route, price) in routes.iter().zip(&for_sale) {
            prices[usize::from(*route)] = *price;
        }
        let owned: RouteSet =
            routes[FOR_SALE..FOR_SALE + owned_count].iter().map(|id| RouteId(*id)).collect();
        owned.iter().for_each(|route| prices[route.index()] = 0);
        let pairs = pairs.into_iter().map(|(a, b)| [CityId(a), CityId(b)]).collect();
        Case { prices, owned, pairs }
    })
}

/// `None` if a pair cannot be linked.
fn network(atlas: &Atlas, case: &Case, shape: Shape) -> Option<Network> {
    let pairs: Option<Pairs> = case.pairs.iter().map(|ends| Pair::new(atlas, &case.prices, *ends)).collect();
    pairs.map(|pairs| cheapest_network(atlas, &case.prices, &pairs, shape, Effort::Thorough))
}

fn links(board: &Board, routes: RouteSet, pairs: &[[CityId; 2]]) -> bool {
    let linked = Linked::new(board, routes);
    pairs.iter().all(|[a, b]| linked.connects(*a, *b))
}

fn price_of(prices: &Prices, routes: RouteSet) -> u32 {
    routes.iter().map(|route| u32::from(prices[route.index()])).sum()
}

fn cheapest_of_all(board: &Board, case: &Case) -> Option<u32> {
    let for_sale: Vec<RouteId> = (0..board.routes() as u8)
        .map(RouteId)
        .filter(|route| !matches!(case.prices[route.index()], 0 | CLOSED))
        .collect();
    (0..1_u32 << for_sale.len())
        .map(|set| {
            let bought = for_sale.iter().enumerate().filter(|(place, _)| set >> place & 1 == 1);
            bought.map(|(_, route)| *route).collect::<RouteSet>()
        })
        .filter(|bought| links(board, bought.or(case.owned), &case.pairs))
        .map(|bought| price_of(&case.prices, bought))
        .min()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_network_links_all_pairs_and_is_nearly_the_cheapest(case in cases()) {
        let board = edition("nyc").board();
        let atlas = Atlas::of(edition("nyc"));
        let found = network(&atlas, &case, Shape::Forest);
        let best = cheapest_of_all(board, &case);
        prop_assert_eq!(found.is_some(), best.is_some());
        if let (Some(found), Some(best)) = (found, best) {
            prop_assert!(links(board, found.routes.or(case.owned), &case.pairs));
            prop_assert_eq!(found.price, price_of(&case.prices, found.routes));
            prop_assert!(found.price >= best);
            prop_assert!(f64::from(found.price) <= 1.25 * f64::from(best), "{} for {best}", found.price);
        }
    }

    #[test]
    fn a_tree_is_in_one_piece_where_that_can_be(case in cases()) {
        let board = edition("nyc").board();
        let atlas = Atlas::of(edition("nyc"));
        if let Some(found) = network(&atlas, &case, Shape::Tree) {
            let all = found.routes.or(case.owned);
            prop_assert!(links(board, all, &case.pairs));
            let for_sale = (0..board.routes() as u8).map(RouteId);
            let attainable = for_sale.filter(|route| case.prices[route.index()] != CLOSED).collect();
            let possible = Linked::new(board, attainable);
            let linked = Linked::new(board, all);
            for [end, _] in &case.pairs {
                if possible.connects(case.pairs[0][0], *end) {
                    prop_assert!(linked.connects(case.pairs[0][0], *end));
                }
            }
        }
    }
}

/// On the real map with real lengths, the search misses the best network hardly ever.
#[test]
fn most_networks_are_the_cheapest() {
    use proptest::strategy::ValueTree;
    let board = edition("nyc").board();
    let atlas = Atlas::of(edition("nyc"));
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let (mut exact, mut all) = (0, 0);
    while all < 300 {
        let case = cases().new_tree(&mut runner).unwrap().current();
        let found = network(&atlas, &case, Shape::Forest);
        if let (Some(found), Some(best)) = (found, cheapest_of_all(board, &case)) {
            all += 1;
            exact += u32::from(found.price == best);
        }
    }
    assert!(exact >= 294, "{exact} of {all}");
}

#[test]
fn distances_are_those_of_the_map() {
    let usa = edition("usa-classic");
    let atlas = Atlas::of(usa);
    let city = |name: &str| {
        let cities = (0..usa.board().cities()).map(|city| CityId(city as u8));
        cities.into_iter().find(|city| usa.city_name(*city) == name).unwrap()
    };
    assert_eq!(atlas.distance(city("Denver"), city("El Paso")), 4);
    assert_eq!(atlas.distance(city("Vancouver"), city("Portland")), 2);
    assert_eq!(
        atlas.distance(city("Seattle"), city("New York")),
        atlas.distance(city("New York"), city("Seattle"))
    );
    assert_eq!(atlas.distance(city("Miami"), city("Miami")), 0);
}
