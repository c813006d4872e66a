//! Malformed and hostile messages against the parser and the table: nothing panics, nobody does what is not theirs to
//! do, and what is refused changes nothing.
//!
//! `WHISTLESTOP_MESSAGES` sets how many are sent, `WHISTLESTOP_MESSAGE_SEED` with which seed.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::time::Instant;

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng as _, SeedableRng as _};
use whistlestop_rules::chance::{Seed, below};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::ids::Seat;
use whistlestop_server::protocol::rest::{Credentials, NewTable, SeatChange};
use whistlestop_server::protocol::{ClientMessage, PlayerAction, PlayerId, TableId, TableOptions};
use whistlestop_server::show::Memo;
use whistlestop_server::table::entry::{Draft, Entry};
use whistlestop_server::table::{Asker, Command, Decision, Table, check_options};

const TABLE: TableId = TableId([7; 16]);
const MOST_BYTES: usize = 8 << 10;

fn setting(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(otherwise)
}

fn person(number: u8) -> Asker {
    Asker { player: PlayerId([number; 16]), name: format!("P{number}") }
}

/// A game for two people, just dealt.
fn dealt(edition: &'static Edition, seed: u64) -> Table {
    let mut options = TableOptions::new(edition.id(), 2);
    options.undo = true;
    let created = Entry::Created {
        options,
        host: person(1).player,
        code: "CODE".to_owned(),
        secret: Seed::of_series(seed, 1),
        edition: String::new(),
    };
    let mut table = Table::create(TABLE, edition, 0, &created).unwrap();
    let sit = |seat| Command::Sit { seat, name: None, nonce: None };
    for (asker, command) in [(person(1), sit(0)), (person(2), sit(1)), (person(1), Command::Start)] {
        let Decision::Append(draft) = table.decide(&asker, &command).unwrap() else { panic!("done before") };
        table.apply(table.number() + 1, 0, &draft).unwrap();
    }
    table
}

struct Attacker(ChaCha12Rng);

impl Attacker {
    fn roll(&mut self, bound: u32) -> u32 {
        below(&mut self.0, bound)
    }

    fn any<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.roll(of.len() as u32) as usize]
    }

    /// A value that a field may be given: what belongs there, or what does not.
    fn value(&mut self, fitting: &str) -> String {
        match self.roll(60) {
            0 => self
                .any(&["-1", "256", "65536", "4294967295", "4294967296", "1e308", "0.5", "-0", "1e-400"])
                .to_owned(),
            1 => self
                .any(&[
                    "null",
                    "true",
                    "[]",
                    "{}",
                    "\"\"",
                    "[[]]",
                    "{\"a\":{}}",
                    "\"\\u0000\"",
                    "\"\\ud800\"",
                ])
                .to_owned(),
            2 => format!(
                "\"{}\"",
                self.any(&[
                    "'; DROP TABLE entries;--",
                    "<script>",
                    "../../etc/passwd",
                    "%00",
                    "{{7*7}}",
                    "\u{202e}"
                ])
            ),
            3 => format!("\"{}\"", "A".repeat(self.roll(9000) as usize)),
            4 => "[".repeat(self.roll(4000) as usize),
            5 => {
                let depth = self.roll(400) as usize;
                format!("{}{}{}", "{\"a\":".repeat(depth), fitting, "}".repeat(depth))
            }
            _ => fitting.to_owned(),
        }
    }

    fn action(&mut self) -> String {
        let number = self.roll(300).to_string();
        let cards = ["red", "blue", "locomotive", "gray", "pink", "RED", ""];
        match self.roll(7) {
            0 => "{\"type\":\"draw_blind\"}".to_owned(),
            1 => format!("{{\"type\":\"take_from_row\",\"slot\":{}}}", self.value(&number)),
            2 => {
                let (card, other) = (self.any(&cards), self.any(&cards));
                let (count, more) = (self.roll(40).to_string(), self.roll(300).to_string());
                let (count, more, route) = (self.value(&count), self.value(&more), self.value(&number));
                format!(
                    "{{\"type\":\"claim_route\",\"route\":{route},\"payment\":{{\"{card}\":{count},\"{other}\":{more}}}}}"
                )
            }
            3 => "{\"type\":\"draw_tickets\"}".to_owned(),
            4 => {
                let returned: Vec<String> = (0..self.roll(9)).map(|_| self.roll(260).to_string()).collect();
                let returned = format!("[{}]", returned.join(","));
                format!("{{\"type\":\"keep_tickets\",\"returned\":{}}}", self.value(&returned))
            }
            5 => "{\"type\":\"pass\"}".to_owned(),
            _ => self.value("{\"type\":\"fly\"}"),
        }
    }

    fn message(&mut self, table: &Table) -> String {
        let id = format!("\"{}\"", if self.roll(9) == 0 { TableId([8; 16]) } else { TABLE });
        let id = self.value(&id);
        let number = table.number();
        let seq = match self.roll(4) {
            0 => self.roll(number + 5).to_string(),
            _ => number.to_string(),
        };
        let (seq, seat) = (self.value(&seq), self.roll(3).to_string());
        let seat = self.value(&seat);
        let own = format!("\"a{}\"", self.roll(1000));
        let own = self.value(&own);
        let extra = if self.roll(12) == 0 { ",\"admin\":true" } else { "" };
        match self.roll(10) {
            0..=4 => {
                let action = self.action();
                let action = self.value(&action);
                format!(
                    "{{\"type\":\"act\",\"table\":{id},\"id\":{own},\"seq\":{seq},\"seat\":{seat},\"action\":{action}{extra}}}"
                )
            }
            5 => format!(
                "{{\"type\":\"undo\",\"table\":{id},\"id\":{own},\"seq\":{seq},\"seat\":{seat}{extra}}}"
            ),
            6 => format!("{{\"type\":\"come_back\",\"table\":{id},\"seat\":{seat}{extra}}}"),
            7 => {
                let text = self.value("\"hm\"");
                format!("{{\"type\":\"say\",\"table\":{id},\"text\":{text}{extra}}}")
            }
            8 => format!("{{\"type\":\"watch\",\"table\":{id},\"from\":{seq}{extra}}}"),
            _ => {
                let options = format!(
                    "{{\"edition\":\"toy\",\"seats\":{seat},\"bot_pace_ms\":{seq},\"clock\":{{\"type\":\"per_turn\",\"seconds\":{seq}}}}}"
                );
                format!("{{\"options\":{options},\"bots\":[{own}],\"nonce\":{own}}}")
            }
        }
    }

    /// Bytes changed, lost, doubled, or made up.
    fn damage(&mut self, text: String) -> Vec<u8> {
        let mut bytes = text.into_bytes();
        let changes = if self.roll(3) == 0 { 1 + self.roll(3) } else { 0 };
        for _ in 0..changes {
            if bytes.is_empty() {
                break;
            }
            let at = self.roll(bytes.len() as u32) as usize;
            match self.roll(5) {
                0 => bytes[at] = self.roll(256) as u8,
                1 => {
                    bytes.remove(at);
                }
                2 => bytes.truncate(at),
                3 => bytes.insert(at, self.any(&[&b'"', &b'{', &b'}', &b',', &b'\\', &0, &0xff]).to_owned()),
                _ => bytes.extend_from_within(at..),
            }
        }
        if self.roll(50) == 0 {
            bytes = vec![0; self.roll(64) as usize];
            self.0.fill_bytes(&mut bytes);
        }
        bytes.truncate(MOST_BYTES);
        bytes
    }
}

/// Something legal, sent now and then so that the game is attacked in all its stages.
fn legal(table: &Table, attacker: &mut Attacker) -> Option<(Asker, Command)> {
    let game = table.live()?.game();
    let seat = game.next_to_act()?;
    let actions = game.legal_actions(seat);
    let action = actions.get(attacker.roll(actions.len() as u32) as usize)?;
    let id = format!("legal {}", table.number());
    let action = PlayerAction::of(&action, table.edition());
    let command = Command::Act { id, seq: table.number(), seat: seat.index() as u8, action };
    Some((person(1 + seat.index() as u8), command))
}

/// All that anybody at the table is shown.
fn shown(table: &Table) -> String {
    let both = [Seat::S0, Seat::S1];
    let update = table.catch_up(&both, None, &table.clocks(0), &mut Memo::default());
    serde_json::to_string(&(table.state_for(person(1).player), table.number(), update)).unwrap()
}

/// Whether an entry is the asker's to bring about.
fn is_own(table: &Table, asker: &Asker, draft: &Draft) -> bool {
    match &draft.entry {
        Entry::Played { seat, .. } | Entry::Undone { seat, .. } | Entry::CameBack { seat } => {
            table.seats_of(asker.player).contains(seat)
        }
        Entry::Said { player, .. } => *player == asker.player,
        _ => false,
    }
}

#[test]
fn hostile_messages_change_nothing() {
    let messages = setting("WHISTLESTOP_MESSAGES", 200_000);
    let seed = setting("WHISTLESTOP_MESSAGE_SEED", 1);
    let mut attacker = Attacker(ChaCha12Rng::seed_from_u64(seed));
    let editions =
        ["toy", "usa-classic", "nyc"].map(|id| -> &'static Edition { Library::builtin().get(id).unwrap() });
    let mut games = 0u64;
    let mut table = dealt(editions[0], seed);
    let mut outcomes: BTreeMap<String, u64> = BTreeMap::new();
    let began = Instant::now();
    for n in 0..messages {
        if n % 200 == 0
            && let Some((asker, command)) = legal(&table, &mut attacker)
            && let Ok(Decision::Append(draft)) = table.decide(&asker, &command)
        {
            table.apply(table.number() + 1, n as i64, &draft).unwrap();
        }
        if table.live().unwrap().game().is_over() || table.number() > 2000 {
            games += 1;
            table = dealt(editions[games as usize % 3], seed + games);
        }
        let bytes = attacker.message(&table);
        let bytes = attacker.damage(bytes);
        let asker = person(1 + attacker.roll(3) as u8);
        // Frames that are no text never reach the parser of messages.
        let Ok(text) = str::from_utf8(&bytes) else {
            *outcomes.entry("no text".to_owned()).or_default() += 1;
            continue;
        };
        let _ = serde_json::from_str::<SeatChange>(text);
        let _ = serde_json::from_str::<Credentials>(text);
        if let Ok(new) = serde_json::from_str::<NewTable>(text) {
            let _ = check_options(&new.options, editions[0]);
        }
        let outcome = match serde_json::from_str::<ClientMessage>(text) {
            Err(_) => "malformed".to_owned(),
            Ok(message) => match Command::asked_by(message) {
                Some((TABLE, command)) => {
                    let before = (n % 64 == 0).then(|| shown(&table));
                    let decided = table.decide(&asker, &command);
                    if let Some(before) = before {
                        assert_eq!(before, shown(&table), "deciding changes nothing");
                    }
                    match decided {
                        Err(refused) => {
                            assert!(!refused.text.is_empty());
                            format!("{:?}", refused.code)
                        }
                        Ok(Decision::Done { .. }) => "answered before".to_owned(),
                        Ok(Decision::Append(draft)) => {
                            assert!(is_own(&table, &asker, &draft), "seed {seed}, message {n}: {text}");
                            table.apply(table.number() + 1, n as i64, &draft).unwrap();
                            "legal by chance".to_owned()
                        }
                    }
                }
                _ => "of another table, or about watching".to_owned(),
            },
        };
        *outcomes.entry(outcome).or_default() += 1;
    }
    println!("{messages} messages in {:?}, {games} games: {outcomes:?}", began.elapsed());
    for expected in ["malformed", "Forbidden", "Stale", "Illegal", "Invalid", "legal by chance"] {
        assert!(outcomes.contains_key(expected), "{expected} never happened: {outcomes:?}");
    }
}
