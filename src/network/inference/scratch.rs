//! Buffers of evaluations.

use super::elementwise::ConvInput;
use crate::network::{
    buffer::{Buffer, Memory, Pod},
    kernel::{Convolution, WriteMode},
};

/// The memory of evaluations, reused from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Memory that is not in use.
    free: Vec<Memory>,
}

/// The columns and rows of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::network) struct BoardShape {
    /// Columns.
    pub(in crate::network) width: usize,
    /// Rows.
    pub(in crate::network) height: usize,
}

impl Workspace {
    /// Begins an evaluation of `boards` boards of this size.
    pub(in crate::network) fn start(&mut self, size: BoardShape, boards: usize) -> Scratch<'_> {
        Scratch { size, boards, free: &mut self.free }
    }
}

impl BoardShape {
    /// Number of points.
    pub(in crate::network) fn area(self) -> usize {
        self.width * self.height
    }
}

/// The boards and the buffers of an evaluation in progress.
pub(in crate::network) struct Scratch<'a> {
    size: BoardShape,
    boards: usize,
    free: &'a mut Vec<Memory>,
}

impl Scratch<'_> {
    /// Size of each board.
    pub(in crate::network) fn size(&self) -> BoardShape {
        self.size
    }

    /// Number of boards.
    pub(in crate::network) fn boards(&self) -> usize {
        self.boards
    }

    /// Number of points of each board.
    pub(super) fn area(&self) -> usize {
        self.size.area()
    }

    /// The scratch for some of the boards by themselves.
    pub(in crate::network) fn for_boards(&mut self, boards: usize) -> Scratch<'_> {
        Scratch { size: self.size, boards, free: self.free }
    }

    /// Takes a dense buffer with arbitrary contents.
    pub(super) fn take_dense(&mut self, channels: usize) -> Buffer<f32> {
        self.take(self.boards * self.area() * channels)
    }

    /// Takes a dense buffer of zeros.
    pub(super) fn take_zeros(&mut self, channels: usize) -> Buffer<f32> {
        let mut buffer = self.take_dense(channels);
        buffer.fill(0.0);
        buffer
    }

    /// Returns the output of a convolution: a dense buffer.
    pub(super) fn convolve(
        &mut self,
        convolution: &dyn Convolution,
        input: ConvInput,
    ) -> Buffer<f32> {
        let mut output = self.take_dense(convolution.shape().outputs);
        convolution.convolve(input, WriteMode::Overwrite, &mut output, self);
        output
    }

    /// Takes a buffer of `len` values with arbitrary contents.
    pub(in crate::network) fn take<T: Pod>(&mut self, len: usize) -> Buffer<T> {
        Buffer::from_memory(self.free.pop().unwrap_or_default(), len)
    }

    /// Gives buffers back for reuse.
    pub(in crate::network) fn give_back<T: Pod, const N: usize>(
        &mut self,
        buffers: [Buffer<T>; N],
    ) {
        self.free.extend(buffers.map(Buffer::into_memory));
    }
}
