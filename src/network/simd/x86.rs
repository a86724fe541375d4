//! The vectors of x86-64.
//!
//! `unsafe` calls instructions that not every processor has: a value of a type exists only where
//! `detect` found them. One is written as assembly, which touches nothing but its registers.

use std::{
    arch::{
        asm,
        x86_64::{
            __m256, __m256i, __m512, __m512i, _MM_HINT_T0, _mm_packs_epi32, _mm_prefetch,
            _mm_storeu_si128, _mm256_add_epi32, _mm256_add_ps, _mm256_castsi256_si128,
            _mm256_cvtepi32_ps, _mm256_cvtps_epi32, _mm256_dpbusd_avx_epi32,
            _mm256_dpwssd_avx_epi32, _mm256_extracti128_si256, _mm256_fmadd_ps, _mm256_loadu_ps,
            _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_set1_ps,
            _mm256_setzero_ps, _mm256_setzero_si256, _mm256_storeu_ps, _mm256_storeu_si256,
            _mm256_sub_ps, _mm512_add_ps, _mm512_cvtepi32_ps, _mm512_cvtps_epi32,
            _mm512_cvtsepi32_epi16, _mm512_dpbusd_epi32, _mm512_fmadd_ps, _mm512_loadu_ps,
            _mm512_loadu_si512, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_ps,
            _mm512_setzero_si512, _mm512_storeu_ps, _mm512_storeu_si512, _mm512_sub_ps,
        },
    },
    array::from_fn,
};

use super::{Dot, Factors, Simd, nearest};

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
            fn fetch(self, from: *const $word) {
                unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
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

/// Factors of 16 bits with sign, two in a word.
macro_rules! words {
    ($name:ident, $simd:ident, |$numbers:ident, $to:ident| $put:expr, $get:ident) => {
        impl Factors for $name {
            type Simd = $simd;
            type Number = i16;
            const NUMBERS: usize = 2;
            const ARE_WHOLE: bool = true;

            #[inline(always)]
            fn simd(self) -> $simd {
                $simd(())
            }

            #[inline(always)]
            fn number(number: f32) -> i16 {
                nearest(number) as i16
            }

            #[inline(always)]
            fn sum(sum: i32) -> f32 {
                sum as f32
            }

            fn word(mut factors: impl Iterator<Item = f32>) -> i32 {
                let [low, high] = from_fn(|_| factors.next().unwrap_or_default() as i16 as u16);
                (u32::from(high) << 16 | u32::from(low)) as i32
            }

            #[inline(always)]
            fn put(self, numbers: <$simd as Dot>::Vector, scale: f32, to: &mut [i32]) {
                let $numbers = self.simd().scaled(scale, numbers);
                let $to = to[..$simd::LANES / Self::NUMBERS].as_mut_ptr();
                // SAFETY: the processor has the instructions, and the slice is long enough.
                unsafe { $put }
            }

            #[inline(always)]
            fn get(self, from: &[i32], scales: &[f32]) -> <$simd as Dot>::Vector {
                // SAFETY: the processor has the instructions, and the slice is long enough.
                let sums = unsafe { $get(self.load_from(from[..$simd::LANES].as_ptr())) };
                self.simd().mul(sums, self.simd().load(scales))
            }
        }
    };
}

/// Writes eight whole numbers, held within 16 bits.
#[inline(always)]
unsafe fn put_8(numbers: __m256, to: *mut i32) {
    // SAFETY: the caller says that the processor has AVX2 and that they have room there.
    unsafe {
        let numbers = _mm256_cvtps_epi32(numbers);
        let (low, high) = (_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
        _mm_storeu_si128(to.cast(), _mm_packs_epi32(low, high));
    }
}

dot!(
    /// Two words of 16 bits with sign by two, summed up in words of 32, in vectors of 256 bits.
    Avx2Words, i32, __m256i, 8, 16, "avx2,fma", ["avx2", "fma"],
    _mm256_setzero_si256, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256,
    |a, b, c| _mm256_add_epi32(c, _mm256_madd_epi16(a, b))
);
words!(Avx2Words, Avx2, |numbers, to| put_8(numbers, to), _mm256_cvtepi32_ps);

dot!(
    /// The same by one instruction.
    AvxVnniWords, i32, __m256i, 8, 16, "avx2,fma,avxvnni", ["avx2", "fma", "avxvnni"],
    _mm256_setzero_si256, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256,
    |a, b, c| _mm256_dpwssd_avx_epi32(c, a, b)
);
words!(AvxVnniWords, Avx2, |numbers, to| put_8(numbers, to), _mm256_cvtepi32_ps);

/// The instruction itself: in place of its intrinsic, LLVM writes two instructions here and there.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
fn dot_words(a: __m512i, b: __m512i, mut sums: __m512i) -> __m512i {
    // SAFETY: registers only.
    unsafe {
        asm!(
            "vpdpwssd {}, {}, {}",
            inout(zmm_reg) sums, in(zmm_reg) a, in(zmm_reg) b,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

dot!(
    /// The same in vectors of 512 bits.
    Avx512VnniWords, i32, __m512i, 16, 32,
    "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vnni", "avx2", "fma"],
    _mm512_setzero_si512, _mm512_set1_epi32, _mm512_loadu_si512, _mm512_storeu_si512,
    |a, b, c| dot_words(a, b, c)
);
words!(
    Avx512VnniWords,
    Avx512,
    |numbers, to| _mm256_storeu_si256(
        to.cast(),
        _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(numbers))
    ),
    _mm512_cvtepi32_ps
);
