//! Priors of moves from the learned patterns.

use super::{
    evaluation::Selection,
    node::{Node, Prior},
};
use crate::{
    board::{Color, Move, Point},
    game::Variation,
    pattern::{PatternExtractor, Position, Predictor},
    tuning::{EVEN_PRIOR_VISITS, LEARNED_PRIOR_WINS, MAX_SMALL_BOARD_AREA, PASS_PRIOR_LOSSES},
};

/// The moves of `color` to be searched, each with its prior: the [sensible plays](sensible_plays)
/// and the pass.
pub(super) fn priors(
    line: &Variation,
    color: Color,
    extractor: &mut PatternExtractor,
) -> Vec<(Move, Prior)> {
    let board = line.board();
    let plays = sensible_plays(line, color);
    let mut latest = line.state().turns().iter().rev().map(|turn| turn.mv.point());
    let (last, before) = (latest.next().flatten(), latest.next().flatten());
    let position = Position { board, color, last, before };
    let policy = if board.size().area() > MAX_SMALL_BOARD_AREA {
        Predictor::get().policy(extractor, &position, &plays)
    } else {
        vec![0.0; plays.len()]
    };
    let play = |(point, probability): (Point, f32)| {
        let mut prior = even_prior();
        prior.add(LEARNED_PRIOR_WINS * probability.sqrt(), 1.0);
        (Move::Play(point), prior)
    };
    let mut pass = even_prior();
    pass.add(PASS_PRIOR_LOSSES, 0.0);
    plays.into_iter().zip(policy).map(play).chain([(Move::Pass, pass)]).collect()
}

/// The legal plays that are neither suicide nor fill an own eye.
pub(super) fn sensible_plays(line: &Variation, color: Color) -> Vec<Point> {
    let board = line.board();
    let is_sensible = |point: Point| !board.is_suicide(point, color) && !board.is_eye(point, color);
    board
        .empty_points()
        .iter()
        .copied()
        .filter(|&point| is_sensible(point) && line.check(color, Move::Play(point)).is_ok())
        .collect()
}

/// The policy that the priors of these children stand for, which sums to 1; uniform if the priors
/// are all even.
pub(super) fn prior_policy(selection: Selection, children: &[Node]) -> Vec<f64> {
    let weight = |node: &Node| {
        let prior = node.prior().sum;
        match selection {
            Selection::Puct => f64::from(prior),
            Selection::Rave => {
                f64::from((prior - EVEN_PRIOR_VISITS / 2.0).max(0.0) / LEARNED_PRIOR_WINS).powi(2)
            }
        }
    };
    let weights: Vec<f64> = children.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    let uniform = 1.0 / children.len() as f64;
    weights.into_iter().map(|weight| if sum > 0.0 { weight / sum } else { uniform }).collect()
}

/// The prior of a move about which nothing is known.
fn even_prior() -> Prior {
    Prior { visits: EVEN_PRIOR_VISITS, sum: EVEN_PRIOR_VISITS / 2.0 }
}
