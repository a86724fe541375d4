//! Stones that live without two eyes because nobody can attack them.

use crate::{
    board::{Board, Color, Point, PointSet},
    score::{enclosed_regions, pass_alive, shared},
};

/// Points of a territory that are taken to give its owner room for two eyes.
const ROOM: usize = 6;

/// The stones in seki on a board without dead stones and neutral points that can be filled: those
/// that have liberties in common with the opponent all the same (the Japanese rules, article 8,
/// call stones with neutral points alive in seki).
///
/// Neither side of a seki has two eyes of its own: stones that live by themselves are in none.
pub(super) fn stones_in_seki(filled: &Board) -> PointSet {
    let safe = Color::ALL.map(|color| living(filled, color));
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

/// The stones of a colour that live without a seki: unconditionally, by a territory with room for
/// two eyes, or since they can be connected with such stones through a territory.
fn living(board: &Board, color: Color) -> PointSet {
    let mut living = pass_alive(board, color, false).stones;
    let mut borders = Vec::new();
    for territory in enclosed_regions(board, &PointSet::EMPTY, color) {
        let around = territory.iter().flat_map(|&point| board.neighbours(point));
        let stones = around.filter(|&place| !board.is_empty(place));
        let border: PointSet = stones.flat_map(|stone| board.chain(stone)).collect();
        if territory.len() >= ROOM {
            living.extend_from(&border);
        }
        borders.push(border);
    }
    while let Some(at) = borders.iter().position(|border| border.iter().any(|s| living.contains(s)))
    {
        living.extend_from(&borders.swap_remove(at));
    }
    living
}

/// Whether all liberties of a chain are next to friends in seki, as those of a stone are that has
/// just taken a ko there.
fn depends_on(board: &Board, chain: Point, in_seki: &PointSet) -> bool {
    let color = board.stone(chain);
    let is_friend = |place: Point| board.stone(place) == color && in_seki.contains(place);
    board.liberties(chain).all(|liberty| board.neighbours(liberty).any(is_friend))
}
