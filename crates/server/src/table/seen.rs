//! A table and its game as one viewer sees them.

use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Event;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::fairness;
use whistlestop_rules::view::Viewer;

use super::entry::{Sitter, read_events};
use super::{Change, Table};
use crate::protocol::event::GameEvent;
use crate::protocol::table::{
    Clocks, FairnessState, SeatState, SeatSummary, SitterState, TableState, TableStatus, TableSummary, You,
};
use crate::protocol::{ChatLine, PlayerId};
use crate::show::{self, Json, Memo};

impl Table {
    /// Seats, options, status.
    pub fn state_for(&self, player: PlayerId) -> TableState {
        let live = self.live();
        let seats = Seat::ALL.into_iter().zip(&self.places).map(|(seat, place)| SeatState {
            seat: seat.into(),
            color: place.color,
            sitter: match &place.sitter {
                None => SitterState::Nobody {},
                Some(Sitter::Human { player, name, .. }) => SitterState::Human {
                    player: *player,
                    name: name.clone(),
                    connected: self.is_present(seat),
                    stand_in: self.started().and_then(|started| started.stand_ins[seat.index()].clone()),
                },
                Some(Sitter::Bot { bot }) => SitterState::Bot {
                    bot: bot.clone(),
                    name: self.name_at(seat.index()).unwrap_or_default(),
                },
            },
        });
        let revealed = self.revealed_secret();
        TableState {
            id: self.id,
            code: (self.status() == TableStatus::Open).then(|| self.code.clone()),
            status: self.status(),
            options: self.options.clone(),
            host: self.host,
            seats: seats.collect(),
            spectators: self.presence.spectators,
            fairness: FairnessState {
                commitment: fairness::commitment(&self.secret),
                nonces: self.nonces().into_iter().map(|nonce| nonce.map(str::to_owned)).collect(),
                server_seed: revealed.map(ToString::to_string),
                seed: revealed.and(live).map(|live| live.seed().to_string()),
            },
            rematch: self.rematch,
            created_at: self.created_at,
            you: You {
                seats: self.seats_of(player).into_iter().map(Into::into).collect(),
                host: player == self.host,
            },
        }
    }

    /// How the table is listed, for everybody.
    pub fn summary(&self, changed_at: i64) -> TableSummary {
        let standings = self.live().filter(|live| live.game().is_over()).map(|live| live.game().standings());
        let seats = self.places.iter().enumerate().map(|(i, place)| {
            let standing = standings.as_ref().and_then(|standings| standings.get(i));
            let bot = match &place.sitter {
                Some(Sitter::Bot { bot }) => Some(bot.clone()),
                Some(Sitter::Human { .. }) | None => None,
            };
            SeatSummary {
                color: place.color,
                player: place.player(),
                name: self.name_at(i),
                bot,
                yours: false,
                total: standing.map(|standing| standing.total),
                rank: standing.map(|standing| standing.rank),
            }
        });
        TableSummary {
            id: self.id,
            status: self.status(),
            options: self.options.clone(),
            seats: seats.collect(),
            created_at: self.created_at,
            changed_at,
        }
    }

    /// The message that tells a change to whoever plays the seats `own`, or to a spectator; `None` when it is no change of
    /// the game.
    pub fn update_for(
        &self,
        own: &[Seat],
        change: &Change,
        clocks: &Clocks,
        memo: &mut Memo,
    ) -> Option<String> {
        let Change::Game { events, first_n, undone, .. } = change else { return None };
        let told = tell(events, *first_n, own, self.edition);
        self.update(own, &Told { events: &told, continues: true, undone: *undone }, clocks, memo)
    }

    /// The message that tells the game as it is, with what happened after `from` if that is still at hand.
    pub fn catch_up(
        &self,
        own: &[Seat],
        from: Option<u32>,
        clocks: &Clocks,
        memo: &mut Memo,
    ) -> Option<String> {
        let live = self.live()?;
        let missed = from.filter(|from| *from <= self.number).and_then(|from| live.since(from));
        let told = missed.and_then(|missed| {
            let mut told = Vec::new();
            for recent in missed {
                let read = read_events(&recent.lines, self.edition);
                // Numbers that an undo took back would be told twice: whoever missed that starts afresh.
                let (false, Ok((first_n, events))) = (recent.undone, read) else { return None };
                told.extend(tell(&events, first_n, own, self.edition));
            }
            Some(told)
        });
        let (events, continues) = (told.as_deref().unwrap_or_default(), told.is_some());
        self.update(own, &Told { events, continues, undone: false }, clocks, memo)
    }

    /// Writes a [`ServerMessage::Game`](crate::protocol::ServerMessage::Game).
    fn update(&self, own: &[Seat], told: &Told<'_>, clocks: &Clocks, memo: &mut Memo) -> Option<String> {
        let live = self.live()?;
        let undoable = live.undoable().filter(|seat| self.options.undo && own.contains(seat));
        let mut json = Json::new();
        json.object(|json| {
            json.key("type").escaped("game");
            json.key("table").value(&self.id);
            json.key("seq").value(&self.number);
            json.key("continues").value(&told.continues);
            json.key("events").value(&told.events);
            json.key("undone").value(&told.undone);
            show::write_position(json.key("game"), live.game(), live.n(), own, memo);
            json.key("clocks").value(clocks);
            json.key("can_undo").value(&undoable.map(u8::from));
        });
        Some(json.into_text())
    }

    pub fn clocks(&self, now: i64) -> Clocks {
        let Some(started) = self.started() else { return Clocks::default() };
        let seats = || Seat::of(self.places.len());
        Clocks {
            left_ms: seats().map(|seat| started.timers.left(seat, now)).collect(),
            running: seats().filter(|seat| started.timers.is_running(*seat)).map(Into::into).collect(),
            at: now,
        }
    }

    /// The chat as a player or a spectator sees it.
    pub fn chat_for(&self, player: PlayerId) -> Vec<ChatLine> {
        let seated = !self.seats_of(player).is_empty();
        self.chat.iter().filter(|line| line.seat.is_some() == seated).cloned().collect()
    }
}

/// What a message tells beside the position.
struct Told<'a> {
    events: &'a [GameEvent],
    /// Whether they go on from what the viewer knows.
    continues: bool,
    undone: bool,
}

/// Events as whoever plays the seats `own` sees them: with several seats, all that any of them knows.
pub(crate) fn tell(events: &[Event], first_n: u32, own: &[Seat], edition: &Edition) -> Vec<GameEvent> {
    let told = |(n, event): (u32, &Event)| {
        let viewer = match (secret_of(event), own) {
            (Some(seat), own) if own.contains(&seat) => Viewer::Seat(seat),
            (_, [first, ..]) => Viewer::Seat(*first),
            (_, []) => Viewer::Spectator,
        };
        GameEvent::of(n, &event.seen_by(viewer), edition)
    };
    (first_n..).zip(events).map(told).collect()
}

/// The seat whose secret an event may hold.
pub(crate) fn secret_of(event: &Event) -> Option<Seat> {
    match event {
        Event::CardsDealt { seat, .. }
        | Event::TicketsDealt { seat, .. }
        | Event::TicketsKept { seat, .. }
        | Event::CardDrawn { seat, .. }
        | Event::TicketsDrawn { seat, .. } => Some(*seat),
        _ => None,
    }
}
