//! The cards that a set of routes takes, and how many of them a hand lacks.

use whistlestop_rules::cards::{Card, Cards, MAX_COLORS};
use whistlestop_rules::edition::Board;
use whistlestop_rules::ids::{MAX_LENGTH, RouteId, RouteSet};

/// The price of some routes in cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wants {
    colors: [u8; MAX_COLORS],
    /// `[n]`: how many gray routes of `n` spaces.
    grays: [u8; MAX_LENGTH + 1],
    longest_gray: u8,
}

impl Wants {
    /// What these routes take; of a double route the side that suits the hand.
    pub(super) fn of(board: &Board, routes: RouteSet, free: RouteSet, hand: &Cards) -> Self {
        let mut wants = Self::default();
        for route in routes.iter() {
            wants.add(board, wants.better_side(board, route, free, hand));
        }
        wants
    }

    pub(super) fn add(&mut self, board: &Board, route: RouteId) {
        let length = board.length(route);
        if let Some(color) = board.color(route) {
            self.colors[color.index()] += length;
        } else {
            self.grays[usize::from(length)] += 1;
            self.longest_gray = self.longest_gray.max(length);
        }
    }

    /// Cards of a colour that the hand lacks for the routes of that colour.
    pub(super) fn short_of(&self, color: Card, hand: &Cards) -> u8 {
        self.colors[color.index()].saturating_sub(hand.count(color))
    }

    #[inline]
    fn better_side(&self, board: &Board, route: RouteId, free: RouteSet, hand: &Cards) -> RouteId {
        if board.twin_set(route).and(free).is_empty() {
            return route;
        }
        let spare = |route: RouteId| match board.color(route) {
            Some(color) => i32::from(hand.count(color)) - i32::from(self.colors[color.index()]),
            None => i32::from(u8::MAX),
        };
        match board.twin(route).filter(|twin| free.contains(*twin)) {
            Some(twin) if spare(twin) > spare(route) => twin,
            _ => route,
        }
    }

    /// How many cards the hand lacks when every gray route takes the colour that is left over most.
    pub(super) fn lacking(&self, hand: &Cards) -> Lack {
        let held = colored(hand);
        let mut missing = [0_u8; MAX_COLORS];
        let mut spare = [0_u8; MAX_COLORS];
        for color in 0..MAX_COLORS {
            missing[color] = self.colors[color].saturating_sub(held[color]);
            spare[color] = held[color].saturating_sub(self.colors[color]);
        }
        let mut lack: u8 = missing.iter().sum();
        let mut for_grays = 0;
        if self.longest_gray > 0 {
            let mut piles = Piles::of(spare);
            for_grays = self.pay_grays(&mut piles);
            lack += for_grays;
            spare = piles.counts();
        }
        let locomotives = hand.locomotives();
        Lack {
            cards: lack.saturating_sub(locomotives),
            for_grays,
            spare_locomotives: locomotives.saturating_sub(lack),
            spare,
        }
    }

    /// For each colour, whether the hand would lack less with one more card of it. `lack` is what it lacks now.
    pub(super) fn helped_by(&self, hand: &Cards, lack: &Lack) -> [bool; MAX_COLORS] {
        let mut helped = [false; MAX_COLORS];
        if lack.cards == 0 {
            return helped;
        }
        let held = colored(hand);
        for color in 0..MAX_COLORS {
            helped[color] = self.colors[color] > held[color];
        }
        if lack.for_grays == 0 {
            return helped;
        }
        let mut spare = [0_u8; MAX_COLORS];
        for color in 0..MAX_COLORS {
            spare[color] = held[color].saturating_sub(self.colors[color]);
        }
        // Gray routes do not care which of two equal piles grows.
        let mut known = [None; 8];
        for color in (0..MAX_COLORS).filter(|color| self.colors[*color] <= held[*color]) {
            let kept = known.get_mut(usize::from(spare[color]));
            helped[color] = kept.as_deref().copied().flatten().unwrap_or_else(|| {
                let mut piles = Piles::of(spare);
                piles.add(color);
                self.pay_grays(&mut piles) < lack.for_grays
            });
            if let Some(kept) = kept {
                *kept = Some(helped[color]);
            }
        }
        helped
    }

    /// Pays gray routes, the longest first, each from the highest pile, and returns how many cards that lacks.
    #[inline]
    fn pay_grays(&self, piles: &mut Piles) -> u8 {
        let mut lack = 0;
        for length in (1..=self.longest_gray).rev() {
            for _ in 0..self.grays[usize::from(length) % self.grays.len()] {
                lack += length - piles.take_from_highest(length);
            }
        }
        lack
    }
}

#[inline]
fn colored(hand: &Cards) -> [u8; MAX_COLORS] {
    let counts = hand.counts();
    std::array::from_fn(|color| counts[color])
}

/// Cards by colour. Each number holds a height and, in its lowest bits, what makes the first of equal piles the highest: so the
/// highest is found without a branch.
struct Piles([u16; MAX_COLORS]);

impl Piles {
    const ONE: u16 = MAX_COLORS as u16;

    #[inline]
    fn of(counts: [u8; MAX_COLORS]) -> Self {
        Self(std::array::from_fn(|color| {
            u16::from(counts[color]) * Self::ONE + (Self::ONE - 1 - color as u16)
        }))
    }

    #[inline]
    fn add(&mut self, color: usize) {
        self.0[color] += Self::ONE;
    }

    /// Takes so many cards from the highest pile, or as many as there are, and returns how many that were.
    #[inline]
    fn take_from_highest(&mut self, most: u8) -> u8 {
        let highest = self.0.iter().copied().fold(0, u16::max);
        let color = usize::from(Self::ONE - 1 - highest % Self::ONE);
        let taken = (highest / Self::ONE).min(most.into());
        self.0[color] -= taken * Self::ONE;
        taken as u8
    }

    #[inline]
    fn counts(&self) -> [u8; MAX_COLORS] {
        self.0.map(|pile| (pile / Self::ONE) as u8)
    }
}

/// What is missing from a hand, and what is left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lack {
    pub(super) cards: u8,
    /// What gray routes lack before locomotives stand in.
    for_grays: u8,
    pub(super) spare_locomotives: u8,
    pub(super) spare: [u8; MAX_COLORS],
}

#[cfg(test)]
mod tests {
    use rand_core::SeedableRng;
    use rand_xoshiro::SplitMix64;
    use whistlestop_rules::chance::below;

    use super::*;

    #[test]
    fn a_card_helps_if_less_is_lacking_with_it() {
        let mut generator = SplitMix64::seed_from_u64(2);
        let mut random = |end: u32| below(&mut generator, end) as u8;
        let mut helpful = 0;
        for _ in 0..3000 {
            let mut wants = Wants::default();
            for _ in 0..random(4) {
                wants.colors[usize::from(random(8))] += 1 + random(6);
            }
            for _ in 0..random(4) {
                let length = 1 + random(6);
                wants.grays[usize::from(length)] += 1;
                wants.longest_gray = wants.longest_gray.max(length);
            }
            let hand = Cards::new(std::array::from_fn(|_| random(5)));
            let lack = wants.lacking(&hand);
            let helped = wants.helped_by(&hand, &lack);
            for card in Card::COLORS {
                let mut more = hand;
                more.add(card);
                let helps = wants.lacking(&more).cards < lack.cards;
                assert_eq!(helped[card.index()], helps, "{card:?} for {wants:?} with {hand:?}");
                helpful += u32::from(helps);
            }
        }
        assert!(helpful > 1000, "{helpful} cards helped: too few to prove anything");
    }
}
