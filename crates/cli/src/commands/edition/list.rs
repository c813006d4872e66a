use std::io::Write;
use std::process::ExitCode;

use whistlestop_rules::edition::Library;

use crate::table::Table;

pub(super) fn run(library: &Library, out: &mut impl Write) -> anyhow::Result<ExitCode> {
    let mut table = Table::new("<<<<><");
    table.row(["ID", "NAME", "PLAYERS", "MAP", "TICKETS", ""]);
    for edition in library.iter() {
        let spec = edition.spec();
        let [least, most] = spec.players;
        let players = if least == most { least.to_string() } else { format!("{least}–{most}") };
        table.row([
            spec.id.clone(),
            spec.name.clone(),
            players,
            spec.map.name.clone(),
            spec.tickets.len().to_string(),
            first_sentence(&spec.text).to_owned(),
        ]);
    }
    write!(out, "{table}")?;
    Ok(ExitCode::SUCCESS)
}

fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default().trim();
    line.find(". ").map_or(line, |end| &line[..=end])
}
