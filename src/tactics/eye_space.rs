//! Eye spaces with an opposing stone inside.

use crate::board::{Board, Color, Point};

/// The largest eye space in which an intruder has to be answered.
const MOST_POINTS: usize = 6;

/// Where `owner` answers an opposing stone inside an eye space: on the empty point with the most
/// neighbours in there, which makes two eyes of the rest if anything does.
///
/// `None` if the stone is in no small space enclosed by that colour alone, or if no point is left
/// that would divide it.
#[must_use]
pub fn answer_in_eye_space(board: &Board, intruder: Point, owner: Color) -> Option<Point> {
    let mut space = [intruder; MOST_POINTS];
    let mut len = 1;
    let mut at = 0;
    while at < len {
        for place in board.neighbours(space[at]) {
            if board.stone(place) != Some(owner) && !space[..len].contains(&place) {
                if len == MOST_POINTS {
                    return None;
                }
                space[len] = place;
                len += 1;
            }
        }
        at += 1;
    }
    let space = &space[..len];
    let ways = |point: Point| board.neighbours(point).filter(|place| space.contains(place)).count();
    let empty = space.iter().copied().filter(|&point| board.is_empty(point));
    empty.max_by_key(|&point| ways(point)).filter(|&point| ways(point) > 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Vertex;

    fn answer(diagram: &str, intruder: &str) -> Option<String> {
        let board: Board = diagram.parse().unwrap();
        let intruder = Vertex::parse(board.size(), intruder).unwrap().point().unwrap();
        let answer = answer_in_eye_space(&board, intruder, Color::Black);
        answer.map(|point| Vertex::of(board.size(), point).to_string())
    }

    #[test]
    fn a_four_in_zigzag_is_kept_by_its_other_middle_point() {
        let zigzag = "
            X X X X
            . O X X
            X . . X
            X X X X";
        assert_eq!(answer(zigzag, "B3").as_deref(), Some("B2"));
    }

    #[test]
    fn a_straight_four_is_kept_by_its_other_middle_point() {
        assert_eq!(answer("X X X X X\n. O . . X\nX X X X X", "B2").as_deref(), Some("C2"));
    }

    #[test]
    fn nothing_is_answered_in_the_open_or_where_nothing_divides() {
        assert_eq!(answer("X X X X X\n. O X X X\nX X X X X", "B2"), None);
        assert_eq!(answer("X . . . X\n. O . . X\nX . . . X", "B2"), None);
    }
}
