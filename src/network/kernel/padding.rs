//! Boards with padding beyond the edge.

use std::ops::Range;

use super::WriteMode;
use crate::network::{
    buffer::Pod,
    inference::{BoardShape, ConvInput, Scratch},
    model::Shape,
};

/// The places of the points of some boards in a buffer in which the other places are padding.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaddedLayout {
    size: BoardShape,
    /// Number of boards.
    pub(super) boards: usize,
    /// Places from one row to the next.
    pub(super) stride: usize,
    /// The place of a board's first point among the places of that board.
    first: usize,
    /// Places from one board to the next.
    pitch: usize,
    /// Number of places.
    pub(super) places: usize,
}

impl PaddedLayout {
    /// The layout of the boards of an evaluation, with as much padding as convolutions of `shape`
    /// need. The padding after a row is also that before the next.
    pub(super) fn new(scratch: &Scratch, shape: Shape) -> PaddedLayout {
        let (size, boards) = (scratch.size(), scratch.boards());
        let (above, left) = (shape.rows / 2, shape.columns / 2);
        let stride = size.width + left;
        let pitch = (size.height + 2 * above) * stride + left;
        PaddedLayout {
            size,
            boards,
            stride,
            first: above * stride + left,
            pitch,
            places: boards * pitch,
        }
    }

    /// Places from the first point of the first board to the last of the last one, both included.
    pub(super) fn span(&self) -> usize {
        (self.boards - 1) * self.pitch + (self.size.height - 1) * self.stride + self.size.width
    }

    /// The offsets of a window's places from its first place, row by row. The window of the board's
    /// first point begins at place 0.
    pub(super) fn taps(&self, shape: Shape) -> impl Iterator<Item = usize> {
        let stride = self.stride;
        (0..shape.rows)
            .flat_map(move |row| (0..shape.columns).map(move |column| row * stride + column))
    }

    /// Writes the converted input to its places, each point padded to `width` channels, and
    /// `padding` everywhere else. Both are given the index of the board.
    #[inline(always)]
    pub(super) fn pad<T: Pod>(
        &self,
        input: ConvInput,
        width: usize,
        output: &mut [T],
        padding: impl Fn(usize) -> T,
        convert: impl Fn(usize, f32) -> T,
    ) {
        let channels = input.values.len() / (self.boards * self.size.area());
        let (boards, rest) = output.split_at_mut(self.places * width);
        let boards = boards.chunks_exact_mut(self.pitch * width).zip(input.boards(self.boards));
        for (board, (output, input)) in boards.enumerate() {
            let padding = padding(board);
            self.pad_board(input, channels, width, output, padding, |value| convert(board, value));
        }
        rest.fill(padding(0));
    }

    #[inline(always)]
    fn pad_board<T: Pod>(
        &self,
        input: ConvInput,
        channels: usize,
        width: usize,
        output: &mut [T],
        padding: T,
        convert: impl Fn(f32) -> T + Copy,
    ) {
        let mut end = 0;
        for row in 0..self.size.height {
            let start = (self.first + row * self.stride) * width;
            output[end..start].fill(padding);
            end = start + self.size.width * width;
            let places = output[start..end].chunks_exact_mut(width);
            for (column, place) in places.enumerate() {
                let (place, rest) = place.split_at_mut(channels);
                input.point(row * self.size.width + column, place, convert);
                rest.fill(padding);
            }
        }
        output[end..].fill(padding);
    }

    /// Writes the sums by place, from the first point on, to `channels` of a dense buffer.
    #[inline(always)]
    pub(super) fn write(
        &self,
        sums: &[f32],
        width: usize,
        mode: WriteMode,
        output: &mut [f32],
        channels: Range<usize>,
    ) {
        self.for_each_point(sums, width, output, |_, sums, output| {
            mode.write(&mut output[channels.clone()], sums.iter().copied());
        });
    }

    /// Visits the sums of each point, which are by place from the first point on, with the index of
    /// its board and the point in a dense buffer.
    #[inline(always)]
    pub(super) fn for_each_point<T>(
        &self,
        sums: &[T],
        width: usize,
        output: &mut [f32],
        visit: impl Fn(usize, &[T], &mut [f32]),
    ) {
        let outputs = output.len() / (self.boards * self.size.area());
        let boards = output.chunks_exact_mut(self.size.area() * outputs);
        for (board, output) in boards.enumerate() {
            let sums = &sums[board * self.pitch * width..];
            for (row, output) in output.chunks_exact_mut(self.size.width * outputs).enumerate() {
                let sums = sums[row * self.stride * width..].chunks_exact(width);
                for (output, sums) in output.chunks_exact_mut(outputs).zip(sums) {
                    visit(board, sums, output);
                }
            }
        }
    }
}
