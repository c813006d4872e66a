//! Players, their sessions and their tokens.

use sqlx::Row as _;
use sqlx::any::AnyRow;

use super::tables::id;
use super::{Store, StoreError};
use crate::protocol::rest::TokenInfo;
use crate::protocol::{PlayerId, TokenId};

/// Somebody who plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    pub player: PlayerId,
    pub name: String,
    /// Whether there is an account.
    pub account: bool,
    /// The day they were last seen, as any moment of it in milliseconds since 1970.
    pub seen_at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPerson {
    pub player: PlayerId,
    pub name: String,
}

/// Names that differ only in case are the same.
fn key(name: &str) -> String {
    name.to_lowercase()
}

/// The name itself, then with small numbers, then with random ones.
fn candidates(name: &str) -> impl Iterator<Item = String> {
    // The more are taken, the longer the numbers.
    let random = (0..30u32).map(|attempt| {
        let bytes: [u8; 4] = crate::random::bytes();
        u32::from_le_bytes(bytes) % 10u32.pow(3 + attempt.div_euclid(5).min(6))
    });
    let name = name.to_owned();
    std::iter::once(name.clone())
        .chain((2..10u32).chain(random).map(move |number| format!("{name} {number}")))
}

impl Store {
    /// A new guest, with a number behind the name if somebody has it.
    pub async fn add_guest(&self, new: &NewPerson, now: i64) -> Result<Person, StoreError> {
        for name in candidates(&new.name) {
            let done = sqlx::query(
                "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES ($1, $2, $3, $4, $4) \
                 ON CONFLICT DO NOTHING",
            )
            .bind(new.player.0.to_vec())
            .bind(name.as_str())
            .bind(key(&name))
            .bind(now)
            .execute(&self.inner.writing)
            .await?;
            if done.rows_affected() > 0 {
                return Ok(Person { player: new.player, name, account: false, seen_at: now });
            }
        }
        Err(StoreError::Unavailable(format!("no free name like {:?} was found", new.name)))
    }

    /// Another name for a player; with a password, also an account. Gives the name that was free.
    pub async fn rename(
        &self,
        player: PlayerId,
        name: &str,
        password: Option<&str>,
    ) -> Result<String, StoreError> {
        for name in candidates(name) {
            let done = sqlx::query(
                "UPDATE players SET name = $2, name_key = $3, password = COALESCE($4, password) WHERE id = $1 \
                 AND NOT EXISTS (SELECT 1 FROM players AS other WHERE other.name_key = $3 AND other.id <> $1)",
            )
            .bind(player.0.to_vec())
            .bind(name.as_str())
            .bind(key(&name))
            .bind(password.map(str::to_owned))
            .execute(&self.inner.writing)
            .await?;
            if done.rows_affected() > 0 {
                return Ok(name);
            }
        }
        Err(StoreError::Unavailable(format!("no free name like {name:?} was found")))
    }

    /// The account with this name, and its password's hash.
    pub async fn account(&self, name: &str) -> Result<Option<(Person, String)>, StoreError> {
        let row = sqlx::query(
            "SELECT id, name, password, seen_at FROM players WHERE name_key = $1 AND password IS NOT NULL",
        )
        .bind(key(name))
        .fetch_optional(&self.inner.reading)
        .await?;
        let account = |row: AnyRow| -> Result<_, StoreError> {
            let person = Person {
                player: PlayerId(id(&row, 0)?),
                name: row.try_get(1)?,
                account: true,
                seen_at: row.try_get(3)?,
            };
            Ok((person, row.try_get(2)?))
        };
        row.map(account).transpose()
    }

    pub async fn person(&self, player: PlayerId) -> Result<Option<Person>, StoreError> {
        let row = sqlx::query(
            "SELECT id, name, CASE WHEN password IS NULL THEN 0 ELSE 1 END, seen_at FROM players WHERE id = $1",
        )
        .bind(player.0.to_vec())
        .fetch_optional(&self.inner.reading)
        .await?;
        row.as_ref().map(person).transpose()
    }

    /// Everything of a guest's but the games, which their tables keep, becomes another player's.
    pub async fn move_belongings(&self, from: PlayerId, to: PlayerId) -> Result<(), StoreError> {
        for sql in [
            "UPDATE records SET player = $2 WHERE player = $1",
            "UPDATE sessions SET player = $2 WHERE player = $1",
        ] {
            sqlx::query(sql).bind(from.0.to_vec()).bind(to.0.to_vec()).execute(&self.inner.writing).await?;
        }
        Ok(())
    }

    /// Keeps another password and ends all sessions but one; tokens stay.
    pub async fn change_password(
        &self,
        player: PlayerId,
        password: &str,
        kept_session: [u8; 32],
    ) -> Result<(), StoreError> {
        let mut transaction = self.inner.writing.begin().await?;
        sqlx::query("UPDATE players SET password = $2 WHERE id = $1")
            .bind(player.0.to_vec())
            .bind(password)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE player = $1 AND token_id IS NULL AND secret_hash <> $2")
            .bind(player.0.to_vec())
            .bind(kept_session.to_vec())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Lets whoever holds the secret behind this hash be the player.
    pub async fn add_session(
        &self,
        secret_hash: [u8; 32],
        player: PlayerId,
        token: Option<(TokenId, &str)>,
        now: i64,
    ) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO sessions (secret_hash, player, token_id, label, created_at) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(secret_hash.to_vec())
        .bind(player.0.to_vec())
        .bind(token.map(|(id, _)| id.0.to_vec()))
        .bind(token.map_or("", |(_, label)| label))
        .bind(now)
        .execute(&self.inner.writing)
        .await?;
        Ok(())
    }

    /// Who holds the secret behind this hash.
    pub async fn session(&self, secret_hash: [u8; 32]) -> Result<Option<Person>, StoreError> {
        let row = sqlx::query(
            "SELECT players.id, players.name, CASE WHEN players.password IS NULL THEN 0 ELSE 1 END, \
             players.seen_at \
             FROM sessions JOIN players ON players.id = sessions.player WHERE sessions.secret_hash = $1",
        )
        .bind(secret_hash.to_vec())
        .fetch_optional(&self.inner.reading)
        .await?;
        row.as_ref().map(person).transpose()
    }

    /// Somebody was here.
    pub async fn saw(&self, player: PlayerId, now: i64) -> Result<(), StoreError> {
        sqlx::query("UPDATE players SET seen_at = $2 WHERE id = $1 AND seen_at < $2")
            .bind(player.0.to_vec())
            .bind(now)
            .execute(&self.inner.writing)
            .await?;
        Ok(())
    }

    /// The player with this name, guest or not.
    pub async fn player_named(&self, name: &str) -> Result<Option<PlayerId>, StoreError> {
        let row = sqlx::query("SELECT id FROM players WHERE name_key = $1")
            .bind(key(name))
            .fetch_optional(&self.inner.reading)
            .await?;
        row.map(|row| id(&row, 0).map(PlayerId)).transpose()
    }

    pub async fn end_session(&self, secret_hash: [u8; 32]) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE secret_hash = $1")
            .bind(secret_hash.to_vec())
            .execute(&self.inner.writing)
            .await?;
        Ok(())
    }

    pub async fn tokens_of(&self, player: PlayerId) -> Result<Vec<TokenInfo>, StoreError> {
        let rows = sqlx::query(
            "SELECT token_id, label, created_at FROM sessions WHERE player = $1 AND token_id IS NOT NULL \
             ORDER BY created_at",
        )
        .bind(player.0.to_vec())
        .fetch_all(&self.inner.reading)
        .await?;
        let token = |row: &AnyRow| -> Result<_, StoreError> {
            Ok(TokenInfo { id: TokenId(id(row, 0)?), label: row.try_get(1)?, created_at: row.try_get(2)? })
        };
        rows.iter().map(token).collect()
    }

    /// Says whether there was such a token.
    pub async fn remove_token(&self, player: PlayerId, token: TokenId) -> Result<bool, StoreError> {
        let done = sqlx::query("DELETE FROM sessions WHERE player = $1 AND token_id = $2")
            .bind(player.0.to_vec())
            .bind(token.0.to_vec())
            .execute(&self.inner.writing)
            .await?;
        Ok(done.rows_affected() > 0)
    }
}

/// From a row of id, name, 1 for an account, and when they were seen.
fn person(row: &AnyRow) -> Result<Person, StoreError> {
    let account: i64 = row.try_get::<i64, _>(2).or_else(|_| row.try_get::<i32, _>(2).map(i64::from))?;
    Ok(Person {
        player: PlayerId(id(row, 0)?),
        name: row.try_get(1)?,
        account: account == 1,
        seen_at: row.try_get(3)?,
    })
}
