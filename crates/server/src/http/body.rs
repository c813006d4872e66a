//! JSON bodies whose faults are told as refusals.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::refusal::ApiError;
use crate::protocol::Refusal;

/// A body of JSON, sent as such: a form of another site cannot.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(JsonRejection::BytesRejection(rejection)) => {
                Err(ApiError::new(Refusal::TooMany, rejection.body_text()))
            }
            Err(rejection) => Err(ApiError::new(Refusal::Malformed, rejection.body_text())),
        }
    }
}
