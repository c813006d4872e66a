//! The numbers a planner weighs with, found by playing variants against each other.

use whistlestop_rules::edition::Edition;

/// What a planner thinks of turns, trains, dangers and cards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// The share of what the best routes bring in a turn that a turn is reckoned at.
    pub turn_share: f32,
    /// How many turns a train is worth.
    pub train_in_turns: f32,
    /// Points that even the best route costs, for each space.
    pub least_per_space: f32,
    /// Points that an opponent at an end of a route adds to its price.
    pub pressure_price: f32,
    /// Cards drawn for each card that a plan needs.
    pub draws_per_card: f32,
    /// Share of the turns left up to which a plan is sure to be carried out.
    pub comfortable: f32,
    /// How fast that fades beyond.
    pub fading: f32,
    /// How long the game lasts, compared with the time that the fastest seat needs at least.
    pub pace: f32,
    /// Turns that spending a locomotive costs while there is still use for it.
    pub locomotive: f32,
    /// Chance that a planned route is lost before the next turn: with an opponent at none, one and both of its ends.
    pub danger: [f32; 3],
    /// Points by which it is better to claim a planned route at once than later: for any, for each space, for each turn
    /// fewer than ten that is left, and for each card in the hand beyond the first eight. Less than nothing is a
    /// reason to wait.
    pub eager: f32,
    pub eager_per_space: f32,
    pub eager_when_late: f32,
    pub eager_when_rich: f32,
    /// What share of an extra route's worth is lost by leaving it for later.
    pub haste: f32,
    /// Share of the bonus for the longest path that an extra route at the own network is credited with, and more for each
    /// place where it goes on from an end of that network.
    pub path_share: f32,
    pub path_end: f32,
    /// What a card for an extra route is worth, where one for the plan is worth 1.
    pub for_extras: f32,
    /// How much more than any card of the right colour a locomotive is worth.
    pub wild: f32,
    /// How much more a card from the deck is worth than the mean of what it can be.
    pub blind: f32,
    /// What a card is worth more when the plan lacks all the cards of its colour that have not been seen yet.
    pub scarce: f32,
    /// How many turns the expected gain of drawing tickets must be worth.
    pub worthwhile: f32,
    /// Turns that must be left over for more tickets to be thought of.
    pub turns_for_tickets: f32,
}

impl Weights {
    pub const BEST: Self = Self {
        turn_share: 0.7,
        train_in_turns: 0.42,
        least_per_space: 0.25,
        pressure_price: 0.4,
        draws_per_card: 1.1,
        comfortable: 0.7,
        fading: 1.1,
        pace: 1.0,
        locomotive: 0.15,
        danger: [0.03, 0.09, 0.225],
        eager: 0.0,
        eager_per_space: 0.02,
        eager_when_late: 0.0,
        eager_when_rich: 0.0,
        haste: 0.1,
        path_share: 0.12,
        path_end: 0.0,
        for_extras: 0.75,
        wild: 0.2,
        blind: 0.0,
        scarce: 0.0,
        worthwhile: 1.3,
        turns_for_tickets: 4.0,
    };
}

/// Trains for each player from which a game is long enough to wait in.
const LONG_GAME: u8 = 30;

impl Weights {
    /// Collects cards first, so that nobody sees where it goes, and builds late and fast: wins three of four games against
    /// [`Self::BEST`] on `usa-classic`. A few of these numbers alone would be far worse than none of them.
    pub const PATIENT: Self = Self {
        turn_share: 0.78,
        train_in_turns: 0.41,
        least_per_space: 0.14,
        pressure_price: 0.0,
        draws_per_card: 0.87,
        comfortable: 0.81,
        fading: 0.45,
        pace: 0.81,
        locomotive: 0.02,
        danger: [0.0, 0.016, 0.21],
        eager: -0.98,
        eager_per_space: 0.059,
        eager_when_late: 0.125,
        eager_when_rich: 0.0207,
        haste: 0.113,
        path_share: 0.27,
        path_end: 0.18,
        for_extras: 1.27,
        wild: 0.27,
        blind: 0.31,
        scarce: 2.3,
        ..Self::BEST
    };

    /// The best there is against planners of an edition. Where a game is short, others are in the way before waiting pays.
    pub(crate) fn against_planners(edition: &Edition) -> Self {
        if edition.rules().trains < LONG_GAME { Self::BEST } else { Self::PATIENT }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self::BEST
    }
}
