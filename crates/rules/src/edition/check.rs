//! Everything that must hold before an edition can be played.
//!
//! The parts can be run one by one, because a file that is only half readable still deserves every message about
//! the other half.

mod map;
mod rules;
mod supply;

pub(super) use map::{cities, colors, reach, route_cities, route_colors, routes, ticket_cities, tickets};
pub(super) use rules::{names, rules};
pub(super) use supply::{cards, route_table, ticket_deck};

use super::{EditionSpec, Place, Problem};

pub(super) fn problems(spec: &EditionSpec) -> Vec<Problem> {
    let mut found = Findings::default();
    names(spec, &mut found);
    rules(spec, &mut found);
    colors(spec, &mut found);
    cities(spec, &mut found);
    routes(spec, &mut found);
    route_cities(spec, &mut found);
    route_colors(spec, &mut found);
    reach(spec, &mut found);
    tickets(spec, &mut found);
    ticket_cities(spec, &mut found);
    cards(spec, &mut found);
    route_table(spec, &mut found);
    ticket_deck(spec, &mut found);
    found.0
}

#[derive(Default)]
pub(super) struct Findings(pub(super) Vec<Problem>);

impl Findings {
    fn add(&mut self, place: Place, what: impl Into<String>, mend: impl Into<String>) {
        self.0.push(Problem { place, what: what.into(), mend: mend.into() });
    }

    fn field(&mut self, name: &'static str, what: impl Into<String>, mend: impl Into<String>) {
        self.add(Place::Field(name), what, mend);
    }

    /// Reports a name that cannot be shown on a board, and says whether it did.
    fn name(&mut self, place: Place, whose: &str, name: &str) -> bool {
        match name_fault(whose, name) {
            Some((what, mend)) => {
                self.add(place, what, mend);
                true
            }
            None => false,
        }
    }
}

const LONGEST_NAME: usize = 64;

/// What is wrong with a name that people read.
pub(super) fn name_fault(whose: &str, name: &str) -> Option<(String, String)> {
    if name.trim().is_empty() {
        return Some((format!("{whose} is empty."), "Give it a name.".to_owned()));
    }
    if name.chars().any(char::is_control) {
        let what = format!("{whose} contains a control character: {name:?}.");
        return Some((what, "Write it on one line, without tabs or line breaks.".to_owned()));
    }
    let length = name.chars().count();
    (length > LONGEST_NAME).then(|| {
        (
            format!("{whose} has {length} characters."),
            format!("Shorten it to {LONGEST_NAME} characters or fewer."),
        )
    })
}

/// What is wrong with an id, by which files refer to each other.
pub(super) fn id_fault(id: &str) -> Option<(String, String)> {
    const MEND: &str = "Use small letters, digits and hyphens, like \"usa-classic\".";
    if id.is_empty() {
        return Some(("The id is empty.".to_owned(), MEND.to_owned()));
    }
    let length = id.chars().count();
    if length > LONGEST_NAME {
        let mend = format!("Shorten it to {LONGEST_NAME} characters or fewer.");
        return Some((format!("The id has {length} characters."), mend));
    }
    let odd = id.chars().find(|c| !matches!(c, 'a'..='z' | '0'..='9' | '-'))?;
    Some((format!("The id {id:?} contains {odd:?}."), MEND.to_owned()))
}
