//! A network as plain data: its layers in the order in which they are computed.
//!
//! A layer that multiplies is held by a [`Kernel`] in whatever order suits it; all others are
//! numbers. Shapes fit together: the reader refuses a file in which they do not.

use super::kernel::Kernel;

/// A network. `K` computes its products.
#[derive(Clone, Debug)]
pub struct Model<K> {
    /// What the file calls it.
    pub name: String,
    /// KataGo's model version, 8 to 17: which inputs it takes and what its outputs mean.
    pub version: u32,
    /// Whether it was trained to take chains for pass-alive under a stricter definition even where
    /// suicide of several stones is illegal (from version 15).
    pub strict_pass_alive: bool,
    /// What the numbers that it puts out are multiplied with.
    pub scales: Scales,
    /// What all outputs have in common.
    pub trunk: Trunk<K>,
    /// Where to play.
    pub policy: PolicyHead<K>,
    /// Who wins, by how much, and whose each point will be.
    pub value: ValueHead<K>,
}

/// What the score outputs are multiplied with. Files name them from version 13.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scales {
    /// Points.
    pub score_mean: f32,
    /// Points.
    pub score_stdev: f32,
    /// Points.
    pub lead: f32,
    /// Variance of the time left.
    pub time_variance: f32,
    /// Error of the win rate in the next moves.
    pub value_error: f32,
    /// Error of the score in the next moves.
    pub score_error: f32,
}

impl Scales {
    /// Those of the versions that name none.
    pub const BEFORE_13: Scales = Scales {
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
pub struct Trunk<K> {
    /// From the planes to the stream.
    pub planes: K,
    /// From the global inputs to a number for each channel, added at every point.
    pub globals: K,
    /// The same from the metadata of networks that imitate people.
    pub metadata: Option<MetadataEncoder<K>>,
    /// One after another.
    pub blocks: Vec<Block<K>>,
    /// What the stream goes through before the heads read it.
    pub tip: Tip,
}

/// Three layers from the metadata row to a number for each channel of the stream.
#[derive(Clone, Debug)]
pub struct MetadataEncoder<K> {
    /// First layer.
    pub first: K,
    /// Added to what it gives, then the activation.
    pub first_bias: Vec<f32>,
    /// Of the first layer.
    pub first_activation: Activation,
    /// Second layer.
    pub second: K,
    /// Added to what it gives, then the activation.
    pub second_bias: Vec<f32>,
    /// Of the second layer.
    pub second_activation: Activation,
    /// To the channels.
    pub last: K,
}

/// What is added to a stream.
#[derive(Clone, Debug)]
pub enum Block<K> {
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
pub struct Ordinary<K> {
    /// Before the first convolution.
    pub before: Norm,
    /// The first convolution.
    pub first: K,
    /// Between the two.
    pub between: Norm,
    /// The second convolution, back to the stream.
    pub second: K,
}

/// An ordinary block whose first convolution is biased by a summary of the whole board.
#[derive(Clone, Debug)]
pub struct GlobalPooling<K> {
    /// Before both first convolutions.
    pub before: Norm,
    /// The one that goes on.
    pub regular: K,
    /// The one that is summed up.
    pub pooled: K,
    /// Before the summing up.
    pub pooled_norm: Norm,
    /// From the summary to a bias for each channel that goes on.
    pub bias: K,
    /// Before the last convolution.
    pub between: Norm,
    /// Back to the stream.
    pub last: K,
}

/// A bottleneck: a narrower stream with blocks of its own.
#[derive(Clone, Debug)]
pub struct Nested<K> {
    /// Before the way in.
    pub before: Norm,
    /// To the inner stream.
    pub narrow: K,
    /// The blocks of the inner stream.
    pub blocks: Vec<Block<K>>,
    /// Before the way out.
    pub after: Norm,
    /// Back to the outer stream.
    pub widen: K,
}

/// Self-attention among the points of the board.
#[derive(Clone, Debug)]
pub struct Attention<K> {
    /// Heads that ask.
    pub heads: usize,
    /// Heads that are asked, a divisor of `heads`: each serves as many of those as follow on one
    /// another.
    pub key_heads: usize,
    /// Channels of a query and of a key.
    pub key_size: usize,
    /// Channels of a value.
    pub value_size: usize,
    /// Before the three projections.
    pub norm: RmsNorm,
    /// To the queries of all heads.
    pub query: K,
    /// To the keys of all key heads.
    pub key: K,
    /// To the values of all key heads.
    pub value: K,
    /// Back to the stream.
    pub out: K,
    /// How queries and keys tell where they are.
    pub rotation: Option<Rotation>,
}

/// Rotary position embedding: each pair of channels is turned by an angle that grows with the
/// column and the row.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// By key head, and by pair of channels in it: the angle for a column to the right and for a
    /// row down, in radians.
    pub angles: Vec<[f32; 2]>,
}

/// A gated layer for each point (SwiGLU).
#[derive(Clone, Debug)]
pub struct FeedForward<K> {
    /// Before both projections.
    pub norm: RmsNorm,
    /// The projection that goes through SiLU.
    pub linear: K,
    /// The projection that this is multiplied with.
    pub gate: K,
    /// Back to the stream.
    pub out: K,
}

/// A batch norm as one factor and one summand for each channel, and the activation behind it.
#[derive(Clone, Debug)]
pub struct Norm {
    /// By channel.
    pub scale: Vec<f32>,
    /// By channel.
    pub bias: Vec<f32>,
    /// What follows.
    pub activation: Activation,
}

/// Division by the root mean square of a point's channels.
#[derive(Clone, Debug)]
pub struct RmsNorm {
    /// By channel: what the result is multiplied with.
    pub weight: Vec<f32>,
    /// Added to the mean square.
    pub epsilon: f32,
}

/// What stands between the trunk and the heads.
#[derive(Clone, Debug)]
pub enum Tip {
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
pub enum Activation {
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
pub struct PolicyHead<K> {
    /// To the head's own channels.
    pub regular: K,
    /// To the channels that are summed up.
    pub pooled: K,
    /// Before the summing up.
    pub pooled_norm: Norm,
    /// From the summary to a bias for each of the head's own channels.
    pub bias: K,
    /// Before the last layer.
    pub norm: Norm,
    /// To the logits of the points, one channel for each policy.
    pub points: K,
    /// From the summary to the logits of a pass, or to the hidden layer before them.
    pub pass: K,
    /// The hidden layer (from version 15).
    pub pass_hidden: Option<PassHidden<K>>,
}

/// The second layer of the logits of a pass.
#[derive(Clone, Debug)]
pub struct PassHidden<K> {
    /// Added to what the first layer gives, then the activation.
    pub bias: Vec<f32>,
    /// Of the first layer.
    pub activation: Activation,
    /// To the logits.
    pub last: K,
}

/// From the tip to the value, the score and the ownership.
#[derive(Clone, Debug)]
pub struct ValueHead<K> {
    /// To the head's own channels.
    pub regular: K,
    /// Behind it.
    pub norm: Norm,
    /// From the summary to the hidden layer.
    pub hidden: K,
    /// Added to what it gives, then the activation.
    pub hidden_bias: Vec<f32>,
    /// Of the hidden layer.
    pub hidden_activation: Activation,
    /// To win, loss and no result.
    pub value: K,
    /// Added to them.
    pub value_bias: Vec<f32>,
    /// To the score outputs.
    pub score: K,
    /// Added to them.
    pub score_bias: Vec<f32>,
    /// To the ownership of each point.
    pub ownership: K,
}

impl<K: Kernel> Trunk<K> {
    /// Channels of the stream.
    #[must_use]
    pub fn channels(&self) -> usize {
        self.planes.shape().outputs
    }
}
