//! Replies to an opposing stone inside an eye space.

use crate::board::{Board, Color, Point};

/// Points of the largest eye space in which an intruder is answered.
const MAX_POINTS: usize = 6;

/// Returns the reply of `owner` to an opposing stone inside an eye space: the empty point with the
/// most neighbors in the space, which is the likeliest to divide it into two eyes.
///
/// Returns `None` if the stone is in no small space enclosed by that color alone, or if no empty
/// point divides the space.
#[must_use]
pub fn answer_in_eye_space(board: &Board, intruder: Point, owner: Color) -> Option<Point> {
    let mut space = [intruder; MAX_POINTS];
    let mut len = 1;
    let mut at = 0;
    while at < len {
        for place in board.neighbors(space[at]) {
            if board.stone(place) != Some(owner) && !space[..len].contains(&place) {
                if len == MAX_POINTS {
                    return None;
                }
                space[len] = place;
                len += 1;
            }
        }
        at += 1;
    }
    let space = &space[..len];
    let degree =
        |point: Point| board.neighbors(point).filter(|place| space.contains(place)).count();
    let empty = space.iter().copied().filter(|&point| board.is_empty(point));
    empty.max_by_key(|&point| degree(point)).filter(|&point| degree(point) > 1)
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
    fn a_four_in_zigzag_lives_by_its_other_middle_point() {
        let zigzag = "
            X X X X
            . O X X
            X . . X
            X X X X";
        assert_eq!(answer(zigzag, "B3").as_deref(), Some("B2"));
    }

    #[test]
    fn a_straight_four_lives_by_its_other_middle_point() {
        assert_eq!(answer("X X X X X\n. O . . X\nX X X X X", "B2").as_deref(), Some("C2"));
    }

    #[test]
    fn there_is_no_reply_in_the_open_or_where_no_point_divides() {
        assert_eq!(answer("X X X X X\n. O X X X\nX X X X X", "B2"), None);
        assert_eq!(answer("X . . . X\n. O . . X\nX . . . X", "B2"), None);
    }
}
