//! A client: what the load generator and the tests talk to a server with, over real sockets.

use std::future::poll_fn;
use std::net::SocketAddr;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Body;
use futures_util::{SinkExt as _, StreamExt as _};
pub use hyper::Method;
use hyper::{Request, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message as Frame;
pub use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use crate::protocol::rest::{Me, NewSession};
use crate::protocol::{ClientMessage, Refused, ServerMessage};

/// Longest answer that is read.
const MOST_BYTES: usize = 64 << 20;

#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("{}", .0.text)]
    Refused(Refused),
    #[error("the server answered {status}: {text}")]
    Status { status: StatusCode, text: String },
    #[error("the connection does not work: {0}")]
    Connection(String),
}

impl ClientError {
    fn connection(error: impl std::fmt::Display) -> Self {
        Self::Connection(error.to_string())
    }

    /// The refusal, if it is one.
    pub const fn refused(&self) -> Option<&Refused> {
        match self {
            Self::Refused(refused) => Some(refused),
            _ => None,
        }
    }
}

/// Somebody with a session.
#[derive(Clone, Debug)]
pub struct Client {
    address: SocketAddr,
    /// `Cookie` or `Authorization`, and what stands in it.
    credential: Option<(header::HeaderName, String)>,
}

/// An answer as it came.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: header::HeaderMap,
    pub text: String,
}

impl Client {
    /// Nobody yet.
    pub const fn new(address: SocketAddr) -> Self {
        Self { address, credential: None }
    }

    /// A new guest.
    pub async fn guest(address: SocketAddr, name: &str) -> Result<(Self, Me), ClientError> {
        let mut client = Self::new(address);
        let new = NewSession { name: Some(name.to_owned()) };
        let me = client.begin("/api/v1/session", &new).await?;
        Ok((client, me))
    }

    /// A program with an API token.
    pub fn with_token(address: SocketAddr, token: &str) -> Self {
        Self { address, credential: Some((header::AUTHORIZATION, format!("Bearer {token}"))) }
    }

    /// The same session at another address, or at a server that was started anew.
    #[must_use]
    pub fn at(&self, address: SocketAddr) -> Self {
        Self { address, credential: self.credential.clone() }
    }

    /// The cookie of the session, as a browser would send it.
    pub fn cookie(&self) -> Option<&str> {
        let (name, value) = self.credential.as_ref()?;
        (*name == header::COOKIE).then_some(value)
    }

    /// Begins a session, or signs in, and keeps the cookie.
    pub async fn begin(&mut self, path: &str, body: &impl Serialize) -> Result<Me, ClientError> {
        let body = serde_json::to_string(body).map_err(ClientError::connection)?;
        let answer = self.request(Method::POST, path, &[], body).await?;
        let cookie = answer.headers.get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
        if let Some(pair) = cookie.and_then(|cookie| cookie.split(';').next()) {
            self.credential = Some((header::COOKIE, pair.to_owned()));
        }
        answer.read()
    }

    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ClientError> {
        self.request(Method::GET, path, &[], String::new()).await?.read()
    }

    pub async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = serde_json::to_string(body).map_err(ClientError::connection)?;
        self.request(method, path, &[], body).await?.read()
    }

    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        self.call(Method::POST, path, body).await
    }

    /// Sends a request and gives the answer as it came, on a connection of its own.
    pub async fn request(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: String,
    ) -> Result<Answer, ClientError> {
        let stream = TcpStream::connect(self.address).await.map_err(ClientError::connection)?;
        let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream));
        let (mut sender, connection) = handshake.await.map_err(ClientError::connection)?;
        let driver = tokio::spawn(connection);
        let mut request =
            Request::builder().method(method).uri(path).header(header::HOST, self.address.to_string());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type")) {
            request = request.header(header::CONTENT_TYPE, "application/json");
        }
        if let Some((name, value)) = &self.credential {
            request = request.header(name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::from(body)).map_err(ClientError::connection)?;
        let response = sender.send_request(request).await.map_err(ClientError::connection)?;
        let (parts, body) = response.into_parts();
        let bytes =
            axum::body::to_bytes(Body::new(body), MOST_BYTES).await.map_err(ClientError::connection)?;
        driver.abort();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Answer { status: parts.status, headers: parts.headers, text })
    }

    pub async fn socket(&self) -> Result<Socket, ClientError> {
        self.socket_from(None).await
    }

    /// A socket as a page of this origin opens it.
    pub async fn socket_from(&self, origin: Option<&str>) -> Result<Socket, ClientError> {
        let url = format!("ws://{}/api/v1/socket", self.address);
        let mut request = url.into_client_request().map_err(ClientError::connection)?;
        let mut add = |name: header::HeaderName, value: &str| {
            let value = header::HeaderValue::from_str(value).map_err(ClientError::connection)?;
            request.headers_mut().insert(name, value);
            Ok::<(), ClientError>(())
        };
        if let Some((name, value)) = &self.credential {
            add(name.clone(), value)?;
        }
        if let Some(origin) = origin {
            add(header::ORIGIN, origin)?;
        }
        let stream = TcpStream::connect(self.address).await.map_err(ClientError::connection)?;
        stream.set_nodelay(true).map_err(ClientError::connection)?;
        let config = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(4 << 10);
        let opened = client_async_with_config(request, stream, Some(config)).await;
        let (stream, _) = opened.map_err(ClientError::connection)?;
        Ok(Socket { stream, heard: None, drained: false })
    }
}

impl Answer {
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        if self.status.is_success() {
            let text = if self.text.is_empty() { "null" } else { &self.text };
            return serde_json::from_str(text).map_err(ClientError::connection);
        }
        match serde_json::from_str(&self.text) {
            Ok(refused) => Err(ClientError::Refused(refused)),
            Err(_) => Err(ClientError::Status { status: self.status, text: self.text.clone() }),
        }
    }
}

/// A WebSocket.
#[derive(Debug)]
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    /// Every message as it came, if that is wanted.
    heard: Option<Vec<String>>,
    /// All that has come was read.
    drained: bool,
}

impl Socket {
    /// Keeps every message from now on.
    pub fn keep_everything(&mut self) {
        self.heard = Some(Vec::new());
    }

    /// What was kept.
    pub fn heard(&self) -> &[String] {
        self.heard.as_deref().unwrap_or_default()
    }

    pub async fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).map_err(ClientError::connection)?;
        self.send_text(text).await
    }

    /// Sends anything, also what is no message.
    pub async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        self.stream.send(Frame::text(text)).await.map_err(ClientError::connection)
    }

    /// The next message; `None` when the server has closed the connection.
    pub async fn next(&mut self) -> Result<Option<ServerMessage>, ClientError> {
        let Some(text) = poll_fn(|context| self.poll_text(context)).await? else { return Ok(None) };
        serde_json::from_str(&text).map(Some).map_err(ClientError::connection)
    }

    /// The same as it came, for whoever waits for several sockets or reads only a part of it.
    pub fn poll_text(&mut self, context: &mut Context<'_>) -> Poll<Result<Option<Utf8Bytes>, ClientError>> {
        loop {
            // The library fills a buffer with zeros before it finds that there is nothing to read.
            if self.drained {
                ready!(self.stream.get_ref().poll_read_ready(context)).map_err(ClientError::connection)?;
            }
            let next = self.stream.poll_next_unpin(context);
            self.drained = next.is_pending();
            return Poll::Ready(match ready!(next) {
                Some(Ok(Frame::Text(text))) => {
                    if let Some(heard) = &mut self.heard {
                        heard.push(text.to_string());
                    }
                    Ok(Some(text))
                }
                Some(Ok(Frame::Close(_))) | None => Ok(None),
                Some(Ok(_)) => continue,
                Some(Err(error)) => Err(ClientError::connection(error)),
            });
        }
    }

    /// The same, if it comes in time.
    pub async fn next_within(&mut self, time: Duration) -> Result<Option<ServerMessage>, ClientError> {
        match tokio::time::timeout(time, self.next()).await {
            Ok(message) => message,
            Err(_) => Err(ClientError::Connection(format!("nothing came within {time:?}"))),
        }
    }

    /// Waits for a message that `wanted` makes something of.
    pub async fn wait_for<T>(
        &mut self,
        mut wanted: impl FnMut(ServerMessage) -> Option<T>,
    ) -> Result<T, ClientError> {
        loop {
            let message = self.next_within(Duration::from_secs(20)).await?;
            let message =
                message.ok_or_else(|| ClientError::Connection("the server went away".to_owned()))?;
            if let Some(found) = wanted(message) {
                return Ok(found);
            }
        }
    }

    pub async fn close(mut self) {
        let _ = self.stream.close(None).await;
    }
}
