//! Tickets that came back: under the deck in a known order, or out of the game.

use arrayvec::ArrayVec;

use crate::edition::Returned;
use crate::ids::{MAX_RETURNED, Seat, TicketId};

const ANYBODY: u64 = 7;

/// The ordered bottom of the ticket deck and the tickets removed at set-up, each with the seat that knows of it.
///
/// The bottom stands at the front of the array, next to be drawn first; the removed ones at its back.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ReturnedTickets {
    /// Three bits for each ticket: the seat that put it here.
    by: [u64; 3],
    tickets: [TicketId; MAX_RETURNED],
    bottom: u8,
    removed: u8,
    /// How many at the front lie in an order nobody knows.
    shuffled: u8,
}

impl ReturnedTickets {
    pub(crate) const NONE: Self =
        Self { by: [0; 3], tickets: [TicketId(0); MAX_RETURNED], bottom: 0, removed: 0, shuffled: 0 };

    #[inline]
    pub(crate) const fn bottom_len(&self) -> usize {
        self.bottom as usize
    }

    pub(crate) const fn removed_len(&self) -> usize {
        self.removed as usize
    }

    /// How many at the front of the bottom were shuffled, as long as none of those has been drawn.
    pub(crate) const fn shuffled_len(&self) -> usize {
        self.shuffled as usize
    }

    pub(crate) fn bottom(&self) -> &[TicketId] {
        &self.tickets[..self.bottom_len()]
    }

    /// The bottom of the deck from the top down, with the seat that put each ticket there.
    pub(crate) fn bottom_by(&self) -> impl Iterator<Item = (TicketId, Option<Seat>)> + '_ {
        (0..self.bottom_len()).map(|place| (self.tickets[place], self.seat_at(place)))
    }

    pub(crate) fn removed_by(&self) -> impl Iterator<Item = (TicketId, Option<Seat>)> + '_ {
        (0..self.removed_len())
            .map(|i| MAX_RETURNED - 1 - i)
            .map(|place| (self.tickets[place], self.seat_at(place)))
    }

    /// First tickets returned by one seat: kept by seat and in its order until [`Self::place`].
    pub(crate) fn return_first(&mut self, seat: Seat, tickets: &[TicketId], how: Returned) {
        if how == Returned::Removed {
            let mut all: ArrayVec<(TicketId, Option<Seat>), MAX_RETURNED> = self.removed_by().collect();
            all.extend(tickets.iter().map(|ticket| (*ticket, Some(seat))));
            all.sort_by_key(|(_, by)| *by);
            self.removed = 0;
            all.into_iter().for_each(|(ticket, by)| self.remove_from_game(ticket, by));
            return;
        }
        let at = (0..self.bottom_len()).filter(|place| self.seat_at(*place) <= Some(seat)).count();
        let behind: ArrayVec<(TicketId, Option<Seat>), MAX_RETURNED> = self.bottom_by().skip(at).collect();
        self.bottom = at as u8;
        for ticket in tickets {
            self.put_under(*ticket, Some(seat));
        }
        for (ticket, by) in behind {
            self.put_under(ticket, by);
        }
    }

    /// All first tickets are back: they lie under the deck in this order.
    pub(crate) fn place(&mut self, order: &[TicketId], how: Returned) {
        let before = *self;
        self.bottom = 0;
        for ticket in order {
            let by = before.bottom_by().find(|(other, _)| other == ticket).and_then(|(_, by)| by);
            self.put_under(*ticket, by);
        }
        for place in self.bottom_len()..before.bottom_len() {
            self.clear(place);
        }
        if how == Returned::ShuffledBottom {
            self.shuffled = self.bottom;
        }
    }

    #[inline]
    pub(crate) fn put_under(&mut self, ticket: TicketId, by: Option<Seat>) {
        debug_assert!(self.bottom_len() + self.removed_len() < MAX_RETURNED);
        let place = self.bottom_len() % MAX_RETURNED;
        self.tickets[place] = ticket;
        self.set_seat(place, by);
        self.bottom += 1;
    }

    pub(crate) fn remove_from_game(&mut self, ticket: TicketId, by: Option<Seat>) {
        debug_assert!(self.bottom_len() + self.removed_len() < MAX_RETURNED);
        let place = MAX_RETURNED - 1 - self.removed_len() % MAX_RETURNED;
        self.tickets[place] = ticket;
        self.set_seat(place, by);
        self.removed += 1;
    }

    /// The first `count` tickets of the bottom lie in an order nobody knows.
    pub(crate) fn forget_order_of_first(&mut self, count: usize) {
        self.shuffled = count.min(self.bottom_len()) as u8;
    }

    /// Takes the ticket that is next once the rest of the deck is gone.
    pub(crate) fn draw(&mut self) {
        if self.shuffled > 0 {
            // Whose tickets are left in the shuffled part is now a matter of luck that nobody saw.
            for place in 0..usize::from(self.shuffled) {
                self.set_seat(place, None);
            }
            self.shuffled = 0;
        }
        let len = self.bottom_len();
        if len == 0 {
            return;
        }
        self.tickets.copy_within(1..len, 0);
        let bottom_bits = u64::MAX >> (64 - len);
        for plane in &mut self.by {
            *plane = (*plane & !bottom_bits) | ((*plane & bottom_bits) >> 1);
        }
        self.bottom -= 1;
        self.tickets[len - 1] = TicketId(0);
    }

    /// An unused place is always blank, so that equal tickets make equal values.
    fn clear(&mut self, place: usize) {
        self.tickets[place] = TicketId(0);
        self.set_seat(place, Some(Seat::S0));
    }

    fn seat_at(&self, place: usize) -> Option<Seat> {
        let bit = |plane: usize| self.by[plane] >> place & 1;
        Seat::new((bit(0) | bit(1) << 1 | bit(2) << 2) as usize)
    }

    #[inline]
    fn set_seat(&mut self, place: usize, by: Option<Seat>) {
        let code = by.map_or(ANYBODY, |seat| seat.index() as u64);
        for (i, plane) in self.by.iter_mut().enumerate() {
            *plane = (*plane & !(1 << place)) | ((code >> i & 1) << place);
        }
    }
}

impl std::fmt::Debug for ReturnedTickets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReturnedTickets")
            .field("bottom", &self.bottom_by().collect::<Vec<_>>())
            .field("removed", &self.removed_by().collect::<Vec<_>>())
            .field("shuffled", &self.shuffled)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tickets(numbers: &[u8]) -> Vec<TicketId> {
        numbers.iter().copied().map(TicketId).collect()
    }

    fn by_seat(returns: &[(Seat, &[u8])], how: Returned) -> ReturnedTickets {
        let mut returned = ReturnedTickets::NONE;
        for (seat, numbers) in returns {
            returned.return_first(*seat, &tickets(numbers), how);
        }
        returned
    }

    #[test]
    fn first_tickets_lie_by_seat_whoever_chose_first() {
        let in_order =
            by_seat(&[(Seat::S0, &[5, 1]), (Seat::S1, &[2]), (Seat::S3, &[9, 4])], Returned::Bottom);
        let in_disorder =
            by_seat(&[(Seat::S3, &[9, 4]), (Seat::S0, &[5, 1]), (Seat::S1, &[2])], Returned::Bottom);
        assert_eq!(in_order, in_disorder);
        assert_eq!(in_order.bottom(), tickets(&[5, 1, 2, 9, 4]));
        let owners: Vec<_> = in_order.bottom_by().map(|(_, by)| by).collect();
        assert_eq!(owners, [Seat::S0, Seat::S0, Seat::S1, Seat::S3, Seat::S3].map(Some));
    }

    #[test]
    fn removed_tickets_are_the_same_whoever_chose_first() {
        let in_order = by_seat(&[(Seat::S0, &[5]), (Seat::S2, &[2, 3])], Returned::Removed);
        let in_disorder = by_seat(&[(Seat::S2, &[2, 3]), (Seat::S0, &[5])], Returned::Removed);
        assert_eq!(in_order, in_disorder);
        assert_eq!(in_order.removed_len(), 3);
    }

    #[test]
    fn a_draw_from_the_shuffled_part_makes_it_anybodys_and_leaves_the_rest() {
        let mut returned = by_seat(&[(Seat::S0, &[5, 1]), (Seat::S1, &[2])], Returned::ShuffledBottom);
        returned.place(&tickets(&[2, 5, 1]), Returned::ShuffledBottom);
        returned.put_under(TicketId(7), Some(Seat::S1));
        assert_eq!(returned.shuffled_len(), 3);
        returned.draw();
        assert_eq!(returned.shuffled_len(), 0);
        let left: Vec<_> = returned.bottom_by().collect();
        assert_eq!(left, [(TicketId(5), None), (TicketId(1), None), (TicketId(7), Some(Seat::S1))]);
    }

    #[test]
    fn what_was_drawn_leaves_no_trace() {
        let mut returned = by_seat(&[(Seat::S2, &[3, 8]), (Seat::S4, &[6])], Returned::Bottom);
        (0..3).for_each(|_| returned.draw());
        assert_eq!(returned, ReturnedTickets::NONE);
    }
}
