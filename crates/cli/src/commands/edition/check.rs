use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use whistlestop_rules::edition::{Edition, Library, SourceFile};

use crate::{files, words};

const EXAMPLES: &str = "\
Files that refer to each other are checked together; a directory stands for every .toml file below it.

Examples:
  whistlestop edition check isle.toml
  whistlestop edition check my-maps/";

/// Check map, deck and edition files and list every fault with its place
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Check {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Check {
    pub(super) fn run(&self, library: &Library, out: &mut impl Write) -> anyhow::Result<ExitCode> {
        let sources = self.sources()?;
        match library.extended(&sources) {
            Ok(extended) => {
                let added: Vec<_> = extended.iter().skip(library.iter().len()).collect();
                for edition in &added {
                    writeln!(out, "{}", summary(edition))?;
                }
                if added.is_empty() {
                    let files = words::count(sources.len() as u64, "file");
                    writeln!(out, "{files} without a fault, but no edition to play")?;
                }
                Ok(ExitCode::SUCCESS)
            }
            Err(faults) => {
                for fault in &faults {
                    writeln!(out, "{fault}")?;
                }
                writeln!(out, "{}", words::count(faults.len() as u64, "fault"))?;
                Ok(ExitCode::FAILURE)
            }
        }
    }

    fn sources(&self) -> anyhow::Result<Vec<SourceFile>> {
        let mut paths = Vec::new();
        for path in &self.files {
            if path.is_dir() {
                paths.extend(files::toml_files(path)?);
            } else {
                paths.push(path.clone());
            }
        }
        paths.iter().map(|path| files::read(path)).collect()
    }
}

fn summary(edition: &Edition) -> String {
    let spec = edition.spec();
    format!(
        "{}: {}, {} players, {}, {}, {}: no fault",
        spec.id,
        spec.name,
        words::range(*edition.players().start(), *edition.players().end()),
        words::count(spec.cities.len() as u64, "city"),
        words::count(spec.routes.len() as u64, "route"),
        words::count(spec.tickets.len() as u64, "ticket"),
    )
}
