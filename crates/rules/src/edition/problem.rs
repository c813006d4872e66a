//! What is wrong with an edition, where, and how to mend it.

use std::fmt;

/// The part of an edition a problem is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// A field of the edition itself, by its name in the record format (`ticket_rules.keep`).
    Field(&'static str),
    Color(usize),
    City(usize),
    Route(usize),
    Ticket(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(name) => write!(f, "{name}"),
            Self::Color(i) => write!(f, "colors[{i}]"),
            Self::City(i) => write!(f, "cities[{i}]"),
            Self::Route(i) => write!(f, "routes[{i}]"),
            Self::Ticket(i) => write!(f, "tickets[{i}]"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub place: Place,
    /// What is wrong, as a sentence.
    pub what: String,
    /// What to do about it, as a sentence.
    pub mend: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} {}", self.place, self.what, self.mend)
    }
}
