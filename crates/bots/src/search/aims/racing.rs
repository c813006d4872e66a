//! Whether a seat cares for tickets at all.

/// How likely a seat is to race rather than to plan: to fill long routes and let its tickets be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Racing {
    /// The logarithm of how much likelier that is.
    odds: f32,
}

/// Before anything is seen; the exponent of e, as all that follow.
const AT_FIRST: f32 = -3.0;
/// What it says that a seat keeps more tickets than it must.
const MORE_TICKETS: f32 = -3.0;
/// How much one turn may say at most, and all of them, since nobody plays as he is thought to for a whole game.
const MOST_OF_A_TURN: f32 = 2.0;
const MOST: f32 = 5.0;

impl Racing {
    pub(super) fn at_first(kept: u8, must_keep: u8) -> Self {
        let mut racing = Self { odds: AT_FIRST };
        if kept > must_keep {
            racing.tickets();
        }
        racing
    }

    /// Takes in a turn that a racer is so much likelier to have had.
    pub(super) fn turn(&mut self, likelier: f32) {
        self.weigh(likelier.clamp(-MOST_OF_A_TURN, MOST_OF_A_TURN));
    }

    /// Takes in that the seat has more tickets than it must have.
    pub(super) fn tickets(&mut self) {
        self.weigh(MORE_TICKETS);
    }

    pub(super) fn chance(self) -> f32 {
        1.0 / (1.0 + (-self.odds).exp())
    }

    fn weigh(&mut self, likelier: f32) {
        self.odds = (self.odds + likelier).clamp(-MOST, MOST);
    }
}

impl Default for Racing {
    fn default() -> Self {
        Self { odds: AT_FIRST }
    }
}
