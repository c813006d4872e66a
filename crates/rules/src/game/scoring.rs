//! The end of a game: who scored what, and who won.

use arrayvec::ArrayVec;

use super::Game;
use crate::edition::Board;
use crate::ids::{CityId, MAX_CITIES, MAX_SEATS, RouteSet, Seat, TicketSet};
use crate::trail;

/// One seat's line of the score sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    pub seat: Seat,
    pub route_points: u16,
    pub tickets_done: TicketSet,
    pub tickets_failed: TicketSet,
    /// Done minus failed.
    pub ticket_points: i32,
    /// Trains of the longest continuous path.
    pub longest_path: u16,
    pub longest_path_bonus: u16,
    pub globetrotter_bonus: u16,
    pub attraction_points: u16,
    pub total: i32,
    /// 1 for the winner, or for each of several who share the victory.
    pub rank: u8,
}

/// The score sheet, by seat.
pub type Standings = ArrayVec<Standing, MAX_SEATS>;

impl Game<'_> {
    /// The score as it would be if the game ended now.
    pub fn standings(&self) -> Standings {
        let rules = self.edition.rules();
        let mut standings: Standings = self.seats().map(|seat| self.standing(seat)).collect();

        let longest = standings.iter().map(|standing| standing.longest_path).max().unwrap_or(0);
        let most_done = standings.iter().map(|standing| standing.tickets_done.len()).max().unwrap_or(0);
        for standing in &mut standings {
            if longest > 0 && standing.longest_path == longest {
                standing.longest_path_bonus = rules.longest_path_bonus;
            }
            if most_done > 0 && standing.tickets_done.len() == most_done {
                standing.globetrotter_bonus = rules.globetrotter_bonus;
            }
            standing.total = i32::from(standing.route_points)
                + standing.ticket_points
                + i32::from(standing.longest_path_bonus)
                + i32::from(standing.globetrotter_bonus)
                + i32::from(standing.attraction_points);
        }
        rank(&mut standings);
        standings
    }

    fn standing(&self, seat: Seat) -> Standing {
        let board = self.edition.board();
        let routes = self.routes(seat);
        let mut network = Network::UNLINKED;
        let longest_path = trail::longest_length_and(board, routes, |[a, b]| network.link(a, b));
        let mut tickets_done = TicketSet::EMPTY;
        let mut ticket_points = 0;
        for ticket in self.tickets(seat).iter() {
            let points = i32::from(board.ticket_points(ticket));
            let [a, b] = board.ticket_ends(ticket);
            let done = network.connects(a, b);
            tickets_done.0 |= u128::from(done) << (ticket.0 % 128);
            ticket_points += if done { points } else { -points };
        }
        let attractions = match self.edition.rules().attraction_points {
            0 => 0,
            points => points * attractions_touched(board, routes),
        };
        Standing {
            seat,
            route_points: self.route_points(seat),
            tickets_done,
            tickets_failed: self.tickets(seat).without(tickets_done),
            ticket_points,
            longest_path,
            longest_path_bonus: 0,
            globetrotter_bonus: 0,
            attraction_points: attractions,
            total: 0,
            rank: 0,
        }
    }
}

fn attractions_touched(board: &Board, routes: RouteSet) -> u16 {
    let cities = (0..board.cities()).map(|city| CityId(city as u8));
    cities.filter(|city| board.is_attraction(*city) && !board.at_city(*city).and(routes).is_empty()).count()
        as u16
}

/// Total, then completed tickets, then the longest path card, then shared.
fn rank(standings: &mut Standings) {
    let keys: ArrayVec<_, MAX_SEATS> = standings
        .iter()
        .map(|standing| (standing.total, standing.tickets_done.len(), standing.longest_path_bonus > 0))
        .collect();
    for (standing, key) in standings.iter_mut().zip(&keys) {
        standing.rank = 1 + keys.iter().filter(|other| *other > key).count() as u8;
    }
}

/// Which cities a set of routes links: those of one network carry the same label.
#[derive(Clone, Debug)]
pub struct Network {
    label: [u8; MAX_CITIES],
}

impl Network {
    const UNLINKED: Self = {
        let mut label = [0; MAX_CITIES];
        let mut city = 0;
        while city < MAX_CITIES {
            label[city] = city as u8;
            city += 1;
        }
        Self { label }
    };

    pub fn new(board: &Board, routes: RouteSet) -> Self {
        let mut network = Self::UNLINKED;
        for route in routes.iter() {
            let [a, b] = board.ends(route);
            network.link(a, b);
        }
        network
    }

    /// Renames one of two networks everywhere: a handful of wide instructions, and no branch to guess.
    #[inline]
    fn link(&mut self, a: CityId, b: CityId) {
        let (kept, replaced) = (self.label(a), self.label(b));
        for label in &mut self.label {
            *label = if *label == replaced { kept } else { *label };
        }
    }

    #[inline]
    fn label(&self, city: CityId) -> u8 {
        self.label[city.index() % MAX_CITIES]
    }

    #[inline]
    pub fn connects(&self, a: CityId, b: CityId) -> bool {
        self.label(a) == self.label(b)
    }
}
