//! One table as a machine without sockets, storage or clock.
//!
//! [`Table::decide`] answers a command with the entry it leads to and changes nothing. Once the entry is stored,
//! [`Table::apply`] makes it true; folding the stored entries gives the same table. Every moment is handed in.

mod apply;
mod clock;
mod decide;
pub mod entry;
mod live;
mod options;
mod presence;
mod seen;
mod text;

use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::record::fairness::{self, FAIR_SCHEME, Fairness, FirstSeatBy};
use whistlestop_rules::record::{Header, Player};

pub use self::apply::{Change, Corrupt};
use self::clock::Timers;
pub use self::decide::{Asker, Command, Decision};
use self::entry::{Entry, Sitter};
use self::live::Live;
pub use self::options::{BadOptions, check_options};
use self::presence::Presence;
pub(crate) use self::seen::{secret_of, tell};
pub use self::text::{BadText, clean_chat, clean_name, clean_nonce};
use crate::protocol::table::FirstSeat;
use crate::protocol::{ChatLine, PlayerId, SeatColor, Spectators, TableId, TableOptions, TableStatus};
use crate::ratings::Contender;

/// A table and the game on it.
#[derive(Clone, Debug)]
pub struct Table {
    id: TableId,
    edition: &'static Edition,
    options: TableOptions,
    host: PlayerId,
    code: String,
    secret: Seed,
    created_at: i64,
    /// Of the last entry.
    number: u32,
    places: Vec<Place>,
    stage: Stage,
    rematch: Option<TableId>,
    chat: Vec<ChatLine>,
    presence: Presence,
}

/// How far a table is.
#[derive(Clone, Debug)]
enum Stage {
    Open,
    Closed,
    Started(Box<Started>),
}

#[derive(Clone, Debug)]
struct Started {
    live: Live,
    timers: Timers,
    /// The bots that play for people who are not there, by seat.
    stand_ins: [Option<String>; MAX_SEATS],
}

/// A place at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub color: SeatColor,
    pub sitter: Option<Sitter>,
}

/// Somebody the game waits for that is not a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotTurn {
    pub seat: Seat,
    pub bot: String,
    /// The number of the table it is asked at.
    pub seq: u32,
}

impl Table {
    /// The table that a first entry makes.
    pub fn create(id: TableId, edition: &'static Edition, at: i64, entry: &Entry) -> Result<Self, Corrupt> {
        let Entry::Created { options, host, code, secret, .. } = entry else {
            return Err(Corrupt {
                table: id,
                number: 1,
                reason: "it is not the making of a table".to_owned(),
            });
        };
        let color = |seat: Seat| SeatColor::ALL[seat.index()];
        let places = Seat::of(options.seats.into()).map(|seat| Place { color: color(seat), sitter: None });
        Ok(Self {
            id,
            edition,
            options: options.clone(),
            host: *host,
            code: code.clone(),
            secret: *secret,
            created_at: at,
            number: 1,
            places: places.collect(),
            stage: Stage::Open,
            rematch: None,
            chat: Vec::new(),
            presence: Presence::nobody(at),
        })
    }

    pub const fn id(&self) -> TableId {
        self.id
    }

    pub const fn edition(&self) -> &'static Edition {
        self.edition
    }

    pub const fn options(&self) -> &TableOptions {
        &self.options
    }

    pub const fn host(&self) -> PlayerId {
        self.host
    }

    pub fn code(&self) -> &str {
        &self.code
    }

    /// The number of the last entry.
    pub const fn number(&self) -> u32 {
        self.number
    }

    pub const fn created_at(&self) -> i64 {
        self.created_at
    }

    pub fn places(&self) -> &[Place] {
        &self.places
    }

    pub const fn rematch(&self) -> Option<TableId> {
        self.rematch
    }

    pub fn status(&self) -> TableStatus {
        match &self.stage {
            Stage::Open => TableStatus::Open,
            Stage::Closed => TableStatus::Closed,
            Stage::Started(started) if started.live.game().is_over() => TableStatus::Finished,
            Stage::Started(_) => TableStatus::Playing,
        }
    }

    /// The game, once it has started.
    pub fn live(&self) -> Option<&Live> {
        self.started().map(|started| &started.live)
    }

    fn started(&self) -> Option<&Started> {
        match &self.stage {
            Stage::Started(started) => Some(started),
            _ => None,
        }
    }

    /// The seats a player plays.
    pub fn seats_of(&self, player: PlayerId) -> Vec<Seat> {
        let seats = Seat::ALL.into_iter().zip(&self.places);
        seats.filter(|(_, place)| place.player() == Some(player)).map(|(seat, _)| seat).collect()
    }

    /// Whether this player may look at the table at all.
    pub fn admits(&self, player: PlayerId) -> bool {
        player == self.host
            || !self.seats_of(player).is_empty()
            || self.status() == TableStatus::Open
            || self.options.spectators != Spectators::Nobody {}
    }

    /// Milliseconds by which spectators see the game later.
    pub fn spectator_delay(&self) -> i64 {
        let playing = self.status() == TableStatus::Playing;
        self.options.spectators.delay_ms().filter(|_| playing).unwrap_or(0)
    }

    /// The bots the game waits for.
    pub fn bot_turns(&self) -> Vec<BotTurn> {
        let Some(started) = self.started() else { return Vec::new() };
        let game = started.live.game();
        let awaited = game.seats().filter(|seat| game.awaits(*seat));
        let bot = |seat: Seat| {
            let bot = self.bot_on(seat)?.to_owned();
            Some(BotTurn { seat, bot, seq: self.number })
        };
        awaited.filter_map(bot).collect()
    }

    /// The bot that plays a seat, for itself or for somebody.
    fn bot_on(&self, seat: Seat) -> Option<&str> {
        let stand_in = self.started().and_then(|started| started.stand_ins[seat.index()].as_deref());
        stand_in.or_else(|| match &self.places.get(seat.index())?.sitter {
            Some(Sitter::Bot { bot }) => Some(bot.as_str()),
            _ => None,
        })
    }

    /// What the seed follows from: by seat, what the people added. Deals belong to a code and take nothing.
    fn nonces(&self) -> Vec<Option<&str>> {
        let takes_nonces = self.options.deal.is_none();
        let nonces = self.places.iter().map(|place| match &place.sitter {
            Some(Sitter::Human { nonce, .. }) if takes_nonces => nonce.as_deref(),
            _ => None,
        });
        nonces.collect()
    }

    fn seed(&self) -> Seed {
        fairness::game_seed(&self.secret, self.nonces())
    }

    fn first_seat(&self, seed: &Seed) -> Seat {
        match self.options.first_seat {
            FirstSeat::Random => fairness::first_seat(seed, self.places.len()),
            FirstSeat::Chosen { seat } => Seat::new(seat.into()).unwrap_or(Seat::S0),
        }
    }

    /// Whether the game is over and changes ratings: several different people or bots have played it.
    pub fn is_to_be_rated(&self) -> bool {
        self.options.rated && self.status() == TableStatus::Finished
    }

    /// Who reached which rank, by seat. A person whose seat a bot has taken over stands for it all the same.
    pub fn results(&self) -> Vec<(Contender, u8)> {
        let Some(live) = self.live().filter(|live| live.game().is_over()) else { return Vec::new() };
        let standings = live.game().standings();
        let ranked = self.places.iter().zip(standings.iter()).filter_map(|(place, standing)| {
            let contender = match place.sitter.as_ref()? {
                Sitter::Human { player, .. } => Contender::Player(*player),
                Sitter::Bot { bot } => Contender::Bot(bot.clone()),
            };
            Some((contender, standing.rank))
        });
        ranked.collect()
    }

    /// What whoever sits at a place is called; bots of one kind are told apart by a number.
    fn name_at(&self, at: usize) -> Option<String> {
        let bot = match self.places.get(at)?.sitter.as_ref()? {
            Sitter::Human { name, .. } => return Some(name.clone()),
            Sitter::Bot { bot } => bot_name(bot),
        };
        let is_person = |name: &String| {
            let named = |place: &Place| matches!(&place.sitter, Some(Sitter::Human { name: other, .. }) if other == name);
            self.places.iter().any(named)
        };
        let is_namesake = |place: &&Place| matches!(&place.sitter, Some(Sitter::Bot { bot: other }) if bot_name(other) == bot);
        let before = self.places[..at].iter().filter(is_namesake).count();
        let numbered = (2u32..).map(|number| format!("{bot} {number}"));
        std::iter::once(bot.clone()).chain(numbered).filter(|name| !is_person(name)).nth(before)
    }

    /// The header of the game's record.
    pub fn record_header(&self) -> Option<Header> {
        let live = self.live()?;
        let player = |(at, place): (usize, &Place)| Player {
            name: self.name_at(at).unwrap_or_default(),
            kind: match &place.sitter {
                Some(Sitter::Bot { bot }) => format!("bot:{bot}"),
                Some(Sitter::Human { .. }) | None => "human".to_owned(),
            },
        };
        let players = self.places.iter().enumerate().map(player).collect();
        let mut header = Header::new(self.edition, players, live.first_seat());
        let fairness = Fairness {
            scheme: FAIR_SCHEME.to_owned(),
            commitment: fairness::commitment(&self.secret),
            nonces: self.nonces().into_iter().map(|nonce| nonce.map(str::to_owned)).collect(),
            first_seat: match self.options.first_seat {
                FirstSeat::Random => FirstSeatBy::Lot,
                FirstSeat::Chosen { .. } => FirstSeatBy::Choice,
            },
            deal: self.options.deal.clone(),
        };
        header.fairness = serde_json::to_value(fairness).ok();
        Some(header)
    }

    /// The server's part of the seed, once the game is over.
    pub fn revealed_secret(&self) -> Option<&Seed> {
        (self.status() == TableStatus::Finished).then_some(&self.secret)
    }
}

impl Place {
    /// The person who sits here.
    pub const fn player(&self) -> Option<PlayerId> {
        match &self.sitter {
            Some(Sitter::Human { player, .. }) => Some(*player),
            _ => None,
        }
    }
}

/// What a kind of bot is called.
pub(crate) fn bot_name(bot: &str) -> String {
    match bot.parse::<whistlestop_bots::BotName>() {
        Ok(named) => named.entry.name.to_owned(),
        Err(_) => bot.to_owned(),
    }
}
