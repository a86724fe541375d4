//! Rounding of weights so that their errors compensate for each other.
//!
//! The values of a channel are similar from point to point, and few are negative, so that rounding
//! errors of the same sign add up. Rounding each weight to the nearest integer is therefore not
//! optimal ("SQuant: On-the-fly data-free quantization via diagonal Hessian approximation", Guo et
//! al. 2022, arXiv:2202.07471).

/// Rounds the weights of one output, which are by point of the window, then by input.
///
/// The error is at most 0.5 for the sum of all weights, 1 for the sum of those of one input, and 1
/// for each weight.
pub(super) fn round_balanced(weights: &[f32], inputs: usize) -> Vec<i8> {
    let mut bytes: Vec<f32> = weights.iter().map(|weight| weight.round()).collect();
    let errors_of = |bytes: &[f32], input: usize| -> Vec<f32> {
        let pairs = bytes.iter().zip(weights).skip(input).step_by(inputs);
        pairs.map(|(byte, weight)| byte - weight).collect()
    };
    let flip = |bytes: &mut [f32], input: usize, flips: &Flips| {
        for point in &flips.indices {
            bytes[point * inputs + input] -= flips.sign;
        }
    };
    for input in 0..inputs {
        let flips = Flips::of(&errors_of(&bytes, input));
        flip(&mut bytes, input, &flips);
    }
    let totals: Vec<f32> = (0..inputs).map(|input| errors_of(&bytes, input).iter().sum()).collect();
    let flips = Flips::of(&totals);
    for &input in &flips.indices {
        let largest = Flips::largest(&errors_of(&bytes, input), flips.sign, 1);
        flip(&mut bytes, input, &largest);
    }
    bytes.into_iter().map(|byte| byte as i8).collect()
}

/// Values to be rounded the other way, from which `sign` is subtracted.
struct Flips {
    sign: f32,
    indices: Vec<usize>,
}

impl Flips {
    /// Flips the largest errors, as many as bring the sum of all errors to at most 0.5.
    fn of(errors: &[f32]) -> Flips {
        let sum: f32 = errors.iter().sum();
        Flips::largest(errors, sum.signum(), sum.abs().round() as usize)
    }

    /// Flips the `count` largest errors of one sign.
    fn largest(errors: &[f32], sign: f32, count: usize) -> Flips {
        let mut indices: Vec<usize> = (0..errors.len()).collect();
        indices.sort_by(|&a, &b| (errors[b] * sign).total_cmp(&(errors[a] * sign)));
        indices.truncate(count);
        Flips { sign, indices }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    const INPUTS: usize = 20;
    const POINTS: usize = 9;

    /// The error of the sum of all weights, the largest of the sum for one input, and the largest
    /// of one weight.
    fn errors(weights: &[f32], bytes: &[i8]) -> [f32; 3] {
        let errors: Vec<f32> =
            weights.iter().zip(bytes).map(|(weight, &byte)| f32::from(byte) - weight).collect();
        let of_input = |input| errors.iter().skip(input).step_by(INPUTS).sum::<f32>().abs();
        let inputs = (0..INPUTS).map(of_input).fold(0.0, f32::max);
        let each = errors.iter().map(|error| error.abs()).fold(0.0, f32::max);
        [errors.iter().sum::<f32>().abs(), inputs, each]
    }

    #[test]
    fn errors_compensate_for_each_other() {
        const TOLERANCE: f32 = 1e-3;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..50 {
            let mut weight = || random.random_range(-127.0..=127.0);
            let weights: Vec<f32> = (0..INPUTS * POINTS).map(|_| weight()).collect();
            let [all, of_input, each] = errors(&weights, &round_balanced(&weights, INPUTS));
            assert!(
                all <= 0.5 + TOLERANCE && of_input <= 1.0 + TOLERANCE && each <= 1.0 + TOLERANCE
            );
        }
    }

    #[test]
    fn greatest_weights_fit_into_bytes() {
        for weight in [127.0, -127.0, 126.6, -126.6] {
            let weights = [weight; INPUTS * POINTS];
            let [all, ..] = errors(&weights, &round_balanced(&weights, INPUTS));
            assert!(all <= 0.5, "{weight}: {all}");
        }
    }
}
