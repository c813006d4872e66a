//! Ratings, and what each rated game did to them.

use sqlx::any::AnyRow;
use sqlx::{Any, Row as _, Transaction};

use super::{Database, Store, StoreError};
use crate::protocol::{PlayerId, TableId};
use crate::ratings::{Contender, Rating, after};

/// What a game did to somebody's rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingChange {
    pub contender: Contender,
    pub before: Rating,
    pub after: Rating,
}

impl Store {
    /// Stores what a game does to the ratings of those who played it, once, however often it is called. A contender on
    /// several seats counts with the best.
    pub async fn rate(
        &self,
        table: TableId,
        results: &[(Contender, u8)],
        now: i64,
    ) -> Result<(), StoreError> {
        let mut best: Vec<(Contender, u8)> = Vec::new();
        for (contender, rank) in results {
            match best.iter_mut().find(|(known, _)| known == contender) {
                Some((_, known)) => *known = (*known).min(*rank),
                None => best.push((contender.clone(), *rank)),
            }
        }
        // Always in the same order, so that two games that end at once do not wait for each other in a circle.
        best.sort_by_key(|(contender, _)| contender.key());
        if best.len() < 2 {
            return Ok(());
        }
        let mut transaction = self.inner.writing.begin_with(self.inner.database.begin()).await?;
        let counted = sqlx::query("SELECT 1 FROM rating_changes WHERE table_id = $1 LIMIT 1")
            .bind(table.0.to_vec())
            .fetch_optional(&mut *transaction)
            .await?;
        if counted.is_some() {
            return Ok(());
        }
        let mut before = Vec::new();
        for (contender, rank) in &best {
            before.push((self.rating_to_change(&mut transaction, contender).await?, *rank));
        }
        let ratings = after(&before);
        for (((contender, _), (old, _)), new) in best.iter().zip(&before).zip(&ratings) {
            let stored = sqlx::query(
                "INSERT INTO rating_changes (table_id, contender, mean_before, deviation_before, mean_after, \
                 deviation_after) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
            )
            .bind(table.0.to_vec())
            .bind(contender.key())
            .bind(old.mean)
            .bind(old.deviation)
            .bind(new.mean)
            .bind(new.deviation)
            .execute(&mut *transaction)
            .await?;
            if stored.rows_affected() == 0 {
                // Another node was faster.
                return Ok(());
            }
            sqlx::query(
                "UPDATE ratings SET mean = $2, deviation = $3, games = $4, changed_at = $5 WHERE contender = $1",
            )
            .bind(contender.key())
            .bind(new.mean)
            .bind(new.deviation)
            .bind(i64::from(new.games))
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// A rating that nobody else changes before the transaction ends.
    async fn rating_to_change(
        &self,
        transaction: &mut Transaction<'_, Any>,
        contender: &Contender,
    ) -> Result<Rating, StoreError> {
        let new = Rating::default();
        sqlx::query(
            "INSERT INTO ratings (contender, mean, deviation, games, changed_at) VALUES ($1, $2, $3, 0, 0) \
             ON CONFLICT DO NOTHING",
        )
        .bind(contender.key())
        .bind(new.mean)
        .bind(new.deviation)
        .execute(&mut **transaction)
        .await?;
        let sql = match self.inner.database {
            Database::Sqlite { .. } => "SELECT mean, deviation, games FROM ratings WHERE contender = $1",
            Database::Postgres { .. } => {
                "SELECT mean, deviation, games FROM ratings WHERE contender = $1 FOR UPDATE"
            }
        };
        let row = sqlx::query(sql).bind(contender.key()).fetch_one(&mut **transaction).await?;
        rating(&row, 0)
    }

    pub async fn rating(&self, contender: &Contender) -> Result<Option<Rating>, StoreError> {
        let row = sqlx::query("SELECT mean, deviation, games FROM ratings WHERE contender = $1")
            .bind(contender.key())
            .fetch_optional(&self.inner.reading)
            .await?;
        row.map(|row| rating(&row, 0)).transpose()
    }

    /// The strongest, with the names of the players.
    pub async fn best_ratings(
        &self,
        most: u32,
    ) -> Result<Vec<(Contender, Option<String>, Rating)>, StoreError> {
        let rows =
            sqlx::query("SELECT contender, mean, deviation, games FROM ratings ORDER BY mean DESC LIMIT $1")
                .bind(i64::from(most))
                .fetch_all(&self.inner.reading)
                .await?;
        let mut best = Vec::new();
        for row in &rows {
            let contender = contender(row, 0)?;
            let name = match &contender {
                Contender::Player(player) => self.person(*player).await?.map(|person| person.name),
                Contender::Bot(_) => None,
            };
            best.push((contender, name, rating(row, 1)?));
        }
        Ok(best)
    }

    /// What a game did to the ratings; nothing if it was not rated.
    pub async fn rating_changes(&self, table: TableId) -> Result<Vec<RatingChange>, StoreError> {
        let rows = sqlx::query(
            "SELECT contender, mean_before, deviation_before, mean_after, deviation_after FROM rating_changes \
             WHERE table_id = $1",
        )
        .bind(table.0.to_vec())
        .fetch_all(&self.inner.reading)
        .await?;
        let at = |row: &AnyRow, column: usize| -> Result<Rating, StoreError> {
            Ok(Rating { mean: row.try_get(column)?, deviation: row.try_get(column + 1)?, games: 0 })
        };
        let change = |row: &AnyRow| -> Result<RatingChange, StoreError> {
            Ok(RatingChange { contender: contender(row, 0)?, before: at(row, 1)?, after: at(row, 3)? })
        };
        rows.iter().map(change).collect()
    }
}

fn rating(row: &AnyRow, column: usize) -> Result<Rating, StoreError> {
    let games: i64 = row.try_get(column + 2)?;
    Ok(Rating {
        mean: row.try_get(column)?,
        deviation: row.try_get(column + 1)?,
        games: u32::try_from(games).unwrap_or(u32::MAX),
    })
}

fn contender(row: &AnyRow, column: usize) -> Result<Contender, StoreError> {
    let key: String = row.try_get(column)?;
    let player = |id: &str| id.parse::<PlayerId>().ok().map(Contender::Player);
    let read = match key.split_once(':') {
        Some(("player", id)) => player(id),
        Some(("bot", bot)) => Some(Contender::Bot(bot.to_owned())),
        _ => None,
    };
    read.ok_or_else(|| StoreError::Damaged(format!("{key:?} is nobody who has a rating")))
}
