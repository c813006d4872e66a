//! The score sheet, with everything there is to tell of it.

use whistlestop_rules::game::{Game, Standing, Standings};
use whistlestop_rules::trail::longest_trail;

use super::tickets::own_path;
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
        TicketScore {
            ticket: ticket.0,
            done,
            points: if done { points } else { -points },
            path: own_path(board, board.ticket_ends(ticket), own).unwrap_or_default(),
        }
    });
    let bonuses = [
        (BonusKind::LongestPath, standing.longest_path_bonus),
        (BonusKind::Globetrotter, standing.globetrotter_bonus),
        (BonusKind::Attraction, standing.attraction_points),
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
            .filter(|(_, points)| *points > 0)
            .map(|(bonus, points)| Bonus { bonus, points })
            .collect(),
        total: standing.total,
        rank: standing.rank,
    }
}
