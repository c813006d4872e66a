//! Three locomotives in the row: when it is laid anew, and when that cannot help.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use std::collections::{HashMap, HashSet};

use support::{Position, S0, S1, Table, card, cards, counts, edition, edition_with, flushes, take};
use whistlestop_rules::chance::{FastDealer, Seed};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Action, Event, Game};

fn row_of(edition: &Edition, letters: &str) -> Vec<Option<whistlestop_rules::cards::Card>> {
    cards(edition, letters).into_iter().map(Some).collect()
}

/// S0 Draw Train Cards, S1 Locomotives, S3 1., S4: three locomotives lie open, all five cards go.
#[test]
fn param_20_three_open_wilds_flush_the_row() {
    for id in ["usa-anniversary", "usa-classic", "usa-2025", "nyc"] {
        let mut table = Position::new(edition(id), 2).row("rLgLk").play();
        let events = table.next_cards("Lrgbko").act(S0, &take(0));
        assert_eq!(flushes(&events), 1, "{id}");
        assert_eq!(table.row(), row_of(edition(id), "rgbko"), "{id}");
        assert_eq!(*table.game.discards(), counts(edition(id), "LLLgk"), "{id}");
    }
}

/// Place 5: S2 knows the flush at set-up only; we play it at any time there, too.
#[test]
fn diff_05_the_strict_game_flushes_in_play_too() {
    let mut table = Position::new(edition("usa-crc"), 2).row("rLgLk").play();
    let events = table.next_cards("Lrgbko").act(S0, &take(0));
    assert_eq!(flushes(&events), 1);
}

/// S0, S1 "at any time": the new row is looked at again.
#[test]
fn ruling_flush_repeats_until_the_row_is_fine() {
    let usa = edition("usa-classic");
    let mut table = Position::new(usa, 2).row("rLgLk").play();
    let events = table.next_cards("LLLLrrLLgLbrgbko").act(S0, &take(0));
    assert_eq!(flushes(&events), 3);
    assert_eq!(table.row(), row_of(usa, "rgbko"));
    assert_eq!(table.game.discards().total(), 15);
}

/// Place 11: an edition may be so full of locomotives that a row that stays is possible but hardly ever comes.
#[test]
fn ruling_flush_stops_after_a_hundred_times() {
    let full_of_locomotives = edition_with("usa-classic", |spec| {
        spec.cards_per_color = 1;
        spec.locomotives = 110;
        spec.hand = 0;
        spec.row = 8;
        spec.flush_at = 1;
        spec.routes.iter_mut().for_each(|route| route.color = "gray".to_owned());
    });
    let mut events: Vec<Event> = Vec::new();
    let mut chance = FastDealer::new(&Seed::of_series(1, 1));
    let game = Game::new(full_of_locomotives, 2, S0, &mut chance, &mut events).unwrap();
    assert_eq!(flushes(&events), 100);
    assert!(game.row().iter().all(Option::is_some));
}

/// Ruling Flush: it is looked at only when no place is still to be filled.
#[test]
fn ruling_flush_waits_until_the_row_is_laid() {
    let usa = edition("usa-classic");
    let mut table = Position::new(usa, 2).row("LLrgk").play();
    let events = table.next_cards("LLLLgkrrrrr").act(S0, &take(2));
    let flushed: Vec<usize> = events
        .iter()
        .filter_map(|event| match event {
            Event::RowFlushed { row } => Some(row.iter().flatten().count()),
            _ => None,
        })
        .collect();
    assert_eq!(flushed, [5, 5]);
}

/// Place 12: a flush between the two cards of a turn; the player goes on with the second from the new row.
#[test]
fn diff_12_a_flush_between_first_and_second_card() {
    let usa = edition("usa-classic");
    let mut table = Position::new(usa, 2).row("rLgLk").play();
    table.next_cards("Lrgbkoy").act(S0, &take(0));
    assert!(table.second_card() && table.game.seat_in_turn() == S0);
    table.act(S0, &take(4));
    assert_eq!(*table.game.hand(S0), counts(usa, "ro"));
    assert_eq!(table.game.seat_in_turn(), S1);
}

/// Place 10: "at least three": more count as well, also when fewer than five cards are there to be laid.
#[test]
fn diff_10_more_than_three_open_wilds_flush_too() {
    let usa = edition("usa-2025");
    let mut table = Position::new(usa, 2).row("rLLLL").play();
    let events = table.next_cards("Lrgbko").act(S0, &take(0));
    assert_eq!(flushes(&events), 1);

    let small = few(5, 3, 4, 3);
    // Four cards in all: a row with one empty place and three locomotives cannot get better.
    let mut short = Position::new(small, 2).row("rrLLL").deck("", S1).play();
    let events = short.act(S0, &take(0));
    assert_eq!((flushes(&events), short.row()[0]), (0, None));
}

/// A map with one colour: `red` cards of it, locomotives, and a row of this size.
fn few(row: u32, flush_at: u32, red: u32, locomotives: u32) -> &'static Edition {
    edition_with("toy", |spec| {
        spec.colors.truncate(1);
        spec.map.cards.truncate(1);
        spec.routes
            .iter_mut()
            .filter(|route| route.color == "blue")
            .for_each(|route| route.color = "gray".into());
        spec.cards_per_color = red;
        spec.locomotives = locomotives;
        spec.hand = 0;
        spec.row = row;
        spec.flush_at = flush_at;
    })
}

/// Place 11: with too few coloured cards in row, deck and discards every new row would be flushed again.
#[test]
fn diff_11_flush_ends_when_it_cannot_help() {
    // Two coloured cards stay for a row of five that may hold two locomotives.
    let small = few(5, 3, 3, 8);
    let mut table = Position::new(small, 2).row("rrrLL").play();
    let events = table.next_cards("L").act(S0, &take(0));
    assert_eq!(flushes(&events), 0);
    assert_eq!(table.row(), row_of(small, "LrrLL"));
    // With one more it can help, and the row is laid until it does.
    let enough = few(5, 3, 4, 8);
    let mut table = Position::new(enough, 2).row("rrrLL").play();
    let events = table.next_cards("L").act(S0, &take(0));
    assert!(flushes(&events) > 0);
    assert!(table.game.row().iter().flatten().filter(|card| card.is_locomotive()).count() < 3);
}

/// Ruling Flush, with the reading added to it: row and deck are equally long, there are no discards, and both have
/// three locomotives. Each flush would lay the one and make the other the deck, for ever.
#[test]
fn ruling_flush_does_not_swap_row_and_deck_for_ever() {
    let small = few(5, 3, 5, 6);
    let mut table = Position::new(small, 2).row("rrrLL").play();
    let events = table.next_cards("L").act(S0, &take(0));
    assert_eq!(*table.game.deck(), counts(small, "rrLLL"));
    assert_eq!(flushes(&events), 0);
    assert_eq!(table.row(), row_of(small, "LrrLL"));
    // With a card among the discards the next deck is a mixture, so the flush can help.
    let mixed = few(5, 3, 6, 6);
    let mut table = Position::new(mixed, 2).discards("r").row("rrrLL").play();
    let events = table.next_cards("L").act(S0, &take(0));
    assert!(flushes(&events) > 0);
}

/// Ruling Flush: a locomotive taken from a row that could not be flushed leaves a row that can.
#[test]
fn ruling_flush_is_looked_at_again_when_cards_come_back() {
    let small = few(5, 3, 7, 5);
    let mut table = Position::new(small, 2).hand(S1, "rrrr").row("rrrLL").deck("LLL", S1).play();
    let events = table.act(S0, &take(0));
    assert_eq!(flushes(&events), 0, "only locomotives could come");
    table.act(S0, &Action::DrawBlind);
    let events = table.claim(S1, "Birch", "Dogwood", "rr");
    assert_eq!(flushes(&events), 0, "the deck is not empty, nothing is laid");
    assert_eq!(*table.game.discards(), counts(small, "rr"));
    let events = table.act(S0, &take(0));
    assert!(flushes(&events) > 0);
    assert!(table.game.row().iter().flatten().filter(|card| **card == card_l(small)).count() < 3);
}

fn card_l(edition: &Edition) -> whistlestop_rules::cards::Card {
    card(edition, 'L')
}

/// Coloured cards and locomotives.
type Pile = (u8, u8);

/// Row, deck and discards, when all that counts is how many of them are locomotives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Piles {
    row: Pile,
    deck: Pile,
    discards: Pile,
}

const fn size(pile: Pile) -> u8 {
    pile.0 + pile.1
}

impl Piles {
    /// All rows that can lie after one flush.
    fn after_flush(self, places: u8) -> HashSet<Self> {
        let discards = (self.discards.0 + self.row.0, self.discards.1 + self.row.1);
        let mut now = HashSet::from([Self { row: (0, 0), deck: self.deck, discards }.reshuffled()]);
        for _ in 0..places {
            now = now.into_iter().flat_map(Self::after_one_card).collect();
        }
        now
    }

    fn after_one_card(self) -> Vec<Self> {
        let mut next = Vec::new();
        if self.deck.0 > 0 {
            let row = (self.row.0 + 1, self.row.1);
            next.push(Self { row, deck: (self.deck.0 - 1, self.deck.1), ..self }.reshuffled());
        }
        if self.deck.1 > 0 {
            let row = (self.row.0, self.row.1 + 1);
            next.push(Self { row, deck: (self.deck.0, self.deck.1 - 1), ..self }.reshuffled());
        }
        if next.is_empty() { vec![self] } else { next }
    }

    fn reshuffled(self) -> Self {
        if size(self.deck) == 0 { Self { deck: self.discards, discards: (0, 0), ..self } } else { self }
    }

    /// Whether the engine flushes here: the position is brought about by taking a coloured card.
    fn flushed_by_engine(self, small: &'static Edition) -> bool {
        let text = |pile: Pile| "r".repeat(pile.0.into()) + &"L".repeat(pile.1.into());
        // The place that is taken from gets a locomotive, or stays empty when there are no more cards.
        let full = size(self.row) == small.rules().row;
        let before = if full { (self.row.0, self.row.1 - 1) } else { self.row };
        let row = format!("r{}", text(before));
        let deck = if full { text((self.deck.0, self.deck.1 + 1)) } else { String::new() };
        let mut table: Table =
            Position::new(small, 2).discards(&text(self.discards)).row(&row).deck(&deck, S1).play();
        let events = table.next_cards(if full { "L" } else { "" }).act(S0, &take(0));
        flushes(&events) > 0
    }
}

/// Whether flushing from here, as long as `goes_on` says so, can lead to a row that `stays`.
fn reaches(
    start: Piles,
    places: u8,
    goes_on: impl Fn(&Piles) -> bool,
    stays: impl Fn(&Piles) -> bool,
) -> bool {
    let mut seen = HashSet::from([start]);
    let mut open = vec![start];
    while let Some(piles) = open.pop() {
        for next in piles.after_flush(places) {
            if stays(&next) {
                return true;
            }
            if goes_on(&next) && seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// Every split of the cards that the game can leave behind a move.
fn all_piles(places: u8, red: u8, locomotives: u8) -> Vec<Piles> {
    let mut all = Vec::new();
    for row_red in 0..=red.min(places) {
        for row_wild in 0..=locomotives.min(places - row_red) {
            let (left_red, left_wild) = (red - row_red, locomotives - row_wild);
            for deck_red in 0..=left_red {
                for deck_wild in 0..=left_wild {
                    let row = (row_red, row_wild);
                    let deck = (deck_red, deck_wild);
                    let discards = (left_red - deck_red, left_wild - deck_wild);
                    let full = size(row) == places;
                    if (size(deck) > 0 || size(discards) == 0) && (full || size(deck) == 0) {
                        all.push(Piles { row, deck, discards });
                    }
                }
            }
        }
    }
    all
}

/// For all small numbers of cards: whenever the engine flushes, a row that stays can come of it, so no flush goes
/// on for ever; and it leaves out no flush that could have helped.
#[test]
fn ruling_flush_always_ends_and_is_never_left_out() {
    let (mut flushed, mut left_out, mut in_vain) = (0, 0, 0);
    for places in 1..=5u8 {
        for flush_at in 1..=places {
            for total in places..=12u8 {
                for locomotives in flush_at..=total {
                    let red = total - locomotives;
                    // One more red card is taken on the way to the position.
                    let small = few(places.into(), flush_at.into(), u32::from(red) + 1, locomotives.into());
                    let looked_at = all_piles(places, red, locomotives);
                    let engine: HashMap<Piles, bool> = looked_at
                        .into_iter()
                        .filter(|piles| piles.row.1 >= flush_at)
                        .map(|piles| (piles, piles.flushed_by_engine(small)))
                        .collect();
                    let is_fine = |piles: &Piles| piles.row.1 < flush_at;
                    for (start, flushes) in &engine {
                        let can_help = reaches(*start, places, |_| true, is_fine);
                        if *flushes {
                            let ends = reaches(
                                *start,
                                places,
                                |next| engine[next],
                                |next| is_fine(next) || !engine[next],
                            );
                            assert!(ends, "{places} places, flush at {flush_at}: {start:?} goes on for ever");
                            flushed += 1;
                            if !can_help {
                                // It leads at once to the position that would only swap row and deck.
                                assert_eq!(total, 2 * places, "{start:?} is flushed in vain");
                                in_vain += 1;
                            }
                        } else {
                            assert!(!can_help, "{places} places, flush at {flush_at}: {start:?} is left out");
                            left_out += 1;
                        }
                    }
                }
            }
        }
    }
    assert_eq!((flushed, left_out, in_vain), (13_467, 3_530, 49));
}
