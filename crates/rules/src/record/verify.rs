//! Whether a record tells of a legal game.

use std::cell::RefCell;

use super::event_json::kind;
use super::script::{Prompter, Script};
use super::{Record, RecordError, fairness};
use crate::edition::Edition;
use crate::game::{Action, Event, Game, Standings};
use crate::ids::Seat;

/// What was found out about a record without fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// Whether the game was played to its end; otherwise it is legal so far.
    pub ended: bool,
    /// Whether a seed was revealed and every outcome of chance follows from it.
    pub seed_checked: bool,
    /// Whether that seed is the one the table was bound to before the deal: see [`super::fairness`].
    pub commitment_checked: bool,
    /// Events of the game, the revealed seed not counted.
    pub events: usize,
    pub turns: u16,
    /// Of a game that ended.
    pub standings: Option<Standings>,
}

/// Plays the recorded game again: every action must be legal, every event the one that the rules lead to, every
/// outcome possible, and the one that the seed gives if the seed was revealed.
pub fn verify(record: &Record) -> Result<Verified, RecordError> {
    let edition = record.edition();
    let script = RefCell::new(Script::new(edition, record.events(), record.revealed()));
    let [mut chance, mut out] = [Prompter(&script); 2];
    let players = record.header().players.len();
    let mut game = Game::new(edition, players, record.first_seat(), &mut chance, &mut out)
        .map_err(|bad| RecordError::new(1, bad.to_string()))?;
    fault(&script)?;
    loop {
        let Some(event) = script.borrow().next() else { break };
        let line = script.borrow().line();
        let Some((seat, action)) = intent(event) else {
            return Err(RecordError::new(
                line,
                format!("nothing that was done leads to {} here", kind(event)),
            ));
        };
        game.play(seat, &action, &mut chance, &mut out).map_err(|illegal| {
            let what = described(&action, edition);
            RecordError::new(line, format!("seat {seat} cannot {what}: {}", illegal.explain(edition)))
        })?;
        fault(&script)?;
    }
    Ok(Verified {
        ended: game.is_over(),
        seed_checked: record.revealed().is_some(),
        commitment_checked: fairness::check(record)?,
        events: record.events().len(),
        turns: game.turn(),
        standings: game.is_over().then(|| game.standings()),
    })
}

fn fault(script: &RefCell<Script<'_>>) -> Result<(), RecordError> {
    script.borrow_mut().take_fault().map_or(Ok(()), Err)
}

/// The action that an event is the first consequence of; `None` for what follows by itself.
pub fn intent(event: &Event) -> Option<(Seat, Action)> {
    match event {
        Event::TicketsKept { seat, returned, .. } => {
            Some((*seat, Action::KeepTickets { returned: returned.clone() }))
        }
        Event::CardDrawn { seat, .. } => Some((*seat, Action::DrawBlind)),
        Event::CardTaken { seat, slot, .. } => Some((*seat, Action::TakeFromRow { slot: *slot })),
        Event::RouteClaimed { seat, route, payment, .. } => {
            Some((*seat, Action::ClaimRoute { route: *route, payment: *payment }))
        }
        Event::TicketsDrawn { seat, .. } => Some((*seat, Action::DrawTickets)),
        Event::TurnPassed { seat } => Some((*seat, Action::Pass)),
        Event::CardsDealt { .. }
        | Event::SlotFilled { .. }
        | Event::RowFlushed { .. }
        | Event::TicketsDealt { .. }
        | Event::ReturnsPlaced { .. }
        | Event::TurnStarted { .. }
        | Event::DeckReshuffled { .. }
        | Event::FinalRound { .. }
        | Event::GameEnded { .. } => None,
    }
}

fn described(action: &Action, edition: &Edition) -> String {
    match action {
        Action::DrawBlind => "draw a card from the deck".to_owned(),
        Action::TakeFromRow { slot } => format!("take the card in place {slot}"),
        Action::ClaimRoute { route, .. } => format!("claim {}", edition.route_name(*route)),
        Action::DrawTickets => "draw tickets".to_owned(),
        Action::KeepTickets { .. } => "keep and return these tickets".to_owned(),
        Action::Pass => "pass".to_owned(),
    }
}
