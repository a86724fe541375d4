//! Moves as GTP writes them.

use std::fmt;

use thiserror::Error;

use super::{
    point::{Move, Point},
    size::Size,
};

/// The column letters of GTP, without `I`.
const COLUMNS: &[u8; Size::MAX as usize] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The GTP text of a move on a board: `D4`, `Q16` or `pass`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vertex {
    size: Size,
    mv: Move,
}

/// The text is not a vertex of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum VertexError {
    /// Neither a letter and a number nor `pass`.
    #[error(
        "invalid vertex: expected a letter and a number such as D4 (there is no column I), or pass"
    )]
    Syntax,
    /// A vertex off the board.
    #[error("invalid vertex: off the {0} board")]
    OffBoard(Size),
}

impl Vertex {
    /// The text of `mv` on a board of this size.
    #[must_use]
    pub const fn new(size: Size, mv: Move) -> Vertex {
        Vertex { size, mv }
    }

    /// The text of a point on a board of this size.
    #[must_use]
    pub const fn of(size: Size, point: Point) -> Vertex {
        Vertex::new(size, Move::Play(point))
    }

    /// Reads a vertex or `pass`, in any case.
    ///
    /// # Errors
    /// [`VertexError::Syntax`] for other text, [`VertexError::OffBoard`] for a vertex off a board
    /// of this size.
    pub fn parse(size: Size, text: &str) -> Result<Move, VertexError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        let [letter, digits @ ..] = text.as_bytes() else { return Err(VertexError::Syntax) };
        let letter = letter.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&name| name == letter).ok_or(VertexError::Syntax)?;
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(VertexError::Syntax);
        }
        let off_board = VertexError::OffBoard(size);
        let number: u8 = text[1..].parse().map_err(|_| off_board)?;
        let row = size.height().checked_sub(number).ok_or(off_board)?;
        size.point(column as u8, row).map(Move::Play).ok_or(off_board)
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mv {
            Move::Pass => f.write_str("pass"),
            Move::Play(point) => {
                let letter = COLUMNS[self.size.column(point) as usize] as char;
                write!(f, "{letter}{}", self.size.height() - self.size.row(point))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_reads_back() {
        let size = Size::new(25, 3).unwrap();
        for point in size.points() {
            let text = Vertex::of(size, point).to_string();
            assert_eq!(Vertex::parse(size, &text), Ok(Move::Play(point)));
            assert_eq!(Vertex::parse(size, &text.to_lowercase()), Ok(Move::Play(point)));
        }
        assert_eq!(Vertex::parse(size, "PASS"), Ok(Move::Pass));
        assert_eq!(Vertex::of(size, size.point(8, 2).unwrap()).to_string(), "J1");
    }

    #[test]
    fn malformed_vertices_and_vertices_off_the_board_are_different_errors() {
        let size = Size::square(9).unwrap();
        for text in ["", "I5", "5E", "E", "E-1", "E+1", "É5", "E5x", "äöü"] {
            assert_eq!(Vertex::parse(size, text), Err(VertexError::Syntax), "{text}");
        }
        for text in ["E0", "E10", "K1", "A99999999999999999999"] {
            assert_eq!(Vertex::parse(size, text), Err(VertexError::OffBoard(size)), "{text}");
        }
    }
}
