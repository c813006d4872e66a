//! Bytes as a game: they choose the table and then actions, legal ones by index and nonsense.
//!
//! What must hold: what `check` allows is what the list of all actions has; a refused action changes nothing; no card
//! and no ticket is lost or made; the events alone rebuild the game; a game dealt from anybody's view looks the same
//! to them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use whistlestop_rules::cards::{CARD_KINDS, Cards};
use whistlestop_rules::chance::{FastDealer, Seed, player_generator};
use whistlestop_rules::edition::Library;
use whistlestop_rules::game::{Action, Event, Game};
use whistlestop_rules::ids::{RouteId, Seat, TicketId, TicketSet};
use whistlestop_rules::view::Viewer;

/// The bytes that decide; zeros when they have run out.
struct Bytes<'d>(std::slice::Iter<'d, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(data.iter());
    let library = Library::builtin();
    let edition = library.iter().nth(usize::from(bytes.next()) % library.iter().len()).expect("built in");
    let sizes: Vec<usize> = edition.players().collect();
    let players = sizes[usize::from(bytes.next()) % sizes.len()];
    let first = Seat::ALL[usize::from(bytes.next()) % players];
    let seed = Seed::of_series(bytes.next().into(), bytes.next().into());
    let mut chance = FastDealer::new(&seed);
    let mut dealing = player_generator(&seed);
    let mut events: Vec<Event> = Vec::new();
    let mut game =
        Game::new(edition, players, first, &mut chance, &mut events).expect("the edition allows it");
    let mut told = Game::table(edition, players, first).expect("the edition allows it");
    let mut heard = 0;
    check(&game);
    check_tickets(&game);
    while !bytes.is_empty() {
        let Some(next) = game.next_to_act() else { break };
        let how = bytes.next();
        let (seat, action) = if how < 0xc0 {
            let legal = game.legal_actions(next);
            assert!(!legal.is_empty(), "nothing to do in {game:?}");
            // Two bytes, because a rich hand has more than 256 choices.
            let index = (usize::from(how) << 8 | usize::from(bytes.next())) % legal.len();
            (next, legal.get(index).expect("on the list"))
        } else {
            (Seat::ALL[usize::from(bytes.next()) % 5], nonsense(&mut bytes))
        };
        let before = game;
        let told_before = events.len();
        let allowed = game.check(seat, &action);
        let listed = how < 0xc0 || game.legal_actions(seat).every().any(|legal| legal == action);
        assert_eq!(allowed.is_ok(), listed, "{action:?} of {seat:?} in {game:?}");
        let outcome = game.play(seat, &action, &mut chance, &mut events);
        assert_eq!(outcome, allowed);
        if let Err(illegal) = outcome {
            assert_eq!((game, events.len()), (before, told_before), "a refused action left a trace");
            assert!(!illegal.explain(edition).is_empty());
            continue;
        }
        events[heard..].iter().for_each(|event| told.apply(event));
        heard = events.len();
        assert_eq!(told, game, "the events tell another game");
        check(&game);
        // Views are the costly part; some decisions will do.
        if bytes.0.len() % 16 == 0 {
            check_views(&game, &mut dealing);
        }
    }
    if game.is_over() {
        check_views(&game, &mut dealing);
        assert!(
            matches!(events.last(), Some(Event::GameEnded { standings }) if *standings == game.standings())
        );
    }
});

/// An action without regard to the rules; now and then it will be legal.
fn nonsense(bytes: &mut Bytes<'_>) -> Action {
    match bytes.next() % 6 {
        0 => Action::DrawBlind,
        1 => Action::TakeFromRow { slot: bytes.next() },
        2 => {
            let route = RouteId(bytes.next());
            let mut counts = [0; CARD_KINDS];
            for _ in 0..bytes.next() % 3 {
                // The engine counts cards in seven bits; a hand never has more.
                counts[usize::from(bytes.next()) % CARD_KINDS] = bytes.next() & 0x7f;
            }
            Action::ClaimRoute { route, payment: Cards::new(counts) }
        }
        3 => Action::DrawTickets,
        4 => {
            let count = bytes.next() % 9;
            Action::KeepTickets { returned: (0..count).map(|_| TicketId(bytes.next())).collect() }
        }
        _ => Action::Pass,
    }
}

fn check(game: &Game<'_>) {
    let rules = game.edition().rules();
    let board = game.edition().board();
    let mut cards: Cards = game.row().iter().flatten().copied().collect();
    cards.add_all(game.deck());
    cards.add_all(game.discards());
    for seat in game.seats() {
        cards.add_all(game.hand(seat));
        assert!(game.hand(seat).contains(game.known_cards(seat)));
        let laid: u8 = game.routes(seat).iter().map(|route| board.length(route)).sum();
        assert_eq!(laid + game.trains(seat), rules.trains);
    }
    assert_eq!(cards, rules.all_cards, "cards were lost or made");
}

fn check_views(game: &Game<'_>, dealing: &mut impl rand_core::Rng) {
    for viewer in game.seats().map(Viewer::Seat).chain([Viewer::Spectator]) {
        let view = game.view(viewer);
        let dealt = view.determinize(dealing);
        assert_eq!(dealt.view(viewer), view, "a dealt game does not fit");
        check(&dealt);
        check_tickets(&dealt);
    }
}

/// Every ticket is in one place.
fn check_tickets(game: &Game<'_>) {
    let own = game.seats().map(|seat| game.view(Viewer::Seat(seat)));
    let mut seen: Vec<TicketId> =
        own.flat_map(|view| [view.tickets, view.offer, view.removed]).flat_map(TicketSet::iter).collect();
    seen.extend(game.returned_tickets());
    let different: TicketSet = seen.iter().copied().collect();
    assert_eq!(different.len(), seen.len(), "a ticket is in two places");
    let all = seen.len() + game.tickets_in_deck() - game.returned_tickets().len();
    assert_eq!(all, game.edition().board().tickets(), "a ticket is missing");
}
