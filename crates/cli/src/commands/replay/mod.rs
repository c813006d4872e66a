mod narrate;
mod position;

use std::fmt::{self, Write as _};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::anyhow;
use clap::Args;
use whistlestop_rules::game::{Event, Game, Standings};
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Header, Record, RecordError};

use self::narrate::Narrator;
use crate::failure::Usage;
use crate::table::Table;
use crate::{records, words};

const EXAMPLES: &str = "\
Examples:
  whistlestop replay game.jsonl
  whistlestop replay game.jsonl --turn 20            The table after turn 20; 0 is the set-up
  whistlestop replay game.jsonl --seat blue          As Blue saw it";

/// Tell a recorded game turn by turn
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Replay {
    /// A record, compressed with zstd or not
    file: PathBuf,

    /// Show the table after this turn instead
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    turn: Option<u16>,

    /// Show only what this seat saw: a number from 0 or a colour
    #[arg(long, value_name = "S", value_parser = seat)]
    seat: Option<Seat>,
}

fn seat(text: &str) -> Result<Seat, String> {
    let by_color = Seat::ALL.into_iter().find(|seat| words::seat_color(*seat).eq_ignore_ascii_case(text));
    let by_number = || text.parse().ok().and_then(Seat::new);
    by_color
        .or_else(by_number)
        .ok_or_else(|| "seats are 0 to 4, or Red, Blue, Green, Yellow, Black".to_owned())
}

/// The set-up or one turn.
struct Section<'r> {
    /// 0 for the set-up.
    turn: u16,
    events: Vec<&'r Event>,
    after: Game<'r>,
}

impl Replay {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let bad = |problem: &dyn fmt::Display| anyhow!("{}: {problem}", self.file.display());
        let record = records::read(&self.file).map_err(|error| bad(&words::printable(&error.to_string())))?;
        let sections =
            sections(&record).map_err(|error| bad(&words::printable(&format!("does not hold: {error}"))))?;
        let players = record.header().players.len();
        if let Some(seat) = self.seat.filter(|seat| seat.index() >= players) {
            let last = words::seat_color(Seat::ALL[players - 1]);
            return Err(Usage(format!(
                "nobody sat at seat {seat} ({}): the {players} seats are 0 to {}, Red to {last}",
                words::seat_color(seat),
                players - 1
            ))
            .into());
        }
        let mut text = title(&record);
        match self.turn {
            None => self.tell(&record, &sections, &mut text)?,
            Some(turn) => self.show_turn(turn, &record, &sections, &mut text)?,
        }
        out.write_all(words::printable(&text).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }

    fn tell(&self, record: &Record, sections: &[Section<'_>], text: &mut String) -> fmt::Result {
        let narrator = Narrator { edition: record.edition(), seat: self.seat };
        for section in sections {
            if section.turn == 0 {
                writeln!(text, "\nSet-up")?;
                for sentence in narrator.set_up(&section.events, &section.after) {
                    writeln!(text, "  {sentence}")?;
                }
                writeln!(text, "\nTurns")?;
            } else {
                writeln!(text, "{:>5}  {}", section.turn, narrator.turn(&section.events))?;
            }
        }
        match record.events().last() {
            Some(Event::GameEnded { standings }) => {
                writeln!(text, "\n{}", score_sheet(record.header(), standings))?;
                writeln!(text, "{}.", victory(record.header(), standings))
            }
            _ => writeln!(text, "\nThe record ends here; the game is not over."),
        }
    }

    fn show_turn(
        &self,
        turn: u16,
        record: &Record,
        sections: &[Section<'_>],
        text: &mut String,
    ) -> anyhow::Result<()> {
        let last = sections.last().map_or(0, |section| section.turn);
        let Some(section) = sections.iter().find(|section| section.turn == turn) else {
            return Err(Usage(format!("there is no turn {turn}: the record ends with turn {last}")).into());
        };
        let narrator = Narrator { edition: record.edition(), seat: self.seat };
        match turn {
            0 => writeln!(text, "\nAfter the set-up\n")?,
            turn => writeln!(text, "\nAfter turn {turn}: {}\n", narrator.turn(&section.events))?,
        }
        Ok(position::show(&section.after, record.header(), self.seat, text)?)
    }
}

fn sections(record: &Record) -> Result<Vec<Section<'_>>, RecordError> {
    let replay = record.replay()?;
    let mut sections = vec![Section { turn: 0, events: Vec::new(), after: *replay.game() }];
    for (event, after) in replay {
        if let Event::TurnStarted { turn, .. } = event {
            sections.push(Section { turn: *turn, events: Vec::new(), after });
        }
        if let Some(section) = sections.last_mut() {
            section.events.push(event);
            section.after = after;
        }
    }
    Ok(sections)
}

fn title(record: &Record) -> String {
    let header = record.header();
    let mut table = Table::new("<<<");
    for (seat, player) in Seat::ALL.into_iter().zip(&header.players) {
        let starts = if seat == header.first_seat { ", starts" } else { "" };
        let who = format!("{} ({}){starts}", player.name, player.kind);
        table.row(["", words::seat_color(seat), &who]);
    }
    format!("{} ({})\n{table}", record.edition().name(), record.edition().id())
}

fn score_sheet(header: &Header, standings: &Standings) -> String {
    let mut table = Table::new("<<>>>>>>>");
    table.row(["", "", "routes", "tickets", "longest path", "bonuses", "total", "rank", "done"]);
    for (standing, player) in standings.iter().zip(&header.players) {
        let bonuses = standing.longest_path_bonus + standing.globetrotter_bonus + standing.attraction_points;
        let done = standing.tickets_done.len();
        table.row([
            words::seat_color(standing.seat).to_owned(),
            player.name.clone(),
            standing.route_points.to_string(),
            words::signed(standing.ticket_points),
            standing.longest_path.to_string(),
            bonuses.to_string(),
            words::signed(standing.total),
            standing.rank.to_string(),
            format!("{done} of {}", done + standing.tickets_failed.len()),
        ]);
    }
    table.to_string()
}

/// `Red (Ann) won with 92 points`.
pub(super) fn victory(header: &Header, standings: &Standings) -> String {
    let winners: Vec<_> = standings.iter().filter(|standing| standing.rank == 1).collect();
    let names = winners.iter().map(|standing| {
        let name = header.players.get(standing.seat.index()).map_or("", |player| player.name.as_str());
        format!("{} ({name})", words::seat_color(standing.seat))
    });
    let points = winners.first().map_or(0, |standing| standing.total);
    let verb = if winners.len() == 1 { "won" } else { "share the victory" };
    format!("{} {verb} with {}", words::list(names), words::signed_count(points, "point"))
}
