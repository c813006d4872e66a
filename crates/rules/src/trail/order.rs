//! Routes of a trail in the order of travel.

use super::{Edge, bits};
use crate::ids::MAX_CITIES;

/// Walks all `edges`, which some trail covers, by joining closed walks.
pub(super) fn travel(edges: impl Iterator<Item = (u8, Edge)>) -> Vec<u8> {
    let mut edge_of = vec![None; 128];
    let mut at_city = [0u128; MAX_CITIES];
    let mut odd = 0u128;
    for (id, edge) in edges {
        edge_of[usize::from(id)] = Some(edge);
        for city in [edge.a, edge.b] {
            at_city[usize::from(city)] |= 1 << id;
            odd ^= 1 << city;
        }
    }
    let anywhere = at_city.iter().position(|here| *here != 0).unwrap_or_default();
    let start = bits(odd).next().unwrap_or(anywhere);

    let mut travelled = Vec::new();
    let mut walk: Vec<(usize, Option<u8>)> = vec![(start, None)];
    while let Some((city, came_by)) = walk.last().copied() {
        let id = at_city[city].trailing_zeros() as usize;
        if let Some(edge) = edge_of.get(id).copied().flatten() {
            let next = usize::from(edge.a ^ edge.b) ^ city;
            at_city[city] &= !(1 << id);
            at_city[next] &= !(1 << id);
            walk.push((next, Some(id as u8)));
        } else {
            travelled.extend(came_by);
            walk.pop();
        }
    }
    travelled.reverse();
    travelled
}
