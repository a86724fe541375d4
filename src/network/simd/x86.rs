//! The vector instructions of x86-64.
//!
//! `unsafe` calls intrinsics that not every processor supports: a value of a type exists only if
//! `detect` found them. One instruction is assembly, which accesses only its registers.

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

use super::{
    Arithmetic, DotProduct, SimdF32,
    limit::{InstructionSet, permits},
    round_to_16_bits,
};

/// Implements [`DotProduct`] with one intrinsic per operation; `|a, b, c|` is a · b + c.
macro_rules! dot {
    (
        $(#[$doc:meta])* $name:ident, $set:ident, $word:ty, $vector:ty, $lanes:literal, $registers:literal,
        $feature:literal, [$($detected:tt),+],
        $zeros:ident, $splat:ident, $load:ident, $store:ident,
        |$a:ident, $b:ident, $c:ident| $mul_add:expr
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(in crate::network) struct $name(());

        impl DotProduct for $name {
            type Word = $word;
            const LANES: usize = $lanes;
            const REGISTERS: usize = $registers;
            type Vector = $vector;

            #[inline(always)]
            fn detect() -> Option<$name> {
                let has_all = $(is_x86_feature_detected!($detected))&&+;
                (has_all && permits(InstructionSet::$set)).then_some($name(()))
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
                // SAFETY: guaranteed by the caller.
                unsafe { $load(from.cast()) }
            }

            #[inline(always)]
            fn prefetch(self, from: *const $word) {
                unsafe { _mm_prefetch::<_MM_HINT_T0>(from.cast()) }
            }

            #[inline(always)]
            unsafe fn store_to(self, vector: $vector, to: *mut $word) {
                // SAFETY: guaranteed by the caller.
                unsafe { $store(to.cast(), vector) }
            }

            #[inline(always)]
            fn mul_add(self, $a: $vector, $b: $vector, $c: $vector) -> $vector {
                unsafe { $mul_add }
            }
        }
    };
}

/// Implements [`SimdF32`].
macro_rules! simd {
    ($name:ident, $vector:ty, $add:ident, $sub:ident) => {
        impl SimdF32 for $name {
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
    Avx2F32, Avx2, f32, __m256, 8, 16, "avx2,fma", ["avx2", "fma"],
    _mm256_setzero_ps, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps,
    |a, b, c| _mm256_fmadd_ps(a, b, c)
);
simd!(Avx2F32, __m256, _mm256_add_ps, _mm256_sub_ps);

dot!(
    /// Single precision in vectors of 512 bits.
    Avx512F32, Avx512, f32, __m512, 16, 32, "avx512f,avx512bw,avx512vl,avx512dq,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx2", "fma"],
    _mm512_setzero_ps, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps,
    |a, b, c| _mm512_fmadd_ps(a, b, c)
);
simd!(Avx512F32, __m512, _mm512_add_ps, _mm512_sub_ps);

dot!(
    /// Four unsigned bytes by four signed bytes, summed in 32 bits, in vectors of 256 bits.
    AvxVnniInt8, AvxVnni, i32, __m256i, 8, 16, "avx2,fma,avxvnni", ["avx2", "fma", "avxvnni"],
    _mm256_setzero_si256, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256,
    |a, b, c| _mm256_dpbusd_avx_epi32(c, a, b)
);

dot!(
    /// Four unsigned bytes by four signed bytes, summed in 32 bits, in vectors of 512 bits.
    Avx512VnniInt8, Avx512, i32, __m512i, 16, 32, "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vnni", "avx2", "fma"],
    _mm512_setzero_si512, _mm512_set1_epi32, _mm512_loadu_si512, _mm512_storeu_si512,
    |a, b, c| _mm512_dpbusd_epi32(c, a, b)
);

/// Implements [`Arithmetic`] for two signed 16-bit integers per word.
macro_rules! int16 {
    ($name:ident, $simd:ident, |$values:ident, $to:ident| $store:expr, $to_f32:ident) => {
        impl Arithmetic for $name {
            type Simd = $simd;
            type Operand = i16;
            const OPERANDS: usize = 2;
            const IS_INTEGER: bool = true;

            #[inline(always)]
            fn simd(self) -> $simd {
                $simd(())
            }

            #[inline(always)]
            fn operand(value: f32) -> i16 {
                round_to_16_bits(value) as i16
            }

            #[inline(always)]
            fn sum_to_f32(sum: i32) -> f32 {
                sum as f32
            }

            fn pack_word(mut operands: impl Iterator<Item = f32>) -> i32 {
                let [low, high] = from_fn(|_| operands.next().unwrap_or_default() as i16 as u16);
                (u32::from(high) << 16 | u32::from(low)) as i32
            }

            #[inline(always)]
            fn store_operands(
                self,
                values: <$simd as DotProduct>::Vector,
                factor: f32,
                to: &mut [i32],
            ) {
                let $values = self.simd().scaled(factor, values);
                let $to = to[..$simd::LANES / Self::OPERANDS].as_mut_ptr();
                // SAFETY: the processor has the instructions, and the slice is long enough.
                unsafe { $store }
            }

            #[inline(always)]
            fn load_sums(self, from: &[i32], scales: &[f32]) -> <$simd as DotProduct>::Vector {
                // SAFETY: the processor has the instructions, and the slice is long enough.
                let sums = unsafe { $to_f32(self.load_from(from[..$simd::LANES].as_ptr())) };
                self.simd().mul(sums, self.simd().load(scales))
            }
        }
    };
}

/// Stores eight values as 16-bit integers, with saturation.
#[inline(always)]
unsafe fn store_8(values: __m256, to: *mut i32) {
    // SAFETY: the caller guarantees that the processor has AVX2 and that `to` is valid.
    unsafe {
        let values = _mm256_cvtps_epi32(values);
        let (low, high) = (_mm256_castsi256_si128(values), _mm256_extracti128_si256::<1>(values));
        _mm_storeu_si128(to.cast(), _mm_packs_epi32(low, high));
    }
}

dot!(
    /// Two signed 16-bit integers by two, summed in 32 bits, in vectors of 256 bits.
    Avx2Int16, Avx2, i32, __m256i, 8, 16, "avx2,fma", ["avx2", "fma"],
    _mm256_setzero_si256, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256,
    |a, b, c| _mm256_add_epi32(c, _mm256_madd_epi16(a, b))
);
int16!(Avx2Int16, Avx2F32, |values, to| store_8(values, to), _mm256_cvtepi32_ps);

dot!(
    /// Two signed 16-bit integers by two, in one instruction (VNNI), in vectors of 256 bits.
    AvxVnniInt16, AvxVnni, i32, __m256i, 8, 16, "avx2,fma,avxvnni", ["avx2", "fma", "avxvnni"],
    _mm256_setzero_si256, _mm256_set1_epi32, _mm256_loadu_si256, _mm256_storeu_si256,
    |a, b, c| _mm256_dpwssd_avx_epi32(c, a, b)
);
int16!(AvxVnniInt16, Avx2F32, |values, to| store_8(values, to), _mm256_cvtepi32_ps);

/// `vpdpwssd` in assembly: LLVM replaces its intrinsic by two instructions in places.
#[inline]
#[target_feature(enable = "avx512f,avx512vnni")]
fn dot_int16(a: __m512i, b: __m512i, mut sums: __m512i) -> __m512i {
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
    /// Two signed 16-bit integers by two, in one instruction (VNNI), in vectors of 512 bits.
    Avx512VnniInt16, Avx512, i32, __m512i, 16, 32,
    "avx512f,avx512bw,avx512vl,avx512dq,avx512vnni,avx2,fma",
    ["avx512f", "avx512bw", "avx512vl", "avx512dq", "avx512vnni", "avx2", "fma"],
    _mm512_setzero_si512, _mm512_set1_epi32, _mm512_loadu_si512, _mm512_storeu_si512,
    |a, b, c| dot_int16(a, b, c)
);
int16!(
    Avx512VnniInt16,
    Avx512F32,
    |values, to| _mm256_storeu_si256(to.cast(), _mm512_cvtsepi32_epi16(_mm512_cvtps_epi32(values))),
    _mm512_cvtepi32_ps
);
