//! The built-in editions against what is known about the printed games.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::{BTreeMap, BTreeSet};

use whistlestop_rules::edition::spec::{Bonuses, CardLook, Provenance, TicketRules, TicketSpec};
use whistlestop_rules::edition::{Edition, EditionSpec, Library, Place, Returned, SetUp, builtin_files};

fn spec(id: &str) -> &'static EditionSpec {
    Library::builtin().get(id).unwrap_or_else(|| panic!("no {id}")).spec()
}

/// Fewest spaces between any two cities, by name.
fn distances(spec: &EditionSpec) -> BTreeMap<(&str, &str), u32> {
    let names: Vec<&str> = spec.cities.iter().map(|city| city.name.as_str()).collect();
    let mut far = BTreeMap::new();
    for route in &spec.routes {
        for pair in [(route.a.as_str(), route.b.as_str()), (route.b.as_str(), route.a.as_str())] {
            let best = far.entry(pair).or_insert(u32::MAX);
            *best = route.length.min(*best);
        }
    }
    for via in &names {
        for a in &names {
            for b in &names {
                if let (Some(first), Some(second)) = (far.get(&(*a, *via)), far.get(&(*via, *b))) {
                    let way = first + second;
                    let best = far.entry((*a, *b)).or_insert(u32::MAX);
                    *best = way.min(*best);
                }
            }
        }
    }
    far
}

fn spaces(spec: &EditionSpec) -> BTreeMap<&str, u32> {
    let mut spaces = BTreeMap::new();
    for route in &spec.routes {
        *spaces.entry(route.color.as_str()).or_default() += route.length;
    }
    spaces
}

fn doubles(spec: &EditionSpec) -> usize {
    let pairs: BTreeSet<_> = spec.routes.iter().map(|route| (&route.a, &route.b)).collect();
    spec.routes.len() - pairs.len()
}

#[test]
fn the_built_in_files_have_no_fault() {
    let library = Library::default().extended(&builtin_files()).unwrap_or_else(|faults| {
        panic!("{}", faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    });
    let ids: Vec<&str> = library.iter().map(|edition| edition.id()).collect();
    assert_eq!(
        ids,
        [
            "usa-classic",
            "usa-anniversary",
            "usa-1910",
            "usa-mega",
            "usa-big-cities",
            "usa-2025",
            "usa-crc",
            "nyc",
            "toy"
        ]
    );
    assert_eq!(Library::builtin().iter().len(), ids.len());
}

#[test]
fn north_america_has_its_cities_routes_and_spaces() {
    let usa = spec("usa-classic");
    assert_eq!((usa.cities.len(), usa.routes.len(), doubles(usa)), (36, 100, 22));
    assert_eq!(usa.colors, ["purple", "blue", "orange", "white", "green", "yellow", "black", "red"]);
    let spaces = spaces(usa);
    assert!(usa.colors.iter().all(|color| spaces[color.as_str()] == 27));
    assert_eq!(spaces["gray"], 93);
    assert!(usa.cities.iter().all(|city| !city.attraction && city.x.is_some() && city.region.is_some()));
}

#[test]
fn new_york_has_its_places_routes_and_attractions() {
    let nyc = spec("nyc");
    assert_eq!((nyc.cities.len(), nyc.routes.len(), doubles(nyc)), (15, 41, 11));
    assert_eq!(nyc.cities.iter().filter(|city| city.attraction).count(), 9);
    let expected =
        [("blue", 11), ("green", 11), ("black", 10), ("pink", 11), ("red", 11), ("orange", 10), ("gray", 20)];
    assert_eq!(spaces(nyc), BTreeMap::from(expected));
    assert_eq!((nyc.map.piece.as_str(), nyc.map.wild.as_str()), ("taxi", "Taxi"));
}

#[test]
fn decks_have_their_size_and_every_ticket_is_worth_at_least_its_shortest_path() {
    let sizes = [
        ("usa-classic", 30),
        ("usa-anniversary", 30),
        ("usa-1910", 35),
        ("usa-mega", 69),
        ("usa-big-cities", 35),
        ("usa-2025", 33),
        ("usa-crc", 30),
        ("nyc", 18),
        ("toy", 6),
    ];
    for (id, size) in sizes {
        let spec = spec(id);
        assert_eq!(spec.tickets.len(), size, "{id}");
        let far = distances(spec);
        let pairs: BTreeSet<_> =
            spec.tickets.iter().map(|ticket| BTreeSet::from([&ticket.a, &ticket.b])).collect();
        assert_eq!(pairs.len(), size, "{id}: every pair once");
        for ticket in &spec.tickets {
            let shortest = far[&(ticket.a.as_str(), ticket.b.as_str())];
            let above = ticket.points.checked_sub(shortest);
            assert!(above.is_some_and(|above| above <= 2), "{id}: {ticket:?} against {shortest}");
        }
    }
}

/// How many tickets are worth more than their shortest path.
fn generous(id: &str) -> usize {
    let far = distances(spec(id));
    let shortest = |a, b| far[&(a, b)];
    spec(id).tickets.iter().filter(|ticket| ticket.points > shortest(&ticket.a, &ticket.b)).count()
}

#[test]
fn ticket_values_check_the_lengths_of_the_routes() {
    assert_eq!(generous("usa-mega"), 2);
    assert_eq!(generous("usa-classic"), 5);
    assert_eq!(generous("nyc"), 0);
    assert_eq!(generous("toy"), 0);
}

#[test]
fn mega_lowers_four_classic_tickets() {
    let lowered = spec("usa-classic").tickets.iter().filter(|classic| {
        let same = |ticket: &&TicketSpec| ticket.a == classic.a && ticket.b == classic.b;
        spec("usa-mega").tickets.iter().find(same).unwrap().points < classic.points
    });
    assert_eq!(lowered.count(), 4);
}

#[test]
fn every_big_cities_ticket_names_a_big_city() {
    let big = ["Chicago", "Dallas", "Houston", "Los Angeles", "Miami", "New York", "Seattle"];
    let is_big = |city: &String| big.contains(&city.as_str());
    assert!(spec("usa-big-cities").tickets.iter().all(|ticket| is_big(&ticket.a) || is_big(&ticket.b)));
    let of_mega = spec("usa-mega").tickets.iter().filter(|ticket| is_big(&ticket.a) || is_big(&ticket.b));
    assert_eq!(of_mega.count(), 35);
}

#[test]
fn the_2025_deck_says_that_it_is_a_reconstruction() {
    let spec = spec("usa-2025");
    assert!(spec.text.contains("reconstruction"), "{}", spec.text);
    assert_eq!(spec.deck.provenance, Provenance::Reconstructed);
    for (a, b, points) in [
        ("Chicago", "New Orleans", 7),
        ("Montréal", "Atlanta", 9),
        ("New York", "Atlanta", 6),
        ("Sault Ste. Marie", "Nashville", 8),
        ("Atlanta", "Washington", 4),
    ] {
        let known = |ticket: &&TicketSpec| ticket.a == a && ticket.b == b && ticket.points == points;
        assert!(spec.tickets.iter().any(|ticket| known(&ticket)), "{a} – {b}");
    }
}

/// Dealt, kept, drawn, kept, returned, doubles closed up to, longest path, globetrotter, attraction.
type Preset = (u32, u32, u32, u32, Returned, u32, u32, u32, u32);

#[test]
fn presets_follow_the_rule_documents() {
    let presets: [(&str, &str, &str, Preset); 8] = [
        ("usa-anniversary", "usa", "S0", (3, 2, 3, 1, Returned::Removed, 3, 10, 0, 0)),
        ("usa-classic", "usa", "S1", (3, 2, 3, 1, Returned::Bottom, 3, 10, 0, 0)),
        ("usa-1910", "usa", "S1", (3, 2, 3, 1, Returned::Bottom, 3, 0, 15, 0)),
        ("usa-mega", "usa", "S1", (5, 3, 4, 1, Returned::Bottom, 3, 10, 15, 0)),
        ("usa-big-cities", "usa", "S1", (4, 2, 4, 1, Returned::Bottom, 3, 0, 0, 0)),
        ("usa-crc", "usa", "S2", (3, 1, 3, 1, Returned::Bottom, 3, 10, 0, 0)),
        ("usa-2025", "usa", "S3", (4, 2, 3, 1, Returned::ShuffledBottom, 3, 10, 0, 0)),
        ("nyc", "nyc", "S4", (2, 1, 2, 1, Returned::Bottom, 2, 0, 0, 1)),
    ];
    for (id, map, document, preset) in presets {
        let spec = spec(id);
        let (deal, keep, draw, draw_keep, returned, closed, longest_path, globetrotter, attraction) = preset;
        assert_eq!(spec.map.id, map, "{id}");
        assert_eq!(spec.documents, [document], "{id}");
        assert_eq!(spec.ticket_rules, TicketRules { deal, keep, draw, draw_keep, returned }, "{id}");
        assert_eq!(spec.doubles_closed_up_to, closed, "{id}");
        assert_eq!(spec.bonuses, Bonuses { longest_path, globetrotter, attraction }, "{id}");
        let strict = id == "usa-crc";
        assert_eq!(spec.must_connect, strict, "{id}");
        assert_eq!(spec.set_up, if strict { SetUp::RowFirst } else { SetUp::HandsFirst }, "{id}");
        assert_eq!((spec.row, spec.flush_at, spec.end_at), (5, 3, 2), "{id}");
        let box_contents = (spec.players, spec.trains, spec.cards_per_color, spec.locomotives, spec.hand);
        if map == "usa" {
            assert_eq!(box_contents, ([2, 5], 45, 12, 14, 4), "{id}");
            assert_eq!(spec.route_points, [1, 2, 4, 7, 10, 15], "{id}");
        } else {
            assert_eq!(box_contents, ([2, 4], 15, 6, 8, 2), "{id}");
            assert_eq!(spec.route_points, [1, 2, 4, 7], "{id}");
        }
    }
}

#[test]
fn every_colour_has_a_look_of_its_own() {
    for edition in Library::builtin().iter() {
        let spec = edition.spec();
        let of = |part: fn(&CardLook) -> &String| spec.map.cards.iter().map(part).collect::<Vec<_>>();
        assert_eq!(of(|card| &card.color), spec.colors.iter().collect::<Vec<_>>());
        for part in [of(|card| &card.symbol), of(|card| &card.fill)] {
            assert_eq!(part.iter().collect::<BTreeSet<_>>().len(), spec.colors.len(), "{}", edition.id());
        }
        let board = spec.map.board.unwrap();
        assert!(board.width > 0.0 && spec.cities.iter().all(|city| city.x.is_some() && city.y.is_some()));
    }
}

#[test]
fn an_edition_survives_the_header_of_a_record() {
    for edition in Library::builtin().iter() {
        let text = serde_json::to_string(edition.spec()).unwrap();
        let spec: EditionSpec = serde_json::from_str(&text).unwrap();
        assert_eq!(spec, *edition.spec());
        assert!(Edition::new(spec).is_ok());
    }
}

#[test]
fn an_unknown_edition_gets_a_suggestion() {
    let library = Library::builtin();
    assert!(library.get_or_suggest("nyc").is_ok());
    let near = library.get_or_suggest("usa-clasic").unwrap_err();
    assert_eq!(near.to_string(), "there is no edition \"usa-clasic\"; did you mean \"usa-classic\"?");
    let far = library.get_or_suggest("europe").unwrap_err().to_string();
    assert!(far.contains("there are: usa-classic, usa-anniversary"), "{far}");
}

#[test]
fn a_spec_from_a_record_is_checked_like_a_file() {
    let mut spec = spec("toy").clone();
    spec.routes[5].a = "Ceder".to_owned();
    spec.tickets[2].points = 0;
    spec.colors[1] = "gray".to_owned();
    spec.ticket_rules.keep = 3;
    spec.players = [u32::MAX; 2];
    spec.trains = u32::MAX;
    spec.cards_per_color = u32::MAX;
    let problems = Edition::new(spec).unwrap_err();
    for place in [
        Place::Route(5),
        Place::Ticket(2),
        Place::Color(1),
        Place::Field("ticket_rules.keep"),
        Place::Field("players"),
        Place::Field("trains"),
        Place::Field("cards_per_color"),
    ] {
        assert!(problems.iter().any(|problem| problem.place == place), "{place}");
    }
}
