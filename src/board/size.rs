//! Sizes of boards, and the layout of their points in arrays.

use std::fmt;

use thiserror::Error;

use super::point::{CAPACITY, Point, WORD_BITS};

/// Width and height of a board, each from 1 to [`Size::MAX`].
///
/// It also defines the layout of points: rows one after another from the top, a border row above
/// and below, and one border column shared by the end of each row and the start of the next, so
/// that the neighbors and diagonals of every point exist without a test for the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

/// The width or height is outside 1 to 25.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("unacceptable size: width and height must be from 1 to {max}", max = Size::MAX)]
pub struct SizeError;

impl Size {
    /// The largest width and height, limited by GTP's column letters.
    pub const MAX: u8 = 25;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] if either is outside 1 to [`Size::MAX`].
    pub const fn new(width: u8, height: u8) -> Result<Size, SizeError> {
        if width == 0 || height == 0 || width > Size::MAX || height > Size::MAX {
            return Err(SizeError);
        }
        Ok(Size { width, height })
    }

    /// A square board of `side` rows and columns.
    ///
    /// # Errors
    /// [`SizeError`] if `side` is outside 1 to [`Size::MAX`].
    pub const fn square(side: u8) -> Result<Size, SizeError> {
        Size::new(side, side)
    }

    /// Number of columns.
    #[inline]
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[inline]
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Number of points on the board, 1 to 625.
    #[inline]
    #[must_use]
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The point in `column` from the left and `row` from the top, both from 0; `None` off the
    /// board.
    #[must_use]
    pub const fn point(self, column: u8, row: u8) -> Option<Point> {
        if column >= self.width || row >= self.height {
            return None;
        }
        Some(self.point_unchecked(column, row))
    }

    const fn point_unchecked(self, column: u8, row: u8) -> Point {
        Point::from_index(self.first() + row as usize * self.stride() + column as usize)
    }

    /// Column of a point of this board, from 0 at the left.
    #[inline]
    #[must_use]
    pub const fn column(self, point: Point) -> u8 {
        ((point.index() - self.first()) % self.stride()) as u8
    }

    /// Row of a point of this board, from 0 at the top.
    #[inline]
    #[must_use]
    pub const fn row(self, point: Point) -> u8 {
        ((point.index() - self.first()) / self.stride()) as u8
    }

    /// Index of a point of this board in the order of [`points`](Self::points).
    #[inline]
    #[must_use]
    pub const fn row_major_index(self, point: Point) -> usize {
        self.row(point) as usize * self.width as usize + self.column(point) as usize
    }

    /// Every point, row by row from the top, each row from the left.
    ///
    /// In hot code `for_each` is faster than a `for` loop, which tests for the end of the row at
    /// each point.
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        (0..self.height).flat_map(move |row| {
            (0..self.width).map(move |column| self.point_unchecked(column, row))
        })
    }

    /// Distance in the layout from a point to the one below it.
    #[inline]
    pub(crate) const fn stride(self) -> usize {
        self.width as usize + 1
    }

    /// Index of the top left point.
    #[inline]
    const fn first(self) -> usize {
        self.stride() + 1
    }

    /// Number of indices that the layout uses, borders included; at most [`CAPACITY`].
    #[inline]
    pub(crate) const fn layout_len(self) -> usize {
        (self.height as usize + 2) * self.stride() + 1
    }

    /// Number of machine words that hold one bit for every index of the layout.
    #[inline]
    pub(crate) const fn words(self) -> usize {
        self.layout_len().div_ceil(WORD_BITS)
    }
}

const _: () = match Size::square(Size::MAX) {
    Ok(largest) => assert!(largest.layout_len() <= CAPACITY),
    Err(_) => panic!("the largest size is valid"),
};

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_from_1_to_25_only() {
        assert_eq!(Size::new(0, 9), Err(SizeError));
        assert_eq!(Size::new(9, 26), Err(SizeError));
        assert!(Size::new(1, 25).is_ok());
    }

    #[test]
    fn points_round_trip_through_coordinates() {
        for (width, height) in [(1, 1), (1, 7), (25, 2), (9, 13), (25, 25)] {
            let size = Size::new(width, height).unwrap();
            assert_eq!(size.points().count(), size.area());
            for point in size.points() {
                let (column, row) = (size.column(point), size.row(point));
                assert_eq!(size.point(column, row), Some(point));
            }
        }
    }
}
