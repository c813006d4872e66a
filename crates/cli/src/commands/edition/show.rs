use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use whistlestop_rules::edition::spec::{Provenance, SetUp};
use whistlestop_rules::edition::{Edition, EditionSpec, Library, Returned};

use crate::files;
use crate::table::Table;
use crate::words::{count, list, plural, range};

/// Show the rules, routes and tickets of an edition
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  whistlestop edition show nyc\n  whistlestop edition show nyc --json")]
pub(crate) struct Show {
    /// The id that `edition list` shows
    id: String,

    /// Print everything about it as JSON, as it stands in the header of a record
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(&self, library: &Library, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let edition = files::edition(library, &self.id)?;
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(edition.spec())?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let spec = edition.spec();
        writeln!(out, "{} ({})", spec.name, spec.id)?;
        if !spec.text.is_empty() {
            writeln!(out, "{}", spec.text)?;
        }
        writeln!(out, "\nRules")?;
        for rule in rules(edition) {
            writeln!(out, "  - {rule}")?;
        }
        let [map, table] = routes(edition);
        writeln!(out, "\n{map}\n{table}")?;
        let [deck, tickets] = tickets(spec);
        write!(out, "{deck}\n{tickets}")?;
        if !spec.documents.is_empty() {
            writeln!(out, "\nFollows the rule {} {}.", documents(spec), list(spec.documents.clone()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn documents(spec: &EditionSpec) -> &'static str {
    if spec.documents.len() == 1 { "document" } else { "documents" }
}

fn rules(edition: &Edition) -> Vec<String> {
    let spec = edition.spec();
    let or = |word: &str, otherwise: &str| {
        if word.is_empty() { otherwise.to_owned() } else { word.to_lowercase() }
    };
    let piece = or(&spec.map.piece, "train");
    let wild = or(&spec.map.wild, "locomotive");
    let tickets = &spec.ticket_rules;
    let number_of_cards = edition.rules().all_cards.total();
    let mut rules = vec![
        format!(
            "{} players with {} each.",
            range(*edition.players().start(), *edition.players().end()),
            count(spec.trains, &piece)
        ),
        format!(
            "{number_of_cards} cards: {} each of {}; {}.",
            spec.cards_per_color,
            list(spec.colors.clone()),
            count(spec.locomotives, &wild)
        ),
        set_up(spec, &wild),
        format!(
            "First tickets: {} dealt, at least {} kept; the others {}.",
            tickets.deal,
            tickets.keep,
            match tickets.returned {
                Returned::Removed => "are out of the game",
                Returned::Bottom => "go under the deck",
                Returned::ShuffledBottom => "are shuffled and go under the deck",
            }
        ),
        format!(
            "In a turn: two cards (an open {wild} counts as both), or a route, or {} of which at least {} {} kept.",
            count(tickets.draw, "ticket"),
            tickets.draw_keep,
            if tickets.draw_keep == 1 { "is" } else { "are" }
        ),
        format!(
            "Routes of {} spaces are worth {} points.",
            range(1, spec.route_points.len()),
            list(spec.route_points.iter().map(ToString::to_string))
        ),
    ];
    if spec.doubles_closed_up_to >= spec.players[0] && doubles(edition) > 0 {
        let most = spec.doubles_closed_up_to.min(spec.players[1]);
        let or_fewer = if most == spec.players[0] { "" } else { " or fewer" };
        rules.push(format!("With {most} players{or_fewer} only one side of a double route can be claimed."));
    }
    if spec.must_connect {
        rules.push("A new route must connect to one's own.".to_owned());
    }
    rules.push(format!(
        "A turn that ends with {} or fewer starts the final round: everybody has one more turn.",
        count(spec.end_at, &piece)
    ));
    let bonuses = [
        (spec.bonuses.longest_path, "for the longest path"),
        (spec.bonuses.globetrotter, "for the most completed tickets"),
        (spec.bonuses.attraction, "for each attraction touched by an own route"),
    ];
    let bonuses = bonuses.iter().filter(|(points, _)| *points > 0);
    let bonuses: Vec<_> = bonuses.map(|(points, why)| format!("{} {why}", count(*points, "point"))).collect();
    if !bonuses.is_empty() {
        rules.push(format!("At the end: {}.", list(bonuses)));
    }
    rules
}

fn set_up(spec: &EditionSpec, wild: &str) -> String {
    let hands = format!("{} to everybody", count(spec.hand, "card"));
    let row = format!("{} face up", spec.row);
    let dealt = match spec.set_up {
        SetUp::HandsFirst => format!("{hands}, then {row}"),
        SetUp::RowFirst => format!("{row}, then {hands}"),
    };
    if spec.flush_at > spec.row {
        return format!("At the start {dealt}.");
    }
    format!(
        "At the start {dealt}; the open cards are replaced when {} of them are {}.",
        spec.flush_at,
        plural(wild)
    )
}

fn doubles(edition: &Edition) -> usize {
    let board = edition.board();
    board.all_routes().iter().filter(|route| board.twin(*route).is_some()).count() / 2
}

/// A sentence, and how many routes there are of each colour and length.
fn routes(edition: &Edition) -> [String; 2] {
    let spec = edition.spec();
    let spaces: u32 = spec.routes.iter().map(|route| route.length).sum();
    let sentence = format!(
        "{}: {}, {} ({} double), {spaces} spaces",
        spec.map.name,
        count(spec.cities.len() as u64, "city"),
        count(spec.routes.len() as u64, "route"),
        doubles(edition),
    );
    let longest = spec.routes.iter().map(|route| route.length).max().unwrap_or(0);
    let mut table = Table::new(&format!("<<{}", ">".repeat(longest as usize + 1)));
    let cells = |name: &str, belongs: &dyn Fn(&str) -> bool| {
        let of_length = |length: Option<u32>| {
            let all = spec.routes.iter().filter(|route| belongs(&route.color));
            match all.filter(|route| length.is_none_or(|length| route.length == length)).count() {
                0 => "·".to_owned(),
                number => number.to_string(),
            }
        };
        let lengths = (1..=longest).map(|length| of_length(Some(length)));
        let name = [String::new(), name.to_owned()];
        name.into_iter().chain(lengths).chain([of_length(None)]).collect::<Vec<_>>()
    };
    let heads = (1..=longest).map(|length| length.to_string());
    table.row([String::new(), "spaces".to_owned()].into_iter().chain(heads).chain(["all".to_owned()]));
    for color in spec.colors.iter().map(String::as_str).chain(["gray"]) {
        table.row(cells(color, &|other| other == color));
    }
    table.row(cells("all", &|_| true));
    [sentence, table.to_string()]
}

/// A sentence, and the tickets.
fn tickets(spec: &EditionSpec) -> [String; 2] {
    let provenance = match spec.deck.provenance {
        Provenance::Verified => "checked against the printed cards",
        Provenance::Reconstructed => "partly known, partly guessed",
        Provenance::Own => "made by the author of the file",
    };
    let points = spec.tickets.iter().map(|ticket| ticket.points);
    let (least, most) = (points.clone().min().unwrap_or(0), points.clone().max().unwrap_or(0));
    let mean = f64::from(points.sum::<u32>()) / spec.tickets.len().max(1) as f64;
    let number = count(spec.tickets.len() as u64, "ticket");
    let worth = range(least as usize, most as usize);
    let sentence = format!("{number} of {worth} points, {mean:.1} on average; {provenance}");
    let mut table = Table::new("<><");
    for ticket in &spec.tickets {
        table.row([String::new(), ticket.points.to_string(), format!("{} – {}", ticket.a, ticket.b)]);
    }
    [sentence, table.to_string()]
}
