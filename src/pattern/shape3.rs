//! The shapes of three by three points that are worth an answer in a playout.

use std::sync::LazyLock;

use crate::board::{Board, Color, Point};

/// Patterns around the point to play on, which is in the middle; Black to move there.
///
/// `X` Black, `O` White, `.` empty, `#` beyond the edge, `x` anything but Black, `o` anything but
/// White, `?` anything, the edge included only for `?`. From "Modification of UCT with patterns in
/// Monte-Carlo Go" (Gelly et al. 2006, section 3.2): hane, cuts, and moves at the edge. Each stands
/// for its rotations, reflections, and itself with the colours exchanged.
const PATTERNS: [[&str; 3]; 13] = [
    // Hane
    ["XOX", ". .", "???"],
    ["XO.", ". .", "?.?"],
    ["XO?", "X .", "x.?"],
    [".O.", "X .", "..."],
    // Cuts
    ["XO?", "O o", "?o?"],
    ["XO?", "O X", "???"],
    ["?X?", "O O", "ooo"],
    ["OX?", "o O", "???"],
    // At the edge
    ["X.?", "O ?", "###"],
    ["OX?", "X O", "###"],
    ["?X?", "x O", "###"],
    ["?XO", "x x", "###"],
    ["?OX", "X O", "###"],
];

/// Places around the middle, in the order of the code's digits.
const PLACES: usize = 8;

/// What a place holds, as two bits of a code: empty, own, opposing, beyond the edge.
const EMPTY: u16 = 0;
const OWN: u16 = 1;
const OPPOSING: u16 = 2;
const EDGE: u16 = 3;

/// One bit for each of the 4^8 codes.
static TABLE: LazyLock<Box<[u64; 1024]>> = LazyLock::new(table);

/// Whether a play of `color` on the empty `point` makes one of the shapes that playouts like.
#[inline]
#[must_use]
pub fn matches_shape(board: &Board, point: Point, color: Color) -> bool {
    let code = code(board, point, color) as usize;
    TABLE[code / 64] >> (code % 64) & 1 != 0
}

#[inline]
fn code(board: &Board, point: Point, color: Color) -> u16 {
    let [up, left, right, down] = board.around(point);
    let [up_left, up_right, down_left, down_right] = board.diagonals(point);
    let places = [up_left, up, up_right, left, right, down_left, down, down_right];
    places.into_iter().fold(0, |code, place| {
        let digit = match board.stone(place) {
            Some(stone) if stone == color => OWN,
            Some(_) => OPPOSING,
            None if board.is_empty(place) => EMPTY,
            None => EDGE,
        };
        code << 2 | digit
    })
}

fn table() -> Box<[u64; 1024]> {
    let mut table = Box::new([0; 1024]);
    for pattern in PATTERNS {
        let symbols: Vec<u8> = pattern.concat().into_bytes();
        let around: Vec<u8> =
            symbols.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, &s)| s).collect();
        for symmetry in symmetries(&around) {
            mark(&mut table, &symmetry, 0, 0);
        }
    }
    table
}

/// The eight rotations and reflections.
fn symmetries(around: &[u8]) -> Vec<Vec<u8>> {
    const ROTATED: [usize; PLACES] = [5, 3, 0, 6, 1, 7, 4, 2];
    const MIRRORED: [usize; PLACES] = [2, 1, 0, 4, 3, 7, 6, 5];
    let mut all = Vec::new();
    let mut turned = around.to_vec();
    for _ in 0..4 {
        turned = ROTATED.iter().map(|&place| turned[place]).collect();
        all.push(turned.clone());
        all.push(MIRRORED.iter().map(|&place| turned[place]).collect());
    }
    all
}

/// Marks every code that the symbols from `place` on allow, with colours as they are and
/// exchanged.
fn mark(table: &mut [u64; 1024], symbols: &[u8], place: usize, code: u16) {
    if place == PLACES {
        let exchanged = exchange_colors(code);
        for code in [code, exchanged] {
            table[code as usize / 64] |= 1 << (code % 64);
        }
        return;
    }
    let digits: &[u16] = match symbols[place] {
        b'X' => &[OWN],
        b'O' => &[OPPOSING],
        b'.' => &[EMPTY],
        b'#' => &[EDGE],
        b'x' => &[EMPTY, OPPOSING],
        b'o' => &[EMPTY, OWN],
        _ => &[EMPTY, OWN, OPPOSING, EDGE],
    };
    for digit in digits {
        mark(table, symbols, place + 1, code << 2 | digit);
    }
}

fn exchange_colors(code: u16) -> u16 {
    (0..PLACES).fold(0, |exchanged, place| {
        let digit = code >> (2 * place) & 3;
        let digit = match digit {
            OWN => OPPOSING,
            OPPOSING => OWN,
            other => other,
        };
        exchanged | digit << (2 * place)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(diagram: &str) -> bool {
        let board: Board = diagram.parse().unwrap();
        let middle = board.size().point(1, 1).unwrap();
        let by_color = Color::ALL.map(|color| matches_shape(&board, middle, color));
        assert_eq!(by_color[0], by_color[1], "shapes count for both colours");
        by_color[0]
    }

    #[test]
    fn hane_and_cut_match_in_every_direction() {
        assert!(
            matches(". . . .\n. . O .\n. X . .\n. . . .")
                == matches(". . . .\n. . X .\n. O . .\n. . . .")
        );
        assert!(matches("X O . .\n. . . .\n. . . .\n. . . ."));
        assert!(matches(". O X .\n. . . .\n. . . .\n. . . ."));
        assert!(matches("X . . .\nO . . .\n. . . .\n. . . ."));
    }

    #[test]
    fn quiet_places_do_not() {
        assert!(!matches(". . . .\n. . . .\n. . . .\n. . . ."));
        assert!(!matches("X X . .\n. . . .\n. . . .\n. . . ."));
    }
}
