//! What a fast player cares about.

/// The taste of a fast player, in terms that fit every edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What the points of a ticket weigh, in per cent: a ticket that is done instead of failed is worth twice its
    /// points at 100.
    pub tickets: i32,
    /// How much of its share in a ticket a route counts for when routes are compared, in per cent.
    pub commitment: i32,
    /// What a turn is expected to bring, in per cent of what the best routes of the map bring for the turns they
    /// take. A route that brings less waits for something better.
    pub pace: i32,
    /// What a locomotive is worth more than another card, in quarters of a point.
    pub locomotive: i32,
    /// What a route that touches the own network is worth more, in quarters of a point.
    pub touching: i32,
    /// The trains left, in per cent of all, below which the player is less and less choosy.
    pub haste: i32,
    /// The size from which a hand is large, in per cent of the trains.
    pub hand: i32,
    /// How much less a card is worth for each card above that, in per cent.
    pub glut: i32,
    /// How much of the mean of the colours a card of the row must promise, in per cent, not to draw blind.
    pub blind: i32,
    /// How much of what two other cards promise an open locomotive must promise, in per cent.
    pub rainbow: i32,
}

impl Style {
    /// Long routes and nothing else.
    pub const RACER: Self = Self {
        tickets: 0,
        commitment: 0,
        pace: 130,
        locomotive: 0,
        touching: 1,
        haste: 54,
        hand: 18,
        glut: 2,
        blind: 100,
        rainbow: 300,
    };

    /// Tickets too, where they lie on the way.
    pub const ALL_ROUND: Self = Self {
        tickets: 76,
        commitment: 60,
        pace: 120,
        locomotive: 6,
        touching: 2,
        haste: 36,
        hand: 27,
        glut: 4,
        blind: 60,
        rainbow: 274,
    };
}
