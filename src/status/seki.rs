//! Stones that live without two eyes because nobody can attack them.

use crate::{
    board::{Board, Color, Point, PointSet},
    score::{pass_alive, shared},
    tactics::LadderReader,
};

/// The living stones in seki: those that still have neutral points as liberties when all neutral
/// points are filled that a player can fill without losing stones (the Japanese rules, article 8,
/// call stones with neutral points alive in seki).
///
/// Neither side of a seki has two eyes of its own, so stones that live unconditionally are in none.
pub(super) fn stones_in_seki(board: &Board, dead: &PointSet) -> PointSet {
    let stones = board.size().points().filter_map(|point| Some((point, board.stone(point)?)));
    let living = stones.filter(|(point, _)| !dead.contains(*point));
    let Ok(mut filled) = Board::set_up(board.size(), living) else { return PointSet::EMPTY };
    fill_neutral_points(&mut filled);
    let safe = Color::ALL.map(|color| pass_alive(&filled, color, false).stones);
    let mut in_seki = PointSet::EMPTY;
    for point in shared(&filled, &PointSet::EMPTY).iter() {
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
    in_seki.iter().filter(|&stone| board.stone(stone).is_some()).collect()
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
