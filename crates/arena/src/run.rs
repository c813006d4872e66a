//! Plays the games of an arena on many threads.

use std::collections::{BTreeMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{BadTable, Game};
use whistlestop_rules::ids::Seat;

use crate::entrant::Entrant;
use crate::lineup::{Format, Lineup};
use crate::log::{Config, ForfeitLine, GameId, GameLine, LogError, SeatLine};
use crate::play::{Deal, NotPlayed, Played, play};
use crate::player::Player;
use crate::program::{Program, Terms};
use crate::stats::{Blocks, sequential};

/// Where a running arena can be watched and stopped from.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    planned: AtomicU64,
    stop: Arc<AtomicBool>,
}

impl Progress {
    /// Games that are over, and how many there will be as far as is known.
    pub fn games(&self) -> (u64, u64) {
        (self.done.load(Ordering::Relaxed), self.planned.load(Ordering::Relaxed))
    }

    /// Gives up the games that are being played and starts no other.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// For a trial that counts its games itself.
    pub(crate) fn plan(&self, games: u64) {
        self.planned.store(games, Ordering::Relaxed);
    }

    pub(crate) fn add_one(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    #[error("an arena needs two bots or more")]
    TooFewBots,
    #[error(transparent)]
    BadTable(#[from] BadTable),
    #[error(transparent)]
    Log(#[from] LogError),
    #[error("{bots} bots at tables of {players} make {lineups} lineups; the most is {MAX_LINEUPS}")]
    TooManyLineups { bots: usize, players: usize, lineups: usize },
    #[error("game {} of lineup {} in the log was played by others than it says now", .0.block, .0.lineup)]
    ForeignGame(GameId),
}

const MAX_LINEUPS: usize = 10_000;

/// An arena with everything checked.
#[derive(Debug)]
pub struct Arena<'e> {
    pub edition: &'e Edition,
    pub config: Config,
    pub entrants: Vec<Entrant>,
    pub labels: Vec<String>,
    pub lineups: Vec<Lineup>,
}

/// What became of a lineup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// There are games to be played.
    Open,
    /// All games are played.
    Complete,
    /// The difference was clear after so many blocks.
    Separated { blocks: u64 },
}

impl<'e> Arena<'e> {
    pub fn new(edition: &'e Edition, config: Config, entrants: Vec<Entrant>) -> Result<Self, ArenaError> {
        if entrants.len() < 2 {
            return Err(ArenaError::TooFewBots);
        }
        Game::table(edition, config.players, Seat::S0)?;
        let lineups = config.format.lineups(entrants.len(), config.players);
        if lineups.len() > MAX_LINEUPS {
            let (bots, players) = (entrants.len(), config.players);
            return Err(ArenaError::TooManyLineups { bots, players, lineups: lineups.len() });
        }
        let labels = Entrant::labels(&entrants);
        Ok(Self { edition, config, entrants, labels, lineups })
    }

    /// Games of one block.
    pub fn games_per_block(&self) -> u64 {
        if self.config.duplicate { self.config.players as u64 } else { 1 }
    }

    /// Blocks of each lineup; the games asked for are rounded up to whole blocks.
    pub fn blocks(&self) -> u64 {
        self.config.games.div_ceil(self.games_per_block())
    }

    fn games_of_block(&self, lineup: u32, block: u64) -> impl Iterator<Item = GameId> + use<'e> {
        let players = self.config.players as u64;
        // Without duplicate deals the table is turned from game to game.
        let rotations = if self.config.duplicate { 0..players } else { block % players..block % players + 1 };
        rotations.map(move |rotation| GameId { lineup, block, rotation: rotation as u8 })
    }

    /// Who sits where in a game.
    pub fn seating(&self, id: GameId) -> Vec<usize> {
        let players = self.config.players as u64;
        let order = if self.config.duplicate { id.block } else { id.block / players };
        self.lineups[id.lineup as usize].seating(order, id.rotation.into())
    }

    fn deal(&self, id: GameId) -> Deal<'e> {
        let block = u64::from(id.lineup) << 40 | id.block;
        let game = block << 3 | u64::from(id.rotation);
        Deal {
            edition: self.edition,
            cards: Seed::of_series(self.config.seed, block),
            thinking: Seed::of_series(!self.config.seed, game),
        }
    }

    /// Plays whatever is missing beside the games that are there. Each game is logged when it is over.
    ///
    /// Stopped early, it returns what there is.
    pub fn run(
        &self,
        finished: Vec<GameLine>,
        threads: NonZeroUsize,
        terms: &ProgramTerms,
        progress: &Progress,
        log: impl FnMut(&GameLine) -> Result<(), LogError> + Send,
    ) -> Result<Games, ArenaError> {
        let mut schedule = Schedule::new(self);
        for game in finished {
            self.check(&game)?;
            schedule.add(game);
        }
        progress.done.store(schedule.done(), Ordering::Relaxed);
        progress.planned.store(schedule.planned(), Ordering::Relaxed);
        let shared = Mutex::new((schedule, log));
        let work = || -> Result<(), ArenaError> {
            let mut programs = Programs::new(&self.entrants, terms, progress);
            while !progress.is_stopped() {
                let Some(id) = lock(&shared).0.next() else { break };
                let seating = self.seating(id);
                let mut players = programs.seat(&seating);
                let played = match play(&self.deal(id), &mut players, &progress.stop) {
                    Ok(played) => played,
                    Err(NotPlayed::Stopped) => break,
                    Err(NotPlayed::BadTable(bad)) => return Err(bad.into()),
                };
                programs.leave(&seating, players);
                let line = self.line(id, &seating, &played);
                let mut shared = lock(&shared);
                let (schedule, log) = &mut *shared;
                if let Err(error) = log(&line) {
                    progress.stop();
                    return Err(error.into());
                }
                schedule.add(line);
                progress.done.store(schedule.done(), Ordering::Relaxed);
                progress.planned.store(schedule.planned(), Ordering::Relaxed);
            }
            Ok(())
        };
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.get()).map(|_| scope.spawn(work)).collect();
            let joined = workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            joined.collect::<Vec<_>>()
        })
        .into_iter()
        .collect::<Result<(), _>>()?;
        let (schedule, _) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(schedule.into_games())
    }

    /// Whether a logged game is one of this arena.
    fn check(&self, game: &GameLine) -> Result<(), ArenaError> {
        let id = game.id;
        let known = (id.lineup as usize) < self.lineups.len()
            && usize::from(id.rotation) < self.config.players
            && id.block < 1 << 40;
        let same_bots = |(seat, bot): (&SeatLine, usize)| seat.bot == self.labels[bot];
        let fits = known
            && game.seats.len() == self.config.players
            && game.seats.iter().zip(self.seating(id)).all(same_bots);
        if fits { Ok(()) } else { Err(ArenaError::ForeignGame(id)) }
    }

    fn line(&self, id: GameId, seating: &[usize], played: &Played<'_>) -> GameLine {
        let micros = |time: Duration| time.as_micros() as u64;
        let seats = seating.iter().zip(played.ranks()).zip(played.standings.iter().zip(&played.thinking));
        let seat_line =
            |((bot, rank), (standing, thinking)): ((&usize, u8), (&_, &crate::play::Thinking))| {
                let standing: &whistlestop_rules::game::Standing = standing;
                SeatLine {
                    bot: self.labels[*bot].clone(),
                    rank,
                    score: standing.total,
                    tickets_done: standing.tickets_done.len() as u8,
                    tickets_failed: standing.tickets_failed.len() as u8,
                    decisions: thinking.decisions,
                    thought_us: micros(thinking.total),
                    longest_us: micros(thinking.longest),
                }
            };
        let forfeit = played.forfeit.as_ref();
        GameLine {
            id,
            turns: played.game.turn(),
            seats: seats.map(seat_line).collect(),
            forfeit: forfeit
                .map(|forfeit| ForfeitLine { seat: forfeit.seat, reason: forfeit.reason.clone() }),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked takes the whole run with it when it is joined.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How programs of others are run.
#[derive(Clone, Debug)]
pub struct ProgramTerms {
    pub timeout: Duration,
    /// Where the error output of bot number i goes.
    pub errors: Option<std::path::PathBuf>,
}

/// The players of one thread. Bots are made anew for each game; programs go from game to game.
pub(crate) struct Programs<'a> {
    entrants: &'a [Entrant],
    terms: &'a ProgramTerms,
    progress: &'a Progress,
    idle: Vec<(usize, Player)>,
}

impl<'a> Programs<'a> {
    pub(crate) fn new(entrants: &'a [Entrant], terms: &'a ProgramTerms, progress: &'a Progress) -> Self {
        Self { entrants, terms, progress, idle: Vec::new() }
    }

    pub(crate) fn seat(&mut self, seating: &[usize]) -> Vec<Player> {
        seating.iter().map(|bot| self.player(*bot)).collect()
    }

    fn player(&mut self, bot: usize) -> Player {
        let command = match &self.entrants[bot] {
            Entrant::Table(name) => return Player::Bot(name.make()),
            Entrant::Command(command) => command,
        };
        if let Some(place) = self.idle.iter().position(|(owner, _)| *owner == bot) {
            return self.idle.swap_remove(place).1;
        }
        let errors = self.terms.errors.as_ref();
        let terms = Terms {
            timeout: self.terms.timeout,
            errors: errors.map(|directory| directory.join(format!("bot-{}.stderr.txt", bot + 1))),
            stop: Arc::clone(&self.progress.stop),
        };
        Player::Program(Program::new(command.clone(), terms))
    }

    pub(crate) fn leave(&mut self, seating: &[usize], players: Vec<Player>) {
        let programs = seating.iter().copied().zip(players);
        self.idle.extend(programs.filter(|(_, player)| matches!(player, Player::Program(_))));
    }
}

/// The games of an arena that count.
#[derive(Debug, Default)]
pub struct Games {
    /// By lineup, then block; every block is whole.
    pub blocks: Vec<Vec<Vec<GameLine>>>,
    pub states: Vec<State>,
}

impl Games {
    pub fn is_complete(&self) -> bool {
        self.states.iter().all(|state| *state != State::Open)
    }

    pub fn iter(&self) -> impl Iterator<Item = &GameLine> {
        self.blocks.iter().flatten().flatten()
    }
}

/// Decides what is played next, and when enough is played.
///
/// It goes through all lineups block by block, so that a run that is stopped has learnt about everybody.
struct Schedule<'a> {
    arena: &'a Arena<'a>,
    done: HashSet<GameId>,
    lineups: Vec<Course>,
    /// Where to go on: games in the order they are to be played.
    next_block: u64,
    queue: Vec<GameId>,
}

/// How far a lineup is.
#[derive(Default)]
struct Course {
    blocks: BTreeMap<u64, Vec<GameLine>>,
    /// Blocks from the first on that are finished without a gap. Only these decide about stopping, so that it does not matter in
    /// which order threads finish.
    judged: u64,
    contests: Vec<Blocks>,
    separated: Option<u64>,
}

impl<'a> Schedule<'a> {
    fn new(arena: &'a Arena<'a>) -> Self {
        let lineups = arena.lineups.iter().map(|_| Course::default()).collect();
        Self { arena, done: HashSet::new(), lineups, next_block: 0, queue: Vec::new() }
    }

    fn next(&mut self) -> Option<GameId> {
        loop {
            while let Some(id) = self.queue.pop() {
                let open = self.lineups[id.lineup as usize].separated.is_none();
                if open && !self.done.contains(&id) {
                    return Some(id);
                }
            }
            if self.next_block >= self.arena.blocks() {
                return None;
            }
            let block = self.next_block;
            self.next_block += 1;
            let lineups = 0..self.lineups.len() as u32;
            self.queue.extend(lineups.flat_map(|lineup| self.arena.games_of_block(lineup, block)));
            self.queue.reverse();
        }
    }

    fn add(&mut self, game: GameLine) {
        let arena = self.arena;
        if !self.done.insert(game.id) {
            return;
        }
        let lineup = &arena.lineups[game.id.lineup as usize];
        let course = &mut self.lineups[game.id.lineup as usize];
        course.blocks.entry(game.id.block).or_default().push(game);
        let is_whole = |games: &Vec<GameLine>| games.len() as u64 == arena.games_per_block();
        while let Some(block) = course.blocks.get(&course.judged).filter(|games| is_whole(games)) {
            course.judged += 1;
            if course.separated.is_none() && arena.config.until_separated {
                let contests = contests(lineup, arena.config.format);
                course.contests.resize_with(contests.len(), Blocks::default);
                let mut all = true;
                for (contest, results) in contests.iter().zip(&mut course.contests) {
                    contest.add(block, &arena.labels, results);
                    all &= sequential::refutes(results, contest.even());
                }
                if all {
                    course.separated = Some(course.judged);
                }
            }
        }
    }

    fn done(&self) -> u64 {
        self.done.len() as u64
    }

    /// Games that are played or will be, as far as is known.
    fn planned(&self) -> u64 {
        let all = self.arena.blocks() * self.arena.games_per_block();
        let of = |course: &Course| match course.separated {
            None => all,
            Some(_) => course.blocks.values().map(|games| games.len() as u64).sum(),
        };
        self.lineups.iter().map(of).sum::<u64>().max(self.done())
    }

    fn into_games(self) -> Games {
        let mut games = Games::default();
        let wanted = self.arena.blocks();
        let per_block = self.arena.games_per_block();
        for course in self.lineups {
            let state = match course.separated {
                Some(blocks) => State::Separated { blocks },
                None if course.judged >= wanted => State::Complete,
                None => State::Open,
            };
            let counted = course.separated.unwrap_or(wanted);
            let whole = course.blocks.into_iter().filter(|(block, _)| *block < counted);
            let whole = whole.map(|(_, games)| games).filter(|games| games.len() as u64 == per_block);
            let sorted = whole.map(|mut games| {
                games.sort_by_key(|game| game.id);
                games
            });
            games.blocks.push(sorted.collect());
            games.states.push(state);
        }
        games
    }
}

/// A question that games answer: does one do better than even?
#[derive(Clone, Copy, Debug)]
pub(crate) enum Contest {
    /// Who of two bots finishes ahead of the other.
    Ahead { first: usize, second: usize },
    /// What a bot takes of all victories at a table of so many.
    Victories { bot: usize, seats: usize, players: usize },
}

/// What has to be clear before a lineup is separated.
fn contests(lineup: &Lineup, format: Format) -> Vec<Contest> {
    if format == Format::Lone {
        return vec![Contest::Victories { bot: 0, seats: 1, players: lineup.players() }];
    }
    let bots = lineup.different();
    let pairs = bots.iter().enumerate().flat_map(|(place, first)| {
        bots[place + 1..].iter().map(|second| Contest::Ahead { first: *first, second: *second })
    });
    pairs.collect()
}

impl Contest {
    /// The share that says neither is better.
    pub(crate) fn even(self) -> f64 {
        match self {
            Self::Ahead { .. } => 0.5,
            Self::Victories { seats, players, .. } => seats as f64 / players as f64,
        }
    }

    /// Adds the games of a block to the results.
    pub(crate) fn add(self, block: &[GameLine], labels: &[String], results: &mut Blocks) {
        let (mut won, mut games) = (0.0, 0.0);
        for game in block {
            let is = |seat: &SeatLine, bot: usize| seat.bot == labels[bot];
            match self {
                Self::Victories { bot, .. } => {
                    let seats = (0..game.seats.len()).filter(|seat| is(&game.seats[*seat], bot));
                    won += seats.map(|seat| game.share(seat)).sum::<f64>();
                    games += 1.0;
                }
                Self::Ahead { first, second } => {
                    let ahead = ahead(game, |seat| is(seat, first), |seat| is(seat, second));
                    if let Some(ahead) = ahead {
                        won += ahead;
                        games += 1.0;
                    }
                }
            }
        }
        results.add(won, games);
    }
}

/// How often copies of the first bot finished ahead of copies of the second, on average; half for a shared place.
///
/// `None` where that is not known: one of them does not play, or somebody else forfeited.
fn ahead(
    game: &GameLine,
    first: impl Fn(&SeatLine) -> bool,
    second: impl Fn(&SeatLine) -> bool,
) -> Option<f64> {
    let forfeiter = game.forfeit.as_ref().map(|forfeit| forfeit.seat.index());
    let (mut sum, mut count) = (0.0, 0u32);
    for (place, mine) in game.seats.iter().enumerate().filter(|(_, seat)| first(seat)) {
        for (other_place, theirs) in game.seats.iter().enumerate().filter(|(_, seat)| second(seat)) {
            if forfeiter.is_some_and(|seat| seat != place && seat != other_place) {
                continue;
            }
            count += 1;
            sum += match mine.rank.cmp(&theirs.rank) {
                std::cmp::Ordering::Less => 1.0,
                std::cmp::Ordering::Equal => 0.5,
                std::cmp::Ordering::Greater => 0.0,
            };
        }
    }
    (count > 0).then(|| sum / f64::from(count))
}
