use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use whistlestop_arena::{
    Arena as Contest, ArenaError, Config, Entrant, Format, GameLine, LineupState, Log, LogError,
    ProgramTerms, Progress, Report, write_results,
};
use whistlestop_rules::edition::Edition;

use crate::failure::{INTERRUPTED, Usage};
use crate::progress::watched;
use crate::table::Table;
use crate::{files, numbers, words};

const USUAL_EDITION: &str = "usa-classic";
const USUAL_PLAYERS: usize = 2;
const USUAL_GAMES: u64 = 1000;
const USUAL_SEED: u64 = 1;
const USUAL_TIMEOUT: Duration = Duration::from_secs(10);

/// Reasons for forfeits that the terminal shows.
const FORFEITS_SHOWN: usize = 10;

const EXAMPLES: &str = "\
With two seats every pair of bots plays. With more, every choice of as many bots as there are seats does; with
fewer bots than seats, each sits at every table, some of them twice. With --lone the first bot sits alone among
copies of each other bot.

DIR holds games.jsonl (a line for each game), results.json, results.csv, pairs.csv and the plots ladder, matrix and
scores as SVG and PNG. Ctrl-C leaves a usable result. docs/arena.md explains the figures, docs/bots.md how a program
of your own can play.

Examples:
  whistlestop arena --bots random,greedy --duplicate --out duel/
  whistlestop arena --bots greedy --bots \"cmd:python3 examples/python/whistlestop_bot.py\" --games 50 --out mine/
  whistlestop arena --bots greedy,random --players 4 --lone --games 1000 --out lone/
  whistlestop arena --resume duel/";

/// Let bots play each other and rate them
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Arena {
    /// Bots by name, separated by commas; may be given several times. A program is `cmd:` and its command line, which takes the
    /// rest of the argument
    #[arg(long, value_name = "BOTS", required_unless_present = "resume", value_parser = Entrant::parse_list)]
    bots: Vec<Vec<Entrant>>,

    /// The id that `edition list` shows [default: usa-classic]
    #[arg(long, value_name = "ID")]
    edition: Option<String>,

    /// Players at the table [default: 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = numbers::player_count)]
    players: Option<usize>,

    /// Games of each lineup [default: 1000]; with --duplicate rounded up to whole deals
    #[arg(long, value_name = "G", allow_negative_numbers = true, value_parser = numbers::game_count)]
    games: Option<u64>,

    /// The number from which every deal follows [default: 1]
    #[arg(long, value_name = "S", allow_negative_numbers = true, value_parser = numbers::seed)]
    seed: Option<u64>,

    /// Play each deal from every seat
    #[arg(long)]
    duplicate: bool,

    /// Seat the first bot alone among copies of each other bot
    #[arg(long)]
    lone: bool,

    /// Stop a lineup when it is clear who is better
    #[arg(long)]
    until_separated: bool,

    /// Seconds a program of yours has for a decision [default: 10]
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = timeout)]
    bot_timeout: Option<Duration>,

    /// Threads to play on [default: one for each core]
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = numbers::thread_count)]
    threads: Option<NonZeroUsize>,

    /// Where the result goes
    #[arg(long, value_name = "DIR", required_unless_present = "resume", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Go on where the arena in DIR stopped; --games may be raised, everything else is as it was
    #[arg(long, value_name = "DIR")]
    resume: Option<PathBuf>,

    /// Print one JSON object instead of tables
    #[arg(long)]
    json: bool,
}

fn timeout(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| *seconds >= 0.001 && *seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "use 0.001 to 86400 seconds".to_owned())
}

impl Arena {
    pub(crate) fn run(&self, editions: &[PathBuf], out: &mut impl Write) -> anyhow::Result<ExitCode> {
        if let Some(directory) = &self.resume {
            let (log, mut config, finished) = Log::resume(directory).map_err(usage_if_no_arena)?;
            self.check_against(&mut config, editions, directory)?;
            log.write_config(&config)?;
            let edition = Edition::new(config.edition.clone()).map_err(|problems| {
                let first = problems.first().map(ToString::to_string).unwrap_or_default();
                Usage(format!("the edition in {} cannot be played: {first}", directory.display()))
            })?;
            return self.play(&edition, config, log, finished, out);
        }
        let library = files::library(editions)?;
        let edition = files::edition(&library, self.edition.as_deref().unwrap_or(USUAL_EDITION))?;
        let config = Config {
            bots: self.bots.iter().flatten().map(ToString::to_string).collect(),
            players: numbers::players(edition, self.players, USUAL_PLAYERS)?,
            games: self.games.unwrap_or(USUAL_GAMES),
            seed: self.seed.unwrap_or(USUAL_SEED),
            duplicate: self.duplicate,
            format: if self.lone { Format::Lone } else { Format::RoundRobin },
            until_separated: self.until_separated,
            bot_timeout_ms: self.bot_timeout.unwrap_or(USUAL_TIMEOUT).as_millis() as u64,
            edition: edition.spec().clone(),
        };
        // Whatever is wrong with the question is said before anything is written.
        contest(edition, config.clone())?;
        let directory = self.out.as_deref().unwrap_or(Path::new("."));
        let log = Log::create(directory, &config).map_err(usage_if_no_arena)?;
        self.play(edition, config, log, Vec::new(), out)
    }

    /// Whether what was asked for is what the arena was begun with.
    fn check_against(
        &self,
        config: &mut Config,
        editions: &[PathBuf],
        directory: &Path,
    ) -> anyhow::Result<()> {
        let refuse = |option: &str, asked: String, had: String| {
            let shown = directory.display();
            Err(Usage(format!("{option} {asked} does not go with {shown}, which was begun with {had}"))
                .into())
        };
        if let Some(id) = &self.edition {
            let library = files::library(editions)?;
            let edition = files::edition(&library, id)?;
            if config.edition.id != *id {
                return refuse("--edition", id.clone(), config.edition.id.clone());
            }
            if *edition.spec() != config.edition {
                return refuse("--edition", id.clone(), "another version of it".to_owned());
            }
        }
        let bots: Vec<String> = self.bots.iter().flatten().map(ToString::to_string).collect();
        if !bots.is_empty() && bots != config.bots {
            return refuse("--bots", bots.join(","), config.bots.join(","));
        }
        let numbers = [
            ("--players", self.players.map(|players| players as u64), config.players as u64),
            ("--seed", self.seed, config.seed),
        ];
        for (option, asked, had) in numbers {
            if let Some(asked) = asked.filter(|asked| *asked != had) {
                return refuse(option, asked.to_string(), had.to_string());
            }
        }
        let timeout = self.bot_timeout.map(|timeout| timeout.as_millis() as u64);
        if let Some(asked) = timeout.filter(|asked| *asked != config.bot_timeout_ms) {
            return refuse("--bot-timeout", format!("{asked} ms"), format!("{} ms", config.bot_timeout_ms));
        }
        let flags = [
            ("--duplicate", self.duplicate, config.duplicate),
            ("--lone", self.lone, config.format == Format::Lone),
            ("--until-separated", self.until_separated, config.until_separated),
        ];
        for (option, asked, had) in flags {
            if asked && !had {
                let shown = directory.display();
                return Err(
                    Usage(format!("{option} does not go with {shown}, which was begun without it")).into()
                );
            }
        }
        if let Some(games) = self.games {
            if games < config.games {
                return refuse(
                    "--games",
                    games.to_string(),
                    format!("{}; they can only be raised", config.games),
                );
            }
            config.games = games;
        }
        Ok(())
    }

    fn play(
        &self,
        edition: &Edition,
        config: Config,
        mut log: Log,
        finished: Vec<GameLine>,
        out: &mut impl Write,
    ) -> anyhow::Result<ExitCode> {
        let directory = log.directory().to_owned();
        let contest = contest(edition, config)?;
        let progress = Arc::new(Progress::default());
        let stopper = Arc::clone(&progress);
        ctrlc::set_handler(move || stopper.stop())?;
        let terms = ProgramTerms {
            timeout: Duration::from_millis(contest.config.bot_timeout_ms),
            errors: Some(directory.clone()),
        };
        let threads = numbers::threads(self.threads);
        let games = watched(
            || progress.games(),
            || contest.run(finished, threads, &terms, &progress, |game| log.add(game)),
        )?;
        let report = Report::new(&contest, &games);
        write_results(&directory, &report, &games)?;
        if self.json {
            serde_json::to_writer(&mut *out, &report)?;
            writeln!(out)?;
        } else {
            write!(out, "{}", in_words(edition, &report))?;
            writeln!(out, "\nEverything is in {}", directory.display())?;
        }
        out.flush()?;
        for forfeit in report.forfeits.iter().take(FORFEITS_SHOWN) {
            let games = words::count(forfeit.games, "game");
            let (bot, reason) = (words::printable(&forfeit.bot), words::printable(&forfeit.reason));
            eprintln!("{bot} forfeited {games}: {reason}");
        }
        if let Some(more) = report.forfeits.len().checked_sub(FORFEITS_SHOWN).filter(|more| *more > 0) {
            eprintln!("and {} more; results.json has them all", words::count(more as u64, "reason"));
        }
        if report.complete {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!(
            "stopped after {}; go on with: whistlestop arena --resume {}",
            words::count(progress.games().0, "game"),
            directory.display()
        );
        Ok(ExitCode::from(INTERRUPTED))
    }
}

fn contest(edition: &Edition, config: Config) -> anyhow::Result<Contest<'_>> {
    let entrants = config.bots.iter().map(|bot| Entrant::parse(bot));
    let entrants: Vec<Entrant> =
        entrants.collect::<Result<_, _>>().map_err(|error| Usage(error.to_string()))?;
    Contest::new(edition, config, entrants).map_err(|error| match error {
        ArenaError::Log(_) | ArenaError::ForeignGame(_) => anyhow::Error::from(error),
        wrong => Usage(wrong.to_string()).into(),
    })
}

fn usage_if_no_arena(error: LogError) -> anyhow::Error {
    match error {
        LogError::InUse(_) | LogError::NoArena(_) => Usage(error.to_string()).into(),
        other => other.into(),
    }
}

fn percent(rate: f64) -> String {
    format!("{:.1}%", rate * 100.0)
}

fn in_words(edition: &Edition, report: &Report) -> String {
    let deals = if report.duplicate { ", each deal from every seat" } else { "" };
    let title = format!(
        "{} ({}), {} players, {}{deals}, seed {}\n",
        edition.name(),
        report.edition,
        report.players,
        words::count(report.games as u64, "game"),
        report.seed
    );
    let mut ratings = Table::new("<>>>>>>>>>");
    ratings.row(["", "Elo", "95%", "games", "wins", "score", "tickets done", "failed", "ms/move", "longest"]);
    for bot in &report.ratings {
        ratings.row([
            bot.bot.clone(),
            words::signed(format!("{:.0}", bot.elo)),
            words::signed(format!("{:.0} to {:.0}", bot.interval.low, bot.interval.high)),
            words::thousands(bot.games),
            percent(bot.wins / bot.games.max(1) as f64),
            words::signed(format!("{:.1}", bot.mean_score)),
            format!("{:.2}", bot.tickets_done),
            format!("{:.2}", bot.tickets_failed),
            format!("{:.3}", bot.thinking_ms_mean),
            format!("{:.1}", bot.thinking_ms_max),
        ]);
    }
    let anchor = match &report.anchor {
        Some(anchor) => format!("{anchor} is 1000 by definition"),
        None => "the mean of all is 1000 by definition".to_owned(),
    };
    format!("{title}\n{ratings}{anchor}\n\n{}{}", pairs_in_words(report), lineups_in_words(report))
}

/// How often the row finishes ahead of the column.
fn pairs_in_words(report: &Report) -> String {
    let names: Vec<&str> = report.ratings.iter().map(|bot| bot.bot.as_str()).collect();
    let mut table = Table::new(&format!("<{}", ">".repeat(names.len())));
    table.row(std::iter::once("ahead of").chain(names.iter().copied()));
    for bot in &names {
        let cell = |opponent: &&str| match report.pair(bot, opponent) {
            Some((rate, interval)) => {
                format!("{} ({:.1} to {:.1})", percent(rate), interval.low * 100.0, interval.high * 100.0)
            }
            None => "–".to_owned(),
        };
        table.row(std::iter::once((*bot).to_owned()).chain(names.iter().map(cell)));
    }
    table.to_string()
}

/// What each bot takes of the victories at a table; with two players the pairs say it already.
fn lineups_in_words(report: &Report) -> String {
    let separated = report.lineups.iter().filter(|lineup| lineup.state == LineupState::Separated).count();
    let mut text = match separated {
        0 => String::new(),
        count => format!(
            "\n{} stopped early, because it was clear who is better\n",
            words::count(count as u64, "lineup")
        ),
    };
    if report.players == 2 {
        return text;
    }
    let mut table = Table::new("<><>>>");
    table.row(["table", "games", "", "victories", "95%", "even"]);
    for lineup in &report.lineups {
        for (place, share) in lineup.shares.iter().enumerate() {
            let first = place == 0;
            table.row([
                if first { lineup.bots.join(", ") } else { String::new() },
                if first { words::thousands(lineup.games) } else { String::new() },
                share.bot.clone(),
                share.share.map_or_else(|| "–".to_owned(), percent),
                format!("{:.1} to {:.1}", share.interval.low * 100.0, share.interval.high * 100.0),
                percent(share.even),
            ]);
        }
    }
    text.push('\n');
    text.push_str(&table.to_string());
    text
}
