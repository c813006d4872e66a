//! A table under random schedules: actions, duplicates, reorderings, drops, reconnects, timeouts, stand-ins, failed and
//! doubtful writes, restarts. No sockets, no clock: a schedule is its seed, and a failing one is printed.
//!
//! `WHISTLESTOP_SCHEDULES` sets how many are run, `WHISTLESTOP_SCHEDULE` runs one again.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::HashMap;

use rand_chacha::ChaCha12Rng;
use rand_core::SeedableRng as _;
use whistlestop_rules::chance::{Seed, below};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::Action;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::{Record, verify};
use whistlestop_server::protocol::{
    Clock, PlayerAction, PlayerId, Refusal, TableId, TableOptions, TableStatus,
};
use whistlestop_server::record;
use whistlestop_server::show::Memo;
use whistlestop_server::store::StoredEntry;
use whistlestop_server::table::entry::{By, Draft, Entry, read_entry};
use whistlestop_server::table::{Asker, Change, Command, Decision, Table};

const TABLE: TableId = TableId([7; 16]);

/// A message on its way.
struct InFlight {
    asker: Asker,
    command: Command,
}

/// A bot's choice on its way.
struct Thought {
    seat: Seat,
    seq: u32,
    action: Action,
}

struct World {
    random: ChaCha12Rng,
    edition: &'static Edition,
    table: Table,
    /// What is stored.
    log: Vec<StoredEntry>,
    now: i64,
    people: Vec<Asker>,
    connected: Vec<bool>,
    /// By person, the last `seq` they have seen.
    seen: Vec<u32>,
    network: Vec<InFlight>,
    thoughts: Vec<Thought>,
    next_id: u32,
    /// By id, the number of the entry that it was told to have led to.
    answered: HashMap<String, u32>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut random = ChaCha12Rng::seed_from_u64(seed);
        let mut roll = |bound: u32| below(&mut random, bound);
        let edition: &'static Edition =
            Library::builtin().get(["toy", "nyc", "toy", "toy"][roll(4) as usize]).unwrap();
        let (least, most) = (*edition.players().start() as u32, *edition.players().end() as u32);
        let seats = least + roll(most - least + 1);
        let humans = 1 + roll(seats);
        let mut options = TableOptions::new(edition.id(), seats as u8);
        options.undo = roll(2) == 0;
        options.clock = match roll(4) {
            0 => Clock::None,
            1 => Clock::PerTurn { seconds: 30 },
            2 => Clock::Bank { seconds: 60, increment_s: 5 },
            _ => Clock::Correspondence { days: 1 },
        };
        options.stand_in.after_s = (roll(2) == 0).then_some(20);
        let person = |i: u32| Asker { player: PlayerId([i as u8 + 1; 16]), name: format!("P{i}") };
        let people: Vec<Asker> = (0..humans).map(person).collect();
        let created = Entry::Created {
            options,
            host: people[0].player,
            code: "CODE".to_owned(),
            secret: Seed::of_series(seed, 1),
            edition: String::new(),
        };
        let table = Table::create(TABLE, edition, 0, &created).unwrap();
        let log = vec![StoredEntry { number: 1, at: 0, text: Draft::plain(created).to_text() }];
        let mut world = Self {
            random,
            edition,
            table,
            log,
            now: 0,
            connected: vec![false; people.len()],
            seen: vec![0; people.len()],
            people,
            network: Vec::new(),
            thoughts: Vec::new(),
            next_id: 0,
            answered: HashMap::new(),
        };
        for seat in 0..seats as u8 {
            let (asker, command) = match world.people.get(usize::from(seat)) {
                Some(person) => {
                    let nonce = Some(format!("nonce {seat}"));
                    (person.clone(), Command::Sit { seat, name: None, nonce })
                }
                None => (world.people[0].clone(), Command::PutBot { seat, bot: "random".to_owned() }),
            };
            world.ask(&asker, &command).unwrap().unwrap();
        }
        let host = world.people[0].clone();
        world.ask(&host, &Command::Start).unwrap().unwrap();
        world
    }

    fn roll(&mut self, bound: u32) -> u32 {
        below(&mut self.random, bound)
    }

    /// Stores and applies, as a table's task does; the storage may fail.
    fn append(&mut self, draft: &Draft, reliable: bool) -> bool {
        let number = self.table.number() + 1;
        let text = draft.to_text();
        let luck = if reliable { 9 } else { self.roll(40) };
        if luck == 0 {
            // Nothing was stored, and nobody knows: read again.
            self.restart();
            return false;
        }
        self.log.push(StoredEntry { number, at: self.now, text });
        if luck == 1 {
            // It was stored, but the process died before it could say so.
            self.restart();
            return false;
        }
        let change = self.table.apply(number, self.now, draft).unwrap();
        if let Change::Game { events, first_n, undone, .. } = &change
            && !undone
        {
            let n = self.table.live().unwrap().n();
            assert_eq!(n, first_n + events.len() as u32 - 1, "numbers of events have no gap");
        }
        true
    }

    /// A command from its first to its last consequence. `None`: no answer came.
    fn ask(&mut self, asker: &Asker, command: &Command) -> Option<Result<u32, Refusal>> {
        let reliable = self.table.live().is_none();
        match self.table.decide(asker, command) {
            Err(refused) => {
                assert!(!refused.text.is_empty());
                Some(Err(refused.code))
            }
            Ok(Decision::Done { seq }) => Some(Ok(seq)),
            Ok(Decision::Append(draft)) => self.append(&draft, reliable).then(|| Ok(self.table.number())),
        }
    }

    fn fold(&self) -> Table {
        let created = read_entry(&self.log[0].text).unwrap();
        let mut table = Table::create(TABLE, self.edition, 0, &created).unwrap();
        for stored in &self.log[1..] {
            let draft = Draft::read(&stored.text, self.edition).unwrap();
            table.apply(stored.number, stored.at, &draft).unwrap();
        }
        table
    }

    fn restart(&mut self) {
        self.table = self.fold();
        self.table.nobody_is_here(self.now);
        self.connected.fill(false);
        self.thoughts.clear();
    }

    fn step(&mut self) {
        match self.roll(20) {
            0..=6 => self.somebody_acts(),
            7..=10 => self.deliver(),
            11..=13 => self.bots_think(),
            14 => self.bot_answers(),
            15 => self.time_passes(),
            16 => self.come_or_go(),
            17 => self.undo(),
            18 => self.mischief(),
            _ => {
                if self.roll(6) == 0 {
                    self.restart();
                } else {
                    let who = self.anybody();
                    let said = self.ask(&who, &Command::Say { text: "hm".to_owned() });
                    assert!(said.is_none_or(|said| said.is_ok()));
                }
            }
        }
        while let Some(draft) = self.table.tick(self.now) {
            self.append(&draft, false);
        }
        self.look();
    }

    fn anybody(&mut self) -> Asker {
        let i = self.roll(self.people.len() as u32) as usize;
        self.people[i].clone()
    }

    /// Somebody who is shown that it is their turn chooses, with what they have seen last.
    fn somebody_acts(&mut self) {
        let i = self.roll(self.people.len() as u32) as usize;
        if self.roll(8) != 0 {
            self.seen[i] = self.table.number();
        }
        let seat = Seat::new(i).unwrap();
        let legal = self.table.live().unwrap().game().legal_actions(seat);
        let action = if legal.is_empty() {
            Action::DrawBlind
        } else {
            let choice = below(&mut self.random, legal.len() as u32) as usize;
            legal.get(choice).unwrap()
        };
        let action = PlayerAction::of(&action, self.edition);
        self.next_id += 1;
        let id = format!("a{}", self.next_id);
        let command = Command::Act { id, seq: self.seen[i], seat: i as u8, action };
        let copies = [1, 1, 1, 2, 3, 0][self.roll(6) as usize];
        for _ in 0..copies {
            self.network.push(InFlight { asker: self.people[i].clone(), command: command.clone() });
        }
    }

    /// Any message on its way arrives, in any order; now and then it stays on its way as well.
    fn deliver(&mut self) {
        if self.network.is_empty() {
            return;
        }
        let i = self.roll(self.network.len() as u32) as usize;
        let repeated = self.roll(5) == 0;
        let message = self.network.swap_remove(i);
        let answer = self.ask(&message.asker, &message.command);
        let (Command::Act { id, .. } | Command::Undo { id, .. }) = &message.command else { return };
        match answer {
            Some(Ok(seq)) => {
                let first = *self.answered.entry(id.clone()).or_insert(seq);
                assert_eq!(first, seq, "a repeated action is answered with its first result");
                let Entry::Played { id: stored, .. } = read_entry(&self.log[seq as usize - 1].text).unwrap()
                else {
                    let Entry::Undone { id: stored, .. } =
                        read_entry(&self.log[seq as usize - 1].text).unwrap()
                    else {
                        panic!("entry {seq} is not what was answered")
                    };
                    assert_eq!(&stored, id);
                    return;
                };
                assert_eq!(stored.as_deref(), Some(id.as_str()));
            }
            Some(Err(_)) => {}
            // Without an answer a client sends it again.
            None => {
                self.network
                    .push(InFlight { asker: message.asker.clone(), command: message.command.clone() });
            }
        }
        if repeated {
            self.network.push(message);
        }
    }

    fn bots_think(&mut self) {
        for turn in self.table.bot_turns() {
            let legal = self.table.live().unwrap().game().legal_actions(turn.seat);
            let choice = below(&mut self.random, legal.len() as u32) as usize;
            let action = legal.get(choice).unwrap();
            self.thoughts.push(Thought { seat: turn.seat, seq: turn.seq, action });
        }
        if self.roll(4) != 0 {
            self.bot_answers();
        }
    }

    fn bot_answers(&mut self) {
        if self.thoughts.is_empty() {
            return;
        }
        let i = self.roll(self.thoughts.len() as u32) as usize;
        let thought = self.thoughts.swap_remove(i);
        if let Ok(Decision::Append(draft)) = self.table.decide_bot(thought.seat, thought.seq, &thought.action)
        {
            self.append(&draft, false);
        }
    }

    fn time_passes(&mut self) {
        let longest = [10, 1000, 40_000, 90_000_000][self.roll(4) as usize];
        self.now += i64::from(self.roll(longest));
    }

    fn come_or_go(&mut self) {
        let i = self.roll(self.people.len() as u32) as usize;
        let who = self.people[i].clone();
        if self.connected[i] {
            self.connected[i] = false;
            self.table.disconnected(who.player, self.now);
        } else {
            self.connected[i] = true;
            for seat in self.table.connected(who.player) {
                let back = self.ask(&who, &Command::ComeBack { seat: seat.into() });
                assert!(matches!(back, None | Some(Ok(_) | Err(Refusal::WrongTime))), "{back:?}");
            }
        }
    }

    fn undo(&mut self) {
        let i = self.roll(self.people.len() as u32) as usize;
        self.next_id += 1;
        let command =
            Command::Undo { id: format!("u{}", self.next_id), seq: self.table.number(), seat: i as u8 };
        self.network.push(InFlight { asker: self.people[i].clone(), command });
    }

    /// What nobody may do changes nothing.
    fn mischief(&mut self) {
        let before = self.table.number();
        let stranger = Asker { player: PlayerId([99; 16]), name: "Mallory".to_owned() };
        let seat = self.roll(7) as u8;
        let seq = self.table.number();
        let action = PlayerAction::DrawBlind {};
        let id = "x".to_owned();
        let commands = [
            Command::Act { id: id.clone(), seq, seat, action: action.clone() },
            Command::Undo { id: id.clone(), seq, seat },
            Command::ComeBack { seat },
            Command::Vacate { seat },
            Command::Start,
            Command::Close,
            Command::Sit { seat, name: None, nonce: None },
        ];
        let i = self.roll(commands.len() as u32) as usize;
        assert!(matches!(self.ask(&stranger, &commands[i]), Some(Err(_))));
        let host = self.people[0].clone();
        let future = Command::Act { id, seq: seq + 1 + self.roll(5), seat: 0, action };
        assert!(matches!(self.ask(&host, &future), Some(Err(_))));
        assert_eq!(self.table.number(), before);
    }

    /// What holds after every step.
    fn look(&mut self) {
        assert_eq!(self.table.number() as usize, self.log.len(), "memory and storage agree");
        if self.roll(25) == 0 {
            let (folded, mut memo) = (self.fold(), Memo::default());
            for seat in Seat::of(self.table.places().len()) {
                let now = self.table.catch_up(&[seat], None, &self.table.clocks(0), &mut memo).unwrap();
                let then = folded.catch_up(&[seat], None, &folded.clocks(0), &mut memo).unwrap();
                assert_eq!(now, then, "what is stored is what there is");
            }
        }
    }

    /// Bots take everything over and the game comes to its end.
    fn finish(&mut self) {
        for step in 0.. {
            assert!(step < 20_000, "the game comes to no end");
            if self.table.status() == TableStatus::Finished {
                break;
            }
            for i in 0..self.people.len() {
                let who = self.people[i].clone();
                self.ask(&who, &Command::Vacate { seat: i as u8 });
            }
            self.bots_think();
            self.bot_answers();
        }
        let mut ids = HashMap::new();
        for stored in &self.log {
            if let Entry::Played { id: Some(id), by, .. } = read_entry(&stored.text).unwrap() {
                assert_eq!(by, By::Human);
                assert_eq!(ids.insert(id.clone(), stored.number), None, "action {id} was done twice");
            }
        }
        for (id, seq) in &self.answered {
            if id.starts_with('a') {
                assert_eq!(ids.get(id), Some(seq), "action {id} was acknowledged and is gone");
            }
        }
        let record = Record::parse(&record::of_table(&self.table, &self.log).unwrap()).unwrap();
        let verified = verify(&record).unwrap();
        assert!(verified.ended && verified.seed_checked && verified.commitment_checked);
    }
}

fn run(seed: u64) {
    let mut world = World::new(seed);
    let steps = 40 + world.roll(200);
    for _ in 0..steps {
        if world.table.status() == TableStatus::Finished {
            break;
        }
        world.step();
    }
    world.finish();
}

#[test]
fn nothing_is_lost_or_done_twice_in_any_schedule() {
    if let Some(seed) = std::env::var("WHISTLESTOP_SCHEDULE").ok().and_then(|seed| seed.parse().ok()) {
        return run(seed);
    }
    let schedules: u64 =
        std::env::var("WHISTLESTOP_SCHEDULES").ok().and_then(|count| count.parse().ok()).unwrap_or(2000);
    for seed in 0..schedules {
        if let Err(panic) = std::panic::catch_unwind(|| run(seed)) {
            eprintln!("this schedule fails: run it again with WHISTLESTOP_SCHEDULE={seed}");
            std::panic::resume_unwind(panic);
        }
    }
}
