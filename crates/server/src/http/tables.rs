//! Tables over REST: making, seating, starting, listing.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;

use super::App;
use super::auth::{Address, Who};
use super::body::Body;
use super::refusal::{ApiError, ApiResult};
use crate::history::history;
use crate::hub::now;
use crate::protocol::rest::{Found, History, NewTable, SeatChange, Tables};
use crate::protocol::{Refusal, Refused, TableId, TableOptions, TableState};
use crate::table::Command;

/// Tables of one list.
const MOST_LISTED: u32 = 100;

/// The tables anybody can join or watch
#[utoipa::path(get, path = "/api/v1/tables", tag = "tables", responses((status = 200, body = Tables)))]
pub(super) async fn listed(State(app): State<App>) -> ApiResult<Json<Tables>> {
    Ok(Json(Tables { tables: app.hub.store().listed_tables(MOST_LISTED).await? }))
}

/// My tables, the latest first
#[utoipa::path(get, path = "/api/v1/my/tables", tag = "tables", responses((status = 200, body = Tables)))]
pub(super) async fn mine(State(app): State<App>, Who(person): Who) -> ApiResult<Json<Tables>> {
    Ok(Json(Tables { tables: app.hub.store().tables_of(person.player, MOST_LISTED).await? }))
}

/// Make a table
#[utoipa::path(post, path = "/api/v1/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = TableState), (status = 400, body = Refused), (status = 429, body = Refused)))]
pub(super) async fn make(
    State(app): State<App>,
    who: Who,
    Body(new): Body<NewTable>,
) -> ApiResult<impl IntoResponse> {
    app.rates.table(who.0.player)?;
    if new.sit && new.options.rated {
        must_be_known(&app, &who).await?;
    }
    let table = app.hub.create(&who.asker(), new).await?;
    let state = app.hub.state(table, who.asker()).await?;
    Ok((StatusCode::CREATED, Json(state)))
}

/// A table
#[utoipa::path(get, path = "/api/v1/tables/{table}", tag = "tables", params(("table" = TableId, Path)),
    responses((status = 200, body = TableState), (status = 404, body = Refused)))]
pub(super) async fn show(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
) -> ApiResult<Json<TableState>> {
    Ok(Json(app.hub.state(table, who.asker()).await?))
}

/// Everything that has happened in the game so far, as I saw it
#[utoipa::path(get, path = "/api/v1/tables/{table}/events", tag = "tables", params(("table" = TableId, Path)),
    responses((status = 200, body = History), (status = 404, body = Refused)))]
pub(super) async fn events(
    State(app): State<App>,
    Who(person): Who,
    Path(id): Path<TableId>,
) -> ApiResult<Json<History>> {
    let table = app.hub.load(id).await?;
    if !table.admits(person.player) {
        return Err(crate::hub::no_such_table().into());
    }
    let own = table.seats_of(person.player);
    let delay = if own.is_empty() { table.spectator_delay() } else { 0 };
    let entries = app.hub.store().entries(id, 0).await?;
    Ok(Json(History { events: history(&table, &entries, &own, now() - delay)? }))
}

/// Change the options, before the start
#[utoipa::path(put, path = "/api/v1/tables/{table}/options", tag = "tables", params(("table" = TableId, Path)),
    request_body = TableOptions, responses((status = 200, body = TableState), (status = 409, body = Refused)))]
pub(super) async fn change(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
    Body(options): Body<TableOptions>,
) -> ApiResult<Json<TableState>> {
    asked(&app, who, table, Command::Change { options }).await
}

/// Give the table up, before the start
#[utoipa::path(delete, path = "/api/v1/tables/{table}", tag = "tables", params(("table" = TableId, Path)),
    responses((status = 200, body = TableState), (status = 409, body = Refused)))]
pub(super) async fn close(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
) -> ApiResult<Json<TableState>> {
    asked(&app, who, table, Command::Close).await
}

/// Take a seat, put a bot on it, or choose its colour
#[utoipa::path(put, path = "/api/v1/tables/{table}/seats/{seat}", tag = "tables", request_body = SeatChange,
    params(("table" = TableId, Path), ("seat" = u8, Path)),
    responses((status = 200, body = TableState), (status = 409, body = Refused)))]
pub(super) async fn seat(
    State(app): State<App>,
    who: Who,
    Path((table, seat)): Path<(TableId, u8)>,
    Body(change): Body<SeatChange>,
) -> ApiResult<Json<TableState>> {
    if let SeatChange::Sit { .. } = change
        && app.hub.state(table, who.asker()).await?.options.rated
    {
        must_be_known(&app, &who).await?;
    }
    let command = match change {
        SeatChange::Sit { nonce, name } => Command::Sit { seat, name, nonce },
        SeatChange::Bot { bot } => Command::PutBot { seat, bot },
        SeatChange::Color { color } => Command::Color { seat, color },
    };
    asked(&app, who, table, command).await
}

/// Leave a seat, or remove somebody; in a running game a bot plays on
#[utoipa::path(delete, path = "/api/v1/tables/{table}/seats/{seat}", tag = "tables",
    params(("table" = TableId, Path), ("seat" = u8, Path)),
    responses((status = 200, body = TableState), (status = 409, body = Refused)))]
pub(super) async fn vacate(
    State(app): State<App>,
    who: Who,
    Path((table, seat)): Path<(TableId, u8)>,
) -> ApiResult<Json<TableState>> {
    asked(&app, who, table, Command::Vacate { seat }).await
}

/// Deal and begin
#[utoipa::path(post, path = "/api/v1/tables/{table}/start", tag = "tables", params(("table" = TableId, Path)),
    responses((status = 200, body = TableState), (status = 409, body = Refused)))]
pub(super) async fn start(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
) -> ApiResult<Json<TableState>> {
    asked(&app, who, table, Command::Start).await
}

/// A new table for the same people; the one there is, if somebody was faster
#[utoipa::path(post, path = "/api/v1/tables/{table}/rematch", tag = "tables", params(("table" = TableId, Path)),
    responses((status = 201, body = TableState), (status = 409, body = Refused)))]
pub(super) async fn rematch(
    State(app): State<App>,
    who: Who,
    Path(table): Path<TableId>,
) -> ApiResult<impl IntoResponse> {
    app.rates.table(who.0.player)?;
    let next = app.hub.rematch(&who.asker(), table).await?;
    Ok((StatusCode::CREATED, Json(app.hub.state(next, who.asker()).await?)))
}

/// The table with this code
#[utoipa::path(get, path = "/api/v1/codes/{code}", tag = "tables", params(("code" = String, Path)),
    responses((status = 200, body = Found), (status = 404, body = Refused)))]
pub(super) async fn by_code(
    State(app): State<App>,
    Address(address): Address,
    Path(code): Path<String>,
) -> ApiResult<Json<Found>> {
    app.rates.code(address)?;
    let code: String =
        code.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_uppercase()).collect();
    match app.hub.store().table_with_code(&code).await? {
        Some(table) => Ok(Json(Found { table })),
        None => Err(ApiError::new(Refusal::NotFound, "no table that waits for people has this code")),
    }
}

/// Ratings are of people who can be told apart from one day to the next.
async fn must_be_known(app: &App, who: &Who) -> ApiResult<()> {
    if who.0.account || !app.hub.store().tokens_of(who.0.player).await?.is_empty() {
        return Ok(());
    }
    Err(ApiError::new(
        Refusal::Forbidden,
        "this table is rated: sign up, or make a token for a program, first",
    ))
}

async fn asked(app: &App, who: Who, table: TableId, command: Command) -> ApiResult<Json<TableState>> {
    app.hub.command(table, who.asker(), command).await?;
    Ok(Json(app.hub.state(table, who.asker()).await?))
}
