//! Playouts on a part of the board.

use rand::Rng;

use crate::{
    board::{Board, Color, Point},
    tactics::{answer_in_eye_space, is_bad_self_atari, nakade_point, rescues},
};

/// Turns beyond which a line goes round in a circle, as a multiple of the arena's points.
const MAX_TURNS_PER_POINT: usize = 3;

/// The points on which both players may play.
#[derive(Clone, Copy)]
pub(super) struct Arena<'a> {
    points: &'a [Point],
}

impl<'a> Arena<'a> {
    pub(super) fn new(points: &'a [Point]) -> Arena<'a> {
        Arena { points }
    }

    pub(super) fn points(self) -> &'a [Point] {
        self.points
    }

    /// Turns beyond which a line goes round in a circle.
    pub(super) fn most_turns(self) -> usize {
        MAX_TURNS_PER_POINT * self.points.len()
    }

    /// A random point on which a player can sensibly play.
    fn draw(self, board: &Board, color: Color, rng: &mut impl Rng) -> Option<Point> {
        let start = rng.next_u32() as usize % self.points.len();
        let (before, after) = self.points.split_at(start);
        after.iter().chain(before).copied().find(|&point| {
            board.is_empty(point)
                && board.is_candidate(point, color)
                && !is_bad_self_atari(board, point, color)
        })
    }
}

/// Plays on in the arena until both players pass, the next one to move being `color`, and marks
/// who played first on each point that nobody had played on.
pub(super) fn play_out(
    board: &mut Board,
    arena: Arena,
    mut color: Color,
    mut last: Option<Point>,
    rng: &mut impl Rng,
    played: &mut [Option<Color>],
) {
    let mut passed = false;
    for _ in 0..arena.most_turns() {
        let reply = last.and_then(|last| reply(board, color, last, rng));
        let choice = reply.or_else(|| arena.draw(board, color, rng));
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

/// One of the replies to what the last stone threatens.
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
