//! The blocks of the trunk.

use std::io::BufRead;

use super::{error::ModelError, tokens::ModelReader};
use crate::network::{
    kernel::{Convolution, RoundingSensitivity},
    model::{
        Attention, Block, FeedForward, GlobalPooling, Layer, Nested, Ordinary, RotaryEmbedding,
    },
};

/// Greatest depth of nested blocks; KataGo's networks nest them once.
const MAX_DEPTH: usize = 4;

impl<R: BufRead> ModelReader<R> {
    /// Reads the blocks of a stream of `channels` at a nesting `depth`, 0 for the trunk.
    pub(super) fn blocks(
        &mut self,
        count: usize,
        channels: usize,
        depth: usize,
    ) -> Result<Vec<Block>, ModelError> {
        if depth > MAX_DEPTH {
            return Err(ModelError::TooDeep(MAX_DEPTH));
        }
        let mut blocks = Vec::new();
        for index in 0..count {
            if depth == 0 {
                self.sensitivity = RoundingSensitivity::of_block(index, count);
            }
            blocks.push(self.block(channels, depth)?);
        }
        Ok(blocks)
    }

    fn block(&mut self, channels: usize, depth: usize) -> Result<Block, ModelError> {
        const EXPECTED: &str = "a kind of block";
        let kind = self.token(EXPECTED)?;
        self.name()?;
        Ok(match kind.as_str() {
            "ordinary_block" => Block::Ordinary(self.ordinary(channels)?),
            "gpool_block" => Block::GlobalPooling(self.global_pooling(channels)?),
            "nested_bottleneck_block" => Block::Nested(self.nested(channels, depth)?),
            "transformer_attention_block" => Block::Attention(self.attention(channels)?),
            "transformer_ffn_block" => Block::FeedForward(self.feed_forward(channels)?),
            _ => return Err(self.unexpected(EXPECTED, kind.as_bytes())),
        })
    }

    fn ordinary(&mut self, channels: usize) -> Result<Ordinary, ModelError> {
        let before = self.norm(channels)?;
        let first = self.convolution(channels)?;
        let middle = first.shape().outputs;
        let between = self.norm(middle)?;
        let second = self.convolution_to(middle, channels)?;
        Ok(Ordinary { before, first, between, second })
    }

    fn global_pooling(&mut self, channels: usize) -> Result<GlobalPooling, ModelError> {
        let before = self.norm(channels)?;
        let regular = self.convolution(channels)?;
        let pooled = self.convolution(channels)?;
        let (middle, pooled_channels) = (regular.shape().outputs, pooled.shape().outputs);
        let pooled_norm = self.norm(pooled_channels)?;
        let bias = self.pooling_matrix(pooled_channels, middle)?;
        let between = self.norm(middle)?;
        let last = self.convolution_to(middle, channels)?;
        Ok(GlobalPooling { before, regular, pooled, pooled_norm, bias, between, last })
    }

    /// Reads a matrix whose inputs are the three pooled values of each of `pooled` channels.
    pub(super) fn pooling_matrix(
        &mut self,
        pooled: usize,
        outputs: usize,
    ) -> Result<Layer, ModelError> {
        self.matrix_to(3 * pooled, outputs)
    }

    fn nested(&mut self, channels: usize, depth: usize) -> Result<Nested, ModelError> {
        let count = self.count("number of blocks")?;
        let before = self.norm(channels)?;
        let narrow = self.convolution(channels)?;
        let inner = narrow.shape().outputs;
        let blocks = self.blocks(count, inner, depth + 1)?;
        let after = self.norm(inner)?;
        let widen = self.convolution_to(inner, channels)?;
        Ok(Nested { before, narrow, blocks, after, widen })
    }

    fn attention(&mut self, channels: usize) -> Result<Attention, ModelError> {
        let heads = self.count("number of heads")?;
        let key_heads = self.count("number of key heads")?;
        self.check("remainder of heads by key heads", heads % key_heads, 0)?;
        let key_size = self.count("number of channels of a key")?;
        let value_size = self.count("number of channels of a value")?;
        let has_rotary = self.flag("whether positions are embedded")?;
        let is_learned = self.flag("whether positions are learned")?;
        let norm = self.rms_norm(channels)?;
        let query = self.projection_of_heads(channels, heads, key_size)?;
        let key = self.projection_of_heads(channels, key_heads, key_size)?;
        let value = self.projection_of_heads(channels, key_heads, value_size)?;
        // The product cannot overflow: that many weights were read for the values.
        let out = self.projection_to(heads * value_size, channels)?;
        let rotary = match (has_rotary, is_learned) {
            (false, _) => None,
            (true, true) => Some(self.learned_rotary(key_heads, key_size)?),
            (true, false) => Some(self.fixed_rotary(key_heads, key_size)?),
        };
        Ok(Attention {
            heads,
            key_heads,
            key_size,
            value_size,
            norm,
            query,
            key,
            value,
            out,
            rotary,
            pack: self.pack,
        })
    }

    fn projection_of_heads(
        &mut self,
        channels: usize,
        heads: usize,
        size: usize,
    ) -> Result<Box<dyn Convolution>, ModelError> {
        let outputs = heads.saturating_mul(size);
        self.projection_to(channels, outputs)
    }

    fn learned_rotary(
        &mut self,
        key_heads: usize,
        key_size: usize,
    ) -> Result<RotaryEmbedding, ModelError> {
        self.name()?;
        self.exactly("number of key heads", key_heads)?;
        self.check("remainder of channels by pairs", key_size % 2, 0)?;
        self.exactly("number of pairs", key_size / 2)?;
        self.exactly("number of directions", 2)?;
        let numbers = self.numbers(key_heads * key_size)?;
        let (angles, _) = numbers.as_chunks::<2>();
        Ok(RotaryEmbedding { angles: angles.to_vec() })
    }

    /// The first half of the pairs rotates with the row, the second with the column, with angles
    /// that decrease from pair to pair.
    fn fixed_rotary(
        &mut self,
        key_heads: usize,
        key_size: usize,
    ) -> Result<RotaryEmbedding, ModelError> {
        self.name()?;
        let base = self.positive()?;
        self.check("remainder of channels by pairs of both directions", key_size % 4, 0)?;
        let half = key_size / 4;
        let angle = |pair: usize| base.powf(-(pair as f32) / half as f32);
        let rows = (0..half).map(|pair| [0.0, angle(pair)]);
        let columns = (0..half).map(|pair| [angle(pair), 0.0]);
        let head: Vec<[f32; 2]> = rows.chain(columns).collect();
        Ok(RotaryEmbedding { angles: head.repeat(key_heads) })
    }

    fn feed_forward(&mut self, channels: usize) -> Result<FeedForward, ModelError> {
        self.exactly("number of channels", channels)?;
        let hidden = self.count("number of hidden channels")?;
        self.exactly("kind of gate", 1)?;
        let norm = self.rms_norm(channels)?;
        let linear = self.projection_to(channels, hidden)?;
        let gate = self.projection_to(channels, hidden)?;
        let out = self.projection_to(hidden, channels)?;
        Ok(FeedForward { norm, linear, gate, out })
    }
}
