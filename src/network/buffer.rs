//! Buffers aligned to cache lines, so that no vector spans two lines.
//!
//! `unsafe` views the lines as slices of a [`Pod`] type: a line has no padding and is aligned at
//! least as strictly.

use std::{
    fmt,
    marker::PhantomData,
    ops::{Deref, DerefMut},
    slice,
};

/// 32-bit words in a cache line.
pub(super) const CACHE_LINE_WORDS: usize = CacheLine::BYTES / size_of::<u32>();

/// A cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct CacheLine([u8; CacheLine::BYTES]);

impl CacheLine {
    const BYTES: usize = 64;
}

/// Untyped memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory(Vec<CacheLine>);

/// Plain old data.
///
/// # Safety
/// Every bit pattern must be a valid value, and the alignment at most that of a cache line.
pub(super) unsafe trait Pod: Copy + fmt::Debug + Send + Sync + 'static {}

// SAFETY: numbers of at most 32 bits, for which every bit pattern is valid.
unsafe impl Pod for f32 {}
unsafe impl Pod for u16 {}
unsafe impl Pod for i16 {}
unsafe impl Pod for u8 {}
unsafe impl Pod for i8 {}
unsafe impl Pod for i32 {}

/// A slice of fixed length, aligned to a cache line.
#[derive(Clone, Debug)]
pub(super) struct Buffer<T> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Pod> Buffer<T> {
    /// Returns `len` zeros.
    pub(super) fn zeros(len: usize) -> Buffer<T> {
        Buffer::from_memory(Memory::default(), len)
    }

    /// Reuses `memory`, which grows if necessary. The contents are arbitrary.
    pub(super) fn from_memory(mut memory: Memory, len: usize) -> Buffer<T> {
        let lines = len.saturating_mul(size_of::<T>()).div_ceil(CacheLine::BYTES);
        if memory.0.len() < lines {
            memory.0.resize(lines, CacheLine([0; CacheLine::BYTES]));
        }
        Buffer { memory, len, element: PhantomData }
    }

    /// Reinterprets the bytes as `len` values of another type.
    ///
    /// # Panics
    /// If they have more bytes than this buffer.
    pub(super) fn cast<U: Pod>(self, len: usize) -> Buffer<U> {
        assert!(len * size_of::<U>() <= self.len * size_of::<T>(), "the bytes are in the buffer");
        Buffer { memory: self.memory, len, element: PhantomData }
    }

    pub(super) fn into_memory(self) -> Memory {
        self.memory
    }
}

impl<T: Pod> Deref for Buffer<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        // SAFETY: the lines hold `len` values of `T`, for which any bits are valid.
        unsafe { slice::from_raw_parts(self.memory.0.as_ptr().cast(), self.len) }
    }
}

impl<T: Pod> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and the lines are borrowed exclusively.
        unsafe { slice::from_raw_parts_mut(self.memory.0.as_mut_ptr().cast(), self.len) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_reused_and_aligned() {
        let mut words: Buffer<u16> = Buffer::zeros(33);
        words.copy_from_slice(&[0x3f80; 33]);
        let numbers: Buffer<f32> = Buffer::from_memory(words.into_memory(), 40);
        assert_eq!(numbers.as_ptr().align_offset(CacheLine::BYTES), 0);
        assert!(numbers[..16].iter().all(|&number| number.to_bits() == 0x3f80_3f80));
        assert!(numbers[32..].iter().all(|&number| number == 0.0));
    }

    #[test]
    fn a_cast_keeps_the_bytes() {
        let mut bytes: Buffer<u8> = Buffer::zeros(9);
        bytes.copy_from_slice(&[1, 0, 0, 0, 0, 1, 0, 0, 7]);
        let words: Buffer<i32> = bytes.cast(2);
        assert_eq!(*words, [1_i32, 0x100].map(i32::to_le));
    }
}
