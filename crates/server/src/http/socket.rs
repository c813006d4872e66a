//! One WebSocket per connection, for any number of tables.

use std::collections::HashSet;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt as _;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::time::Instant;

use super::auth::{Address, Who, is_origin_allowed};
use super::limits::{SocketPlace, too_often};
use super::refusal::{ApiError, ApiResult};
use super::{App, ConnectionPlace};
use crate::config::Timeouts;
use crate::hub::{Message, Outbox, Reply, no_such_table};
use crate::protocol::rest::Me;
use crate::protocol::{ClientMessage, Refusal, Refused, ServerMessage, TableId};
use crate::table::{Asker, Command};

/// Longest message of a client.
const MOST_BYTES: usize = 8 << 10;

/// Buffers of a socket; what is read is a line or two. The library's own are a hundred times as large, for each of thousands
/// of sockets.
const READ_BUFFER: usize = 1 << 10;
const WRITE_BUFFER: usize = 4 << 10;

/// What may wait inside the library for a reader that is slow, on top of the outbox.
const MOST_UNWRITTEN: usize = 256 << 10;

/// When clients of a server that stops should come back.
const RECONNECT_MS: u32 = 1000;

/// Everything about tables, as it happens: docs/protocol.md has the messages
#[utoipa::path(get, path = "/api/v1/socket", tag = "socket",
    responses((status = 101, description = "A WebSocket."), (status = 403, body = Refused)))]
pub(super) async fn open(
    State(app): State<App>,
    who: Who,
    Address(address): Address,
    Extension(connection): Extension<ConnectionPlace>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> ApiResult<Response> {
    if !is_origin_allowed(&headers, &app.config.origins) {
        return Err(ApiError::new(Refusal::Forbidden, "pages of this origin may not use this server"));
    }
    let place = app.sockets.take(address, who.0.player, &app.config.limits)?;
    let upgrade = upgrade
        .max_message_size(MOST_BYTES)
        .max_frame_size(MOST_BYTES)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(WRITE_BUFFER)
        .max_write_buffer_size(MOST_UNWRITTEN);
    Ok(upgrade.on_upgrade(move |socket| serve(app, who, socket, (place, connection))))
}

async fn serve(app: App, who: Who, mut socket: WebSocket, _places: (SocketPlace, ConnectionPlace)) {
    let (outbox, mut waiting) = Outbox::new();
    outbox.send(&ServerMessage::Welcome {
        me: Me::from(who.0.clone()),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    });
    let mut stopping = app.stopping.clone();
    let Timeouts { ping, write: patience, .. } = app.config.timeouts;
    let mut connection = Connection::new(&app, who.asker(), outbox.clone());
    let mut every_ping = tokio::time::interval(ping);
    every_ping.tick().await;
    let mut heard = Instant::now();
    // Waited for once for the whole connection, not anew for every message.
    let (cut, stop) = (outbox.until_cut(), stopping.changed());
    tokio::pin!(cut, stop);
    // What is still to be told when it ends; nothing after a write that was given up, because of the gap.
    let rest = loop {
        tokio::select! {
            frame = socket.recv() => {
                heard = Instant::now();
                match frame {
                    Some(Ok(Frame::Text(text))) => connection.hear(&text),
                    Some(Ok(Frame::Binary(_))) => connection.refuse(None, None, Refusal::Malformed, "messages are text"),
                    Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => {}
                    Some(Ok(Frame::Close(_)) | Err(_)) | None => break Vec::new(),
                }
            }
            texts = waiting.some() => {
                let frames = texts.into_iter().map(Frame::Text);
                let written = tokio::select! {
                    written = write(&mut socket, frames, patience) => written,
                    () = &mut cut => break Vec::new(),
                };
                // The client does not read, or is gone.
                if written.is_err() {
                    break Vec::new();
                }
            }
            () = &mut cut => break waiting.rest(),
            _ = every_ping.tick() => {
                if heard.elapsed() > 3 * ping {
                    break Vec::new();
                }
                // A client that lives answers, even if it has nothing to say. One whose library hides pings can tell a
                // quiet connection from a dead one by the message.
                outbox.send(&ServerMessage::Pong { n: 0 });
                if write(&mut socket, [Frame::Ping(Bytes::new())], patience).await.is_err() {
                    break Vec::new();
                }
            }
            _ = &mut stop => {
                outbox.send(&ServerMessage::Closing { reconnect_ms: RECONNECT_MS });
                break waiting.rest();
            }
        }
    };
    connection.leave().await;
    let goodbye =
        CloseFrame { code: close_code::AWAY, reason: Utf8Bytes::from_static("come back and resume") };
    let rest = rest.into_iter().map(Frame::Text).chain([Frame::Close(Some(goodbye))]);
    let _ = write(&mut socket, rest, patience).await;
}

/// The client is gone, or too slow for what it is told.
struct HungUp;

/// Writes all of these, together if they fit.
async fn write(
    socket: &mut WebSocket,
    frames: impl IntoIterator<Item = Frame>,
    patience: Duration,
) -> Result<(), HungUp> {
    let all = async {
        for frame in frames {
            socket.feed(frame).await?;
        }
        socket.flush().await
    };
    if matches!(tokio::time::timeout(patience, all).await, Ok(Ok(()))) { Ok(()) } else { Err(HungUp) }
}

struct Connection<'a> {
    app: &'a App,
    asker: Asker,
    outbox: Outbox,
    watched: HashSet<TableId>,
    messages: DefaultDirectRateLimiter,
    chat: DefaultDirectRateLimiter,
}

impl<'a> Connection<'a> {
    fn new(app: &'a App, asker: Asker, outbox: Outbox) -> Self {
        let limits = &app.config.limits;
        let burst = limits.messages_per_second.saturating_mul(std::num::NonZeroU32::MIN.saturating_add(2));
        Self {
            app,
            asker,
            outbox,
            watched: HashSet::new(),
            messages: RateLimiter::direct(Quota::per_second(limits.messages_per_second).allow_burst(burst)),
            chat: RateLimiter::direct(Quota::per_minute(limits.chat_per_minute)),
        }
    }

    fn refuse(&self, table: Option<TableId>, id: Option<String>, code: Refusal, text: &str) {
        let refused = Refused::new(code, text);
        self.outbox.send(&ServerMessage::Refused { table, id, refused });
    }

    /// Passes a message on to its table. The table answers.
    fn hear(&mut self, text: &str) {
        metrics::counter!("whistlestop_messages_total").increment(1);
        if self.messages.check().is_err() {
            self.outbox.send(&ServerMessage::Refused { table: None, id: None, refused: too_often() });
            return;
        }
        let message: ClientMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => return self.refuse(None, None, Refusal::Malformed, &error.to_string()),
        };
        match message {
            ClientMessage::Watch { table, from } => self.watch(table, from),
            ClientMessage::Unwatch { table } => {
                if self.watched.remove(&table) {
                    self.pass(table, None, Message::Unwatch { connection: self.outbox.connection() });
                }
            }
            ClientMessage::Emote { table, emote } => {
                if self.may_talk(table) {
                    let (asker, outbox) = (self.asker.clone(), self.outbox.clone());
                    self.pass(table, None, Message::Emote { asker, emote, outbox });
                }
            }
            ClientMessage::Ping { n } => self.outbox.send(&ServerMessage::Pong { n }),
            message => {
                if let Some((table, command)) = Command::asked_by(message)
                    && (!matches!(command, Command::Say { .. }) || self.may_talk(table))
                {
                    self.ask(table, command);
                }
            }
        }
    }

    fn watch(&mut self, table: TableId, from: Option<u32>) {
        if !self.watched.contains(&table) && self.watched.len() >= self.app.config.limits.watched_per_socket {
            return self.refuse(
                Some(table),
                None,
                Refusal::TooMany,
                "that is too many tables for one connection",
            );
        }
        self.watched.insert(table);
        let (asker, outbox) = (self.asker.clone(), self.outbox.clone());
        self.pass(table, None, Message::Watch { asker, from, outbox });
    }

    /// Only tables that are watched can be spoken to: others need not be woken.
    fn ask(&self, table: TableId, command: Command) {
        let id = command.action_id().map(str::to_owned);
        if !self.watched.contains(&table) {
            let refused = no_such_table();
            return self.refuse(Some(table), id, refused.code, "watch the table first");
        }
        let reply = Reply::Socket { outbox: self.outbox.clone(), id: id.clone() };
        self.pass(table, id, Message::Command { asker: self.asker.clone(), command, reply });
    }

    fn may_talk(&self, table: TableId) -> bool {
        let may = self.chat.check().is_ok();
        if !may {
            self.refuse(Some(table), None, Refusal::TooMany, "that is too much talk; wait a moment");
        }
        may
    }

    fn pass(&self, table: TableId, id: Option<String>, message: Message) {
        if !self.app.hub.try_send(table, message) {
            self.refuse(Some(table), id, Refusal::TooMany, "the table has too much to do; try again");
        }
    }

    async fn leave(&mut self) {
        for table in self.watched.drain() {
            self.app.hub.send(table, Message::Unwatch { connection: self.outbox.connection() }).await;
        }
    }
}
