//! The outside: HTTP and WebSocket.

mod assets;
mod auth;
mod body;
mod bot;
mod catalog;
mod docs;
mod limits;
mod ratings;
mod records;
mod refusal;
mod sessions;
mod socket;
mod tables;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt as _;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::limits::{RateLimits, SocketCounts};
use self::refusal::ApiError;
use crate::config::Config;
use crate::hub::Hub;
use crate::protocol::Refusal;
use crate::store::{Store, StoreError};

/// Longest body of a request, unless it is a record.
const MOST_BODY: usize = 64 << 10;

/// How long a server that stops waits for its connections.
const GOODBYE: Duration = Duration::from_secs(5);

/// Passwords that are hashed at the same time.
const PASSWORDS_AT_ONCE: usize = 2;

/// Connections at the same time, over all clients.
const MOST_CONNECTIONS: usize = 50_000;

/// What every handler can reach.
#[derive(Clone, Debug)]
pub(crate) struct App {
    pub(crate) hub: Hub,
    pub(crate) config: Arc<Config>,
    pub(crate) rates: Arc<RateLimits>,
    pub(crate) sockets: SocketCounts,
    pub(crate) passwords: Arc<Semaphore>,
    pub(crate) stopping: watch::Receiver<bool>,
    metrics: Option<PrometheusHandle>,
}

#[derive(OpenApi)]
#[openapi(info(
    title = "Whistlestop",
    description = "Tables, games and records. What happens at tables comes over the WebSocket: see docs/protocol.md."
))]
struct Documentation;

/// What the system keeps for a client that does not read. Without this it may be megabytes for each.
const SEND_BUFFER: u32 = 64 << 10;

/// Listens at an address, as a server should.
pub fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    // As the library does: a restart need not wait for connections of before.
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(1024)
}

/// Serves until `shutdown` is done, then finishes what was begun.
pub async fn run(
    listener: TcpListener,
    store: Store,
    config: Config,
    shutdown: impl Future<Output = ()> + Send,
) -> Result<(), StoreError> {
    let (stop, stopping) = watch::channel(false);
    let hub = Hub::new(store.clone(), config.library, config.hub).await?;
    let app = App {
        hub: hub.clone(),
        rates: Arc::new(RateLimits::new(&config.limits)),
        config: Arc::new(config),
        sockets: SocketCounts::default(),
        passwords: Arc::new(Semaphore::new(PASSWORDS_AT_ONCE)),
        stopping,
        metrics: crate::observe::prometheus(),
    };
    let retention = tokio::spawn(crate::retention::keep_to(app.config.retention, store.clone()));
    let upkeep = app.metrics.clone().map(|figures| tokio::spawn(crate::observe::keep_small(figures)));
    tokio::spawn(forget_old_limits(app.rates.clone(), app.stopping.clone()));
    let header_timeout = app.config.timeouts.headers;
    let router = router(app);
    let connections = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    tokio::pin!(shutdown);
    loop {
        let place = connections.clone().acquire_owned();
        let accepted = tokio::select! {
            accepted = async { (place.await, listener.accept().await) } => accepted,
            () = &mut shutdown => break,
        };
        match accepted {
            (Ok(place), Ok((stream, address))) => {
                let _ = stream.set_nodelay(true);
                let router = router.clone();
                let stopping = stop.subscribe();
                let place = ConnectionPlace(Arc::new(place));
                let connection = Connection { stream: TokioIo::new(stream), address, place };
                tokio::spawn(connection.serve(router, header_timeout, stopping));
            }
            (_, Err(error)) => {
                // Too many open files, for example: give the others time to close some.
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            (Err(_), _) => break,
        }
    }
    tracing::info!("stopping");
    drop(listener);
    hub.stop();
    stop.send_replace(true);
    let all_gone = connections.acquire_many(MOST_CONNECTIONS as u32);
    if tokio::time::timeout(GOODBYE, all_gone).await.is_err() {
        tracing::warn!("some connections did not end in time");
    }
    retention.abort();
    store.close().await;
    if let Some(upkeep) = upkeep {
        upkeep.abort();
    }
    Ok(())
}

/// One of the connections there may be, until the last who serves it lets go: a WebSocket outlives the request it began with.
/// The server does not end before.
#[derive(Clone, Debug)]
struct ConnectionPlace(#[expect(dead_code, reason = "it is held, not read")] Arc<OwnedSemaphorePermit>);

struct Connection {
    stream: TokioIo<tokio::net::TcpStream>,
    address: SocketAddr,
    place: ConnectionPlace,
}

impl Connection {
    async fn serve(self, router: Router, header_timeout: Duration, mut stopping: watch::Receiver<bool>) {
        let Self { stream, address, place } = self;
        let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            request.extensions_mut().insert(place.clone());
            router.clone().oneshot(request.map(axum::body::Body::new))
        });
        let connection = hyper::server::conn::http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(header_timeout)
            .max_buf_size(16 << 10)
            .serve_connection(stream, service)
            .with_upgrades();
        tokio::pin!(connection);
        tokio::select! {
            // What a client breaks off is no news.
            _ = &mut connection => {}
            _ = stopping.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = tokio::time::timeout(GOODBYE, connection).await;
            }
        }
    }
}

async fn forget_old_limits(rates: Arc<RateLimits>, mut stopping: watch::Receiver<bool>) {
    let mut every_minute = tokio::time::interval(Duration::from_mins(1));
    loop {
        tokio::select! {
            _ = every_minute.tick() => rates.forget(),
            _ = stopping.changed() => return,
        }
    }
}

fn router(app: App) -> Router {
    let (api, documentation) = OpenApiRouter::with_openapi(Documentation::openapi())
        .routes(routes!(sessions::me, sessions::begin, sessions::rename, sessions::end))
        .routes(routes!(sessions::sign_up))
        .routes(routes!(sessions::change_password))
        .routes(routes!(sessions::sign_in))
        .routes(routes!(sessions::tokens, sessions::new_token))
        .routes(routes!(sessions::remove_token))
        .routes(routes!(catalog::editions))
        .routes(routes!(catalog::edition))
        .routes(routes!(catalog::bots))
        .routes(routes!(tables::listed, tables::make))
        .routes(routes!(tables::mine))
        .routes(routes!(tables::show, tables::close))
        .routes(routes!(tables::change))
        .routes(routes!(tables::seat, tables::vacate))
        .routes(routes!(tables::start))
        .routes(routes!(tables::rematch))
        .routes(routes!(tables::by_code))
        .routes(routes!(records::of_table))
        .routes(routes!(tables::events))
        .routes(routes!(records::replay_table))
        .routes(routes!(records::views_of_table))
        .routes(routes!(records::uploaded))
        .routes(routes!(records::replay_uploaded))
        .routes(routes!(records::views_of_uploaded))
        .routes(routes!(ratings::player))
        .routes(routes!(ratings::best))
        .routes(routes!(ratings::of_table))
        .routes(routes!(bot::stream))
        .routes(routes!(bot::answer))
        .routes(routes!(socket::open))
        .split_for_parts();
    let upload = OpenApiRouter::new()
        .routes(routes!(records::upload))
        .layer(DefaultBodyLimit::max(records::MOST_UPLOADED))
        .split_for_parts();
    let mut documentation = documentation;
    documentation.merge(upload.1);
    let description = documentation.to_json().unwrap_or_default();
    Router::new()
        .merge(api)
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .merge(upload.0)
        .merge(docs::routes(description))
        .route("/healthz", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(app.clone(), guard))
        .layer(SetResponseHeaderLayer::if_not_present(
            header::CACHE_CONTROL,
            HeaderValue::from_static("no-store"),
        ))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            tracing::error!("a request broke its handler");
            ApiError::new(Refusal::Internal, "that is our fault").into_response()
        }))
        .with_state(app)
}

/// What holds for every request: limits, origins of pages that change something, time, and headers.
async fn guard(
    State(app): State<App>,
    auth::Address(address): auth::Address,
    request: Request,
    next: Next,
) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let path = request.uri().path();
    let is_api = path.starts_with("/api/");
    let mut response = if is_api && app.rates.request(address).is_err() {
        ApiError(limits::too_often()).into_response()
    } else if changes && !auth::is_origin_allowed(request.headers(), &app.config.origins) {
        ApiError::new(Refusal::Forbidden, "pages of this origin may not use this server").into_response()
    } else {
        match tokio::time::timeout(app.config.timeouts.request, next.run(request)).await {
            Ok(response) => response,
            Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
        }
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if app.config.secure_cookies {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));
    }
    response
}

/// Nothing but what this server sent itself; styles may stand in elements, because positions on the map do.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; worker-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

async fn ready(State(app): State<App>) -> Response {
    if *app.stopping.borrow() {
        return (StatusCode::SERVICE_UNAVAILABLE, "stopping\n").into_response();
    }
    match app.hub.store().check().await {
        Ok(()) => "ready\n".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the storage does not answer\n").into_response()
        }
    }
}

async fn metrics(State(app): State<App>) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4")];
    crate::observe::look_up();
    match &app.metrics {
        Some(handle) => (kind, handle.render()).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
