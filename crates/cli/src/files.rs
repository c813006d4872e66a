//! Map, deck and edition files on disk.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use walkdir::WalkDir;
use whistlestop_rules::edition::{Edition, Library, SourceFile};

use crate::failure::{Faults, Usage};

/// The built-in editions and those below the directories.
pub(crate) fn library(directories: &[PathBuf]) -> anyhow::Result<Library> {
    let mut files = Vec::new();
    for directory in directories {
        let unusable =
            |why: &dyn std::fmt::Display| Usage(format!("--editions {}: {why}", directory.display()));
        if !directory.is_dir() {
            let why =
                if directory.exists() { "this is not a directory" } else { "there is no such directory" };
            return Err(unusable(&why).into());
        }
        let found = toml_files(directory).map_err(|error| unusable(&error))?;
        for path in &found {
            files.push(read(path).map_err(|error| unusable(&format!("{error:#}")))?);
        }
    }
    Ok(Library::builtin().extended(&files).map_err(Faults)?)
}

/// Every `.toml` file below a directory, sorted by path.
pub(crate) fn toml_files(directory: &Path) -> Result<Vec<PathBuf>, walkdir::Error> {
    let mut found = Vec::new();
    for entry in WalkDir::new(directory).follow_links(true).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() && entry.path().extension().is_some_and(|end| end == "toml") {
            found.push(entry.into_path());
        }
    }
    Ok(found)
}

pub(crate) fn read(path: &Path) -> anyhow::Result<SourceFile> {
    let shown = path.display().to_string();
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    Ok(SourceFile { path: shown, text })
}

/// The edition somebody asked for.
pub(crate) fn edition<'l>(library: &'l Library, id: &str) -> anyhow::Result<&'l Edition> {
    Ok(library.get_or_suggest(id).map_err(|unknown| Usage(unknown.to_string()))?)
}
