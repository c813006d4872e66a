//! The examples of the guide are files that work.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use whistlestop_rules::edition::{Library, SourceFile};

const GUIDE: &str = include_str!("../../../docs/editions.md");

#[test]
fn the_examples_of_the_guide_can_be_played() {
    let examples: Vec<SourceFile> = GUIDE
        .split("```toml\n")
        .skip(1)
        .enumerate()
        .map(|(i, rest)| SourceFile {
            path: format!("example {i}"),
            text: rest.split("```").next().unwrap().to_owned(),
        })
        .collect();
    assert_eq!(examples.len(), 4);
    let library = Library::builtin().extended(&examples).unwrap();
    assert_eq!(library.get("usa-quick").unwrap().spec().trains, 30);
    assert_eq!(library.get("isle").unwrap().spec().tickets.len(), 6);
}

#[test]
fn the_guide_names_every_field_of_an_edition() {
    let spec = serde_json::to_value(Library::builtin().get("usa-classic").unwrap().spec()).unwrap();
    // Colours, cities and routes belong to the map; the deck is what `tickets` names.
    let from_elsewhere = ["colors", "cities", "routes", "deck"];
    for field in spec.as_object().unwrap().keys().filter(|field| !from_elsewhere.contains(&field.as_str())) {
        assert!(GUIDE.contains(&format!("`{field}")), "{field} is not in the guide");
    }
}
