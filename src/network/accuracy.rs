//! How accurate a method is, measured on positions that any network can evaluate.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    dispatch::Network,
    inference::{InferenceOptions, Workspace},
    input::Input,
};

/// The accuracy of a network's outputs relative to those of an exact method.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// Mean error of the win rate, 0 to 1.
    pub mean_error: f32,
    /// Greatest error of the win rate, 0 to 1.
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
        let mut workspace = Workspace::default();
        let (mut sum, mut max_error, mut same) = (0.0, 0.0, 0);
        for input in inputs {
            let [one, other] = [network, exact].map(|network| {
                network.evaluate(input, InferenceOptions::default(), &mut workspace)
            });
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

    /// Whether the error is too small to weaken play. The bounds are a third of what is tolerable
    /// (0.3 % on average, 1.5 % at most), since [`positions`] are few and simple.
    pub(super) fn is_sufficient(&self) -> bool {
        self.mean_error <= 0.001 && self.max_error <= 0.005 && self.same_move >= 0.9
    }
}

/// The empty point, or the pass, with the greatest logit.
fn best_move(policy: &[f32], input: &Input) -> usize {
    let is_empty = |point: usize| input.planes.get(point).is_none_or(|set| set & STONES == 0);
    let moves = policy.iter().enumerate().filter(|&(point, _)| is_empty(point));
    moves.max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a pass is possible").0
}

/// Bits of the planes of own stones, of the opponent's, and of both.
const OWN: u32 = 1 << 1;
const OPPONENT: u32 = 1 << 2;
const STONES: u32 = OWN | OPPONENT;

/// Side of the boards: small ones take less time, and one size for all takes less memory.
const SIDE: usize = 9;

/// Number of positions.
const POSITIONS: usize = 20;

/// Returns positions of isolated stones, whose features need no rules of Go.
pub(super) fn positions() -> Vec<Input> {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    (0..POSITIONS).map(|stones| scatter(SIDE, stones + 1, stones % 2 == 0, &mut rng)).collect()
}

/// A position under area scoring with a komi of 7.5, with Black or White to move.
fn scatter(side: usize, stones: usize, is_black: bool, rng: &mut impl Rng) -> Input {
    /// Indices of the globals for komi and for the parity of area and komi.
    const KOMI: usize = 5;
    const PARITY: usize = 18;
    /// The plane of the latest move; those of the four moves before it follow.
    const LATEST: usize = 9;
    let mut input = Input::new(side, side);
    let mut played = Vec::new();
    for index in 0..2 * stones {
        let point = rng.random_range(0..side * side);
        let neighbors = neighbors(point, side);
        let touched = neighbors.iter().chain([&point]);
        if touched.map(|&point| input.planes[point] & STONES).any(|set| set != 0) {
            continue;
        }
        // A stone, its liberties if fewer than four, and its area.
        let stone = if index % 2 == 0 { OWN | 1 << 18 } else { OPPONENT | 1 << 19 };
        let liberties = if neighbors.len() < 4 { 1 << (2 + neighbors.len()) } else { 0 };
        input.planes[point] |= stone | liberties;
        played.push(point);
    }
    for (plane, &point) in played.iter().rev().take(5).enumerate() {
        input.planes[point] |= 1 << (LATEST + plane);
    }
    let sign = if is_black { -1.0 } else { 1.0 };
    input.globals[KOMI] = sign * 7.5 / 20.0;
    input.globals[PARITY] = sign * 0.5;
    input
}

fn neighbors(point: usize, side: usize) -> Vec<usize> {
    let (x, y) = (point % side, point / side);
    let steps = [
        (x > 0).then(|| point - 1),
        (x + 1 < side).then(|| point + 1),
        (y > 0).then(|| point - side),
        (y + 1 < side).then(|| point + side),
    ];
    steps.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_isolated_stones() {
        let positions = positions();
        assert_eq!(positions.len(), POSITIONS);
        for input in positions {
            let side = input.width();
            let stones: Vec<usize> =
                (0..side * side).filter(|&point| input.planes[point] & STONES != 0).collect();
            assert!(!stones.is_empty());
            let touches = |&point: &usize| {
                neighbors(point, side).iter().any(|&next| input.planes[next] & STONES != 0)
            };
            assert!(!stones.iter().any(touches));
        }
    }
}
