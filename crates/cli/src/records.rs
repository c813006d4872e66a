//! Record files on disk.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use whistlestop_bots::PlayedGame;
use whistlestop_rules::chance::Scheme;
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::Listener;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Header, MAX_BYTES, Player, Record, RecordError, SeedRevealed, Writer};

use crate::words;

const ZSTD_MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Memory a compressed file may ask for, as a power of two.
const ZSTD_WINDOW_LOG: u32 = 26;

#[derive(Debug, thiserror::Error)]
pub(crate) enum BadFile {
    #[error("cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    #[error("does not hold: {0}")]
    Wrong(#[from] RecordError),
}

/// Reads a record, compressed or not.
pub(crate) fn read(path: &Path) -> Result<Record, BadFile> {
    Ok(Record::parse(&read_text(path)?)?)
}

fn read_text(path: &Path) -> io::Result<String> {
    let mut file = BufReader::new(File::open(path)?);
    if file.fill_buf()?.starts_with(&ZSTD_MAGIC) {
        let mut decoder = zstd::Decoder::with_buffer(file)?;
        decoder.window_log_max(ZSTD_WINDOW_LOG)?;
        read_limited(decoder)
    } else {
        read_limited(file)
    }
}

fn read_limited(input: impl Read) -> io::Result<String> {
    let mut text = String::new();
    input.take(MAX_BYTES as u64 + 1).read_to_string(&mut text)?;
    if text.len() > MAX_BYTES {
        return Err(io::Error::other(format!("it holds more than {} MiB", MAX_BYTES >> 20)));
    }
    Ok(text)
}

/// A directory to which the games of a series are written.
pub(crate) struct RecordDir<'a> {
    path: &'a Path,
    edition: &'a Edition,
    header: Header,
    /// What all names start with.
    stem: String,
    replaced: AtomicU64,
}

impl<'a> RecordDir<'a> {
    pub(crate) fn create(
        path: &'a Path,
        edition: &'a Edition,
        players: usize,
        seed: u64,
    ) -> io::Result<Self> {
        fs::create_dir_all(path)?;
        let bot = |number| Player { name: format!("Random {number}"), kind: "bot:random".to_owned() };
        let header = Header::new(edition, (1..=players).map(bot).collect(), Seat::S0);
        let stem = format!("{}-{players}p-{seed}", edition.id());
        Ok(Self { path, edition, header, stem, replaced: AtomicU64::new(0) })
    }

    pub(crate) fn write(&self, game: PlayedGame<'_>) -> io::Result<()> {
        let mut writer = Writer::new(self.edition, &self.header);
        game.events.iter().for_each(|event| writer.hear(event));
        writer.reveal(&SeedRevealed::new(game.seed, Scheme::SplitMix64));

        // Under its final name a file is always whole.
        let path = self.path.join(format!("{}-{}.jsonl", self.stem, game.number));
        let part = path.with_extension("jsonl.part");
        let existed = path.exists();
        fs::write(&part, writer.into_text()).and_then(|()| fs::rename(&part, &path)).inspect_err(|_| {
            let _ = fs::remove_file(&part);
        })?;
        self.replaced.fetch_add(existed.into(), Ordering::Relaxed);
        Ok(())
    }

    /// What to tell the user about the files of so many games.
    pub(crate) fn summary(&self, games: u64) -> String {
        let records = words::count(games, "record");
        match self.replaced.load(Ordering::Relaxed) {
            0 => format!("{records} in {}", self.path.display()),
            replaced => {
                format!(
                    "{records} in {}, {} of them replaced",
                    self.path.display(),
                    words::thousands(replaced)
                )
            }
        }
    }
}
