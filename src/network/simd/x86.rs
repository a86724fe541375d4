//! The vectors of x86-64.
//!
//! `unsafe` calls instructions that not every processor has: a value of a type exists only where
//! `detect` found them.

use std::arch::x86_64::{
    __m256, __m256i, __m512, __m512i, _mm256_add_ps, _mm256_dpbusd_avx_epi32, _mm256_fmadd_ps,
    _mm256_loadu_ps, _mm256_loadu_si256, _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_ps,
    _mm256_setzero_si256, _mm256_storeu_ps, _mm256_storeu_si256, _mm256_sub_ps, _mm512_add_ps,
    _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_set1_epi32,
    _mm512_set1_ps, _mm512_setzero_ps, _mm512_setzero_si512, _mm512_storeu_ps, _mm512_storeu_si512,
    _mm512_sub_ps,
};

use super::{Dot, Simd};

/// A set of instructions whose operations have one intrinsic each; `|a, b, c|` is a · b + c.
macro_rules! dot {
    (
        $(#[$doc:meta])* $name:ident, $word:ty, $vector:ty, $lanes:literal, $registers:literal,
        $feature:literal, [$($detected:tt),+],
        $zeros:ident, $splat:ident, $load:ident, $store:ident,
        |$a:ident, $b:ident, $c:ident| $mul_add:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(in crate::network) struct $name(());

        impl Dot for $name {
            type Word = $word;
            const LANES: usize = $lanes;
            const REGISTERS: usize = $registers;
            type Vector = $vector;

            #[inline(always)]
            fn detect() -> Option<$name> {
                ($(is_x86_feature_detected!($detected))&&+).then_some($name(()))
            }

            #[inline(always)]
            fn vectorize<R>(self, work: impl FnOnce() -> R) -> R {
                #[target_feature(enable = $feature)]
                fn with_features<R>(work: impl FnOnce() -> R) -> R {
                    work()
                }
                // SAFETY: the processor has the features.
                unsafe { with_features(work) }
            }

            #[inline(always)]
            fn zeros(self) -> $vector {
                // SAFETY: here and below, the processor has the instruction.
                unsafe { $zeros() }
            }

            #[inline(always)]
            fn splat(self, word: $word) -> $vector {
                unsafe { $splat(word) }
            }

            #[inline(always)]
            unsafe fn load_from(self, from: *const $word) -> $vector {
                // SAFETY: the caller says that so many words are there.
                unsafe { $load(from.cast()) }
            }

            #[inline(always)]
            unsafe fn store_to(self, vector: $vector, to: *mut $word) {
                // SAFETY: the caller says that so many words have room there.
                unsafe { $store(to.cast(), vector) }
            }

            #[inline(always)]
            fn mul_add(self, $a: $vector, $b: $vector, $c: $vector) -> $vector {
                unsafe { $mul_add }
            }
        }
    };
}

/// The further operations in single precision.
macro_rules! simd {
    ($name:ident, $vector:ty, $add:ident, $sub:ident) => {
        impl Simd for $name {
            #[inline(always)]
            fn add(self, a: $vector, b: $vector) -> $vector {
                // SAFETY: here and below, the processor has the instruction.
                unsafe { $add(a, b) }
            }

            #[inline(always)]
            fn sub(self, a: $vector, b: $vector) -> $vector {
                unsafe { $sub(a, b) }
            }
        }
    };
}

dot!(
    /// Single precision in vectors of 256 bits.
    Avx2, f32, __m256, 8, 16, "avx2,fma", ["avx2", "fma"],
    _mm256_setzero_ps, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps,
    |a, b, c| _mm256_fmadd_ps(a, b, c)
);
simd!(Avx2, __m256, _mm256_add_ps, _mm256_sub_ps);

dot!(
    /// Single precision in vectors of 512 bits.
    Avx512, f32, __m512, 16, 32, "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx2", "fma"],
    _mm512_setzero_ps, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps,
    |a, b, c| _mm512_fmadd_ps(a, b, c)
);
simd!(Avx512, __m512, _mm512_add_ps, _mm512_sub_ps);

dot!(
    /// Four bytes by four bytes with sign, summed up in words, in vectors of 256 bits.
    AvxVnni, i32, __m256i, 8, 16, "avx2,fma,avxvnni", ["avx2", "fma", "avxvnni"],
    _mm256_setzero_si256, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256,
    |a, b, c| _mm256_dpbusd_avx_epi32(c, a, b)
);

dot!(
    /// The same in vectors of 512 bits.
    Avx512Vnni, i32, __m512i, 16, 32, "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vnni", "avx2", "fma"],
    _mm512_setzero_si512, _mm512_set1_epi32, _mm512_loadu_si512, _mm512_storeu_si512,
    |a, b, c| _mm512_dpbusd_epi32(c, a, b)
);
