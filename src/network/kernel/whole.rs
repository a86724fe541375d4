//! Numbers and weights as whole factors of 16 bits, scaled so that no sum can leave 32 bits.

use crate::network::simd::fold;

/// Most that a factor can be.
const MOST: f32 = i16::MAX as f32;

/// The greatest factor that numbers become, where each sum is over so many: the more there are, the
/// more bits are left to the weights.
fn greatest_factor(inputs: usize) -> f32 {
    const FEW: f32 = 128.0;
    (MOST * (FEW / inputs as f32).sqrt().min(1.0)).floor()
}

/// What numbers are to be multiplied with, where each sum is over so many of them.
#[inline(always)]
pub(super) fn unit(numbers: &[f32], inputs: usize) -> f32 {
    /// Less is as good as nothing, and its inverse is still a number.
    const LEAST: f32 = 1e-30;
    let greatest = fold(numbers, LEAST, |a, b| if b.abs() > a { b.abs() } else { a });
    greatest_factor(inputs) / greatest
}

/// Makes weights, of so many outputs each row, whole factors; by output, what they were multiplied
/// with.
pub(super) fn make_whole(weights: &mut [f32], outputs: usize) -> Vec<f32> {
    let inputs = weights.len() / outputs;
    let mut sums = vec![f32::MIN_POSITIVE; outputs];
    let mut greatest = sums.clone();
    for row in weights.chunks_exact(outputs) {
        for ((sum, greatest), weight) in sums.iter_mut().zip(&mut greatest).zip(row) {
            *sum += weight.abs();
            *greatest = greatest.max(weight.abs());
        }
    }
    // Rounding adds up to a half to each factor.
    let room = i32::MAX as f32 / greatest_factor(inputs) - inputs as f32;
    let factor = |(sum, greatest): (f32, f32)| (MOST / greatest).min(room / sum).min(f32::MAX);
    let factors: Vec<f32> = sums.into_iter().zip(greatest).map(factor).collect();
    for row in weights.chunks_exact_mut(outputs) {
        for (weight, factor) in row.iter_mut().zip(&factors) {
            *weight = (*weight * factor).round();
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sum_leaves_32_bits() {
        for inputs in [1, 2, 96, 129, 1000, 20_000] {
            for weight in [1.0, -0.3, 1e-20, 1e20] {
                let mut weights = vec![weight; inputs];
                make_whole(&mut weights, 1);
                let sum: f64 = weights.iter().map(|weight| f64::from(weight.abs())).sum();
                let greatest = f64::from(greatest_factor(inputs));
                assert!(sum * greatest <= f64::from(i32::MAX), "{inputs} {weight}");
                assert!(sum > 0.0 && weights[0].abs() <= MOST, "{inputs} {weight}");
            }
        }
    }

    #[test]
    fn numbers_of_any_size_become_factors() {
        for greatest in [0.0, 1e-38, 0.1, 70.0, 1e30] {
            let numbers = [0.0, -greatest, greatest / 2.0];
            let factor = (greatest * unit(&numbers, 96)).round();
            assert!(factor <= MOST && (factor == MOST || greatest < 1e-30), "{greatest}");
        }
    }
}
