//! What searching, serving and storing a game take: the longest path, views, dealt games, records.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use whistlestop_bench::{SERIES, Walk, Way, edition, play};
use whistlestop_rules::chance::{Scheme, Seed, player_generator};
use whistlestop_rules::game::{Game, Silence};
use whistlestop_rules::ids::{RouteSet, Seat};
use whistlestop_rules::record::{Header, Player, Record, SeedRevealed, Writer, verify};
use whistlestop_rules::trail::{Edge, longest_length, longest_length_of, longest_trail};
use whistlestop_rules::view::Viewer;

const USA: &str = include_str!("../../rules/tests/fixtures/usa-routes.txt");

/// Three of the networks of 45 trains that take the longest; `crates/rules/tests/trail.rs` has more of them.
const DENSE: [&[usize]; 3] = [
    &[0, 2, 5, 9, 16, 17, 19, 21, 28, 40, 55, 57, 59, 63, 65, 66, 76, 77, 79, 86, 90, 92, 98],
    &[2, 3, 5, 19, 21, 25, 27, 28, 40, 54, 55, 57, 59, 63, 64, 65, 75, 76, 83, 86, 92],
    &[0, 2, 5, 9, 16, 17, 19, 21, 40, 55, 57, 59, 63, 65, 66, 75, 76, 79, 83, 86, 92, 98],
];

fn usa() -> Vec<Edge> {
    let edge = |line: &str| {
        let numbers: Vec<u8> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [a, b, length] => Edge { a, b, length },
            _ => panic!("not a route: {line}"),
        }
    };
    USA.lines().map(edge).collect()
}

fn longest_path(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("longest_path");
    let map = usa();
    for (number, lines) in DENSE.iter().enumerate() {
        let network: Vec<Edge> = lines.iter().map(|line| map[*line]).collect();
        group.bench_function(format!("dense/{number}"), |bencher| {
            bencher.iter(|| longest_length_of(black_box(&network)));
        });
    }
    // Where routes must connect, networks are in one piece and have more circles.
    for id in ["usa-classic", "usa-crc"] {
        let board = edition(id).board();
        let owned: Vec<RouteSet> = (0..256)
            .flat_map(|number| {
                let game = play(edition(id), 4, number, Way::FastPath).0;
                game.seats().map(|seat| game.routes(seat)).collect::<Vec<_>>()
            })
            .collect();
        let mut networks = owned.iter().cycle();
        group.bench_function(format!("end_of_random_game/{id}/length"), |bencher| {
            bencher.iter(|| networks.next().map(|routes| longest_length(board, *routes)));
        });
        group.bench_function(format!("end_of_random_game/{id}/trail"), |bencher| {
            bencher.iter(|| networks.next().map(|routes| longest_trail(board, *routes)));
        });
    }
    group.finish();
}

/// Positions from all over a few games.
fn positions() -> Vec<Game<'static>> {
    let mut positions = Vec::new();
    for number in 0..8 {
        let mut walk = Walk::new(edition("usa-classic"), 4, number, &mut Silence);
        while walk.step_fast(&mut Silence) {
            positions.push(walk.game);
        }
    }
    positions
}

fn views(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("view");
    let positions = positions();
    let mut games = positions.iter().cycle();
    group.bench_function("copy_game", |bencher| bencher.iter(|| black_box(games.next().copied())));
    group.bench_function("legal_actions", |bencher| {
        bencher.iter(|| games.next().map(|game| game.legal_actions(game.seat_in_turn())));
    });
    group.bench_function("seat", |bencher| {
        bencher.iter(|| games.next().map(|game| game.view(Viewer::Seat(Seat::S1))));
    });
    group.bench_function("spectator", |bencher| {
        bencher.iter(|| games.next().map(|game| game.view(Viewer::Spectator)));
    });
    let seen: Vec<_> = positions.iter().map(|game| game.view(Viewer::Seat(Seat::S1))).collect();
    let mut rng = player_generator(&Seed::of_series(SERIES, 0));
    let mut views = seen.iter().cycle();
    group.bench_function("determinize", |bencher| {
        bencher.iter(|| views.next().map(|view| view.determinize(&mut rng)));
    });
    group.finish();
}

fn header() -> Header {
    let player = |seat| Player { name: format!("Player {seat}"), kind: "bot:random".to_owned() };
    Header::new(edition("usa-classic"), (0..4).map(player).collect(), Seat::S0)
}

/// A game played and written down.
fn written(header: &Header) -> String {
    let edition = edition("usa-classic");
    let mut writer = Writer::new(edition, header);
    let mut walk = Walk::new(edition, 4, 0, &mut writer);
    while walk.step_fast(&mut writer) {}
    writer.reveal(&SeedRevealed::new(Seed::of_series(SERIES, 0), Scheme::SplitMix64));
    writer.into_text()
}

fn records(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("record");
    let header = header();
    let text = written(&header);
    let record = Record::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("play_and_write", |bencher| bencher.iter(|| written(black_box(&header))));
    group.bench_function("parse", |bencher| {
        bencher.iter_batched(|| (), |()| Record::parse(black_box(&text)), BatchSize::SmallInput);
    });
    group.bench_function("verify", |bencher| {
        bencher.iter(|| verify(black_box(&record)).unwrap_or_else(|error| panic!("{error}")));
    });
    group.bench_function("to_text", |bencher| bencher.iter(|| black_box(&record).to_text()));
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_millis(800));
    targets = longest_path, views, records
}
criterion_main!(benches);
