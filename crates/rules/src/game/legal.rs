//! The one source of legality.

use arrayvec::ArrayVec;

use super::{Action, Game, Illegal, Phase};
use crate::cards::{CARD_KINDS, Card, Cards, MAX_COLORS};
use crate::ids::{MAX_OFFER, RouteId, RouteSet, Seat, TicketId, TicketList, TicketSet};

/// The legal actions of one seat, as a list that is decoded on demand.
///
/// Choices that differ only in which locomotives stand in for cards, or in the order in which tickets go back,
/// are one entry of [`LegalActions::get`]: colour cards first, tickets by number. [`LegalActions::every`] has
/// them all.
#[derive(Clone, Debug)]
pub struct LegalActions<'g, 'e> {
    game: &'g Game<'e>,
    hand: Cards,
    /// Places of the row that may be taken from.
    slots: u8,
    blind: bool,
    tickets: bool,
    /// Tickets to choose from, if that is what there is to do.
    offer: TicketSet,
    /// How many of them to keep at least.
    keep: u8,
    /// For each colour the routes it can pay; last the gray ones that locomotives alone can pay.
    claims: [RouteSet; CARD_KINDS],
    claim_count: u32,
    len: u32,
}

impl<'e> Game<'e> {
    /// What a seat may do now; empty when the game does not wait for it.
    #[inline]
    pub fn legal_actions<'g>(&'g self, seat: Seat) -> LegalActions<'g, 'e> {
        let mut legal = LegalActions {
            game: self,
            hand: self.state.hands[seat.index()],
            slots: 0,
            blind: false,
            tickets: false,
            offer: TicketSet::EMPTY,
            keep: 0,
            claims: [RouteSet::EMPTY; CARD_KINDS],
            claim_count: 0,
            len: 0,
        };
        if !self.awaits(seat) {
            return legal;
        }
        if let Some((offer, keep)) = self.tickets_to_choose(seat) {
            legal.offer = offer;
            legal.keep = keep;
            legal.len = keep_sets(offer.len(), keep);
            return legal;
        }
        legal.slots = self.slots_to_take();
        legal.blind = self.can_draw_blind();
        legal.len = legal.slots.count_ones() + u32::from(legal.blind);
        if self.state.phase == Phase::Turn {
            legal.tickets = self.can_draw_tickets();
            legal.add_claims(self.routes_within_reach(seat));
            // With nothing else to do there is one thing: to pass.
            legal.len = (legal.len + u32::from(legal.tickets) + legal.claim_count).max(1);
        }
        legal
    }

    /// Whether a seat may do this now, and if not, why.
    #[inline]
    pub fn check(&self, seat: Seat, action: &Action) -> Result<(), Illegal> {
        if !self.awaits(seat) {
            return Err(self.why_not_now(seat, action));
        }
        let phase = self.state.phase;
        match action {
            Action::DrawBlind if phase == Phase::Turn || phase == Phase::SecondCard => {
                if self.can_draw_blind() { Ok(()) } else { Err(Illegal::DeckEmpty) }
            }
            Action::TakeFromRow { slot } if phase == Phase::Turn || phase == Phase::SecondCard => {
                let can_take = *slot < 8 && self.slots_to_take() >> slot & 1 == 1;
                if can_take { Ok(()) } else { Err(self.why_not_slot(*slot)) }
            }
            Action::ClaimRoute { route, payment } if phase == Phase::Turn => {
                if !self.routes_within_reach(seat).contains(*route) {
                    Err(self.why_not_route(seat, *route))
                } else if !self.pays(seat, *route, payment) {
                    Err(self.why_not_payment(seat, *route, payment))
                } else {
                    Ok(())
                }
            }
            Action::DrawTickets if phase == Phase::Turn => {
                if self.can_draw_tickets() {
                    Ok(())
                } else {
                    Err(Illegal::NoTicketsLeft)
                }
            }
            Action::KeepTickets { returned } => match self.tickets_to_choose(seat) {
                Some((offer, keep)) => check_returned(offer, keep, returned),
                None => Err(self.why_not_now(seat, action)),
            },
            Action::Pass if phase == Phase::Turn && self.must_pass(seat) => Ok(()),
            _ => Err(self.why_not_now(seat, action)),
        }
    }

    #[inline]
    fn can_draw_blind(&self) -> bool {
        !self.state.deck.is_empty()
    }

    /// Places of the row the seat in turn may take from: a locomotive only as the first card.
    #[inline]
    fn slots_to_take(&self) -> u8 {
        if self.state.phase == Phase::SecondCard { self.state.row_colored() } else { self.state.row_filled }
    }

    #[inline]
    fn can_draw_tickets(&self) -> bool {
        self.state.tickets_in_deck() > 0
    }

    /// The tickets a seat has to choose from, and how many of them it has to keep.
    #[inline]
    fn tickets_to_choose(&self, seat: Seat) -> Option<(TicketSet, u8)> {
        match self.state.phase {
            Phase::FirstTickets => Some((self.state.tickets[seat.index()], self.edition.rules().keep)),
            Phase::Tickets => Some((self.state.offer, self.edition.rules().draw_keep)),
            _ => None,
        }
    }

    /// Routes a seat may claim and has the trains for, whatever its cards.
    #[inline]
    fn routes_within_reach(&self, seat: Seat) -> RouteSet {
        self.state.open[seat.index()].and(self.edition.board().up_to_length(self.state.trains[seat.index()]))
    }

    /// Whether these cards are in the hand and are exactly what the route takes.
    #[inline]
    fn pays(&self, seat: Seat, route: RouteId, payment: &Cards) -> bool {
        let board = self.edition.board();
        let right_color = match payment.only_color() {
            Err(_) => false,
            Ok(None) => true,
            Ok(Some(color)) => board.color(route).is_none_or(|wanted| wanted == color),
        };
        right_color && self.hand(seat).contains(payment) && payment.total() == board.length(route)
    }

    #[cold]
    fn must_pass(&self, seat: Seat) -> bool {
        let can_draw = self.can_draw_blind() || self.slots_to_take() != 0 || self.can_draw_tickets();
        !can_draw && self.legal_actions(seat).claimable().is_empty()
    }

    #[cold]
    fn why_not_slot(&self, slot: u8) -> Illegal {
        let row = self.edition.rules().row;
        if slot >= row {
            Illegal::NoSuchSlot { slot, last: row - 1 }
        } else if self.state.row[usize::from(slot)].is_none() {
            Illegal::SlotEmpty { slot }
        } else {
            Illegal::LocomotiveAsSecondCard
        }
    }
}

fn check_returned(offer: TicketSet, keep: u8, returned: &[TicketId]) -> Result<(), Illegal> {
    let mut left = offer;
    for ticket in returned {
        if !offer.contains(*ticket) {
            return Err(Illegal::TicketNotOffered { ticket: *ticket });
        }
        if !left.contains(*ticket) {
            return Err(Illegal::TicketTwice { ticket: *ticket });
        }
        left.remove(*ticket);
    }
    let least = keep.min(offer.len() as u8);
    let kept = left.len() as u8;
    if kept < least { Err(Illegal::KeepMore { least, kept }) } else { Ok(()) }
}

/// How many ways there are to keep at least `keep` (or all) of `offered` tickets.
#[inline]
fn keep_sets(offered: usize, keep: u8) -> u32 {
    const COUNTS: [[u16; MAX_OFFER + 1]; MAX_OFFER + 1] = {
        let mut counts = [[0; MAX_OFFER + 1]; MAX_OFFER + 1];
        let mut offered = 0;
        while offered <= MAX_OFFER {
            let mut mask: u32 = 0;
            while mask < 1 << offered {
                let mut keep = 0;
                while keep <= mask.count_ones() as usize {
                    counts[offered][keep] += 1;
                    keep += 1;
                }
                mask += 1;
            }
            offered += 1;
        }
        counts
    };
    let offered = offered.min(MAX_OFFER);
    COUNTS[offered][usize::from(keep).min(offered)].into()
}

/// The ways to keep tickets, as bit masks over their places in the offer.
fn kept_masks(offered: usize, keep: u8) -> impl Iterator<Item = u32> + Clone {
    let least = u32::from(keep).min(offered as u32);
    (0..1u32 << offered.min(MAX_OFFER)).filter(move |mask| mask.count_ones() >= least)
}

impl LegalActions<'_, '_> {
    #[inline]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    fn add_claims(&mut self, within_reach: RouteSet) {
        let board = self.game.edition.board();
        let payable = board.payable(&self.hand);
        let mut count = 0;
        for (claims, payable) in self.claims.iter_mut().zip(payable) {
            *claims = payable.and(within_reach);
            count += claims.len();
        }
        if self.hand.locomotives() > 0 {
            let with_locomotives_alone = board.gray_up_to(self.hand.locomotives()).and(within_reach);
            self.claims[MAX_COLORS] = with_locomotives_alone;
            count += with_locomotives_alone.len();
        }
        self.claim_count = count as u32;
    }

    /// The action at `index`, or `None` from [`Self::len`] on.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Action> {
        if index >= self.len() {
            return None;
        }
        if !self.offer.is_empty() {
            return keep_action(self.offer, self.keep, index);
        }
        let mut left = index as u32;
        if left < self.claim_count {
            return Some(self.claim(left));
        }
        left -= self.claim_count;
        let slot_count = self.slots.count_ones();
        if left < slot_count {
            return Some(Action::TakeFromRow { slot: nth_slot(self.slots, left) });
        }
        left -= slot_count;
        Some(match (left, self.blind, self.tickets) {
            (0, true, _) => Action::DrawBlind,
            (0, false, true) | (1, true, true) => Action::DrawTickets,
            _ => Action::Pass,
        })
    }

    /// One entry for each choice that matters to most players; see [`LegalActions`].
    pub fn iter(&self) -> impl Iterator<Item = Action> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }

    /// Every legal action: all mixes of colour cards and locomotives, all orders of returned tickets.
    pub fn every(&self) -> impl Iterator<Item = Action> + '_ {
        self.iter().flat_map(|action| self.variants(action))
    }

    /// The routes that can be claimed now.
    pub fn claimable(&self) -> RouteSet {
        self.claims.iter().fold(RouteSet::EMPTY, |all, routes| all.or(*routes))
    }

    #[inline]
    fn claim(&self, index: u32) -> Action {
        let mut place = index as usize;
        let mut kind = 0;
        while kind < MAX_COLORS && place >= self.claims[kind].len() {
            place -= self.claims[kind].len();
            kind += 1;
        }
        let route = self.claims[kind].nth(place);
        let length = self.game.edition.board().length(route);
        let color = Card::ALL[kind];
        let colored = if color.is_locomotive() { 0 } else { self.hand.count(color).min(length) };
        Action::ClaimRoute { route, payment: Cards::payment(color, colored, length - colored) }
    }

    fn variants(&self, action: Action) -> Vec<Action> {
        match action {
            Action::ClaimRoute { route, payment } => {
                let board = self.game.edition.board();
                let length = board.length(route);
                let Ok(Some(color)) = payment.only_color() else {
                    return vec![Action::ClaimRoute { route, payment }];
                };
                // On gray, locomotives alone have their own entry.
                let least = u8::from(board.color(route).is_none());
                let most_locomotives = self.hand.locomotives().min(length - least);
                (payment.locomotives()..=most_locomotives)
                    .map(|locomotives| Action::ClaimRoute {
                        route,
                        payment: Cards::payment(color, length - locomotives, locomotives),
                    })
                    .collect()
            }
            Action::KeepTickets { returned } => {
                orders(&returned).into_iter().map(|returned| Action::KeepTickets { returned }).collect()
            }
            other => vec![other],
        }
    }
}

fn nth_slot(slots: u8, nth: u32) -> u8 {
    let mut slots = slots;
    for _ in 0..nth {
        slots &= slots.wrapping_sub(1);
    }
    slots.trailing_zeros() as u8
}

fn keep_action(offer: TicketSet, keep: u8, index: usize) -> Option<Action> {
    let kept = kept_masks(offer.len(), keep).nth(index)?;
    let returned = offer.iter().enumerate().filter(|(place, _)| kept >> place & 1 == 0);
    Some(Action::KeepTickets { returned: returned.map(|(_, ticket)| ticket).collect() })
}

/// All orders of a few tickets.
fn orders(tickets: &TicketList) -> Vec<TicketList> {
    if tickets.len() < 2 {
        return vec![tickets.clone()];
    }
    let mut all = Vec::new();
    for first in 0..tickets.len() {
        let mut rest = tickets.clone();
        let head = rest.remove(first);
        for tail in orders(&rest) {
            let mut order: TicketList = ArrayVec::new();
            order.push(head);
            order.extend(tail);
            all.push(order);
        }
    }
    all
}
