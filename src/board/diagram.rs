//! Positions as text: one row of the board in each line.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{Board, Color, Point, SetUpError, Size, Vertex};

/// The text is not a diagram of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DiagramError {
    /// Rows of different lengths, no row, or too many rows.
    #[error("a diagram has 1 to 25 rows of the same 1 to 25 points")]
    Shape,
    /// A character other than `.`, `X`, `O` and blanks.
    #[error("a diagram holds '.', 'X' and 'O' only, not '{0}'")]
    Symbol(char),
    /// Stones that are not a legal position.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads rows of `.` (empty), `X` (Black) and `O` (White) from the top. White space between
    /// points and empty lines are ignored.
    fn from_str(text: &str) -> Result<Board, DiagramError> {
        let rows: Vec<Vec<Option<Color>>> = text
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).map(stone).collect())
            .filter(|row| !matches!(row, Ok(points) if Vec::is_empty(points)))
            .collect::<Result<_, _>>()?;
        let width = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != width) {
            return Err(DiagramError::Shape);
        }
        let size = u8::try_from(width)
            .ok()
            .zip(u8::try_from(rows.len()).ok())
            .and_then(|(width, height)| Size::new(width, height).ok())
            .ok_or(DiagramError::Shape)?;
        let stones = size.points().zip(rows.iter().flatten());
        Ok(Board::set_up(size, stones.filter_map(|(point, stone)| Some((point, (*stone)?))))?)
    }
}

fn stone(symbol: char) -> Result<Option<Color>, DiagramError> {
    match symbol {
        '.' => Ok(None),
        'X' => Ok(Some(Color::Black)),
        'O' => Ok(Some(Color::White)),
        other => Err(DiagramError::Symbol(other)),
    }
}

impl fmt::Display for Board {
    /// Writes rows of `.`, `X` and `O` from the top, which [`FromStr`] reads back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = |point: Point| self.stone(point).map_or('.', Color::symbol);
        for point in self.size().points() {
            match (self.size().column(point), self.size().row(point)) {
                (0, 0) => {}
                (0, _) => f.write_str("\n")?,
                _ => f.write_str(" ")?,
            }
            write!(f, "{}", symbol(point))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    /// Writes the diagram, and a line on the ko if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)?;
        match self.ko() {
            None => Ok(()),
            Some((point, color)) => {
                write!(f, "\nko: {color} may not play {}", Vertex::of(self.size(), point))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_is_the_diagram_with_the_ko() {
        let mut board: Board = ". X O .\nX . X O\n. X O .".parse().unwrap();
        assert_eq!(format!("{board:?}"), board.to_string());
        let point = board.size().point(1, 1).unwrap();
        board.play_unchecked(point, Color::White, &mut ());
        assert_eq!(format!("{board:?}"), ". X O .\nX O . O\n. X O .\nko: Black may not play C2");
    }
}
