//! Weights rounded so that their errors make up for each other.
//!
//! The numbers of a channel are alike from point to point, and few are negative. The errors of the
//! weights that they meet hence add up, unless they are of both signs: rounding each weight to the
//! nearest whole number is not the best ("SQuant: On-the-fly data-free quantization via diagonal
//! Hessian approximation", Guo et al. 2022, arXiv:2202.07471).

/// The weights of one output as bytes, each off by one at most; `weights` runs over the points of
/// the window, at each point over the inputs.
///
/// In all, the bytes are off by a half at most, and those of one input by one.
pub(super) fn balanced(weights: &[f32], inputs: usize) -> Vec<i8> {
    let mut bytes: Vec<f32> = weights.iter().map(|weight| weight.round()).collect();
    let errors_of = |bytes: &[f32], input: usize| -> Vec<f32> {
        let pairs = bytes.iter().zip(weights).skip(input).step_by(inputs);
        pairs.map(|(byte, weight)| byte - weight).collect()
    };
    let step = |bytes: &mut [f32], input: usize, excess: &Excess| {
        for point in &excess.places {
            bytes[point * inputs + input] -= excess.sign;
        }
    };
    for input in 0..inputs {
        let excess = Excess::of(&errors_of(&bytes, input));
        step(&mut bytes, input, &excess);
    }
    let totals: Vec<f32> = (0..inputs).map(|input| errors_of(&bytes, input).iter().sum()).collect();
    let excess = Excess::of(&totals);
    for &input in &excess.places {
        let largest = Excess::largest(&errors_of(&bytes, input), excess.sign, 1);
        step(&mut bytes, input, &largest);
    }
    bytes.into_iter().map(|byte| byte as i8).collect()
}

/// Errors that should be less by one each.
struct Excess {
    sign: f32,
    places: Vec<usize>,
}

impl Excess {
    /// As many of the largest as must be for the sum to be a half at most.
    fn of(errors: &[f32]) -> Excess {
        let sum: f32 = errors.iter().sum();
        Excess::largest(errors, sum.signum(), sum.abs().round() as usize)
    }

    /// The largest of one sign, so many.
    fn largest(errors: &[f32], sign: f32, count: usize) -> Excess {
        let mut places: Vec<usize> = (0..errors.len()).collect();
        places.sort_by(|&a, &b| (errors[b] * sign).total_cmp(&(errors[a] * sign)));
        places.truncate(count);
        Excess { sign, places }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    const INPUTS: usize = 20;
    const POINTS: usize = 9;

    /// Errors of all weights together, and the largest of those of one input, and of one weight.
    fn errors(weights: &[f32], bytes: &[i8]) -> [f32; 3] {
        let errors: Vec<f32> =
            weights.iter().zip(bytes).map(|(weight, &byte)| f32::from(byte) - weight).collect();
        let of_input = |input| errors.iter().skip(input).step_by(INPUTS).sum::<f32>().abs();
        let inputs = (0..INPUTS).map(of_input).fold(0.0, f32::max);
        let each = errors.iter().map(|error| error.abs()).fold(0.0, f32::max);
        [errors.iter().sum::<f32>().abs(), inputs, each]
    }

    #[test]
    fn errors_make_up_for_each_other() {
        const SMALL: f32 = 1e-3;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..50 {
            let mut weight = || random.random_range(-127.0..=127.0);
            let weights: Vec<f32> = (0..INPUTS * POINTS).map(|_| weight()).collect();
            let [all, of_input, each] = errors(&weights, &balanced(&weights, INPUTS));
            assert!(all <= 0.5 + SMALL && of_input <= 1.0 + SMALL && each <= 1.0 + SMALL);
        }
    }

    #[test]
    fn the_greatest_weights_fit_into_bytes() {
        for weight in [127.0, -127.0, 126.6, -126.6] {
            let weights = [weight; INPUTS * POINTS];
            let [all, ..] = errors(&weights, &balanced(&weights, INPUTS));
            assert!(all <= 0.5, "{weight}: {all}");
        }
    }
}
