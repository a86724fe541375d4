//! The tiles of Winograd convolutions.
//!
//! Loops use indices instead of iterators, since only code that is certain to be inlined is
//! compiled with the vector instructions.

#![allow(clippy::needless_range_loop)]

use std::ops::Range;

use crate::network::{
    buffer::CACHE_LINE_WORDS,
    inference::{BoardShape, Scratch},
};

/// The tiles of some boards.
#[derive(Clone, Copy)]
pub(super) struct TileGrid {
    /// Size of a board.
    pub(super) size: BoardShape,
    /// Number of boards.
    pub(super) boards: usize,
    /// Tiles in a row.
    columns: usize,
    /// Tiles on a board.
    per_board: usize,
    /// Tiles on all boards.
    pub(super) count: usize,
}

impl TileGrid {
    pub(super) fn new<const OUT: usize>(scratch: &Scratch) -> TileGrid {
        let (size, boards) = (scratch.size(), scratch.boards());
        let (columns, rows) = (size.width.div_ceil(OUT), size.height.div_ceil(OUT));
        let per_board = rows * columns;
        TileGrid { size, boards, columns, per_board, count: boards * per_board }
    }

    /// Number of points of all boards.
    pub(super) fn points_of_all(self) -> usize {
        self.boards * self.size.area()
    }

    /// The tiles of a board.
    pub(super) fn of_board(self, board: usize) -> Range<usize> {
        board * self.per_board..(board + 1) * self.per_board
    }

    /// The index of its board's first point, and the first point of a tile on the board: row and
    /// column.
    #[inline(always)]
    pub(super) fn corner<const OUT: usize>(self, tile: usize) -> (usize, usize, usize) {
        let (board, tile) = (tile / self.per_board, tile % self.per_board);
        (board * self.size.area(), tile / self.columns * OUT, tile % self.columns * OUT)
    }

    /// The input points of a tile, row by row. Points beyond the board are represented by the one
    /// after the last of all boards.
    #[inline(always)]
    pub(super) fn points<const OUT: usize, const IN: usize>(
        self,
        tile: usize,
    ) -> [[usize; IN]; IN] {
        let BoardShape { width, height } = self.size;
        let (first, top, left) = self.corner::<OUT>(tile);
        let mut points = [[self.points_of_all(); IN]; IN];
        for row in usize::from(top == 0)..IN.min(height + 1 - top) {
            for column in usize::from(left == 0)..IN.min(width + 1 - left) {
                points[row][column] = first + (top + row - 1) * width + left + column - 1;
            }
        }
        points
    }

    /// Words from one element of the transformed tiles to the next, with `width` words per tile.
    /// One more cache line prevents multiples of a large power of two, with which the elements,
    /// written in turn, would share the same cache set.
    pub(super) fn spacing(self, width: usize) -> usize {
        self.count * width + CACHE_LINE_WORDS
    }
}
