//! From what somebody asks for to the entry it leads to, or the reason why not.

use whistlestop_bots::BotName;
use whistlestop_rules::game::Action;
use whistlestop_rules::ids::Seat;

use super::entry::{Absence, By, Draft, Entry, Sitter};
use super::live::Live;
use super::{Place, Started, Table, check_options, clean_chat, clean_name, clean_nonce};
use crate::protocol::socket::MAX_ACTION_ID;
use crate::protocol::{
    ClientMessage, PlayerAction, PlayerId, Refusal, Refused, SeatColor, TableId, TableOptions, TableStatus,
};

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asker {
    pub player: PlayerId,
    pub name: String,
}

/// What can be asked of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Sit {
        seat: u8,
        name: Option<String>,
        nonce: Option<String>,
    },
    PutBot {
        seat: u8,
        bot: String,
    },
    Color {
        seat: u8,
        color: SeatColor,
    },
    /// Leave a seat; for the host, also to free another's.
    Vacate {
        seat: u8,
    },
    Change {
        options: TableOptions,
    },
    Close,
    Start,
    Act {
        id: String,
        seq: u32,
        seat: u8,
        action: PlayerAction,
    },
    Undo {
        id: String,
        seq: u32,
        seat: u8,
    },
    ComeBack {
        seat: u8,
    },
    Say {
        text: String,
    },
    Rematch {
        table: TableId,
    },
    /// The asker is somebody else from now on.
    MoveTo {
        player: PlayerId,
        name: String,
    },
}

impl Command {
    /// What a message of a client asks of a table; nothing, if it is for the connection alone.
    pub fn asked_by(message: ClientMessage) -> Option<(TableId, Self)> {
        Some(match message {
            ClientMessage::Act { table, id, seq, seat, action } => {
                (table, Self::Act { id, seq, seat, action })
            }
            ClientMessage::Undo { table, id, seq, seat } => (table, Self::Undo { id, seq, seat }),
            ClientMessage::ComeBack { table, seat } => (table, Self::ComeBack { seat }),
            ClientMessage::Say { table, text } => (table, Self::Say { text }),
            ClientMessage::Watch { .. }
            | ClientMessage::Unwatch { .. }
            | ClientMessage::Emote { .. }
            | ClientMessage::Ping { .. } => return None,
        })
    }

    /// The id a client gave the action, under which it can be repeated.
    pub const fn action_id(&self) -> Option<&str> {
        match self {
            Self::Act { id, .. } | Self::Undo { id, .. } => Some(id.as_str()),
            _ => None,
        }
    }
}

/// The answer to a command that is not refused.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "nearly every decision is to append")]
pub enum Decision {
    /// Store this, then apply it.
    Append(Draft),
    /// It was done before, as this entry.
    Done { seq: u32 },
}

type Decided = Result<Decision, Refused>;

fn refuse<T>(code: Refusal, text: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::new(code, text))
}

#[allow(clippy::unnecessary_wraps, reason = "it is what a decision ends with")]
fn append(entry: Entry) -> Decided {
    Ok(Decision::Append(Draft::plain(entry)))
}

impl Table {
    /// What a command leads to. Nothing is changed.
    pub fn decide(&self, asker: &Asker, command: &Command) -> Decided {
        match command {
            Command::Sit { seat, name, nonce } => self.sit(asker, *seat, name.as_deref(), nonce.as_deref()),
            Command::PutBot { seat, bot } => self.put_bot(asker, *seat, bot),
            Command::Color { seat, color } => self.color(asker, *seat, *color),
            Command::Vacate { seat } => self.vacate(asker, *seat),
            Command::Change { options } => self.change(asker, options),
            Command::Close => {
                self.must_be_open()?;
                self.must_be_host(asker)?;
                append(Entry::Closed {})
            }
            Command::Start => self.start(asker),
            Command::Act { id, seq, seat, action } => self.act(asker, id, *seq, *seat, action),
            Command::Undo { id, seq, seat } => self.undo(asker, id, *seq, *seat),
            Command::ComeBack { seat } => self.come_back(asker, *seat),
            Command::Say { text } => self.say(asker, text),
            Command::Rematch { table } => self.rematch_at(asker, *table),
            Command::MoveTo { player, name } => self.move_to(asker, *player, name),
        }
    }

    /// What a bot's choice leads to. It was asked at `seq`; if the table has moved on, nothing comes of it.
    pub fn decide_bot(&self, seat: Seat, seq: u32, action: &Action) -> Decided {
        let started = self.must_be_playing()?;
        if self.bot_on(seat).is_none() || !started.live.is_current(seat, seq) {
            return refuse(Refusal::Stale, "the game has moved on since the bot was asked");
        }
        self.play(&started.live, seat, action, By::Bot, None)
    }

    fn sit(&self, asker: &Asker, seat: u8, name: Option<&str>, nonce: Option<&str>) -> Decided {
        self.must_be_open()?;
        let (seat, place) = self.place(seat)?;
        let mine = place.player() == Some(asker.player);
        if place.sitter.is_some() && !mine {
            return refuse(Refusal::Taken, "somebody sits there already");
        }
        if !mine && !self.options.hot_seat && !self.seats_of(asker.player).is_empty() {
            return refuse(Refusal::Taken, "you have a seat; at this table nobody holds two");
        }
        let name = match name {
            Some(name) if self.options.hot_seat => clean_name(name).map_err(invalid)?,
            _ => asker.name.clone(),
        };
        let nonce = nonce.map(clean_nonce).transpose().map_err(invalid)?;
        let name = self.free_name(seat, name);
        append(Entry::Seated { seat, sitter: Sitter::Human { player: asker.player, name, nonce } })
    }

    /// A name that nobody else at this table has.
    fn free_name(&self, seat: Seat, name: String) -> String {
        let taken = |wanted: &str| {
            let others = Seat::ALL.into_iter().zip(&self.places).filter(|(other, _)| *other != seat);
            others.into_iter().any(|(_, place)| match &place.sitter {
                Some(Sitter::Human { name, .. }) => name == wanted,
                _ => false,
            })
        };
        if !taken(&name) {
            return name;
        }
        (2..=u32::MAX).map(|number| format!("{name} {number}")).find(|name| !taken(name)).unwrap_or(name)
    }

    fn put_bot(&self, asker: &Asker, seat: u8, bot: &str) -> Decided {
        self.must_be_open()?;
        self.must_be_host(asker)?;
        let (seat, place) = self.place(seat)?;
        if place.player().is_some_and(|player| player != asker.player) {
            return refuse(Refusal::Taken, "somebody sits there; remove them first");
        }
        bot.parse::<BotName>().map_err(invalid)?;
        append(Entry::Seated { seat, sitter: Sitter::Bot { bot: bot.to_owned() } })
    }

    fn color(&self, asker: &Asker, seat: u8, color: SeatColor) -> Decided {
        self.must_be_open()?;
        let (seat, place) = self.place(seat)?;
        if place.player() != Some(asker.player) {
            self.must_be_host(asker)?;
        }
        let other = self.places.iter().find(|place| place.color == color);
        if other.and_then(Place::player).is_some_and(|player| player != asker.player) {
            return refuse(Refusal::Taken, "somebody else plays this colour");
        }
        append(Entry::Colored { seat, color })
    }

    fn vacate(&self, asker: &Asker, seat: u8) -> Decided {
        let (seat, place) = self.place(seat)?;
        let mine = place.player() == Some(asker.player);
        match self.status() {
            TableStatus::Open => {
                if !mine {
                    self.must_be_host(asker)?;
                }
                if place.sitter.is_none() {
                    return refuse(Refusal::WrongTime, "nobody sits there");
                }
                append(Entry::Vacated { seat })
            }
            TableStatus::Playing if mine => {
                if self.bot_on(seat).is_some() {
                    return refuse(Refusal::WrongTime, "a bot plays for you already");
                }
                let bot = self.options.stand_in.bot.clone();
                append(Entry::StoodIn { seat, bot, why: Absence::Left })
            }
            TableStatus::Playing => refuse(Refusal::WrongTime, "nobody can be removed from a running game"),
            TableStatus::Finished | TableStatus::Closed => refuse(Refusal::WrongTime, "the table is over"),
        }
    }

    fn change(&self, asker: &Asker, options: &TableOptions) -> Decided {
        self.must_be_open()?;
        self.must_be_host(asker)?;
        if options.edition != self.options.edition {
            return refuse(Refusal::Invalid, "the edition of a table cannot be changed; make a new table");
        }
        if options.deal != self.options.deal {
            return refuse(Refusal::Invalid, "the deal of a table cannot be changed; make a new table");
        }
        check_options(options, self.edition).map_err(invalid)?;
        let lost = self.places.iter().skip(options.seats.into());
        if lost.into_iter().any(|place| place.sitter.is_some()) {
            return refuse(Refusal::Taken, "a seat that is taken cannot be removed");
        }
        append(Entry::Changed { options: options.clone() })
    }

    fn start(&self, asker: &Asker) -> Decided {
        self.must_be_open()?;
        self.must_be_host(asker)?;
        if self.places.iter().any(|place| place.sitter.is_none()) {
            return refuse(Refusal::WrongTime, "a seat is empty: wait for somebody or put a bot there");
        }
        let seed = self.seed();
        let first_seat = self.first_seat(&seed);
        let (_, events) = Live::start(self.edition, self.places.len(), first_seat, seed, self.number + 1)
            .map_err(invalid)?;
        let entry = Entry::Started { first_seat, seed };
        Ok(Decision::Append(Draft::of_game(entry, 1, events, self.edition)))
    }

    fn act(&self, asker: &Asker, id: &str, seq: u32, seat: u8, action: &PlayerAction) -> Decided {
        let seat = self.must_own(asker, seat)?;
        let live = &self.must_have_started()?.live;
        if let Some(seq) = live.answer(seat, id) {
            return Ok(Decision::Done { seq });
        }
        self.must_play_itself(seat)?;
        must_be_id(id)?;
        self.must_be_current(live, seat, seq)?;
        let action = action.to_action(self.edition).map_err(invalid)?;
        self.play(live, seat, &action, By::Human, Some(id))
    }

    fn play(&self, live: &Live, seat: Seat, action: &Action, by: By, id: Option<&str>) -> Decided {
        let events = match live.try_out(seat, action) {
            Ok(events) => events,
            Err(illegal) => return refuse(Refusal::Illegal, illegal.explain(self.edition)),
        };
        let entry = Entry::Played { seat, by, id: id.map(str::to_owned) };
        Ok(Decision::Append(Draft::of_game(entry, live.n() + 1, events, self.edition)))
    }

    fn undo(&self, asker: &Asker, id: &str, seq: u32, seat: u8) -> Decided {
        let seat = self.must_own(asker, seat)?;
        let live = &self.must_have_started()?.live;
        if let Some(seq) = live.answer(seat, id) {
            return Ok(Decision::Done { seq });
        }
        must_be_id(id)?;
        if !self.options.undo {
            return refuse(Refusal::Forbidden, "this table plays without taking back");
        }
        self.must_be_current(live, seat, seq)?;
        if live.undoable() != Some(seat) {
            return refuse(
                Refusal::Illegal,
                "your last action has shown something or somebody has played since: it stands",
            );
        }
        append(Entry::Undone { seat, id: id.to_owned() })
    }

    fn come_back(&self, asker: &Asker, seat: u8) -> Decided {
        let seat = self.must_own(asker, seat)?;
        let started = self.must_be_playing()?;
        if started.stand_ins[seat.index()].is_none() {
            return refuse(Refusal::WrongTime, "you play yourself already");
        }
        append(Entry::CameBack { seat })
    }

    fn say(&self, asker: &Asker, text: &str) -> Decided {
        if !self.options.chat {
            return refuse(Refusal::Forbidden, "this table plays without chat");
        }
        let text = clean_chat(text).map_err(invalid)?;
        let seat = self.seats_of(asker.player).first().copied();
        let name = seat.and_then(|seat| match &self.places[seat.index()].sitter {
            Some(Sitter::Human { name, .. }) => Some(name.clone()),
            _ => None,
        });
        let name = name.unwrap_or_else(|| asker.name.clone());
        append(Entry::Said { player: asker.player, name, seat, text })
    }

    fn move_to(&self, asker: &Asker, player: PlayerId, name: &str) -> Decided {
        let seats = self.seats_of(asker.player);
        if seats.is_empty() && asker.player != self.host {
            return refuse(Refusal::Forbidden, "there is nothing of yours at this table");
        }
        if !self.options.hot_seat && !seats.is_empty() && !self.seats_of(player).is_empty() {
            return refuse(Refusal::Taken, "the account has a seat; at this table nobody holds two");
        }
        let name = match seats.first() {
            Some(seat) if !self.options.hot_seat => self.free_name(*seat, name.to_owned()),
            _ => name.to_owned(),
        };
        append(Entry::Moved { from: asker.player, to: player, name })
    }

    fn rematch_at(&self, asker: &Asker, table: TableId) -> Decided {
        if self.status() != TableStatus::Finished {
            return refuse(Refusal::WrongTime, "a rematch can begin when the game is over");
        }
        if self.seats_of(asker.player).is_empty() && asker.player != self.host {
            return refuse(Refusal::Forbidden, "only those who played can ask for a rematch");
        }
        if self.rematch.is_some() {
            return refuse(Refusal::Taken, "somebody has asked for a rematch already");
        }
        append(Entry::Rematched { table })
    }

    fn place(&self, seat: u8) -> Result<(Seat, &Place), Refused> {
        match (Seat::new(seat.into()), self.places.get(usize::from(seat))) {
            (Some(seat), Some(place)) => Ok((seat, place)),
            _ => refuse(Refusal::Invalid, format!("there is no seat {seat} at this table")),
        }
    }

    fn must_be_open(&self) -> Result<(), Refused> {
        match self.status() {
            TableStatus::Open => Ok(()),
            TableStatus::Closed => refuse(Refusal::WrongTime, "the table was given up"),
            TableStatus::Playing | TableStatus::Finished => {
                refuse(Refusal::WrongTime, "the game has started")
            }
        }
    }

    fn must_have_started(&self) -> Result<&Started, Refused> {
        match self.started() {
            Some(started) => Ok(started),
            None => refuse(Refusal::WrongTime, "the game has not started"),
        }
    }

    fn must_be_playing(&self) -> Result<&Started, Refused> {
        let started = self.must_have_started()?;
        if started.live.game().is_over() {
            refuse(Refusal::WrongTime, "the game is over")
        } else {
            Ok(started)
        }
    }

    fn must_be_host(&self, asker: &Asker) -> Result<(), Refused> {
        if asker.player == self.host {
            Ok(())
        } else {
            refuse(Refusal::Forbidden, "only the host of the table can do that")
        }
    }

    /// The seat is the asker's by what the table knows, never by what the message says.
    fn must_own(&self, asker: &Asker, seat: u8) -> Result<Seat, Refused> {
        match self.place(seat) {
            Ok((seat, place)) if place.player() == Some(asker.player) => Ok(seat),
            _ => refuse(Refusal::Forbidden, "that is not your seat"),
        }
    }

    fn must_play_itself(&self, seat: Seat) -> Result<(), Refused> {
        if self.bot_on(seat).is_some() {
            return refuse(Refusal::WrongTime, "a bot plays for you; come back first");
        }
        Ok(())
    }

    fn must_be_current(&self, live: &Live, seat: Seat, seq: u32) -> Result<(), Refused> {
        if seq > self.number {
            return refuse(
                Refusal::Invalid,
                format!("seq {seq} has not been yet; the last is {}", self.number),
            );
        }
        if !live.is_current(seat, seq) {
            return refuse(Refusal::Stale, "the game has moved on since you chose this");
        }
        Ok(())
    }
}

fn must_be_id(id: &str) -> Result<(), Refused> {
    if id.is_empty() || id.len() > MAX_ACTION_ID || id.chars().any(char::is_control) {
        return refuse(
            Refusal::Invalid,
            format!("an action's id is 1 to {MAX_ACTION_ID} bytes of plain text"),
        );
    }
    Ok(())
}

fn invalid(error: impl std::fmt::Display) -> Refused {
    Refused::new(Refusal::Invalid, error.to_string())
}
