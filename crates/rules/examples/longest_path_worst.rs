//! How long the longest path takes: on common networks, on dense ones, on the worst that hill climbing finds and on
//! graphs that no map has. `cargo run --release -p whistlestop-rules --example longest_path_worst`

use std::hint::black_box;
use std::time::Instant;
use whistlestop_rules::trail::{Edge, Effort, longest_length_of, measure};

const USA: &str = include_str!("../tests/fixtures/usa-routes.txt");
const TRAINS: u16 = 45;
const SEED: u64 = 20_240_607;

/// `SplitMix64`: the networks must be the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ x >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ x >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ x >> 31
    }

    fn below(&mut self, count: usize) -> usize {
        (self.next() % count.max(1) as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The routes of the map, one side only of each double.
fn usa() -> Vec<Edge> {
    let mut routes: Vec<Edge> = Vec::new();
    for line in USA.lines() {
        let words: Vec<u8> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        if let [a, b, length] = words[..]
            && !routes.iter().any(|route| (route.a, route.b) == (a, b))
        {
            routes.push(Edge { a, b, length });
        }
    }
    routes
}

fn trains(routes: &[Edge]) -> u16 {
    routes.iter().map(|route| u16::from(route.length)).sum()
}

/// Routes drawn at random while the trains last, at most `most`.
fn scattered(map: &[Edge], random: &mut Random, most: usize) -> Vec<Edge> {
    let mut order = map.to_vec();
    random.shuffle(&mut order);
    let mut owned = Vec::new();
    for route in order {
        if owned.len() < most && trains(&owned) + u16::from(route.length) <= TRAINS {
            owned.push(route);
        }
    }
    owned
}

/// Adds to `owned`, while the trains last, the best of a few random routes: short ones between owned cities.
fn densify(map: &[Edge], random: &mut Random, owned: &mut Vec<Edge>, choices: usize) {
    loop {
        let left = TRAINS - trains(owned).min(TRAINS);
        let open: Vec<Edge> =
            map.iter().filter(|r| u16::from(r.length) <= left && !owned.contains(r)).copied().collect();
        let touches = |city: u8| owned.iter().any(|o| o.a == city || o.b == city);
        let value = |r: &Edge| 4 * (i32::from(touches(r.a)) + i32::from(touches(r.b))) - i32::from(r.length);
        let chosen =
            (0..choices).filter_map(|_| open.get(random.below(open.len()))).max_by_key(|r| value(r)).copied();
        match chosen {
            Some(route) => owned.push(route),
            None => return,
        }
    }
}

/// The best of three: other programs only ever make it slower.
fn micros(routes: &[Edge]) -> f64 {
    let once = |_| {
        let start = Instant::now();
        black_box(longest_length_of(black_box(routes)));
        start.elapsed().as_secs_f64() * 1e6
    };
    (0..3).map(once).fold(f64::MAX, f64::min)
}

fn work(effort: Effort) -> u64 {
    u64::from(effort.visited) + 4 * u64::from(effort.states)
}

fn report_scattered(map: &[Edge], random: &mut Random) {
    println!("\nScattered networks: random routes, at most {TRAINS} trains");
    for most in [12, 16, 20] {
        let networks: Vec<_> = (0..20_000).map(|_| scattered(map, random, most)).collect();
        let mut sum = 0;
        let micros = (0..15)
            .map(|_| {
                let start = Instant::now();
                sum = networks.iter().map(|network| u32::from(longest_length_of(black_box(network)))).sum();
                start.elapsed().as_secs_f64() * 1e6 / 20_000.0
            })
            .fold(f64::MAX, f64::min);
        let routes = networks.iter().map(Vec::len).sum::<usize>() as f64 / 20_000.0;
        let searched = networks.iter().filter(|network| measure(network).1.visited > 0).count();
        let swept = networks.iter().filter(|network| measure(network).1.states > 0).count();
        println!(
            "  at most {most:2} routes (mean {routes:4.1}): {micros:.3} us a network, mean length {:.2}, {:.2} % need a search, {swept} of 20,000 the sweep",
            f64::from(sum) / 20_000.0,
            searched as f64 / 200.0
        );
    }
}

fn report_dense(map: &[Edge], random: &mut Random) {
    println!("\nDense networks: short routes between cities already reached, {TRAINS} trains");
    for choices in [2, 5, 15, 40] {
        let mut times = Vec::new();
        let mut most = Effort::default();
        let mut routes = 0;
        for _ in 0..20_000 {
            let mut network = Vec::new();
            densify(map, random, &mut network, choices);
            routes += network.len();
            times.push(micros(&network));
            let effort = measure(&network).1;
            if work(effort) > work(most) {
                most = effort;
            }
        }
        times.sort_by(f64::total_cmp);
        println!(
            "  best of {choices:2}: mean {:4.1} routes, {:6.2} us mean, {:7.2} us p99, {:7.2} us max; most {most:?}",
            f64::from(routes as u32) / 20_000.0,
            times.iter().sum::<f64>() / times.len() as f64,
            times[times.len() * 99 / 100],
            times[times.len() - 1],
        );
    }
}

/// Hill climbing on the work: a few routes out, others in, keep what is not easier.
fn climb(map: &[Edge], random: &mut Random, steps: usize) -> Vec<Edge> {
    let mut worst = Vec::new();
    densify(map, random, &mut worst, 5);
    let mut most = work(measure(&worst).1);
    for _ in 0..steps {
        let mut network = worst.clone();
        for _ in 0..=random.below(3) {
            if !network.is_empty() {
                network.swap_remove(random.below(network.len()));
            }
        }
        let choices = [1, 2, 5, 15][random.below(4)];
        densify(map, random, &mut network, choices);
        let effort = work(measure(&network).1);
        if effort >= most {
            (most, worst) = (effort, network);
        }
    }
    worst
}

fn report_worst(map: &[Edge], random: &mut Random) {
    println!("\nWorst of 60 climbs of 2,000 steps (routes by their line in the fixture, from 0)");
    let mut found: Vec<_> = (0..60).map(|_| climb(map, random, 2_000)).collect();
    found.sort_by_key(|network| std::cmp::Reverse(work(measure(network).1)));
    for network in found.iter().take(8) {
        let (length, effort) = measure(network);
        let time = micros(network);
        let mut lines: Vec<usize> = network.iter().copied().filter_map(line_of).collect();
        lines.sort_unstable();
        println!("  {time:7.1} us, {effort:?}, {} routes, length {length}: {lines:?}", network.len());
    }
}

fn line_of(route: Edge) -> Option<usize> {
    let text = format!("{} {} {}", route.a, route.b, route.length);
    USA.lines().position(|line| line == text)
}

fn complete(cities: u8) -> Vec<Edge> {
    (0..cities).flat_map(|a| (a + 1..cities).map(move |b| Edge { a, b, length: 1 })).collect()
}

fn grid(width: u8, height: u8, length: impl Fn(u8) -> u8) -> Vec<Edge> {
    let mut edges = Vec::new();
    for at in 0..width * height {
        if at % width + 1 < width {
            edges.push(Edge { a: at, b: at + 1, length: length(at) });
        }
        if at / width + 1 < height {
            edges.push(Edge { a: at, b: at + width, length: length(at + 1) });
        }
    }
    edges
}

/// A brick wall: a planar graph in which almost every city is odd.
fn wall(width: u8, height: u8) -> Vec<Edge> {
    let upright = |edge: &Edge| edge.b == edge.a + width;
    grid(width, height, |_| 1)
        .into_iter()
        .filter(|edge| !upright(edge) || (edge.a % width + edge.a / width).is_multiple_of(2))
        .collect()
}

/// Every city has `degree` edges, joined at random.
fn regular(random: &mut Random, cities: u8, degree: usize, longest: usize) -> Vec<Edge> {
    loop {
        let mut stubs: Vec<u8> = (0..cities).flat_map(|city| std::iter::repeat_n(city, degree)).collect();
        random.shuffle(&mut stubs);
        let pairs = stubs.chunks_exact(2);
        if pairs.clone().all(|pair| pair[0] != pair[1]) {
            return pairs
                .map(|pair| Edge { a: pair[0], b: pair[1], length: 1 + random.below(longest) as u8 })
                .collect();
        }
    }
}

fn any(random: &mut Random, cities: usize, edges: usize, longest: usize) -> Vec<Edge> {
    (0..edges)
        .map(|_| {
            let a = random.below(cities);
            let b = (a + 1 + random.below(cities - 1)) % cities;
            Edge { a: a as u8, b: b as u8, length: 1 + random.below(longest) as u8 }
        })
        .collect()
}

fn report_graph(name: &str, edges: &[Edge]) {
    let start = Instant::now();
    let (length, effort) = measure(edges);
    let millis = start.elapsed().as_secs_f64() * 1e3;
    println!(
        "  {name:38} {:3} edges: {millis:10.3} ms, {length} of {}, {effort:?}",
        edges.len(),
        trains(edges)
    );
}

/// A player of a map of the user's own, with 45 trains and routes of one space.
fn report_short_routes(random: &mut Random) {
    println!("\nGraphs of {TRAINS} routes of one space, 2,000 of each kind");
    for cities in [10, 14, 18, 22, 26, 30] {
        let graphs: Vec<_> = (0..2_000).map(|_| any(random, cities, usize::from(TRAINS), 1)).collect();
        report_kind(&format!("random, {cities} cities"), &graphs);
    }
    let graphs: Vec<_> = (0..2_000).map(|_| regular(random, 30, 3, 1)).collect();
    report_kind("random cubic, 30 cities", &graphs);
    let graphs: Vec<_> = (0..2_000).map(|_| regular(random, 18, 5, 1)).collect();
    report_kind("random 5-regular, 18 cities", &graphs);
}

fn report_kind(name: &str, graphs: &[Vec<Edge>]) {
    let mut times: Vec<f64> = graphs.iter().map(|graph| micros(graph) / 1e3).collect();
    times.sort_by(f64::total_cmp);
    let states = graphs.iter().map(|graph| measure(graph).1.states).max().unwrap_or_default();
    println!(
        "  {name:28} {:6.3} ms mean, {:6.3} ms p99, {:6.3} ms max; most states {states}",
        times.iter().sum::<f64>() / times.len() as f64,
        times[times.len() * 99 / 100],
        times[times.len() - 1],
    );
}

fn main() {
    let map = usa();
    let mut random = Random(SEED);
    report_scattered(&map, &mut random);
    report_dense(&map, &mut random);
    report_worst(&map, &mut random);
    report_short_routes(&mut random);

    println!("\nGraphs beyond the trains of a player");
    report_graph("usa, one side of each double", &map);
    for cities in [6, 8, 10, 12, 14, 16] {
        report_graph(&format!("complete, {cities} cities"), &complete(cities));
    }
    for (width, height) in [(5, 5), (6, 6), (7, 7), (8, 8), (4, 18)] {
        report_graph(&format!("grid {width} x {height}"), &grid(width, height, |_| 1));
        report_graph(
            &format!("grid {width} x {height}, uneven lengths"),
            &grid(width, height, |at| 1 + at * 7 % 6),
        );
    }
    for (width, height) in [(8, 6), (10, 8), (11, 8)] {
        report_graph(&format!("brick wall {width} x {height}"), &wall(width, height));
    }
    for (cities, longest) in [(20, 1), (20, 6), (30, 1), (30, 6), (40, 1), (40, 6), (60, 1)] {
        let name = format!("random cubic, {cities} cities, lengths to {longest}");
        report_graph(&name, &regular(&mut random, cities, 3, longest));
    }
    report_graph("random 5-regular, 18 cities", &regular(&mut random, 18, 5, 6));
    for (cities, edges) in
        [(12, 45), (20, 45), (30, 45), (30, 60), (20, 100), (40, 100), (30, 128), (60, 128)]
    {
        report_graph(&format!("random, {cities} cities"), &any(&mut random, cities, edges, 1));
        report_graph(&format!("random, {cities} cities, lengths to 6"), &any(&mut random, cities, edges, 6));
    }
}
