//! The table of methods: which kernel computes a network in which precision.
//!
//! A new path for a processor is a kernel and one row of `NATIVE`.

use std::fmt;

#[cfg(target_arch = "x86_64")]
use super::{
    kernel::{Bf16Kernel, Int8Kernel},
    simd::{
        Avx2F32, Avx2Int16, Avx512F32, Avx512VnniInt8, Avx512VnniInt16, AvxVnniInt8, AvxVnniInt16,
    },
};
use super::{
    kernel::{Kernel, Pack, ReferenceKernel, SimdKernel, pack},
    simd::PortableF32,
};

/// The format in which a network's convolutions are computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// The fastest precision whose outputs are close to those of single precision.
    #[default]
    Auto,
    /// Single precision: 32-bit floating point.
    F32,
    /// Scaled 16-bit integers.
    Int16,
    /// The upper 16 bits of single precision, 8 of them significant.
    Bf16,
    /// Scaled 8-bit integers where rounding matters least, 16-bit integers elsewhere.
    Int8,
}

/// The precisions of 16 bits, the fastest first.
pub(super) const SIXTEEN_BITS: [Precision; 2] = [Precision::Bf16, Precision::Int16];

/// A way to compute networks: a precision and an instruction set.
#[derive(Clone, Copy)]
pub struct Method {
    name: &'static str,
    precision: Precision,
    is_available: fn() -> bool,
    pack: Pack,
}

/// The methods of any processor, the fastest last.
const PORTABLE: [Method; 2] = [Method::REFERENCE, Method::F32];

/// The methods of some processors of this architecture, the fastest of a precision last.
#[cfg(target_arch = "x86_64")]
const NATIVE: [Method; 8] = [
    Method::new::<SimdKernel<Avx2F32>>("f32 avx2", Precision::F32),
    Method::new::<SimdKernel<Avx512F32>>("f32 avx512", Precision::F32),
    Method::new::<SimdKernel<Avx2Int16>>("int16 avx2", Precision::Int16),
    Method::new::<SimdKernel<AvxVnniInt16>>("int16 avx-vnni", Precision::Int16),
    Method::new::<SimdKernel<Avx512VnniInt16>>("int16 avx512", Precision::Int16),
    Method::new::<Int8Kernel<AvxVnniInt8, AvxVnniInt16>>("int8 avx-vnni", Precision::Int8),
    Method::new::<Int8Kernel<Avx512VnniInt8, Avx512VnniInt16>>("int8 avx512", Precision::Int8),
    Method::new::<Bf16Kernel>("bf16 amx", Precision::Bf16),
];
#[cfg(not(target_arch = "x86_64"))]
const NATIVE: [Method; 0] = [];

impl Method {
    /// Plain loops in single precision: the reference for all other methods.
    pub const REFERENCE: Method = Method::new::<ReferenceKernel>("reference", Precision::F32);

    /// Single precision with Winograd convolutions, in code for any processor.
    pub const F32: Method = Method::new::<SimdKernel<PortableF32>>("f32", Precision::F32);

    const fn new<K: Kernel>(name: &'static str, precision: Precision) -> Method {
        Method { name, precision, is_available: K::is_available, pack: pack::<K> }
    }

    /// Returns the methods that this machine supports; of each precision, the fastest is the last.
    pub fn available() -> impl Iterator<Item = Method> {
        PORTABLE.into_iter().chain(NATIVE).filter(|method| (method.is_available)())
    }

    /// Returns the fastest method of a precision on this machine, if it supports any.
    pub(super) fn fastest(precision: Precision) -> Option<Method> {
        Method::available().filter(|method| method.precision == precision).last()
    }

    /// Returns the fastest method of single precision on this machine.
    pub(super) fn fastest_f32() -> Method {
        Method::fastest(Precision::F32).unwrap_or(Method::F32)
    }

    /// How the kernel takes the weights.
    pub(super) const fn pack(self) -> Pack {
        self.pack
    }

    /// The precision of the convolutions, never [`Precision::Auto`].
    #[must_use]
    pub const fn precision(self) -> Precision {
        self.precision
    }
}

/// Methods are equal if their names are.
impl PartialEq for Method {
    fn eq(&self, other: &Method) -> bool {
        self.name == other.name
    }
}

impl Eq for Method {}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Method").field(&self.name).finish()
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let names: Vec<&str> = PORTABLE.iter().chain(&NATIVE).map(|method| method.name).collect();
        for (index, name) in names.iter().enumerate() {
            assert!(!names[..index].contains(name), "{name}");
        }
    }

    #[test]
    fn every_machine_supports_the_portable_methods() {
        let available: Vec<Method> = Method::available().collect();
        assert!(PORTABLE.iter().all(|method| available.contains(method)));
    }
}
