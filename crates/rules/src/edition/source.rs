//! Files as text, and what is wrong in which line of them.

use std::fmt;

/// A map, deck or edition file. Reading it from a disk is the caller's business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Only shown, never opened.
    pub path: String,
    pub text: String,
}

/// One thing that is wrong in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// What is wrong, as a sentence.
    pub what: String,
    /// What to do about it, as a sentence.
    pub mend: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {} {}", self.file, self.line, self.column, self.what, self.mend)
    }
}

impl std::error::Error for Fault {}

/// A byte of a file, the file by its number in the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Origin {
    pub(super) file: usize,
    pub(super) offset: usize,
}

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Located<T> {
    pub(super) value: T,
    pub(super) at: Origin,
}

/// A fault before its line is known; sorts by its place in the files.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Note {
    pub(super) at: Origin,
    pub(super) what: String,
    pub(super) mend: String,
    /// Where the value comes from that was found wanting, if it cannot be changed there.
    pub(super) inherited: Option<Origin>,
}

/// The faults found so far.
#[derive(Debug, Default)]
pub(super) struct Notes(pub(super) Vec<Note>);

impl Notes {
    pub(super) fn add(&mut self, at: Origin, what: impl Into<String>, mend: impl Into<String>) {
        self.0.push(Note { at, what: what.into(), mend: mend.into(), inherited: None });
    }

    /// In the order of the files, each fault once: a map is checked for every edition on it.
    pub(super) fn into_faults<F: AsRef<SourceFile>>(mut self, files: &[F]) -> Vec<Fault> {
        self.0.sort();
        self.0.dedup();
        let place = |at: Origin| match files.get(at.file).map(AsRef::as_ref) {
            Some(file) => {
                let (line, column) = line_and_column(&file.text, at.offset);
                (file.path.clone(), line, column)
            }
            None => (String::new(), 1, 1),
        };
        let fault = |Note { at, mut what, mend, inherited }| {
            if let Some((file, line, _)) = inherited.map(place) {
                what = format!("{what} This is inherited from {file}:{line}.");
            }
            let (file, line, column) = place(at);
            Fault { file, line, column, what, mend }
        };
        self.0.into_iter().map(fault).collect()
    }
}

fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "a\né = 1\n";
        assert_eq!(line_and_column(text, 0), (1, 1));
        assert_eq!(line_and_column(text, 2), (2, 1));
        assert_eq!(line_and_column(text, 5), (2, 3));
        assert_eq!(line_and_column(text, 99), (3, 1));
        // In the middle of a character: the end of the text is the best guess there is.
        assert_eq!(line_and_column(text, 3), (3, 1));
    }
}
