//! What can be played, and against whom.

#![allow(clippy::unused_async, reason = "the router wants handlers that are async")]

use axum::Json;
use axum::extract::{Path, State};
use whistlestop_bots::BOTS;
use whistlestop_rules::edition::EditionSpec;

use super::App;
use super::refusal::{ApiError, ApiResult};
use crate::protocol::rest::{BotInfo, Edition, EditionSummary};
use crate::protocol::{Refusal, Refused};

/// The editions
#[utoipa::path(get, path = "/api/v1/editions", tag = "catalog", responses((status = 200, body = Vec<EditionSummary>)))]
pub(super) async fn editions(State(app): State<App>) -> Json<Vec<EditionSummary>> {
    let summary = |spec: &EditionSpec| EditionSummary {
        id: spec.id.clone(),
        name: spec.name.clone(),
        text: spec.text.clone(),
        players: spec.players,
        map: spec.map.id.clone(),
    };
    Json(app.config.library.iter().map(|edition| summary(edition.spec())).collect())
}

/// An edition with its map and tickets
#[utoipa::path(get, path = "/api/v1/editions/{edition}", tag = "catalog", params(("edition" = String, Path)),
    responses((status = 200, body = Edition), (status = 404, body = Refused)))]
pub(super) async fn edition(
    State(app): State<App>,
    Path(edition): Path<String>,
) -> ApiResult<Json<&'static EditionSpec>> {
    match app.config.library.get_or_suggest(&edition) {
        Ok(edition) => Ok(Json(edition.spec())),
        Err(unknown) => Err(ApiError::new(Refusal::NotFound, unknown.to_string())),
    }
}

/// The bots, weakest first
#[utoipa::path(get, path = "/api/v1/bots", tag = "catalog", responses((status = 200, body = Vec<BotInfo>)))]
pub(super) async fn bots() -> Json<Vec<BotInfo>> {
    let info = |bot: &whistlestop_bots::table::Entry| BotInfo {
        id: bot.id.to_owned(),
        name: bot.name.to_owned(),
        sentence: bot.sentence.to_owned(),
        strength: bot.strength,
        thinking_ms: bot.thinking_ms,
    };
    Json(BOTS.iter().map(info).collect())
}
