//! Refusals as HTTP answers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::protocol::{Refusal, Refused};

/// The error of every handler.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) Refused);

pub(crate) type ApiResult<T> = Result<T, ApiError>;

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        Self(refused)
    }
}

impl From<crate::store::StoreError> for ApiError {
    fn from(error: crate::store::StoreError) -> Self {
        Self(crate::hub::not_stored(&error))
    }
}

impl ApiError {
    pub(crate) fn new(code: Refusal, text: impl Into<String>) -> Self {
        Self(Refused::new(code, text))
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = match self.0.code {
            Refusal::Malformed | Refusal::Invalid => StatusCode::BAD_REQUEST,
            Refusal::Unauthorized => StatusCode::UNAUTHORIZED,
            Refusal::Forbidden => StatusCode::FORBIDDEN,
            Refusal::NotFound => StatusCode::NOT_FOUND,
            Refusal::Illegal | Refusal::Stale | Refusal::WrongTime | Refusal::Taken => StatusCode::CONFLICT,
            Refusal::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Refusal::NotStored | Refusal::Stopping => StatusCode::SERVICE_UNAVAILABLE,
            Refusal::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        (status, Json(self.0)).into_response()
    }
}
