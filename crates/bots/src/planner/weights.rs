//! The numbers a planner weighs with. Those of [`Weights::BEST`] were found by playing variants against each other.

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
    /// Turns that spending a locomotive costs while there is still use for it.
    pub locomotive: f32,
    /// Multiplies the chances that planned routes are lost.
    pub danger: f32,
    /// What share of an extra route's worth is lost by leaving it for later.
    pub haste: f32,
    /// Share of the bonus for the longest path that an extra route at the own network is credited with.
    pub path_share: f32,
    /// What a card for an extra route is worth, where one for the plan is worth 1.
    pub for_extras: f32,
    /// How much more than any card of the right colour a locomotive is worth.
    pub wild: f32,
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
        locomotive: 0.15,
        danger: 1.5,
        haste: 0.1,
        path_share: 0.12,
        for_extras: 0.75,
        wild: 0.2,
        worthwhile: 1.3,
        turns_for_tickets: 4.0,
    };
}

impl Default for Weights {
    fn default() -> Self {
        Self::BEST
    }
}
