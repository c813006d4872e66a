//! Legal play without knowing any rules: one of the choices that the server offers.

use rand_core::SeedableRng as _;
use rand_xoshiro::SplitMix64;
use whistlestop_rules::chance::below;

use crate::heard::{Asked, Choice, Claims, Now, OwnSeat, Position};

/// Claims more often than not when it can, draws otherwise, so that games end.
#[derive(Debug)]
pub(crate) struct Chooser(SplitMix64);

impl Chooser {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// The seat that is asked, and the action as it is sent; `None` when nobody is asked.
    pub(crate) fn choose(&mut self, position: &Position<'_>) -> serde_json::Result<Option<(u8, String)>> {
        let Some(own) = position.own.iter().find(|own| own.asked.now != Now::Wait) else { return Ok(None) };
        let action = match own.asked.now {
            Now::Wait => return Ok(None),
            Now::Tickets => serde_json::to_string(&self.keep(&own.asked)),
            Now::SecondCard => serde_json::to_string(&self.draw(&own.asked)),
            Now::Turn => self.turn(own),
        };
        Ok(Some((own.seat, action?)))
    }

    fn turn(&mut self, own: &OwnSeat<'_>) -> serde_json::Result<String> {
        let asked = &own.asked;
        let can_draw = asked.blind || !asked.slots.is_empty();
        if asked.claim && (!can_draw || self.one_in(2)) {
            let claims: Vec<Claims<'_>> = serde_json::from_str(own.claims.get())?;
            if let Some(group) = self.any(&claims)
                && let Some(route) = self.any(&group.routes)
                && let Some(payment) = group.payments.first()
            {
                return serde_json::to_string(&Choice::ClaimRoute { route: *route, payment });
            }
        }
        if asked.tickets && (!can_draw || self.one_in(12)) {
            return serde_json::to_string(&Choice::DrawTickets {});
        }
        serde_json::to_string(&self.draw(asked))
    }

    fn keep(&mut self, asked: &Asked) -> Choice<'static> {
        let spare = asked.offer.len().saturating_sub(asked.least.into());
        let back = below(&mut self.0, spare as u32 + 1) as usize;
        Choice::KeepTickets {
            returned: asked.offer.iter().take(back).map(|offered| offered.ticket).collect(),
        }
    }

    fn draw(&mut self, asked: &Asked) -> Choice<'static> {
        match self.any(&asked.slots).copied() {
            Some(slot) if !asked.blind || self.one_in(2) => Choice::TakeFromRow { slot },
            _ if asked.blind => Choice::DrawBlind {},
            _ => Choice::Pass {},
        }
    }

    fn one_in(&mut self, chances: u32) -> bool {
        below(&mut self.0, chances) == 0
    }

    fn any<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        if of.is_empty() { None } else { of.get(below(&mut self.0, of.len() as u32) as usize) }
    }
}
