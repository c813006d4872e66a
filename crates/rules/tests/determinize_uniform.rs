//! Every game that fits a view is dealt as often as it should be: all of them are counted on the smallest map.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod view_support;

use std::collections::BTreeMap;

use view_support::{Walk, builtin, variant};
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{Seed, player_generator};
use whistlestop_rules::edition::{Edition, Returned};
use whistlestop_rules::game::{Game, Phase};
use whistlestop_rules::ids::{Seat, TicketId, TicketSet};
use whistlestop_rules::view::{View, Viewer};

/// Every order of the items, each as often as there are ways to get it when equal items are told apart.
fn orders<T: Copy>(items: &[T], visit: &mut impl FnMut(&[T])) {
    fn go<T: Copy>(items: &mut [T], from: usize, visit: &mut impl FnMut(&[T])) {
        if from == items.len() {
            return visit(items);
        }
        for at in from..items.len() {
            items.swap(from, at);
            go(items, from + 1, visit);
            items.swap(from, at);
        }
    }
    go(&mut items.to_vec(), 0, visit);
}

type Weights = BTreeMap<String, f64>;

fn add(weights: &mut Weights, key: String) {
    *weights.entry(key).or_default() += 1.0;
}

fn others<'v>(view: &'v View<'_>) -> impl Iterator<Item = usize> + 'v {
    (0..view.seats.len()).filter(|at| Seat::new(*at).map(Viewer::Seat) != Some(view.viewer))
}

/// All hands of the others that fit a view.
fn fitting_hands(view: &View<'_>) -> Weights {
    let mut unseen = view.edition.rules().all_cards;
    unseen.remove_all(&view.discards);
    unseen.remove_all(&view.hand);
    unseen.remove_all(&view.row.iter().flatten().copied().collect());
    others(view).for_each(|at| unseen.remove_all(&view.seats[at].known_cards));
    let cards: Vec<Card> = unseen.iter().flat_map(|(card, n)| std::iter::repeat_n(card, n.into())).collect();
    let mut weights = Weights::new();
    orders(&cards, &mut |cards| {
        let mut cards = cards.iter().copied();
        let hands: Vec<Cards> = others(view)
            .map(|at| {
                let seat = &view.seats[at];
                let mut hand = seat.known_cards;
                cards
                    .by_ref()
                    .take((seat.cards - seat.known_cards.total()).into())
                    .for_each(|card| hand.add(card));
                hand
            })
            .collect();
        assert_eq!(cards.len(), usize::from(view.deck));
        add(&mut weights, format!("{hands:?}"));
    });
    weights
}

fn hands_key(game: &Game<'_>, view: &View<'_>) -> String {
    let hands: Vec<Cards> = others(view).map(|at| *game.hand(Seat::ALL[at])).collect();
    format!("{hands:?}")
}

#[derive(Debug, Default)]
#[allow(dead_code, reason = "compared by what it prints")]
struct Hidden {
    kept: Vec<TicketSet>,
    offered: Vec<TicketSet>,
    removed: Vec<TicketSet>,
    placed: Vec<TicketId>,
    shuffled: Vec<TicketId>,
}

/// All places of the others' tickets that fit a view, each shuffled block in each of its orders.
fn fitting_tickets(view: &View<'_>) -> Weights {
    let placed: TicketSet = view.bottom.placed.iter().filter_map(|place| place.ticket).collect();
    let seen = [view.tickets, view.offer, view.removed, view.bottom.shuffled.own, placed];
    let all = view.edition.board().all_tickets();
    let unseen: Vec<TicketId> = seen.iter().fold(all, |left, seen| left.without(*seen)).iter().collect();
    let mut weights = Weights::new();
    orders(&unseen, &mut |tickets| {
        let mut tickets = tickets.iter().copied();
        let mut hidden = Hidden::default();
        for at in others(view) {
            let seat = &view.seats[at];
            hidden.kept.push(tickets.by_ref().take(seat.tickets.into()).collect());
            hidden.offered.push(tickets.by_ref().take(seat.offered.into()).collect());
            hidden.removed.push(tickets.by_ref().take(seat.removed.into()).collect());
        }
        for place in &view.bottom.placed {
            hidden.placed.push(place.ticket.unwrap_or_else(|| tickets.next().unwrap()));
        }
        let foreign = usize::from(view.bottom.shuffled.len()) - view.bottom.shuffled.own.len();
        let block: Vec<TicketId> =
            view.bottom.shuffled.own.iter().chain(tickets.by_ref().take(foreign)).collect();
        assert_eq!(tickets.len(), usize::from(view.ticket_deck - view.bottom.len()));
        orders(&block, &mut |block| {
            hidden.shuffled = block.to_vec();
            add(&mut weights, format!("{hidden:?}"));
        });
    });
    weights
}

fn tickets_key(game: &Game<'_>, view: &View<'_>) -> String {
    let mut hidden = Hidden::default();
    for at in others(view) {
        let own = game.view(Viewer::Seat(Seat::ALL[at]));
        hidden.kept.push(own.tickets);
        hidden.offered.push(own.offer);
        hidden.removed.push(own.removed);
    }
    let bottom = game.returned_tickets();
    let (shuffled, placed) = bottom.split_at(view.bottom.shuffled.len().into());
    hidden.placed = placed.to_vec();
    hidden.shuffled = shuffled.to_vec();
    format!("{hidden:?}")
}

const SAMPLES: u32 = 40_000;

/// Pearson's test of what was dealt against what fits; fails with one chance in a million when all is well.
fn assert_distributed(what: &str, expected: &Weights, seen: &Weights) {
    let unknown: Vec<_> = seen.keys().filter(|key| !expected.contains_key(*key)).collect();
    assert!(unknown.is_empty(), "{what}: {} do not fit, such as {}", unknown.len(), unknown[0]);
    let whole: f64 = expected.values().sum();
    // Cases too rare to be judged alone are judged as one.
    let mut cells = vec![(0.0, 0.0)];
    for (key, weight) in expected {
        let expected = weight / whole * f64::from(SAMPLES);
        let seen = seen.get(key).copied().unwrap_or(0.0);
        if expected >= 5.0 {
            cells.push((expected, seen));
        } else {
            cells[0] = (cells[0].0 + expected, cells[0].1 + seen);
        }
    }
    cells.retain(|(expected, _)| *expected > 0.0);
    let chi_square: f64 = cells.iter().map(|(expected, seen)| (seen - expected).powi(2) / expected).sum();
    let cells = cells.len() as f64;
    println!("{what}: {cells} cases, chi-square {chi_square:.1}");
    if cells > 1.0 {
        // Wilson and Hilferty: the cube root is nearly normal.
        let nine: f64 = 2.0 / (9.0 * (cells - 1.0));
        let deviation = ((chi_square / (cells - 1.0)).cbrt() - (1.0 - nine)) / nine.sqrt();
        assert!(deviation < 4.75, "{what}: {deviation} standard deviations off");
    }
}

fn assert_uniform(what: &str, view: &View<'_>) {
    let (hands, tickets) = (fitting_hands(view), fitting_tickets(view));
    let mut expected = Weights::new();
    for (hands, ways) in &hands {
        for (tickets, more) in &tickets {
            expected.insert(format!("{hands} {tickets}"), ways * more);
        }
    }
    // Cards and tickets are dealt apart, so when there are too many cases together each is looked at alone.
    let together = expected.len() <= 4_000;
    let mut rng = player_generator(&Seed::of_series(99, 0));
    let (mut seen, mut seen_hands, mut seen_tickets) = (Weights::new(), Weights::new(), Weights::new());
    for _ in 0..SAMPLES {
        let game = view.determinize(&mut rng);
        let (hands, tickets) = (hands_key(&game, view), tickets_key(&game, view));
        if together {
            add(&mut seen, format!("{hands} {tickets}"));
        }
        add(&mut seen_hands, hands);
        add(&mut seen_tickets, tickets);
    }
    assert_distributed(&format!("{what}, hands"), &hands, &seen_hands);
    assert_distributed(&format!("{what}, tickets"), &tickets, &seen_tickets);
    if together {
        assert_distributed(&format!("{what}, together"), &expected, &seen);
    }
}

/// The first few positions, each from another game, that look to the viewer as wanted.
fn assert_uniform_where(
    what: &str,
    edition: &Edition,
    players: usize,
    viewer: Viewer,
    wanted: impl Fn(&View<'_>) -> bool,
) {
    let mut found = 0;
    for number in 0..3_000 {
        let mut walk = Walk::new(edition, players, number);
        while walk.step() {
            let view = walk.game.view(viewer);
            if wanted(&view) {
                assert_uniform(&format!("{what}, game {number}"), &view);
                found += 1;
                break;
            }
        }
        if found == 3 {
            return;
        }
    }
    panic!("{what}: only {found} positions found");
}

const ME: Viewer = Viewer::Seat(Seat::S1);

fn hidden_in_hands(view: &View<'_>) -> u8 {
    others(view).map(|at| view.seats[at].cards - view.seats[at].known_cards.total()).sum()
}

#[test]
fn the_first_choice_is_uniform() {
    let edition = builtin("toy");
    for players in 2..=3 {
        assert_uniform_where("first choice", &edition, players, ME, |view| {
            view.phase == Phase::FirstTickets && view.seats[0].choosing && !view.seats[1].choosing
        });
    }
}

#[test]
fn known_cards_stay_where_they_are_and_the_rest_is_uniform() {
    let edition = builtin("toy");
    for players in 2..=3 {
        assert_uniform_where("known cards", &edition, players, ME, |view| {
            others(view).all(|at| !view.seats[at].known_cards.is_empty()) && hidden_in_hands(view) > 1
        });
    }
}

#[test]
fn own_returned_tickets_stay_where_they_are_and_the_rest_is_uniform() {
    let edition = builtin("toy");
    for players in 2..=3 {
        assert_uniform_where("own returns", &edition, players, ME, |view| {
            let own = view.bottom.placed.iter().filter(|place| place.ticket.is_some()).count();
            view.phase == Phase::Turn
                && own > 0
                && own < view.bottom.placed.len()
                && hidden_in_hands(view) > 0
        });
    }
}

#[test]
fn while_another_seat_chooses_its_offer_is_as_hidden_as_the_deck() {
    let edition = builtin("toy");
    for players in 2..=3 {
        for viewer in [ME, Viewer::Spectator] {
            assert_uniform_where("mid-offer", &edition, players, viewer, |view| {
                view.phase == Phase::Tickets
                    && Viewer::Seat(view.seat_in_turn) != viewer
                    && view.ticket_deck > 0
                    && hidden_in_hands(view) > 0
            });
        }
    }
}

#[test]
fn shuffled_returns_lie_in_any_order() {
    let edition = variant("toy", Returned::ShuffledBottom, false);
    for players in 2..=3 {
        assert_uniform_where("shuffled", &edition, players, ME, |view| {
            !view.bottom.shuffled.own.is_empty() && usize::from(view.bottom.shuffled.len()) >= players
        });
    }
    // Only with three players a draw leaves something of the shuffled ones.
    assert_uniform_where("shuffled and drawn from", &edition, 3, ME, |view| {
        view.bottom.placed.iter().any(|place| place.by.is_none())
    });
}

#[test]
fn removed_tickets_of_others_are_hidden_and_own_ones_are_not() {
    let edition = variant("toy", Returned::Removed, false);
    for players in 2..=3 {
        for viewer in [ME, Viewer::Spectator] {
            assert_uniform_where("removed", &edition, players, viewer, |view| {
                view.phase == Phase::Turn && view.seats.iter().all(|seat| seat.removed > 0)
            });
        }
    }
}

#[test]
fn on_a_large_map_every_kind_of_card_and_every_ticket_comes_as_often_as_it_should() {
    let edition = builtin("usa-classic");
    for (number, steps) in [(0, 25), (1, 90), (2, 200)] {
        let mut walk = Walk::new(&edition, 4, number);
        (0..steps).for_each(|_| assert!(walk.step()));
        let unknown_cards = |game: &Game| game.hand(Seat::S2).total() - game.known_cards(Seat::S2).total();
        while unknown_cards(&walk.game) == 0 {
            assert!(walk.step());
        }
        let view = walk.game.view(ME);
        let seat = &view.seats[2];
        let drawn = f64::from(unknown_cards(&walk.game));
        let mut unseen = edition.rules().all_cards;
        for cards in others(&view).map(|at| view.seats[at].known_cards).chain([view.hand, view.discards]) {
            unseen.remove_all(&cards);
        }
        unseen.remove_all(&view.row.iter().flatten().copied().collect());
        let tickets = view.ticket_deck + others(&view).map(|at| view.seats[at].tickets).sum::<u8>();
        let own_placed = view.bottom.placed.iter().filter(|place| place.ticket.is_some()).count();
        let ticket_share = f64::from(seat.tickets) / f64::from(tickets - own_placed as u8);

        let mut rng = player_generator(&Seed::of_series(41, number));
        let mut cards_seen = [0.0; 9];
        let mut tickets_seen = BTreeMap::<TicketId, f64>::new();
        for _ in 0..SAMPLES {
            let game = view.determinize(&mut rng);
            let mut hand = *game.hand(Seat::S2);
            hand.remove_all(&seat.known_cards);
            hand.iter().for_each(|(card, count)| cards_seen[card.index()] += f64::from(count));
            game.tickets(Seat::S2).iter().for_each(|ticket| *tickets_seen.entry(ticket).or_default() += 1.0);
        }
        let samples = f64::from(SAMPLES);
        let all = f64::from(unseen.total());
        for (card, count) in unseen.iter() {
            let share = f64::from(count) / all;
            let variance = drawn * share * (1.0 - share) * (all - drawn) / (all - 1.0);
            let off = (cards_seen[card.index()] - samples * drawn * share) / (samples * variance).sqrt();
            assert!(off.abs() < 5.0, "{card:?} is {off} standard deviations off");
        }
        for (ticket, seen) in tickets_seen {
            let off =
                (seen - samples * ticket_share) / (samples * ticket_share * (1.0 - ticket_share)).sqrt();
            assert!(off.abs() < 5.0, "ticket {ticket} is {off} standard deviations off");
        }
    }
}
