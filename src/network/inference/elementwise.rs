//! Operations on each value, or on each point, by itself.
//!
//! They are plain loops without branches or calls, so that the compiler vectorizes them.

use crate::network::{
    model::{Activation, Norm, RmsNorm},
    simd::{ROUNDING_OFFSET, with_widest_simd},
};

/// eˣ in single precision, for results between 2^-126 and 2^127: a power of two times a Taylor
/// polynomial of the rest.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    /// ln 2 in two parts, the first short enough that its product with `power` is exact (Cody and
    /// Waite 1980).
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let x = if x > -87.3 { x } else { -87.3 };
    let x = if x < 88.0 { x } else { 88.0 };
    let rounded = x * std::f32::consts::LOG2_E + ROUNDING_OFFSET;
    let power = rounded - ROUNDING_OFFSET;
    let rest = x - power * LN_2[0] - power * LN_2[1];
    let series = [1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let sum = series.iter().fold(0.0, |sum, factor| sum * rest + factor);
    // 2^power: the low bits of `rounded`, moved to the exponent and added to that of 1.
    let scale = f32::from_bits((rounded.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    sum * scale
}

/// Above this, mish equals its argument in single precision.
const MISH_LINEAR_THRESHOLD: f32 = 20.0;

/// x · tanh(ln(1 + eˣ)), without the logarithm: tanh(ln y) = (y² − 1) / (y² + 1).
#[inline(always)]
fn mish(x: f32) -> f32 {
    let e = exp(if x < MISH_LINEAR_THRESHOLD { x } else { MISH_LINEAR_THRESHOLD });
    let above_one = e * (e + 2.0);
    x * (above_one / (above_one + 2.0))
}

#[inline(always)]
fn silu(x: f32) -> f32 {
    x / (1.0 + exp(-x))
}

/// One instruction, unlike `f32::max`, which has a rule for NaN.
#[inline(always)]
fn relu(x: f32) -> f32 {
    if x > 0.0 { x } else { 0.0 }
}

impl Activation {
    /// Applies the function to every value.
    pub(super) fn apply(self, values: &mut [f32]) {
        #[inline(always)]
        fn each(values: &mut [f32], function: impl Fn(f32) -> f32) {
            values.iter_mut().for_each(|value| *value = function(*value));
        }
        with_widest_simd(
            #[inline(always)]
            || match self {
                Activation::Identity => {}
                Activation::Relu => each(values, relu),
                Activation::Mish => each(values, mish),
                Activation::Silu => each(values, silu),
            },
        );
    }
}

/// The input of a convolution: a dense buffer, and a norm that is applied to it on the fly.
#[derive(Clone, Copy)]
pub(in crate::network) struct ConvInput<'a> {
    /// The dense buffer.
    pub(in crate::network) values: &'a [f32],
    /// The norm and activation, if any.
    pub(in crate::network) norm: Option<&'a Norm>,
}

impl<'a> ConvInput<'a> {
    /// The values as they are.
    pub(super) fn without_norm(values: &'a [f32]) -> ConvInput<'a> {
        ConvInput { values, norm: None }
    }

    /// The values after a norm and its activation.
    pub(super) fn with_norm(norm: &'a Norm, values: &'a [f32]) -> ConvInput<'a> {
        ConvInput { values, norm: Some(norm) }
    }

    /// The input of each of `count` boards.
    #[inline(always)]
    pub(in crate::network) fn boards(self, count: usize) -> impl Iterator<Item = ConvInput<'a>> {
        let boards = self.values.chunks_exact(self.values.len() / count);
        boards.map(move |values| ConvInput { values, norm: self.norm })
    }

    /// Writes the values of all points, each with `channels` channels.
    #[inline(always)]
    pub(in crate::network) fn write(self, channels: usize, output: &mut [f32]) {
        for (point, output) in output.chunks_exact_mut(channels).enumerate() {
            self.point(point, output, |value| value);
        }
    }

    /// Writes the converted values of one point.
    #[inline(always)]
    pub(in crate::network) fn point<T>(
        self,
        point: usize,
        output: &mut [T],
        convert: impl Fn(f32) -> T,
    ) {
        let values = &self.values[point * output.len()..][..output.len()];
        let Some(norm) = self.norm else {
            output.iter_mut().zip(values).for_each(|(output, &value)| *output = convert(value));
            return;
        };
        match norm.activation {
            Activation::Identity => norm.each(values, output, convert),
            Activation::Relu => norm.each(values, output, |value| convert(relu(value))),
            Activation::Mish => norm.each(values, output, |value| convert(mish(value))),
            Activation::Silu => norm.each(values, output, |value| convert(silu(value))),
        }
    }
}

impl Norm {
    /// Writes `function` of the normalized values of one point.
    #[inline(always)]
    fn each<T>(&self, values: &[f32], output: &mut [T], function: impl Fn(f32) -> T) {
        let factors = self.scale.iter().zip(&self.bias);
        for ((output, value), (scale, bias)) in output.iter_mut().zip(values).zip(factors) {
            *output = function(value * scale + bias);
        }
    }

    /// Normalizes and activates a dense buffer.
    pub(super) fn apply(&self, values: &mut [f32]) {
        with_widest_simd(
            #[inline(always)]
            || {
                for point in values.chunks_exact_mut(self.scale.len()) {
                    for ((value, scale), bias) in point.iter_mut().zip(&self.scale).zip(&self.bias)
                    {
                        *value = *value * scale + bias;
                    }
                }
            },
        );
        self.activation.apply(values);
    }
}

impl RmsNorm {
    /// Normalizes each point of a dense buffer by its own root mean square.
    pub(super) fn apply(&self, values: &mut [f32]) {
        with_widest_simd(
            #[inline(always)]
            || values.chunks_exact_mut(self.weight.len()).for_each(|point| self.scale(point)),
        );
    }

    /// Normalizes a dense buffer by the root mean square over the whole board.
    pub(super) fn apply_to_board(&self, values: &mut [f32]) {
        with_widest_simd(
            #[inline(always)]
            || self.scale(values),
        );
    }

    #[inline(always)]
    fn scale(&self, values: &mut [f32]) {
        let squares: f32 = values.iter().map(|value| value * value).sum();
        let factor = 1.0 / (squares / values.len() as f32 + self.epsilon).sqrt();
        for point in values.chunks_exact_mut(self.weight.len()) {
            for (value, weight) in point.iter_mut().zip(&self.weight) {
                *value *= factor * weight;
            }
        }
    }
}

/// Adds `bias` to each point of a dense buffer.
pub(super) fn add_to_points(values: &mut [f32], bias: &[f32]) {
    with_widest_simd(
        #[inline(always)]
        || {
            for point in values.chunks_exact_mut(bias.len()) {
                for (value, bias) in point.iter_mut().zip(bias) {
                    *value += bias;
                }
            }
        },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_has_single_precision() {
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
    fn mish_matches_its_definition() {
        for x in [-90.0_f64, -5.0, -0.3, 0.0, 0.7, 3.0, 19.0, 21.0, 90.0, 1e6] {
            let expected = if x > 50.0 { x } else { x * x.exp().ln_1p().tanh() };
            let got = f64::from(mish(x as f32));
            assert!((got - expected).abs() <= 1e-6 * expected.abs() + 1e-9, "{x} {got}");
        }
    }

    #[test]
    fn silu_is_finite_for_large_arguments() {
        assert!(silu(-1e4).abs() < 1e-30);
        assert_eq!(silu(1e4), 1e4);
    }
}
