//! An edition as plain data: what a TOML file says and what the header of a record carries.
//!
//! Anything can stand in a spec. [`super::Edition::new`] is the one way from here to an edition that can be
//! played.

use serde::{Deserialize, Serialize};

/// Field names and meaning are those of the record format; readers ignore fields they do not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EditionSpec {
    pub id: String,
    pub name: String,
    /// What a player should know before choosing this edition.
    #[serde(default)]
    pub text: String,
    /// The rule documents it follows, by their short names (`S0` to `S4`).
    #[serde(default)]
    pub documents: Vec<String>,
    /// Least and largest number of players.
    pub players: [u32; 2],
    pub trains: u32,
    pub colors: Vec<String>,
    pub cards_per_color: u32,
    pub locomotives: u32,
    pub hand: u32,
    pub row: u32,
    /// The row is discarded when this many locomotives lie open.
    pub flush_at: u32,
    /// Points for a route of 1, 2, 3, … spaces.
    pub route_points: Vec<u32>,
    pub ticket_rules: TicketRules,
    /// The largest number of players with which the second side of a double route closes.
    pub doubles_closed_up_to: u32,
    pub must_connect: bool,
    /// A turn that ends with this many trains or fewer starts the final round.
    pub end_at: u32,
    pub bonuses: Bonuses,
    #[serde(default)]
    pub set_up: SetUp,
    #[serde(default)]
    pub map: MapInfo,
    #[serde(default)]
    pub deck: DeckInfo,
    pub cities: Vec<CitySpec>,
    pub routes: Vec<RouteSpec>,
    pub tickets: Vec<TicketSpec>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketRules {
    /// Dealt to each seat at set-up.
    pub deal: u32,
    /// Least number of those that must be kept.
    pub keep: u32,
    /// Drawn by the action in play.
    pub draw: u32,
    /// Least number of those that must be kept.
    pub draw_keep: u32,
    pub returned: Returned,
}

/// What happens to first tickets that are not kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Returned {
    /// Out of the game.
    Removed,
    /// Under the deck by seat, each in its player's order.
    Bottom,
    /// All shuffled together, then under the deck.
    ShuffledBottom,
}

/// Bonus points; 0 where the edition does not have the bonus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bonuses {
    #[serde(default)]
    pub longest_path: u32,
    #[serde(default)]
    pub globetrotter: u32,
    #[serde(default)]
    pub attraction: u32,
}

/// Whether the starting hands or the face-up row come off the shuffled deck first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SetUp {
    #[default]
    HandsFirst,
    RowFirst,
}

/// How the map and its cards look and what its pieces are called; no rule depends on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct MapInfo {
    pub id: String,
    pub name: String,
    /// What one playing piece is called: `train`, `taxi`.
    pub piece: String,
    /// What the wild card is called: `Locomotive`, `Taxi`.
    pub wild: String,
    /// In the order of the edition's colours.
    pub cards: Vec<CardLook>,
    /// Size of the drawing that the city positions refer to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardSize>,
    /// Other spellings of city names, `[seen, ours]`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<[String; 2]>,
}

/// Where the tickets of an edition come from; no rule depends on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct DeckInfo {
    /// Empty where the tickets stand in the edition itself.
    pub id: String,
    pub name: String,
    pub provenance: Provenance,
}

/// How sure it is that a deck is the printed one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// Checked against the printed cards.
    Verified,
    /// Partly known, partly guessed.
    Reconstructed,
    /// Made by the author of the file.
    #[default]
    Own,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CardLook {
    pub color: String,
    /// The kind of car on the card: `Freight`, `Tanker`.
    pub car: String,
    /// The shape that stands for the colour where colour alone would not do.
    pub symbol: String,
    /// `#rrggbb`.
    pub fill: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoardSize {
    pub width: f64,
    pub height: f64,
    pub car_length: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CitySpec {
    pub name: String,
    #[serde(default)]
    pub attraction: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lat: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lon: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteSpec {
    pub a: String,
    pub b: String,
    /// One of the edition's colours, or `gray`.
    pub color: String,
    pub length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TicketSpec {
    pub a: String,
    pub b: String,
    pub points: u32,
}
