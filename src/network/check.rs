//! How far a way to compute is off, on positions that any network knows what to make of.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    dispatch::Network,
    inference::{Options, Workspace},
    input::Input,
};

/// How far the outputs of a network are off from those in single precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Deviation {
    /// Mean difference of the win rate, from 0 to 1.
    pub mean: f32,
    /// Greatest difference of the win rate.
    pub max: f32,
    /// Share of positions in which the same move is the likeliest.
    pub same_move: f32,
}

impl Deviation {
    /// That of `network` from `exact` on positions.
    ///
    /// # Panics
    /// If there are none.
    #[must_use]
    pub fn of(network: &Network, exact: &Network, inputs: &[Input]) -> Deviation {
        let mut workspace = Workspace::default();
        let (mut sum, mut max, mut same) = (0.0, 0.0, 0);
        for input in inputs {
            let [one, other] = [network, exact]
                .map(|network| network.evaluate(input, Options::default(), &mut workspace));
            let off = (one.win - other.win).abs().max((one.loss - other.loss).abs());
            sum += off;
            // Unlike `f32::max`, this keeps what is no number.
            max = if off <= max { max } else { off };
            let [one, other] = [one, other].map(|outputs| likeliest(&outputs.policy, input));
            same += usize::from(one == other);
        }
        let count = inputs.len() as f32;
        Deviation { mean: sum / count, max, same_move: same as f32 / count }
    }

    /// Whether it is too small to weaken a player: the bounds are a third of what would be bearable
    /// (0.3 % on average, 1.5 % at most), since [`positions`] are few and plain.
    pub(super) fn is_small(&self) -> bool {
        self.mean <= 0.001 && self.max <= 0.005 && self.same_move >= 0.9
    }
}

/// The empty point, or a pass, of the greatest logit.
fn likeliest(policy: &[f32], input: &Input) -> usize {
    let is_empty = |point: usize| input.planes.get(point).is_none_or(|set| set & STONES == 0);
    let moves = policy.iter().enumerate().filter(|&(point, _)| is_empty(point));
    moves.max_by(|(_, a), (_, b)| a.total_cmp(b)).expect("a pass is possible").0
}

/// Planes of own stones, of the opponent's, and of both.
const OWN: u32 = 1 << 1;
const OPPONENT: u32 = 1 << 2;
const STONES: u32 = OWN | OPPONENT;

/// Side of the boards: small ones take less time, and all of one size less memory.
const SIDE: usize = 9;

/// How many positions.
const POSITIONS: usize = 20;

/// Positions of single stones, which need no rules to be described: none touches another.
pub(super) fn positions() -> Vec<Input> {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(1);
    (0..POSITIONS).map(|stones| scatter(SIDE, stones + 1, stones % 2 == 0, &mut rng)).collect()
}

/// A position under area scoring with a komi of 7.5, seen by Black or by White.
fn scatter(side: usize, stones: usize, is_black: bool, rng: &mut impl Rng) -> Input {
    /// Where the globals have the komi, and how it stands to the area.
    const KOMI: usize = 5;
    const PARITY: usize = 18;
    /// The plane of the latest move, before those of the moves before it.
    const LATEST: usize = 9;
    let mut input = Input::new(side, side);
    let mut played = Vec::new();
    for turn in 0..2 * stones {
        let point = rng.random_range(0..side * side);
        let neighbors = neighbors(point, side);
        let touched = neighbors.iter().chain([&point]);
        if touched.map(|&point| input.planes[point] & STONES).any(|set| set != 0) {
            continue;
        }
        // A stone, its liberties where they are fewer than four, and the area that it counts as.
        let stone = if turn % 2 == 0 { OWN | 1 << 18 } else { OPPONENT | 1 << 19 };
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
    fn positions_have_single_stones() {
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
