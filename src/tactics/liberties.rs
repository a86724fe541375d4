//! The liberties of a chain after a play.

use crate::board::{Board, Color, Point};

/// Returns the number of liberties, at most `MAX`, of the chain that a stone of `color` on the
/// empty `point` would belong to, not counting `taken`. Ignores captures.
pub fn joined_liberties<const MAX: usize>(
    board: &Board,
    point: Point,
    color: Color,
    taken: Option<Point>,
) -> usize {
    let mut found = [point; MAX];
    let mut count = 0;
    let mut is_enough = |liberty: Point| {
        if Some(liberty) != taken && liberty != point && !found[..count].contains(&liberty) {
            found[count] = liberty;
            count += 1;
        }
        count == MAX
    };
    let _ = board.around(point).into_iter().any(|place| match board.stone(place) {
        None => board.is_empty(place) && is_enough(place),
        Some(stone) => stone == color && board.liberties(place).any(&mut is_enough),
    });
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Vertex};

    #[test]
    fn liberties_of_joined_chains_count_once() {
        let diagram = "
            . . . . .
            . X . . .
            X . X O .
            . . O . .
            . . . . .";
        let board: Board = diagram.parse().unwrap();
        let at = |vertex| match Vertex::parse(board.size(), vertex) {
            Ok(Move::Play(point)) => point,
            other => panic!("{vertex}: {other:?}"),
        };
        let joined = |taken| joined_liberties::<9>(&board, at("B3"), Color::Black, taken);
        assert_eq!(joined(None), 5);
        assert_eq!(joined(Some(at("A4"))), 4);
        assert_eq!(joined(Some(at("E5"))), 5);
        assert_eq!(joined_liberties::<3>(&board, at("B3"), Color::Black, None), 3);
    }
}
