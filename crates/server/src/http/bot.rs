//! Programs that play: a stream of what is asked of them, and the way to answer. docs/bots.md explains it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::ws::Utf8Bytes;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;
use whistlestop_bots::protocol::{ShownAction, ShownView, ToBot, VERSION};
use whistlestop_rules::game::Game;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::view::Viewer;

use super::App;
use super::auth::{Address, Who};
use super::body::Body;
use super::limits::SocketPlace;
use super::refusal::{ApiError, ApiResult};
use crate::hub::{Message, Outbox, Questions, Waiting};
use crate::protocol::rest::{BotAnswer, BotDone};
use crate::protocol::{Clock, PlayerAction, Refusal, Refused, TableId, TableStatus};
use crate::table::Command;

/// How often the stream looks for tables at which its player has sat down.
const LOOK_FOR_TABLES: Duration = Duration::from_secs(1);

/// After so many looks an empty line says that the stream lives.
const LOOKS_TO_A_SIGN: u32 = 15;

/// Tables that one stream follows.
const MOST_TABLES: u32 = 100;

/// Lines that wait for a program at most.
const WAITING_LINES: usize = 16;

const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Everything that is asked of my seats, as it comes: one JSON object a line, until either side hangs up
#[utoipa::path(get, path = "/api/v1/bot/stream", tag = "bots",
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 401, body = Refused)))]
pub(super) async fn stream(
    State(app): State<App>,
    who: Who,
    Address(address): Address,
) -> ApiResult<Response> {
    let place = app.sockets.take(address, who.0.player, &app.config.limits)?;
    let (lines, waiting) = mpsc::channel(WAITING_LINES);
    tokio::spawn(Following::new(app, who, lines, place).run());
    let body = futures_util::stream::unfold(waiting, |mut waiting: mpsc::Receiver<Bytes>| async move {
        waiting.recv().await.map(|line| (Ok::<_, Infallible>(line), waiting))
    });
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    Ok((kind, ResponseBody::from_stream(body)).into_response())
}

/// Answer what the stream asked; the same answer again gets the first result
#[utoipa::path(post, path = "/api/v1/tables/{table}/answer", tag = "bots", params(("table" = TableId, Path)),
    request_body = BotAnswer, responses((status = 200, body = BotDone), (status = 409, body = Refused)))]
pub(super) async fn answer(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
    Body(answer): Body<BotAnswer>,
) -> ApiResult<Json<BotDone>> {
    let BotAnswer { seat, seq, index } = answer;
    let questions = app.hub.questions(table, who.asker()).await?;
    let asked = questions.seats.iter().find(|(own, _)| own.index() == usize::from(seat));
    let action = match (asked, &questions.game) {
        (Some((own, since)), Some(game)) if seq >= *since && seq <= questions.seq => {
            let legal = game.legal_actions(*own);
            let action = legal.get(index).ok_or_else(|| {
                let text = format!(
                    "there are {} things to choose from, counted from 0; {index} is none",
                    legal.len()
                );
                ApiError::new(Refusal::Invalid, text)
            })?;
            PlayerAction::of(&action, game.edition())
        }
        // The table finds the words for what is wrong, or the first result of an answer that is repeated.
        _ => PlayerAction::Pass {},
    };
    let id = format!("answer to {seq} on {seat}");
    let command = Command::Act { id, seq, seat, action };
    let seq = app.hub.command(table, who.asker(), command).await?;
    Ok(Json(BotDone { seq }))
}

/// A line of the stream.
#[derive(Serialize)]
struct Line<'a> {
    table: TableId,
    /// What the answer has to name.
    seq: u32,
    seat: Seat,
    #[serde(flatten)]
    message: ToBot<'a>,
}

/// A `hello` says the seat itself.
#[derive(Serialize)]
struct Hello<'a> {
    table: TableId,
    seq: u32,
    #[serde(flatten)]
    message: ToBot<'a>,
}

/// The table that a message is about, whatever else it says.
#[derive(Deserialize)]
struct About {
    table: Option<TableId>,
    state: Option<AboutState>,
}

#[derive(Deserialize)]
struct AboutState {
    id: TableId,
}

/// Which seats of a table have been greeted, and the number each was asked at last.
type Asked = HashMap<Seat, Option<u32>>;

/// The stream has nobody who reads it, or who keeps up.
struct HungUp;

struct Following {
    app: App,
    who: Who,
    lines: mpsc::Sender<Bytes>,
    outbox: Outbox,
    waiting: Waiting,
    tables: HashMap<TableId, Asked>,
    _place: SocketPlace,
}

impl Following {
    fn new(app: App, who: Who, lines: mpsc::Sender<Bytes>, place: SocketPlace) -> Self {
        let (outbox, waiting) = Outbox::new();
        Self { app, who, lines, outbox, waiting, tables: HashMap::new(), _place: place }
    }

    async fn run(mut self) {
        let mut stopping = self.app.stopping.clone();
        let mut look = tokio::time::interval(LOOK_FOR_TABLES);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut looks = 0u32;
        loop {
            let done = tokio::select! {
                _ = look.tick() => {
                    looks = looks.wrapping_add(1);
                    let sign = looks.is_multiple_of(LOOKS_TO_A_SIGN);
                    self.look_for_tables().await;
                    if sign { self.write(Bytes::from_static(b"\n")).await } else { Ok(()) }
                }
                texts = self.waiting.some() => self.hear(&texts).await,
                () = self.outbox.until_cut() => break,
                () = self.lines.closed() => break,
                _ = stopping.changed() => break,
            };
            if done.is_err() {
                break;
            }
        }
        for table in self.tables.into_keys() {
            let connection = self.outbox.connection();
            self.app.hub.send(table, Message::Unwatch { connection }).await;
        }
    }

    async fn hear(&mut self, texts: &[Utf8Bytes]) -> Result<(), HungUp> {
        for text in texts {
            let about: Option<About> = serde_json::from_str(text).ok();
            if let Some(table) = about.and_then(|about| about.table.or(about.state.map(|state| state.id))) {
                self.ask(table).await?;
            }
        }
        Ok(())
    }

    async fn write(&self, line: Bytes) -> Result<(), HungUp> {
        let written = tokio::time::timeout(self.app.config.timeouts.write, self.lines.send(line)).await;
        if matches!(written, Ok(Ok(()))) { Ok(()) } else { Err(HungUp) }
    }

    async fn say(&self, line: &impl Serialize) -> Result<(), HungUp> {
        // Plain data with text keys: there is nothing in it that JSON could not hold.
        let mut text = serde_json::to_vec(line).unwrap_or_default();
        text.push(b'\n');
        self.write(text.into()).await
    }

    /// Watches every table of the player's that is not over, as a person would.
    async fn look_for_tables(&mut self) {
        let mine = match self.app.hub.store().tables_of(self.who.0.player, MOST_TABLES).await {
            Ok(mine) => mine,
            Err(error) => return tracing::warn!(%error, "a program's tables cannot be found"),
        };
        for table in mine {
            let on = matches!(table.status, TableStatus::Open | TableStatus::Playing);
            if on && !self.tables.contains_key(&table.id) {
                self.tables.insert(table.id, Asked::new());
                let (asker, outbox) = (self.who.asker(), self.outbox.clone());
                self.app.hub.send(table.id, Message::Watch { asker, from: None, outbox }).await;
            }
        }
    }

    /// Says what a table asks of the player's seats, unless that was said before.
    async fn ask(&mut self, table: TableId) -> Result<(), HungUp> {
        let Some(mut asked) = self.tables.get(&table).cloned() else { return Ok(()) };
        let Ok(questions) = self.app.hub.questions(table, self.who.asker()).await else {
            // Removed from the table; if it was a stumble, the next look finds it again.
            self.unwatch(table).await;
            return Ok(());
        };
        let Questions { seq, seats, game: Some(game), clock } = questions else { return Ok(()) };
        for (seat, since) in seats {
            if let Entry::Vacant(new) = asked.entry(seat) {
                new.insert(None);
                self.say(&Hello { table, seq, message: hello(&game, seat, clock) }).await?;
            }
            let last = asked.get(&seat).copied().flatten();
            if game.awaits(seat) && last.is_none_or(|last| last < since) {
                asked.insert(seat, Some(seq));
                let view = game.view(Viewer::Seat(seat));
                let legal = ShownAction::all(&game.legal_actions(seat), &view);
                let message = ToBot::Decide { view: Box::new(ShownView::from(&view)), legal };
                self.say(&Line { table, seq, seat, message }).await?;
            }
            if game.is_over() {
                let standings = game.standings();
                let message = ToBot::GameOver { standings: &standings, forfeit: None };
                self.say(&Line { table, seq, seat, message }).await?;
            }
        }
        self.tables.insert(table, asked);
        if game.is_over() {
            self.unwatch(table).await;
        }
        Ok(())
    }

    async fn unwatch(&mut self, table: TableId) {
        self.tables.remove(&table);
        let connection = self.outbox.connection();
        self.app.hub.send(table, Message::Unwatch { connection }).await;
    }
}

fn hello<'g>(game: &Game<'g>, seat: Seat, clock: Clock) -> ToBot<'g> {
    let decision_ms = match clock {
        Clock::None => DAY_MS,
        Clock::PerTurn { seconds } | Clock::Bank { seconds, .. } => u64::from(seconds) * 1000,
        Clock::Correspondence { days } => u64::from(days) * DAY_MS,
    };
    ToBot::Hello {
        protocol: VERSION,
        edition: game.edition().spec(),
        players: game.seats().count(),
        seat,
        seed: u64::from_le_bytes(crate::random::bytes()),
        decision_ms,
    }
}
