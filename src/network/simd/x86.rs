//! The vectors of x86-64.
//!
//! `unsafe` calls instructions that not every processor has: a value of a type exists only where
//! `detect` found them.

use std::arch::x86_64::{
    __m256, __m512, _mm256_add_ps, _mm256_fmadd_ps, _mm256_loadu_ps, _mm256_set1_ps,
    _mm256_storeu_ps, _mm256_sub_ps, _mm512_add_ps, _mm512_fmadd_ps, _mm512_loadu_ps,
    _mm512_set1_ps, _mm512_storeu_ps, _mm512_sub_ps,
};

use super::Simd;

/// A set of instructions whose operations have one intrinsic each.
macro_rules! simd {
    (
        $(#[$doc:meta])* $name:ident, $vector:ty, $lanes:literal, $registers:literal,
        $feature:literal, [$($detected:tt),+],
        $splat:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $mul_add:ident
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(in crate::network) struct $name(());

        impl Simd for $name {
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
            fn splat(self, number: f32) -> $vector {
                // SAFETY: here and below, the processor has the instruction.
                unsafe { $splat(number) }
            }

            #[inline(always)]
            unsafe fn load_from(self, from: *const f32) -> $vector {
                // SAFETY: the caller says that so many numbers are there.
                unsafe { $load(from) }
            }

            #[inline(always)]
            unsafe fn store_to(self, vector: $vector, to: *mut f32) {
                // SAFETY: the caller says that so many numbers have room there.
                unsafe { $store(to, vector) }
            }

            #[inline(always)]
            fn add(self, a: $vector, b: $vector) -> $vector {
                unsafe { $add(a, b) }
            }

            #[inline(always)]
            fn sub(self, a: $vector, b: $vector) -> $vector {
                unsafe { $sub(a, b) }
            }

            #[inline(always)]
            fn mul_add(self, a: $vector, b: $vector, c: $vector) -> $vector {
                unsafe { $mul_add(a, b, c) }
            }
        }
    };
}

simd!(
    /// Vectors of 256 bits.
    Avx2, __m256, 8, 16, "avx2,fma", ["avx2", "fma"],
    _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_add_ps, _mm256_sub_ps,
    _mm256_fmadd_ps
);

simd!(
    /// Vectors of 512 bits.
    Avx512, __m512, 16, 32, "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx2", "fma"],
    _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_add_ps, _mm512_sub_ps,
    _mm512_fmadd_ps
);
