//! The longest path against a search through all trails, on cases known by hand and on the worst networks found.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use std::time::{Duration, Instant};
use whistlestop_rules::edition::{Edition, EditionSpec};
use whistlestop_rules::ids::{RouteId, RouteSet};
use whistlestop_rules::trail::{
    Edge, longest_length, longest_length_of, longest_trail, longest_trail_of, measure,
};

const USA: &str = include_str!("fixtures/usa-routes.txt");

fn usa() -> Vec<Edge> {
    let number = |word: Option<&str>| word.unwrap().parse().unwrap();
    USA.lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            Edge { a: number(words.next()), b: number(words.next()), length: number(words.next()) }
        })
        .collect()
}

/// Tries every trail there is.
fn brute_force(edges: &[Edge]) -> u16 {
    fn from(edges: &[Edge], city: u8, used: u32) -> u16 {
        let mut best = 0;
        for (i, edge) in edges.iter().enumerate() {
            if used >> i & 1 == 0 && (edge.a == city || edge.b == city) {
                let next = if edge.a == city { edge.b } else { edge.a };
                best = best.max(u16::from(edge.length) + from(edges, next, used | 1 << i));
            }
        }
        best
    }
    edges.iter().flat_map(|edge| [edge.a, edge.b]).map(|city| from(edges, city, 0)).max().unwrap_or(0)
}

/// Fails unless `trail` can be travelled in its order without using an edge twice. Returns its length.
fn travel(edges: &[Edge], trail: &[usize]) -> u16 {
    let mut used = vec![false; edges.len()];
    let mut at: Option<Vec<u8>> = None;
    for &i in trail {
        assert!(!std::mem::replace(&mut used[i], true), "edge {i} twice in {trail:?}");
        let Edge { a, b, .. } = edges[i];
        let reached: Vec<u8> = match &at {
            None => vec![a, b],
            Some(cities) => cities
                .iter()
                .filter_map(|city| if *city == a { Some(b) } else { (*city == b).then_some(a) })
                .collect(),
        };
        assert!(!reached.is_empty(), "{trail:?} breaks off before edge {i}");
        at = Some(reached);
    }
    trail.iter().map(|i| u16::from(edges[*i].length)).sum()
}

fn check(edges: &[Edge], expected: u16) {
    assert_eq!(longest_length_of(edges), expected, "{edges:?}");
    assert_eq!(travel(edges, &longest_trail_of(edges)), expected, "{edges:?}");
}

fn edges(list: &[(u8, u8, u8)]) -> Vec<Edge> {
    list.iter().map(|&(a, b, length)| Edge { a, b, length }).collect()
}

fn multigraph(cities: u8, most: usize, longest: u8) -> impl Strategy<Value = Vec<Edge>> {
    let edge = (0..cities, 1..cities, 1..=longest);
    let edge = edge.prop_map(move |(a, step, length)| Edge { a, b: (a + step) % cities, length });
    prop::collection::vec(edge, 0..=most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn dense_networks_agree_with_brute_force(edges in multigraph(5, 11, 6)) {
        check(&edges, brute_force(&edges));
    }

    #[test]
    fn common_networks_agree_with_brute_force(edges in multigraph(8, 13, 6)) {
        check(&edges, brute_force(&edges));
    }

    #[test]
    fn sparse_networks_agree_with_brute_force(edges in multigraph(14, 14, 3)) {
        check(&edges, brute_force(&edges));
    }
}

#[test]
fn known_cases() {
    check(&[], 0);
    check(&edges(&[(0, 1, 4)]), 4);
    // Two loops that meet in a city: both.
    check(&edges(&[(0, 1, 1), (1, 2, 1), (2, 0, 1), (0, 3, 2), (3, 4, 2), (4, 0, 2)]), 9);
    // A loop with two tails at different cities: both tails and the longer way round.
    check(&edges(&[(0, 1, 1), (1, 2, 2), (2, 3, 3), (3, 0, 4), (0, 10, 5), (1, 11, 6)]), 20);
    // A loop with two tails at one city: all of it.
    check(&edges(&[(0, 1, 1), (1, 2, 2), (2, 0, 3), (0, 10, 5), (0, 11, 6)]), 17);
    // Two odd cities: everything.
    check(&edges(&[(0, 1, 1), (1, 2, 2), (2, 3, 3), (3, 0, 4), (0, 2, 5)]), 15);
    // A tree: its diameter.
    check(&edges(&[(0, 1, 6), (0, 2, 5), (0, 3, 4), (3, 4, 4), (3, 5, 1)]), 14);
    // Pieces apart do not add up.
    check(&edges(&[(0, 1, 3), (2, 3, 2), (3, 4, 2)]), 4);
    // Both sides of a double route, then three.
    check(&edges(&[(0, 1, 3), (0, 1, 3), (1, 2, 2)]), 8);
    check(&edges(&[(0, 1, 3), (0, 1, 4), (0, 1, 5)]), 12);
    // From a city to itself.
    check(&edges(&[(0, 0, 3), (0, 1, 1), (1, 1, 2)]), 6);
}

/// Found by `examples/longest_path_worst.rs`, climbing on the work: lines of the fixture and the length.
const WORST: [(&[usize], u16); 12] = [
    (&[2, 5, 17, 21, 23, 28, 40, 42, 55, 57, 59, 63, 65, 66, 76, 77, 83, 85, 86, 92, 96], 33),
    (&[0, 2, 5, 9, 16, 17, 18, 21, 25, 27, 28, 40, 57, 65, 66, 75, 76, 77, 79, 83, 86, 92], 30),
    (&[0, 2, 5, 9, 16, 17, 19, 21, 28, 40, 55, 57, 59, 63, 65, 66, 76, 77, 79, 86, 90, 92, 98], 32),
    (&[2, 5, 9, 19, 21, 23, 25, 27, 28, 40, 57, 59, 65, 66, 75, 76, 77, 79, 83, 85, 86, 92], 34),
    (&[0, 2, 5, 9, 16, 18, 19, 21, 25, 38, 55, 57, 59, 63, 65, 66, 76, 77, 79, 86, 90, 92, 98], 31),
    (&[2, 3, 5, 9, 16, 25, 27, 28, 54, 55, 57, 59, 63, 64, 65, 66, 74, 76, 79, 83, 86], 34),
    (&[0, 2, 3, 5, 7, 18, 19, 21, 28, 54, 55, 57, 59, 64, 65, 66, 75, 76, 77, 83], 30),
    (&[0, 2, 5, 9, 18, 19, 21, 25, 55, 57, 59, 63, 65, 66, 76, 77, 79, 83, 85, 86, 90, 92, 98], 31),
    (&[2, 3, 5, 19, 21, 25, 27, 28, 40, 54, 55, 57, 59, 63, 64, 65, 75, 76, 83, 86, 92], 37),
    (&[0, 2, 3, 16, 25, 27, 28, 54, 55, 59, 63, 64, 65, 66, 75, 76, 77, 79, 85, 86, 92], 35),
    (&[2, 3, 5, 16, 25, 27, 28, 54, 55, 57, 59, 63, 64, 65, 66, 74, 76, 79, 83, 86, 92], 34),
    (&[0, 2, 5, 9, 16, 17, 19, 21, 40, 55, 57, 59, 63, 65, 66, 75, 76, 79, 83, 86, 92, 98], 36),
];

#[test]
fn the_worst_networks_found_stay_easy() {
    let map = usa();
    for (lines, expected) in WORST {
        let network: Vec<Edge> = lines.iter().map(|line| map[*line]).collect();
        assert!(network.iter().map(|route| u32::from(route.length)).sum::<u32>() <= 45);
        check(&network, expected);
        let start = Instant::now();
        let (_, effort) = measure(&network);
        assert!(start.elapsed() < Duration::from_millis(50), "{lines:?} took {:?}", start.elapsed());
        assert!(effort.visited <= 500 && effort.states <= 1_000, "{lines:?} took {effort:?}");
    }
}

fn complete(cities: u8) -> Vec<Edge> {
    (0..cities).flat_map(|a| (a + 1..cities).map(move |b| Edge { a, b, length: 1 })).collect()
}

fn grid(width: u8, height: u8) -> Vec<Edge> {
    let across = (0..width * height).filter(|at| at % width + 1 < width).map(|at| (at, at + 1, 1));
    let down = (0..width * (height - 1)).map(|at| (at, at + width, 1));
    edges(&across.chain(down).collect::<Vec<_>>())
}

#[test]
fn dense_and_large_graphs_do_not_blow_up() {
    // With an even number of cities every one of them is odd: all but two leave out an edge.
    for cities in [6u8, 8, 10, 12, 14] {
        let all = complete(cities);
        check(&all, all.len() as u16 - u16::from(cities) / 2 + 1);
        assert!(measure(&all).1.states < 200_000);
    }
    // With an odd number of cities all of them are even.
    check(&complete(15), 105);
    // The odd cities of a grid lie along its sides, an even number on each: every other edge between them is left
    // out, save one.
    check(&grid(6, 6), 53);
    check(&grid(8, 8), 101);
    assert!(measure(&grid(8, 8)).1.states < 20_000);
    // Every route of the map, both sides of the doubles or one.
    let map = usa();
    let mut single = map.clone();
    single.dedup_by_key(|route| (route.a, route.b));
    check(&single, 235);
    assert!(measure(&single).1.states < 50_000);
    let (both, effort) = measure(&map);
    check(&map, both);
    assert!(effort.states < 50_000);
}

#[test]
fn boards_and_edge_lists_give_the_same() {
    let map = usa();
    let cities: Vec<_> = (0..36).map(|city| serde_json::json!({ "name": city.to_string() })).collect();
    let route = |edge: &Edge| {
        serde_json::json!({
            "a": edge.a.to_string(), "b": edge.b.to_string(), "color": "gray", "length": edge.length
        })
    };
    let ticket =
        |city: u8| serde_json::json!({ "a": city.to_string(), "b": (city + 5).to_string(), "points": 5 });
    let spec: EditionSpec = serde_json::from_value(serde_json::json!({
        "id": "test", "name": "Test", "players": [2, 5], "trains": 45,
        "colors": ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"],
        "cards_per_color": 12, "locomotives": 14, "hand": 4, "row": 5, "flush_at": 3,
        "route_points": [1, 2, 4, 7, 10, 15],
        "ticket_rules": { "deal": 3, "keep": 2, "draw": 3, "draw_keep": 1, "returned": "bottom" },
        "doubles_closed_up_to": 3, "must_connect": false, "end_at": 2, "bonuses": { "longest_path": 10 },
        "cities": cities,
        "routes": map.iter().map(route).collect::<Vec<_>>(),
        "tickets": (0..30).map(ticket).collect::<Vec<_>>(),
    }))
    .unwrap();
    let edition = Edition::new(spec).unwrap_or_else(|problems| panic!("{problems:?}"));
    let board = edition.board();
    assert_eq!(longest_length(board, RouteSet::EMPTY), 0);
    assert!(longest_trail(board, RouteSet::EMPTY).is_empty());
    for (lines, expected) in WORST {
        let owned: RouteSet = lines.iter().map(|line| RouteId(*line as u8)).collect();
        assert_eq!(longest_length(board, owned), expected);
        let trail: Vec<usize> = longest_trail(board, owned).iter().map(|route| route.index()).collect();
        assert!(trail.iter().all(|route| lines.contains(route)));
        assert_eq!(travel(&map, &trail), expected);
        assert_eq!(longest_trail(board, owned), longest_trail(board, owned));
    }
}
