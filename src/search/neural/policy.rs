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

/// The probabilities of these plays and, last, of a pass; their sum is 1.
pub(super) fn policy(
    plays: &[Point],
    output: &NetworkOutput,
    board: &Board,
    temperature: f32,
) -> Vec<f32> {
    let mut is_play = vec![false; board.size().area()];
    plays.iter().for_each(|&point| is_play[board.size().row_major_index(point)] = true);
    let all = output.probabilities(|index| is_play[index], temperature);
    let pass = *all.last().expect("the pass is the last of them");
    let mut policy: Vec<f32> =
        plays.iter().map(|&point| all[board.size().row_major_index(point)]).collect();
    let others: f32 = policy.iter().sum();
    let max_pass = MAX_PASS_POLICY.get();
    if pass > max_pass && others > 0.0 {
        let scale = (1.0 - max_pass) / others;
        policy.iter_mut().for_each(|probability| *probability *= scale);
    }
    policy.push(pass.min(max_pass));
    policy
}
