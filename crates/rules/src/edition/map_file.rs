//! Map files: how the board looks, its cities and routes.

use std::collections::BTreeMap;

use super::check::name_fault;
use super::source::{Located, Origin};
use super::spec::{BoardSize, CardLook, CitySpec, MapInfo, RouteSpec};
use super::toml_reader::{Plain, Reader, Table, Unusable, Value};
use super::words::did_you_mean;

pub(super) const FIELDS: [&str; 10] =
    ["kind", "id", "name", "piece", "wild", "board", "cards", "cities", "routes", "aliases"];

const SYMBOLS: [(&str, &str); 8] = [
    ("circle", "circle"),
    ("square", "square"),
    ("triangle", "triangle"),
    ("diamond", "diamond"),
    ("cross", "cross"),
    ("star", "star"),
    ("hexagon", "hexagon"),
    ("bar", "bar"),
];

/// A map as far as its file could be read.
#[derive(Debug)]
pub(super) struct MapDraft {
    pub(super) info: MapInfo,
    pub(super) colors: Vec<Located<String>>,
    pub(super) cities: Vec<Located<CitySpec>>,
    pub(super) routes: Vec<Located<RouteSpec>>,
    /// Where the fields that a check may complain about stand.
    pub(super) fields: BTreeMap<&'static str, Origin>,
    pub(super) whole: Whole,
}

/// Which lists of a map could be read to the last entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    pub(super) colors: bool,
    pub(super) cities: bool,
    pub(super) routes: bool,
}

impl MapDraft {
    /// `id` and `name` have been read by the caller: an inline map takes them from its edition.
    pub(super) fn read(reader: &mut Reader<'_>, table: Table<'_, '_>, id: String, name: &str) -> Self {
        let mut fields = BTreeMap::new();
        let mut called = |reader: &mut Reader<'_>, field, key, whose, usual: &str| {
            let Ok(Some(name)) = reader.optional::<String>(table, key) else { return usual.to_owned() };
            fields.insert(field, name.at);
            if let Some((what, mend)) = name_fault(whose, &name.value) {
                reader.note(name.at, what, mend);
            }
            name.value
        };
        let name = called(reader, "map.name", "name", "The name of the map", name);
        let piece = called(reader, "map.piece", "piece", "The name of the pieces", "train");
        let wild = called(reader, "map.wild", "wild", "The name of the wild card", "Locomotive");
        let board = table.get("board").and_then(|value| board(reader, value).ok());

        for (field, key) in [("colors", "cards"), ("cities", "cities"), ("routes", "routes")] {
            let at = table.get(key).map_or(table.at, |value| reader.origin(value.span().start));
            fields.insert(field, at);
        }
        let (looks, all_colors) =
            entries(reader, table, "cards", "a card", &["color", "car", "symbol", "fill"], card);
        let (cities, all_cities) = entries(
            reader,
            table,
            "cities",
            "a city",
            &["name", "region", "lat", "lon", "x", "y", "attraction"],
            |reader, table| city(reader, table, board),
        );
        let (mut routes, all_routes) =
            entries(reader, table, "routes", "a route", &["a", "b", "color", "length"], route);
        let whole = Whole { colors: all_colors, cities: all_cities, routes: all_routes };
        same_symbol(reader, &looks);

        let aliases = aliases(reader, table, &cities, whole);
        for route in &mut routes {
            for end in [&mut route.value.a, &mut route.value.b] {
                normalise(end, &aliases);
            }
        }
        let colors =
            looks.iter().map(|look| Located { value: look.value.color.clone(), at: look.at }).collect();
        let cards = looks.into_iter().map(|look| look.value).collect();
        let info = MapInfo { id, name, piece, wild, cards, board, aliases };
        Self { info, colors, cities, routes, fields, whole }
    }
}

/// Replaces another spelling of a city by the map's own.
pub(super) fn normalise(city: &mut String, aliases: &[[String; 2]]) {
    if let Some([_, ours]) = aliases.iter().find(|[seen, _]| seen == city) {
        city.clone_from(ours);
    }
}

/// Reads a list of tables. The flag says whether every one of them could be used.
pub(super) fn entries<T>(
    reader: &mut Reader<'_>,
    table: Table<'_, '_>,
    name: &'static str,
    whose: &'static str,
    fields: &[&str],
    mut read: impl FnMut(&mut Reader<'_>, Table<'_, '_>) -> Result<T, Unusable>,
) -> (Vec<Located<T>>, bool) {
    let Some(value) = table.get(name) else {
        let expected = format!("a list with {whose} in each line");
        let _: Result<(), _> = reader.missing(table, name, &expected);
        return (Vec::new(), false);
    };
    let Ok(items) = reader.list(value, name) else { return (Vec::new(), false) };
    let mut found = Vec::with_capacity(items.len());
    for item in items {
        if let Ok(table) = reader.table(item, name, whose) {
            reader.known(table, fields);
            if let Ok(value) = read(reader, table) {
                found.push(Located { value, at: table.at });
            }
        }
    }
    let whole = found.len() == items.len();
    (found, whole)
}

fn board(reader: &mut Reader<'_>, value: &Value<'_>) -> Result<BoardSize, Unusable> {
    let table = reader.table(value, "board", "the board")?;
    reader.known(table, &["width", "height", "car_length"]);
    let [width, height, car_length] = ["width", "height", "car_length"].map(|name| {
        let size = reader.required::<f64>(table, name)?;
        if size.value > 0.0 && size.value <= 100_000.0 {
            return Ok(size.value);
        }
        reader.note(
            size.at,
            format!("{name:?} is {}.", size.value),
            "Choose a number above 0, 100000 at most.",
        );
        Err(Unusable)
    });
    Ok(BoardSize { width: width?, height: height?, car_length: car_length? })
}

fn card(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Result<CardLook, Unusable> {
    let color = reader.required::<String>(table, "color");
    let car = reader.optional::<String>(table, "car");
    let symbol = match table.get("symbol") {
        Some(value) => reader.choice(value, "symbol", &SYMBOLS),
        None => reader.missing(table, "symbol", "one of the eight shapes, \"circle\" for instance"),
    };
    let fill = reader.required::<String>(table, "fill").and_then(|fill| {
        let digits = fill.value.strip_prefix('#').unwrap_or_default();
        if digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit()) {
            return Ok(fill);
        }
        reader.note(fill.at, format!("\"fill\" is {:?}.", fill.value), "Write a colour as \"#rrggbb\".");
        Err(Unusable)
    });
    // Only the name of a colour matters to the rest of the files, so the look may be faulty without further harm.
    let color = color?.value;
    Ok(CardLook {
        car: car.ok().flatten().map_or_else(|| color.clone(), |car| car.value),
        symbol: symbol.map_or_else(|_| String::new(), |symbol| symbol.value.to_owned()),
        fill: fill.map_or_else(|_| String::new(), |fill| fill.value),
        color,
    })
}

fn same_symbol(reader: &mut Reader<'_>, looks: &[Located<CardLook>]) {
    for (i, look) in looks.iter().enumerate() {
        let symbol = &look.value.symbol;
        let earlier = looks[..i].iter().find(|other| !symbol.is_empty() && other.value.symbol == *symbol);
        if let Some(other) = earlier {
            reader.note(
                look.at,
                format!("{} and {} cards have the same symbol {symbol:?}.", other.value.color, look.value.color),
                "Give each colour a symbol of its own: they tell the colours apart where colour alone does not.",
            );
        }
    }
}

fn city(
    reader: &mut Reader<'_>,
    table: Table<'_, '_>,
    board: Option<BoardSize>,
) -> Result<CitySpec, Unusable> {
    fn lenient<T: Plain>(reader: &mut Reader<'_>, table: Table<'_, '_>, name: &str) -> Option<Located<T>> {
        reader.optional(table, name).ok().flatten()
    }
    let name = reader.required::<String>(table, "name");
    let region = lenient::<String>(reader, table, "region");
    let attraction = lenient::<bool>(reader, table, "attraction");
    let size = |side: fn(BoardSize) -> f64| board.map_or(100_000.0, side);
    let [lat, lon, x, y] = [
        ("lat", -90.0, 90.0),
        ("lon", -180.0, 180.0),
        ("x", 0.0, size(|board| board.width)),
        ("y", 0.0, size(|board| board.height)),
    ]
    .map(|(name, least, most)| {
        let number = lenient::<f64>(reader, table, name)?;
        if !(least..=most).contains(&number.value) {
            let mend = format!("Choose a number from {least} to {most}.");
            reader.note(number.at, format!("{name:?} is {}, which is off the map.", number.value), mend);
        }
        Some(number.value)
    });
    for (one, other, named, absent) in
        [(x, y, "x", "y"), (y, x, "y", "x"), (lat, lon, "lat", "lon"), (lon, lat, "lon", "lat")]
    {
        if one.is_some() && other.is_none() && table.get(absent).is_none() {
            reader.note(
                table.at,
                format!("The city has {named:?} but no {absent:?}."),
                "Give both or neither.",
            );
        }
    }
    Ok(CitySpec {
        name: name?.value,
        attraction: attraction.is_some_and(|flag| flag.value),
        region: region.map(|region| region.value),
        lat,
        lon,
        x,
        y,
    })
}

fn route(reader: &mut Reader<'_>, table: Table<'_, '_>) -> Result<RouteSpec, Unusable> {
    let [a, b, color] = ["a", "b", "color"].map(|name| reader.required::<String>(table, name));
    let length = reader.required::<u32>(table, "length");
    Ok(RouteSpec { a: a?.value, b: b?.value, color: color?.value, length: length?.value })
}

fn aliases(
    reader: &mut Reader<'_>,
    table: Table<'_, '_>,
    cities: &[Located<CitySpec>],
    whole: Whole,
) -> Vec<[String; 2]> {
    let Some(value) = table.get("aliases") else { return Vec::new() };
    let Ok(table) = reader.table(value, "aliases", "the aliases") else { return Vec::new() };
    let names = || cities.iter().map(|city| city.value.name.as_str());
    let mut aliases = Vec::new();
    for (seen, at, value) in table.entries() {
        let Ok(ours) = reader.plain::<String>(value, seen) else { continue };
        if names().any(|name| name == seen) {
            let at = reader.origin(at);
            reader.note(
                at,
                format!("{seen:?} is a city of the map, not another spelling."),
                "Remove this line.",
            );
        } else if whole.cities && !names().any(|name| name == ours.value) {
            let mend = did_you_mean(&ours.value, names(), || {
                "Write `\"other spelling\" = \"City of the map\"`.".to_owned()
            });
            reader.note(ours.at, format!("The map has no city {:?}.", ours.value), mend);
        } else {
            aliases.push([seen.to_owned(), ours.value]);
        }
    }
    aliases
}
