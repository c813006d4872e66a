//! The web client, inside the binary.

#![allow(clippy::unused_async, reason = "the router wants handlers that are async")]

use std::fmt::Write as _;

use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

/// What `make build-web` built; empty when it was not built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct Client;

/// Shown when the client was not built into this binary.
const PLAIN_PAGE: &str = include_str!("plain.html");

/// Files below this have the hash of what they hold in their name.
const HASHED: &str = "assets/";

/// Files of the client; for every other path, its page, which knows what the path means.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if uri.path().starts_with("/api/") {
        let refused = crate::protocol::Refused::new(
            crate::protocol::Refusal::NotFound,
            "there is nothing here; /api/docs lists what there is",
        );
        return super::refusal::ApiError(refused).into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, HEAD")]).into_response();
    }
    answer::<Client>(uri.path(), &headers)
}

fn answer<Files: RustEmbed>(path: &str, asked: &HeaderMap) -> Response {
    let path = path.trim_start_matches('/');
    if let Some(file) = Files::get(path) {
        return send(path, file, asked);
    }
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return StatusCode::NOT_FOUND.into_response();
    }
    match Files::get("index.html") {
        Some(page) => send("index.html", page, asked),
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], PLAIN_PAGE).into_response(),
    }
}

/// A file, unless the asker has it.
fn send(path: &str, file: EmbeddedFile, asked: &HeaderMap) -> Response {
    let cache = if path.starts_with(HASHED) { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut tag = String::from("\"");
    for byte in &file.metadata.sha256_hash()[..16] {
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok());
    let is_known = known.is_some_and(|tags| tags.split(',').any(|known| known.trim() == tag));
    let kind = match file.metadata.mimetype() {
        "text/html" => "text/html; charset=utf-8",
        other => other,
    };
    let value = |text: &str| {
        HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("application/octet-stream"))
    };
    let headers = [
        (header::CACHE_CONTROL, HeaderValue::from_static(cache)),
        (header::ETAG, value(&tag)),
        (header::CONTENT_TYPE, value(kind)),
    ];
    if is_known {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    (headers, file.data).into_response()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[derive(RustEmbed)]
    #[folder = "tests/fixtures/client"]
    struct Built;

    #[derive(RustEmbed)]
    #[folder = "tests/fixtures/no client here"]
    #[allow_missing = true]
    struct NotBuilt;

    async fn get<Files: RustEmbed>(path: &str, tag: Option<&HeaderValue>) -> (StatusCode, HeaderMap, String) {
        let mut headers = HeaderMap::new();
        if let Some(tag) = tag {
            headers.insert(header::IF_NONE_MATCH, tag.clone());
        }
        let response = answer::<Files>(path, &headers);
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, 1 << 20).await.unwrap();
        (parts.status, parts.headers, String::from_utf8(bytes.to_vec()).unwrap())
    }

    #[tokio::test]
    async fn pages_files_and_links_into_the_client() {
        for path in ["/", "/index.html", "/table/0f8e7d6c5b4a39281706f5e4d3c2b1a0", "/replay/abc/turn/12"] {
            let (status, headers, text) = get::<Built>(path, None).await;
            assert_eq!(
                (status, text.trim()),
                (StatusCode::OK, "<!doctype html><title>a client</title>"),
                "{path}"
            );
            assert_eq!(headers[header::CONTENT_TYPE], "text/html; charset=utf-8");
            assert_eq!(headers[header::CACHE_CONTROL], "no-cache", "a new version is seen at once");
            let (status, _, text) = get::<Built>(path, Some(&headers[header::ETAG])).await;
            assert_eq!((status, text.as_str()), (StatusCode::NOT_MODIFIED, ""));
        }
        let (status, headers, _) = get::<Built>("/assets/index-1a2b3c.js", None).await;
        assert_eq!(status, StatusCode::OK);
        assert_eq!(headers[header::CONTENT_TYPE], "text/javascript");
        assert_eq!(headers[header::CACHE_CONTROL], "public, max-age=31536000, immutable");
        for path in ["/assets/index-other.js", "/nothing.png", "/../Cargo.toml", "/assets/../index.html.bak"]
        {
            assert_eq!(get::<Built>(path, None).await.0, StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[tokio::test]
    async fn without_a_client_a_page_says_so() {
        for path in ["/", "/table/abc"] {
            let (status, _, text) = get::<NotBuilt>(path, None).await;
            assert_eq!(status, StatusCode::OK);
            assert!(text.contains("was not built into this program"), "{text}");
        }
        assert_eq!(get::<NotBuilt>("/assets/index.js", None).await.0, StatusCode::NOT_FOUND);
    }
}
