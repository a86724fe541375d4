//! The shapes of three by three points that are worth an answer in a playout.

use std::sync::LazyLock;

use crate::board::{Board, Point, Surroundings};

/// Patterns around the point to play on, which is in the middle.
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

/// One bit for each of the codes.
type Table = [u64; Surroundings::COUNT / 64];

static TABLE: LazyLock<Box<Table>> = LazyLock::new(table);

/// Whether a play on the empty `point`, by either colour, makes one of the shapes that playouts
/// like.
#[inline]
#[must_use]
pub fn matches_shape(board: &Board, point: Point) -> bool {
    let code = board.surroundings(point).code();
    TABLE[code / 64] >> (code % 64) & 1 != 0
}

fn table() -> Box<Table> {
    let mut table = Box::new([0; Surroundings::COUNT / 64]);
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
fn mark(table: &mut Table, symbols: &[u8], place: usize, code: u16) {
    if place == PLACES {
        let exchanged = exchange_colors(code);
        for code in [code, exchanged] {
            table[code as usize / 64] |= 1 << (code % 64);
        }
        return;
    }
    const EMPTY: u16 = Surroundings::EMPTY;
    const BLACK: u16 = Surroundings::BLACK;
    const WHITE: u16 = Surroundings::WHITE;
    const EDGE: u16 = Surroundings::EDGE;
    let digits: &[u16] = match symbols[place] {
        b'X' => &[BLACK],
        b'O' => &[WHITE],
        b'.' => &[EMPTY],
        b'#' => &[EDGE],
        b'x' => &[EMPTY, WHITE],
        b'o' => &[EMPTY, BLACK],
        _ => &[EMPTY, BLACK, WHITE, EDGE],
    };
    for digit in digits {
        mark(table, symbols, place + 1, code << 2 | digit);
    }
}

fn exchange_colors(code: u16) -> u16 {
    (0..PLACES).fold(0, |exchanged, place| {
        let digit = code >> (2 * place) & 3;
        let digit = match digit {
            Surroundings::BLACK => Surroundings::WHITE,
            Surroundings::WHITE => Surroundings::BLACK,
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
        matches_shape(&board, middle)
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
