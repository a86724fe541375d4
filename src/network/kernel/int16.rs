//! Inputs and weights as 16-bit integers, scaled so that no sum overflows 32 bits.

use crate::network::simd::{reduce, with_widest_simd};

/// Greatest magnitude of a quantized value.
const MAX: f32 = i16::MAX as f32;

/// Greatest magnitude of a quantized input, for sums over `inputs` of them: the more there are, the
/// more bits are left to the weights.
fn max_input(inputs: usize) -> f32 {
    const MAX_INPUTS_IN_FULL_RANGE: f32 = 128.0;
    (MAX * (MAX_INPUTS_IN_FULL_RANGE / inputs as f32).sqrt().min(1.0)).floor()
}

/// Returns the factor that quantizes the values, for sums over `inputs` of them.
#[inline(always)]
pub(super) fn input_factor(values: &[f32], inputs: usize) -> f32 {
    /// Smaller magnitudes are negligible, and the inverse of this one is finite.
    const MIN_MAGNITUDE: f32 = 1e-30;
    let greatest = reduce(values, MIN_MAGNITUDE, |a, b| if b.abs() > a { b.abs() } else { a });
    max_input(inputs) / greatest
}

/// Quantizes weights, whose rows have `outputs` each; returns the factors by output.
pub(super) fn quantize_weights(weights: &mut [f32], outputs: usize) -> Vec<f32> {
    let inputs = weights.len() / outputs;
    let mut sums = vec![f32::MIN_POSITIVE; outputs];
    let mut greatest = sums.clone();
    with_widest_simd(
        #[inline(always)]
        || {
            for row in weights.chunks_exact(outputs) {
                for ((sum, greatest), weight) in sums.iter_mut().zip(&mut greatest).zip(row) {
                    *sum += weight.abs();
                    *greatest = greatest.max(weight.abs());
                }
            }
        },
    );
    // Rounding adds up to 0.5 to each weight.
    let max_sum = i32::MAX as f32 / max_input(inputs) - inputs as f32;
    let factor = |(sum, greatest): (f32, f32)| (MAX / greatest).min(max_sum / sum).min(f32::MAX);
    let factors: Vec<f32> = sums.into_iter().zip(greatest).map(factor).collect();
    with_widest_simd(
        #[inline(always)]
        || {
            for row in weights.chunks_exact_mut(outputs) {
                for (weight, factor) in row.iter_mut().zip(&factors) {
                    *weight = (*weight * factor).round();
                }
            }
        },
    );
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sum_overflows_32_bits() {
        for inputs in [1, 2, 96, 129, 1000, 20_000] {
            for weight in [1.0, -0.3, 1e-20, 1e20] {
                let mut weights = vec![weight; inputs];
                quantize_weights(&mut weights, 1);
                let sum: f64 = weights.iter().map(|weight| f64::from(weight.abs())).sum();
                let greatest = f64::from(max_input(inputs));
                assert!(sum * greatest <= f64::from(i32::MAX), "{inputs} {weight}");
                assert!(sum > 0.0 && weights[0].abs() <= MAX, "{inputs} {weight}");
            }
        }
    }

    #[test]
    fn inputs_of_any_magnitude_are_quantized() {
        for greatest in [0.0, 1e-38, 0.1, 70.0, 1e30] {
            let values = [0.0, -greatest, greatest / 2.0];
            let quantized = (greatest * input_factor(&values, 96)).round();
            assert!(quantized <= MAX && (quantized == MAX || greatest < 1e-30), "{greatest}");
        }
    }
}
