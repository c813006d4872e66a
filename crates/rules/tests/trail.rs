//! The longest path against a search through all trails, on cases known by hand and on the worst networks found.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use whistlestop_rules::trail::{Edge, longest_length_of, longest_trail_of, measure};

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
