//! Who sits at a table with whom, and where.

use serde::{Deserialize, Serialize};

/// Which bots meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Every choice of as many bots as there are seats. With fewer bots than seats each of them sits at every table, and every way
    /// to fill the seats that are left is a table.
    #[default]
    RoundRobin,
    /// The first bot alone among copies of one other, for each of the others.
    Lone,
}

/// The bots at one table, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lineup {
    bots: Vec<usize>,
}

impl Format {
    pub fn lineups(self, bots: usize, players: usize) -> Vec<Lineup> {
        let bots_at_tables = match self {
            Self::Lone => (1..bots).map(|other| lone(other, players)).collect(),
            Self::RoundRobin if bots >= players => combinations(bots, players),
            Self::RoundRobin => fillings(bots, players),
        };
        bots_at_tables.into_iter().map(|bots| Lineup { bots }).collect()
    }
}

fn lone(other: usize, players: usize) -> Vec<usize> {
    let mut bots = vec![other; players];
    bots[0] = 0;
    bots
}

/// Every set of `size` of the numbers below `of`, each sorted.
fn combinations(of: usize, size: usize) -> Vec<Vec<usize>> {
    sorted_lists(of, size).into_iter().filter(|list| list.windows(2).all(|pair| pair[0] < pair[1])).collect()
}

/// Every sorted list of `size` numbers in which each number below `of` occurs.
fn fillings(of: usize, size: usize) -> Vec<Vec<usize>> {
    let complete = |list: &Vec<usize>| (0..of).all(|number| list.contains(&number));
    sorted_lists(of, size).into_iter().filter(complete).collect()
}

fn sorted_lists(of: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let shorter = sorted_lists(of, size - 1);
    let longer = shorter.iter().flat_map(|list| {
        let least = list.last().copied().unwrap_or(0);
        (least..of).map(move |next| list.iter().copied().chain([next]).collect())
    });
    longer.collect()
}

impl Lineup {
    pub fn bots(&self) -> &[usize] {
        &self.bots
    }

    pub fn players(&self) -> usize {
        self.bots.len()
    }

    /// The different bots, each once, by number.
    pub fn different(&self) -> Vec<usize> {
        let mut bots = self.bots.clone();
        bots.sort_unstable();
        bots.dedup();
        bots
    }

    /// How many seats a bot has here.
    pub fn seats_of(&self, bot: usize) -> usize {
        self.bots.iter().filter(|other| **other == bot).count()
    }

    /// Who sits where, by seat; seat 0 starts.
    ///
    /// `order` goes through all orders around the table, `rotation` turns the table by so many seats.
    pub fn seating(&self, order: u64, rotation: usize) -> Vec<usize> {
        let mut left = self.bots[1..].to_vec();
        let mut seated = vec![self.bots[0]];
        let mut order = order;
        while !left.is_empty() {
            let choices = left.len() as u64;
            seated.push(left.remove((order % choices) as usize));
            order /= choices;
        }
        seated.rotate_right(rotation % self.players());
        seated
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn tables(format: Format, bots: usize, players: usize) -> Vec<Vec<usize>> {
        format.lineups(bots, players).into_iter().map(|lineup| lineup.bots).collect()
    }

    #[test]
    fn every_pair_plays_with_two_seats() {
        assert_eq!(tables(Format::RoundRobin, 3, 2), [[0, 1], [0, 2], [1, 2]]);
    }

    #[test]
    fn with_bots_enough_nobody_sits_twice() {
        assert_eq!(tables(Format::RoundRobin, 3, 3), [[0, 1, 2]]);
        assert_eq!(tables(Format::RoundRobin, 4, 3).len(), 4);
        assert_eq!(tables(Format::RoundRobin, 8, 5).len(), 56);
    }

    #[test]
    fn with_too_few_bots_some_sit_twice() {
        assert_eq!(tables(Format::RoundRobin, 2, 4), [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 1]]);
        assert_eq!(tables(Format::RoundRobin, 3, 4), [[0, 0, 1, 2], [0, 1, 1, 2], [0, 1, 2, 2]]);
    }

    #[test]
    fn the_lone_bot_meets_copies() {
        assert_eq!(tables(Format::Lone, 3, 4), [[0, 1, 1, 1], [0, 2, 2, 2]]);
    }

    #[test]
    fn everybody_sits_everywhere_and_next_to_everybody() {
        let lineup = Lineup { bots: vec![0, 1, 2, 3] };
        let seatings: BTreeSet<Vec<usize>> = (0..6)
            .flat_map(|order| (0..4).map(move |rotation| (order, rotation)))
            .map(|(order, rotation)| lineup.seating(order, rotation))
            .collect();
        assert_eq!(seatings.len(), 24);
        assert_eq!(lineup.seating(0, 0), [0, 1, 2, 3]);
        assert_eq!(lineup.seating(0, 1), [3, 0, 1, 2]);
    }
}
