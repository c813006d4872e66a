//! The fields of one JSON object, each checked as it is read; every error is a sentence.

use arrayvec::ArrayVec;
use serde_json::{Map, Value};

use crate::cards::{Card, Cards, MAX_CARDS};
use crate::edition::Edition;
use crate::ids::{MAX_ROW, MAX_SEATS, RouteId, Seat, TicketId};

const SHOWN: usize = 60;

pub(super) struct Fields<'v> {
    map: &'v Map<String, Value>,
    edition: &'v Edition,
}

impl<'v> Fields<'v> {
    pub(super) const fn new(map: &'v Map<String, Value>, edition: &'v Edition) -> Self {
        Self { map, edition }
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    fn get(&self, name: &str) -> Result<&'v Value, String> {
        self.map.get(name).ok_or_else(|| format!("`{name}` is missing"))
    }

    pub(super) fn text(&self, name: &str) -> Result<&'v str, String> {
        let value = self.get(name)?;
        value.as_str().ok_or_else(|| wrong(name, value, "a text"))
    }

    /// A whole number from 0 to `most`.
    pub(super) fn number<T: Copy + TryFrom<u64> + std::fmt::Display>(
        &self,
        name: &str,
        most: T,
    ) -> Result<T, String> {
        let value = self.get(name)?;
        let number = value.as_u64().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| wrong(name, value, &format!("a whole number from 0 to {most}")))
    }

    /// A whole number that may be negative.
    pub(super) fn points(&self, name: &str) -> Result<i32, String> {
        let value = self.get(name)?;
        let number = value.as_i64().and_then(|number| i32::try_from(number).ok());
        number.ok_or_else(|| wrong(name, value, "a whole number"))
    }

    pub(super) fn seat(&self) -> Result<Seat, String> {
        let value = self.get("seat")?;
        let seat = value.as_u64().and_then(|index| Seat::new(usize::try_from(index).ok()?));
        seat.ok_or_else(|| wrong("seat", value, &format!("a seat from 0 to {}", MAX_SEATS - 1)))
    }

    pub(super) fn slot(&self) -> Result<u8, String> {
        let places = u64::from(self.edition.rules().row);
        self.below("slot", places, "a place of the row").map(|slot| slot as u8)
    }

    pub(super) fn route(&self, name: &str) -> Result<RouteId, String> {
        let routes = self.edition.board().routes() as u64;
        self.below(name, routes, "a route").map(|route| RouteId(route as u8))
    }

    fn below(&self, name: &str, count: u64, what: &str) -> Result<u64, String> {
        let value = self.get(name)?;
        let index = value.as_u64().filter(|index| *index < count);
        index.ok_or_else(|| wrong(name, value, &format!("{what} from 0 to {}", count.saturating_sub(1))))
    }

    pub(super) fn card(&self, name: &str) -> Result<Card, String> {
        self.card_of(name, self.get(name)?)
    }

    pub(super) fn card_or_null(&self, name: &str) -> Result<Option<Card>, String> {
        self.null_or_card_of(name, self.get(name)?)
    }

    fn card_of(&self, name: &str, value: &Value) -> Result<Card, String> {
        let card = value.as_str().ok_or_else(|| wrong(name, value, "the name of a card"))?;
        self.edition.card_named(card).ok_or_else(|| format!("this edition has no card {}", shown(value)))
    }

    fn null_or_card_of(&self, name: &str, value: &Value) -> Result<Option<Card>, String> {
        if value.is_null() { Ok(None) } else { self.card_of(name, value).map(Some) }
    }

    pub(super) fn cards<const MOST: usize>(&self, name: &str) -> Result<ArrayVec<Card, MOST>, String> {
        self.list(name, |value| self.card_of(name, value))
    }

    pub(super) fn row(&self, name: &str) -> Result<ArrayVec<Option<Card>, MAX_ROW>, String> {
        self.list(name, |value| self.null_or_card_of(name, value))
    }

    /// Tickets in an order that matters, no ticket twice.
    pub(super) fn tickets<const MOST: usize>(&self, name: &str) -> Result<ArrayVec<TicketId, MOST>, String> {
        let tickets: ArrayVec<TicketId, MOST> = self.list(name, |value| self.ticket_of(name, value))?;
        no_ticket_twice(name, &tickets)?;
        Ok(tickets)
    }

    /// Any number of tickets, none twice.
    pub(super) fn all_tickets(&self, name: &str) -> Result<Vec<TicketId>, String> {
        let values = self.values(name)?;
        let tickets =
            values.iter().map(|value| self.ticket_of(name, value)).collect::<Result<Vec<_>, _>>()?;
        no_ticket_twice(name, &tickets)?;
        Ok(tickets)
    }

    fn ticket_of(&self, name: &str, value: &Value) -> Result<TicketId, String> {
        let tickets = self.edition.board().tickets() as u64;
        let index = value.as_u64().filter(|index| *index < tickets);
        let index = index.ok_or_else(|| {
            let last = tickets.saturating_sub(1);
            format!("`{name}` holds {}, which is not a ticket from 0 to {last}", shown(value))
        })?;
        Ok(TicketId(index as u8))
    }

    /// How many cards of each kind, `{"red": 2, "locomotive": 1}`.
    pub(super) fn payment(&self, name: &str) -> Result<Cards, String> {
        let value = self.get(name)?;
        let map = value.as_object().ok_or_else(|| wrong(name, value, "an object of cards and numbers"))?;
        let mut counts = Cards::NONE.counts();
        for (card, count) in map {
            let kind = self.edition.card_named(card);
            let kind = kind
                .ok_or_else(|| format!("this edition has no card {}", shown(&Value::from(card.as_str()))))?;
            let number = count.as_u64().filter(|number| (1..=MAX_CARDS as u64).contains(number));
            let number = number.ok_or_else(|| {
                wrong(name, count, &format!("a number of {card} cards from 1 to {MAX_CARDS}"))
            })?;
            counts[kind.index()] = number as u8;
        }
        Ok(Cards::new(counts))
    }

    pub(super) fn object(&self, name: &str) -> Result<Fields<'v>, String> {
        let value = self.get(name)?;
        let map = value.as_object().ok_or_else(|| wrong(name, value, "an object"))?;
        Ok(Fields::new(map, self.edition))
    }

    pub(super) fn objects<T, const MOST: usize>(
        &self,
        name: &str,
        read: impl Fn(&Fields<'_>) -> Result<T, String>,
    ) -> Result<ArrayVec<T, MOST>, String> {
        self.list(name, |value| {
            let map = value.as_object().ok_or_else(|| wrong(name, value, "a list of objects"))?;
            read(&Fields::new(map, self.edition)).map_err(|reason| format!("in `{name}`, {reason}"))
        })
    }

    fn values(&self, name: &str) -> Result<&'v [Value], String> {
        let value = self.get(name)?;
        value.as_array().map(Vec::as_slice).ok_or_else(|| wrong(name, value, "a list"))
    }

    fn list<T, const MOST: usize>(
        &self,
        name: &str,
        read: impl Fn(&Value) -> Result<T, String>,
    ) -> Result<ArrayVec<T, MOST>, String> {
        let values = self.values(name)?;
        if values.len() > MOST {
            return Err(format!("`{name}` has {} entries, but {MOST} is the most", values.len()));
        }
        values.iter().map(read).collect()
    }
}

fn no_ticket_twice(name: &str, tickets: &[TicketId]) -> Result<(), String> {
    let twice = tickets.iter().enumerate().find(|(i, ticket)| tickets[..*i].contains(ticket));
    twice.map_or(Ok(()), |(_, ticket)| Err(format!("`{name}` names ticket {ticket} twice")))
}

fn wrong(name: &str, value: &Value, wanted: &str) -> String {
    format!("`{name}` is {}, but must be {wanted}", shown(value))
}

/// A value as JSON, shortened so that it fits a sentence.
pub(super) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
