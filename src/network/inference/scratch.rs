use super::elementwise::ConvInput;
use crate::network::{
    buffer::{Buffer, Memory, Pod},
    kernel::{Kernel, WriteMode},
};

/// The memory of evaluations, reused from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Memory that is not in use.
    free: Vec<Memory>,
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::network) struct Size {
    /// Columns.
    pub(in crate::network) width: usize,
    /// Rows.
    pub(in crate::network) height: usize,
}

impl Workspace {
    /// Begins an evaluation.
    pub(in crate::network) fn start(&mut self, size: Size) -> Scratch<'_> {
        Scratch { size, free: &mut self.free }
    }
}

/// The board size and the buffers of an evaluation in progress.
pub(in crate::network) struct Scratch<'a> {
    size: Size,
    free: &'a mut Vec<Memory>,
}

impl Scratch<'_> {
    /// Size of the board.
    pub(in crate::network) fn size(&self) -> Size {
        self.size
    }

    /// Number of points of the board.
    pub(super) fn area(&self) -> usize {
        self.size.width * self.size.height
    }

    /// Takes a dense buffer of zeros, for all points of the board.
    pub(super) fn take_dense(&mut self, channels: usize) -> Buffer<f32> {
        let mut buffer = self.take(self.area() * channels);
        buffer.fill(0.0);
        buffer
    }

    /// Returns the output of a kernel: a dense buffer.
    pub(super) fn convolve<K: Kernel>(&mut self, kernel: &K, input: ConvInput) -> Buffer<f32> {
        let mut output = self.take(self.area() * kernel.shape().outputs);
        kernel.convolve(input, WriteMode::Overwrite, &mut output, self);
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
