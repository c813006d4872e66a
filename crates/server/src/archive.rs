//! Reading a database while a server may be using it: what was played.

use whistlestop_rules::edition::Library;

use crate::hub::{Editions, load_table, no_such_table};
use crate::protocol::{PlayerId, Refused, TableId};
use crate::store::{Database, Store, StoreError};

/// A database, open for reading.
#[derive(Clone, Debug)]
pub struct Archive {
    store: Store,
    editions: Editions,
}

impl Archive {
    /// Opens a database of this version. It is neither locked nor changed.
    pub async fn open(database: Database) -> Result<Self, StoreError> {
        let store = Store::open_for_reading(database).await?;
        Ok(Self { editions: Editions::new(store.clone(), Library::builtin()), store })
    }

    /// The next games that were played to the end, in the order of their ids; those of one player, if one is named.
    pub async fn finished(
        &self,
        player: Option<PlayerId>,
        after: Option<TableId>,
        most: u32,
    ) -> Result<Vec<TableId>, StoreError> {
        self.store.finished_tables(player, after, most).await
    }

    /// The player with this name.
    pub async fn player_named(&self, name: &str) -> Result<Option<PlayerId>, StoreError> {
        self.store.player_named(name).await
    }

    /// The record of a finished game.
    pub async fn record(&self, table: TableId) -> Result<String, Refused> {
        let entries = self.store.entries(table, 0).await.map_err(|error| crate::hub::not_stored(&error))?;
        let loaded = load_table(&self.store, &self.editions, table).await?.ok_or_else(no_such_table)?;
        crate::record::of_table(&loaded, &entries)
    }
}
