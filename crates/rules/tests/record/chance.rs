//! The test vectors of `docs/chance.md`.

use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};
use whistlestop_rules::cards::Cards;
use whistlestop_rules::chance::{ChaChaDealer, Chance, FastDealer, Seed, below};
use whistlestop_rules::ids::{TicketId, TicketSet};

const GUIDE: &str = include_str!("../../../../docs/chance.md");

/// The cells of one row of the table of vectors, one for each scheme.
fn vectors(row: &str) -> [Vec<&'static str>; 2] {
    let start = format!("| {row} |");
    let line = GUIDE.lines().find(|line| line.starts_with(&start)).expect("a row of this name");
    let mut cells = line[start.len()..].split('|').map(|cell| cell.trim().trim_matches('`'));
    std::array::from_fn(|_| cells.next().unwrap().split(' ').collect())
}

fn seed() -> Seed {
    let seed = Seed(std::array::from_fn(|i| i as u8));
    assert!(GUIDE.contains(&format!("    {seed}\n")));
    seed
}

fn words(list: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    list.into_iter().map(|item| item.to_string()).collect()
}

fn outcomes(mut chance: impl Chance) -> [Vec<String>; 3] {
    let mut deck = Cards::new([12, 12, 12, 12, 12, 12, 12, 12, 14]);
    let cards = words((0..12).map(|_| {
        let card = chance.card(&deck);
        deck.remove(card);
        card.index()
    }));
    let mut deck: TicketSet = (0..30).map(TicketId).collect();
    let tickets = words((0..9).map(|_| {
        let ticket = chance.ticket(deck);
        deck.remove(ticket);
        ticket
    }));
    let mut returned = [10, 11, 12, 13, 14].map(TicketId);
    chance.shuffle(&mut returned);
    [cards, tickets, words(returned)]
}

#[test]
fn outcomes_are_those_of_the_guide() {
    let made = [outcomes(ChaChaDealer::new(&seed())), outcomes(FastDealer::new(&seed()))];
    for (scheme, [cards, tickets, shuffled]) in made.into_iter().enumerate() {
        assert_eq!(cards, vectors("12 cards")[scheme]);
        assert_eq!(tickets, vectors("9 tickets")[scheme]);
        assert_eq!(shuffled, vectors("then 10 11 12 13 14 shuffled")[scheme]);
    }
}

#[test]
fn numbers_are_those_of_the_guide() {
    let chacha = |stream| {
        let mut generator = ChaCha12Rng::from_seed(seed().0);
        generator.set_stream(stream);
        generator
    };
    let hex = |generator: &mut dyn Rng| words((0..4).map(|_| format!("{:08x}", generator.next_u32())));
    let mut cards = chacha(0);
    assert_eq!(hex(&mut cards), vectors("cards, numbers 0–3")[0]);
    for _ in 4..16 {
        cards.next_u32();
    }
    assert_eq!(hex(&mut cards), vectors("cards, numbers 16–19")[0]);
    assert_eq!(hex(&mut chacha(1)), vectors("tickets, numbers 0–3")[0]);
    for bound in [110, 3_000_000_000] {
        let expected = &vectors(&format!("`below({bound})`, card stream"))[0];
        let mut generator = chacha(0);
        assert_eq!(words(expected.iter().map(|_| below(&mut generator, bound))), *expected);
    }
}

/// The same written from the guide alone.
#[test]
fn splitmix_as_the_guide_describes_it() {
    fn generator(mut x: u64) -> impl FnMut() -> u32 {
        move || {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let z = (x ^ (x >> 33)).wrapping_mul(0x62a9_d9ed_7997_05f5);
            let z = (z ^ (z >> 28)).wrapping_mul(0xcb24_d0a5_c88c_35b3);
            (z >> 32) as u32
        }
    }
    let fair = |next: &mut dyn FnMut() -> u32, bound: u64| loop {
        let product = u64::from(next()) * bound;
        if product % (1 << 32) >= (1 << 32) % bound {
            return product >> 32;
        }
    };
    let start = |word: usize| {
        let bytes: [u8; 8] = std::array::from_fn(|i| seed().0[8 * word + i]);
        generator(u64::from_le_bytes(bytes))
    };
    let mut cards = start(0);
    let numbers = words((0..20).map(|_| format!("{:08x}", cards())));
    assert_eq!(numbers[..4], vectors("cards, numbers 0–3")[1]);
    assert_eq!(numbers[16..], vectors("cards, numbers 16–19")[1]);
    let mut tickets = start(1);
    assert_eq!(words((0..4).map(|_| format!("{:08x}", tickets()))), vectors("tickets, numbers 0–3")[1]);
    for bound in [110, 3_000_000_000] {
        let expected = &vectors(&format!("`below({bound})`, card stream"))[1];
        let mut next = start(0);
        assert_eq!(words(expected.iter().map(|_| fair(&mut next, bound))), *expected);
    }
}
