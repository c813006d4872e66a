//! Whole games of every edition with every number of players, in games a second.

use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use whistlestop_bench::{Way, play, tables};

fn games(criterion: &mut Criterion) {
    for way in Way::ALL {
        let mut group = criterion.benchmark_group(format!("games/{}", way.name()));
        group.throughput(Throughput::Elements(1));
        for (edition, players) in tables() {
            // The edition that figures are quoted for gets the time for it.
            let (samples, warm_up, time) =
                if edition.id() == "usa-classic" { (50, 300, 1500) } else { (10, 100, 300) };
            group.sample_size(samples);
            group.warm_up_time(Duration::from_millis(warm_up));
            group.measurement_time(Duration::from_millis(time));
            let mut number = 0;
            group.bench_function(format!("{}/{players}", edition.id()), |bencher| {
                bencher.iter(|| {
                    number += 1;
                    play(edition, players, number, way)
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
