//! The layers of blocks and heads.

use std::io::BufRead;

use super::{error::ModelError, tokens::ModelReader};
use crate::network::{
    kernel::Convolution,
    layout::PLANES,
    model::{Activation, Layer, Norm, RmsNorm, Shape},
};

/// Greatest side of a convolution's window; KataGo's networks have 1, 3 and 5.
const MAX_SIDE: usize = 15;

/// Expected of a shape whose number of weights overflows.
const WEIGHTS: &str = "a possible number of weights";

impl<R: BufRead> ModelReader<R> {
    /// Reads a convolution of `inputs` channels.
    pub(super) fn convolution(
        &mut self,
        inputs: usize,
    ) -> Result<Box<dyn Convolution>, ModelError> {
        let shape = self.convolution_shape(inputs)?;
        self.packed(shape)
    }

    /// Reads the initial convolution.
    pub(super) fn planes(&mut self, channels: usize) -> Result<Layer, ModelError> {
        let shape = self.convolution_shape(PLANES)?;
        let planes = self.layer(shape)?;
        self.check("number of channels", shape.outputs, channels)?;
        Ok(planes)
    }

    fn convolution_shape(&mut self, inputs: usize) -> Result<Shape, ModelError> {
        self.name()?;
        let rows = self.side()?;
        let columns = self.side()?;
        self.exactly("number of channels", inputs)?;
        let outputs = self.count("number of channels")?;
        self.exactly("dilation", 1)?;
        self.exactly("dilation", 1)?;
        Ok(Shape { rows, columns, inputs, outputs })
    }

    /// Reads a convolution of `inputs` channels to `outputs`.
    pub(super) fn convolution_to(
        &mut self,
        inputs: usize,
        outputs: usize,
    ) -> Result<Box<dyn Convolution>, ModelError> {
        let convolution = self.convolution(inputs)?;
        self.check("number of channels", convolution.shape().outputs, outputs)?;
        Ok(convolution)
    }

    /// Reads a 1×1 convolution.
    pub(super) fn projection(&mut self, inputs: usize) -> Result<Box<dyn Convolution>, ModelError> {
        let convolution = self.convolution(inputs)?;
        self.check("window", convolution.shape().rows, 1)?;
        self.check("window", convolution.shape().columns, 1)?;
        Ok(convolution)
    }

    fn side(&mut self) -> Result<usize, ModelError> {
        let side = self.count("side of a window")?;
        if side > MAX_SIDE || side.is_multiple_of(2) {
            let expected = format!("an odd side of a window up to {MAX_SIDE}");
            return Err(self.unexpected(&expected, side.to_string().as_bytes()));
        }
        Ok(side)
    }

    /// Reads a matrix that multiplies one vector of `inputs` values.
    pub(super) fn matrix(&mut self, inputs: usize) -> Result<Layer, ModelError> {
        let shape = self.matrix_shape(inputs)?;
        self.layer(shape)
    }

    /// Reads a matrix that multiplies one vector of `inputs` values, to `outputs`.
    pub(super) fn matrix_to(&mut self, inputs: usize, outputs: usize) -> Result<Layer, ModelError> {
        let matrix = self.matrix(inputs)?;
        self.check("number of channels", matrix.shape.outputs, outputs)?;
        Ok(matrix)
    }

    /// Reads a matrix that multiplies each point of the board.
    pub(super) fn projection_to(
        &mut self,
        inputs: usize,
        outputs: usize,
    ) -> Result<Box<dyn Convolution>, ModelError> {
        let shape = self.matrix_shape(inputs)?;
        self.check("number of channels", shape.outputs, outputs)?;
        self.packed(shape)
    }

    fn matrix_shape(&mut self, inputs: usize) -> Result<Shape, ModelError> {
        self.name()?;
        self.exactly("number of channels", inputs)?;
        let outputs = self.count("number of channels")?;
        Ok(Shape::matrix(inputs, outputs))
    }

    /// Reads weights and packs them.
    fn packed(&mut self, shape: Shape) -> Result<Box<dyn Convolution>, ModelError> {
        let Layer { shape, weights } = self.layer(shape)?;
        Ok((self.pack)(shape, weights, self.sensitivity))
    }

    /// Reads weights.
    fn layer(&mut self, shape: Shape) -> Result<Layer, ModelError> {
        let count = shape.weights().ok_or_else(|| self.unexpected(WEIGHTS, b"more"))?;
        let weights = self.numbers(count)?;
        self.weights += count;
        Ok(Layer { shape, weights })
    }

    /// Reads the bias of a matrix.
    pub(super) fn bias(&mut self, channels: usize) -> Result<Vec<f32>, ModelError> {
        self.name()?;
        self.exactly("number of channels", channels)?;
        self.numbers(channels)
    }

    pub(super) fn activation(&mut self) -> Result<Activation, ModelError> {
        self.name()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        const EXPECTED: &str = "an activation";
        match self.token(EXPECTED)?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(self.unexpected(EXPECTED, other.as_bytes())),
        }
    }

    /// Reads a batch norm and the activation after it.
    pub(super) fn norm(&mut self, channels: usize) -> Result<Norm, ModelError> {
        self.name()?;
        self.exactly("number of channels", channels)?;
        let epsilon = self.number("epsilon")?;
        let has_scale = self.flag("whether a norm has scales")?;
        let has_bias = self.flag("whether a norm has biases")?;
        let means = self.numbers(channels)?;
        let variances = self.numbers(channels)?;
        let scales = if has_scale { self.numbers(channels)? } else { vec![1.0; channels] };
        let biases = if has_bias { self.numbers(channels)? } else { vec![0.0; channels] };
        let stdev = |variance: &f32| (f64::from(*variance) + f64::from(epsilon)).sqrt();
        let scale: Vec<f32> = variances
            .iter()
            .zip(scales)
            .map(|(variance, scale)| (f64::from(scale) / stdev(variance)) as f32)
            .collect();
        let centered = biases.iter().zip(means).zip(&scale);
        let bias: Vec<f32> = centered.map(|((bias, mean), scale)| bias - scale * mean).collect();
        if !scale.iter().chain(&bias).all(|number| number.is_finite()) {
            return Err(self.not_finite());
        }
        Ok(Norm { scale, bias, activation: self.activation()? })
    }

    pub(super) fn rms_norm(&mut self, channels: usize) -> Result<RmsNorm, ModelError> {
        self.name()?;
        self.exactly("number of channels", channels)?;
        let epsilon = self.positive()?;
        Ok(RmsNorm { weight: self.numbers(channels)?, epsilon })
    }

    /// Reads a positive number.
    pub(super) fn positive(&mut self) -> Result<f32, ModelError> {
        const EXPECTED: &str = "a positive number";
        let number = self.number(EXPECTED)?;
        if number > 0.0 { Ok(number) } else { Err(self.unexpected(EXPECTED, b"0 or less")) }
    }
}
