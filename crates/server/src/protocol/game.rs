//! A position as one viewer sees it, with everything the viewer may do.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::cards::{CardCounts, CardName};

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Every seat that has not yet done so chooses its first tickets.
    FirstTickets,
    /// The seat whose turn it is chooses an action.
    Turn,
    /// The same seat draws its second card.
    SecondCard,
    /// The same seat chooses from the tickets it drew.
    Tickets,
    Ended,
}

/// A position. Routes, tickets and seats are numbers as in records: indices into the edition and the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct GameView {
    /// The number of the last event.
    pub n: u32,
    pub phase: Phase,
    /// Before the first turn, the seat that will have it.
    pub seat_in_turn: u8,
    /// Counts from 1; 0 before the first turn.
    pub turn: u16,
    /// In the final round: turns that have not been started yet.
    pub turns_left: Option<u8>,
    /// The seats the game waits for.
    pub awaited: Vec<u8>,
    /// The face-up cards, `null` for an empty place.
    pub row: Vec<Option<CardName>>,
    /// How many cards the deck has.
    pub deck: u8,
    pub discards: CardCounts,
    /// How many tickets the ticket deck has.
    pub ticket_deck: u8,
    /// By seat.
    pub seats: Vec<PublicSeat>,
    /// The seats whose secrets the viewer may know: one for a player, several in hot-seat, all in an all-seeing
    /// replay, none for a spectator.
    pub own: Vec<OwnSeat>,
    /// After the end.
    pub score: Option<ScoreSheet>,
}

/// What everybody knows of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct PublicSeat {
    pub routes: Vec<u8>,
    pub route_points: u16,
    pub trains: u8,
    /// How many cards the hand has.
    pub cards: u8,
    /// Cards that must be in the hand, because everybody saw them being taken and not being played since.
    pub known_cards: CardCounts,
    /// How many tickets the seat has kept.
    pub tickets: u8,
    /// How many tickets the seat has to choose from now.
    pub offered: u8,
    pub longest_path: LongestPath,
}

/// The longest continuous path of a seat so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LongestPath {
    pub trains: u16,
    /// In order of travel.
    pub routes: Vec<u8>,
}

/// What only the owner of a seat knows, and what the seat may do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnSeat {
    pub seat: u8,
    pub hand: CardCounts,
    /// The tickets it has kept.
    pub tickets: Vec<OwnTicket>,
    /// What the game asks of the seat now.
    pub asked: Asked,
    /// Routes it has the cards and trains for, with every way to pay; routes that cost the same stand together. They
    /// can be claimed now if `asked` says so, otherwise in the next turn.
    pub claims: Vec<Claims>,
    /// The other routes, by the reason.
    pub barred: Vec<BarredRoutes>,
}

/// What a seat is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "now", rename_all = "snake_case")]
pub enum Asked {
    /// Nothing: others play, or the game is over.
    Wait {},
    /// To choose an action: take from these places of the row, draw blind, draw tickets, claim one of `claims`, or
    /// pass, which is possible only when nothing else is.
    Turn { slots: Vec<u8>, blind: bool, tickets: bool, claim: bool, pass: bool },
    /// To draw the second card.
    SecondCard { slots: Vec<u8>, blind: bool },
    /// To keep at least so many of these tickets.
    Tickets { offer: Vec<OwnTicket>, least: u8 },
}

/// Routes that cost the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Claims {
    pub routes: Vec<u8>,
    /// Every way to pay for each of them, fewest locomotives first.
    pub payments: Vec<CardCounts>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BarredRoutes {
    pub why: Barred,
    pub routes: Vec<u8>,
}

/// Why a seat cannot claim a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Barred {
    /// It is the seat's own already.
    Yours,
    /// Another seat has claimed it.
    Taken,
    /// The seat owns the other side of the double route, and nobody may own both.
    OtherSideYours,
    /// The other side of the double route is taken, which closes it with so few players.
    DoubleClosed,
    /// It touches no route of the seat's, and in this edition routes must connect.
    NotConnected,
    TooFewTrains,
    TooFewCards,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwnTicket {
    pub ticket: u8,
    #[serde(flatten)]
    #[ts(flatten)]
    pub state: TicketState,
}

/// How far a ticket is. Paths are routes in order of travel from the ticket's first city to its second.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum TicketState {
    /// The cities are linked by this path of the seat's own routes.
    Done { path: Vec<u8> },
    /// This path takes the fewest further trains; routes of the seat's own are part of it.
    Open { trains: u8, path: Vec<u8> },
    /// It cannot be done any more; with a path, only because the trains do not suffice for it.
    Impossible { path: Vec<u8> },
}

/// The end of a game, in the order in which it is told at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ScoreSheet {
    /// By seat.
    pub seats: Vec<SeatScore>,
    pub winners: Vec<u8>,
    pub decided_by: DecidedBy,
}

/// What told the winner from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DecidedBy {
    Total,
    /// Totals were equal; more tickets were completed.
    TicketsDone,
    /// Those were equal too; the longest path decided.
    LongestPath,
    /// Everything was equal: the victory is shared.
    Shared,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SeatScore {
    pub seat: u8,
    pub route_points: u16,
    /// In the order in which they are turned over: as numbered in the edition.
    pub tickets: Vec<TicketScore>,
    pub ticket_points: i32,
    pub longest_path: LongestPath,
    pub bonuses: Vec<Bonus>,
    pub total: i32,
    /// 1 for the winner, or for each of several who share the victory.
    pub rank: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TicketScore {
    pub ticket: u8,
    pub done: bool,
    /// Negative when it was not done.
    pub points: i32,
    /// The own routes that link its cities; if it was not done, the way that lacked the fewest trains.
    pub path: Vec<u8>,
    /// The routes of `path` that the seat does not have.
    pub gap: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Bonus {
    pub bonus: BonusKind,
    pub points: u16,
    /// The cities it is given for: attractions, in the order of the edition.
    pub cities: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BonusKind {
    LongestPath,
    /// Most completed tickets.
    Globetrotter,
    /// For each attraction touched.
    Attraction,
}
