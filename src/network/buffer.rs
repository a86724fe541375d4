//! Memory that begins at a line of the cache, so that no vector reaches over two of them.
//!
//! `unsafe` views the lines as plain numbers: every pattern of bits is one of them, a line has no
//! gaps, and its alignment is greater than theirs.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Deref, DerefMut},
    slice,
};

/// Words of 32 bits in a line of the cache.
pub(super) const LINE_WORDS: usize = Line::BYTES / size_of::<u32>();

/// A line of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([u8; Line::BYTES]);

impl Line {
    const BYTES: usize = 64;
}

/// Memory without a type.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Vec<Line>);

/// A number for which any bits stand.
pub(super) trait Plain: Copy + fmt::Debug + Send + Sync + 'static {}

impl Plain for f32 {}
impl Plain for u16 {}
impl Plain for i16 {}
impl Plain for u8 {}
impl Plain for i8 {}
impl Plain for i32 {}

/// A fixed number of numbers, aligned.
#[derive(Clone, Debug)]
pub(super) struct Buffer<T> {
    memory: Memory,
    len: usize,
    kind: PhantomData<T>,
}

impl<T: Plain> Buffer<T> {
    /// As many zeros.
    pub(super) fn zeros(len: usize) -> Buffer<T> {
        Buffer::within(Memory::default(), len)
    }

    /// Numbers that may be anything, in this memory, which grows where it must.
    pub(super) fn within(mut memory: Memory, len: usize) -> Buffer<T> {
        let lines = len.saturating_mul(size_of::<T>()).div_ceil(Line::BYTES);
        if memory.0.len() < lines {
            memory.0.resize(lines, Line([0; Line::BYTES]));
        }
        Buffer { memory, len, kind: PhantomData }
    }

    pub(super) fn into_memory(self) -> Memory {
        self.memory
    }
}

impl<T: Plain> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the lines have room for `len` numbers, and any bits are a number.
        unsafe { slice::from_raw_parts(self.memory.0.as_ptr().cast(), self.len) }
    }
}

impl<T: Plain> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and nobody else sees the lines meanwhile.
        unsafe { slice::from_raw_parts_mut(self.memory.0.as_mut_ptr().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_kept_and_aligned() {
        let mut words: Buffer<u16> = Buffer::zeros(33);
        words.copy_from_slice(&[0x3f80; 33]);
        let numbers: Buffer<f32> = Buffer::within(words.into_memory(), 40);
        assert_eq!(numbers.as_ptr().align_offset(Line::BYTES), 0);
        assert!(numbers[..16].iter().all(|&number| number.to_bits() == 0x3f80_3f80));
        assert!(numbers[32..].iter().all(|&number| number == 0.0));
    }
}
