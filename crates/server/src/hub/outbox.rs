//! What waits to be sent to one connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Notify, mpsc};

use crate::protocol::ServerMessage;

/// Messages that wait for a reader at most. Whoever is further behind is cut off and resumes.
const WAITING_MESSAGES: usize = 48;

/// A connection among all there ever were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionId(u64);

/// The sending end for everybody who has something to tell a connection.
#[derive(Clone, Debug)]
pub struct Outbox {
    connection: ConnectionId,
    messages: mpsc::Sender<Utf8Bytes>,
    cut: Arc<Notify>,
}

impl Outbox {
    /// A new outbox, what comes out of it, and the sign that the connection is to be cut.
    pub fn new() -> (Self, mpsc::Receiver<Utf8Bytes>, Arc<Notify>) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (messages, waiting) = mpsc::channel(WAITING_MESSAGES);
        let cut = Arc::new(Notify::new());
        let connection = ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed));
        (Self { connection, messages, cut: cut.clone() }, waiting, cut)
    }

    pub const fn connection(&self) -> ConnectionId {
        self.connection
    }

    pub fn send(&self, message: &ServerMessage) {
        self.send_text(encode(message));
    }

    /// Never waits: a reader that does not keep up loses the connection, not the others their time.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.messages.try_send(text) {
            metrics::counter!("whistlestop_slow_clients_total").increment(1);
            self.cut();
        }
    }

    /// Ends the connection; its client comes back and resumes.
    pub fn cut(&self) {
        self.cut.notify_one();
    }
}

pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Plain data with text keys: there is nothing in it that JSON could not hold.
    serde_json::to_string(message).unwrap_or_default().into()
}
