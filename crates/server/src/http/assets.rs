//! The web client, inside the binary.

#![allow(clippy::unused_async, reason = "the router wants handlers that are async")]

use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// What `make build-web` built; empty when it was not built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// Shown when the client was not built into this binary.
const PLAIN_PAGE: &str = include_str!("plain.html");

/// Files of the client; for every other path, its page, which knows what the path means.
pub(super) async fn serve(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") {
        let refused = crate::protocol::Refused::new(
            crate::protocol::Refusal::NotFound,
            "there is nothing here; /api/docs lists what there is",
        );
        return super::refusal::ApiError(refused).into_response();
    }
    if let Some(file) = Client::get(path) {
        // Files below assets/ have the hash of what they hold in their name.
        let cache =
            if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
        let kind = HeaderValue::from_str(file.metadata.mimetype())
            .unwrap_or(HeaderValue::from_static("application/octet-stream"));
        let headers =
            [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, HeaderValue::from_static(cache))];
        return (headers, file.data).into_response();
    }
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let page = Client::get("index.html").map_or(PLAIN_PAGE.as_bytes().into(), |file| file.data);
    let headers = [(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, page).into_response()
}
