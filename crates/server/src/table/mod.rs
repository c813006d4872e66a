//! One table as a machine without sockets, storage or clock.
//!
//! [`Table::decide`] answers a command with the entry it leads to and changes nothing. Once the entry is stored,
//! [`Table::apply`] makes it true; folding the stored entries gives the same table. Every moment is handed in.

mod clock;
mod decide;
pub mod entry;
mod live;
mod options;
mod seen;
mod text;

use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Event;
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::record::fairness::{self, FAIR_SCHEME, Fairness, FirstSeatBy};
use whistlestop_rules::record::{Header, Player, intent};

use self::clock::Timers;
pub use self::decide::{Asker, Command, Decision};
use self::entry::{Draft, Entry, Sitter};
use self::live::{Live, Recent};
pub use self::options::{BadOptions, check_options};
pub(crate) use self::seen::{secret_of, tell};
pub use self::text::{BadText, clean_chat, clean_name, clean_nonce};
use crate::protocol::table::FirstSeat;
use crate::protocol::{ChatLine, PlayerId, SeatColor, Spectators, TableId, TableOptions, TableStatus};
use crate::ratings::Contender;

/// Lines of chat that are shown to whoever comes late.
const REMEMBERED_CHAT: usize = 40;

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

/// Who is connected. Not stored: after a restart nobody is.
#[derive(Clone, Debug, Default)]
struct Presence {
    /// To this process.
    connections: [u32; MAX_SEATS],
    /// To other processes that serve the same table.
    elsewhere: [bool; MAX_SEATS],
    /// Since when a seat has had no connection.
    gone_since: [i64; MAX_SEATS],
    spectators: u32,
}

/// What an entry changed, for those who watch.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Seats, options, status.
    Table,
    /// The game went on, and perhaps the table's status with it.
    Game {
        events: Vec<Event>,
        first_n: u32,
        undone: bool,
        table_too: bool,
    },
    Chat(ChatLine),
}

/// A stored entry that does not follow from those before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {number} of table {table} does not hold: {reason}")]
pub struct Corrupt {
    pub table: TableId,
    pub number: u32,
    pub reason: String,
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
            presence: Presence { gone_since: [at; MAX_SEATS], ..Presence::default() },
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

    /// Makes a stored entry true.
    pub fn apply(&mut self, number: u32, at: i64, draft: &Draft) -> Result<Change, Corrupt> {
        let table = self.id;
        let corrupt = |reason: String| Corrupt { table, number, reason };
        if number != self.number + 1 {
            return Err(corrupt(format!("the entry before has the number {}", self.number)));
        }
        let change = self.apply_entry(number, at, draft).map_err(corrupt)?;
        self.number = number;
        Ok(change)
    }

    fn apply_entry(&mut self, number: u32, at: i64, draft: &Draft) -> Result<Change, String> {
        match &draft.entry {
            Entry::Created { .. } => return Err("the table has been made already".to_owned()),
            Entry::Changed { options } => {
                self.options = options.clone();
                let used = |places: &[Place], color| places.iter().any(|place| place.color == color);
                self.places.truncate(options.seats.into());
                while self.places.len() < usize::from(options.seats) {
                    let free = SeatColor::ALL.into_iter().find(|color| !used(&self.places, *color));
                    let color = free.ok_or("there are more seats than colours")?;
                    self.places.push(Place { color, sitter: None });
                }
            }
            Entry::Seated { seat, sitter } => self.place_mut(*seat)?.sitter = Some(sitter.clone()),
            Entry::Vacated { seat } => self.place_mut(*seat)?.sitter = None,
            Entry::Colored { seat, color } => {
                let before = self.place_mut(*seat)?.color;
                if let Some(other) = self.places.iter_mut().find(|place| place.color == *color) {
                    other.color = before;
                }
                self.place_mut(*seat)?.color = *color;
            }
            Entry::Closed {} => self.stage = Stage::Closed,
            Entry::Started { first_seat, seed } => {
                return self.apply_start(number, at, draft, *first_seat, *seed);
            }
            Entry::Played { seat, id, .. } => {
                return self.apply_play(number, at, draft, *seat, id.as_deref());
            }
            Entry::Undone { seat, id } => {
                let started = self.started_mut()?;
                if !started.live.undo(*seat, number, id) {
                    return Err("there is nothing to take back".to_owned());
                }
                started.live.keep_recent(Recent { number, undone: true, lines: "".into() });
                self.settle(at);
                return Ok(Change::Game { events: Vec::new(), first_n: 0, undone: true, table_too: false });
            }
            Entry::StoodIn { seat, bot, .. } => {
                self.started_mut()?.stand_ins[seat.index()] = Some(bot.clone());
                self.settle(at);
            }
            Entry::CameBack { seat } => {
                let started = self.started_mut()?;
                started.stand_ins[seat.index()] = None;
                started.timers.welcome_back(*seat);
                self.settle(at);
            }
            Entry::Said { player, name, seat, text } => {
                let line = ChatLine {
                    seq: number,
                    player: *player,
                    name: name.clone(),
                    seat: seat.map(Into::into),
                    text: text.clone(),
                    at,
                };
                if self.chat.len() == REMEMBERED_CHAT {
                    self.chat.remove(0);
                }
                self.chat.push(line.clone());
                return Ok(Change::Chat(line));
            }
            Entry::Rematched { table } => self.rematch = Some(*table),
            Entry::Moved { from, to, name } => self.move_person(*from, *to, name),
        }
        Ok(Change::Table)
    }

    /// Everything of one player's is another's.
    fn move_person(&mut self, from: PlayerId, to: PlayerId, new_name: &str) {
        if self.host == from {
            self.host = to;
        }
        for place in &mut self.places {
            if let Some(Sitter::Human { player, name, .. }) = &mut place.sitter
                && *player == from
            {
                *player = to;
                // In hot-seat the names are those of the people around the screen.
                if !self.options.hot_seat {
                    new_name.clone_into(name);
                }
            }
        }
    }

    fn apply_start(
        &mut self,
        number: u32,
        at: i64,
        draft: &Draft,
        first_seat: Seat,
        seed: Seed,
    ) -> Result<Change, String> {
        let (mut live, events) = Live::start(self.edition, self.places.len(), first_seat, seed, number)
            .map_err(|bad| bad.to_string())?;
        if events != draft.events() {
            return Err("the deal does not follow from the seed".to_owned());
        }
        let lines = draft.lines().into();
        live.keep_recent(Recent { number, undone: false, lines });
        let timers = Timers::new(self.options.clock);
        let stand_ins = [const { None }; MAX_SEATS];
        self.stage = Stage::Started(Box::new(Started { live, timers, stand_ins }));
        self.settle(at);
        Ok(Change::Game { events, first_n: 1, undone: false, table_too: true })
    }

    fn apply_play(
        &mut self,
        number: u32,
        at: i64,
        draft: &Draft,
        seat: Seat,
        id: Option<&str>,
    ) -> Result<Change, String> {
        let started = self.started_mut()?;
        let first_n = started.live.n() + 1;
        let (intended, action) =
            draft.events().first().and_then(intent).ok_or("nothing that was done leads to its events")?;
        if intended != seat || draft.first_n() != first_n {
            return Err("its events are not the next".to_owned());
        }
        let events = started.live.play(seat, &action, number, id).map_err(|illegal| illegal.to_string())?;
        if events != draft.events() {
            return Err("its events are not those that the rules and the seed lead to".to_owned());
        }
        let lines = draft.lines().into();
        started.live.keep_recent(Recent { number, undone: false, lines });
        self.settle(at);
        let table_too = self.status() == TableStatus::Finished;
        Ok(Change::Game { events, first_n, undone: false, table_too })
    }

    fn place_mut(&mut self, seat: Seat) -> Result<&mut Place, String> {
        self.places.get_mut(seat.index()).ok_or_else(|| format!("there is no seat {seat}"))
    }

    fn started_mut(&mut self) -> Result<&mut Started, String> {
        match &mut self.stage {
            Stage::Started(started) => Ok(started),
            _ => Err("the game has not started".to_owned()),
        }
    }

    /// Runs the clocks of the people who are awaited.
    fn settle(&mut self, at: i64) {
        let Stage::Started(started) = &mut self.stage else { return };
        let Started { live, timers, stand_ins } = &mut **started;
        let game = live.game();
        let places = &self.places;
        timers.settle(at, game.turn(), |seat| {
            let person = places.get(seat.index()).is_some_and(|place| place.player().is_some());
            person && stand_ins[seat.index()].is_none() && game.awaits(seat)
        });
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

    /// A player has one more connection to this table. Seats that were played by a bot meanwhile are named: they
    /// come back with [`Command::ComeBack`].
    pub fn connected(&mut self, player: PlayerId) -> Vec<Seat> {
        let seats = self.seats_of(player);
        if seats.is_empty() {
            self.presence.spectators += 1;
        }
        for seat in &seats {
            self.presence.connections[seat.index()] += 1;
        }
        let Some(started) = self.started() else { return Vec::new() };
        seats.into_iter().filter(|seat| started.stand_ins[seat.index()].is_some()).collect()
    }

    /// A player has one connection less. `was_seated`: what [`Table::connected`] counted it as.
    pub fn disconnected(&mut self, player: PlayerId, now: i64) {
        let seats = self.seats_of(player);
        if seats.is_empty() {
            self.presence.spectators = self.presence.spectators.saturating_sub(1);
        }
        for seat in seats {
            let connections = &mut self.presence.connections[seat.index()];
            *connections = connections.saturating_sub(1);
            if *connections == 0 {
                self.presence.gone_since[seat.index()] = now;
            }
        }
    }

    /// Counts the connections anew: by player, each as often as it is connected. For when seats change hands.
    pub fn recount(&mut self, players: impl Iterator<Item = PlayerId>, now: i64) {
        let before = std::mem::take(&mut self.presence.connections);
        self.presence.spectators = 0;
        for player in players {
            self.connected(player);
        }
        for (i, count) in before.iter().enumerate() {
            if *count > 0 && self.presence.connections[i] == 0 {
                self.presence.gone_since[i] = now;
            }
        }
    }

    /// Learns who is connected to other processes. Says whether that changes anything.
    pub fn present_elsewhere(&mut self, players: &[PlayerId], now: i64) -> bool {
        let mut changed = false;
        for (i, place) in self.places.iter().enumerate() {
            let here = place.player().is_some_and(|player| players.contains(&player));
            let before = std::mem::replace(&mut self.presence.elsewhere[i], here);
            if before && !here && self.presence.connections[i] == 0 {
                self.presence.gone_since[i] = now;
            }
            changed |= before != here;
        }
        changed
    }

    /// Whether whoever plays a seat is connected, here or elsewhere.
    fn is_present(&self, seat: Seat) -> bool {
        self.presence.connections[seat.index()] > 0 || self.presence.elsewhere[seat.index()]
    }

    /// After a restart everybody is gone, from now on.
    pub fn nobody_is_here(&mut self, now: i64) {
        self.presence = Presence { gone_since: [now; MAX_SEATS], ..Presence::default() };
    }

    /// How long somebody may be gone before a bot stands in, at a table without clock that is being played.
    pub fn absence_ms(&self) -> Option<i64> {
        let counts =
            self.options.clock == crate::protocol::Clock::None && self.status() == TableStatus::Playing;
        self.options.stand_in.after_s.filter(|_| counts).map(|after| i64::from(after) * 1000)
    }

    /// When a bot will have to stand in for somebody, and for whom.
    pub fn next_absence(&self) -> Option<(i64, Seat, entry::Absence)> {
        let started = self.started()?;
        let due = |seat: Seat| {
            let timers = &started.timers;
            let out_of_time = timers.deadline(seat).map(|at| (at, seat, entry::Absence::OutOfTime));
            let waiting = timers.awaited_since(seat).filter(|_| !self.is_present(seat));
            let lost = self.absence_ms().zip(waiting).map(|(after, waiting)| {
                let since = waiting.max(self.presence.gone_since[seat.index()]);
                (since + after, seat, entry::Absence::ConnectionLost)
            });
            out_of_time.into_iter().chain(lost).min_by_key(|(at, ..)| *at)
        };
        Seat::of(self.places.len()).filter_map(due).min_by_key(|(at, ..)| *at)
    }

    /// The entry that is due, if a bot has to stand in for somebody by now.
    pub fn tick(&self, now: i64) -> Option<Draft> {
        let (at, seat, why) = self.next_absence()?;
        let bot = self.options.stand_in.bot.clone();
        (at <= now).then(|| Draft::plain(Entry::StoodIn { seat, bot, why }))
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
