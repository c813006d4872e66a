//! The editions that can be played: the built-in ones and those from files.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::{Arc, OnceLock};

use toml::de::DeTable;

use super::assemble::{Drafts, KINDS, Kind};
use super::check::{id_fault, name_fault};
use super::deck_file::{self, DeckDraft};
use super::edition_file::EditionDraft;
use super::map_file::{self, MapDraft};
use super::source::{Fault, Located, Notes, SourceFile};
use super::toml_reader::{Plain, Reader};
use super::{Edition, words};

/// Maps, decks and editions that may refer to each other.
#[derive(Clone, Default)]
pub struct Library {
    files: Vec<Arc<SourceFile>>,
    drafts: Drafts,
    editions: Vec<Arc<Edition>>,
}

impl Library {
    /// The editions that come with the program.
    pub fn builtin() -> &'static Self {
        static BUILTIN: OnceLock<Library> = OnceLock::new();
        // That the built-in files have no fault is a test's business.
        BUILTIN.get_or_init(|| Self::default().with(&builtin_files()).0)
    }

    /// This library and what `files` add to it. They may use its maps, decks and editions, but not replace them.
    pub fn extended(&self, files: &[SourceFile]) -> Result<Self, Vec<Fault>> {
        let (library, notes) = self.clone().with(files);
        if notes.0.is_empty() { Ok(library) } else { Err(notes.into_faults(&library.files)) }
    }

    pub fn get(&self, id: &str) -> Option<&Arc<Edition>> {
        self.editions.iter().find(|edition| edition.id() == id)
    }

    /// The edition with this id, or what to tell whoever asked for it.
    pub fn get_or_suggest(&self, id: &str) -> Result<&Arc<Edition>, UnknownEdition> {
        self.get(id).ok_or_else(|| UnknownEdition {
            id: id.to_owned(),
            nearest: words::nearest(id, self.iter().map(|edition| edition.id())).map(str::to_owned),
            known: self.iter().map(|edition| edition.id().to_owned()).collect(),
        })
    }

    /// The editions, built-in ones first, then in the order of the files.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Arc<Edition>> {
        self.editions.iter()
    }

    fn with(mut self, files: &[SourceFile]) -> (Self, Notes) {
        let mut notes = Notes::default();
        let mut added = Added::default();
        let first_file = self.files.len();
        for file in files {
            let number = self.files.len();
            self.files.push(Arc::new(file.clone()));
            self.read(number, file, &mut added, &mut notes);
        }
        for id in &added.editions {
            if let Some(draft) = self.drafts.editions.get(id) {
                let spec = self.drafts.assemble(draft, first_file, &mut notes);
                self.editions.extend(Edition::new(spec).ok().map(Arc::new));
            }
        }
        for map in added.maps.iter().filter_map(|id| self.drafts.maps.get(id)) {
            self.drafts.check_alone(Some(map), None, &mut notes);
        }
        for deck in added.decks.iter().filter_map(|id| self.drafts.decks.get(id)) {
            self.drafts.check_alone(None, Some(deck), &mut notes);
        }
        (self, notes)
    }

    fn read(&mut self, number: usize, file: &SourceFile, added: &mut Added, notes: &mut Notes) {
        // One slip can make the parser stumble over every line that follows.
        const SYNTAX_ERRORS_SHOWN: usize = 10;
        let (root, errors) = DeTable::parse_recoverable(&file.text);
        let mut reader = Reader::new(number, notes);
        let table = reader.root(root.get_ref(), "the file");
        if !errors.is_empty() {
            for error in errors.iter().take(SYNTAX_ERRORS_SHOWN) {
                let at = reader.origin(error.span().map_or(0, |span| span.start));
                let what = format!("This is not TOML: {}.", error.message());
                reader.note(at, what, "Mend the syntax; the rest of the file is looked at after that.");
            }
            let word = |name| table.get(name).and_then(|value| String::read(value.get_ref()));
            if let (Some(kind), Some(id)) = (word("kind"), word("id"))
                && let Some((_, kind)) = KINDS.iter().find(|(word, _)| *word == kind)
            {
                self.drafts.unreadable[*kind as usize].insert(id);
            }
            return;
        }
        let kind = match table.get("kind") {
            Some(value) => reader.choice(value, "kind", &KINDS),
            None => reader.missing(table, "kind", "\"map\", \"deck\" or \"edition\""),
        };
        let id = reader.required::<String>(table, "id");
        let (Ok(kind), Ok(id)) = (kind, id) else { return };
        if let Some((what, mend)) = id_fault(&id.value) {
            reader.note(id.at, what, mend);
        }
        let name = reader
            .required::<String>(table, "name")
            .unwrap_or_else(|_| Located { value: id.value.clone(), at: id.at });
        if let Some((what, mend)) =
            name_fault(&format!("The name of the {}", KINDS[kind.value as usize].0), &name.value)
        {
            reader.note(name.at, what, mend);
        }
        match kind.value {
            Kind::Map => {
                reader.known(table, &map_file::FIELDS);
                let draft = MapDraft::read(&mut reader, table, id.value.clone(), &name.value);
                if enter(&mut self.drafts.maps, &id, draft, &mut added.first, Kind::Map, notes) {
                    added.maps.push(id.value);
                }
            }
            Kind::Deck => {
                reader.known(table, &deck_file::FIELDS);
                let draft = DeckDraft::read(&mut reader, table, id.value.clone(), name.value);
                if enter(&mut self.drafts.decks, &id, draft, &mut added.first, Kind::Deck, notes) {
                    added.decks.push(id.value);
                }
            }
            Kind::Edition => {
                let draft = EditionDraft::read(&mut reader, table, id.clone(), name);
                if enter(&mut self.drafts.editions, &id, draft, &mut added.first, Kind::Edition, notes) {
                    added.editions.push(id.value);
                }
            }
        }
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(|edition| edition.id())).finish()
    }
}

/// What the files of one call brought.
#[derive(Default)]
struct Added {
    maps: Vec<String>,
    decks: Vec<String>,
    editions: Vec<String>,
    first: Vec<(Kind, String)>,
}

/// Files a draft under its id unless the id is taken, and says whether it did.
fn enter<T>(
    drafts: &mut BTreeMap<String, Arc<T>>,
    id: &Located<String>,
    draft: T,
    first: &mut Vec<(Kind, String)>,
    kind: Kind,
    notes: &mut Notes,
) -> bool {
    let word = KINDS[kind as usize].0;
    match drafts.entry(id.value.clone()) {
        Entry::Vacant(place) => {
            place.insert(Arc::new(draft));
            first.push((kind, id.value.clone()));
            true
        }
        Entry::Occupied(_) => {
            let ours = first.iter().any(|(other, taken)| *other == kind && *taken == id.value);
            let what = if ours {
                format!("Another file already holds the {word} {:?}.", id.value)
            } else {
                format!("The {word} {:?} is built in and cannot be replaced.", id.value)
            };
            notes.add(id.at, what, "Choose another id.");
            false
        }
    }
}

/// Somebody asked for an edition that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no edition {id:?}; {}", suggestion(nearest.as_deref(), known))]
pub struct UnknownEdition {
    pub id: String,
    /// What was probably meant.
    pub nearest: Option<String>,
    pub known: Vec<String>,
}

fn suggestion(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("did you mean {nearest:?}?"),
        None => format!("there are: {}", known.join(", ")),
    }
}

macro_rules! files {
    ($($path:literal),* $(,)?) => {
        [$(($path, include_str!(concat!("../../../../", $path)))),*]
    };
}

const BUILTIN: [(&str, &str); 19] = files![
    "maps/usa.toml",
    "maps/nyc.toml",
    "maps/toy.toml",
    "decks/usa-classic.toml",
    "decks/usa-1910.toml",
    "decks/usa-mega.toml",
    "decks/usa-big-cities.toml",
    "decks/usa-2025.toml",
    "decks/nyc.toml",
    "decks/toy.toml",
    "editions/usa-classic.toml",
    "editions/usa-anniversary.toml",
    "editions/usa-1910.toml",
    "editions/usa-mega.toml",
    "editions/usa-big-cities.toml",
    "editions/usa-2025.toml",
    "editions/usa-crc.toml",
    "editions/nyc.toml",
    "editions/toy.toml",
];

/// The files of the built-in library, to start a map of one's own from.
pub fn builtin_files() -> Vec<SourceFile> {
    BUILTIN
        .iter()
        .map(|(path, text)| SourceFile { path: (*path).to_owned(), text: (*text).to_owned() })
        .collect()
}
