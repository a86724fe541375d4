//! What the numbers that a network puts out mean.

use super::{
    model::{Model, Scales},
    symmetry::Symmetry,
};

/// What a network says of a position, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkOutput {
    /// Logits of the moves: every point, row by row from the top, and last a pass. The network does
    /// not know which moves are legal; see [`probabilities`](Self::probabilities).
    pub policy: Vec<f32>,
    /// Probability of a win; the three sum to 1.
    pub win: f32,
    /// Probability of a loss.
    pub loss: f32,
    /// Probability that the game ends without a result; 0 where the rules leave no way to that.
    pub no_result: f32,
    /// The score that self-play would lead to: its mean, in points.
    pub score_mean: f32,
    /// The mean of the square of that score.
    pub score_square: f32,
    /// How many points of komi would make the game even.
    pub lead: f32,
    /// Variance of the time that is left, and how wrong the network is: only from version 9.
    pub errors: Option<Errors>,
    /// Whose each point will be at the end, from -1, the opponent's, to 1.
    pub ownership: Vec<f32>,
}

/// What networks from version 9 on say of their own judgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Errors {
    /// Variance of the time until the game is decided, in a unit of training.
    pub time_variance: f32,
    /// How far the win rate (win - loss) is likely to be from that a few moves later.
    pub value: f32,
    /// The same of the score, in points.
    pub score: f32,
}

/// The logits of the value head.
pub(super) struct RawValue {
    /// Win, loss, no result.
    pub(super) value: Vec<f32>,
    /// Score outputs: four, or from version 9 six.
    pub(super) score: Vec<f32>,
    /// By point.
    pub(super) ownership: Vec<f32>,
}

impl NetworkOutput {
    pub(super) fn decode<K>(
        model: &Model<K>,
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
            errors: Errors::decode(model.version, &model.scales, &raw.score),
            ownership,
        }
    }

    /// Puts the outputs of a board that was looked at by `symmetry` back to its own points.
    pub(super) fn turn_back(&mut self, symmetry: Symmetry, width: usize, height: usize) {
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

    /// The probabilities of the moves, in the order of [`policy`](Self::policy), given which of them
    /// are legal; a pass always is. A `temperature` above 1 makes them more alike.
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

impl Errors {
    fn decode(version: u32, scales: &Scales, score: &[f32]) -> Option<Errors> {
        let &[_, _, _, time, value, error] = score else { return None };
        let squared = |logit: f32, scale: f32| match version {
            ..14 => softplus(logit) * scale,
            _ => softplus(logit / 2.0).powi(2) * scale,
        };
        let (value, score) = match version {
            9 => (softplus(value), 10.0 * softplus(error)),
            _ => (
                squared(value, scales.value_error).sqrt(),
                squared(error, scales.score_error).sqrt(),
            ),
        };
        Some(Errors { time_variance: softplus(time) * scales.time_variance, value, score })
    }
}

/// Turns logits into probabilities; a logit of minus infinity into none.
pub(super) fn softmax(logits: &mut [f32]) {
    let max = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = (*logit - max).exp();
        sum += *logit;
    }
    logits.iter_mut().for_each(|logit| *logit /= sum);
}

/// ln(1 + eˣ), which is positive and nearly x where x is large.
fn softplus(x: f32) -> f32 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}
