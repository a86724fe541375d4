//! What is thought of a move before it is looked at.

use super::node::Prior;
use crate::{
    board::{Board, Color, Move, Point},
    game::Variation,
    pattern::{Extractor, Predictor, Situation},
    tactics::{is_bad_self_atari, rescues},
};

/// Every opinion as so many visits, all won or all lost.
mod weights {
    /// Nothing known: half of them won.
    pub(super) const EVEN: f32 = 10.0;
    /// A capture of one stone, and of several.
    pub(super) const CAPTURE: [f32; 2] = [15.0, 30.0];
    /// Rescue of a chain of one stone in atari, and of several.
    pub(super) const RESCUE: [f32; 2] = [15.0, 30.0];
    pub(super) const BAD_SELF_ATARI: f32 = 20.0;
    pub(super) const PASS: f32 = 30.0;
    /// Times the square root of the chance that a strong player chooses the move.
    pub(super) const PREDICTED: f32 = 100.0;
}

/// The turns of `color` worth a look, each with its prior: every legal play but suicide and
/// filling an own eye, and the pass.
pub(super) fn priors(
    line: &Variation,
    color: Color,
    extractor: &mut Extractor,
) -> Vec<(Move, Prior)> {
    let board = line.board();
    let mut latest = line.state().turns().iter().rev().map(|turn| turn.mv.point());
    let (last, before) = (latest.next().flatten(), latest.next().flatten());
    let rescuing = rescuing_moves(board, color);
    let is_sensible = |point: Point| !board.is_suicide(point, color) && !board.is_eye(point, color);
    let plays: Vec<Point> = board
        .empty_points()
        .iter()
        .copied()
        .filter(|&point| is_sensible(point) && line.check(color, Move::Play(point)).is_ok())
        .collect();
    let situation = Situation { board, color, last, before };
    let chances = Predictor::get().probabilities(extractor, &situation, &plays);
    let play = |(point, chance): (Point, f32)| {
        let mut prior = even();
        prior.add(weights::PREDICTED * chance.sqrt(), 1.0);
        judge_tactics(&mut prior, board, point, color, &rescuing);
        (Move::Play(point), prior)
    };
    let mut pass = even();
    pass.add(weights::PASS, 0.0);
    plays.into_iter().zip(chances).map(play).chain([(Move::Pass, pass)]).collect()
}

fn even() -> Prior {
    Prior { visits: weights::EVEN, value: 0.5 }
}

/// The points that rescue chains of `color` in atari, with the numbers of their stones.
fn rescuing_moves(board: &Board, color: Color) -> Vec<(Point, usize)> {
    let mut moves = Vec::new();
    for chain in board.chains() {
        if board.stone(chain) == Some(color) && board.liberty_count(chain) == 1 {
            rescues(board, chain, |point| moves.push((point, board.chain_len(chain))));
        }
    }
    moves
}

fn judge_tactics(
    prior: &mut Prior,
    board: &Board,
    point: Point,
    color: Color,
    rescuing: &[(Point, usize)],
) {
    let by_size = |weights: [f32; 2], stones: usize| weights[usize::from(stones > 1)];
    let captured = board
        .around(point)
        .into_iter()
        .filter(|&place| {
            board.stone(place) == Some(color.opponent()) && board.liberty_count(place) == 1
        })
        .map(|place| board.chain_len(place))
        .max();
    if let Some(stones) = captured {
        prior.add(by_size(weights::CAPTURE, stones), 1.0);
    }
    let rescued = rescuing.iter().filter(|(place, _)| *place == point).map(|&(_, len)| len).max();
    if let Some(stones) = rescued {
        prior.add(by_size(weights::RESCUE, stones), 1.0);
    }
    if is_bad_self_atari(board, point, color) {
        prior.add(weights::BAD_SELF_ATARI, 0.0);
    }
}
