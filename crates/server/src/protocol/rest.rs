//! Bodies of the REST API.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::event::GameEvent;
use super::game::GameView;
use super::ids::{PlayerId, RecordId, TableId, TokenId};
use super::table::{SeatColor, TableOptions, TableSummary};

/// Who the session belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Me {
    pub player: PlayerId,
    pub name: String,
    /// Whether there is an account; otherwise a guest.
    pub account: bool,
}

/// Begins a session as a guest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSession {
    /// Somebody else's name gets a number behind it; without one the server thinks of one.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rename {
    pub name: String,
}

/// Makes the guest an account, or signs in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    pub name: String,
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Another password for an account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    pub old: String,
    pub new: String,
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewPassword").finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for, in the owner's words.
    pub label: String,
}

/// A new API token. The secret is shown this once and sent as `Authorization: Bearer …`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CreatedToken {
    pub id: TokenId,
    pub label: String,
    pub secret: String,
}

impl std::fmt::Debug for CreatedToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreatedToken").field("id", &self.id).finish_non_exhaustive()
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TokenInfo {
    pub id: TokenId,
    pub label: String,
    /// Milliseconds since 1970.
    pub created_at: i64,
}

/// A new table. The maker is its host and gets the first seat, unless `sit` is false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    pub options: TableOptions,
    /// Bots for the last seats, by id.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub bots: Vec<String>,
    #[serde(default = "yes")]
    #[ts(optional, as = "Option<bool>")]
    pub sit: bool,
    /// The host's contribution to the game's seed: 1 to 64 characters of any kind.
    #[serde(default)]
    #[ts(optional = nullable)]
    pub nonce: Option<String>,
    /// Starts at once, if every seat is taken.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub start: bool,
}

const fn yes() -> bool {
    true
}

/// Takes a seat, puts a bot on it, or changes the colour.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum SeatChange {
    /// The asker sits down.
    Sit {
        #[serde(default)]
        #[ts(optional = nullable)]
        nonce: Option<String>,
        /// In hot-seat, what to call the person on this seat.
        #[serde(default)]
        #[ts(optional = nullable)]
        name: Option<String>,
    },
    /// The host puts a bot there.
    Bot {
        bot: String,
    },
    Color {
        color: SeatColor,
    },
}

/// Looks a table up by its code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Found {
    pub table: TableId,
}

/// An edition in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EditionSummary {
    pub id: String,
    pub name: String,
    pub text: String,
    /// Least and largest number of players.
    pub players: [u32; 2],
    /// The map it is played on.
    pub map: String,
}

/// A bot in the list, weakest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotInfo {
    pub id: String,
    pub name: String,
    pub sentence: String,
    /// Elo rating.
    pub strength: i32,
    /// Most milliseconds it thinks about a decision.
    pub thinking_ms: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Tables {
    pub tables: Vec<TableSummary>,
}

/// Somebody who plays: `GET /api/v1/players/{id}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PlayerInfo {
    pub player: PlayerId,
    pub name: String,
    pub account: bool,
    /// Absent before the first rated game.
    pub rating: Option<RatingInfo>,
}

/// How strong somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingInfo {
    /// 1500 for a newcomer.
    pub rating: i32,
    /// How far off that may be: one standard deviation.
    pub deviation: i32,
    /// Rated games.
    pub games: u32,
}

/// A line of the list of ratings, the strongest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatedPlayer {
    /// Absent for a bot of the server.
    pub player: Option<PlayerId>,
    /// Absent for a person.
    pub bot: Option<String>,
    pub name: String,
    #[serde(flatten)]
    #[ts(flatten)]
    pub rating: RatingInfo,
}

/// What a game did to the rating of somebody who played it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct RatingChangeInfo {
    pub player: Option<PlayerId>,
    pub bot: Option<String>,
    pub before: i32,
    pub after: i32,
}

/// What a program does where it was asked: the index of one of `legal`, at the `seq` it was asked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BotAnswer {
    pub seat: u8,
    pub seq: u32,
    pub index: usize,
}

/// The answer is stored and done, as this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BotDone {
    pub seq: u32,
}

/// A record that was accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Uploaded {
    pub record: RecordId,
}

/// What has happened in a game, as the asker saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct History {
    pub events: Vec<GameEvent>,
}

/// A whole game to step through. `GET …/replay/{n}` has the position after event `n`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Replay {
    /// The edition as it was played, in the form of `GET /api/v1/editions/{id}`.
    #[ts(type = "Edition")]
    #[schema(value_type = Object)]
    pub edition: serde_json::Value,
    pub players: Vec<ReplayPlayer>,
    pub first_seat: u8,
    pub events: Vec<GameEvent>,
    /// The number of the event after which each turn is over, by turn; the set-up is turn 0. What a link to a turn
    /// points at.
    pub turns: Vec<u32>,
    pub ended: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayPlayer {
    pub name: String,
    /// `human`, or `bot:` and its id.
    pub kind: String,
}

/// Positions of a replay, in order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ReplayViews {
    pub views: Vec<GameView>,
}

/// An edition as it is played: `GET /api/v1/editions/{id}`. The same as in the header of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct Edition {
    pub id: String,
    pub name: String,
    pub text: String,
    pub documents: Vec<String>,
    pub players: [u32; 2],
    pub trains: u32,
    pub colors: Vec<String>,
    pub cards_per_color: u32,
    pub locomotives: u32,
    pub hand: u32,
    pub row: u32,
    pub flush_at: u32,
    pub route_points: Vec<u32>,
    pub ticket_rules: TicketRules,
    pub doubles_closed_up_to: u32,
    pub must_connect: bool,
    pub end_at: u32,
    pub bonuses: Bonuses,
    pub set_up: String,
    pub map: MapInfo,
    pub deck: DeckInfo,
    pub cities: Vec<City>,
    pub routes: Vec<Route>,
    pub tickets: Vec<Ticket>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TicketRules {
    pub deal: u32,
    pub keep: u32,
    pub draw: u32,
    pub draw_keep: u32,
    /// `removed`, `bottom` or `shuffled_bottom`.
    pub returned: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Bonuses {
    pub longest_path: u32,
    pub globetrotter: u32,
    pub attraction: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct MapInfo {
    pub id: String,
    pub name: String,
    /// What one playing piece is called.
    pub piece: String,
    /// What the wild card is called.
    pub wild: String,
    /// In the order of `colors`.
    pub cards: Vec<CardLook>,
    #[ts(optional)]
    pub board: Option<BoardSize>,
    /// Other spellings of city names, `[seen, ours]`.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<[String; 2]>>")]
    pub aliases: Vec<[String; 2]>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct CardLook {
    pub color: String,
    pub car: String,
    pub symbol: String,
    /// `#rrggbb`.
    pub fill: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct BoardSize {
    pub width: f64,
    pub height: f64,
    pub car_length: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DeckInfo {
    pub id: String,
    pub name: String,
    /// `verified`, `reconstructed` or `own`.
    pub provenance: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, ToSchema)]
pub struct City {
    pub name: String,
    pub attraction: bool,
    #[ts(optional)]
    pub region: Option<String>,
    #[ts(optional)]
    pub lat: Option<f64>,
    #[ts(optional)]
    pub lon: Option<f64>,
    #[ts(optional)]
    pub x: Option<f64>,
    #[ts(optional)]
    pub y: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Route {
    pub a: String,
    pub b: String,
    /// One of `colors`, or `gray`.
    pub color: String,
    pub length: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Ticket {
    pub a: String,
    pub b: String,
    pub points: u32,
}
