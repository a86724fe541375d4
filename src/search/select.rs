//! Which child to look at next.

use super::tree::Node;

/// Weight of exploration. Playouts vary less than coin flips, so it is far below UCB1's √2.
const EXPLORATION: f64 = 0.4;

/// The place of the child with the largest upper confidence bound (UCT: Kocsis and Szepesvári
/// 2006, "Bandit based Monte-Carlo planning"). Children without a visit come first, the search for
/// them starting at place `offset`, so that their order is random if the offset is.
pub(super) fn select(children: &[Node], parent_visits: u32, offset: usize) -> usize {
    let log = f64::from(parent_visits.max(1)).ln();
    let bound = |child: &Node| {
        child.value().map_or(f64::INFINITY, |value| {
            value + EXPLORATION * (log / f64::from(child.visits())).sqrt()
        })
    };
    let mut best = (0, f64::NEG_INFINITY);
    for place in (offset..children.len()).chain(0..offset) {
        let bound = bound(&children[place]);
        if bound > best.1 {
            best = (place, bound);
        }
    }
    best.0
}
