//! From drafts to specs: following `extends`, `map` and `tickets`, and saying in which line a check fails.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::check::{self, Findings};
use super::deck_file::{Collector, Dealt, DeckDraft};
use super::edition_file::{Choice, EditionDraft, Setting, Settings, missing};
use super::map_file::{MapDraft, Whole};
use super::source::{Located, Note, Notes, Origin};
use super::spec::{Bonuses, DeckInfo, EditionSpec, Returned, SetUp, TicketRules};
use super::words::did_you_mean;
use super::{Place, Problem};

/// The kinds of file, each with ids of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Map,
    Deck,
    Edition,
}

pub(super) const KINDS: [(&str, Kind); 3] =
    [("map", Kind::Map), ("deck", Kind::Deck), ("edition", Kind::Edition)];

/// Everything that was read, by kind and id.
#[derive(Clone, Debug, Default)]
pub(super) struct Drafts {
    pub(super) maps: BTreeMap<String, Arc<MapDraft>>,
    pub(super) decks: BTreeMap<String, Arc<DeckDraft>>,
    pub(super) editions: BTreeMap<String, Arc<EditionDraft>>,
    /// Ids from files with syntax errors: using one is no further fault.
    pub(super) unreadable: [BTreeSet<String>; 3],
}

/// Where the parts of an assembled edition stand.
struct Places {
    edition: Origin,
    fields: BTreeMap<&'static str, Origin>,
    colors: Vec<Origin>,
    cities: Vec<Origin>,
    routes: Vec<Origin>,
    tickets: Vec<Origin>,
}

impl Places {
    fn of(&self, place: Place) -> Origin {
        let found = match place {
            Place::Field(name) => self.fields.get(name),
            Place::Color(i) => self.colors.get(i),
            Place::City(i) => self.cities.get(i),
            Place::Route(i) => self.routes.get(i),
            Place::Ticket(i) => self.tickets.get(i),
        };
        found.copied().unwrap_or(self.edition)
    }

    /// Files before `first_file` are built in: nobody can mend them, so the edition that uses them is named.
    fn note(&self, found: Findings, first_file: usize, notes: &mut Notes) {
        for Problem { place, what, mend } in found.0 {
            let at = self.of(place);
            if at.file < first_file {
                notes.0.push(Note { at: self.edition, what, mend, inherited: Some(at) });
            } else {
                notes.add(at, what, mend);
            }
        }
    }
}

fn origins<T>(items: &[Located<T>]) -> Vec<Origin> {
    items.iter().map(|item| item.at).collect()
}

fn values<T: Clone>(items: &[Located<T>]) -> Vec<T> {
    items.iter().map(|item| item.value.clone()).collect()
}

impl Drafts {
    /// The edition as it would be played, with a note for everything that stands in the way.
    pub(super) fn assemble(&self, draft: &EditionDraft, first_file: usize, notes: &mut Notes) -> EditionSpec {
        let (settings, root) = self.inherited(draft, notes);
        let mut rules_whole = root.is_some() && settings.values().all(Option::is_some);
        if let Some(root) = root {
            for (name, example) in missing(&settings) {
                rules_whole = false;
                notes.add(
                    root.id.at,
                    format!("The field {name:?} is missing in the edition."),
                    format!("Add `{example}`, or extend an edition that has it."),
                );
            }
        }
        let map = self.map(&settings, notes);
        let aliases = map.as_ref().map(|map| map.info.aliases.as_slice());
        let (deck, dealt) = self.tickets(&settings, aliases, notes);

        let (spec, places) = build(draft, &settings, map.as_deref(), deck, &dealt);
        let mut found = Findings::default();
        check::names(&spec, &mut found);
        if rules_whole {
            check::rules(&spec, &mut found);
        }
        if let Some(map) = &map {
            map_checks(&spec, map.whole, &mut found);
            if rules_whole && map.whole.colors {
                check::cards(&spec, &mut found);
            }
            if rules_whole && map.whole.routes {
                check::route_table(&spec, &mut found);
            }
        }
        check::tickets(&spec, &mut found);
        if map.as_ref().is_some_and(|map| map.whole.cities) {
            check::ticket_cities(&spec, &mut found);
        }
        if rules_whole && dealt.whole {
            check::ticket_deck(&spec, &mut found);
        }
        places.note(found, first_file, notes);
        spec
    }

    /// Checks a map or a deck that no edition uses yet.
    pub(super) fn check_alone(&self, map: Option<&MapDraft>, deck: Option<&DeckDraft>, notes: &mut Notes) {
        let mut dealt = Dealt::default();
        let mut at = Origin { file: 0, offset: 0 };
        if let Some(deck) = deck {
            at = deck.at;
            // By its name and not by itself, so that a deck which includes itself is noticed.
            let id = Located { value: deck.info.id.clone(), at };
            dealt = self.collector(None, notes).named(&id, &mut Vec::new());
        }
        if let Some(map) = map {
            at = map.fields.get("cities").copied().unwrap_or(at);
        }
        let named = |value: &str| Located { value: value.to_owned(), at };
        let draft = EditionDraft {
            id: named("alone"),
            name: named("Alone"),
            text: None,
            extends: None,
            base_lost: false,
            settings: Settings::new(),
        };
        let (spec, places) = build(&draft, &draft.settings, map, DeckInfo::default(), &dealt);
        let mut found = Findings::default();
        if let Some(map) = map {
            map_checks(&spec, map.whole, &mut found);
        }
        check::tickets(&spec, &mut found);
        places.note(found, 0, notes);
    }

    /// The settings of an edition over those of its bases, and the last base if all of them were found.
    fn inherited<'d>(
        &'d self,
        draft: &'d EditionDraft,
        notes: &mut Notes,
    ) -> (Settings, Option<&'d EditionDraft>) {
        let mut chain: Vec<&EditionDraft> = vec![draft];
        let mut root = (!draft.base_lost).then_some(draft);
        while let Some(extends) = chain.last().and_then(|last| last.extends.as_ref()) {
            if let Some(start) = chain.iter().position(|above| above.id.value == extends.value) {
                let names: Vec<&str> = chain[start..].iter().map(|above| above.id.value.as_str()).collect();
                notes.add(
                    extends.at,
                    format!("The edition extends itself: {} → {}.", names.join(" → "), extends.value),
                    "Let one of these editions stand on its own.",
                );
                root = None;
                break;
            }
            let Some(base) = self.editions.get(&extends.value) else {
                self.unknown(Kind::Edition, extends, notes);
                root = None;
                break;
            };
            root = root.filter(|_| !base.base_lost).map(|_| base.as_ref());
            chain.push(base);
        }
        let mut settings = Settings::new();
        for draft in chain.into_iter().rev() {
            settings.extend(draft.settings.iter().map(|(name, setting)| (*name, setting.clone())));
        }
        (settings, root)
    }

    fn map(&self, settings: &Settings, notes: &mut Notes) -> Option<Arc<MapDraft>> {
        let setting = settings.get("map")?.as_ref()?;
        match &setting.value {
            Setting::Map(Choice::Inline(map)) => Some(Arc::clone(map)),
            Setting::Map(Choice::Named(id)) => {
                let map = self.maps.get(id).cloned();
                if map.is_none() {
                    self.unknown(Kind::Map, &Located { value: id.clone(), at: setting.at }, notes);
                }
                map
            }
            _ => None,
        }
    }

    fn tickets(
        &self,
        settings: &Settings,
        aliases: Option<&[[String; 2]]>,
        notes: &mut Notes,
    ) -> (DeckInfo, Dealt) {
        let Some(Some(setting)) = settings.get("tickets") else { return Default::default() };
        let mut collector = self.collector(aliases, notes);
        match &setting.value {
            Setting::Tickets(Choice::Inline(deck)) => {
                (deck.info.clone(), collector.all(deck, &mut Vec::new()))
            }
            Setting::Tickets(Choice::Named(id)) => {
                let info = self.decks.get(id).map(|deck| deck.info.clone()).unwrap_or_default();
                let id = Located { value: id.clone(), at: setting.at };
                (info, collector.named(&id, &mut Vec::new()))
            }
            _ => Default::default(),
        }
    }

    fn collector<'l>(&'l self, aliases: Option<&'l [[String; 2]]>, notes: &'l mut Notes) -> Collector<'l> {
        let unreadable = &self.unreadable[Kind::Deck as usize];
        Collector { decks: &self.decks, unreadable, aliases, notes, done: BTreeMap::new() }
    }

    fn unknown(&self, kind: Kind, id: &Located<String>, notes: &mut Notes) {
        if self.unreadable[kind as usize].contains(&id.value) {
            return;
        }
        let (what, ids): (_, Vec<&str>) = match kind {
            Kind::Map => ("map", self.maps.keys().map(String::as_str).collect()),
            Kind::Deck => ("deck", self.decks.keys().map(String::as_str).collect()),
            Kind::Edition => ("edition", self.editions.keys().map(String::as_str).collect()),
        };
        let mend = did_you_mean(&id.value, ids, || format!("Use the `id` of another {what} file."));
        notes.add(id.at, format!("There is no {what} {:?}.", id.value), mend);
    }
}

fn map_checks(spec: &EditionSpec, whole: Whole, found: &mut Findings) {
    if whole.colors {
        check::colors(spec, found);
        check::route_colors(spec, found);
    }
    // Of a list that is only partly readable, too few entries are no news.
    if whole.cities || spec.cities.len() > 1 {
        check::cities(spec, found);
    }
    if whole.routes || !spec.routes.is_empty() {
        check::routes(spec, found);
    }
    if whole.cities {
        check::route_cities(spec, found);
        if whole.routes {
            check::reach(spec, found);
        }
    }
}

/// The spec and the places of its parts. What is not known is 0 or empty; checks that need it must not run.
fn build(
    draft: &EditionDraft,
    settings: &Settings,
    map: Option<&MapDraft>,
    deck: DeckInfo,
    dealt: &Dealt,
) -> (EditionSpec, Places) {
    let get = |name: &str| settings.get(name)?.as_ref().map(|setting| &setting.value);
    let number = |name: &str| match get(name) {
        Some(Setting::Number(number)) => *number,
        _ => 0,
    };
    let numbers = |name: &str| match get(name) {
        Some(Setting::Numbers(numbers)) => numbers.clone(),
        _ => Vec::new(),
    };
    let players = numbers("players");
    let spec = EditionSpec {
        id: draft.id.value.clone(),
        name: draft.name.value.clone(),
        text: draft.text.as_ref().map(|text| text.value.clone()).unwrap_or_default(),
        documents: match get("documents") {
            Some(Setting::Words(words)) => words.clone(),
            _ => Vec::new(),
        },
        players: [0, 1].map(|i| players.get(i).copied().unwrap_or_default()),
        trains: number("trains"),
        colors: map.map(|map| values(&map.colors)).unwrap_or_default(),
        cards_per_color: number("cards_per_color"),
        locomotives: number("locomotives"),
        hand: number("hand"),
        row: number("row"),
        flush_at: number("flush_at"),
        route_points: numbers("route_points"),
        ticket_rules: TicketRules {
            deal: number("ticket_rules.deal"),
            keep: number("ticket_rules.keep"),
            draw: number("ticket_rules.draw"),
            draw_keep: number("ticket_rules.draw_keep"),
            returned: match get("ticket_rules.returned") {
                Some(Setting::Returned(returned)) => *returned,
                _ => Returned::Bottom,
            },
        },
        doubles_closed_up_to: number("doubles_closed_up_to"),
        must_connect: matches!(get("must_connect"), Some(Setting::Flag(true))),
        end_at: number("end_at"),
        bonuses: Bonuses {
            longest_path: number("bonuses.longest_path"),
            globetrotter: number("bonuses.globetrotter"),
            attraction: number("bonuses.attraction"),
        },
        set_up: match get("set_up") {
            Some(Setting::SetUp(set_up)) => *set_up,
            _ => SetUp::HandsFirst,
        },
        map: map.map(|map| map.info.clone()).unwrap_or_default(),
        deck,
        cities: map.map(|map| values(&map.cities)).unwrap_or_default(),
        routes: map.map(|map| values(&map.routes)).unwrap_or_default(),
        tickets: values(&dealt.tickets),
    };
    let mut fields = map.map(|map| map.fields.clone()).unwrap_or_default();
    fields.extend(settings.iter().filter_map(|(name, setting)| Some((*name, setting.as_ref()?.at))));
    fields.extend([("id", draft.id.at), ("name", draft.name.at)]);
    fields.extend(draft.text.as_ref().map(|text| ("text", text.at)));
    let places = Places {
        edition: draft.id.at,
        fields,
        colors: map.map(|map| origins(&map.colors)).unwrap_or_default(),
        cities: map.map(|map| origins(&map.cities)).unwrap_or_default(),
        routes: map.map(|map| origins(&map.routes)).unwrap_or_default(),
        tickets: origins(&dealt.tickets),
    };
    (spec, places)
}
