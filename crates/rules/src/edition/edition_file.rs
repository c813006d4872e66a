//! Edition files: the rules of a game on a map, often only what differs from another edition.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::deck_file::DeckDraft;
use super::map_file::{self, MapDraft};
use super::source::{Located, Origin};
use super::spec::{Returned, SetUp};
use super::toml_reader::{Reader, Table, Unusable, Value};

/// The value of a field of an edition.
#[derive(Clone, Debug)]
pub(super) enum Setting {
    Number(u32),
    Numbers(Vec<u32>),
    Flag(bool),
    Words(Vec<String>),
    Returned(Returned),
    SetUp(SetUp),
    Map(Choice<Arc<MapDraft>>),
    Tickets(Choice<Arc<DeckDraft>>),
}

/// Another file by its id, or what would stand in it.
#[derive(Clone, Debug)]
pub(super) enum Choice<T> {
    Named(String),
    Inline(T),
}

#[derive(Clone, Copy)]
enum Kind {
    Number,
    Players,
    Points,
    Flag,
    Words,
    Returned,
    SetUp,
    Map,
    Tickets,
}

struct Field {
    /// As a check calls it: fields of an inner table with a dot.
    name: &'static str,
    kind: Kind,
    /// How to write it, for fields that no edition can do without.
    needed: Option<&'static str>,
}

const fn needed(name: &'static str, kind: Kind, example: &'static str) -> Field {
    Field { name, kind, needed: Some(example) }
}

const fn optional(name: &'static str, kind: Kind) -> Field {
    Field { name, kind, needed: None }
}

const FIELDS: [Field; 23] = [
    needed("map", Kind::Map, "map = \"usa\""),
    needed("tickets", Kind::Tickets, "tickets = \"usa-classic\""),
    needed("players", Kind::Players, "players = [2, 5]"),
    needed("trains", Kind::Number, "trains = 45"),
    needed("cards_per_color", Kind::Number, "cards_per_color = 12"),
    needed("locomotives", Kind::Number, "locomotives = 14"),
    needed("hand", Kind::Number, "hand = 4"),
    needed("row", Kind::Number, "row = 5"),
    needed("flush_at", Kind::Number, "flush_at = 3"),
    needed("route_points", Kind::Points, "route_points = [1, 2, 4, 7, 10, 15]"),
    needed("doubles_closed_up_to", Kind::Number, "doubles_closed_up_to = 3"),
    needed("end_at", Kind::Number, "end_at = 2"),
    needed("ticket_rules.deal", Kind::Number, "ticket_rules.deal = 3"),
    needed("ticket_rules.keep", Kind::Number, "ticket_rules.keep = 2"),
    needed("ticket_rules.draw", Kind::Number, "ticket_rules.draw = 3"),
    needed("ticket_rules.draw_keep", Kind::Number, "ticket_rules.draw_keep = 1"),
    optional("ticket_rules.returned", Kind::Returned),
    optional("bonuses.longest_path", Kind::Number),
    optional("bonuses.globetrotter", Kind::Number),
    optional("bonuses.attraction", Kind::Number),
    optional("must_connect", Kind::Flag),
    optional("set_up", Kind::SetUp),
    optional("documents", Kind::Words),
];

/// Fields that belong to one edition and are never inherited.
const OWN: [&str; 5] = ["kind", "id", "name", "text", "extends"];

const RETURNED: [(&str, Returned); 3] = [
    ("removed", Returned::Removed),
    ("bottom", Returned::Bottom),
    ("shuffled_bottom", Returned::ShuffledBottom),
];

const SET_UP: [(&str, SetUp); 2] = [("hands_first", SetUp::HandsFirst), ("row_first", SetUp::RowFirst)];

/// What a file says, by field. `None` where something stands there that cannot be used.
pub(super) type Settings = BTreeMap<&'static str, Option<Located<Setting>>>;

/// An edition as far as its file could be read.
#[derive(Debug)]
pub(super) struct EditionDraft {
    pub(super) id: Located<String>,
    pub(super) name: Located<String>,
    pub(super) text: Option<Located<String>>,
    pub(super) extends: Option<Located<String>>,
    /// Whether `extends` stands there but cannot be used, so that nobody knows what is missing.
    pub(super) base_lost: bool,
    pub(super) settings: Settings,
}

impl EditionDraft {
    pub(super) fn read(
        reader: &mut Reader<'_>,
        table: Table<'_, '_>,
        id: Located<String>,
        name: Located<String>,
    ) -> Self {
        let mut known = OWN.to_vec();
        for field in &FIELDS {
            let first = field.name.split('.').next().unwrap_or(field.name);
            if !known.contains(&first) {
                known.push(first);
            }
        }
        reader.known(table, &known);
        let extends = reader.optional::<String>(table, "extends");
        let text = reader.optional::<String>(table, "text").ok().flatten();
        let groups = [("ticket_rules", "the ticket rules"), ("bonuses", "the bonuses")]
            .map(|(group, whose)| (group, inner(reader, table, group, whose)));

        let mut settings = Settings::new();
        for field in &FIELDS {
            let (table, key) = match field.name.split_once('.') {
                None => (Ok(Some(table)), field.name),
                Some((group, key)) => {
                    let found = groups.iter().find(|(name, _)| *name == group);
                    (found.map_or(Ok(None), |(_, table)| *table), key)
                }
            };
            match table {
                Err(Unusable) => {
                    settings.insert(field.name, None);
                }
                Ok(Some(table)) => {
                    if let Some(value) = table.get(key) {
                        let at = reader.origin(value.span().start);
                        let setting = setting(reader, table, value, field, (&id.value, &name.value));
                        settings.insert(field.name, setting.ok().map(|value| Located { value, at }));
                    }
                }
                Ok(None) => {}
            }
        }
        Self { id, name, text, base_lost: extends.is_err(), extends: extends.ok().flatten(), settings }
    }
}

fn inner<'t, 'i>(
    reader: &mut Reader<'_>,
    table: Table<'t, 'i>,
    group: &'static str,
    whose: &'static str,
) -> Result<Option<Table<'t, 'i>>, Unusable> {
    let Some(value) = table.get(group) else { return Ok(None) };
    let inner = reader.table(value, group, whose)?;
    let names: Vec<&str> =
        FIELDS.iter().filter_map(|field| field.name.strip_prefix(group)?.strip_prefix('.')).collect();
    reader.known(inner, &names);
    Ok(Some(inner))
}

fn setting(
    reader: &mut Reader<'_>,
    table: Table<'_, '_>,
    value: &Value<'_>,
    field: &Field,
    (id, edition_name): (&str, &str),
) -> Result<Setting, Unusable> {
    let name = field.name;
    let values = |list: Vec<Located<u32>>| list.into_iter().map(|number| number.value).collect::<Vec<_>>();
    Ok(match field.kind {
        Kind::Number => Setting::Number(reader.plain(value, name)?.value),
        Kind::Flag => Setting::Flag(reader.plain(value, name)?.value),
        Kind::Returned => Setting::Returned(reader.choice(value, name, &RETURNED)?.value),
        Kind::SetUp => Setting::SetUp(reader.choice(value, name, &SET_UP)?.value),
        Kind::Points => Setting::Numbers(values(reader.plain_list(value, name)?)),
        Kind::Players => {
            let players = values(reader.plain_list(value, name)?);
            if players.len() != 2 {
                return reader.wrong(value, name, "the least and the largest number of players, [2, 5]");
            }
            Setting::Numbers(players)
        }
        Kind::Words => {
            let words: Vec<Located<String>> = reader.plain_list(value, name)?;
            Setting::Words(words.into_iter().map(|word| word.value).collect())
        }
        Kind::Map => {
            if let Some(id) = value.get_ref().as_str() {
                return Ok(Setting::Map(Choice::Named(id.to_owned())));
            }
            if !value.get_ref().is_table() {
                return reader.wrong(value, name, "the id of a map, or a table with the map itself");
            }
            let table = reader.table(value, name, "a map")?;
            reader.known(table, &map_file::FIELDS[1..]);
            let id = reader.optional::<String>(table, "id")?.map_or_else(|| id.to_owned(), |own| own.value);
            let draft = MapDraft::read(reader, table, id, edition_name);
            Setting::Map(Choice::Inline(Arc::new(draft)))
        }
        Kind::Tickets => {
            if let Some(id) = value.get_ref().as_str() {
                return Ok(Setting::Tickets(Choice::Named(id.to_owned())));
            }
            if !value.get_ref().is_array() {
                return reader.wrong(value, name, "the id of a deck, or a list of tickets");
            }
            let at: Origin = reader.origin(value.span().start);
            Setting::Tickets(Choice::Inline(Arc::new(DeckDraft::inline(reader, table, at))))
        }
    })
}

/// The fields that `settings` lacks, with an example for each.
pub(super) fn missing(settings: &Settings) -> impl Iterator<Item = (&'static str, &'static str)> {
    FIELDS
        .iter()
        .filter(|field| !settings.contains_key(field.name))
        .filter_map(|field| Some((field.name, field.needed?)))
}
