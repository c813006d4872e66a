//! The one source of legality.

use arrayvec::ArrayVec;

use super::{Action, Game, Illegal, Phase};
use crate::cards::{Card, Cards, MAX_COLORS};
use crate::edition::{Board, Purse};
use crate::ids::{MAX_OFFER, MAX_ROW, RouteId, RouteSet, Seat, TicketId, TicketList, TicketSet};
use crate::nth_bit::NTH_BIT_OF_BYTE;

/// The legal actions of one seat, as a list that is decoded on demand.
///
/// Choices that differ only in which locomotives stand in for cards, or in the order in which tickets go back,
/// are one entry of [`LegalActions::get`]: colour cards first, tickets by number. [`LegalActions::every`] has
/// them all.
#[derive(Clone, Debug)]
pub struct LegalActions<'e> {
    board: &'e Board,
    hand: Cards,
    /// Places of the row that may be taken from.
    slots: u8,
    blind: bool,
    tickets: bool,
    /// Tickets to choose from, if that is what there is to do.
    offer: TicketSet,
    /// How many of them to keep at least.
    keep: u8,
    /// Routes that are open to the seat and that it has the trains for.
    within_reach: RouteSet,
    purse: Purse,
    /// How many claims there are up to and with each colour: lanes of 16 bits, four colours to a word.
    claims_up_to: [u64; 2],
    claim_count: u32,
    len: u32,
}

/// One entry of the list before it is decoded in full.
///
/// All numbers are of one type so that an entry travels in two registers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry {
    Claim { place: u32 },
    Slot { slot: u32 },
    Blind,
    Tickets,
    Keep { place: u32 },
    Pass,
}

impl<'e> Game<'e> {
    /// What a seat may do now; empty when the game does not wait for it.
    #[inline(always)]
    pub fn legal_actions(&self, seat: Seat) -> LegalActions<'e> {
        match self.state.phase {
            _ if !self.awaits(seat) => self.no_actions(seat),
            Phase::Turn => self.turn_actions(seat),
            Phase::SecondCard => self.second_card_actions(seat),
            Phase::FirstTickets | Phase::Tickets => self.ticket_choices(seat),
            Phase::Dealing | Phase::Ended => self.no_actions(seat),
        }
    }

    #[inline(always)]
    fn no_actions(&self, seat: Seat) -> LegalActions<'e> {
        LegalActions {
            board: self.edition.board(),
            hand: self.state.hands[seat.index()],
            slots: 0,
            blind: false,
            tickets: false,
            offer: TicketSet::EMPTY,
            keep: 0,
            within_reach: RouteSet::EMPTY,
            purse: Purse::EMPTY,
            claims_up_to: [0; 2],
            claim_count: 0,
            len: 0,
        }
    }

    #[inline(always)]
    pub(super) fn turn_actions(&self, seat: Seat) -> LegalActions<'e> {
        let mut legal = self.no_actions(seat);
        legal.slots = self.state.row_filled;
        legal.blind = self.can_draw_blind();
        legal.tickets = self.can_draw_tickets();
        legal.within_reach = self.routes_within_reach(seat);
        legal.purse = Purse::new(&legal.hand);
        legal.count_claims();
        let draws = legal.slots.count_ones() + u32::from(legal.blind) + u32::from(legal.tickets);
        // With nothing else to do there is one thing: to pass.
        legal.len = (draws + legal.claim_count).max(1);
        legal
    }

    #[inline(always)]
    pub(super) fn second_card_actions(&self, seat: Seat) -> LegalActions<'e> {
        let mut legal = self.no_actions(seat);
        legal.slots = self.state.row_colored();
        legal.blind = self.can_draw_blind();
        legal.len = legal.slots.count_ones() + u32::from(legal.blind);
        legal
    }

    #[inline(always)]
    fn ticket_choices(&self, seat: Seat) -> LegalActions<'e> {
        let mut legal = self.no_actions(seat);
        if let Some((offer, keep)) = self.tickets_to_choose(seat) {
            legal.offer = offer;
            legal.keep = keep;
            legal.len = keep_sets(offer.len(), keep);
        }
        legal
    }

    /// Whether a seat may do this now, and if not, why.
    #[inline(always)]
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

    /// Every way a seat could pay for a route if it were its turn, fewest locomotives first; none when its cards do not
    /// suffice. An error when the route is not open to it whatever its cards.
    pub fn ways_to_pay(&self, seat: Seat, route: RouteId) -> Result<Vec<Cards>, Illegal> {
        if !self.routes_within_reach(seat).contains(route) {
            return Err(self.why_not_route(seat, route));
        }
        let length = self.edition.board().length(route);
        let mut ways = Vec::new();
        for locomotives in 0..=length.min(self.hand(seat).locomotives()) {
            let colored = length - locomotives;
            let colors = if colored == 0 { &Card::COLORS[..1] } else { &Card::COLORS[..] };
            let payments = colors.iter().map(|color| Cards::payment(*color, colored, locomotives));
            ways.extend(payments.filter(|payment| self.pays(seat, route, payment)));
        }
        Ok(ways)
    }

    #[inline(always)]
    fn can_draw_blind(&self) -> bool {
        !self.state.deck.is_empty()
    }

    /// Places of the row the seat in turn may take from: a locomotive only as the first card.
    #[inline(always)]
    fn slots_to_take(&self) -> u8 {
        if self.state.phase == Phase::SecondCard { self.state.row_colored() } else { self.state.row_filled }
    }

    #[inline(always)]
    fn can_draw_tickets(&self) -> bool {
        self.state.has_tickets()
    }

    /// The tickets a seat has to choose from, and how many of them it has to keep.
    #[inline(always)]
    fn tickets_to_choose(&self, seat: Seat) -> Option<(TicketSet, u8)> {
        match self.state.phase {
            Phase::FirstTickets => Some((self.state.tickets[seat.index()], self.edition.rules().keep)),
            Phase::Tickets => Some((self.state.offer, self.edition.rules().draw_keep)),
            _ => None,
        }
    }

    /// Routes a seat may claim and has the trains for, whatever its cards.
    #[inline(always)]
    fn routes_within_reach(&self, seat: Seat) -> RouteSet {
        self.state.open[seat.index()].and(self.edition.board().up_to_length(self.state.trains[seat.index()]))
    }

    /// Whether these cards are in the hand and are exactly what the route takes.
    #[inline(always)]
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
#[inline(always)]
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

const EVERY_LANE: u64 = 0x0001_0001_0001_0001;

/// How many members the sets have up to and with each: lanes of 16 bits, four sets to a word.
///
/// For processors without an instruction that counts bits: words that lie side by side are counted at once in a
/// wide register.
#[inline(always)]
fn running_totals(sets: [RouteSet; MAX_COLORS]) -> [u64; 2] {
    let mut lens = [0; 4];
    for i in 0..4 {
        let (set, other) = (sets[i].0, sets[i + 4].0);
        let words = [set as u64, (set >> 64) as u64, other as u64, (other >> 64) as u64];
        for (lens, word) in lens.iter_mut().zip(words) {
            *lens |= u64::from(word.count_ones()) << (16 * i);
        }
    }
    let first = (lens[0] + lens[1]).wrapping_mul(EVERY_LANE);
    let last = (lens[2] + lens[3]).wrapping_mul(EVERY_LANE);
    [first, last + (first >> 48) * EVERY_LANE]
}

impl LegalActions<'_> {
    /// Places of the row that may be taken from, as bits.
    pub const fn slots(&self) -> u8 {
        self.slots
    }

    /// Whether a card may be drawn from the deck.
    pub const fn can_draw_blind(&self) -> bool {
        self.blind
    }

    pub const fn can_draw_tickets(&self) -> bool {
        self.tickets
    }

    /// Least number of the tickets on offer that must be kept.
    pub fn least_to_keep(&self) -> u8 {
        self.keep.min(self.offer.len() as u8)
    }

    #[inline(always)]
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    #[inline(always)]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The routes that can be claimed with a colour; for the locomotive, the gray ones that locomotives alone can
    /// pay.
    #[inline(always)]
    fn claims(&self, card: Card) -> RouteSet {
        self.board.payable(card, &self.purse).and(self.within_reach)
    }

    #[inline(always)]
    fn count_claims(&mut self) {
        if cfg!(target_feature = "popcnt") {
            let lens = Card::COLORS.map(|color| self.claims_len(color));
            let lanes = [0, 4].map(|i| lens[i] | lens[i + 1] << 16 | lens[i + 2] << 32 | lens[i + 3] << 48);
            let [first, last] = lanes.map(|lanes| lanes.wrapping_mul(EVERY_LANE));
            self.claims_up_to = [first, last + (first >> 48) * EVERY_LANE];
            let pairs = [lens[0] + lens[1], lens[2] + lens[3], lens[4] + lens[5], lens[6] + lens[7]];
            let colored = (pairs[0] + pairs[1]) + (pairs[2] + pairs[3]);
            self.claim_count = (colored + self.claims_len(Card::Locomotive)) as u32;
        } else {
            self.claims_up_to = running_totals(Card::COLORS.map(|color| self.claims(color)));
            self.claim_count =
                (self.claims_up_to[1] >> 48) as u32 + self.claims(Card::Locomotive).len() as u32;
        }
    }

    #[inline(always)]
    fn claims_len(&self, card: Card) -> u64 {
        self.board.payable(card, &self.purse).shared(self.within_reach).into()
    }

    /// The action at `index`, or `None` from [`Self::len`] on.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Action> {
        Some(match self.entry(index)? {
            Entry::Claim { place } => {
                let (route, payment) = self.claim(place);
                Action::ClaimRoute { route, payment }
            }
            Entry::Slot { slot } => Action::TakeFromRow { slot: slot as u8 },
            Entry::Blind => Action::DrawBlind,
            Entry::Tickets => Action::DrawTickets,
            Entry::Keep { place } => Action::KeepTickets { returned: self.returned(place) },
            Entry::Pass => Action::Pass,
        })
    }

    #[inline(always)]
    pub(super) fn entry(&self, index: usize) -> Option<Entry> {
        if index >= self.len() {
            return None;
        }
        let mut left = index as u32;
        if !self.offer.is_empty() {
            return Some(Entry::Keep { place: left });
        }
        if left < self.claim_count {
            return Some(Entry::Claim { place: left });
        }
        left -= self.claim_count;
        let slot_count = self.slots.count_ones();
        if left < slot_count {
            return Some(Entry::Slot {
                slot: NTH_BIT_OF_BYTE[left as usize % MAX_ROW][usize::from(self.slots)].into(),
            });
        }
        left -= slot_count;
        Some(match (left, self.blind, self.tickets) {
            (0, true, _) => Entry::Blind,
            (0, false, true) | (1, true, true) => Entry::Tickets,
            _ => Entry::Pass,
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
        Card::ALL.into_iter().map(|card| self.claims(card)).fold(RouteSet::EMPTY, RouteSet::or)
    }

    /// The colour of the claim at a place of the list and how many claims come before that colour, without a
    /// branch: a lane that does not exceed `place` is passed, and keeps its high bit in the subtraction.
    #[inline(always)]
    fn color_at(&self, place: u32) -> (Card, u32) {
        const HIGH_BITS: u64 = EVERY_LANE << 15;
        let wanted = (u64::from(place) * EVERY_LANE) | HIGH_BITS;
        let passed = self.claims_up_to.map(|up_to| wanted.wrapping_sub(up_to) & HIGH_BITS);
        let kind = (passed[0].count_ones() + passed[1].count_ones()) as usize;
        let up_to = u128::from(self.claims_up_to[0]) | u128::from(self.claims_up_to[1]) << 64;
        // Shifted by one lane, lane i holds what comes before colour i; before colour 0 there is nothing.
        let before = if kind == 8 { up_to >> 112 } else { up_to << 16 >> (16 * kind) };
        (Card::at(kind as u8), before as u32 & 0xffff)
    }

    /// The claim at a place of the list, paid with as few locomotives as can be.
    #[inline(always)]
    pub(super) fn claim(&self, place: u32) -> (RouteId, Cards) {
        let (color, before) = self.color_at(place);
        let route = self.claims(color).nth((place - before) as usize);
        let length = self.board.length(route);
        let colored = if color.is_locomotive() { 0 } else { self.hand.count(color).min(length) };
        (route, Cards::payment(color, colored, length - colored))
    }

    /// The tickets that go back with the choice at a place of the list.
    #[inline(always)]
    pub(super) fn returned(&self, place: u32) -> TicketList {
        let kept = match self.keep {
            // Every set but the empty one, in order.
            1 => place + 1,
            keep => kept_masks(self.offer.len(), keep).nth(place as usize).unwrap_or(u32::MAX),
        };
        let mut returned = [TicketId(0); MAX_OFFER];
        let mut count = 0;
        for (place, ticket) in self.offer.iter().take(MAX_OFFER).enumerate() {
            // Overwritten by the next one if it stays: cheaper than a branch that nobody can guess.
            returned[count % MAX_OFFER] = ticket;
            count += (!kept >> place & 1) as usize;
        }
        let mut returned = TicketList::from(returned);
        returned.truncate(count);
        returned
    }

    fn variants(&self, action: Action) -> Vec<Action> {
        match action {
            Action::ClaimRoute { route, payment } => {
                let board = self.board;
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
