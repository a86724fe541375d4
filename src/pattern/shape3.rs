//! The 3×3 patterns of playouts.

use std::sync::LazyLock;

use crate::board::{Board, Point, Surroundings};

/// Patterns around a move in the center: hane, cuts, and moves at the edge (Gelly et al. 2006,
/// "Modification of UCT with patterns in Monte-Carlo Go", section 3.2).
///
/// `X` Black, `O` White, `.` empty, `#` beyond the edge, `x` White or empty, `o` Black or empty,
/// `?` anything. Each pattern includes its rotations and reflections, and these with the colors
/// exchanged.
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

/// Number of places around the center.
const PLACES: usize = 8;

/// One bit for each value of [`Surroundings::code`].
type CodeSet = [u64; Surroundings::COUNT / 64];

static MATCHING: LazyLock<Box<CodeSet>> = LazyLock::new(matching_codes);

/// Whether a play on the empty `point`, by either color, matches one of the 3×3 patterns.
#[inline]
#[must_use]
pub fn matches_shape(board: &Board, point: Point) -> bool {
    let code = board.surroundings(point).code();
    MATCHING[code / 64] >> (code % 64) & 1 != 0
}

fn matching_codes() -> Box<CodeSet> {
    let mut codes = Box::new([0; Surroundings::COUNT / 64]);
    for pattern in PATTERNS {
        let symbols: Vec<u8> = pattern.concat().into_bytes();
        let around: Vec<u8> =
            symbols.iter().enumerate().filter(|(i, _)| *i != 4).map(|(_, &s)| s).collect();
        for symmetry in symmetries(&around) {
            insert(&mut codes, &symmetry, 0, 0);
        }
    }
    codes
}

/// The eight rotations and reflections.
fn symmetries(around: &[u8]) -> Vec<Vec<u8>> {
    const ROTATED: [usize; PLACES] = [5, 3, 0, 6, 1, 7, 4, 2];
    const MIRRORED: [usize; PLACES] = [2, 1, 0, 4, 3, 7, 6, 5];
    let mut all = Vec::new();
    let mut rotated = around.to_vec();
    for _ in 0..4 {
        rotated = ROTATED.iter().map(|&place| rotated[place]).collect();
        all.push(rotated.clone());
        all.push(MIRRORED.iter().map(|&place| rotated[place]).collect());
    }
    all
}

/// Inserts every code that matches the symbols from `place` on, and those with the colors
/// exchanged.
fn insert(codes: &mut CodeSet, symbols: &[u8], place: usize, code: u16) {
    if place == PLACES {
        let exchanged = exchange_colors(code);
        for code in [code, exchanged] {
            codes[code as usize / 64] |= 1 << (code % 64);
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
        insert(codes, symbols, place + 1, code << 2 | digit);
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
        let center = board.size().point(1, 1).unwrap();
        matches_shape(&board, center)
    }

    #[test]
    fn hane_and_cut_match_in_every_direction() {
        assert!(matches(". . . .\n. . O .\n. X . .\n. . . ."));
        assert!(matches(". . . .\n. . X .\n. O . .\n. . . ."), "the colors exchanged");
        assert!(matches("X O . .\n. . . .\n. . . .\n. . . ."));
        assert!(matches(". O X .\n. . . .\n. . . .\n. . . ."));
        assert!(matches("X . . .\nO . . .\n. . . .\n. . . ."));
    }

    #[test]
    fn points_away_from_contact_do_not_match() {
        assert!(!matches(". . . .\n. . . .\n. . . .\n. . . ."));
        assert!(!matches("X X . .\n. . . .\n. . . .\n. . . ."));
        assert!(!matches(". . . .\nX . O .\n. . . .\n. . . ."), "nothing is cut in between");
    }
}
