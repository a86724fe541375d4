//! Where points stand in a buffer that has places beyond the edge of the board.

use std::ops::Range;

use super::Onto;
use crate::network::{
    buffer::Plain,
    inference::{Active, Size},
    model::Shape,
};

/// The places of a board's points among places that stay empty, which stand for what is beyond the
/// edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    size: Size,
    /// Places from one row to the next.
    pub(super) stride: usize,
    /// The place of the first point.
    first: usize,
    /// Number of places.
    pub(super) places: usize,
}

impl Frame {
    /// With as many empty places around the board as windows of `shape` look at. Those behind a row
    /// are also those before the next.
    pub(super) fn for_windows(size: Size, shape: Shape) -> Frame {
        let (above, left) = (shape.rows / 2, shape.columns / 2);
        let stride = size.width + left;
        Frame {
            size,
            stride,
            first: above * stride + left,
            places: (size.height + 2 * above) * stride + left,
        }
    }

    /// Places from the first point to the last, both included.
    pub(super) fn span(&self) -> usize {
        (self.size.height - 1) * self.stride + self.size.width
    }

    /// For each place of a window, row by row, how far it is behind the window's first place, which
    /// for the first point of the board is place 0.
    pub(super) fn taps(&self, shape: Shape) -> impl Iterator<Item = usize> {
        let stride = self.stride;
        (0..shape.rows)
            .flat_map(move |row| (0..shape.columns).map(move |column| row * stride + column))
    }

    /// Writes the numbers of a layer to their places, each point's filled up to `width` channels,
    /// and `empty` everywhere else.
    #[inline(always)]
    pub(super) fn fill<T: Plain>(
        &self,
        input: Active,
        channels: usize,
        width: usize,
        output: &mut [T],
        empty: T,
        convert: impl Fn(f32) -> T + Copy,
    ) {
        let mut end = 0;
        for row in 0..self.size.height {
            let start = (self.first + row * self.stride) * width;
            output[end..start].fill(empty);
            end = start + self.size.width * width;
            let places = output[start..end].chunks_exact_mut(width);
            for (column, place) in places.enumerate() {
                let (place, rest) = place.split_at_mut(channels);
                input.point(row * self.size.width + column, place, convert);
                rest.fill(empty);
            }
        }
        output[end..].fill(empty);
    }

    /// Writes what stands by place, from the first point on, to `channels` of a dense buffer.
    #[inline(always)]
    pub(super) fn write(
        &self,
        sums: &[f32],
        width: usize,
        onto: Onto,
        output: &mut [f32],
        outputs: usize,
        channels: Range<usize>,
    ) {
        self.each(sums, width, output, outputs, |sums, output| {
            onto.write(&mut output[channels.clone()], sums.iter().copied());
        });
    }

    /// Visits what stands by place, from the first point on, and each point of a dense buffer.
    #[inline(always)]
    pub(super) fn each<T>(
        &self,
        sums: &[T],
        width: usize,
        output: &mut [f32],
        outputs: usize,
        visit: impl Fn(&[T], &mut [f32]),
    ) {
        for (row, output) in output.chunks_exact_mut(self.size.width * outputs).enumerate() {
            let sums = sums[row * self.stride * width..].chunks_exact(width);
            for (output, sums) in output.chunks_exact_mut(outputs).zip(sums) {
                visit(sums, output);
            }
        }
    }
}
