//! Reading of the trunk.

use std::io::BufRead;

use super::{error::ModelError, tokens::ModelReader};
use crate::network::{
    kernel::RoundingSensitivity,
    layout::{GLOBALS, METADATA},
    model::{MetadataEncoder, RmsNorm, Tip, Trunk},
};

impl<R: BufRead> ModelReader<R> {
    pub(super) fn trunk(&mut self, has_metadata: bool) -> Result<Trunk, ModelError> {
        self.name()?;
        let count = self.count("number of blocks")?;
        let channels = self.count("number of channels")?;
        // The blocks repeat their own widths.
        for what in ["middle channels", "regular channels", "dilated channels", "pooled channels"] {
            self.token(what)?;
        }
        let is_rms = self.version >= 15 && self.flag("kind of norm")?;
        if self.version >= 15 {
            self.reserved(5)?;
        }
        let planes = self.planes(channels)?;
        let globals = self.matrix_to(GLOBALS, channels)?;
        let metadata = if has_metadata { Some(self.metadata_encoder(channels)?) } else { None };
        let blocks = self.blocks(count, channels, 0)?;
        self.sensitivity = RoundingSensitivity::High;
        let tip = if is_rms { self.rms_tip(channels)? } else { Tip::Batch(self.norm(channels)?) };
        Ok(Trunk { planes, globals, metadata, blocks, tip })
    }

    fn metadata_encoder(&mut self, channels: usize) -> Result<MetadataEncoder, ModelError> {
        self.name()?;
        self.exactly("number of metadata inputs", METADATA)?;
        let first = self.matrix(METADATA)?;
        let first_bias = self.bias(first.shape.outputs)?;
        let first_activation = self.activation()?;
        let second = self.matrix(first.shape.outputs)?;
        let second_bias = self.bias(second.shape.outputs)?;
        let second_activation = self.activation()?;
        let last = self.matrix_to(second.shape.outputs, channels)?;
        Ok(MetadataEncoder {
            first,
            first_bias,
            first_activation,
            second,
            second_bias,
            second_activation,
            last,
        })
    }

    fn rms_tip(&mut self, channels: usize) -> Result<Tip, ModelError> {
        self.name()?;
        self.exactly("number of channels", channels)?;
        let epsilon = self.positive()?;
        let is_spatial = self.flag("whether a norm is spatial")?;
        self.exactly("number of channels of a group", 0)?;
        let norm = RmsNorm { weight: self.numbers(channels)?, epsilon };
        let bias = self.numbers(channels)?;
        Ok(Tip::Rms { norm, bias, is_spatial, activation: self.activation()? })
    }
}
