//! The people around one table: each with a session and a socket of their own.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;
use whistlestop_server::client::{Client, ClientError, Method, Socket, Utf8Bytes};
use whistlestop_server::protocol::rest::NewTable;
use whistlestop_server::protocol::table::StandIn;
use whistlestop_server::protocol::{ClientMessage, TableId, TableOptions, TableState};

use crate::Failure;
use crate::heard::{Heard, Kind};

/// One connection, and the session it belongs to.
#[derive(Debug)]
struct Person {
    client: Client,
    socket: Socket,
}

/// Everybody at one table. Where there is one socket for all seats, one session holds them all.
#[derive(Debug)]
pub(crate) struct People {
    options: TableOptions,
    people: Vec<Person>,
}

impl People {
    /// New guests for a table of an edition, with a socket each.
    pub(crate) async fn connect(address: SocketAddr, edition: &str, sockets: u8) -> Result<Self, Failure> {
        let options = TableOptions {
            hot_seat: sockets == 1,
            // Nobody plays for somebody whom the measurement has left behind.
            stand_in: StandIn { after_s: None, ..StandIn::default() },
            ..TableOptions::new(edition, sockets.max(2))
        };
        let mut people = Vec::new();
        for _ in 0..sockets {
            let (client, _) = Client::guest(address, &new_name()).await?;
            let socket = client.socket().await?;
            people.push(Person { client, socket });
        }
        Ok(Self { options, people })
    }

    /// Somebody who comes back alone.
    pub(crate) async fn returning(client: Client) -> Result<Self, Failure> {
        let socket = client.socket().await?;
        let options = TableOptions::new(String::new(), 2);
        Ok(Self { options, people: vec![Person { client, socket }] })
    }

    fn host(&self) -> Result<&Client, Failure> {
        self.people.first().map(|person| &person.client).ok_or_else(|| Failure::lost("there is nobody"))
    }

    /// Makes a table, seats everybody, starts, and asks to watch.
    pub(crate) async fn open_table(&mut self) -> Result<TableId, Failure> {
        let new = NewTable {
            options: self.options.clone(),
            bots: Vec::new(),
            sit: true,
            nonce: None,
            start: false,
        };
        let table: TableState = self.host()?.post("/api/v1/tables", &new).await?;
        for seat in 1..self.options.seats {
            let person = self.people.get(usize::from(seat)).or(self.people.first());
            let person = person.ok_or_else(|| Failure::lost("there is nobody"))?;
            let path = format!("/api/v1/tables/{}/seats/{seat}", table.id);
            let _: TableState = person.client.call(Method::PUT, &path, &json!({"type": "sit"})).await?;
        }
        self.start(table.id).await?;
        Ok(table.id)
    }

    /// The next game of the same people.
    pub(crate) async fn rematch(&mut self, table: TableId) -> Result<TableId, Failure> {
        let next: TableState = self.host()?.post(&format!("/api/v1/tables/{table}/rematch"), &()).await?;
        for person in &mut self.people {
            person.socket.send(&ClientMessage::Unwatch { table }).await?;
        }
        self.start(next.id).await?;
        Ok(next.id)
    }

    async fn start(&mut self, table: TableId) -> Result<(), Failure> {
        let _: TableState = self.host()?.post(&format!("/api/v1/tables/{table}/start"), &()).await?;
        self.watch(table).await
    }

    pub(crate) async fn watch(&mut self, table: TableId) -> Result<(), Failure> {
        for person in &mut self.people {
            person.socket.send(&ClientMessage::Watch { table, from: None }).await?;
        }
        Ok(())
    }

    pub(crate) async fn unwatch(&mut self, table: TableId) -> Result<(), Failure> {
        for person in &mut self.people {
            person.socket.send(&ClientMessage::Unwatch { table }).await?;
        }
        Ok(())
    }

    pub(crate) async fn send(&mut self, person: usize, text: String) -> Result<(), Failure> {
        match self.people.get_mut(person) {
            Some(person) => Ok(person.socket.send_text(text).await?),
            None => Ok(()),
        }
    }

    /// The next message to anybody, and to whom.
    pub(crate) async fn next(&mut self) -> Result<(usize, Utf8Bytes), Failure> {
        let next = poll_fn(|context| {
            for (i, person) in self.people.iter_mut().enumerate() {
                if let Poll::Ready(text) = person.socket.poll_text(context) {
                    return Poll::Ready((i, text));
                }
            }
            Poll::Pending
        });
        match next.await {
            (i, Ok(Some(text))) => Ok((i, text)),
            (_, Ok(None)) => Err(Failure::lost("the server closed it")),
            (_, Err(error)) => Err(error.into()),
        }
    }

    /// Waits until everybody has been shown the game of a table.
    pub(crate) async fn first_views(&mut self, table: TableId) -> Result<(), Failure> {
        let table = table.to_string();
        let mut waiting: Vec<bool> = vec![true; self.people.len()];
        while waiting.contains(&true) {
            let (i, text) = self.next().await?;
            let heard = read(&text)?;
            match heard.kind {
                Kind::Game if heard.table.as_deref() == Some(&*table) => waiting[i] = false,
                Kind::Refused => return Err(Failure::refused(&heard)),
                Kind::Game | Kind::Done | Kind::Pong | Kind::Closing | Kind::Other => {}
            }
        }
        Ok(())
    }

    pub(crate) async fn leave(self) {
        for person in self.people {
            person.socket.close().await;
        }
    }

    /// The first of them, to come back later.
    pub(crate) fn first_client(&self) -> Option<Client> {
        self.people.first().map(|person| person.client.clone())
    }
}

pub(crate) fn read(text: &str) -> Result<Heard<'_>, Failure> {
    Heard::read(text)
        .map_err(|error| Failure::lost(&format!("the server said something that is no message: {error}")))
}

/// A name that nobody else has, so that the server does not have to look for a free one.
fn new_name() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let began = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("L{:x}-{number}", began.as_micros())
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        match error {
            ClientError::Refused(refused) => Self::Refused { code: refused.code, text: refused.text },
            other => Self::Connection(other.to_string()),
        }
    }
}
