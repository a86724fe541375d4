//! What is thought of a move before it is looked at.

use super::{
    evaluation::Selection,
    node::{Node, Prior},
};
use crate::{
    board::{Color, Move, Point},
    game::Variation,
    pattern::{Extractor, Predictor, Situation},
    tuning::{EVEN_PRIOR, LEARNED_PRIOR, PASS_PRIOR, SMALL_BOARD},
};

/// The turns of `color` worth a look, each with its prior: every legal play but suicide and
/// filling an own eye, and the pass.
pub(super) fn priors(
    line: &Variation,
    color: Color,
    extractor: &mut Extractor,
) -> Vec<(Move, Prior)> {
    let board = line.board();
    let plays = sensible_plays(line, color);
    let mut latest = line.state().turns().iter().rev().map(|turn| turn.mv.point());
    let (last, before) = (latest.next().flatten(), latest.next().flatten());
    let situation = Situation { board, color, last, before };
    let chances = if board.size().area() > SMALL_BOARD {
        Predictor::get().probabilities(extractor, &situation, &plays)
    } else {
        vec![0.0; plays.len()]
    };
    let play = |(point, chance): (Point, f32)| {
        let mut prior = even();
        prior.add(LEARNED_PRIOR * chance.sqrt(), 1.0);
        (Move::Play(point), prior)
    };
    let mut pass = even();
    pass.add(PASS_PRIOR, 0.0);
    plays.into_iter().zip(chances).map(play).chain([(Move::Pass, pass)]).collect()
}

/// Every legal play but suicide and filling an own eye.
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

/// The chance of each of the children to be a strong player's choice, as their priors have it:
/// together one. Where they have no opinion all have the same.
pub(super) fn chances(selection: Selection, children: &[Node]) -> Vec<f64> {
    let learned = |node: &Node| {
        let prior = node.prior().sum;
        match selection {
            Selection::Puct => f64::from(prior),
            Selection::Rave => {
                f64::from((prior - EVEN_PRIOR / 2.0).max(0.0) / LEARNED_PRIOR).powi(2)
            }
        }
    };
    let chances: Vec<f64> = children.iter().map(learned).collect();
    let all: f64 = chances.iter().sum();
    let even = 1.0 / children.len() as f64;
    chances.into_iter().map(|chance| if all > 0.0 { chance / all } else { even }).collect()
}

fn even() -> Prior {
    Prior { visits: EVEN_PRIOR, sum: EVEN_PRIOR / 2.0 }
}
