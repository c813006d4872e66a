//! Who asks: the holder of a session cookie or of an API token.

use std::net::{IpAddr, SocketAddr};

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use sha2::{Digest as _, Sha256};
use whistlestop_rules::chance::Seed;

use super::App;
use super::limits::bucket;
use super::refusal::ApiError;
use crate::hub::now;
use crate::protocol::Refusal;
use crate::store::Person;
use crate::table::Asker;

pub(crate) const COOKIE: &str = "whistlestop";

/// 256 random bits in hexadecimal. Only its hash is stored, so that reading the database lets nobody in; and looking a
/// hash up takes no time that depends on how much of the secret was guessed.
#[derive(Clone)]
pub(crate) struct Secret(pub(crate) String);

impl Secret {
    pub(crate) fn new() -> Self {
        Self(Seed(crate::random::bytes()).to_string())
    }

    pub(crate) fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0.as_bytes()).into()
    }
}

/// The secret that a request carries.
pub(crate) fn secret_of(headers: &HeaderMap) -> Option<Secret> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(token) = bearer.and_then(|value| value.strip_prefix("Bearer ")) {
        return plausible(token);
    }
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|cookies| cookies.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, secret)| plausible(secret))
}

fn plausible(secret: &str) -> Option<Secret> {
    let fits = secret.len() == 64 && secret.bytes().all(|digit| digit.is_ascii_hexdigit());
    fits.then(|| Secret(secret.to_owned()))
}

/// How exactly it is stored when somebody was last seen, in milliseconds.
const A_DAY: i64 = 24 * 60 * 60 * 1000;

/// Somebody with a session.
#[derive(Clone, Debug)]
pub(crate) struct Who(pub(crate) Person);

impl Who {
    pub(crate) fn asker(&self) -> Asker {
        Asker { player: self.0.player, name: self.0.name.clone() }
    }
}

impl FromRequestParts<App> for Who {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let unauthorized =
            || ApiError::new(Refusal::Unauthorized, "there is no session; POST /api/v1/session begins one");
        let secret = secret_of(&parts.headers).ok_or_else(unauthorized)?;
        let person = app.hub.store().session(secret.hash()).await?;
        let person = person.ok_or_else(unauthorized)?;
        if now() - person.seen_at > A_DAY {
            app.hub.store().saw(person.player, now()).await?;
        }
        Ok(Self(person))
    }
}

/// The address of the client, as far as limits are concerned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

impl FromRequestParts<App> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        Ok(Self(address_of(parts, app.config.behind_proxy)))
    }
}

fn address_of(parts: &Parts, behind_proxy: bool) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    // The last entry is the one that the proxy itself has seen; those before it anybody can make up.
    let forwarded = parts
        .headers
        .get_all("x-forwarded-for")
        .iter()
        .next_back()
        .and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    let address = if behind_proxy { forwarded.or(peer) } else { peer };
    bucket(address.unwrap_or(IpAddr::from([0, 0, 0, 0])))
}

/// Whether a page of this origin may use the server. Programs that are no browsers send none.
pub(crate) fn is_origin_allowed(headers: &HeaderMap, allowed: &[String]) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if !allowed.is_empty() {
        return allowed.iter().any(|allowed| allowed == origin);
    }
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let of_origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    host.is_some() && host == of_origin
}
