//! A slow and simple score sheet, and a ledger of the tickets, to hold the engine against.

use std::collections::BTreeSet;

use whistlestop_rules::edition::Returned;
use whistlestop_rules::game::{Event, Game, Phase, Standing};
use whistlestop_rules::ids::{Seat, TicketId};

/// Where every ticket is, told by the events alone.
pub struct Ledger {
    pub deck: BTreeSet<TicketId>,
    pub held: Vec<BTreeSet<TicketId>>,
    pub removed: BTreeSet<TicketId>,
    /// What lies under the deck, next to be drawn first.
    pub bottom: Vec<TicketId>,
    pub passes: usize,
}

impl Ledger {
    pub fn new(game: &Game<'_>) -> Self {
        Self {
            deck: game.edition().board().all_tickets().iter().collect(),
            held: vec![BTreeSet::new(); game.players()],
            removed: BTreeSet::new(),
            bottom: Vec::new(),
            passes: 0,
        }
    }

    /// Enters an event; `game` is the game before it.
    pub fn enter(&mut self, game: &Game<'_>, event: &Event) {
        match event {
            Event::TicketsDealt { seat, tickets } | Event::TicketsDrawn { seat, tickets } => {
                for ticket in tickets {
                    assert!(self.deck.remove(ticket), "ticket {ticket} was not in the deck");
                    self.held[seat.index()].insert(*ticket);
                    if self.bottom.contains(ticket) {
                        let next = self.bottom.remove(0);
                        assert_eq!(next, *ticket, "returned tickets come back oldest first");
                        let above = self.deck.iter().filter(|other| !self.bottom.contains(other)).count();
                        assert_eq!(above, 0, "a returned ticket came before the rest of the deck");
                    }
                }
            }
            Event::TicketsKept { seat, returned, .. } => {
                for ticket in returned {
                    assert!(self.held[seat.index()].remove(ticket), "ticket {ticket} was not held");
                    if game.phase() == Phase::FirstTickets {
                        if game.edition().rules().returned == Returned::Removed {
                            self.removed.insert(*ticket);
                            continue;
                        }
                    } else {
                        self.bottom.push(*ticket);
                    }
                    self.deck.insert(*ticket);
                }
            }
            Event::ReturnsPlaced { tickets } => self.bottom = tickets.to_vec(),
            Event::TurnPassed { .. } => self.passes += 1,
            Event::CardDrawn { .. } | Event::CardTaken { .. } | Event::RouteClaimed { .. } => self.passes = 0,
            _ => {}
        }
        if matches!(event, Event::TicketsDrawn { .. }) {
            self.passes = 0;
        }
    }

    pub fn check(&self, game: &Game<'_>) {
        assert_eq!(self.deck.len(), game.tickets_in_deck(), "size of the ticket deck");
        for seat in game.seats() {
            let mut held: BTreeSet<TicketId> = game.tickets(seat).iter().collect();
            held.extend(game.offer(seat).iter());
            assert_eq!(held, self.held[seat.index()], "tickets of seat {seat}");
        }
        let held: usize = self.held.iter().map(BTreeSet::len).sum();
        assert_eq!(held + self.deck.len() + self.removed.len(), game.edition().board().tickets());
    }
}

/// Steps a search through all trails may take before it is given up.
const PATIENCE: u32 = 60_000;

/// The longest trail of a seat by trying all of them, or `None` if there are too many.
pub fn longest_path(game: &Game<'_>, seat: Seat) -> Option<u16> {
    let board = game.edition().board();
    let edges: Vec<(u8, u8, u16)> = game
        .routes(seat)
        .iter()
        .map(|route| (board.ends(route)[0].0, board.ends(route)[1].0, board.length(route).into()))
        .collect();
    let mut patience = PATIENCE;
    let mut longest = 0;
    let cities: BTreeSet<u8> = edges.iter().flat_map(|edge| [edge.0, edge.1]).collect();
    for city in cities {
        longest = longest.max(walk(&edges, city, 0, &mut patience)?);
    }
    Some(longest)
}

fn walk(edges: &[(u8, u8, u16)], city: u8, used: u64, patience: &mut u32) -> Option<u16> {
    *patience = patience.checked_sub(1)?;
    let mut longest = 0;
    for (index, (a, b, length)) in edges.iter().enumerate() {
        if used >> index & 1 == 0 && (*a == city || *b == city) {
            let other = if *a == city { *b } else { *a };
            longest = longest.max(length + walk(edges, other, used | 1 << index, patience)?);
        }
    }
    Some(longest)
}

/// Cities a seat can reach from one, over its own routes.
fn reach(game: &Game<'_>, seat: Seat, from: &str) -> BTreeSet<String> {
    let spec = game.edition().spec();
    let mut reached = BTreeSet::from([from.to_owned()]);
    loop {
        let before = reached.len();
        for route in game.routes(seat).iter() {
            let route = &spec.routes[route.index()];
            if reached.contains(&route.a) || reached.contains(&route.b) {
                reached.extend([route.a.clone(), route.b.clone()]);
            }
        }
        if reached.len() == before {
            return reached;
        }
    }
}

struct Sheet {
    routes: i32,
    tickets: i32,
    done: usize,
    path: u16,
    attractions: i32,
}

fn sheet(game: &Game<'_>, seat: Seat) -> Option<Sheet> {
    let spec = game.edition().spec();
    let points = |length: u32| spec.route_points[length as usize - 1] as i32;
    let routes = game.routes(seat).iter().map(|route| points(spec.routes[route.index()].length)).sum();
    let (mut tickets, mut done) = (0, 0);
    for ticket in game.tickets(seat).iter() {
        let ticket = &spec.tickets[ticket.index()];
        if reach(game, seat, &ticket.a).contains(&ticket.b) {
            tickets += ticket.points as i32;
            done += 1;
        } else {
            tickets -= ticket.points as i32;
        }
    }
    let touched = spec.cities.iter().filter(|city| {
        let mut routes = game.routes(seat).iter().map(|route| &spec.routes[route.index()]);
        city.attraction && routes.any(|route| route.a == city.name || route.b == city.name)
    });
    let attractions = touched.count() as i32 * spec.bonuses.attraction as i32;
    Some(Sheet { routes, tickets, done, path: longest_path(game, seat)?, attractions })
}

/// Holds a score sheet against this one; `false` if a network was too big to try all its trails.
pub fn check_standings(game: &Game<'_>, standings: &[Standing]) -> bool {
    let Some(sheets) = game.seats().map(|seat| sheet(game, seat)).collect::<Option<Vec<Sheet>>>() else {
        return false;
    };
    let bonuses = &game.edition().spec().bonuses;
    let longest = sheets.iter().map(|sheet| sheet.path).max().unwrap();
    let most = sheets.iter().map(|sheet| sheet.done).max().unwrap();
    let holds_card = |sheet: &Sheet| bonuses.longest_path > 0 && longest > 0 && sheet.path == longest;
    let total = |sheet: &Sheet| {
        let path = if holds_card(sheet) { bonuses.longest_path as i32 } else { 0 };
        let globetrotter = if most > 0 && sheet.done == most { bonuses.globetrotter as i32 } else { 0 };
        sheet.routes + sheet.tickets + sheet.attractions + path + globetrotter
    };
    let beats = |a: &Sheet, b: &Sheet| {
        (total(a), a.done, u8::from(holds_card(a))) > (total(b), b.done, u8::from(holds_card(b)))
    };
    assert_eq!(standings.len(), sheets.len());
    for (standing, sheet) in standings.iter().zip(&sheets) {
        let rank = 1 + sheets.iter().filter(|other| beats(other, sheet)).count();
        assert_eq!(i32::from(standing.route_points), sheet.routes);
        assert_eq!(standing.ticket_points, sheet.tickets);
        assert_eq!(standing.tickets_done.len(), sheet.done);
        assert_eq!(standing.longest_path, sheet.path);
        assert_eq!(i32::from(standing.attraction_points), sheet.attractions);
        assert_eq!(standing.total, total(sheet));
        assert_eq!(usize::from(standing.rank), rank);
    }
    true
}
