//! Reading of the heads.

use std::io::BufRead;

use super::{error::ModelError, tokens::ModelReader};
use crate::network::model::{PassHidden, PolicyHead, ValueHead};

impl<R: BufRead> ModelReader<R> {
    pub(super) fn policy_head(&mut self, channels: usize) -> Result<PolicyHead, ModelError> {
        self.name()?;
        let policies = self.policies()?;
        let regular = self.projection(channels)?;
        let pooled = self.projection(channels)?;
        let (own, pooled_channels) = (regular.shape().outputs, pooled.shape().outputs);
        let pooled_norm = self.norm(pooled_channels)?;
        let bias = self.pooling_matrix(pooled_channels, own)?;
        let norm = self.norm(own)?;
        let points = self.projection(own)?;
        self.check("number of policies", points.shape().outputs, policies)?;
        let (pass, pass_hidden) = if self.version >= 15 {
            let pass = self.matrix(3 * pooled_channels)?;
            let hidden = pass.shape.outputs;
            let bias = self.bias(hidden)?;
            let activation = self.activation()?;
            let last = self.matrix_to(hidden, policies)?;
            (pass, Some(PassHidden { bias, activation, last }))
        } else {
            (self.pooling_matrix(pooled_channels, policies)?, None)
        };
        Ok(PolicyHead { regular, pooled, pooled_norm, bias, norm, points, pass, pass_hidden })
    }

    /// Returns the number of policies: the ordinary one, from version 12 the optimistic one, and
    /// some that only training uses.
    fn policies(&mut self) -> Result<usize, ModelError> {
        match self.version {
            ..12 => Ok(1),
            12..16 => Ok(2),
            16 => Ok(4),
            _ => {
                let policies = self.count("number of policies")?;
                if policies != 2 && policies != 4 {
                    let found = policies.to_string();
                    return Err(self.unexpected("2 or 4 policies", found.as_bytes()));
                }
                self.reserved(3)?;
                Ok(policies)
            }
        }
    }

    pub(super) fn value_head(&mut self, channels: usize) -> Result<ValueHead, ModelError> {
        self.name()?;
        if self.version >= 17 {
            self.reserved(3)?;
        }
        let regular = self.projection(channels)?;
        let own = regular.shape().outputs;
        let norm = self.norm(own)?;
        let hidden = self.matrix(3 * own)?;
        let width = hidden.shape.outputs;
        let hidden_bias = self.bias(width)?;
        let hidden_activation = self.activation()?;
        let value = self.matrix_to(width, 3)?;
        let value_bias = self.bias(3)?;
        let scores = if self.version >= 9 { 6 } else { 4 };
        let score = self.matrix_to(width, scores)?;
        let score_bias = self.bias(scores)?;
        let ownership = self.projection(own)?;
        self.check("number of channels", ownership.shape().outputs, 1)?;
        Ok(ValueHead {
            regular,
            norm,
            hidden,
            hidden_bias,
            hidden_activation,
            value,
            value_bias,
            score,
            score_bias,
            ownership,
        })
    }
}
