//! Records and replays: of tables and of uploaded files.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use whistlestop_rules::record::{Record, verify};

use super::App;
use super::auth::Who;
use super::refusal::{ApiError, ApiResult};
use crate::hub::now;
use crate::protocol::rest::{Replay, ReplayViews, Uploaded};
use crate::protocol::{RecordId, Refusal, Refused, TableId, TableStatus};
use crate::record::{self, Eyes, Story};
use crate::store::StoredEntry;
use crate::table::Table;

/// Longest record that is accepted.
pub(super) const MOST_UPLOADED: usize = 2 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayQuery {
    #[serde(default)]
    viewer: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ViewsQuery {
    #[serde(default)]
    viewer: Option<String>,
    from: u32,
    #[serde(default)]
    to: Option<u32>,
}

/// `None` stands for those that see most.
fn eyes(viewer: Option<&str>) -> ApiResult<Option<Eyes>> {
    let eyes = viewer.map(str::parse).transpose();
    eyes.map_err(|text: String| ApiError::new(Refusal::Invalid, text))
}

/// The record of a game, as a file: all of it when the game is over; before, what the asker's own seat has seen
#[utoipa::path(get, path = "/api/v1/tables/{table}/record", tag = "records", params(("table" = TableId, Path)),
    responses((status = 200, body = String, content_type = "application/jsonl"), (status = 409, body = Refused)))]
pub(super) async fn of_table(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
) -> ApiResult<impl IntoResponse> {
    let (found, entries) = stored_table(&app, &who, table).await?;
    let text = if found.status() == TableStatus::Finished {
        record::of_table(&found, &entries)?
    } else {
        let story = Story::of_table(&found, &entries, who.0.player)?;
        story.seen_text(story.check_eyes(None)?)?
    };
    Ok(file(&format!("whistlestop-{table}.jsonl"), text))
}

/// The same for an uploaded one
#[utoipa::path(get, path = "/api/v1/records/{record}", tag = "records", params(("record" = RecordId, Path)),
    responses((status = 200, body = String, content_type = "application/jsonl"), (status = 404, body = Refused)))]
pub(super) async fn uploaded(
    State(app): State<App>,
    Path(record): Path<RecordId>,
) -> ApiResult<impl IntoResponse> {
    let text = stored_record(&app, record).await?;
    Ok(file(&format!("whistlestop-{record}.jsonl"), text))
}

/// Upload a record; it must hold from the first line to the last
#[utoipa::path(post, path = "/api/v1/records", tag = "records",
    request_body(content = String, content_type = "application/jsonl"),
    responses((status = 201, body = Uploaded), (status = 400, body = Refused)))]
pub(super) async fn upload(
    State(app): State<App>,
    Who(person): Who,
    headers: HeaderMap,
    text: String,
) -> ApiResult<impl IntoResponse> {
    app.rates.upload(person.player)?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/jsonl") {
        return Err(ApiError::new(Refusal::Malformed, "a record is sent as application/jsonl"));
    }
    let checked = tokio::task::spawn_blocking(move || {
        let record = Record::parse(&text)?;
        verify(&record)?;
        Ok::<String, whistlestop_rules::record::RecordError>(record.to_text())
    });
    let text = checked
        .await
        .map_err(|_| ApiError::new(Refusal::Internal, "the record could not be checked"))?
        .map_err(|error| ApiError::new(Refusal::Invalid, error.to_string()))?;
    let record = RecordId(crate::random::bytes());
    app.hub.store().save_record(record, person.player, now(), &text).await?;
    Ok((StatusCode::CREATED, Json(Uploaded { record })))
}

/// A game as a list of events: for `all` eyes, a `spectator`, or the number of a seat; before its end for the own seat
#[utoipa::path(get, path = "/api/v1/tables/{table}/replay", tag = "records",
    params(("table" = TableId, Path), ("viewer" = Option<String>, Query)),
    responses((status = 200, body = Replay), (status = 409, body = Refused)))]
pub(super) async fn replay_table(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
    Query(query): Query<ReplayQuery>,
) -> ApiResult<Json<Replay>> {
    let eyes = eyes(query.viewer.as_deref())?;
    let story = story_of_table(&app, &who, table).await?;
    with_story(move || Ok(story), move |story| record::replay(story, eyes)).await.map(Json)
}

/// Positions of a game: after the events `from` to `to`
#[utoipa::path(get, path = "/api/v1/tables/{table}/replay/views", tag = "records",
    params(("table" = TableId, Path), ("viewer" = Option<String>, Query), ("from" = u32, Query),
        ("to" = Option<u32>, Query)),
    responses((status = 200, body = ReplayViews), (status = 409, body = Refused)))]
pub(super) async fn views_of_table(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
    Query(query): Query<ViewsQuery>,
) -> ApiResult<Json<ReplayViews>> {
    let story = story_of_table(&app, &who, table).await?;
    views(move || Ok(story), query).await
}

/// An uploaded game as a list of events
#[utoipa::path(get, path = "/api/v1/records/{record}/replay", tag = "records",
    params(("record" = RecordId, Path), ("viewer" = Option<String>, Query)),
    responses((status = 200, body = Replay), (status = 404, body = Refused)))]
pub(super) async fn replay_uploaded(
    State(app): State<App>,
    Path(record): Path<RecordId>,
    Query(query): Query<ReplayQuery>,
) -> ApiResult<Json<Replay>> {
    let eyes = eyes(query.viewer.as_deref())?;
    let text = stored_record(&app, record).await?;
    with_story(move || story_of_text(&text), move |story| record::replay(story, eyes)).await.map(Json)
}

/// Positions of an uploaded game
#[utoipa::path(get, path = "/api/v1/records/{record}/replay/views", tag = "records",
    params(("record" = RecordId, Path), ("viewer" = Option<String>, Query), ("from" = u32, Query),
        ("to" = Option<u32>, Query)),
    responses((status = 200, body = ReplayViews), (status = 404, body = Refused)))]
pub(super) async fn views_of_uploaded(
    State(app): State<App>,
    Path(record): Path<RecordId>,
    Query(query): Query<ViewsQuery>,
) -> ApiResult<Json<ReplayViews>> {
    let text = stored_record(&app, record).await?;
    views(move || story_of_text(&text), query).await
}

async fn stored_table(app: &App, who: &Who, id: TableId) -> ApiResult<(Table, Vec<StoredEntry>)> {
    let table = app.hub.load(id).await?;
    if !table.admits(who.0.player) {
        return Err(crate::hub::no_such_table().into());
    }
    let mut entries = app.hub.store().entries(id, 0).await?;
    // What was stored since is not of the table that was loaded.
    entries.truncate(table.number() as usize);
    Ok((table, entries))
}

async fn story_of_table(app: &App, who: &Who, id: TableId) -> ApiResult<Story> {
    let (table, entries) = stored_table(app, who, id).await?;
    Ok(Story::of_table(&table, &entries, who.0.player)?)
}

async fn stored_record(app: &App, record: RecordId) -> ApiResult<String> {
    let text = app.hub.store().record(record).await?;
    text.ok_or_else(|| ApiError::new(Refusal::NotFound, "there is no such record"))
}

fn story_of_text(text: &str) -> Result<Story, Refused> {
    let record = Record::parse(text).map_err(|error| Refused::new(Refusal::Invalid, error.to_string()))?;
    Ok(Story::of_record(&record))
}

/// Works on a game where it is in nobody's way.
async fn with_story<T: Send + 'static>(
    story: impl FnOnce() -> Result<Story, Refused> + Send + 'static,
    work: impl FnOnce(&Story) -> Result<T, Refused> + Send + 'static,
) -> ApiResult<T> {
    let done = tokio::task::spawn_blocking(move || work(&story()?));
    let done = done.await.map_err(|_| ApiError::new(Refusal::Internal, "the record could not be read"))?;
    Ok(done?)
}

async fn views(
    story: impl FnOnce() -> Result<Story, Refused> + Send + 'static,
    query: ViewsQuery,
) -> ApiResult<Json<ReplayViews>> {
    let eyes = eyes(query.viewer.as_deref())?;
    let (from, to) = (query.from, query.to.unwrap_or(query.from));
    let views = with_story(story, move |story| record::views(story, eyes, from, to)).await?;
    Ok(Json(ReplayViews { views }))
}

fn file(name: &str, text: String) -> ([(header::HeaderName, String); 2], String) {
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")),
    ];
    (headers, text)
}
