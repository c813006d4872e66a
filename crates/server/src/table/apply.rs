//! The one place where a table changes: a stored entry is made true.

use whistlestop_rules::chance::Seed;
use whistlestop_rules::game::Event;
use whistlestop_rules::ids::{MAX_SEATS, Seat};
use whistlestop_rules::record::intent;

use super::clock::Timers;
use super::entry::{Draft, Entry, Sitter};
use super::live::{Live, Recent};
use super::{Place, Stage, Started, Table};
use crate::protocol::{ChatLine, PlayerId, SeatColor, TableId, TableStatus};

/// Lines of chat that are shown to whoever comes late.
const REMEMBERED_CHAT: usize = 40;

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

impl Table {
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
}
