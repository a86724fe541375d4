//! The accuracy of a method, measured on positions.

use super::{input::Input, loaded::Network, output::NetworkOutput};

/// The accuracy of a network's outputs relative to those of an exact method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Mean error of the outcome probabilities, 0 to 1: of a position, the greater of the errors of
    /// win and loss.
    pub mean_error: f32,
    /// Greatest such error.
    pub max_error: f32,
    /// Fraction of the positions in which both prefer the same move.
    pub same_move: f32,
}

impl Accuracy {
    /// Compares `network` with `exact` on positions.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn of(network: &Network, exact: &Network, inputs: &[Input]) -> Accuracy {
        Accuracy::between(&network.outputs(inputs), &exact.outputs(inputs), inputs)
    }

    /// Compares outputs for these inputs with those of an exact method.
    pub(super) fn between(
        outputs: &[NetworkOutput],
        exact: &[NetworkOutput],
        inputs: &[Input],
    ) -> Accuracy {
        let (mut sum, mut max_error, mut same) = (0.0, 0.0, 0);
        for ((one, other), input) in outputs.iter().zip(exact).zip(inputs) {
            let error = (one.win - other.win).abs().max((one.loss - other.loss).abs());
            sum += error;
            // Unlike `f32::max`, this keeps NaN.
            max_error = if error <= max_error { max_error } else { error };
            let [one, other] = [one, other].map(|output| best_move(&output.policy, input));
            same += usize::from(one == other);
        }
        let count = inputs.len() as f32;
        Accuracy { mean_error: sum / count, max_error, same_move: same as f32 / count }
    }

    /// Whether the error is too small to weaken play. The bounds are a third of the tolerable
    /// errors (0.3 % on average, 1.5 % at most), since the positions of a check are few and simple.
    #[must_use]
    pub fn is_sufficient(&self) -> bool {
        self.mean_error <= 0.001 && self.max_error <= 0.005 && self.same_move >= 0.9
    }
}

/// The empty point, or the pass, with the greatest logit.
fn best_move(policy: &[f32], input: &Input) -> usize {
    let is_pass = |index: usize| index == input.planes.len();
    let is_open = |index: usize| is_pass(index) || !input.has_stone(index);
    let moves = policy.iter().enumerate().filter(|&(index, _)| is_open(index));
    moves.max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a pass is possible").0
}
