//! Games for training and measuring the predictor.

use std::path::Path;

use shusaku::{
    board::{Board, Color, Move, Point, Size},
    pattern::Position,
};

use crate::packs::{self, HELD_OUT_STEP, Record};

/// The games of one pack, all on boards of one size.
pub struct Pack(packs::Pack);

/// Minimum strength of the weaker player of training games on small boards: 100 + dan, or
/// 100 - kyu, on the server of the records.
const MIN_TRAINING_STRENGTH: u8 = 95;

/// Minimum strength of the weaker player of held-out games on small boards, likewise.
const MIN_HELD_OUT_STRENGTH: u8 = 100;

impl Pack {
    /// Reads a pack, compressed by xz if its name ends in `.xz`.
    pub fn read(path: &Path) -> Result<Pack, Box<dyn std::error::Error>> {
        packs::Pack::read(path).map(Pack)
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// Whether the games are on small boards.
    pub fn is_small(&self) -> bool {
        is_small(self.size())
    }

    /// The held-out games, on which predictions are measured.
    pub fn held_out(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len())
            .step_by(HELD_OUT_STEP)
            .filter(|&game| self.has_strength(game, MIN_HELD_OUT_STRENGTH))
    }

    /// The training games.
    pub fn training(&self) -> impl Iterator<Item = usize> + '_ {
        let is_held_out = |game: usize| game.is_multiple_of(HELD_OUT_STEP);
        (0..self.0.len()).filter(move |&game| {
            !is_held_out(game) && self.has_strength(game, MIN_TRAINING_STRENGTH)
        })
    }

    /// Whether both players have a strength. Always true on large boards, whose packs have only
    /// strong players.
    fn has_strength(&self, game: usize, strength: u8) -> bool {
        !self.is_small() || self.0.game(game).strength() >= strength
    }

    /// Replays a game and calls `visit` before each play, up to the first one that is illegal under
    /// simple ko without suicide.
    pub fn replay(&self, game: usize, mut visit: impl FnMut(&Sample)) {
        let record: Record = self.0.game(game);
        let Some(mut board) = record.start() else { return };
        let mut color = record.first();
        let (mut last, mut before) = (None, None);
        for mv in record.moves() {
            if let Move::Play(played) = mv {
                if !board.is_legal(played, color) {
                    return;
                }
                let sample = Sample { board: &board, color, last, before, played };
                visit(&sample);
                board.play_unchecked(played, color, &mut ());
            } else {
                board.pass();
            }
            (last, before) = (mv.point(), last);
            color = color.opponent();
        }
    }
}

/// A position of a game and the move played.
pub struct Sample<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    before: Option<Point>,
    pub played: Point,
}

impl Sample<'_> {
    /// The input of the predictor.
    pub fn position(&self) -> Position<'_> {
        let Sample { board, color, last, before, .. } = *self;
        Position { board, color, last, before }
    }

    /// The plays that are legal under simple ko without suicide.
    pub fn candidates(&self) -> Vec<Point> {
        let empty = self.board.empty_points().iter().copied();
        empty.filter(|&point| self.board.is_legal(point, self.color)).collect()
    }

    /// Whether the board is small.
    pub fn is_small(&self) -> bool {
        is_small(self.board.size())
    }
}

fn is_small(size: Size) -> bool {
    size.width() < 13
}
