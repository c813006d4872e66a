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

    fn better_side(&self, board: &Board, route: RouteId, free: RouteSet, hand: &Cards) -> RouteId {
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
        let mut spare = [0_u8; MAX_COLORS];
        let mut lack = 0_u8;
        for (color, spare) in Card::COLORS.into_iter().zip(&mut spare) {
            let (held, wanted) = (hand.count(color), self.colors[color.index()]);
            lack += wanted.saturating_sub(held);
            *spare = held.saturating_sub(wanted);
        }
        for length in (1..=self.longest_gray).rev() {
            for _ in 0..self.grays[usize::from(length)] {
                let most = (0..MAX_COLORS)
                    .fold(0, |most, color| if spare[color] > spare[most] { color } else { most });
                lack += length.saturating_sub(spare[most]);
                spare[most] = spare[most].saturating_sub(length);
            }
        }
        let locomotives = hand.locomotives();
        Lack {
            cards: lack.saturating_sub(locomotives),
            spare_locomotives: locomotives.saturating_sub(lack),
            spare,
        }
    }
}

/// What is missing from a hand, and what is left over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lack {
    pub(super) cards: u8,
    pub(super) spare_locomotives: u8,
    pub(super) spare: [u8; MAX_COLORS],
}
