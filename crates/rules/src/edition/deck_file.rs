//! Deck files: lists of tickets, and lists made from other lists.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::map_file::{entries, normalise};
use super::source::{Located, Notes, Origin};
use super::spec::{DeckInfo, Provenance, TicketSpec};
use super::toml_reader::{Reader, Table, Unusable};
use super::words::did_you_mean;

pub(super) const FIELDS: [&str; 8] =
    ["kind", "id", "name", "provenance", "includes", "from", "any_city", "tickets"];

const PROVENANCES: [(&str, Provenance); 3] = [
    ("verified", Provenance::Verified),
    ("reconstructed", Provenance::Reconstructed),
    ("own", Provenance::Own),
];

/// A deck as far as its file could be read.
#[derive(Debug)]
pub(super) struct DeckDraft {
    pub(super) info: DeckInfo,
    pub(super) at: Origin,
    includes: Vec<Located<String>>,
    from: Option<Located<String>>,
    any_city: Vec<Located<String>>,
    tickets: Vec<Located<TicketSpec>>,
    whole: bool,
}

impl DeckDraft {
    pub(super) fn read(reader: &mut Reader<'_>, table: Table<'_, '_>, id: String, name: String) -> Self {
        let provenance = table
            .get("provenance")
            .and_then(|value| reader.choice(value, "provenance", &PROVENANCES).ok())
            .map_or_else(Provenance::default, |found| found.value);
        let mut words = |name| match table.get(name) {
            Some(value) => reader.plain_list::<String>(value, name).map_err(|Unusable| ()),
            None => Ok(Vec::new()),
        };
        let includes = words("includes");
        let any_city = words("any_city");
        let from = reader.optional::<String>(table, "from");
        let has = |name| table.get(name).is_some();
        match (has("from"), has("any_city")) {
            (true, false) => {
                let mend =
                    "Add `any_city = [\"City\"]` to say which of its tickets, or use `includes` for all.";
                reader.note(table.at, "The deck has \"from\" but no \"any_city\".", mend);
            }
            (false, true) => {
                let mend = "Add `from = \"deck\"` to say which deck to choose from.";
                reader.note(table.at, "The deck has \"any_city\" but no \"from\".", mend);
            }
            _ => {}
        }
        let (tickets, all_tickets) = if has("tickets") || !(has("includes") || has("from")) {
            Self::tickets(reader, table)
        } else {
            (Vec::new(), true)
        };
        Self {
            info: DeckInfo { id, name, provenance },
            at: table.at,
            whole: all_tickets && includes.is_ok() && any_city.is_ok() && from.is_ok(),
            includes: includes.unwrap_or_default(),
            from: from.unwrap_or_default(),
            any_city: any_city.unwrap_or_default(),
            tickets,
        }
    }

    /// A deck that stands in the `tickets` of an edition.
    pub(super) fn inline(reader: &mut Reader<'_>, edition: Table<'_, '_>, at: Origin) -> Self {
        let (tickets, whole) = Self::tickets(reader, edition);
        Self {
            info: DeckInfo::default(),
            at,
            includes: Vec::new(),
            from: None,
            any_city: Vec::new(),
            tickets,
            whole,
        }
    }

    fn tickets(reader: &mut Reader<'_>, table: Table<'_, '_>) -> (Vec<Located<TicketSpec>>, bool) {
        entries(reader, table, "tickets", "a ticket", &["a", "b", "points"], |reader, table| {
            let [a, b] = ["a", "b"].map(|name| reader.required::<String>(table, name));
            let points = reader.required::<u32>(table, "points");
            Ok(TicketSpec { a: a?.value, b: b?.value, points: points?.value })
        })
    }
}

/// Every ticket of a deck, those of other decks included, with the spellings of one map.
#[derive(Clone, Debug, Default)]
pub(super) struct Dealt {
    pub(super) tickets: Vec<Located<TicketSpec>>,
    /// Whether none is missing because of a fault.
    pub(super) whole: bool,
}

/// Follows `includes` and `from` through the decks of a library.
pub(super) struct Collector<'l> {
    pub(super) decks: &'l BTreeMap<String, Arc<DeckDraft>>,
    /// Decks whose files have syntax errors: naming one is no further fault.
    pub(super) unreadable: &'l BTreeSet<String>,
    /// Not known for a deck that no edition uses yet.
    pub(super) aliases: Option<&'l [[String; 2]]>,
    pub(super) notes: &'l mut Notes,
    pub(super) done: BTreeMap<String, Dealt>,
}

const DEEPEST: usize = 16;

impl Collector<'_> {
    pub(super) fn named(&mut self, id: &Located<String>, above: &mut Vec<String>) -> Dealt {
        if let Some(dealt) = self.done.get(&id.value) {
            return dealt.clone();
        }
        if above.contains(&id.value) || above.len() > DEEPEST {
            let chain = above.join(" → ");
            self.notes.add(
                id.at,
                format!(
                    "The deck {:?} takes its tickets from itself or through too many decks: {chain}.",
                    id.value
                ),
                "Remove one of these references.",
            );
            return Dealt::default();
        }
        let Some(deck) = self.decks.get(&id.value).cloned() else {
            if !self.unreadable.contains(&id.value) {
                let mend = did_you_mean(&id.value, self.decks.keys().map(String::as_str), || {
                    "Use the `id` of a deck file.".to_owned()
                });
                self.notes.add(id.at, format!("There is no deck {:?}.", id.value), mend);
            }
            return Dealt::default();
        };
        above.push(id.value.clone());
        let dealt = self.all(&deck, above);
        above.pop();
        self.done.insert(id.value.clone(), dealt.clone());
        dealt
    }

    pub(super) fn all(&mut self, deck: &DeckDraft, above: &mut Vec<String>) -> Dealt {
        let mut dealt = Dealt { tickets: Vec::new(), whole: deck.whole };
        // A ticket goes into a deck once, by however many ways it is included.
        let mut seen = BTreeSet::new();
        for id in &deck.includes {
            let more = self.named(id, above);
            dealt.whole &= more.whole;
            dealt.tickets.extend(more.tickets.into_iter().filter(|ticket| seen.insert(ticket.at)));
        }
        if let Some(from) = &deck.from {
            let more = self.named(from, above);
            dealt.whole &= more.whole;
            let chosen = self.chosen(deck, more);
            dealt.tickets.extend(chosen.into_iter().filter(|ticket| seen.insert(ticket.at)));
        }
        for ticket in &deck.tickets {
            let mut ticket = ticket.clone();
            for end in [&mut ticket.value.a, &mut ticket.value.b] {
                normalise(end, self.aliases.unwrap_or_default());
            }
            dealt.tickets.push(ticket);
        }
        dealt
    }

    /// The tickets that name one of the deck's `any_city`.
    fn chosen(&mut self, deck: &DeckDraft, from: Dealt) -> Vec<Located<TicketSpec>> {
        let mut cities = BTreeSet::new();
        for city in &deck.any_city {
            let mut name = city.value.clone();
            normalise(&mut name, self.aliases.unwrap_or_default());
            let ends =
                || from.tickets.iter().flat_map(|ticket| [ticket.value.a.as_str(), ticket.value.b.as_str()]);
            if from.whole && self.aliases.is_some() && !ends().any(|end| end == name) {
                let mend =
                    did_you_mean(&name, ends(), || "Remove it, or name a city of those tickets.".to_owned());
                self.notes.add(city.at, format!("No ticket leads to {:?}.", city.value), mend);
            }
            cities.insert(name);
        }
        let wanted = |ticket: &TicketSpec| cities.contains(&ticket.a) || cities.contains(&ticket.b);
        from.tickets.into_iter().filter(|ticket| wanted(&ticket.value)).collect()
    }
}
