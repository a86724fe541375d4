//! Stones that live without two eyes because nobody can attack them.

use crate::{
    board::{Board, Color, Point, PointSet},
    score::{pass_alive, shared},
};

/// The stones in seki on a board without dead stones and neutral points that can be filled: those
/// that have liberties in common with the opponent all the same (the Japanese rules, article 8,
/// call stones with neutral points alive in seki).
///
/// Neither side of a seki has two eyes of its own, so stones that live unconditionally are in none.
pub(super) fn stones_in_seki(filled: &Board) -> PointSet {
    let safe = Color::ALL.map(|color| pass_alive(filled, color, false).stones);
    let mut in_seki = PointSet::EMPTY;
    for point in shared(filled, &PointSet::EMPTY).iter() {
        let around = filled.neighbours(point).filter(|&place| !filled.is_empty(place));
        let chains: PointSet = around
            .filter(|&stone| !safe.iter().any(|safe| safe.contains(stone)))
            .map(|stone| filled.head(stone))
            .collect();
        let has = |color| chains.iter().any(|chain| filled.stone(chain) == Some(color));
        if Color::ALL.into_iter().all(has) {
            in_seki.extend_from(&chains.iter().flat_map(|chain| filled.chain(chain)).collect());
        }
    }
    let share_the_fate: Vec<Point> = filled
        .chains()
        .filter(|&chain| !in_seki.contains(chain) && depends_on(filled, chain, &in_seki))
        .flat_map(|chain| filled.chain(chain))
        .collect();
    share_the_fate.into_iter().for_each(|stone| _ = in_seki.insert(stone));
    in_seki
}

/// Whether all liberties of a chain are next to friends in seki, as those of a stone are that has
/// just taken a ko there.
fn depends_on(board: &Board, chain: Point, in_seki: &PointSet) -> bool {
    let color = board.stone(chain);
    let is_friend = |place: Point| board.stone(place) == color && in_seki.contains(place);
    board.liberties(chain).all(|liberty| board.neighbours(liberty).any(is_friend))
}
