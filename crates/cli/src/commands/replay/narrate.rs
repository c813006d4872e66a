//! Events as sentences.

use whistlestop_rules::cards::{Card, Cards};
use whistlestop_rules::edition::Edition;
use whistlestop_rules::game::{Event, Game};
use whistlestop_rules::ids::{Seat, TicketId};
use whistlestop_rules::view::{Seen, SeenEvent, Viewer};

use crate::words::{count, list, plural, seat_color};

pub(super) struct Narrator<'e> {
    pub(super) edition: &'e Edition,
    /// Whose eyes the game is seen with; everything is seen without.
    pub(super) seat: Option<Seat>,
}

impl Narrator<'_> {
    /// The sentences of the set-up.
    pub(super) fn set_up(&self, events: &[&Event], after: &Game<'_>) -> Vec<String> {
        let mut sentences = Vec::new();
        for event in events {
            match self.phrase(event) {
                Some((seat, phrase)) => sentences.push(format!("{} {phrase}.", seat_color(seat))),
                None => sentences.extend(self.aside(event)),
            }
        }
        let row = after.row().iter().flatten().map(|card| card_name(self.edition, *card));
        sentences.push(format!("The open cards are {}.", list(row)));
        sentences
    }

    /// A turn as one sentence about its player, and others about what came of it.
    pub(super) fn turn(&self, events: &[&Event]) -> String {
        let mut phrases = Vec::new();
        let mut asides = Vec::new();
        let mut who = None;
        for event in events {
            if let Event::TurnStarted { seat, .. } = event {
                who = Some(*seat);
            }
            phrases.extend(self.phrase(event).map(|(_, phrase)| phrase));
            asides.extend(self.aside(event));
        }
        let who = who.map_or("Nobody", seat_color);
        let did = if phrases.is_empty() { "has the turn".to_owned() } else { phrases.join(", then ") };
        let sentences = std::iter::once(format!("{who} {did}.")).chain(asides);
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// What a seat did or was given, as far as it may be told.
    fn phrase(&self, event: &Event) -> Option<(Seat, String)> {
        Some(match self.seen(event)? {
            SeenEvent::CardsDealt { seat, cards } => {
                let cards = match cards {
                    Seen::Known(cards) => cards_text(self.edition, &cards.into_iter().collect()),
                    Seen::Count(number) => count(number, "card"),
                };
                (seat, format!("was dealt {cards}"))
            }
            SeenEvent::TicketsDealt { seat, tickets } => {
                (seat, format!("was dealt {}", self.tickets(tickets)))
            }
            SeenEvent::TicketsKept { seat, kept, returned } => {
                let kept = self.tickets(kept);
                let returned = match returned {
                    Seen::Known(list) if list.is_empty() => String::new(),
                    Seen::Count(0) => String::new(),
                    some => format!(", returned {}", self.tickets(some)),
                };
                (seat, format!("kept {kept}{returned}"))
            }
            SeenEvent::CardDrawn { seat, card } => {
                let card = match card {
                    Seen::Known(card) => card_name(self.edition, card),
                    Seen::Count(number) => count(number, "card"),
                };
                (seat, format!("drew {card} from the deck"))
            }
            SeenEvent::CardTaken { seat, card, .. } => {
                (seat, format!("took {} from the row", card_name(self.edition, card)))
            }
            SeenEvent::RouteClaimed { seat, route, payment, points } => {
                let route = self.edition.route_name(route);
                let payment = cards_text(self.edition, &payment);
                (seat, format!("claimed {route} with {payment}, {}", count(points, "point")))
            }
            SeenEvent::TicketsDrawn { seat, tickets } => (seat, format!("drew {}", self.tickets(tickets))),
            SeenEvent::TurnPassed { seat } => (seat, "passed".to_owned()),
            SeenEvent::SlotFilled { .. }
            | SeenEvent::RowFlushed { .. }
            | SeenEvent::ReturnsPlaced { .. }
            | SeenEvent::TurnStarted { .. }
            | SeenEvent::DeckReshuffled { .. }
            | SeenEvent::FinalRound { .. }
            | SeenEvent::GameEnded { .. } => return None,
        })
    }

    /// What happened beside the player's doing.
    fn aside(&self, event: &Event) -> Option<String> {
        match event {
            Event::RowFlushed { row } => {
                let wild = row.iter().flatten().filter(|card| card.is_locomotive()).count();
                Some(format!(
                    "The open cards were replaced: {} among them.",
                    counted(self.edition, Card::Locomotive, wild as u8)
                ))
            }
            Event::DeckReshuffled { cards } => {
                Some(format!("{} became the deck.", count(*cards, "discarded card")))
            }
            Event::FinalRound { .. } => {
                Some("The final round begins: everybody has one more turn.".to_owned())
            }
            _ => None,
        }
    }

    /// The secrets of an event belong to the seat it is about, so the eyes of that seat see everything.
    fn seen(&self, event: &Event) -> Option<SeenEvent> {
        let about = match event {
            Event::CardsDealt { seat, .. }
            | Event::TicketsDealt { seat, .. }
            | Event::TicketsKept { seat, .. }
            | Event::CardDrawn { seat, .. }
            | Event::CardTaken { seat, .. }
            | Event::RouteClaimed { seat, .. }
            | Event::TicketsDrawn { seat, .. }
            | Event::TurnPassed { seat } => *seat,
            _ => return None,
        };
        Some(event.seen_by(Viewer::Seat(self.seat.unwrap_or(about))))
    }

    fn tickets(&self, tickets: Seen<impl IntoIterator<Item = TicketId>>) -> String {
        match tickets {
            Seen::Known(tickets) => tickets_text(self.edition, tickets),
            Seen::Count(number) => count(number, "ticket"),
        }
    }
}

/// `Denver – El Paso (4) and Boston – Miami (12)`.
pub(super) fn tickets_text(edition: &Edition, tickets: impl IntoIterator<Item = TicketId>) -> String {
    list(tickets.into_iter().map(|ticket| edition.ticket_name(ticket)))
}

/// `2 red, 1 blue and 3 locomotives`.
pub(super) fn cards_text(edition: &Edition, cards: &Cards) -> String {
    if cards.is_empty() {
        return "no cards".to_owned();
    }
    list(cards.iter().map(|(card, number)| counted(edition, card, number)))
}

fn counted(edition: &Edition, card: Card, number: u8) -> String {
    let name = card_name(edition, card);
    if card.is_locomotive() && number != 1 {
        return format!("{number} {}", plural(&name));
    }
    format!("{number} {name}")
}

/// The colour, or what the edition calls its wild card.
pub(super) fn card_name(edition: &Edition, card: Card) -> String {
    let wild = &edition.spec().map.wild;
    if card.is_locomotive() && !wild.is_empty() {
        wild.to_lowercase()
    } else {
        edition.card_name(card).to_owned()
    }
}
