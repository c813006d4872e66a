//! The table at one moment.

use std::fmt::{self, Write as _};

use whistlestop_rules::game::Game;
use whistlestop_rules::ids::Seat;
use whistlestop_rules::record::Header;
use whistlestop_rules::view::Viewer;

use super::narrate::{card_name, cards_text, tickets_text};
use crate::table::Table;
use crate::words::{count, list, seat_color};

/// The table as `seat` sees it, or all of it.
pub(super) fn show(game: &Game<'_>, header: &Header, seat: Option<Seat>, text: &mut String) -> fmt::Result {
    let edition = game.edition();
    let public = game.view(Viewer::Spectator);
    let row = public.row.iter().map(|card| card.map_or("–".to_owned(), |card| card_name(edition, card)));
    writeln!(
        text,
        "Open cards: {}\nDeck: {}, {} discarded, {}",
        list(row),
        count(public.deck, "card"),
        public.discards.total(),
        count(public.ticket_deck, "ticket"),
    )?;
    for (owner, line) in Seat::ALL.into_iter().zip(&public.seats) {
        let name = header.players.get(owner.index()).map_or("", |player| player.name.as_str());
        writeln!(
            text,
            "\n{} ({name}): {}, {}",
            seat_color(owner),
            count(line.route_points, "point"),
            count(line.trains, train(game)),
        )?;
        let mut table = Table::new("<<<");
        if seat.is_none_or(|seat| seat == owner) {
            let own = game.view(Viewer::Seat(owner));
            table.row(["", "hand", &cards_text(edition, &own.hand)]);
            table.row(["", "tickets", &or_none(tickets_text(edition, own.tickets.iter()))]);
            if !own.offer.is_empty() {
                table.row(["", "to choose from", &tickets_text(edition, own.offer.iter())]);
            }
        } else {
            let mut cards = count(line.cards, "card");
            if !line.known_cards.is_empty() {
                write!(cards, ", among them {}", cards_text(edition, &line.known_cards))?;
            }
            table.row(["", "hand", &cards]);
            table.row(["", "tickets", &count(line.tickets, "ticket")]);
            if line.offered > 0 {
                table.row(["", "to choose from", &count(line.offered, "ticket")]);
            }
        }
        let routes = line.routes.iter().map(|route| edition.route_name(route));
        table.row(["", "routes", &or_none(routes.collect::<Vec<_>>().join(", "))]);
        write!(text, "{table}")?;
    }
    Ok(())
}

fn train<'g>(game: &Game<'g>) -> &'g str {
    let piece = game.edition().spec().map.piece.as_str();
    if piece.is_empty() { "train" } else { piece }
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
