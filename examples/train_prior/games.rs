//! The games that the predictor learns from and is measured on.

use std::path::Path;

use shusaku::{
    board::{Board, Color, Move, Point, Size},
    pattern::Situation,
};

use crate::packs::{self, HELD_OUT, Record};

/// The games of one pack, all on boards of one size.
pub struct Pack(packs::Pack);

/// Least strength of the weaker player for a game on a small board to be learned, and measured: 100
/// and dan, or 100 less kyu, on the server of the records.
const LEARNED: u8 = 95;
const MEASURED: u8 = 100;

impl Pack {
    /// Reads a pack, compressed by xz if its name says so.
    pub fn read(path: &Path) -> Result<Pack, Box<dyn std::error::Error>> {
        packs::Pack::read(path).map(Pack)
    }

    /// The size of the boards.
    pub fn size(&self) -> Size {
        self.0.size
    }

    /// Whether the pack is one of small boards.
    pub fn is_small(&self) -> bool {
        is_small(self.size())
    }

    /// The games kept out of training on which predictions are measured.
    pub fn kept_out(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len()).step_by(HELD_OUT).filter(|&game| self.is_as_strong(game, MEASURED))
    }

    /// The games to learn from.
    pub fn training(&self) -> impl Iterator<Item = usize> + '_ {
        let is_kept_out = |game: usize| game.is_multiple_of(HELD_OUT);
        (0..self.0.len())
            .filter(move |&game| !is_kept_out(game) && self.is_as_strong(game, LEARNED))
    }

    /// On small boards, whose packs hold weak players too, the strength counts.
    fn is_as_strong(&self, game: usize, strength: u8) -> bool {
        !self.is_small() || self.0.game(game).strength() >= strength
    }

    /// Plays a game and shows each turn that is a play, before it is played, up to one that is not
    /// legal under simple ko without suicide.
    pub fn replay(&self, game: usize, mut visit: impl FnMut(&Turn)) {
        let record: Record = self.0.game(game);
        let Some(mut board) = record.start() else { return };
        let mut color = record.first();
        let (mut last, mut before) = (None, None);
        for mv in record.moves() {
            if let Move::Play(played) = mv {
                if !board.is_legal(played, color) {
                    return;
                }
                let turn = Turn { board: &board, color, last, before, played };
                visit(&turn);
                board.play_unchecked(played, color, &mut ());
            } else {
                board.pass();
            }
            (last, before) = (mv.point(), last);
            color = color.opponent();
        }
    }
}

/// A position of a game and what was played there.
pub struct Turn<'a> {
    board: &'a Board,
    color: Color,
    last: Option<Point>,
    before: Option<Point>,
    pub played: Point,
}

impl Turn<'_> {
    /// What the predictor is asked.
    pub fn situation(&self) -> Situation<'_> {
        let Turn { board, color, last, before, .. } = *self;
        Situation { board, color, last, before }
    }

    /// The plays that are legal under simple ko without suicide.
    pub fn candidates(&self) -> Vec<Point> {
        let empty = self.board.empty_points().iter().copied();
        empty.filter(|&point| self.board.is_legal(point, self.color)).collect()
    }

    /// Whether it is on a small board.
    pub fn is_small(&self) -> bool {
        is_small(self.board.size())
    }
}

fn is_small(size: Size) -> bool {
    size.width() < 13
}
