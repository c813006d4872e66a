//! One source of legality: an action passes `check` exactly when it is listed, whatever is asked of it.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod support;

use proptest::prelude::*;
use support::{any_canonical, every};
use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::{Edition, Library};
use whistlestop_rules::game::{Action, Event, Game, Silence};
use whistlestop_rules::ids::{MAX_OFFER, RouteId, Seat, TicketId};

/// A game after some random turns, or at its end.
fn somewhere(edition: &'static Edition, players: usize, seed: u64, steps: usize) -> Game<'static> {
    let seed = Seed::of_series(13, seed);
    let mut chance = FastDealer::new(&seed);
    let mut generator = player_generator(&seed);
    let mut game = Game::new(edition, players, Seat::S0, &mut chance, &mut Silence).unwrap();
    for _ in 0..steps {
        let Some(seat) = game.next_to_act() else { break };
        let action = any_canonical(&game, seat, &mut generator).unwrap();
        game.play(seat, &action, &mut chance, &mut Silence).unwrap();
    }
    game
}

fn any_game() -> impl Strategy<Value = Game<'static>> {
    let editions = Library::builtin().iter().len();
    (0..editions, 0usize..4, any::<u64>(), prop_oneof![0usize..12, 0usize..400]).prop_map(
        |(edition, more, seed, steps)| {
            let edition = Library::builtin().iter().nth(edition).unwrap();
            let players = (edition.players().start() + more).min(*edition.players().end());
            somewhere(edition, players, seed, steps)
        },
    )
}

/// Payments near what a route takes, and others that no rule ever foresaw.
fn any_payment() -> impl Strategy<Value = Cards> {
    let plain = (0usize..8, 0u8..7, 0u8..5)
        .prop_map(|(color, colored, wild)| Cards::payment(Card::COLORS[color], colored, wild));
    let mixed = proptest::array::uniform9(0u8..3).prop_map(Cards::new);
    let absurd = proptest::array::uniform9(any::<u8>()).prop_map(Cards::new);
    prop_oneof![20 => plain, 2 => mixed, 1 => absurd]
}

fn any_action() -> impl Strategy<Value = Action> {
    let tickets = proptest::collection::vec(prop_oneof![8 => 0u8..70, 1 => any::<u8>()], 0..=MAX_OFFER);
    prop_oneof![
        2 => Just(Action::DrawBlind),
        4 => prop_oneof![0u8..9, any::<u8>()].prop_map(|slot| Action::TakeFromRow { slot }),
        20 => (prop_oneof![8 => 0u8..100, 1 => any::<u8>()], any_payment())
            .prop_map(|(route, payment)| Action::ClaimRoute { route: RouteId(route), payment }),
        1 => Just(Action::DrawTickets),
        4 => tickets.prop_map(|tickets| Action::KeepTickets { returned: tickets.into_iter().map(TicketId).collect() }),
        1 => Just(Action::Pass),
    ]
}

/// Changes a legal action a little, so that it is about as often legal as not.
fn bend(action: Action, by: u8) -> Action {
    match action {
        Action::TakeFromRow { slot } => Action::TakeFromRow { slot: slot ^ (by & 1) },
        Action::ClaimRoute { route, payment } => {
            let mut counts = payment.counts();
            match by % 4 {
                0 => return Action::ClaimRoute { route: RouteId(route.0 ^ 1), payment },
                1 => counts.swap(usize::from(by) % 9, 8),
                2 => counts[usize::from(by) % 9] += 1,
                _ => counts.iter_mut().for_each(|count| *count = count.saturating_sub(by & 1)),
            }
            Action::ClaimRoute { route, payment: Cards::new(counts) }
        }
        Action::KeepTickets { mut returned } => {
            if by & 1 == 0 && !returned.is_full() {
                returned.push(TicketId(by % 40));
            } else {
                returned.reverse();
            }
            Action::KeepTickets { returned }
        }
        other => other,
    }
}

fn agrees(game: &Game<'_>, seat: Seat, action: &Action) -> Result<(), TestCaseError> {
    let listed = every(game, seat).contains(action);
    prop_assert_eq!(game.check(seat, action).is_ok(), listed, "{:?} of seat {}", action, seat);
    let mut after = *game;
    let mut events: Vec<Event> = Vec::new();
    let played = after.play(seat, action, &mut FastDealer::new(&Seed([7; 32])), &mut events);
    prop_assert_eq!(played.is_ok(), listed);
    prop_assert_eq!(events.is_empty(), !listed);
    prop_assert!(listed || after == *game, "a refused action changed the game");
    if let Err(illegal) = played {
        prop_assert!(!illegal.explain(game.edition()).is_empty());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    /// Actions out of the blue, by any seat, also by seats that do not exist.
    #[test]
    fn any_action_is_legal_exactly_when_listed(
        game in any_game(),
        actions in proptest::collection::vec(any_action(), 60),
    ) {
        for action in &actions {
            for seat in Seat::ALL {
                agrees(&game, seat, action)?;
            }
        }
    }

    /// Actions that nearly are legal.
    #[test]
    fn bent_actions_are_legal_exactly_when_listed(game in any_game(), by in any::<[u8; 4]>()) {
        if let Some(seat) = game.next_to_act() {
            let mut all = every(&game, seat);
            let step = (all.len() / 40).max(1);
            all = all.into_iter().step_by(step).collect();
            for action in all {
                agrees(&game, seat, &action)?;
                for by in by {
                    agrees(&game, seat, &bend(action.clone(), by))?;
                }
            }
        }
    }
}
