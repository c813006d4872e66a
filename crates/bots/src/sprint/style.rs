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
    /// What spending a locomotive costs, in hundredths of a quarter of a point.
    pub locomotive: i32,
    /// What a route that touches the own network is worth more, and for each end of that network at which it goes on, in
    /// quarters of a point.
    pub touching: i32,
    pub path_end: i32,
    /// What each space of even the best route costs, in hundredths of a quarter of a point.
    pub least_per_space: i32,
    /// Turns that must be left for each turn the tickets take, in per cent; with fewer they are given up.
    pub prudence: i32,
    /// How many of the cards in the hand are taken to serve the tickets, in per cent.
    pub usable: i32,
    /// What a card for a route beyond the tickets is worth, where one for a ticket is worth 100.
    pub extras: i32,
    /// What a card for a ticket is worth more for each one of its colour that is missing.
    pub scarce: i32,
    /// What any card that is wanted is worth more for each one of its colour that is held, in tenths.
    pub held: i32,
    /// What a locomotive is worth that stands in for a card, in per cent of that.
    pub wild: i32,
    /// What a card from the deck is worth more than the mean of what it can be.
    pub blind: i32,
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
    /// By how much less it must bring for each turn fewer than ten that is left, and for each card in the hand beyond the first
    /// eight, in hundredths of that.
    pub late: i32,
    pub rich: i32,
    /// How much the value of its route counts for a claim, in per cent, and each of its spaces, in hundredths of a quarter of
    /// a point.
    pub value: i32,
    pub per_space: i32,
    /// How much of the detour is to be feared that is left if a route for a ticket is lost, in per cent: with others at
    /// none, one and both of its ends.
    pub danger: [i32; 3],
}

impl Style {
    /// Long routes and nothing else.
    pub const RACER: Self = Self {
        tickets: 0,
        turn: 50,
        train: 37,
        fit: 18,
        locomotive: 300,
        touching: 5,
        path_end: 0,
        least_per_space: 100,
        prudence: 140,
        usable: 70,
        extras: 60,
        scarce: 0,
        held: 10,
        wild: 130,
        blind: 0,
        gray: 72,
        rainbow: 112,
        curiosity: 99,
        haste: 2,
        patience: 2,
        late: 0,
        rich: 0,
        value: 100,
        per_space: 0,
        danger: [0; 3],
    };

    /// Tickets first, then long routes.
    pub const ALL_ROUND: Self = Self {
        tickets: 140,
        turn: 70,
        train: 15,
        fit: 40,
        locomotive: 100,
        touching: 3,
        path_end: 0,
        least_per_space: 100,
        prudence: 168,
        usable: 70,
        extras: 90,
        scarce: 0,
        held: 10,
        wild: 130,
        blind: 0,
        gray: 60,
        rainbow: 200,
        curiosity: 14,
        haste: 2,
        patience: 18,
        late: 0,
        rich: 0,
        value: 100,
        per_space: 0,
        danger: [0; 3],
    };

    /// Collects cards for everything it wants before it shows where it goes, like [`Weights::PATIENT`].
    ///
    /// [`Weights::PATIENT`]: crate::planner::Weights::PATIENT
    pub const PATIENT: Self = Self {
        tickets: 89,
        turn: 122,
        train: -3,
        fit: 56,
        locomotive: 103,
        touching: 1,
        path_end: 2,
        least_per_space: 12,
        prudence: 78,
        usable: 158,
        extras: 130,
        scarce: 28,
        held: 19,
        wild: 154,
        blind: 58,
        gray: 12,
        rainbow: 188,
        curiosity: 24,
        haste: 1,
        patience: 58,
        late: -542,
        rich: 89,
        value: 11,
        per_space: 318,
        danger: [0, 7, 102],
    };

    /// Does with a plan what a planner would do with it, as nearly as a fast player can.
    pub const LIKE_A_PLANNER: Self = Self {
        tickets: 100,
        turn: 130,
        train: -6,
        fit: 42,
        locomotive: 1289,
        touching: 1,
        path_end: 0,
        least_per_space: 152,
        prudence: 105,
        usable: 100,
        extras: 66,
        scarce: -1,
        held: 64,
        wild: 80,
        blind: 4,
        gray: 106,
        rainbow: 65,
        curiosity: 20,
        haste: 1,
        patience: 3,
        late: -17,
        rich: -4,
        value: 5,
        per_space: 22,
        danger: [10, 56, 89],
    };
}
