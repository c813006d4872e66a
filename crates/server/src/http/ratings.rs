//! Players and how strong they are.

use axum::Json;
use axum::extract::{Path, State};

use super::App;
use super::auth::Who;
use super::refusal::{ApiError, ApiResult};
use crate::protocol::rest::{PlayerInfo, RatedPlayer, RatingChangeInfo, RatingInfo};
use crate::protocol::{PlayerId, Refusal, Refused, TableId};
use crate::ratings::{Contender, Rating};

/// Lines of the list.
const MOST_LISTED: u32 = 100;

impl From<Rating> for RatingInfo {
    fn from(rating: Rating) -> Self {
        Self { rating: rating.points(), deviation: rating.uncertainty(), games: rating.games }
    }
}

/// The player and the bot that a contender is: one of them.
fn who(contender: Contender) -> (Option<PlayerId>, Option<String>) {
    match contender {
        Contender::Player(player) => (Some(player), None),
        Contender::Bot(bot) => (None, Some(bot)),
    }
}

/// Somebody who plays, with their rating
#[utoipa::path(get, path = "/api/v1/players/{player}", tag = "ratings", params(("player" = PlayerId, Path)),
    responses((status = 200, body = PlayerInfo), (status = 404, body = Refused)))]
pub(super) async fn player(
    State(app): State<App>,
    Path(player): Path<PlayerId>,
) -> ApiResult<Json<PlayerInfo>> {
    let store = app.hub.store();
    let Some(person) = store.person(player).await? else {
        return Err(ApiError::new(Refusal::NotFound, "there is no such player"));
    };
    let rating = store.rating(&Contender::Player(player)).await?;
    Ok(Json(PlayerInfo {
        player,
        name: person.name,
        account: person.account,
        rating: rating.map(Into::into),
    }))
}

/// The strongest players and bots
#[utoipa::path(get, path = "/api/v1/ratings", tag = "ratings", responses((status = 200, body = Vec<RatedPlayer>)))]
pub(super) async fn best(State(app): State<App>) -> ApiResult<Json<Vec<RatedPlayer>>> {
    let best = app.hub.store().best_ratings(MOST_LISTED).await?;
    let line = |(contender, name, rating): (Contender, Option<String>, Rating)| {
        let (player, bot) = who(contender);
        let name = name.or_else(|| bot.as_deref().map(crate::table::bot_name)).unwrap_or_default();
        RatedPlayer { player, bot, name, rating: rating.into() }
    };
    Ok(Json(best.into_iter().map(line).collect()))
}

/// What a game did to the ratings; nothing if it was not rated, or is not over
#[utoipa::path(get, path = "/api/v1/tables/{table}/ratings", tag = "ratings", params(("table" = TableId, Path)),
    responses((status = 200, body = Vec<RatingChangeInfo>), (status = 404, body = Refused)))]
pub(super) async fn of_table(
    State(app): State<App>,
    asker: Who,
    Path(table): Path<TableId>,
) -> ApiResult<Json<Vec<RatingChangeInfo>>> {
    app.hub.state(table, asker.asker()).await?;
    let changes = app.hub.store().rating_changes(table).await?;
    let told = changes.into_iter().map(|change| {
        let (player, bot) = who(change.contender);
        RatingChangeInfo { player, bot, before: change.before.points(), after: change.after.points() }
    });
    Ok(Json(told.collect()))
}
