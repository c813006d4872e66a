//! Sessions, accounts and tokens.

#![allow(clippy::unused_async, reason = "the router wants handlers that are async")]

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};

use super::App;
use super::auth::{Address, COOKIE, Secret, Who, secret_of};
use super::body::Body;
use super::refusal::{ApiError, ApiResult};
use crate::hub::now;
use crate::protocol::rest::{
    CreatedToken, Credentials, Me, NewPassword, NewSession, NewToken, Rename, TokenInfo,
};
use crate::protocol::{PlayerId, Refusal, Refused, TokenId};
use crate::store::{NewPerson, Person};
use crate::table::{Asker, Command, clean_name};

/// How long a browser keeps the session, in seconds: a year.
const COOKIE_AGE: u32 = 365 * 24 * 60 * 60;

const PASSWORD_BYTES: std::ops::RangeInclusive<usize> = 8..=256;

const MOST_TOKENS: usize = 20;

/// Tables of a guest that an account takes over, the latest first.
const MOST_TAKEN_ALONG: u32 = 1000;

impl From<Person> for Me {
    fn from(person: Person) -> Self {
        Self { player: person.player, name: person.name, account: person.account }
    }
}

type WithCookie = (AppendHeaders<[(HeaderName, HeaderValue); 1]>, Json<Me>);

fn with_cookie(app: &App, secret: &Secret, person: Person) -> ApiResult<WithCookie> {
    let secure = if app.config.secure_cookies { "; Secure" } else { "" };
    let cookie =
        format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={COOKIE_AGE}{secure}", secret.0);
    let cookie = HeaderValue::from_str(&cookie)
        .map_err(|_| ApiError::new(Refusal::Internal, "the session could not be made"))?;
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), Json(person.into())))
}

/// Who I am
#[utoipa::path(get, path = "/api/v1/session", tag = "session",
    responses((status = 200, body = Me), (status = 401, body = Refused)))]
pub(super) async fn me(Who(person): Who) -> Json<Me> {
    Json(person.into())
}

/// Begin a session as a guest
#[utoipa::path(post, path = "/api/v1/session", tag = "session", request_body = NewSession,
    responses((status = 200, body = Me, description = "The cookie is the session."), (status = 429, body = Refused)))]
pub(super) async fn begin(
    State(app): State<App>,
    Address(address): Address,
    headers: HeaderMap,
    Body(new): Body<NewSession>,
) -> ApiResult<impl IntoResponse> {
    if let Some(secret) = secret_of(&headers)
        && let Some(person) = app.hub.store().session(secret.hash()).await?
    {
        // Whoever has a session keeps it.
        return with_cookie(&app, &secret, person);
    }
    app.rates.session(address)?;
    let name = match new.name {
        Some(name) => clean_name(&name).map_err(invalid)?,
        None => "Guest".to_owned(),
    };
    let player = PlayerId(crate::random::bytes());
    let person = app.hub.store().add_guest(&NewPerson { player, name }, now()).await?;
    let secret = Secret::new();
    app.hub.store().add_session(secret.hash(), player, None, now()).await?;
    with_cookie(&app, &secret, person)
}

/// Another name
#[utoipa::path(patch, path = "/api/v1/session", tag = "session", request_body = Rename,
    responses((status = 200, body = Me), (status = 400, body = Refused)))]
pub(super) async fn rename(
    State(app): State<App>,
    Who(person): Who,
    Body(new): Body<Rename>,
) -> ApiResult<Json<Me>> {
    let name = clean_name(&new.name).map_err(invalid)?;
    let name = app.hub.store().rename(person.player, &name, None).await?;
    Ok(Json(Person { name, ..person }.into()))
}

/// Sign out
#[utoipa::path(delete, path = "/api/v1/session", tag = "session", responses((status = 204)))]
pub(super) async fn end(State(app): State<App>, headers: HeaderMap) -> ApiResult<impl IntoResponse> {
    if let Some(secret) = secret_of(&headers) {
        app.hub.store().end_session(secret.hash()).await?;
    }
    let gone = HeaderValue::from_static("whistlestop=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    Ok((StatusCode::NO_CONTENT, AppendHeaders([(header::SET_COOKIE, gone)])))
}

/// Sign up: the guest becomes an account and keeps all games
#[utoipa::path(post, path = "/api/v1/accounts", tag = "session", request_body = Credentials,
    responses((status = 200, body = Me, description = "With a number behind the name if somebody has it."),
        (status = 409, body = Refused)))]
pub(super) async fn sign_up(
    State(app): State<App>,
    Address(address): Address,
    Who(person): Who,
    Body(new): Body<Credentials>,
) -> ApiResult<Json<Me>> {
    app.rates.login(address, &new.name)?;
    if person.account {
        return Err(ApiError::new(Refusal::WrongTime, "you have an account already"));
    }
    let name = clean_name(&new.name).map_err(invalid)?;
    let hash = app.hash_password(new.password).await?;
    let name = app.hub.store().rename(person.player, &name, Some(&hash)).await?;
    Ok(Json(Me { player: person.player, name, account: true }))
}

/// Another password; whoever is signed in elsewhere is signed out
#[utoipa::path(put, path = "/api/v1/accounts/password", tag = "session", request_body = NewPassword,
    responses((status = 200, body = Me), (status = 401, body = Refused), (status = 409, body = Refused)))]
pub(super) async fn change_password(
    State(app): State<App>,
    Address(address): Address,
    headers: HeaderMap,
    Who(person): Who,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> ApiResult<Json<Me>> {
    app.rates.login(address, &person.name)?;
    let Some((_, hash)) = app.hub.store().account(&person.name).await?.filter(|_| person.account) else {
        return Err(ApiError::new(Refusal::WrongTime, "a guest has no password; sign up first"));
    };
    if !app.check_password(old, Some(hash)).await? {
        return Err(ApiError::new(Refusal::Unauthorized, "the old password is wrong"));
    }
    let hash = app.hash_password(new).await?;
    let kept = secret_of(&headers).map(|secret| secret.hash()).unwrap_or_default();
    app.hub.store().change_password(person.player, &hash, kept).await?;
    Ok(Json(person.into()))
}

/// Sign in; what was played as a guest comes along
#[utoipa::path(post, path = "/api/v1/session/login", tag = "session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401, body = Refused), (status = 429, body = Refused)))]
pub(super) async fn sign_in(
    State(app): State<App>,
    Address(address): Address,
    headers: HeaderMap,
    Body(given): Body<Credentials>,
) -> ApiResult<impl IntoResponse> {
    app.rates.login(address, &given.name)?;
    let account = app.hub.store().account(&given.name).await?;
    let hash = account.as_ref().map(|(_, hash)| hash.clone());
    // The same sentence and the same work whether the name or the password is wrong.
    let right = app.check_password(given.password, hash).await?;
    let Some((person, _)) = account.filter(|_| right) else {
        return Err(ApiError::new(Refusal::Unauthorized, "the name or the password is wrong"));
    };
    if let Some(guest) = secret_of(&headers)
        && let Some(guest) = app.hub.store().session(guest.hash()).await?
        && !guest.account
    {
        take_along(&app, &guest, &person).await?;
    }
    let secret = Secret::new();
    app.hub.store().add_session(secret.hash(), person.player, None, now()).await?;
    with_cookie(&app, &secret, person)
}

/// Gives an account what somebody has played as a guest.
async fn take_along(app: &App, guest: &Person, account: &Person) -> ApiResult<()> {
    let asker = Asker { player: guest.player, name: guest.name.clone() };
    for table in app.hub.store().tables_of(guest.player, MOST_TAKEN_ALONG).await? {
        let command = Command::MoveTo { player: account.player, name: account.name.clone() };
        if let Err(refused) = app.hub.command(table.id, asker.clone(), command).await {
            // A table at which both sit stays as it is; it is no reason not to let anybody in.
            tracing::info!(table = %table.id, reason = refused.text, "a guest's seat stays the guest's");
        }
    }
    app.hub.store().move_belongings(guest.player, account.player).await?;
    Ok(())
}

/// My API tokens
#[utoipa::path(get, path = "/api/v1/tokens", tag = "session", responses((status = 200, body = Vec<TokenInfo>)))]
pub(super) async fn tokens(State(app): State<App>, Who(person): Who) -> ApiResult<Json<Vec<TokenInfo>>> {
    Ok(Json(app.hub.store().tokens_of(person.player).await?))
}

/// A new API token, for programs that play for me
#[utoipa::path(post, path = "/api/v1/tokens", tag = "session", request_body = NewToken,
    responses((status = 201, body = CreatedToken)))]
pub(super) async fn new_token(
    State(app): State<App>,
    Who(person): Who,
    Body(new): Body<NewToken>,
) -> ApiResult<impl IntoResponse> {
    let label = clean_name(&new.label).map_err(invalid)?;
    if app.hub.store().tokens_of(person.player).await?.len() >= MOST_TOKENS {
        return Err(ApiError::new(Refusal::TooMany, format!("{MOST_TOKENS} tokens are enough; delete one")));
    }
    let (secret, id) = (Secret::new(), TokenId(crate::random::bytes()));
    app.hub.store().add_session(secret.hash(), person.player, Some((id, &label)), now()).await?;
    Ok((StatusCode::CREATED, Json(CreatedToken { id, label, secret: secret.0 })))
}

/// Delete an API token
#[utoipa::path(delete, path = "/api/v1/tokens/{token}", tag = "session", params(("token" = TokenId, Path)),
    responses((status = 204), (status = 404, body = Refused)))]
pub(super) async fn remove_token(
    State(app): State<App>,
    Who(person): Who,
    Path(token): Path<TokenId>,
) -> ApiResult<StatusCode> {
    if app.hub.store().remove_token(person.player, token).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::new(Refusal::NotFound, "there is no such token"))
    }
}

fn invalid(error: impl std::fmt::Display) -> ApiError {
    ApiError::new(Refusal::Invalid, error.to_string())
}

impl App {
    async fn hash_password(&self, password: String) -> ApiResult<String> {
        if !PASSWORD_BYTES.contains(&password.len()) {
            let (least, most) = PASSWORD_BYTES.into_inner();
            return Err(invalid(format!("a password has {least} to {most} characters")));
        }
        self.with_password_work(move || {
            Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string()).ok()
        })
        .await?
        .ok_or_else(|| ApiError::new(Refusal::Internal, "the password could not be kept"))
    }

    /// Without a hash to compare with, as much work is done for nothing.
    async fn check_password(&self, password: String, hash: Option<String>) -> ApiResult<bool> {
        if password.len() > *PASSWORD_BYTES.end() {
            return Ok(false);
        }
        self.with_password_work(move || {
            if let Some(Ok(hash)) = hash.as_deref().map(PasswordHash::new) {
                Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
            } else {
                let _ = Argon2::default().hash_password(password.as_bytes());
                false
            }
        })
        .await
    }

    /// Hashing takes memory and time on purpose, so only a few do it at once, and not on the threads that serve.
    async fn with_password_work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let broken = || ApiError::new(Refusal::Internal, "the password could not be checked");
        let _place = self.passwords.acquire().await.map_err(|_| broken())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| broken())
    }
}
