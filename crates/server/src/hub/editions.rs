//! Editions by what they are, so that a table keeps the one it was made with.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};
use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::{Edition, Library};

use crate::store::{Store, StoreError};

/// Editions live as long as the process: there are few, and every game refers to one.
#[derive(Clone, Debug)]
pub struct Editions {
    library: &'static Library,
    store: Store,
    known: Arc<Mutex<HashMap<String, &'static Edition>>>,
    /// Those that are stored, and their names.
    stored: Arc<Mutex<Vec<(&'static Edition, String)>>>,
}

impl Editions {
    pub(crate) fn new(store: Store, library: &'static Library) -> Self {
        let known = library.iter().map(|edition| (hash(edition), &**edition)).collect();
        Self { library, store, known: Arc::new(Mutex::new(known)), stored: Arc::default() }
    }

    /// The editions that new tables can have.
    pub const fn library(&self) -> &'static Library {
        self.library
    }

    /// Stores an edition for ever, and gives the name it is found by.
    pub(super) async fn remember(&self, edition: &'static Edition) -> Result<String, StoreError> {
        let stored = || self.stored.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, hash)) = stored().iter().find(|(known, _)| std::ptr::eq(*known, edition)) {
            return Ok(hash.clone());
        }
        let hash = hash(edition);
        if self.store.edition(&hash).await?.is_none() {
            self.store.save_edition(&hash, &spec(edition)).await?;
        }
        stored().push((edition, hash.clone()));
        Ok(hash)
    }

    /// The edition with this name.
    pub(super) async fn find(&self, hash: &str) -> Result<&'static Edition, StoreError> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(edition) = known().get(hash) {
            return Ok(edition);
        }
        let damaged = |what: &str| StoreError::Damaged(format!("the edition {hash}: {what}"));
        let spec = self.store.edition(hash).await?.ok_or_else(|| damaged("it is missing"))?;
        let spec = serde_json::from_str(&spec).map_err(|error| damaged(&error.to_string()))?;
        let edition = Edition::new(spec).map_err(|_| damaged("it cannot be played"))?;
        Ok(known().entry(hash.to_owned()).or_insert_with(|| Box::leak(Box::new(edition))))
    }
}

fn spec(edition: &Edition) -> String {
    // Plain data with text keys: there is nothing in it that JSON could not hold.
    serde_json::to_string(edition.spec()).unwrap_or_default()
}

fn hash(edition: &Edition) -> String {
    Seed(Sha256::digest(spec(edition)).into()).to_string()
}
