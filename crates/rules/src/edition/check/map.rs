//! The colours, cities, routes and tickets of an edition.

use std::collections::BTreeMap;

use super::Findings;
use crate::cards::MAX_COLORS;
use crate::edition::spec::RouteSpec;
use crate::edition::words::{did_you_mean, listed, nearest};
use crate::edition::{EditionSpec, Place};
use crate::ids::{MAX_CITIES, MAX_LENGTH, MAX_ROUTES, MAX_TICKETS};

const GRAY: &str = "gray";
const MOST_POINTS: u32 = 1000;

pub(in crate::edition) fn colors(spec: &EditionSpec, found: &mut Findings) {
    let colors = &spec.colors;
    if !(1..=MAX_COLORS).contains(&colors.len()) {
        found.field(
            "colors",
            format!("The map has {} colours of cards.", colors.len()),
            format!("Use 1 to {MAX_COLORS}."),
        );
    }
    for (i, color) in colors.iter().enumerate() {
        let place = Place::Color(i);
        if found.name(place, "The name of a colour", color) {
            continue;
        }
        if color == GRAY {
            let what =
                "A colour is called \"gray\", but gray is the word for routes that take any one colour.";
            found.add(place, what, "Call it something else, \"silver\" for instance.");
        } else if color == "locomotive" {
            let what = "A colour is called \"locomotive\", but that is the word for the wild card.";
            found.add(place, what, "Call it something else.");
        } else if colors[..i].contains(color) {
            found.add(place, format!("The colour {color:?} stands twice."), "Remove one of the two.");
        }
    }
}

pub(in crate::edition) fn cities(spec: &EditionSpec, found: &mut Findings) {
    let count = spec.cities.len();
    if !(2..=MAX_CITIES).contains(&count) {
        found.field("cities", format!("The map has {count} cities."), format!("Use 2 to {MAX_CITIES}."));
    }
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (i, city) in spec.cities.iter().enumerate() {
        let place = Place::City(i);
        if found.name(place, "The name of a city", &city.name) {
            continue;
        }
        match seen.insert(city.name.to_lowercase(), &city.name) {
            Some(same) if same == city.name => {
                found.add(place, format!("The city {same:?} stands twice."), "Remove one of the two.");
            }
            Some(other) => {
                let what =
                    format!("The cities {other:?} and {:?} differ only in capital letters.", city.name);
                found.add(place, what, "Remove one of the two or rename it.");
            }
            None => {}
        }
    }
}

pub(in crate::edition) fn routes(spec: &EditionSpec, found: &mut Findings) {
    let count = spec.routes.len();
    if !(1..=MAX_ROUTES).contains(&count) {
        found.field("routes", format!("The map has {count} routes."), format!("Use 1 to {MAX_ROUTES}."));
    }
    let mut pairs: BTreeMap<[&str; 2], Vec<&RouteSpec>> = BTreeMap::new();
    // Beyond the limit the number of routes is message enough.
    for (i, route) in spec.routes.iter().take(MAX_ROUTES).enumerate() {
        let place = Place::Route(i);
        if !(1..=MAX_LENGTH as u32).contains(&route.length) {
            found.add(
                place,
                format!("The route {} – {} has {} spaces.", route.a, route.b, route.length),
                format!("Choose a length from 1 to {MAX_LENGTH}."),
            );
        }
        if route.a == route.b {
            found.add(
                place,
                format!("The route starts and ends in {:?}.", route.a),
                "Name two different cities.",
            );
            continue;
        }
        let mut pair = [route.a.as_str(), route.b.as_str()];
        pair.sort_unstable();
        let earlier = pairs.entry(pair).or_default();
        sides(place, route, earlier, found);
        earlier.push(route);
    }
}

/// Needs the cities.
pub(in crate::edition) fn route_cities(spec: &EditionSpec, found: &mut Findings) {
    for (i, route) in spec.routes.iter().take(MAX_ROUTES).enumerate() {
        unknown_cities(spec, Place::Route(i), "route", [&route.a, &route.b], found);
    }
}

/// Needs the colours.
pub(in crate::edition) fn route_colors(spec: &EditionSpec, found: &mut Findings) {
    let colors = || spec.colors.iter().map(String::as_str).chain([GRAY]);
    for (i, route) in spec.routes.iter().take(MAX_ROUTES).enumerate() {
        if !colors().any(|color| color == route.color) {
            let mend = did_you_mean(&route.color, colors(), || format!("Use one of: {}.", listed(colors())));
            found.add(Place::Route(i), format!("The map has no colour {:?}.", route.color), mend);
        }
    }
}

/// Holds a route against the earlier ones between the same two cities.
fn sides(place: Place, route: &RouteSpec, earlier: &[&RouteSpec], found: &mut Findings) {
    let Some(first) = earlier.first() else { return };
    let name = format!("{} – {}", route.a, route.b);
    if earlier.len() > 1 {
        let what = format!("There are more than two routes {name}.");
        found.add(place, what, "Keep at most two: a double route has two sides.");
        return;
    }
    if first.color == route.color && route.color != GRAY {
        let what = format!("Both sides of the double route {name} are {}.", route.color);
        found.add(place, what, "Remove one of them, or give it another colour.");
    }
    if first.length != route.length {
        let what = format!(
            "The two sides of the double route {name} have {} and {} spaces.",
            first.length, route.length
        );
        found.add(place, what, "Give both the same length.");
    }
}

/// Every city must be reachable from every other. Needs the cities and the routes.
pub(in crate::edition) fn reach(spec: &EditionSpec, found: &mut Findings) {
    let count = spec.cities.len();
    if count > MAX_CITIES || spec.routes.len() > MAX_ROUTES {
        return;
    }
    let index: BTreeMap<&str, usize> =
        spec.cities.iter().enumerate().map(|(i, city)| (city.name.as_str(), i)).collect();
    // A misspelt route still counts: its spelling is reported elsewhere, and the way is there.
    let city = |name: &str| {
        let name = if index.contains_key(name) { name } else { nearest(name, index.keys().copied())? };
        index.get(name).copied()
    };
    let mut neighbours = vec![Vec::new(); count];
    for route in spec.routes.iter().take(MAX_ROUTES) {
        if let (Some(a), Some(b)) = (city(&route.a), city(&route.b)) {
            neighbours[a].push(b);
            neighbours[b].push(a);
        }
    }
    let mut part = vec![usize::MAX; count];
    let mut sizes: Vec<usize> = Vec::new();
    for start in 0..count {
        // A city that stands twice is one city here; the doublet is reported elsewhere.
        if part[start] != usize::MAX || index.get(spec.cities[start].name.as_str()) != Some(&start) {
            continue;
        }
        let mut to_visit = vec![start];
        let mut size = 0;
        part[start] = sizes.len();
        while let Some(city) = to_visit.pop() {
            size += 1;
            for &next in &neighbours[city] {
                if part[next] == usize::MAX {
                    part[next] = sizes.len();
                    to_visit.push(next);
                }
            }
        }
        sizes.push(size);
    }
    // The first of the largest parts is the map; what lies outside it is cut off.
    let Some((main, _)) = sizes.iter().enumerate().max_by_key(|(i, size)| (**size, std::cmp::Reverse(*i)))
    else {
        return;
    };
    let Some(anchor) = part.iter().position(|p| *p == main).map(|i| &spec.cities[i].name) else { return };
    for (i, city) in spec.cities.iter().enumerate() {
        if part[i] != main && part[i] != usize::MAX {
            let what = format!("No way leads from {} to {anchor}.", city.name);
            found.add(Place::City(i), what, "Add a route that connects it with the rest of the map.");
        }
    }
}

pub(in crate::edition) fn tickets(spec: &EditionSpec, found: &mut Findings) {
    for (i, ticket) in spec.tickets.iter().take(MAX_TICKETS).enumerate() {
        let place = Place::Ticket(i);
        if ticket.a == ticket.b {
            found.add(
                place,
                format!("The ticket leads from {:?} to itself.", ticket.a),
                "Name two different cities.",
            );
        }
        if !(1..=MOST_POINTS).contains(&ticket.points) {
            found.add(
                place,
                format!("The ticket {} – {} is worth {} points.", ticket.a, ticket.b, ticket.points),
                format!("Choose a value from 1 to {MOST_POINTS}."),
            );
        }
    }
}

/// Needs the cities.
pub(in crate::edition) fn ticket_cities(spec: &EditionSpec, found: &mut Findings) {
    for (i, ticket) in spec.tickets.iter().take(MAX_TICKETS).enumerate() {
        unknown_cities(spec, Place::Ticket(i), "ticket", [&ticket.a, &ticket.b], found);
    }
}

fn unknown_cities(spec: &EditionSpec, place: Place, of: &str, names: [&String; 2], found: &mut Findings) {
    let cities = || spec.cities.iter().map(|city| city.name.as_str());
    let shown = if names[0] == names[1] { &names[..1] } else { &names[..] };
    for name in shown {
        if !cities().any(|city| city == name.as_str()) {
            let spellings = spec.map.aliases.iter().map(|[seen, _]| seen.as_str());
            let mend = did_you_mean(name, cities().chain(spellings), || {
                format!("Add it to `cities`, or use a city of the map in this {of}.")
            });
            found.add(place, format!("The map has no city {name:?}."), mend);
        }
    }
}
