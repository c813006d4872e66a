//! What a viewer is shown of a game, made from the rules' views and nothing else that is secret.

mod claims;
mod score;
mod tickets;

use whistlestop_rules::game::{Ending, Game, Phase as Stage};
use whistlestop_rules::ids::{MAX_SEATS, RouteSet, Seat, TicketSet};
use whistlestop_rules::trail::longest_trail;
use whistlestop_rules::view::{View, Viewer};

use crate::protocol::CardCounts;
use crate::protocol::cards::CardNames;
use crate::protocol::game::{Asked, GameView, LongestPath, OwnSeat, OwnTicket, Phase, PublicSeat};

pub use score::score_sheet;

/// Answers that change only when a route is claimed or a ticket is drawn, kept from one view to the next.
#[derive(Clone, Debug, Default)]
pub struct Memo {
    longest: [(RouteSet, LongestPath); MAX_SEATS],
    tickets: [Option<(TicketQuestion, Vec<OwnTicket>)>; MAX_SEATS],
}

/// All that the states of a seat's tickets depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TicketQuestion {
    tickets: TicketSet,
    own: RouteSet,
    obtainable: RouteSet,
    trains: u8,
}

impl TicketQuestion {
    /// Whether nothing that matters to a ticket has changed until a later question but that routes cannot be had any more.
    fn has_only_lost_routes(&self, later: &Self) -> bool {
        self.own == later.own && later.obtainable.without(self.obtainable).is_empty()
    }
}

impl Memo {
    fn longest_path(&mut self, seat: Seat, view: &View<'_>, routes: RouteSet) -> LongestPath {
        let board = view.edition.board();
        let (known, path) = &mut self.longest[seat.index()];
        if *known != routes {
            let trail = longest_trail(board, routes);
            let trains = trail.iter().map(|route| u16::from(board.length(*route))).sum();
            *path = LongestPath { trains, routes: trail.into_iter().map(|route| route.0).collect() };
            *known = routes;
        }
        path.clone()
    }

    /// The states of the tickets the viewer has kept or has to choose from, by number.
    fn ticket_states(&mut self, seat: Seat, view: &View<'_>) -> Vec<OwnTicket> {
        let Some(own) = view.own_seat() else { return Vec::new() };
        let question = TicketQuestion {
            tickets: view.tickets.or(view.offer),
            own: own.routes,
            obtainable: view.obtainable(),
            trains: own.trains,
        };
        let known = &mut self.tickets[seat.index()];
        match known {
            Some((asked, states)) if *asked == question => states.clone(),
            _ => {
                let states = tickets::states(view.edition.board(), &question, known.as_ref());
                *known = Some((question, states.clone()));
                states
            }
        }
    }
}

/// The position as it is seen by whoever plays the seats `own`; by a spectator, when there are none.
pub fn game_view(game: &Game<'_>, n: u32, own: &[Seat], memo: &mut Memo) -> GameView {
    let names = CardNames::new(game.edition());
    let public = game.view(own.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat)));
    let seats = game
        .seats()
        .zip(&public.seats)
        .map(|(seat, shown)| PublicSeat {
            routes: shown.routes.into(),
            route_points: shown.route_points,
            trains: shown.trains,
            cards: shown.cards,
            known_cards: CardCounts::of(&shown.known_cards, &names),
            tickets: shown.tickets,
            offered: shown.offered,
            longest_path: memo.longest_path(seat, &public, shown.routes),
        })
        .collect();
    GameView {
        n,
        phase: match public.phase {
            Stage::Dealing | Stage::FirstTickets => Phase::FirstTickets,
            Stage::Turn => Phase::Turn,
            Stage::SecondCard => Phase::SecondCard,
            Stage::Tickets => Phase::Tickets,
            Stage::Ended => Phase::Ended,
        },
        seat_in_turn: public.seat_in_turn.into(),
        turn: public.turn,
        turns_left: match public.ending {
            Ending::NotInSight => None,
            Ending::TurnsLeft(turns) => Some(turns),
        },
        awaited: game.seats().filter(|seat| game.awaits(*seat)).map(Into::into).collect(),
        row: public.row.iter().map(|slot| slot.map(|card| names.of(card).clone())).collect(),
        deck: public.deck,
        discards: CardCounts::of(&public.discards, &names),
        ticket_deck: public.ticket_deck,
        seats,
        own: own.iter().map(|seat| own_seat(game, *seat, &names, memo)).collect(),
        score: game.is_over().then(|| score_sheet(game)),
    }
}

fn own_seat(game: &Game<'_>, seat: Seat, names: &CardNames, memo: &mut Memo) -> OwnSeat {
    let view = game.view(Viewer::Seat(seat));
    let states = memo.ticket_states(seat, &view);
    let among = |tickets: TicketSet| -> Vec<OwnTicket> {
        let wanted = |state: &&OwnTicket| tickets.contains(whistlestop_rules::ids::TicketId(state.ticket));
        states.iter().filter(wanted).cloned().collect()
    };
    let (claims, barred) =
        if game.is_over() { (Vec::new(), Vec::new()) } else { claims::of(game, seat, &view, names) };
    OwnSeat {
        seat: seat.into(),
        hand: CardCounts::of(&view.hand, names),
        tickets: among(view.tickets),
        asked: asked(game, seat, &view, among),
        claims,
        barred,
    }
}

fn asked(game: &Game<'_>, seat: Seat, view: &View<'_>, among: impl Fn(TicketSet) -> Vec<OwnTicket>) -> Asked {
    let legal = game.legal_actions(seat);
    if legal.is_empty() {
        return Asked::Wait {};
    }
    let slots = (0..8).filter(|slot| legal.slots() >> slot & 1 == 1).collect();
    match view.phase {
        Stage::Dealing | Stage::Ended => Asked::Wait {},
        Stage::FirstTickets | Stage::Tickets => {
            Asked::Tickets { offer: among(view.offer), least: legal.least_to_keep() }
        }
        Stage::SecondCard => Asked::SecondCard { slots, blind: legal.can_draw_blind() },
        Stage::Turn => {
            let claim = !legal.claimable().is_empty();
            let (blind, tickets) = (legal.can_draw_blind(), legal.can_draw_tickets());
            let pass = legal.slots() == 0 && !blind && !tickets && !claim;
            Asked::Turn { slots, blind, tickets, claim, pass }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng as _;
    use whistlestop_rules::chance::{ChaChaDealer, Seed, below};
    use whistlestop_rules::edition::Library;
    use whistlestop_rules::game::{LegalActions, Silence};

    use super::*;

    fn in_random_games(mut look: impl FnMut(&Game<'_>)) {
        for (edition, game) in ["usa-classic", "usa-mega", "nyc", "toy"].into_iter().zip(0u8..) {
            let edition = Library::builtin().get(edition).unwrap();
            let mut dealer = ChaChaDealer::new(&Seed([game; 32]));
            let mut choice = ChaCha8Rng::from_seed([game; 32]);
            let mut played = Game::new(edition, 2, Seat::S0, &mut dealer, &mut Silence).unwrap();
            while let Some(seat) = played.next_to_act() {
                look(&played);
                let choose = |legal: &LegalActions<'_>| below(&mut choice, legal.len() as u32) as usize;
                played.play_choice(seat, choose, &mut dealer, &mut Silence).unwrap();
            }
        }
    }

    /// What is kept from one view to the next must not be seen.
    #[test]
    fn a_view_does_not_depend_on_the_views_before() {
        let mut memo = Memo::default();
        in_random_games(|game| {
            for seat in game.seats() {
                let kept = game_view(game, 0, &[seat], &mut memo);
                assert_eq!(kept, game_view(game, 0, &[seat], &mut Memo::default()));
            }
        });
    }

    #[test]
    fn a_route_has_all_its_ways_to_pay() {
        in_random_games(|game| {
            let names = CardNames::new(game.edition());
            for seat in game.seats() {
                let (groups, _) = claims::of(game, seat, &game.view(Viewer::Seat(seat)), &names);
                for route in game.edition().board().all_routes().iter() {
                    let shown = groups.iter().find(|group| group.routes.contains(&route.0));
                    let ways = game.ways_to_pay(seat, route).unwrap_or_default();
                    let ways: Vec<_> = ways.iter().map(|way| CardCounts::of(way, &names)).collect();
                    assert_eq!(shown.map_or(&[][..], |group| &group.payments), ways);
                }
            }
        });
    }
}
