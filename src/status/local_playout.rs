//! Playouts in a local search area.

use rand::Rng;

use super::local_area::LocalArea;
use crate::{
    board::{Board, Color, Point},
    tactics::{answer_in_eye_space, nakade_point, rescues},
};

/// Plays random moves in the area from `color` on until both players pass. Stores in `played`, by
/// point index, the color that played there first. [`crate::playout::play_out`] plays on the whole
/// board.
pub(super) fn play_out_locally(
    board: &mut Board,
    area: LocalArea,
    mut color: Color,
    mut last: Option<Point>,
    rng: &mut impl Rng,
    played: &mut [Option<Color>],
) {
    let mut passed = false;
    for _ in 0..area.max_moves() {
        let reply = last.and_then(|last| reply(board, color, last, rng));
        let choice = reply.or_else(|| area.draw(board, color, rng));
        match choice {
            Some(point) => {
                played[point.index()].get_or_insert(color);
                board.play_unchecked(point, color, &mut ());
            }
            None if passed => return,
            None => board.pass(),
        }
        passed = choice.is_none();
        last = choice;
        color = color.opponent();
    }
}

/// A random one of the replies to the last stone: capture it, save a chain from atari, or take the
/// vital point of an eye space.
fn reply(board: &Board, color: Color, last: Point, rng: &mut impl Rng) -> Option<Point> {
    if board.is_empty(last) {
        return None;
    }
    let mut replies: Vec<Point> = answer_in_eye_space(board, last, color).into_iter().collect();
    if board.liberty_count(last) == 1 {
        replies.extend(board.liberties(last).next());
    }
    for place in board.around(last) {
        if board.stone(place) == Some(color) && board.liberty_count(place) == 1 {
            rescues(board, place, |point| replies.push(point));
        } else if board.is_empty(place) {
            replies.extend(nakade_point(board, place, color.opponent()));
        }
    }
    replies.retain(|&point| board.is_candidate(point, color));
    (!replies.is_empty()).then(|| replies[rng.next_u32() as usize % replies.len()])
}
