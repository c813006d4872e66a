//! The page to read and try the API: three files of our own that load nothing from elsewhere.

use axum::Router;
use axum::http::header;
use axum::routing::get;

const PAGE: &str = include_str!("page.html");
const SCRIPT: &str = include_str!("page.js");
const STYLE: &str = include_str!("page.css");

/// The page, and the description it shows.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(description: String) -> Router<S> {
    let file = |kind: &'static str, text: &'static str| {
        get(move || async move { ([(header::CONTENT_TYPE, kind)], text) })
    };
    let json = [(header::CONTENT_TYPE, "application/json")];
    Router::new()
        .route("/api/openapi.json", get(move || async move { (json, description) }))
        .route("/api/docs", file("text/html; charset=utf-8", PAGE))
        .route("/api/docs/page.js", file("text/javascript; charset=utf-8", SCRIPT))
        .route("/api/docs/page.css", file("text/css; charset=utf-8", STYLE))
}
