//! What is done to each number, or to each point, by itself.

use crate::network::{
    kernel::Field,
    model::{Activation, Norm, RmsNorm},
};

/// Above this, mish differs from its argument by less than single precision can tell.
const MISH_IS_IDENTITY: f32 = 20.0;

/// x · tanh(ln(1 + eˣ)), without the logarithm: tanh(ln y) = (y² − 1) / (y² + 1).
fn mish(x: f32) -> f32 {
    let e = x.min(MISH_IS_IDENTITY).exp();
    let above_one = e * (e + 2.0);
    x * (above_one / (above_one + 2.0))
}

fn silu(x: f32) -> f32 {
    x / (1.0 + (-x).exp())
}

impl Activation {
    /// Applies it to every number.
    pub(super) fn apply(self, numbers: &mut [f32]) {
        let each = |function: fn(f32) -> f32, numbers: &mut [f32]| {
            for number in numbers {
                *number = function(*number);
            }
        };
        match self {
            Activation::Identity => {}
            Activation::Relu => numbers.iter_mut().for_each(|number| *number = number.max(0.0)),
            Activation::Mish => each(mish, numbers),
            Activation::Silu => each(silu, numbers),
        }
    }
}

impl Norm {
    /// Writes the normed and activated numbers of a dense buffer to their places in another.
    pub(super) fn apply(&self, input: &[f32], output: &mut [f32], field: Field) {
        let channels = self.scale.len();
        for (input, &place) in input.chunks_exact(channels).zip(field.places) {
            let output = &mut output[place * channels..][..channels];
            let factors = self.scale.iter().zip(&self.bias);
            for ((output, input), (scale, bias)) in output.iter_mut().zip(input).zip(factors) {
                *output = input * scale + bias;
            }
            self.activation.apply(output);
        }
    }
}

impl RmsNorm {
    /// Norms each point of a dense buffer by its own root mean square.
    pub(super) fn apply(&self, numbers: &mut [f32]) {
        for point in numbers.chunks_exact_mut(self.weight.len()) {
            self.scale(point);
        }
    }

    /// Norms all points of a dense buffer by the root mean square of all.
    pub(super) fn apply_together(&self, numbers: &mut [f32]) {
        self.scale(numbers);
    }

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
    for point in numbers.chunks_exact_mut(bias.len()) {
        for (number, bias) in point.iter_mut().zip(bias) {
            *number += bias;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(silu(-1e4), 0.0);
        assert_eq!(silu(1e4), 1e4);
    }
}
