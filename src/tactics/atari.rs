//! Atari: self-atari, capture, rescue.

use crate::board::{Board, Color, Point};

/// Whether a stone of `color` on the empty `point` would capture a chain.
#[inline]
#[must_use]
pub fn would_capture(board: &Board, point: Point, color: Color) -> bool {
    board.around(point).into_iter().any(|place| {
        board.stone(place) == Some(color.opponent()) && board.liberty_count(place) == 1
    })
}

/// Whether a stone of `color` on the empty `point` would leave its chain with one liberty or none.
#[inline]
#[must_use]
pub fn is_self_atari(board: &Board, point: Point, color: Color) -> bool {
    board.empty_neighbors(point) < 2 && liberties_after(board, point, color, None) < 2
}

/// The number of liberties, at most 2, of the chain that a stone of `color` on the empty `point`
/// would belong to, not counting `taken`. Unlike [`joined_liberties`](super::joined_liberties) it
/// counts captures, and stops at two; playouts call it for each move.
fn liberties_after(board: &Board, point: Point, color: Color, taken: Option<Point>) -> usize {
    let mut found = None;
    // Whether this is the second one.
    let mut is_second = |liberty: Point| {
        liberty != point
            && Some(liberty) != taken
            && found.replace(liberty).is_some_and(|other| other != liberty)
    };
    // A chain with more liberties keeps two beside `point` and `taken`.
    let plenty = 2 + usize::from(taken.is_some());
    for place in board.around(point) {
        let has_two = match board.stone(place) {
            Some(stone) if stone == color => {
                board.liberty_count(place) > plenty || board.liberties(place).any(&mut is_second)
            }
            // Captured stones become liberties; two of them are enough.
            Some(_) if board.liberty_count(place) == 1 => {
                board.chain_len(place) > 1 || is_second(place)
            }
            Some(_) => false,
            None => board.is_empty(place) && is_second(place),
        };
        if has_two {
            return 2;
        }
    }
    usize::from(found.is_some())
}

/// Calls `consider` with the ataris on a chain with two liberties after which extending leaves it at
/// most one liberty. Does not read longer ladders.
pub fn inescapable_ataris(board: &Board, chain: Point, mut consider: impl FnMut(Point)) {
    let Some(owner) = board.stone(chain).filter(|_| board.liberty_count(chain) == 2) else {
        return;
    };
    let mut liberties = board.liberties(chain);
    let (Some(a), Some(b)) = (liberties.next(), liberties.next()) else { return };
    for (atari, extension) in [(a, b), (b, a)] {
        let freed = usize::from(board.around(extension).contains(&atari));
        if board.empty_neighbors(extension) < 2 + freed
            && liberties_after(board, extension, owner, Some(atari)) < 2
            && !is_self_atari(board, atari, owner.opponent())
        {
            consider(atari);
        }
    }
}

/// Stones, the new one included, that a self-atari may sacrifice: up to the bulky and the crossed
/// five.
const MAX_SACRIFICED_STONES: usize = 5;

/// Whether a stone of `color` on the empty `point` is a self-atari without a purpose.
///
/// A self-atari has a purpose if it captures, throws in a single stone next to a chain with at most
/// two liberties, or fills an eye space with few enough stones to leave the opponent one eye.
#[inline]
#[must_use]
pub fn is_bad_self_atari(board: &Board, point: Point, color: Color) -> bool {
    is_self_atari(board, point, color)
        && !would_capture(board, point, color)
        && is_pointless(board, point, color)
}

/// Whether a self-atari that captures nothing is neither a throw-in nor a nakade.
fn is_pointless(board: &Board, point: Point, color: Color) -> bool {
    let mut own_stones = 1;
    let mut heads = [None; 4];
    let mut opposing_chain = None;
    let mut touches_one_chain = true;
    let mut is_throw_in = false;
    for (slot, place) in board.around(point).into_iter().enumerate() {
        let Some(stone) = board.stone(place) else { continue };
        let head = board.head(place);
        if stone == color {
            if !heads.contains(&Some(head)) {
                heads[slot] = Some(head);
                own_stones += board.chain_len(place);
            }
        } else {
            touches_one_chain &= opposing_chain.is_none_or(|other| other == head);
            opposing_chain = Some(head);
            is_throw_in |= board.liberty_count(place) <= 2;
        }
    }
    match own_stones {
        1 => !is_throw_in,
        2..=MAX_SACRIFICED_STONES => !touches_one_chain || opposing_chain.is_none(),
        _ => true,
    }
}

/// Calls `consider` with the points where the chain of `stone`, which is in atari, can be saved:
/// captures of chains around it, and its last liberty if that leaves it two or more.
pub fn rescues(board: &Board, stone: Point, mut consider: impl FnMut(Point)) {
    let Some(color) = board.stone(stone) else { return };
    let Some(last_liberty) = board.liberties(stone).next() else { return };
    for member in board.chain(stone) {
        for place in board.around(member) {
            let is_opponent = board.stone(place) == Some(color.opponent());
            if is_opponent && board.liberty_count(place) == 1 {
                consider(board.liberties(place).next().expect("it has one"));
            }
        }
    }
    if !is_self_atari(board, last_liberty, color) {
        consider(last_liberty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Move, Vertex};

    fn at(board: &Board, vertex: &str) -> Point {
        match Vertex::parse(board.size(), vertex) {
            Ok(Move::Play(point)) => point,
            other => panic!("{vertex}: {other:?}"),
        }
    }

    #[test]
    fn self_atari_counts_liberties_of_all_chains_joined() {
        let board: Board = "
            . O . . .
            . X O . .
            . . X O .
            . X O . ."
            .parse()
            .unwrap();
        let self_atari = |vertex, color| is_self_atari(&board, at(&board, vertex), color);
        assert!(self_atari("A4", Color::Black));
        assert!(!self_atari("B2", Color::Black));
        assert!(!self_atari("A3", Color::Black));
        assert!(!self_atari("D1", Color::White));
    }

    #[test]
    fn a_capture_of_two_gives_two_liberties() {
        let board: Board = "
            . O O X
            O X X .
            . X . ."
            .parse()
            .unwrap();
        let corner = at(&board, "A3");
        assert!(would_capture(&board, corner, Color::Black));
        assert!(!is_self_atari(&board, corner, Color::Black));
    }

    #[test]
    fn a_chain_is_caught_where_extending_does_not_help() {
        let caught = |diagram: &str| {
            let board: Board = diagram.parse().unwrap();
            let mut found = Vec::new();
            inescapable_ataris(&board, at(&board, "C3"), |point| {
                found.push(Vertex::of(board.size(), point).to_string());
            });
            found.join(" ")
        };
        assert_eq!(
            caught(". O X O .\n. O X . .\n. . . . ."),
            "",
            "either liberty leads into the open"
        );
        assert_eq!(caught(". O X O .\n. O X . O\n. . . . ."), "C1");
        assert_eq!(caught(". O X O .\n. O X . O\nO X . X ."), "D2", "the other atari is suicide");
        assert_eq!(caught(". O X O .\n. O X O .\n. . . . ."), "", "it is in atari already");
    }

    #[test]
    fn rescues_capture_or_extend() {
        let board: Board = "
            . . . . .
            . O X O .
            . X O X .
            . . . . ."
            .parse()
            .unwrap();
        let mut found = Vec::new();
        rescues(&board, at(&board, "C3"), |point| found.push(point));
        assert_eq!(found, [at(&board, "C1"), at(&board, "C4")]);
    }
}
