//! What a viewer is shown of a game, made from the rules' views and nothing else that is secret.

mod claims;
mod json;
mod score;
mod tickets;

use std::borrow::Cow;

use whistlestop_rules::cards::{CARD_KINDS, Card, Cards};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Ending, Game, Phase as Stage};
use whistlestop_rules::ids::{MAX_SEATS, RouteSet, Seat, TicketId, TicketSet};
use whistlestop_rules::trail::longest_trail;
use whistlestop_rules::view::{SeatView, View, Viewer};

use self::claims::Prospects;
use self::json::escape;
use crate::protocol::game::{Asked, GameView, LongestPath, OwnTicket, Phase, TicketState};

pub(crate) use json::Json;
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
    fn longest_path(&mut self, seat: Seat, view: &View<'_>, routes: RouteSet) -> &LongestPath {
        let board = view.edition.board();
        let (known, path) = &mut self.longest[seat.index()];
        if *known != routes {
            let trail = longest_trail(board, routes);
            let trains = trail.iter().map(|route| u16::from(board.length(*route))).sum();
            *path = LongestPath { trains, routes: trail.into_iter().map(|route| route.0).collect() };
            *known = routes;
        }
        path
    }

    /// The states of the tickets the viewer has kept or has to choose from, by number.
    fn ticket_states(&mut self, seat: Seat, view: &View<'_>) -> &[OwnTicket] {
        let Some(own) = view.own_seat() else { return &[] };
        let question = TicketQuestion {
            tickets: view.tickets.or(view.offer),
            own: own.routes,
            obtainable: view.obtainable(),
            trains: own.trains,
        };
        let known = &mut self.tickets[seat.index()];
        if known.as_ref().is_none_or(|(asked, _)| *asked != question) {
            let states = tickets::states(view.edition.board(), &question, known.as_ref());
            *known = Some((question, states));
        }
        known.as_ref().map_or(&[], |(_, states)| states)
    }
}

/// The position as it is seen by whoever plays the seats `own`; by a spectator, when there are none.
pub fn game_view(game: &Game<'_>, n: u32, own: &[Seat], memo: &mut Memo) -> serde_json::Result<GameView> {
    let mut json = Json::new();
    write_position(&mut json, game, n, own, memo);
    serde_json::from_str(&json.into_text())
}

/// Writes a [`GameView`].
pub(crate) fn write_position(json: &mut Json, game: &Game<'_>, n: u32, own: &[Seat], memo: &mut Memo) {
    let names = Names::of(game.edition());
    let public = game.view(own.first().map_or(Viewer::Spectator, |seat| Viewer::Seat(*seat)));
    json.object(|json| {
        json.key("n").value(&n);
        json.key("phase").value(&phase(public.phase));
        json.key("seat_in_turn").number(public.seat_in_turn.into());
        json.key("turn").value(&public.turn);
        json.key("turns_left").value(&match public.ending {
            Ending::NotInSight => None,
            Ending::TurnsLeft(turns) => Some(turns),
        });
        json.key("awaited").numbers(game.seats().filter(|seat| game.awaits(*seat)).map(Into::into));
        json.key("row").list(&public.row, |json, slot| match slot {
            Some(card) => json.escaped(names.name(*card)),
            None => json.value(&()),
        });
        json.key("deck").number(public.deck);
        names.write_counts(json.key("discards"), &public.discards);
        json.key("ticket_deck").number(public.ticket_deck);
        json.key("seats").list(game.seats().zip(&public.seats), |json, (seat, shown)| {
            let longest = memo.longest_path(seat, &public, shown.routes);
            write_seat(json, shown, longest, &names);
        });
        json.key("own").list(own, |json, seat| write_own_seat(json, game, *seat, &names, memo));
        json.key("score").value(&game.is_over().then(|| score_sheet(game)));
    });
}

const fn phase(stage: Stage) -> Phase {
    match stage {
        Stage::Dealing | Stage::FirstTickets => Phase::FirstTickets,
        Stage::Turn => Phase::Turn,
        Stage::SecondCard => Phase::SecondCard,
        Stage::Tickets => Phase::Tickets,
        Stage::Ended => Phase::Ended,
    }
}

/// Writes a [`PublicSeat`](crate::protocol::game::PublicSeat).
fn write_seat(json: &mut Json, shown: &SeatView, longest: &LongestPath, names: &Names<'_>) {
    json.object(|json| {
        json.key("routes").numbers(shown.routes.iter().map(|route| route.0));
        json.key("route_points").value(&shown.route_points);
        json.key("trains").number(shown.trains);
        json.key("cards").number(shown.cards);
        names.write_counts(json.key("known_cards"), &shown.known_cards);
        json.key("tickets").number(shown.tickets);
        json.key("offered").number(shown.offered);
        json.key("longest_path").value(longest);
    });
}

/// Writes an [`OwnSeat`](crate::protocol::game::OwnSeat).
fn write_own_seat(json: &mut Json, game: &Game<'_>, seat: Seat, names: &Names<'_>, memo: &mut Memo) {
    let view = game.view(Viewer::Seat(seat));
    let states = memo.ticket_states(seat, &view);
    let among =
        |tickets: TicketSet| states.iter().filter(move |state| tickets.contains(TicketId(state.ticket)));
    let prospects = if game.is_over() { Prospects::default() } else { Prospects::of(game, seat, &view) };
    json.object(|json| {
        json.key("seat").number(seat.into());
        names.write_counts(json.key("hand"), &view.hand);
        json.key("tickets").list(among(view.tickets), write_ticket);
        json.key("asked").value(&asked(game, seat, &view, || among(view.offer).cloned().collect()));
        json.key("claims").list(&prospects.claims, |json, claims| {
            json.object(|json| {
                json.key("routes").numbers(claims.routes.iter().map(|route| route.0));
                json.key("payments")
                    .list(&claims.payments, |json, payment| names.write_counts(json, payment));
            });
        });
        json.key("barred").list(&prospects.barred, |json, (why, routes)| {
            json.object(|json| {
                json.key("why").value(why);
                json.key("routes").numbers(routes.iter().map(|route| route.0));
            });
        });
    });
}

fn write_ticket(json: &mut Json, ticket: &OwnTicket) {
    json.object(|json| {
        json.key("ticket").number(ticket.ticket);
        let (state, trains, path) = match &ticket.state {
            TicketState::Done { path } => ("done", None, path),
            TicketState::Open { trains, path } => ("open", Some(*trains), path),
            TicketState::Impossible { path } => ("impossible", None, path),
        };
        json.key("state").escaped(state);
        if let Some(trains) = trains {
            json.key("trains").number(trains);
        }
        json.key("path").numbers(path.iter().copied());
    });
}

/// The names of all cards of an edition, ready to be written.
struct Names<'e>([Cow<'e, str>; CARD_KINDS]);

impl<'e> Names<'e> {
    fn of(edition: &'e Edition) -> Self {
        Self(Card::ALL.map(|card| escape(edition.card_name(card))))
    }

    fn name(&self, card: Card) -> &str {
        &self.0[card.index()]
    }

    /// Writes [`CardCounts`](crate::protocol::CardCounts).
    fn write_counts(&self, json: &mut Json, cards: &Cards) {
        json.object(|json| {
            for (card, count) in cards.iter() {
                json.key(self.name(card)).number(count);
            }
        });
    }
}

fn asked(game: &Game<'_>, seat: Seat, view: &View<'_>, offer: impl FnOnce() -> Vec<OwnTicket>) -> Asked {
    let legal = game.legal_actions(seat);
    if legal.is_empty() {
        return Asked::Wait {};
    }
    let slots = (0..8).filter(|slot| legal.slots() >> slot & 1 == 1).collect();
    match view.phase {
        Stage::Dealing | Stage::Ended => Asked::Wait {},
        Stage::FirstTickets | Stage::Tickets => {
            Asked::Tickets { offer: offer(), least: legal.least_to_keep() }
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
    use crate::protocol::game::Barred;

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
                let kept = game_view(game, 0, &[seat], &mut memo).unwrap();
                assert_eq!(kept, game_view(game, 0, &[seat], &mut Memo::default()).unwrap());
            }
        });
    }

    /// What is read is what was written: no field is missing, and all are as their types write them.
    #[test]
    fn a_position_is_written_as_its_types_say() {
        in_random_games(|game| {
            let everybody: Vec<Seat> = game.seats().collect();
            for own in [&[][..], &everybody[..1], &everybody] {
                let mut json = Json::new();
                write_position(&mut json, game, 300, own, &mut Memo::default());
                let written = json.into_text();
                let read: GameView = serde_json::from_str(&written).unwrap();
                assert_eq!(written, serde_json::to_string(&read).unwrap());
                assert_eq!(read.own.len(), own.len());
            }
        });
    }

    #[test]
    fn a_route_has_all_its_ways_to_pay_or_the_reason_why_it_has_none() {
        in_random_games(|game| {
            for seat in game.seats() {
                let prospects = Prospects::of(game, seat, &game.view(Viewer::Seat(seat)));
                for route in game.edition().board().all_routes().iter() {
                    let claims = prospects.claims.iter().find(|group| group.routes.contains(route));
                    let barred = prospects.barred.iter().find(|(_, routes)| routes.contains(route));
                    let (ways, reason) = match game.ways_to_pay(seat, route) {
                        Ok(ways) if ways.is_empty() => (ways, Some(Barred::TooFewCards)),
                        Ok(ways) => (ways, None),
                        Err(illegal) => (Vec::new(), Some(claims::why(illegal))),
                    };
                    assert_eq!(claims.map_or(&[][..], |group| &group.payments), ways);
                    assert_eq!(barred.map(|(why, _)| *why), reason);
                }
            }
        });
    }
}
