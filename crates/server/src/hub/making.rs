//! New tables: as they were asked for, and for the same people once more.

use whistlestop_rules::chance::Seed;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::ids::Seat;

use super::{Hub, Party, actor, append_refused, deals, internal, lost, not_stored, now};
use crate::protocol::rest::NewTable;
use crate::protocol::{Refusal, Refused, TableId};
use crate::store::Append;
use crate::table::entry::{Draft, Entry, Sitter};
use crate::table::{Asker, Command, Decision, Table, check_options};

/// Letters of codes: no two look alike.
const CODE_LETTERS: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const CODE_LENGTH: usize = 8;

impl Hub {
    /// Makes a table and whatever was asked for with it.
    pub async fn create(&self, asker: &Asker, new: NewTable) -> Result<TableId, Refused> {
        let edition = self.inner.editions.library().get_or_suggest(&new.options.edition);
        let edition: &'static _ =
            edition.map_err(|unknown| Refused::new(Refusal::Invalid, unknown.to_string()))?;
        check_options(&new.options, edition)
            .map_err(|bad| Refused::new(Refusal::Invalid, bad.to_string()))?;
        let secret = match &new.options.deal {
            Some(code) => deals::secret(&self.inner.deal_key, &new.options, code),
            None => Seed(crate::random::bytes()),
        };
        let options = new.options.clone();
        let created = Entry::Created {
            options: options.clone(),
            host: asker.player,
            code: new_code(),
            secret,
            edition: self.inner.editions.remember(edition).await.map_err(|error| not_stored(&error))?,
        };
        let mut commands = Vec::new();
        if new.sit {
            commands.push(Command::Sit { seat: 0, name: None, nonce: new.nonce });
        }
        let first_bot = usize::from(options.seats).saturating_sub(new.bots.len());
        if new.bots.len() + usize::from(new.sit) > usize::from(options.seats) {
            return Err(Refused::new(Refusal::Invalid, "there are more bots than seats for them"));
        }
        for (seat, bot) in (first_bot..).zip(new.bots) {
            commands.push(Command::PutBot { seat: seat as u8, bot });
        }
        if new.start {
            commands.push(Command::Start);
        }
        self.make(asker, edition, created, commands).await
    }

    /// A new table for the same people, with the same options.
    pub async fn rematch(&self, asker: &Asker, table: TableId) -> Result<TableId, Refused> {
        let Party { edition, mut options, places, rematch } = self.party(table).await?;
        if let Some(next) = rematch {
            return Ok(next);
        }
        let next = TableId(crate::random::bytes());
        // Asked first, so that nobody makes tables that lead nowhere.
        options.deal = None;
        let created = Entry::Created {
            options,
            host: asker.player,
            code: new_code(),
            secret: Seed(crate::random::bytes()),
            edition: self.inner.editions.remember(edition).await.map_err(|error| not_stored(&error))?,
        };
        self.command(table, asker.clone(), Command::Rematch { table: next }).await?;
        let mut drafts = vec![created];
        for (seat, place) in Seat::ALL.into_iter().zip(places) {
            drafts.push(Entry::Colored { seat, color: place.color });
            let sitter = match place.sitter {
                Some(Sitter::Human { player, name, .. }) => Some(Sitter::Human { player, name, nonce: None }),
                other => other,
            };
            drafts.extend(sitter.map(|sitter| Entry::Seated { seat, sitter }));
        }
        self.write_new(next, edition, drafts.into_iter().map(Draft::plain).collect()).await?;
        Ok(next)
    }

    async fn make(
        &self,
        asker: &Asker,
        edition: &'static Edition,
        created: Entry,
        commands: Vec<Command>,
    ) -> Result<TableId, Refused> {
        let id = TableId(crate::random::bytes());
        let mut table = Table::create(id, edition, now(), &created).map_err(|corrupt| internal(&corrupt))?;
        let mut drafts = vec![Draft::plain(created)];
        for command in commands {
            if let Decision::Append(draft) = table.decide(asker, &command)? {
                table.apply(table.number() + 1, now(), &draft).map_err(|corrupt| internal(&corrupt))?;
                drafts.push(draft);
            }
        }
        self.write_new(id, edition, drafts).await?;
        Ok(id)
    }

    /// Stores the first entries of a table, all at once.
    async fn write_new(
        &self,
        id: TableId,
        edition: &'static Edition,
        drafts: Vec<Draft>,
    ) -> Result<(), Refused> {
        let at = now();
        let mut drafts = drafts.into_iter();
        let Some(created) = drafts.next() else { return Err(lost()) };
        let mut table =
            Table::create(id, edition, at, &created.entry).map_err(|corrupt| internal(&corrupt))?;
        let entry = |number, text| Append { table: id, number, at, text, index: None };
        let mut appends = vec![entry(1, created.to_text())];
        for (number, draft) in (2u32..).zip(drafts) {
            table.apply(number, at, &draft).map_err(|corrupt| internal(&corrupt))?;
            appends.push(entry(number, draft.to_text()));
        }
        if let Some(last) = appends.last_mut() {
            last.index = Some(actor::index(&table, at));
        }
        self.inner.store.append_all(appends).await.map_err(|error| append_refused(&error))
    }
}

fn new_code() -> String {
    let bytes: [u8; CODE_LENGTH] = crate::random::bytes();
    bytes.iter().map(|byte| char::from(CODE_LETTERS[usize::from(*byte) % CODE_LETTERS.len()])).collect()
}
