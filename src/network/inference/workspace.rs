use super::elementwise::Active;
use crate::network::{
    buffer::{Buffer, Memory, Plain},
    kernel::{Kernel, Onto},
};

/// The memory of an evaluation, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// What nobody uses now.
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
    pub(in crate::network) fn start(&mut self, size: Size) -> Run<'_> {
        Run { size, free: &mut self.free }
    }
}

/// An evaluation in progress: the board, and buffers to take and to give back.
pub(in crate::network) struct Run<'a> {
    size: Size,
    free: &'a mut Vec<Memory>,
}

impl Run<'_> {
    /// Size of the board.
    pub(in crate::network) fn size(&self) -> Size {
        self.size
    }

    /// Number of points of the board.
    pub(super) fn area(&self) -> usize {
        self.size.width * self.size.height
    }

    /// A dense buffer of zeros: the points row by row without gaps, and their channels.
    pub(super) fn take_dense(&mut self, channels: usize) -> Buffer<f32> {
        let mut buffer = self.take(self.area() * channels);
        buffer.fill(0.0);
        buffer
    }

    /// What a kernel makes of numbers: a dense buffer.
    pub(super) fn convolve<K: Kernel>(&mut self, kernel: &K, input: Active) -> Buffer<f32> {
        let mut output = self.take(self.area() * kernel.shape().outputs);
        kernel.convolve(input, Onto::Nothing, &mut output, self);
        output
    }

    /// A buffer of so many numbers, which may be anything.
    pub(in crate::network) fn take<T: Plain>(&mut self, len: usize) -> Buffer<T> {
        Buffer::within(self.free.pop().unwrap_or_default(), len)
    }

    /// Gives buffers back.
    pub(in crate::network) fn give<T: Plain, const N: usize>(&mut self, buffers: [Buffer<T>; N]) {
        self.free.extend(buffers.map(Buffer::into_memory));
    }
}
