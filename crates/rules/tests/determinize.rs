//! Games dealt from a view fit it and can be played.

#![allow(clippy::unwrap_used, clippy::expect_used)]

mod view_support;

use view_support::{Walk, builtin, random_action, tables, viewers};
use whistlestop_rules::cards::Cards;
use whistlestop_rules::chance::{Seed, player_generator};
use whistlestop_rules::game::{Action, Game, Silence};
use whistlestop_rules::ids::{Seat, TicketId, TicketSet};
use whistlestop_rules::view::Viewer;

fn all_cards(game: &Game<'_>) -> Cards {
    let mut all = *game.deck();
    all.add_all(game.discards());
    all.add_all(&game.row().iter().flatten().copied().collect());
    game.seats().for_each(|seat| all.add_all(game.hand(seat)));
    all
}

/// The tickets of all seats, those out of the game and those under the deck, in one list.
fn tickets_in_sight(game: &Game<'_>) -> Vec<TicketId> {
    let own = game.seats().map(|seat| game.view(Viewer::Seat(seat)));
    let own = own.flat_map(|view| [view.tickets, view.offer, view.removed]).flat_map(TicketSet::iter);
    own.chain(game.returned_tickets().iter().copied()).collect()
}

fn assert_whole(game: &Game<'_>) {
    assert_eq!(all_cards(game), game.edition().rules().all_cards);
    let tickets = tickets_in_sight(game);
    assert_eq!(tickets.iter().copied().collect::<TicketSet>().len(), tickets.len(), "one is twice: {game:?}");
    let above = game.tickets_in_deck() - game.returned_tickets().len();
    assert_eq!(tickets.len() + above, game.edition().board().tickets(), "one is missing: {game:?}");
    for seat in game.seats() {
        assert!(game.hand(seat).contains(game.known_cards(seat)), "{game:?}");
    }
}

fn assert_fits(game: &Game<'_>, dealt: &Game<'_>, viewer: Viewer) {
    assert_eq!(dealt.view(viewer), game.view(viewer));
    assert_eq!(dealt.view(Viewer::Spectator), game.view(Viewer::Spectator));
    assert_whole(dealt);
    if let Viewer::Seat(seat) = viewer {
        let legal = |game: &Game<'_>| game.legal_actions(seat).iter().collect::<Vec<Action>>();
        assert_eq!(legal(dealt), legal(game));
    }
}

fn fits(of: impl Fn(&str) -> bool, games: u64) {
    for (edition, players) in tables().filter(|(edition, _)| of(edition.id())) {
        for number in 0..games {
            let mut walk = Walk::new(&edition, players, number);
            let mut rng = player_generator(&Seed::of_series(5, number));
            let mut decision = 0;
            loop {
                for viewer in viewers(&walk.game) {
                    let dealt = walk.game.view(viewer).determinize(&mut rng);
                    assert_fits(&walk.game, &dealt, viewer);
                    if decision % 16 == 0 {
                        play_out(Walk { game: dealt, chance: walk.chance.clone(), rng: rng.clone() });
                    }
                }
                if !walk.step() {
                    break;
                }
                decision += 1;
            }
        }
    }
}

fn play_out(mut walk: Walk<'_>) {
    while walk.step() {}
    assert!(walk.game.is_over());
    assert_whole(&walk.game);
}

#[test]
fn dealt_games_fit_on_small_maps() {
    fits(|id| id.starts_with("toy"), 60);
}

#[test]
fn dealt_games_fit_in_new_york() {
    fits(|id| id.starts_with("nyc"), 8);
}

#[test]
fn dealt_games_fit_on_the_usa_map() {
    fits(|id| id.starts_with("usa"), 1);
}

#[test]
fn a_table_before_the_deal_can_be_seen_too() {
    let edition = builtin("toy");
    let game = Game::table(&edition, 2, Seat::S1).unwrap();
    let mut rng = player_generator(&Seed::of_series(5, 0));
    for viewer in viewers(&game) {
        assert_fits(&game, &game.view(viewer).determinize(&mut rng), viewer);
    }
}

#[test]
fn somebody_without_a_seat_at_the_table_sees_what_a_spectator_sees() {
    let edition = builtin("toy");
    let game = Walk::new(&edition, 2, 0).game;
    let mut view = game.view(Viewer::Seat(Seat::S4));
    assert_eq!(view.determinize(&mut player_generator(&Seed::of_series(5, 0))).view(view.viewer), view);
    view.viewer = Viewer::Spectator;
    assert_eq!(view, game.view(Viewer::Spectator));
}

#[test]
fn games_dealt_in_a_row_differ_and_the_same_seed_deals_the_same() {
    let edition = builtin("usa-classic");
    let mut walk = Walk::new(&edition, 4, 1);
    (0..40).for_each(|_| assert!(walk.step()));
    let view = walk.game.view(Viewer::Seat(Seat::S1));
    let mut rng = player_generator(&Seed::of_series(3, 3));
    let mut again = rng.clone();
    let (first, second) = (view.determinize(&mut rng), view.determinize(&mut rng));
    assert_ne!(first, second);
    assert_eq!(first, view.determinize(&mut again));
    let mut play = first;
    let seat = play.next_to_act().unwrap();
    let action = random_action(&play, seat, &mut rng);
    play.play(seat, &action, &mut walk.chance, &mut Silence).unwrap();
}

#[test]
fn supposed_tickets_are_held_where_they_can_be() {
    let edition = builtin("usa-classic");
    let mut rng = player_generator(&Seed::of_series(6, 0));
    for number in 0..20 {
        let mut walk = Walk::new(&edition, 3, number);
        for _ in 0..40 {
            if !walk.step() {
                break;
            }
            let viewer = Viewer::Seat(Seat::S0);
            let view = walk.game.view(viewer);
            if view.seats.iter().any(|seat| seat.choosing) {
                continue;
            }
            let supposed = [Seat::S0, Seat::S1, Seat::S2].map(|seat| walk.game.tickets(seat));
            let [_, first, second] = supposed;
            let all = [TicketSet::EMPTY, first, second, TicketSet::EMPTY, TicketSet::EMPTY];
            let dealt = view.determinize_holding(&all, &mut rng);
            assert_fits(&walk.game, &dealt, viewer);
            assert_eq!((dealt.tickets(Seat::S1), dealt.tickets(Seat::S2)), (first, second));

            // Nobody can hold what the viewer holds, nor what another seat is already supposed to hold.
            let own = view.tickets;
            let impossible = [TicketSet::EMPTY, own, second, TicketSet::EMPTY, TicketSet::EMPTY];
            let dealt = view.determinize_holding(&impossible, &mut rng);
            assert_fits(&walk.game, &dealt, viewer);
            assert_eq!(dealt.tickets(Seat::S2), second);
            let twice = [TicketSet::EMPTY, first, first, TicketSet::EMPTY, TicketSet::EMPTY];
            assert_fits(&walk.game, &view.determinize_holding(&twice, &mut rng), viewer);
        }
    }
}
