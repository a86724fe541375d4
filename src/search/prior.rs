//! What is thought of a move before it is looked at.

use super::node::Prior;
use crate::{
    board::{Board, CAPACITY, Color, Move, Point},
    game::Variation,
    pattern::{Extractor, Predictor, Situation, matches_shape},
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
    pub(super) const SHAPE: f32 = 10.0;
    /// By distance from the last move, in steps along which chains count as one point.
    pub(super) const DISTANCE: [f32; 4] = [24.0, 24.0, 22.0, 8.0];
    /// On the first and second line, and on the third, with no stone near.
    pub(super) const EMPTY_BORDER: f32 = 10.0;
    pub(super) const EMPTY_THIRD_LINE: f32 = 10.0;
    pub(super) const PASS: f32 = 30.0;
    /// Times the square root of the chance that a strong player chooses the move.
    pub(super) const PREDICTED: f32 = 100.0;
}

/// How far from a point another stone is no longer near.
const NEAR: u8 = 3;

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
    let distances =
        last.filter(|&last| !board.is_empty(last)).map(|last| Distances::from(board, last));
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
        judge_place(&mut prior, board, point, distances.as_ref());
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
    } else if matches_shape(board, point) {
        prior.add(weights::SHAPE, 1.0);
    }
}

fn judge_place(prior: &mut Prior, board: &Board, point: Point, distances: Option<&Distances>) {
    let distance = distances.map(|distances| distances.0[point.index()]);
    if let Some(&weight) = distance.and_then(|distance| weights::DISTANCE.get(distance as usize)) {
        prior.add(weight, 1.0);
    }
    if has_stone_near(board, point) {
        return;
    }
    match line_of(board, point) {
        0 | 1 => prior.add(weights::EMPTY_BORDER, 0.0),
        2 => prior.add(weights::EMPTY_THIRD_LINE, 1.0),
        _ => {}
    }
}

/// The line on which a point lies, counted from 0 at the edge.
fn line_of(board: &Board, point: Point) -> u8 {
    let size = board.size();
    let (column, row) = (size.column(point), size.row(point));
    column.min(row).min(size.width() - 1 - column).min(size.height() - 1 - row)
}

fn has_stone_near(board: &Board, point: Point) -> bool {
    let size = board.size();
    let (column, row) = (size.column(point), size.row(point));
    let range = |at: u8, side: u8| at.saturating_sub(NEAR)..=(at + NEAR).min(side - 1);
    range(row, size.height()).any(|y| {
        range(column, size.width()).any(|x| {
            x.abs_diff(column) + y.abs_diff(row) <= NEAR
                && size.point(x, y).is_some_and(|place| !board.is_empty(place))
        })
    })
}

/// Steps from one point to others, by point; the stones of a chain are one step apart from what
/// is next to any of them (common fate graph: Graepel et al. 2001, "Learning on graphs in the game
/// of Go").
struct Distances(Box<[u8; CAPACITY]>);

impl Distances {
    fn from(board: &Board, start: Point) -> Distances {
        let mut distances = Box::new([u8::MAX; CAPACITY]);
        let mut reached = vec![start];
        distances[start.index()] = 0;
        let mut at = 0;
        while let Some(&point) = reached.get(at) {
            at += 1;
            let distance = distances[point.index()];
            if usize::from(distance) == weights::DISTANCE.len() {
                break;
            }
            visit_chain(board, point, distance, &mut distances, &mut reached);
            for place in board.neighbours(point) {
                if distances[place.index()] == u8::MAX {
                    distances[place.index()] = distance + 1;
                    reached.push(place);
                }
            }
        }
        Distances(distances)
    }
}

/// Reaches the other stones of a stone's chain at the same distance.
fn visit_chain(
    board: &Board,
    point: Point,
    distance: u8,
    distances: &mut [u8; CAPACITY],
    reached: &mut Vec<Point>,
) {
    if board.is_empty(point) {
        return;
    }
    for stone in board.chain(point) {
        if distances[stone.index()] > distance {
            distances[stone.index()] = distance;
            reached.push(stone);
        }
    }
}
