//! The score sheet, with everything there is to tell of it.

use whistlestop_rules::game::{Game, Standing, Standings};
use whistlestop_rules::ids::{CityId, RouteId};
use whistlestop_rules::trail::longest_trail;

use super::tickets::shortest_way;
use crate::protocol::game::{Bonus, BonusKind, DecidedBy, LongestPath, ScoreSheet, SeatScore, TicketScore};

/// The score of a game that is over, when nothing is secret any more.
pub fn score_sheet(game: &Game<'_>) -> ScoreSheet {
    let standings = game.standings();
    let winners = standings.iter().filter(|standing| standing.rank == 1);
    ScoreSheet {
        seats: standings.iter().map(|standing| seat_score(game, standing)).collect(),
        winners: winners.map(|standing| standing.seat.into()).collect(),
        decided_by: decided_by(&standings),
    }
}

fn decided_by(standings: &Standings) -> DecidedBy {
    let winners = standings.iter().filter(|standing| standing.rank == 1).count();
    let winner = standings.iter().find(|standing| standing.rank == 1);
    let second = standings.iter().find(|standing| standing.rank == 2);
    match (winner, second) {
        _ if winners > 1 => DecidedBy::Shared,
        (Some(winner), Some(second)) if winner.total == second.total => {
            if winner.tickets_done.len() == second.tickets_done.len() {
                DecidedBy::LongestPath
            } else {
                DecidedBy::TicketsDone
            }
        }
        _ => DecidedBy::Total,
    }
}

fn seat_score(game: &Game<'_>, standing: &Standing) -> SeatScore {
    let board = game.edition().board();
    let own = game.routes(standing.seat);
    let tickets = game.tickets(standing.seat).iter().map(|ticket| {
        let done = standing.tickets_done.contains(ticket);
        let points = i32::from(board.ticket_points(ticket));
        let path = shortest_way(board, board.ticket_ends(ticket), own);
        let gap = path.iter().copied().filter(|route| !own.contains(RouteId(*route))).collect();
        TicketScore { ticket: ticket.0, done, points: if done { points } else { -points }, path, gap }
    });
    let attractions = (0..board.cities() as u8).filter(|city| {
        let city = CityId(*city);
        board.is_attraction(city) && !board.at_city(city).and(own).is_empty()
    });
    let bonuses = [
        (BonusKind::LongestPath, standing.longest_path_bonus, Vec::new()),
        (BonusKind::Globetrotter, standing.globetrotter_bonus, Vec::new()),
        (BonusKind::Attraction, standing.attraction_points, attractions.collect()),
    ];
    SeatScore {
        seat: standing.seat.into(),
        route_points: standing.route_points,
        tickets: tickets.collect(),
        ticket_points: standing.ticket_points,
        longest_path: LongestPath {
            trains: standing.longest_path,
            routes: longest_trail(board, own).into_iter().map(|route| route.0).collect(),
        },
        bonuses: bonuses
            .into_iter()
            .filter(|(_, points, _)| *points > 0)
            .map(|(bonus, points, cities)| Bonus { bonus, points, cities })
            .collect(),
        total: standing.total,
        rank: standing.rank,
    }
}
