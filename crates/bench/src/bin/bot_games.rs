//! Plays one bot against another and prints how often it wins and how long each thinks.
//!
//! `bot_games A B --games 1000 --edition usa-classic --players 2 --seed 1`: one A among B's. Every deal is replayed
//! until A has had each seat, so both sides get the same luck; a deal counts as one sample of the interval. One
//! thread, because the time is part of the answer.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use whistlestop_bots::{Bot, BotName};
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{BadTable, Game, Silence, Standings};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

#[derive(Parser)]
struct Arguments {
    /// The bot to measure, as in `planner` or `mcts@100ms`
    challenger: BotName,
    /// What sits on the other seats
    opponent: BotName,
    /// Rounded up to whole deals
    #[arg(long, default_value_t = 1000)]
    games: u64,
    #[arg(long, default_value = "usa-classic")]
    edition: String,
    #[arg(long, default_value_t = 2)]
    players: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What one side did in all games.
#[derive(Clone, Copy, Default)]
struct Side {
    seats: u64,
    score: i64,
    tickets_done: u64,
    tickets_failed: u64,
    longest_paths: u64,
    trains_left: u64,
    decisions: u64,
    thinking: Duration,
    slowest: Duration,
}

/// Whose seat it is.
const CHALLENGER: usize = 0;
const OPPONENT: usize = 1;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(edition) = Library::builtin().get(&arguments.edition) else {
        eprintln!("bot_games: there is no edition `{}`", arguments.edition);
        return ExitCode::FAILURE;
    };
    match measure(edition, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(bad) => {
            eprintln!("bot_games: {bad}");
            ExitCode::FAILURE
        }
    }
}

fn measure(edition: &Edition, arguments: &Arguments) -> Result<(), BadTable> {
    let players = arguments.players;
    let mut sides = [Side::default(); 2];
    let mut shares = Vec::new();
    let mut turns = 0_u64;
    let start = Instant::now();
    for deal in 0..arguments.games.div_ceil(players as u64) {
        let seed = Seed::of_series(arguments.seed, deal);
        let mut share = 0.0;
        for place in Seat::of(players) {
            let mut bots: Vec<Box<dyn Bot>> = Seat::of(players)
                .map(|seat| if seat == place { &arguments.challenger } else { &arguments.opponent }.make())
                .collect();
            let (standings, length) = play(edition, &seed, &mut bots, place, &mut sides)?;
            let winners = standings.iter().filter(|standing| standing.rank == 1).count();
            if standings.get(place.index()).is_some_and(|standing| standing.rank == 1) {
                share += 1.0 / winners as f64;
            }
            turns += u64::from(length);
        }
        shares.push(share / players as f64);
    }
    let games = shares.len() * players;
    let seconds = start.elapsed().as_secs_f64();
    report(arguments, &shares, &sides);
    println!(
        "{:.1} turns a game, {:.1} games/s on one thread",
        turns as f64 / games as f64,
        games as f64 / seconds
    );
    Ok(())
}

fn play(
    edition: &Edition,
    seed: &Seed,
    bots: &mut [Box<dyn Bot>],
    place: Seat,
    sides: &mut [Side; 2],
) -> Result<(Standings, u16), BadTable> {
    let mut chance = FastDealer::new(seed);
    let mut generator = player_generator(seed);
    let mut game = Game::new(edition, bots.len(), Seat::S0, &mut chance, &mut Silence)?;
    while let Some(seat) = game.next_to_act() {
        let side = &mut sides[if seat == place { CHALLENGER } else { OPPONENT }];
        let view = game.view(Viewer::Seat(seat));
        let bot = &mut bots[seat.index()];
        let choose = |legal: &whistlestop_rules::game::LegalActions<'_>| {
            let start = Instant::now();
            let index = bot.choose(&view, legal, &mut generator);
            let thought = start.elapsed();
            side.thinking += thought;
            side.slowest = side.slowest.max(thought);
            side.decisions += 1;
            index
        };
        if let Err(not_listed) = game.play_choice(seat, choose, &mut chance, &mut Silence) {
            panic!("seat {seat} of game {seed}: {not_listed}");
        }
    }
    let standings = game.standings();
    for standing in &standings {
        let side = &mut sides[if standing.seat == place { CHALLENGER } else { OPPONENT }];
        side.seats += 1;
        side.score += i64::from(standing.total);
        side.tickets_done += standing.tickets_done.len() as u64;
        side.tickets_failed += standing.tickets_failed.len() as u64;
        side.longest_paths += u64::from(standing.longest_path_bonus > 0);
        side.trains_left += u64::from(game.trains(standing.seat));
    }
    Ok((standings, game.turn()))
}

fn report(arguments: &Arguments, shares: &[f64], sides: &[Side; 2]) {
    let samples = shares.len() as f64;
    let mean = shares.iter().sum::<f64>() / samples;
    let variance =
        shares.iter().map(|share| (share - mean).powi(2)).sum::<f64>() / (samples - 1.0).max(1.0) / samples;
    println!(
        "{}, {} players, {} games from seed {}: {} wins {:.1} % ± {:.1} against {}",
        arguments.edition,
        arguments.players,
        shares.len() * arguments.players,
        arguments.seed,
        arguments.challenger,
        100.0 * mean,
        196.0 * variance.sqrt(),
        arguments.opponent,
    );
    println!(
        "{:<16} {:>7} {:>7} {:>7} {:>8} {:>7} {:>11} {:>11}",
        "", "score", "done", "failed", "longest", "trains", "µs/decision", "slowest µs"
    );
    for (name, side) in [&arguments.challenger, &arguments.opponent].into_iter().zip(sides) {
        let mean = |sum: f64| sum / side.seats as f64;
        println!(
            "{:<16} {:>7.1} {:>7.2} {:>7.2} {:>6.1} % {:>7.1} {:>11.2} {:>11.0}",
            name.to_string(),
            mean(side.score as f64),
            mean(side.tickets_done as f64),
            mean(side.tickets_failed as f64),
            100.0 * mean(side.longest_paths as f64),
            mean(side.trains_left as f64),
            side.thinking.as_secs_f64() * 1e6 / side.decisions as f64,
            side.slowest.as_secs_f64() * 1e6,
        );
    }
}
