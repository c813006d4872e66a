//! Walking a TOML file with every value's place at hand, collecting faults instead of stopping at the first.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::source::{Located, Notes, Origin};
use super::words::{did_you_mean, listed};

pub(super) type Value<'i> = Spanned<DeValue<'i>>;

/// What was asked for is there but cannot be used. The fault has been noted already.
#[derive(Clone, Copy, Debug)]
pub(super) struct Unusable;

/// A table of a file: the file itself, a city, a route.
#[derive(Clone, Copy)]
pub(super) struct Table<'t, 'i> {
    entries: &'t DeTable<'i>,
    pub(super) at: Origin,
    /// What it describes, with its article: `a city`.
    whose: &'static str,
}

/// A kind of value that stands in a field.
pub(super) trait Plain: Sized {
    const EXPECTED: &'static str;
    fn read(value: &DeValue<'_>) -> Option<Self>;
}

impl Plain for String {
    const EXPECTED: &'static str = "a text in quotes";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl Plain for u32 {
    const EXPECTED: &'static str = "a whole number from 0 on";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let number = value.as_integer()?;
        Self::from_str_radix(number.as_str(), number.radix()).ok()
    }
}

impl Plain for f64 {
    const EXPECTED: &'static str = "a number";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        let number: Self = match value {
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().parse().ok()?,
            DeValue::Float(number) => number.as_str().parse().ok()?,
            _ => return None,
        };
        number.is_finite().then_some(number)
    }
}

impl Plain for bool {
    const EXPECTED: &'static str = "true or false";

    fn read(value: &DeValue<'_>) -> Option<Self> {
        value.as_bool()
    }
}

/// What stands there, for a sentence.
fn described(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) if text.chars().count() <= 40 => format!("the text {text:?}"),
        DeValue::String(_) => "a long text".to_owned(),
        DeValue::Integer(number) => format!("the number {}", number.as_str()),
        DeValue::Float(number) => format!("the number {}", number.as_str()),
        DeValue::Boolean(flag) => flag.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// Reads the tables of one file.
pub(super) struct Reader<'n> {
    file: usize,
    notes: &'n mut Notes,
}

impl<'n> Reader<'n> {
    pub(super) fn new(file: usize, notes: &'n mut Notes) -> Self {
        Self { file, notes }
    }

    pub(super) fn origin(&self, offset: usize) -> Origin {
        Origin { file: self.file, offset }
    }

    pub(super) fn note(&mut self, at: Origin, what: impl Into<String>, mend: impl Into<String>) {
        self.notes.add(at, what, mend);
    }

    pub(super) fn root<'t, 'i>(&self, entries: &'t DeTable<'i>, whose: &'static str) -> Table<'t, 'i> {
        Table { entries, at: self.origin(0), whose }
    }

    /// Notes the fields that `table` does not have.
    pub(super) fn known(&mut self, table: Table<'_, '_>, fields: &[&str]) {
        for key in table.entries.keys() {
            let name = key.get_ref().as_ref();
            if !fields.contains(&name) {
                let mend = did_you_mean(name, fields.iter().copied(), || {
                    format!("Its fields are: {}.", listed(fields.iter().copied()))
                });
                self.note(
                    self.origin(key.span().start),
                    format!("The field {name:?} is unknown in {}.", table.whose),
                    mend,
                );
            }
        }
    }

    pub(super) fn wrong<T>(&mut self, value: &Value<'_>, name: &str, expected: &str) -> Result<T, Unusable> {
        self.note(
            self.origin(value.span().start),
            format!("{name:?} is {}.", described(value.get_ref())),
            format!("Write {expected}."),
        );
        Err(Unusable)
    }

    /// A field that may be left out.
    pub(super) fn optional<T: Plain>(
        &mut self,
        table: Table<'_, '_>,
        name: &str,
    ) -> Result<Option<Located<T>>, Unusable> {
        let Some(value) = table.get(name) else { return Ok(None) };
        self.plain(value, name).map(Some)
    }

    pub(super) fn required<T: Plain>(
        &mut self,
        table: Table<'_, '_>,
        name: &str,
    ) -> Result<Located<T>, Unusable> {
        match self.optional(table, name)? {
            Some(value) => Ok(value),
            None => self.missing(table, name, T::EXPECTED),
        }
    }

    pub(super) fn missing<T>(
        &mut self,
        table: Table<'_, '_>,
        name: &str,
        expected: &str,
    ) -> Result<T, Unusable> {
        self.note(
            table.at,
            format!("The field {name:?} is missing in {}.", table.whose),
            format!("Add `{name} = …`, {expected}."),
        );
        Err(Unusable)
    }

    pub(super) fn plain<T: Plain>(&mut self, value: &Value<'_>, name: &str) -> Result<Located<T>, Unusable> {
        match T::read(value.get_ref()) {
            Some(read) => Ok(Located { value: read, at: self.origin(value.span().start) }),
            None => self.wrong(value, name, T::EXPECTED),
        }
    }

    /// One of a few words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        value: &Value<'_>,
        name: &str,
        words: &[(&str, T)],
    ) -> Result<Located<T>, Unusable> {
        let text: Located<String> = self.plain(value, name)?;
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text.value) {
            return Ok(Located { value: *meaning, at: text.at });
        }
        let known = || words.iter().map(|(word, _)| *word);
        let mend = did_you_mean(&text.value, known(), || format!("Use one of: {}.", listed(known())));
        self.note(text.at, format!("{name:?} is {:?}.", text.value), mend);
        Err(Unusable)
    }

    pub(super) fn table<'t, 'i>(
        &mut self,
        value: &'t Value<'i>,
        name: &str,
        whose: &'static str,
    ) -> Result<Table<'t, 'i>, Unusable> {
        match value.get_ref() {
            DeValue::Table(entries) => Ok(Table { entries, at: self.origin(value.span().start), whose }),
            _ => self.wrong(value, name, "a table in braces, { … }"),
        }
    }

    pub(super) fn list<'t, 'i>(
        &mut self,
        value: &'t Value<'i>,
        name: &str,
    ) -> Result<&'t [Value<'i>], Unusable> {
        match value.get_ref() {
            DeValue::Array(items) => Ok(items),
            _ => self.wrong(value, name, "a list in brackets, [ … ]"),
        }
    }

    /// A list of plain values. Every item is looked at even when an earlier one is wrong.
    pub(super) fn plain_list<T: Plain>(
        &mut self,
        value: &Value<'_>,
        name: &str,
    ) -> Result<Vec<Located<T>>, Unusable> {
        let items = self.list(value, name)?;
        let read: Vec<_> = items.iter().map(|item| self.plain(item, name)).collect();
        read.into_iter().collect()
    }
}

impl<'t, 'i> Table<'t, 'i> {
    pub(super) fn get(self, name: &str) -> Option<&'t Value<'i>> {
        self.entries.get(name)
    }

    pub(super) fn entries(self) -> impl Iterator<Item = (&'t str, usize, &'t Value<'i>)> {
        self.entries.iter().map(|(key, value)| (key.get_ref().as_ref(), key.span().start, value))
    }
}
