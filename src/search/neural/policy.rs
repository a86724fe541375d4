//! The policy of a network over the legal moves of a position.

use crate::{
    board::{Board, Color, Move, Point},
    game::Game,
    network::NetworkOutput,
    tuning::MAX_PASS_POLICY,
};

/// The policy of an output at the root: by point, row by row from the top, the probability of a legal
/// play, `None` where a play is illegal; the pass is last. The sum is 1.
#[must_use]
pub fn root_policy(output: &NetworkOutput, game: &Game, color: Color) -> Vec<Option<f32>> {
    let is_legal = |point: &Point| game.check(color, Move::Play(*point)).is_ok();
    let plays: Vec<Point> = game.size().points().filter(is_legal).collect();
    let probabilities = policy(&plays, output, game.board(), 1.0);
    let mut by_point = vec![None; game.size().area() + 1];
    for (point, probability) in plays.iter().zip(&probabilities) {
        by_point[game.board().size().row_major_index(*point)] = Some(*probability);
    }
    by_point[game.size().area()] = probabilities.last().copied();
    by_point
}

/// The probabilities of these plays and, last, of a pass, as the network has them; their sum is 1.
pub(super) fn policy(
    plays: &[Point],
    output: &NetworkOutput,
    board: &Board,
    temperature: f32,
) -> Vec<f32> {
    let mut is_play = vec![false; board.size().area()];
    plays.iter().for_each(|&point| is_play[board.size().row_major_index(point)] = true);
    let all = output.probabilities(|index| is_play[index], temperature);
    let probabilities = plays.iter().map(|&point| all[board.size().row_major_index(point)]);
    probabilities.chain(all.last().copied()).collect()
}

/// Limits the probability of the pass, the last one, in favor of the plays, so that a search looks at
/// some of them. Without a play to favor it stays.
pub(super) fn limit_pass(policy: &mut [f32]) {
    let Some((pass, plays)) = policy.split_last_mut() else { return };
    let (others, max_pass) = (plays.iter().sum::<f32>(), MAX_PASS_POLICY.get());
    if *pass > max_pass && others > 0.0 {
        let scale = (1.0 - max_pass) / others;
        plays.iter_mut().for_each(|probability| *probability *= scale);
        *pass = max_pass;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limited_pass_leaves_the_plays_their_proportions() {
        let max_pass = MAX_PASS_POLICY.get();
        let rest = 1.0 - max_pass;
        let mut policy = [0.0075, 0.0025, 0.99];
        limit_pass(&mut policy);
        for (probability, expected) in policy.into_iter().zip([0.75 * rest, 0.25 * rest, max_pass])
        {
            assert!((probability - expected).abs() < 1e-6, "{policy:?}");
        }
        let mut only_pass = [0.0, 1.0];
        limit_pass(&mut only_pass);
        assert_eq!(only_pass, [0.0, 1.0]);
    }
}
