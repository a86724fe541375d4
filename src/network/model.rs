//! A network as plain data: its layers in the order in which they are computed.
//!
//! A layer that multiplies every point is held by a kernel in whatever order suits it; all others
//! are numbers. Shapes fit together: the reader refuses a file in which they do not.

/// The shape of a layer's weights, which a file holds in the order
/// `[row][column][input][output]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Rows of the window around a point; odd, 1 for a matrix.
    pub(super) rows: usize,
    /// Columns of the window; odd, 1 for a matrix.
    pub(super) columns: usize,
    /// Channels that come in.
    pub(super) inputs: usize,
    /// Channels that go out.
    pub(super) outputs: usize,
}

impl Shape {
    /// A matrix.
    pub(super) const fn matrix(inputs: usize, outputs: usize) -> Shape {
        Shape { rows: 1, columns: 1, inputs, outputs }
    }

    /// Number of weights, if that is a number.
    pub(super) fn weights(self) -> Option<usize> {
        self.rows.checked_mul(self.columns)?.checked_mul(self.inputs)?.checked_mul(self.outputs)
    }
}

/// Weights in the order of a file, for what is not the bulk of the work: they keep their precision.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Of the weights.
    pub(super) shape: Shape,
    /// In the order of a file.
    pub(super) weights: Vec<f32>,
}

/// A network. `K` computes its convolutions.
#[derive(Clone, Debug)]
pub(super) struct Model<K> {
    /// What the file calls it.
    pub(super) name: String,
    /// KataGo's model version, 8 to 17: which inputs it takes and what its outputs mean.
    pub(super) version: u32,
    /// Whether it was trained to take chains for pass-alive under a stricter definition even where
    /// suicide of several stones is illegal (from version 15).
    pub(super) strict_pass_alive: bool,
    /// What the numbers that it puts out are multiplied with.
    pub(super) scales: Scales,
    /// What all outputs have in common.
    pub(super) trunk: Trunk<K>,
    /// Where to play.
    pub(super) policy: PolicyHead<K>,
    /// Who wins, by how much, and whose each point will be.
    pub(super) value: ValueHead<K>,
}

/// What the score outputs are multiplied with. Files name them from version 13.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scales {
    /// Points.
    pub(super) score_mean: f32,
    /// Points.
    pub(super) score_stdev: f32,
    /// Points.
    pub(super) lead: f32,
    /// Variance of the time left.
    pub(super) time_variance: f32,
    /// Error of the win rate in the next moves.
    pub(super) value_error: f32,
    /// Error of the score in the next moves.
    pub(super) score_error: f32,
}

impl Scales {
    /// Those of the versions that name none.
    pub(super) const BEFORE_13: Scales = Scales {
        score_mean: 20.0,
        score_stdev: 20.0,
        lead: 20.0,
        time_variance: 40.0,
        value_error: 0.25,
        score_error: 30.0,
    };
}

/// The part from the inputs to the last common layer. A *stream* of numbers for each point runs
/// through it, to which each block adds.
#[derive(Clone, Debug)]
pub(super) struct Trunk<K> {
    /// From the planes to the stream.
    pub(super) planes: Layer,
    /// From the global inputs to a number for each channel, added at every point.
    pub(super) globals: Layer,
    /// The same from the metadata of networks that imitate people.
    pub(super) metadata: Option<MetadataEncoder>,
    /// One after another.
    pub(super) blocks: Vec<Block<K>>,
    /// What the stream goes through before the heads read it.
    pub(super) tip: Tip,
}

/// Three layers from the metadata row to a number for each channel of the stream.
#[derive(Clone, Debug)]
pub(super) struct MetadataEncoder {
    /// First layer.
    pub(super) first: Layer,
    /// Added to what it gives, then the activation.
    pub(super) first_bias: Vec<f32>,
    /// Of the first layer.
    pub(super) first_activation: Activation,
    /// Second layer.
    pub(super) second: Layer,
    /// Added to what it gives, then the activation.
    pub(super) second_bias: Vec<f32>,
    /// Of the second layer.
    pub(super) second_activation: Activation,
    /// To the channels.
    pub(super) last: Layer,
}

/// What is added to a stream.
#[derive(Clone, Debug)]
pub(super) enum Block<K> {
    /// Two convolutions.
    Ordinary(Ordinary<K>),
    /// Two convolutions, the first of which sees averages over the board.
    GlobalPooling(GlobalPooling<K>),
    /// Blocks on a narrower stream of their own.
    Nested(Nested<K>),
    /// Points that ask each other.
    Attention(Attention<K>),
    /// A product of two views of each point by itself.
    FeedForward(FeedForward<K>),
}

/// Norm, convolution, norm, convolution.
#[derive(Clone, Debug)]
pub(super) struct Ordinary<K> {
    /// Before the first convolution.
    pub(super) before: Norm,
    /// The first convolution.
    pub(super) first: K,
    /// Between the two.
    pub(super) between: Norm,
    /// The second convolution, back to the stream.
    pub(super) second: K,
}

/// An ordinary block whose first convolution is biased by a summary of the whole board.
#[derive(Clone, Debug)]
pub(super) struct GlobalPooling<K> {
    /// Before both first convolutions.
    pub(super) before: Norm,
    /// The one that goes on.
    pub(super) regular: K,
    /// The one that is summed up.
    pub(super) pooled: K,
    /// Before the summing up.
    pub(super) pooled_norm: Norm,
    /// From the summary to a bias for each channel that goes on.
    pub(super) bias: Layer,
    /// Before the last convolution.
    pub(super) between: Norm,
    /// Back to the stream.
    pub(super) last: K,
}

/// A bottleneck: a narrower stream with blocks of its own.
#[derive(Clone, Debug)]
pub(super) struct Nested<K> {
    /// Before the way in.
    pub(super) before: Norm,
    /// To the inner stream.
    pub(super) narrow: K,
    /// The blocks of the inner stream.
    pub(super) blocks: Vec<Block<K>>,
    /// Before the way out.
    pub(super) after: Norm,
    /// Back to the outer stream.
    pub(super) widen: K,
}

/// Self-attention among the points of the board.
#[derive(Clone, Debug)]
pub(super) struct Attention<K> {
    /// Heads that ask.
    pub(super) heads: usize,
    /// Heads that are asked, a divisor of `heads`: each serves as many of those as follow on one
    /// another.
    pub(super) key_heads: usize,
    /// Channels of a query and of a key.
    pub(super) key_size: usize,
    /// Channels of a value.
    pub(super) value_size: usize,
    /// Before the three projections.
    pub(super) norm: RmsNorm,
    /// To the queries of all heads.
    pub(super) query: K,
    /// To the keys of all key heads.
    pub(super) key: K,
    /// To the values of all key heads.
    pub(super) value: K,
    /// Back to the stream.
    pub(super) out: K,
    /// How queries and keys tell where they are.
    pub(super) rotation: Option<Rotation>,
}

/// Rotary position embedding: each pair of channels is turned by an angle that grows with the
/// column and the row.
#[derive(Clone, Debug)]
pub(super) struct Rotation {
    /// By key head, and by pair of channels in it: the angle for a column to the right and for a
    /// row down, in radians.
    pub(super) angles: Vec<[f32; 2]>,
}

/// A gated layer for each point (SwiGLU).
#[derive(Clone, Debug)]
pub(super) struct FeedForward<K> {
    /// Before both projections.
    pub(super) norm: RmsNorm,
    /// The projection that goes through SiLU.
    pub(super) linear: K,
    /// The projection that this is multiplied with.
    pub(super) gate: K,
    /// Back to the stream.
    pub(super) out: K,
}

/// A batch norm as one factor and one summand for each channel, and the activation behind it.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    /// By channel.
    pub(super) scale: Vec<f32>,
    /// By channel.
    pub(super) bias: Vec<f32>,
    /// What follows.
    pub(super) activation: Activation,
}

/// Division by the root mean square of a point's channels.
#[derive(Clone, Debug)]
pub(super) struct RmsNorm {
    /// By channel: what the result is multiplied with.
    pub(super) weight: Vec<f32>,
    /// Added to the mean square.
    pub(super) epsilon: f32,
}

/// What stands between the trunk and the heads.
#[derive(Clone, Debug)]
pub(super) enum Tip {
    /// A batch norm.
    Batch(Norm),
    /// A root mean square norm.
    Rms {
        /// The norm.
        norm: RmsNorm,
        /// By channel: what is added behind it.
        bias: Vec<f32>,
        /// Whether the mean is taken over the whole board instead of one point.
        is_spatial: bool,
        /// What follows.
        activation: Activation,
    },
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Activation {
    /// The number itself.
    Identity,
    /// The number, or zero if it is negative.
    Relu,
    /// x · tanh(ln(1 + eˣ)).
    Mish,
    /// x / (1 + e⁻ˣ).
    Silu,
}

/// From the tip to the policy.
#[derive(Clone, Debug)]
pub(super) struct PolicyHead<K> {
    /// To the head's own channels.
    pub(super) regular: K,
    /// To the channels that are summed up.
    pub(super) pooled: K,
    /// Before the summing up.
    pub(super) pooled_norm: Norm,
    /// From the summary to a bias for each of the head's own channels.
    pub(super) bias: Layer,
    /// Before the last layer.
    pub(super) norm: Norm,
    /// To the logits of the points, one channel for each policy.
    pub(super) points: K,
    /// From the summary to the logits of a pass, or to the hidden layer before them.
    pub(super) pass: Layer,
    /// The hidden layer (from version 15).
    pub(super) pass_hidden: Option<PassHidden>,
}

/// The second layer of the logits of a pass.
#[derive(Clone, Debug)]
pub(super) struct PassHidden {
    /// Added to what the first layer gives, then the activation.
    pub(super) bias: Vec<f32>,
    /// Of the first layer.
    pub(super) activation: Activation,
    /// To the logits.
    pub(super) last: Layer,
}

/// From the tip to the value, the score and the ownership.
#[derive(Clone, Debug)]
pub(super) struct ValueHead<K> {
    /// To the head's own channels.
    pub(super) regular: K,
    /// Behind it.
    pub(super) norm: Norm,
    /// From the summary to the hidden layer.
    pub(super) hidden: Layer,
    /// Added to what it gives, then the activation.
    pub(super) hidden_bias: Vec<f32>,
    /// Of the hidden layer.
    pub(super) hidden_activation: Activation,
    /// To win, loss and no result.
    pub(super) value: Layer,
    /// Added to them.
    pub(super) value_bias: Vec<f32>,
    /// To the score outputs.
    pub(super) score: Layer,
    /// Added to them.
    pub(super) score_bias: Vec<f32>,
    /// To the ownership of each point.
    pub(super) ownership: K,
}

impl<K> Trunk<K> {
    /// Channels of the stream.
    pub(super) fn channels(&self) -> usize {
        self.planes.shape.outputs
    }
}
