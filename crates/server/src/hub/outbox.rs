//! What waits to be sent to one connection.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;

use crate::protocol::ServerMessage;

/// Messages that wait for a reader at most. Whoever is further behind is cut off and resumes.
const WAITING_MESSAGES: usize = 48;

/// A connection among all there ever were.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnectionId(u64);

/// The sending end for everybody who has something to tell a connection.
#[derive(Clone, Debug)]
pub struct Outbox(Arc<Shared>);

/// The end that what waits is taken from.
#[derive(Debug)]
pub struct Waiting(Arc<Shared>);

/// Most connections are idle for most of their time: a queue that is empty takes no memory, which those of libraries do.
#[derive(Debug)]
struct Shared {
    connection: ConnectionId,
    queue: Mutex<Queue>,
    news: Notify,
    cut: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    messages: Vec<Utf8Bytes>,
    /// Something did not fit. Nothing is taken after it, so that what comes out has no gap and can be resumed from.
    overflowed: bool,
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Outbox {
    /// A new outbox, and the end where its messages come out.
    pub fn new() -> (Self, Waiting) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let shared = Arc::new(Shared {
            connection: ConnectionId(NEXT.fetch_add(1, Ordering::Relaxed)),
            queue: Mutex::default(),
            news: Notify::new(),
            cut: Notify::new(),
        });
        (Self(shared.clone()), Waiting(shared))
    }

    pub fn connection(&self) -> ConnectionId {
        self.0.connection
    }

    pub fn send(&self, message: &ServerMessage) {
        self.send_text(encode(message));
    }

    /// Never waits: a reader that does not keep up loses the connection, not the others their time.
    pub(crate) fn send_text(&self, text: Utf8Bytes) {
        let mut queue = self.0.queue();
        if queue.overflowed {
            return;
        }
        queue.overflowed = queue.messages.len() >= WAITING_MESSAGES;
        if queue.overflowed {
            metrics::counter!("whistlestop_slow_clients_total").increment(1);
            self.cut();
        } else {
            queue.messages.push(text);
            self.0.news.notify_one();
        }
    }

    /// Ends the connection; its client comes back and resumes.
    pub fn cut(&self) {
        self.0.cut.notify_one();
    }

    /// Returns when somebody has cut the connection.
    pub async fn until_cut(&self) {
        self.0.cut.notified().await;
    }
}

impl Waiting {
    /// All messages that wait, in their order, as soon as there are any. Nothing is lost when this is given up.
    pub async fn some(&mut self) -> Vec<Utf8Bytes> {
        loop {
            let messages = self.rest();
            if !messages.is_empty() {
                return messages;
            }
            self.0.news.notified().await;
        }
    }

    /// All messages that wait now.
    pub fn rest(&mut self) -> Vec<Utf8Bytes> {
        std::mem::take(&mut self.0.queue().messages)
    }
}

pub(crate) fn encode(message: &ServerMessage) -> Utf8Bytes {
    // Plain data with text keys: there is nothing in it that JSON could not hold.
    serde_json::to_string(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn what_waits_comes_out_in_order_and_whoever_does_not_take_it_is_cut_off() {
        let (outbox, mut waiting) = Outbox::new();
        let numbers = 0..u32::try_from(WAITING_MESSAGES).unwrap_or_default();
        for n in numbers.clone() {
            outbox.send(&ServerMessage::Pong { n });
        }
        let sent: Vec<Utf8Bytes> = numbers.map(|n| encode(&ServerMessage::Pong { n })).collect();
        assert_eq!(waiting.some().await, sent);

        let given_up = tokio::time::timeout(Duration::from_millis(1), waiting.some()).await;
        assert!(given_up.is_err(), "nothing waits");
        outbox.send_text("later".into());
        assert_eq!(waiting.some().await, ["later"]);

        for _ in 0..WAITING_MESSAGES {
            outbox.send_text("unread".into());
        }
        let kept = tokio::time::timeout(Duration::from_millis(1), outbox.until_cut()).await;
        assert!(kept.is_err(), "as many as may wait");
        outbox.send_text("one too many".into());
        outbox.until_cut().await;
        assert_eq!(waiting.rest().len(), WAITING_MESSAGES);
        outbox.send_text("after the gap".into());
        assert!(waiting.rest().is_empty(), "whoever resumes must not take the gap for read");
    }
}
