//! Every kind of mistake in a file is reported with its file, its line and a way to mend it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use whistlestop_rules::edition::{Fault, Library, SourceFile};

const MAP: &str = r##"kind = "map"
id = "isle"
name = "The Isle"
piece = "train"
board = { width = 300, height = 200, car_length = 40 }
cards = [
  { color = "red",  symbol = "circle", fill = "#b3161b" },
  { color = "blue", symbol = "square", fill = "#2a50bf" },
]
cities = [
  { name = "Ayton",  x = 10, y = 10 },
  { name = "Beeham", x = 90, y = 10, attraction = true },
  { name = "Ceeley", x = 50, y = 90 },
  { name = "Deeton", x = 99, y = 99, lat = 1.5, lon = 2.5 },
]
routes = [
  { a = "Ayton",  b = "Beeham", color = "red",  length = 2 },
  { a = "Ayton",  b = "Beeham", color = "blue", length = 2 },
  { a = "Beeham", b = "Ceeley", color = "gray", length = 3 },
  { a = "Ceeley", b = "Deeton", color = "red",  length = 1 },
]
[aliases]
"Beeham Town" = "Beeham"
"##;

const DECK: &str = r#"kind = "deck"
id = "isle"
name = "Isle tickets"
provenance = "own"
includes = ["isle-more"]
tickets = [
  { a = "Ayton",  b = "Ceeley", points = 5 },
  { a = "Beeham", b = "Deeton", points = 4 },
]
"#;

const MORE: &str = r#"kind = "deck"
id = "isle-more"
name = "More Isle tickets"
tickets = [
  { a = "Ayton", b = "Deeton",      points = 6 },
  { a = "Ayton", b = "Beeham Town", points = 2 },
]
"#;

const RULES: &str = r#"kind = "edition"
id = "isle"
name = "Isle"
map = "isle"
tickets = "isle"
players = [2, 2]
trains = 8
cards_per_color = 6
locomotives = 2
hand = 2
row = 3
flush_at = 3
route_points = [1, 2, 4]
doubles_closed_up_to = 2
end_at = 2
[ticket_rules]
deal = 2
keep = 1
draw = 2
draw_keep = 1
[bonuses]
longest_path = 5
"#;

const LONG: &str = r#"kind = "edition"
id = "isle-long"
name = "Isle, long"
extends = "isle"
trains = 9
ticket_rules = { draw = 1 }
"#;

const FILES: [(&str, &str); 5] =
    [("map.toml", MAP), ("deck.toml", DECK), ("more.toml", MORE), ("rules.toml", RULES), ("long.toml", LONG)];

fn sources(files: &[(&str, &str)]) -> Vec<SourceFile> {
    files.iter().map(|(path, text)| SourceFile { path: (*path).into(), text: (*text).into() }).collect()
}

fn shown(faults: &[Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// The faults after replacing `old` by `new` in one file.
fn changed(file: &str, old: &str, new: &str) -> (String, Vec<Fault>) {
    let mut files = sources(&FILES);
    let source = files.iter_mut().find(|source| source.path == file).unwrap();
    assert!(source.text.contains(old), "{old:?} is not in {file}");
    source.text = source.text.replacen(old, new, 1);
    let text = source.text.clone();
    (text, Library::builtin().extended(&files).err().unwrap_or_default())
}

fn line_of(text: &str, part: &str) -> usize {
    let start = text.find(part).unwrap_or_else(|| panic!("{part:?} is nowhere"));
    text[..start].matches('\n').count() + 1
}

/// Replaces `old` by `new` in a file and finds a fault in the line of `marked` with all of `words`.
#[track_caller]
fn has(file: &str, old: &str, new: &str, marked: &str, words: &[&str]) -> usize {
    let (text, faults) = changed(file, old, new);
    let line = line_of(&text, marked);
    let fits = |fault: &&Fault| {
        let shown = fault.to_string();
        fault.file == file && fault.line == line && words.iter().all(|word| shown.contains(word))
    };
    let Some(fault) = faults.iter().find(fits) else {
        panic!("no {words:?} in {file}:{line}:\n{}", shown(&faults));
    };
    assert!(fault.what.ends_with('.') && fault.mend.ends_with(['.', '?']), "{fault}");
    faults.len()
}

/// The same, and there is no other fault: one mistake, one message.
#[track_caller]
fn one(file: &str, old: &str, new: &str, marked: &str, words: &[&str]) {
    let count = has(file, old, new, marked, words);
    assert_eq!(count, 1, "{}", shown(&changed(file, old, new).1));
}

/// A replacement in one file gives a fault in another one.
#[track_caller]
fn elsewhere(file: &str, old: &str, new: &str, (there, line): (&str, usize), words: &[&str]) {
    let (_, faults) = changed(file, old, new);
    let fits = |fault: &&Fault| {
        fault.file == there && fault.line == line && words.iter().all(|word| fault.to_string().contains(word))
    };
    assert!(faults.iter().find(fits).is_some(), "not in {there}:{line}:\n{}", shown(&faults));
}

#[test]
fn the_unchanged_files_are_an_edition_and_its_variant() {
    let library = Library::builtin().extended(&sources(&FILES)).unwrap_or_else(|e| panic!("{}", shown(&e)));
    let isle = library.get("isle").unwrap().spec();
    let long = library.get("isle-long").unwrap().spec();
    assert_eq!(isle.tickets.len(), 4);
    assert_eq!(isle.tickets[1].b, "Beeham", "another spelling becomes the map's own");
    assert_eq!((isle.trains, long.trains), (8, 9));
    assert_eq!((long.ticket_rules.deal, long.ticket_rules.draw), (2, 1), "tables merge key by key");
    assert_eq!((isle.map.wild.as_str(), isle.map.cards[0].car.as_str()), ("Locomotive", "red"));
    assert!(library.get("usa-classic").is_some());
}

#[test]
fn names_of_cities() {
    one(
        "map.toml",
        "b = \"Ceeley\"",
        "b = \"Ceely\"",
        "\"Ceely\"",
        &["no city \"Ceely\"", "mean \"Ceeley\"?"],
    );
    one("deck.toml", "\"Ceeley\"", "\"Paris\"", "\"Paris\"", &["no city \"Paris\"", "this ticket"]);
    one("more.toml", "\"Deeton\"", "\"Deetno\"", "\"Deetno\"", &["mean \"Deeton\"?"]);
    let more = |city: &str| format!("{{ name = \"{city}\", x = 1, y = 1 }},\n  {{ name = \"Deeton\"");
    one("map.toml", "{ name = \"Deeton\"", &more("Ceeley"), "x = 1,", &["\"Ceeley\" stands twice"]);
    has("map.toml", "{ name = \"Deeton\"", &more("CEELEY"), "x = 1,", &["CEELEY", "capital letters"]);
    has("map.toml", "{ name = \"Deeton\"", &more(""), "x = 1,", &["city is empty"]);
    has("map.toml", "{ name = \"Deeton\"", &more(&"x".repeat(65)), "x = 1,", &["65 characters"]);
    has("map.toml", "{ name = \"Deeton\"", &more("Ce\\teley"), "x = 1,", &["control character"]);
    one("map.toml", "{ name = \"Deeton\"", &more("Alone"), "x = 1,", &["No way leads from Alone", "Ayton"]);
    has("map.toml", "= \"Beeham\"\n", "= \"Behaam\"\n", "Behaam", &["no city", "mean \"Beeham\"?"]);
    has("map.toml", "\"Beeham Town\" =", "\"Ayton\" =", "\"Ayton\" =", &["not another spelling"]);
}

#[test]
fn routes() {
    let last = "{ a = \"Ceeley\", b = \"Deeton\", color = \"red\",  length = 1 }";
    let with = |more: &str| format!("{last},\n  {more}");
    let route = |a: &str, b: &str, color: &str, length: u32| {
        format!("{{ b = \"{b}\", a = \"{a}\", color = \"{color}\", length = {length} }}")
    };
    let check = |more: String, words: &[&str]| one("map.toml", last, &with(&more), "{ b", words);
    check(route("Ayton", "Ayton", "red", 1), &["starts and ends in \"Ayton\""]);
    check(route("Beeham", "Ayton", "gray", 2), &["more than two routes Beeham – Ayton"]);
    check(route("Deeton", "Ceeley", "red", 1), &["Both sides", "are red"]);
    check(route("Deeton", "Ceeley", "blue", 2), &["1 and 2 spaces", "same length"]);
    check(route("Deeton", "Ayton", "rde", 1), &["no colour \"rde\"", "mean \"red\"?"]);
    check(route("Deeton", "Ayton", "pink", 1), &["no colour \"pink\"", "red, blue, gray"]);
    check(route("Deeton", "Ayton", "red", 0), &["has 0 spaces", "1 to 12"]);
    has("map.toml", last, &with(&route("Deeton", "Ayton", "red", 13)), "{ b", &["has 13 spaces"]);
    let many = vec![route("Deeton", "Ayton", "red", 1); 130].join(",\n");
    has("map.toml", last, &with(&many), "routes = [", &["134 routes", "128"]);
    has(
        "map.toml",
        &MAP[MAP.find("routes").unwrap()..MAP.find("[aliases]").unwrap()],
        "routes = []\n",
        "routes",
        &["0 routes"],
    );
}

#[test]
fn limits_of_lists() {
    let many = (0..130).map(|i| format!("{{ name = \"c{i}\" }},")).collect::<Vec<_>>().concat();
    has("map.toml", "cities = [", &format!("cities = [{many}"), "cities =", &["134 cities", "128"]);
    let many = "{ a = \"Ayton\", b = \"Ceeley\", points = 5 },".repeat(130);
    elsewhere(
        "deck.toml",
        "tickets = [",
        &format!("tickets = [{many}"),
        ("rules.toml", 5),
        &["134 tickets", "128"],
    );
}

#[test]
fn colours() {
    let blue = "{ color = \"blue\", symbol = \"square\", fill = \"#2a50bf\" }";
    let with = |color: &str, symbol: &str, fill: &str| {
        format!("{blue},\n  {{ symbol = \"{symbol}\", color = \"{color}\", fill = \"{fill}\" }}")
    };
    let check = |color, symbol, fill, words: &[&str]| {
        has("map.toml", blue, &with(color, symbol, fill), "{ symbol", words);
    };
    check("gray", "star", "#000000", &["called \"gray\"", "any one colour"]);
    check("locomotive", "star", "#000000", &["called \"locomotive\"", "wild card"]);
    check("red", "star", "#000000", &["\"red\" stands twice"]);
    check("", "star", "#000000", &["name of a colour is empty"]);
    check("pink", "circle", "#000000", &["red and pink", "same symbol"]);
    check("pink", "strar", "#000000", &["\"symbol\" is \"strar\"", "mean \"star\"?"]);
    check("pink", "star", "red", &["\"fill\" is \"red\"", "#rrggbb"]);
    let card = |i| format!("{{ color = \"c{i}\", symbol = \"bar\", fill = \"#000000\" }},");
    let many = (0..8).map(card).collect::<Vec<_>>().concat();
    has("map.toml", "cards = [", &format!("cards = [{many}"), "cards =", &["10 colours", "1 to 8"]);
}

#[test]
fn positions() {
    one("map.toml", "x = 10,", "x = 1000,", "x = 1000", &["off the map", "0 to 300"]);
    one("map.toml", "lat = 1.5", "lat = 91", "lat = 91", &["off the map"]);
    one("map.toml", "lat = 1.5, ", "", "Deeton", &["\"lon\" but no \"lat\""]);
    one("map.toml", "width = 300", "width = nan", "width", &["\"width\" is the number nan"]);
    one("map.toml", "width = 300", "width = -1", "width", &["\"width\" is -1", "above 0"]);
}

#[test]
fn tickets() {
    one("deck.toml", "b = \"Ceeley\"", "b = \"Ayton\"", "b = \"Ayton\"", &["\"Ayton\" to itself"]);
    one("deck.toml", "points = 5", "points = 0", "points = 0", &["worth 0 points", "1 to 1000"]);
    one("more.toml", "points = 6", "points = 1001", "points = 1001", &["worth 1001 points"]);
    one("rules.toml", "players = [2, 2]", "players = [2, 3]", "tickets = \"isle\"", &["too few tickets"]);
}

#[test]
fn numbers_of_the_rules() {
    let check = |old: &str, new: &str, words: &[&str]| {
        has("rules.toml", old, new, new, words);
    };
    check("players = [2, 2]", "players = [1, 2]", &["1 to 2 players", "2 to 5 seats"]);
    check("players = [2, 2]", "players = [2, 6]", &["2 to 6 players"]);
    check("players = [2, 2]", "players = [4, 3]", &["4, is above the largest, 3"]);
    check("trains = 8", "trains = 201", &["trains per player is 201", "1 to 200"]);
    check("trains = 8", "trains = 0", &["1 to 200"]);
    check("end_at = 2", "end_at = 8", &["ends at 8 trains", "only 8"]);
    check("hand = 2", "hand = 11", &["starting hand is 11", "0 to 10"]);
    check("row = 3", "row = 0", &["face-up cards is 0", "1 to 8"]);
    check("row = 3", "row = 9", &["1 to 8"]);
    check("flush_at = 3", "flush_at = 0", &["clears the row is 0"]);
    check("doubles_closed_up_to = 2", "doubles_closed_up_to = 6", &["double routes close", "0 to 5"]);
    check("deal = 2", "deal = 9", &["first tickets is 9", "1 to 8"]);
    check("keep = 1", "keep = 3", &["first tickets kept is 3", "1 to 2"]);
    check("keep = 1", "keep = 0", &["1 to 2"]);
    check("draw = 2", "draw = 0", &["tickets drawn is 0"]);
    check("draw_keep = 1", "draw_keep = 3", &["drawn tickets kept is 3"]);
    check("longest_path = 5", "longest_path = 1001", &["longest path is 1001"]);
    check("longest_path = 5", "globetrotter = 1001", &["most tickets is 1001"]);
    check("longest_path = 5", "attraction = 1001", &["attraction is 1001"]);
    check("route_points = [1, 2, 4]", "route_points = [1, 2]", &["route of 3 spaces", "ends at 2"]);
    check("route_points = [1, 2, 4]", "route_points = []", &["0 entries"]);
    check("route_points = [1, 2, 4]", "route_points = [1, 2, 1001]", &["value of a route is 1001"]);
    let thirteen = format!("route_points = {:?}", [1; 13]);
    check("route_points = [1, 2, 4]", &thirteen, &["13 entries"]);
    check("cards_per_color = 6", "cards_per_color = 125", &["252 cards", "127"]);
    check("cards_per_color = 6", "cards_per_color = 0", &["cards of a colour is 0"]);
    check("cards_per_color = 6", "cards_per_color = 2", &["too few cards", "need 8, and there are 6"]);
    check("locomotives = 2", "locomotives = 251", &["locomotives is 251"]);
}

#[test]
fn what_can_never_be_claimed() {
    let longer = |text: &str| {
        text.replace("length = 1", "length = 9")
            .replace("length = 2", "length = 9")
            .replace("length = 3", "length = 9")
    };
    let mut files = sources(&FILES);
    files[0].text = longer(MAP);
    files[3].text = RULES.replace("[1, 2, 4]", "[1, 2, 3, 4, 5, 6, 7, 8, 9]");
    let faults = shown(&Library::builtin().extended(&files).unwrap_err());
    assert!(
        faults.contains("rules.toml:7:10: With 8 trains nobody can claim even the shortest route of 9."),
        "{faults}"
    );
    assert!(faults.contains("rules.toml:8:19: The shortest route takes 9 cards"), "{faults}");
}

#[test]
fn too_many_tickets_under_the_deck() {
    let variant = r#"kind = "edition"
id = "hoard"
name = "Hoard"
extends = "usa-mega"
ticket_rules = { deal = 8 }
"#;
    let faults = Library::builtin().extended(&sources(&[("hoard.toml", variant)])).unwrap_err();
    assert_eq!(faults.len(), 1, "{}", shown(&faults));
    assert_eq!(
        faults[0].to_string(),
        "hoard.toml:2:6: Up to 65 tickets could lie returned under the deck. This is inherited from \
         editions/usa-mega.toml:7. Only 64 can: use fewer tickets, or have players keep more of those they draw."
    );
}

#[test]
fn ids_and_names_of_files() {
    one("long.toml", "\"isle-long\"", "\"Isle_Long\"", "Isle_Long", &["contains 'I'", "small letters"]);
    one("long.toml", "\"isle-long\"", "\"\"", "id =", &["id is empty"]);
    one("long.toml", "\"Isle, long\"", "\"\"", "name =", &["name of the edition is empty"]);
    one("long.toml", "name = \"Isle, long\"\n", "", "kind", &["\"name\" is missing"]);
    one("map.toml", "\"The Isle\"", "\" \"", "name =", &["name of the map is empty"]);
    one("map.toml", "piece = \"train\"", "piece = \"\"", "piece =", &["name of the pieces is empty"]);
    one("long.toml", "\"isle-long\"", "\"usa-mega\"", "usa-mega", &["built in", "another id"]);
    one("long.toml", "\"isle-long\"", "\"isle\"", "id =", &["already holds the edition \"isle\""]);
    let long = format!("text = {:?}", "x".repeat(2001));
    one("long.toml", "trains = 9", &long, "text", &["2001 characters"]);
}

#[test]
fn references() {
    has("rules.toml", "map = \"isle\"", "map = \"ilse\"", "map =", &["no map \"ilse\"", "mean \"isle\"?"]);
    one("rules.toml", "tickets = \"isle\"", "tickets = \"x\"", "tickets =", &["no deck \"x\""]);
    one("deck.toml", "isle-more", "isle-mroe", "includes", &["no deck", "mean \"isle-more\"?"]);
    one(
        "long.toml",
        "extends = \"isle\"",
        "extends = \"ilse\"",
        "extends",
        &["no edition", "mean \"isle\"?"],
    );
    one("long.toml", "extends = \"isle\"", "extends = \"isle-long\"", "extends", &["extends itself"]);
    let (_, faults) = changed("rules.toml", "trains = 8", "extends = \"isle-long\"");
    let faults = shown(&faults);
    assert!(
        faults.contains("long.toml:4:11: The edition extends itself: isle → isle-long → isle."),
        "{faults}"
    );
    assert!(
        faults.contains("rules.toml:7:11: The edition extends itself: isle-long → isle → isle-long."),
        "{faults}"
    );
    let circle = "includes = [\"isle\"]\ntickets = [";
    has(
        "more.toml",
        "tickets = [",
        circle,
        "includes",
        &["takes its tickets from itself", "isle → isle-more"],
    );
    let from = "from = \"isle\"\ntickets = [";
    has("more.toml", "tickets = [", from, "kind", &["\"from\" but no \"any_city\""]);
    has(
        "more.toml",
        "tickets = [",
        "any_city = [\"Ayton\"]\ntickets = [",
        "kind",
        &["\"any_city\" but no \"from\""],
    );
    let stranger = "from = \"isle-more\"\nany_city = [\"Aytno\"]\ntickets = [";
    has(
        "deck.toml",
        "tickets = [",
        stranger,
        "any_city",
        &["No ticket leads to \"Aytno\"", "mean \"Ayton\"?"],
    );
}

#[test]
fn fields_and_types() {
    one("map.toml", "piece =", "peice =", "peice", &["\"peice\" is unknown", "mean \"piece\"?"]);
    one("map.toml", "attraction", "atraction", "atraction", &["unknown in a city", "mean \"attraction\"?"]);
    one("rules.toml", "longest_path = 5", "longest = 5", "longest", &["unknown in the bonuses"]);
    one("long.toml", "trains", "trans", "trans", &["mean \"trains\"?"]);
    one(
        "deck.toml",
        "provenance = \"own\"",
        "provenance = \"print\"",
        "print",
        &["verified, reconstructed, own"],
    );
    one("map.toml", "length = 3", "length = \"3\"", "\"3\"", &["is the text \"3\"", "a whole number"]);
    one("map.toml", "length = 3", "length = -3", "-3", &["is the number -3", "a whole number from 0"]);
    one("map.toml", "length = 3", "length = 3.5", "3.5", &["is the number 3.5"]);
    one("map.toml", ", length = 3", "", "\"gray\"", &["\"length\" is missing in a route"]);
    one("map.toml", "attraction = true", "attraction = 1", "attraction", &["the number 1", "true or false"]);
    one("map.toml", "name = \"Deeton\"", "name = 4", "name = 4", &["the number 4", "a text in quotes"]);
    one(
        "map.toml",
        "{ name = \"Deeton\", x = 99, y = 99, lat = 1.5, lon = 2.5 }",
        "\"Deeton\"",
        "\"Deeton\",\n",
        &["the text \"Deeton\"", "in braces"],
    );
    one("rules.toml", "row = 3", "row = [3]", "row", &["\"row\" is a list"]);
    one("rules.toml", "row = 3", "row = 2020-01-01", "row", &["\"row\" is a date"]);
    one("rules.toml", "row = 3\n", "", "id =", &["\"row\" is missing", "`row = 5`"]);
    one("rules.toml", "keep = 1\n", "", "id =", &["\"ticket_rules.keep\" is missing"]);
    one("rules.toml", "players = [2, 2]", "players = [2]", "players", &["least and the largest"]);
    one("rules.toml", "players = [2, 2]", "players = 2", "players", &["in brackets"]);
    one("long.toml", "{ draw = 1 }", "1", "ticket_rules", &["\"ticket_rules\" is the number 1", "a table"]);
    one("long.toml", "{ draw = 1 }", "{ returned = \"botom\" }", "botom", &["mean \"bottom\"?"]);
    one("long.toml", "trains = 9", "set_up = \"cards\"", "cards", &["hands_first, row_first"]);
    one("long.toml", "trains = 9", "must_connect = \"yes\"", "yes", &["true or false"]);
    one("long.toml", "trains = 9", "documents = \"S1\"", "S1", &["in brackets"]);
    one("long.toml", "trains = 9", "map = 3", "map = 3", &["the id of a map"]);
    one("long.toml", "trains = 9", "tickets = 3", "tickets = 3", &["the id of a deck"]);
    one("long.toml", "kind = \"edition\"", "kind = \"editon\"", "editon", &["mean \"edition\"?"]);
    one("long.toml", "kind = \"edition\"\n", "", "id =", &["\"kind\" is missing"]);
    one("long.toml", "id = \"isle-long\"\n", "", "kind", &["\"id\" is missing"]);
}

#[test]
fn syntax_errors() {
    one("long.toml", "trains = 9", "trains = ", "trains", &["not TOML"]);
    one("long.toml", "trains = 9", "name = 9", "name = 9", &["not TOML", "duplicate"]);
    // A file with a syntax error is still known by its id: the others do not complain about it.
    one("map.toml", "length = 3", "length = ", "length =  }", &["not TOML"]);
    has("deck.toml", "points = 5 }", "points = 5", "Beeham", &["not TOML"]);
}

#[test]
fn a_problem_of_an_inherited_rule_points_at_the_base() {
    // With one train per player the base's `end_at` no longer fits.
    elsewhere("long.toml", "trains = 9", "trains = 1", ("rules.toml", 15), &["ends at 2 trains", "only 1"]);
}

#[test]
fn maps_and_decks_are_checked_without_an_edition() {
    let map = MAP.replace("b = \"Ceeley\"", "b = \"Ceely\"");
    let deck = MORE.replace("points = 6", "points = 0");
    let faults =
        Library::builtin().extended(&sources(&[("map.toml", &map), ("deck.toml", &deck)])).unwrap_err();
    let places: Vec<_> = faults.iter().map(|fault| (fault.file.as_str(), fault.line)).collect();
    assert_eq!(places, [("map.toml", 19), ("deck.toml", 5)], "{}", shown(&faults));
}

#[test]
fn an_edition_may_hold_its_map_and_tickets_itself() {
    let mut text = RULES.replace("map = \"isle\"\ntickets = \"isle\"\n", "");
    text = text
        .replace("players", "tickets = [{ a = \"P\", b = \"Q\", points = 1 }]\nplayers")
        .replace("deal = 2", "deal = 1")
        .replace("id = \"isle\"", "id = \"pq\"");
    text.push_str(
        r##"
[map]
cards = [{ color = "red", symbol = "circle", fill = "#b3161b" }]
[[map.cities]]
name = "P"
[[map.cities]]
name = "Q"
[[map.routes]]
a = "P"
b = "Q"
color = "red"
length = 1
"##,
    );
    let two = text.replace("points = 1 }", "points = 1 }, { a = \"Q\", b = \"P\", points = 1 }");
    let library = Library::builtin()
        .extended(&sources(&[("pq.toml", &two)]))
        .unwrap_or_else(|e| panic!("{}", shown(&e)));
    let spec = library.get("pq").unwrap().spec();
    assert_eq!((spec.map.id.as_str(), spec.map.name.as_str()), ("pq", "Isle"));
    let broken = two.replace("a = \"P\"\n", "a = \"PP\"\n");
    let faults = Library::builtin().extended(&sources(&[("pq.toml", &broken)])).unwrap_err();
    let line = line_of(&broken, "[[map.routes]]");
    assert_eq!((faults[0].line, faults.len()), (line, 1), "{}", shown(&faults));
}
