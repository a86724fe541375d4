//! Stones that live without two eyes because neither side can attack.

use super::dame::{fill_dame, first_to_fill_dame};
use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    score::{dame, enclosed_regions, pass_alive},
};

/// Points of a territory from which it counts as room for two eyes.
const MIN_TWO_EYE_TERRITORY: usize = 6;

/// The stones in seki, given the dead stones.
#[must_use]
pub fn seki_given_dead(game: &Game, dead: &PointSet) -> PointSet {
    let board = game.board();
    let filled = fill_dame(board, dead, first_to_fill_dame(game)).living();
    stones_in_seki(&filled).iter().filter(|&stone| !board.is_empty(stone)).collect()
}

/// Returns the stones in seki on a board without dead stones, after all dame that can be filled are
/// filled: those that still share liberties with the opponent (the Japanese rules, article 8, call
/// stones with dame alive in seki).
///
/// Neither side of a seki has two eyes: stones that live independently are in none.
pub(super) fn stones_in_seki(filled: &Board) -> PointSet {
    let independent = Color::ALL.map(|color| independently_alive(filled, color));
    let mut in_seki = PointSet::EMPTY;
    for point in dame(filled, &PointSet::EMPTY).iter() {
        let around = filled.neighbors(point).filter(|&place| !filled.is_empty(place));
        let chains: PointSet = around
            .filter(|&stone| !independent.iter().any(|stones| stones.contains(stone)))
            .map(|stone| filled.head(stone))
            .collect();
        let has = |color| chains.iter().any(|chain| filled.stone(chain) == Some(color));
        if Color::ALL.into_iter().all(has) {
            in_seki.extend_from(&chains.iter().flat_map(|chain| filled.chain(chain)).collect());
        }
    }
    let dependent: Vec<Point> = filled
        .chains()
        .filter(|&chain| !in_seki.contains(chain) && depends_on(filled, chain, &in_seki))
        .flat_map(|chain| filled.chain(chain))
        .collect();
    dependent.into_iter().for_each(|stone| _ = in_seki.insert(stone));
    in_seki
}

/// The stones of a color that are alive without a seki: pass-alive ones, those around a territory
/// with room for two eyes, and those connected with such stones through a territory.
fn independently_alive(board: &Board, color: Color) -> PointSet {
    let mut alive = pass_alive(board, color, false).stones;
    let mut borders = Vec::new();
    for territory in enclosed_regions(board, &PointSet::EMPTY, color) {
        let around = territory.iter().flat_map(|&point| board.neighbors(point));
        let stones = around.filter(|&place| !board.is_empty(place));
        let border: PointSet = stones.flat_map(|stone| board.chain(stone)).collect();
        if territory.len() >= MIN_TWO_EYE_TERRITORY {
            alive.extend_from(&border);
        }
        borders.push(border);
    }
    while let Some(at) = borders.iter().position(|border| border.iter().any(|s| alive.contains(s)))
    {
        alive.extend_from(&borders.swap_remove(at));
    }
    alive
}

/// Whether all liberties of a chain are next to own stones in seki, as after the capture of a ko
/// there.
fn depends_on(board: &Board, chain: Point, in_seki: &PointSet) -> bool {
    let color = board.stone(chain);
    let is_own = |place: Point| board.stone(place) == color && in_seki.contains(place);
    board.liberties(chain).all(|liberty| board.neighbors(liberty).any(is_own))
}
