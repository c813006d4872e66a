//! No text makes the reader panic, and what it lets through can be played.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use proptest::prelude::*;
use whistlestop_rules::edition::{Edition, Library, SourceFile, builtin_files};

/// Reads the files by themselves and as additions; faults must point into the files.
fn read(files: &[SourceFile]) {
    for library in [&Library::default(), Library::builtin()] {
        match library.extended(files) {
            Ok(library) => {
                for edition in library.iter() {
                    assert!(Edition::new(edition.spec().clone()).is_ok());
                }
            }
            Err(faults) => {
                assert!(!faults.is_empty());
                for fault in faults {
                    let file = files.iter().find(|file| file.path == fault.file);
                    let lines = file.map(|file| file.text.split('\n').count());
                    assert!(lines.is_some_and(|lines| (1..=lines).contains(&fault.line)), "{fault}");
                    assert!(fault.column >= 1 && !fault.what.is_empty() && !fault.mend.is_empty(), "{fault}");
                }
            }
        }
    }
}

fn single(text: String) -> [SourceFile; 1] {
    [SourceFile { path: "random.toml".into(), text }]
}

/// One change of a text, made of numbers so that it shrinks.
#[derive(Clone, Debug)]
enum Change {
    Delete(prop::sample::Index),
    Duplicate(prop::sample::Index),
    Swap(prop::sample::Index, prop::sample::Index),
    /// Another value after the first, second, … `=` of a line.
    Value(prop::sample::Index, usize, String),
    Cut(prop::sample::Index),
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<prop::sample::Index>;
    let value = prop_oneof![
        Just("0".to_owned()),
        Just("-1".to_owned()),
        Just("4294967295".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("1e400".to_owned()),
        Just("nan".to_owned()),
        Just("true".to_owned()),
        Just("\"\"".to_owned()),
        Just("[]".to_owned()),
        Just("{}".to_owned()),
        Just("[[], {}]".to_owned()),
        Just("\"usa-classic\"".to_owned()),
        Just("1979-05-27".to_owned()),
        "[0-9]{1,4}",
        "\"\\PC{0,12}\"",
    ];
    prop_oneof![
        index().prop_map(Change::Delete),
        index().prop_map(Change::Duplicate),
        (index(), index()).prop_map(|(a, b)| Change::Swap(a, b)),
        (index(), 0usize..4, value).prop_map(|(line, nth, value)| Change::Value(line, nth, value)),
        index().prop_map(Change::Cut),
    ]
}

fn apply(text: &mut String, change: &Change) {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    match change {
        Change::Delete(at) => {
            lines.remove(at.index(lines.len()));
        }
        Change::Duplicate(at) => {
            let at = at.index(lines.len());
            lines.insert(at, lines[at].clone());
        }
        Change::Swap(a, b) => {
            let (a, b) = (a.index(lines.len()), b.index(lines.len()));
            lines.swap(a, b);
        }
        Change::Value(at, nth, value) => {
            let at = at.index(lines.len());
            let line = &lines[at];
            if let Some((sign, _)) = line.match_indices("= ").nth(*nth) {
                let rest = &line[sign + 2..];
                let end = rest.find([',', '}']).unwrap_or(rest.len());
                lines[at] = format!("{}= {value}{}", &line[..sign], &rest[end..]);
            }
        }
        Change::Cut(at) => {
            let at = at.index(text.len() + 1);
            *text = text.chars().take(at).collect();
            return;
        }
    }
    *text = lines.join("\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        read(&single(text));
    }

    #[test]
    fn any_toml_like_text_is_read_or_refused(
        text in "((kind|id|map|tickets|players|cards|routes|extends|[a-z]{1,3})(\\.[a-z]{1,3})? = (\"[a-z]{0,5}\"|[0-9]{1,3}|\\[[0-9, ]{0,5}\\]|\\{ a = 1 \\})\n|\\[\\[?[a-z]{1,6}\\]?\\]\n){0,12}",
        kind in prop_oneof![Just("map"), Just("deck"), Just("edition")],
    ) {
        read(&single(text.clone()));
        read(&single(format!("kind = \"{kind}\"\nid = \"x\"\nname = \"X\"\n{text}")));
    }

    #[test]
    fn a_damaged_built_in_file_is_read_or_refused(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec(change(), 1..6),
        rename in any::<bool>(),
    ) {
        let mut files = builtin_files();
        let which = which.index(files.len());
        for change in &changes {
            apply(&mut files[which].text, change);
        }
        if let Err(faults) = Library::default().extended(&files) {
            prop_assert!(!faults.is_empty());
        }
        // Alone over the built-in library, under an id of its own.
        let mut file = files.swap_remove(which);
        if rename {
            file.text = file.text.replacen("\nid = \"", "\nid = \"my-", 1);
        }
        read(&[file]);
    }
}

#[test]
fn deep_nesting_is_refused() {
    for text in ["x = ".to_owned() + &"[".repeat(100_000), "a.".repeat(50_000) + "a = 1", "{".repeat(100_000)]
    {
        assert!(Library::builtin().extended(&single(text)).is_err());
    }
}

#[test]
fn decks_that_include_each_other_many_times_stay_small() {
    let deck = |i: usize| SourceFile {
        path: format!("{i}.toml"),
        text: format!(
            "kind = \"deck\"\nid = \"d{i}\"\nname = \"D\"\nincludes = [\"d{0}\", \"d{0}\", \"d{0}\", \"d{0}\"]",
            i + 1
        ),
    };
    let mut files: Vec<SourceFile> = (0..14).map(deck).collect();
    files.push(SourceFile {
        path: "last.toml".into(),
        text: "kind = \"deck\"\nid = \"d14\"\nname = \"D\"\ntickets = [{ a = \"A\", b = \"B\", points = 1 }]"
            .into(),
    });
    assert!(Library::builtin().extended(&files).is_ok());
    files.pop();
    assert!(Library::builtin().extended(&files).is_err());
}

#[test]
fn a_chain_of_many_editions_is_followed() {
    let edition = |i: usize| SourceFile {
        path: format!("{i}.toml"),
        text: format!(
            "kind = \"edition\"\nid = \"e{i}\"\nname = \"E\"\nextends = \"{}\"",
            match i {
                0 => "toy".to_owned(),
                _ => format!("e{}", i - 1),
            }
        ),
    };
    let files: Vec<SourceFile> = (0..50).map(edition).collect();
    let library = Library::builtin().extended(&files).unwrap();
    assert_eq!(library.get("e49").unwrap().spec().trains, 4);
}
