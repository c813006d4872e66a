//! How many instructions a decision takes, counted by callgrind: the same on a busy machine as on an idle one.
//! `scripts/instructions.sh` runs this and divides.

#![allow(unused_qualifications, reason = "the macros write paths in full")]

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use whistlestop_bench::{Way, edition, make_decisions};
use whistlestop_rules::edition::Edition;

/// `scripts/instructions.sh` divides by this.
const DECISIONS: u32 = 100_000;

/// Reads the edition files, which is not counted.
fn table(id: &str, players: usize) -> (&'static Edition, usize) {
    (edition(id), players)
}

#[library_benchmark(setup = table)]
#[bench::usa_classic_2("usa-classic", 2)]
#[bench::usa_classic_3("usa-classic", 3)]
#[bench::usa_classic_4("usa-classic", 4)]
#[bench::usa_classic_5("usa-classic", 5)]
#[bench::nyc_2("nyc", 2)]
fn fast_path((edition, players): (&'static Edition, usize)) -> u32 {
    black_box(make_decisions(edition, players, Way::FastPath, DECISIONS))
}

#[library_benchmark(setup = table)]
#[bench::usa_classic_2("usa-classic", 2)]
#[bench::usa_classic_3("usa-classic", 3)]
#[bench::usa_classic_4("usa-classic", 4)]
#[bench::usa_classic_5("usa-classic", 5)]
#[bench::nyc_2("nyc", 2)]
fn public_calls((edition, players): (&'static Edition, usize)) -> u32 {
    black_box(make_decisions(edition, players, Way::PublicCalls, DECISIONS))
}

library_benchmark_group!(name = decisions, benchmarks = [fast_path, public_calls]);
main!(library_benchmark_groups = decisions);
