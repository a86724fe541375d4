//! Decodes the raw outputs of a network.

use super::{
    model::{Model, Scales},
    symmetry::Symmetry,
};

/// The evaluation of a position, from the perspective of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkOutput {
    /// Policy logits: every point, row by row from the top, then the pass. They include illegal
    /// moves; see [`probabilities`](Self::probabilities).
    pub policy: Vec<f32>,
    /// Probability of a win; `win`, `loss` and `no_result` sum to 1.
    pub win: f32,
    /// Probability of a loss.
    pub loss: f32,
    /// Probability that the game ends without a result; 0 where the rules exclude it.
    pub no_result: f32,
    /// Mean of the final score in self-play, in points.
    pub score_mean: f32,
    /// Mean of the square of the final score.
    pub score_square: f32,
    /// Points by which the player to move is ahead: the change of komi that makes the game even.
    pub lead: f32,
    /// Estimates of the network's own errors, from version 9.
    pub errors: Option<ErrorEstimates>,
    /// Expected ownership of each point at the end, -1 (the opponent's) to 1.
    pub ownership: Vec<f32>,
}

/// The network's estimates of the errors of its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorEstimates {
    /// Variance of the time until the game is decided, in the unit of the training.
    pub time_variance: f32,
    /// Expected difference of the value (win - loss) to that a few moves later.
    pub value: f32,
    /// Expected difference of the score to that a few moves later, in points.
    pub score: f32,
}

/// The raw outputs of the value head.
pub(super) struct RawValue {
    /// Logits of win, loss, no result.
    pub(super) value: Vec<f32>,
    /// Score outputs: four, from version 9 six.
    pub(super) score: Vec<f32>,
    /// Logits by point.
    pub(super) ownership: Vec<f32>,
}

impl NetworkOutput {
    pub(super) fn decode(
        model: &Model,
        may_have_no_result: bool,
        policy: Vec<f32>,
        raw: RawValue,
    ) -> NetworkOutput {
        let mut value = raw.value;
        if !may_have_no_result {
            value[2] = f32::NEG_INFINITY;
        }
        softmax(&mut value);
        let [win, loss, no_result] = [value[0], value[1], value[2]];
        let has_result = 1.0 - no_result;
        let mean = raw.score[0] * model.scales.score_mean;
        let stdev = softplus(raw.score[1]) * model.scales.score_stdev;
        let mut ownership = raw.ownership;
        ownership.iter_mut().for_each(|logit| *logit = logit.tanh());
        NetworkOutput {
            policy,
            win,
            loss,
            no_result,
            score_mean: mean * has_result,
            score_square: (mean * mean + stdev * stdev) * has_result,
            lead: raw.score[2] * model.scales.lead * has_result,
            errors: ErrorEstimates::decode(model.version, &model.scales, &raw.score),
            ownership,
        }
    }

    /// Win rate of the player to move, from 0 to 1: no result counts half.
    #[must_use]
    pub fn win_rate(&self) -> f64 {
        f64::from(self.win + 0.5 * self.no_result)
    }

    /// Standard deviation of the final score, in points.
    #[must_use]
    pub fn score_deviation(&self) -> f64 {
        let mean = f64::from(self.score_mean);
        (f64::from(self.score_square) - mean * mean).max(0.0).sqrt()
    }

    /// Maps the outputs for a board transformed by `symmetry` back to the points of the board.
    pub(super) fn undo_symmetry(&mut self, symmetry: Symmetry, width: usize, height: usize) {
        if symmetry == Symmetry::default() {
            return;
        }
        for board in [&mut self.policy, &mut self.ownership] {
            let view = board.clone();
            for (seen, point) in view.into_iter().zip(symmetry.points(width, height)) {
                board[point] = seen;
            }
        }
    }

    /// Returns the probabilities of the moves in the order of [`policy`](Self::policy); those of
    /// illegal moves are 0, and a pass is always legal. A `temperature` above 1 flattens them.
    #[must_use]
    pub fn probabilities(&self, is_legal: impl Fn(usize) -> bool, temperature: f32) -> Vec<f32> {
        let pass = self.policy.len() - 1;
        let logit = |(at, logit): (usize, &f32)| {
            if at == pass || is_legal(at) { logit / temperature } else { f32::NEG_INFINITY }
        };
        let mut probabilities: Vec<f32> = self.policy.iter().enumerate().map(logit).collect();
        softmax(&mut probabilities);
        probabilities
    }
}

impl ErrorEstimates {
    /// KataGo predicts squared errors from version 10, and errors in version 9
    /// (`NNEvaluator::evaluate` in `cpp/neuralnet/nneval.cpp`).
    fn decode(version: u32, scales: &Scales, outputs: &[f32]) -> Option<ErrorEstimates> {
        let &[_, _, _, time_logit, value_logit, score_logit] = outputs else { return None };
        let time_variance = softplus(time_logit) * scales.time_variance;
        let variance = |logit: f32, scale: f32| match version {
            ..14 => softplus(logit) * scale,
            _ => softplus(logit / 2.0).powi(2) * scale,
        };
        let (value, score) = match version {
            9 => (softplus(value_logit), 10.0 * softplus(score_logit)),
            _ => (
                variance(value_logit, scales.value_error).sqrt(),
                variance(score_logit, scales.score_error).sqrt(),
            ),
        };
        Some(ErrorEstimates { time_variance, value, score })
    }
}

/// Turns logits into probabilities; a logit of minus infinity becomes 0.
pub(super) fn softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = (*logit - max).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

/// ln(1 + eˣ).
fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
