//! What was reckoned before.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;

use arrayvec::ArrayVec;

/// Answers by question: the last few of them, or all, where the same is asked thousands of times.
#[derive(Clone, Debug)]
pub(super) enum Memo<K, V, const FEW: usize> {
    Few(RefCell<ArrayVec<(K, V), FEW>>),
    All(RefCell<HashMap<K, V>>),
}

impl<K: Copy + Eq + Hash, V: Copy, const FEW: usize> Memo<K, V, FEW> {
    pub(super) fn few() -> Self {
        Self::Few(RefCell::default())
    }

    pub(super) fn all() -> Self {
        Self::All(RefCell::default())
    }

    pub(super) fn forget(&mut self) {
        match self {
            Self::Few(few) => few.get_mut().clear(),
            Self::All(all) => all.get_mut().clear(),
        }
    }

    pub(super) fn recall(&self, question: K, reckon: impl FnOnce() -> V) -> V {
        let known = match self {
            Self::Few(few) => {
                few.borrow().iter().find(|(known, _)| *known == question).map(|(_, answer)| *answer)
            }
            Self::All(all) => all.borrow().get(&question).copied(),
        };
        known.unwrap_or_else(|| {
            let answer = reckon();
            match self {
                Self::Few(few) => {
                    let mut few = few.borrow_mut();
                    if few.is_full() {
                        few.clear();
                    }
                    few.push((question, answer));
                }
                Self::All(all) => drop(all.borrow_mut().insert(question, answer)),
            }
            answer
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// How many of these questions had to be reckoned.
    fn reckoned(memo: &Memo<u8, u8, 2>, questions: &[u8]) -> usize {
        let count = Cell::new(0);
        for question in questions {
            let answer = memo.recall(*question, || {
                count.set(count.get() + 1);
                question + 100
            });
            assert_eq!(answer, question + 100);
        }
        count.get()
    }

    #[test]
    fn nothing_that_is_remembered_is_reckoned_again() {
        let questions = [1, 2, 1, 3, 3, 2];
        assert_eq!(reckoned(&Memo::all(), &questions), 3);
        assert_eq!(reckoned(&Memo::few(), &questions), 4, "there is room for two");
        let mut memo = Memo::few();
        assert_eq!(reckoned(&memo, &[1, 2]), 2);
        memo.forget();
        assert_eq!(reckoned(&memo, &[1, 2]), 2);
    }
}
