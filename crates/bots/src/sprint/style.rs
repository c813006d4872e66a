//! What a fast player cares about.

/// The taste of a fast player, in terms that fit every edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// What the points of a ticket weigh, in per cent: a ticket that is done instead of failed is worth twice its
    /// points at 100, and one is not worked for at 0.
    pub tickets: i32,
    /// What a turn is worth, in per cent of what the best routes of the map bring for the turns they take.
    pub turn: i32,
    /// What a train is worth, in per cent of a turn.
    pub train: i32,
    /// How much it counts whether the cards for an extra route are there, in per cent of the turns that takes.
    pub fit: i32,
    /// What spending a locomotive costs, in quarters of a point.
    pub locomotive: i32,
    /// What a route that touches the own network is worth more, in quarters of a point.
    pub touching: i32,
    /// Turns that must be left for each turn the tickets take, in per cent; with fewer they are given up.
    pub prudence: i32,
    /// What a card for a route beyond the tickets is worth, where one for a ticket is worth 100.
    pub extras: i32,
    /// What a card for a gray route is worth, in per cent of one for a coloured route.
    pub gray: i32,
    /// How much of what two other cards promise an open locomotive must promise, in per cent.
    pub rainbow: i32,
    /// Turns that must be left to draw new tickets when the old ones are done.
    pub curiosity: i32,
    /// Turns before the end from which any points are welcome.
    pub haste: i32,
    /// What a claim must bring to be made before the cards for the whole plan are there, in quarters of a point.
    pub patience: i32,
}

impl Style {
    /// Long routes and nothing else.
    pub const RACER: Self = Self {
        tickets: 0,
        turn: 50,
        train: 37,
        fit: 18,
        locomotive: 3,
        touching: 5,
        prudence: 140,
        extras: 60,
        gray: 72,
        rainbow: 112,
        curiosity: 99,
        haste: 2,
        patience: 2,
    };

    /// Tickets first, then long routes.
    pub const ALL_ROUND: Self = Self {
        tickets: 140,
        turn: 70,
        train: 15,
        fit: 40,
        locomotive: 1,
        touching: 3,
        prudence: 168,
        extras: 90,
        gray: 60,
        rainbow: 200,
        curiosity: 14,
        haste: 2,
        patience: 18,
    };
}
