//! Stones that live without two eyes because nobody can attack them.

use crate::{
    board::{Board, Color, Point, PointSet},
    score::shared,
    tactics::LadderReader,
};

/// The living stones in seki: those that still have neutral points as liberties when all neutral
/// points are filled that a player can fill without losing stones (the Japanese rules, article 8,
/// call stones with neutral points alive in seki).
pub(super) fn stones_in_seki(board: &Board, dead: &PointSet) -> PointSet {
    let stones = board.size().points().filter_map(|point| Some((point, board.stone(point)?)));
    let living = stones.filter(|(point, _)| !dead.contains(*point));
    let filled = Board::set_up(board.size(), living);
    let Ok(mut filled) = filled else { return PointSet::EMPTY };
    fill_neutral_points(&mut filled);
    let neutral = shared(&filled, &PointSet::EMPTY);
    let holders = neutral.iter().flat_map(|point| filled.around(point));
    let chains: PointSet =
        holders.filter(|&place| filled.stone(place).is_some()).map(|s| filled.head(s)).collect();
    let in_seki = chains.iter().flat_map(|chain| filled.chain(chain));
    in_seki.filter(|&stone| board.stone(stone).is_some()).collect()
}

/// Both players in turn put stones on neutral points where that is safe, until nobody can.
fn fill_neutral_points(board: &mut Board) {
    let mut reader = LadderReader::new(board);
    let mut color = Color::Black;
    let mut passed = false;
    loop {
        let neutral = shared(board, &PointSet::EMPTY);
        let choice = neutral.iter().find(|&point| is_safe(board, point, color, &mut reader));
        match choice {
            Some(point) => board.play_unchecked(point, color, &mut ()),
            None if passed => return,
            None => board.pass(),
        }
        passed = choice.is_none();
        color = color.opponent();
    }
}

/// Whether a stone on a neutral point cannot be captured at once.
fn is_safe(board: &Board, point: Point, color: Color, reader: &mut LadderReader) -> bool {
    if !board.is_legal(point, color) {
        return false;
    }
    let mut after = board.clone();
    after.play_unchecked(point, color, &mut ());
    let is_captured = |attack: Point| reader.captures(&after, point, attack);
    match after.liberty_count(point) {
        0 | 1 => false,
        2 => !after.liberties(point).collect::<Vec<_>>().into_iter().any(is_captured),
        _ => true,
    }
}
