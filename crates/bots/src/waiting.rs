//! The cities that a search for the cheapest way still has to look at.

use arrayvec::ArrayVec;
use whistlestop_rules::ids::MAX_ROUTES;

/// Cities that a way has been found to, cheapest first, of equal ones the lower number.
///
/// A sorted list: there are few at a time, and most new ones belong to its end. A city for which a cheaper way is found
/// stands here twice.
#[derive(Default)]
pub(crate) struct Waiting {
    /// Price and city in one number each; those before `next` have had their turn.
    keys: ArrayVec<u32, MOST_WAITING>,
    next: usize,
}

/// Every route leads to a city once from either end, and there is the city where all begins.
const MOST_WAITING: usize = 2 * MAX_ROUTES + 1;

impl Waiting {
    #[inline]
    pub(crate) fn add(&mut self, price: u16, city: u8) {
        let key = u32::from(price) << 8 | u32::from(city);
        self.keys.push(key);
        let mut place = self.keys.len() - 1;
        while place > self.next && self.keys[place - 1] > key {
            self.keys[place] = self.keys[place - 1];
            place -= 1;
        }
        self.keys[place] = key;
    }
}

impl Iterator for Waiting {
    type Item = (u16, u8);

    #[inline]
    fn next(&mut self) -> Option<(u16, u8)> {
        let key = *self.keys.get(self.next)?;
        self.next += 1;
        Some(((key >> 8) as u16, key as u8))
    }
}
