//! What is done to each number, or to each point, by itself.
//!
//! These are plain loops without branches or calls, so that compilers turn them into vectors.

use crate::network::{
    model::{Activation, Norm, RmsNorm},
    simd::widest,
};

/// eˣ to single precision, between 2^-126 and 2^127: the power of two apart from a polynomial for
/// the rest, which is Taylor's as far as that can be told apart.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    /// Added to a number, it leaves the nearest whole number in the lowest bits.
    const ROUND: f32 = 12_582_912.0;
    let x = if x > -87.3 { x } else { -87.3 };
    let x = if x < 88.0 { x } else { 88.0 };
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let power = rounded - ROUND;
    let rest = x - power * LN_2[0] - power * LN_2[1];
    let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let sum = series.iter().fold(0.0, |sum, factor| sum * rest + factor);
    sum * f32::from_bits((rounded.to_bits() << 23).wrapping_add(1.0_f32.to_bits()))
}

/// Above this, mish differs from its argument by less than single precision can tell.
const MISH_IS_IDENTITY: f32 = 20.0;

/// x · tanh(ln(1 + eˣ)), without the logarithm: tanh(ln y) = (y² − 1) / (y² + 1).
#[inline(always)]
fn mish(x: f32) -> f32 {
    let e = exp(if x < MISH_IS_IDENTITY { x } else { MISH_IS_IDENTITY });
    let above_one = e * (e + 2.0);
    x * (above_one / (above_one + 2.0))
}

#[inline(always)]
fn silu(x: f32) -> f32 {
    x / (1.0 + exp(-x))
}

/// Unlike `f32::max`, which has a rule for what is no number, one instruction.
#[inline(always)]
fn relu(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

impl Activation {
    /// Applies it to every number.
    pub(super) fn apply(self, numbers: &mut [f32]) {
        #[inline(always)]
        fn each(numbers: &mut [f32], function: impl Fn(f32) -> f32) {
            numbers.iter_mut().for_each(|number| *number = function(*number));
        }
        widest(
            #[inline(always)]
            || match self {
                Activation::Identity => {}
                Activation::Relu => each(numbers, relu),
                Activation::Mish => each(numbers, mish),
                Activation::Silu => each(numbers, silu),
            },
        );
    }
}

/// A dense buffer, and what is done to its numbers before a convolution looks at them.
#[derive(Clone, Copy)]
pub(in crate::network) struct Active<'a> {
    /// The numbers.
    pub(in crate::network) numbers: &'a [f32],
    /// What is done to them, if anything.
    pub(in crate::network) norm: Option<&'a Norm>,
}

impl<'a> Active<'a> {
    /// Numbers as they are.
    pub(super) fn plain(numbers: &'a [f32]) -> Active<'a> {
        Active { numbers, norm: None }
    }

    /// Writes the numbers of all points, of so many channels each.
    #[inline(always)]
    pub(in crate::network) fn write(self, channels: usize, output: &mut [f32]) {
        for (point, output) in output.chunks_exact_mut(channels).enumerate() {
            self.point(point, output, |number| number);
        }
    }

    /// Converts the numbers of a point.
    #[inline(always)]
    pub(in crate::network) fn point<T>(
        self,
        point: usize,
        output: &mut [T],
        convert: impl Fn(f32) -> T,
    ) {
        let numbers = &self.numbers[point * output.len()..][..output.len()];
        let Some(norm) = self.norm else {
            output.iter_mut().zip(numbers).for_each(|(output, &number)| *output = convert(number));
            return;
        };
        match norm.activation {
            Activation::Identity => norm.each(numbers, output, convert),
            Activation::Relu => norm.each(numbers, output, |number| convert(relu(number))),
            Activation::Mish => norm.each(numbers, output, |number| convert(mish(number))),
            Activation::Silu => norm.each(numbers, output, |number| convert(silu(number))),
        }
    }
}

impl Norm {
    /// Applies `function` to the normed numbers of a point.
    #[inline(always)]
    fn each<T>(&self, numbers: &[f32], output: &mut [T], function: impl Fn(f32) -> T) {
        let factors = self.scale.iter().zip(&self.bias);
        for ((output, number), (scale, bias)) in output.iter_mut().zip(numbers).zip(factors) {
            *output = function(number * scale + bias);
        }
    }

    /// Norms and activates the numbers of a dense buffer.
    pub(super) fn apply(&self, numbers: &mut [f32]) {
        widest(
            #[inline(always)]
            || {
                for point in numbers.chunks_exact_mut(self.scale.len()) {
                    for ((number, scale), bias) in point.iter_mut().zip(&self.scale).zip(&self.bias)
                    {
                        *number = *number * scale + bias;
                    }
                }
            },
        );
        self.activation.apply(numbers);
    }
}

impl RmsNorm {
    /// Norms each point of a dense buffer by its own root mean square.
    pub(super) fn apply(&self, numbers: &mut [f32]) {
        widest(
            #[inline(always)]
            || numbers.chunks_exact_mut(self.weight.len()).for_each(|point| self.scale(point)),
        );
    }

    /// Norms all points of a dense buffer by the root mean square of all.
    pub(super) fn apply_together(&self, numbers: &mut [f32]) {
        widest(
            #[inline(always)]
            || self.scale(numbers),
        );
    }

    #[inline(always)]
    fn scale(&self, numbers: &mut [f32]) {
        let squares: f32 = numbers.iter().map(|number| number * number).sum();
        let factor = 1.0 / (squares / numbers.len() as f32 + self.epsilon).sqrt();
        for point in numbers.chunks_exact_mut(self.weight.len()) {
            for (number, weight) in point.iter_mut().zip(&self.weight) {
                *number *= factor * weight;
            }
        }
    }
}

/// Adds `bias` to each point of a dense buffer.
pub(super) fn add_to_points(numbers: &mut [f32], bias: &[f32]) {
    widest(
        #[inline(always)]
        || {
            for point in numbers.chunks_exact_mut(bias.len()) {
                for (number, bias) in point.iter_mut().zip(bias) {
                    *number += bias;
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_is_as_exact_as_single_precision() {
        for step in -8700..8800 {
            let x = step as f32 / 100.0;
            let expected = f64::from(x).exp();
            let got = f64::from(exp(x));
            assert!((got - expected).abs() <= 3e-7 * expected, "{x} {got} {expected}");
        }
        assert!(exp(-1e9) < 1e-37);
        assert_eq!(exp(0.0), 1.0);
    }

    #[test]
    fn mish_is_what_its_definition_says() {
        for x in [-90.0_f64, -5.0, -0.3, 0.0, 0.7, 3.0, 19.0, 21.0, 90.0, 1e6] {
            let expected = if x > 50.0 { x } else { x * x.exp().ln_1p().tanh() };
            let got = f64::from(mish(x as f32));
            assert!((got - expected).abs() <= 1e-6 * expected.abs() + 1e-9, "{x} {got}");
        }
    }

    #[test]
    fn silu_is_finite_far_out() {
        assert!(silu(-1e4).abs() < 1e-30);
        assert_eq!(silu(1e4), 1e4);
    }
}
