//! A network as plain data: its layers in the order in which they are computed.
//!
//! A kernel packs the weights of a layer that is applied to every point; all other weights are kept
//! as they are. The shapes fit together: the reader rejects a file in which they do not.

use super::kernel::{Convolution, Pack};

/// The shape of a layer's weights, which a file stores in the order
/// `[row][column][input][output]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Rows of the convolution's window; odd, 1 for a matrix.
    pub(super) rows: usize,
    /// Columns of the convolution's window; odd, 1 for a matrix.
    pub(super) columns: usize,
    /// Input channels.
    pub(super) inputs: usize,
    /// Output channels.
    pub(super) outputs: usize,
}

impl Shape {
    /// The shape of a matrix.
    pub(super) const fn matrix(inputs: usize, outputs: usize) -> Shape {
        Shape { rows: 1, columns: 1, inputs, outputs }
    }

    /// Returns the number of weights, or `None` on overflow.
    pub(super) fn weights(self) -> Option<usize> {
        self.rows.checked_mul(self.columns)?.checked_mul(self.inputs)?.checked_mul(self.outputs)
    }
}

/// A layer in single precision and in the order of the file, for the layers that take little time.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// The shape of the weights.
    pub(super) shape: Shape,
    /// The weights in the order of the file.
    pub(super) weights: Vec<f32>,
}

/// A network with its convolutions packed for a kernel.
#[derive(Debug)]
pub(super) struct Model {
    /// The network's name, from its file.
    pub(super) name: String,
    /// KataGo's model version, 8 to 17, which determines the inputs and the meaning of the outputs.
    pub(super) version: u32,
    /// Whether the network expects pass-alive chains by the strict definition (`features::area`) under
    /// all rules (from version 15).
    pub(super) strict_pass_alive: bool,
    /// Number of weights of the layers.
    pub(super) weights: usize,
    /// The factors of the raw outputs.
    pub(super) scales: Scales,
    /// The layers from the inputs to the heads.
    pub(super) trunk: Trunk,
    /// The policy head.
    pub(super) policy: PolicyHead,
    /// The value head: value, score and ownership.
    pub(super) value: ValueHead,
}

/// The factors of the raw outputs, which files contain from version 13.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scales {
    /// Mean of the final score, in points.
    pub(super) score_mean: f32,
    /// Standard deviation of the final score, in points.
    pub(super) score_stdev: f32,
    /// Lead, in points.
    pub(super) lead: f32,
    /// Variance of the time until the game is decided.
    pub(super) time_variance: f32,
    /// Squared error of the value (win - loss) against that a few moves later.
    pub(super) value_error: f32,
    /// Squared error of the score against that a few moves later, in points².
    pub(super) score_error: f32,
}

impl Scales {
    /// The factors of versions before 13.
    pub(super) const BEFORE_13: Scales = Scales {
        score_mean: 20.0,
        score_stdev: 20.0,
        lead: 20.0,
        time_variance: 40.0,
        value_error: 0.25,
        score_error: 30.0,
    };
}

/// The part from the inputs to the heads: a residual stream of channels for each point, to which
/// each block adds.
#[derive(Debug)]
pub(super) struct Trunk {
    /// The initial convolution, of the input planes.
    pub(super) planes: Layer,
    /// The initial matrix, of the globals; its outputs are added at every point.
    pub(super) globals: Layer,
    /// The metadata encoder of HumanSL networks; its outputs are added at every point.
    pub(super) metadata: Option<MetadataEncoder>,
    /// The blocks in order.
    pub(super) blocks: Vec<Block>,
    /// The norm and activation between the last block and the heads.
    pub(super) tip: Tip,
}

/// Three layers from the metadata inputs to the channels of the stream.
#[derive(Clone, Debug)]
pub(super) struct MetadataEncoder {
    /// First layer.
    pub(super) first: Layer,
    /// Bias of the first layer.
    pub(super) first_bias: Vec<f32>,
    /// Activation of the first layer.
    pub(super) first_activation: Activation,
    /// Second layer.
    pub(super) second: Layer,
    /// Bias of the second layer.
    pub(super) second_bias: Vec<f32>,
    /// Activation of the second layer.
    pub(super) second_activation: Activation,
    /// Last layer, to the channels of the stream.
    pub(super) last: Layer,
}

/// A residual block.
#[derive(Debug)]
pub(super) enum Block {
    /// Two convolutions.
    Ordinary(Ordinary),
    /// Two convolutions, the first with a bias from global pooling.
    GlobalPooling(GlobalPooling),
    /// A bottleneck with blocks of its own.
    Nested(Nested),
    /// Self-attention among the points.
    Attention(Attention),
    /// A gated feed-forward layer for each point.
    FeedForward(FeedForward),
}

/// Norm, convolution, norm, convolution.
#[derive(Debug)]
pub(super) struct Ordinary {
    /// Before the first convolution.
    pub(super) before: Norm,
    /// The first convolution.
    pub(super) first: Box<dyn Convolution>,
    /// Between the two.
    pub(super) between: Norm,
    /// The second convolution, back to the stream.
    pub(super) second: Box<dyn Convolution>,
}

/// An ordinary block whose first convolution has a bias from global pooling.
#[derive(Debug)]
pub(super) struct GlobalPooling {
    /// Before both first convolutions.
    pub(super) before: Norm,
    /// The regular convolution.
    pub(super) regular: Box<dyn Convolution>,
    /// The convolution that is pooled.
    pub(super) pooled: Box<dyn Convolution>,
    /// Before the pooling.
    pub(super) pooled_norm: Norm,
    /// From the pooled channels to a bias for each channel of `regular`.
    pub(super) bias: Layer,
    /// Before the last convolution.
    pub(super) between: Norm,
    /// The last convolution, back to the stream.
    pub(super) last: Box<dyn Convolution>,
}

/// A bottleneck: a narrower stream with blocks of its own.
#[derive(Debug)]
pub(super) struct Nested {
    /// Before the convolution to the inner stream.
    pub(super) before: Norm,
    /// To the inner stream.
    pub(super) narrow: Box<dyn Convolution>,
    /// The blocks of the inner stream.
    pub(super) blocks: Vec<Block>,
    /// Before the convolution to the outer stream.
    pub(super) after: Norm,
    /// Back to the outer stream.
    pub(super) widen: Box<dyn Convolution>,
}

/// Self-attention among the points of the board.
#[derive(Debug)]
pub(super) struct Attention {
    /// Query heads.
    pub(super) heads: usize,
    /// Key and value heads, a divisor of `heads`: each serves a group of consecutive query heads.
    pub(super) key_heads: usize,
    /// Channels of a query and of a key.
    pub(super) key_size: usize,
    /// Channels of a value.
    pub(super) value_size: usize,
    /// Before the three projections.
    pub(super) norm: RmsNorm,
    /// To the queries of all heads.
    pub(super) query: Box<dyn Convolution>,
    /// To the keys of all key heads.
    pub(super) key: Box<dyn Convolution>,
    /// To the values of all key heads.
    pub(super) value: Box<dyn Convolution>,
    /// Back to the stream.
    pub(super) out: Box<dyn Convolution>,
    /// Position embedding of queries and keys.
    pub(super) rotary: Option<RotaryEmbedding>,
    /// Packs the keys and values of a position, as matrices.
    pub(super) pack: Pack,
}

/// Rotary position embedding: rotates each pair of channels by an angle proportional to the column
/// and the row.
#[derive(Clone, Debug)]
pub(super) struct RotaryEmbedding {
    /// By key head, and by pair of channels in it: the angle per column to the right and per row
    /// down, in radians.
    pub(super) angles: Vec<[f32; 2]>,
}

/// A gated layer for each point (SwiGLU).
#[derive(Debug)]
pub(super) struct FeedForward {
    /// Before both projections.
    pub(super) norm: RmsNorm,
    /// The projection with SiLU activation.
    pub(super) linear: Box<dyn Convolution>,
    /// The projection that multiplies the activated one.
    pub(super) gate: Box<dyn Convolution>,
    /// Back to the stream.
    pub(super) out: Box<dyn Convolution>,
}

/// A batch norm, merged into a scale and a bias for each channel, and the activation after it.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    /// By channel.
    pub(super) scale: Vec<f32>,
    /// By channel.
    pub(super) bias: Vec<f32>,
    /// The activation.
    pub(super) activation: Activation,
}

/// Division by the root mean square of a point's channels.
#[derive(Clone, Debug)]
pub(super) struct RmsNorm {
    /// Factor by channel.
    pub(super) weight: Vec<f32>,
    /// Added to the mean square.
    pub(super) epsilon: f32,
}

/// The norm and activation between the trunk and the heads.
#[derive(Clone, Debug)]
pub(super) enum Tip {
    /// A batch norm.
    Batch(Norm),
    /// A root mean square norm.
    Rms {
        /// The norm.
        norm: RmsNorm,
        /// Bias by channel.
        bias: Vec<f32>,
        /// Whether the mean is over the whole board instead of one point.
        is_spatial: bool,
        /// The activation.
        activation: Activation,
    },
}

/// An activation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// x.
    Identity,
    /// max(x, 0).
    Relu,
    /// x · tanh(ln(1 + eˣ)).
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

/// The policy head.
#[derive(Debug)]
pub(super) struct PolicyHead {
    /// To the head's own channels.
    pub(super) regular: Box<dyn Convolution>,
    /// To the channels that are pooled.
    pub(super) pooled: Box<dyn Convolution>,
    /// Before the pooling.
    pub(super) pooled_norm: Norm,
    /// From the pooled channels to a bias for each of the head's own channels.
    pub(super) bias: Layer,
    /// Before the last layer.
    pub(super) norm: Norm,
    /// To the logits of the points, one channel for each policy.
    pub(super) points: Box<dyn Convolution>,
    /// From the pooled channels to the logits of a pass, or to the hidden layer before them.
    pub(super) pass: Layer,
    /// The hidden layer of a pass (from version 15).
    pub(super) pass_hidden: Option<PassHidden>,
}

/// The hidden layer before the logits of a pass.
#[derive(Clone, Debug)]
pub(super) struct PassHidden {
    /// Bias of the hidden layer.
    pub(super) bias: Vec<f32>,
    /// Activation of the hidden layer.
    pub(super) activation: Activation,
    /// To the logits.
    pub(super) last: Layer,
}

/// The value head: value, score and ownership.
#[derive(Debug)]
pub(super) struct ValueHead {
    /// To the head's own channels.
    pub(super) regular: Box<dyn Convolution>,
    /// After `regular`.
    pub(super) norm: Norm,
    /// From the pooled channels to the hidden layer.
    pub(super) hidden: Layer,
    /// Bias of the hidden layer.
    pub(super) hidden_bias: Vec<f32>,
    /// Activation of the hidden layer.
    pub(super) hidden_activation: Activation,
    /// To the logits of win, loss and no result.
    pub(super) value: Layer,
    /// Bias of `value`.
    pub(super) value_bias: Vec<f32>,
    /// To the score outputs.
    pub(super) score: Layer,
    /// Bias of `score`.
    pub(super) score_bias: Vec<f32>,
    /// To the ownership of each point.
    pub(super) ownership: Box<dyn Convolution>,
}

impl Trunk {
    /// Channels of the stream.
    pub(super) fn channels(&self) -> usize {
        self.planes.shape.outputs
    }
}
