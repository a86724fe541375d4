//! Conversions between the types of the engine and of the reference.

use shusaku::{
    board::{self, Board, Color, Hash, Move, Size},
    game::{Game, IllegalMove, Variation},
    score::{Judgment, Tally, count},
};

use super::{
    Illegal, Turn,
    grid::{Grid, Point},
    search::Line,
};

pub fn size(grid: &Grid) -> Size {
    Size::new(grid.width as u8, grid.height as u8).expect("the engine has boards of this size")
}

pub fn point(size: Size, point: Point) -> board::Point {
    let width = usize::from(size.width());
    size.point((point % width) as u8, (point / width) as u8).expect("the point is on the board")
}

pub fn number(size: Size, point: board::Point) -> Point {
    usize::from(size.row(point)) * usize::from(size.width()) + usize::from(size.column(point))
}

pub fn mv(size: Size, turn: Turn) -> Move {
    turn.map_or(Move::Pass, |number| Move::Play(point(size, number)))
}

pub fn illegal(error: IllegalMove) -> Illegal {
    match error {
        IllegalMove::Occupied => Illegal::Occupied,
        IllegalMove::Suicide => Illegal::Suicide,
        IllegalMove::SingleStoneSuicide => Illegal::SingleStoneSuicide,
        IllegalMove::Repetition(_) => Illegal::Repetition,
    }
}

pub fn grid(board: &Board) -> Grid {
    let size = board.size();
    let mut grid = Grid::empty(size.width().into(), size.height().into());
    for number in grid.points() {
        grid.set(number, board.stone(point(size, number)));
    }
    grid
}

fn stones(grid: &Grid) -> impl Iterator<Item = (board::Point, Color)> {
    let size = size(grid);
    grid.points().filter_map(move |number| Some((point(size, number), grid.get(number)?)))
}

/// The board with these stones, `None` if the engine rejects them.
pub fn set_up(grid: &Grid) -> Option<Board> {
    Board::set_up(size(grid), stones(grid)).ok()
}

/// The hash of a grid, computed from scratch.
pub fn hash(grid: &Grid) -> Hash {
    stones(grid).fold(Hash::EMPTY, |hash, (point, color)| hash.toggled(point, color))
}

/// A line of play in the engine.
pub struct EngineLine<'g>(pub Variation<'g>);

impl EngineLine<'_> {
    pub fn new(game: &Game) -> EngineLine<'_> {
        EngineLine(Variation::new(game))
    }
}

impl Line for EngineLine<'_> {
    fn to_move(&self) -> Color {
        self.0.state().to_move()
    }

    fn plays(&self) -> Vec<Turn> {
        let points = self.0.state().legal_points(self.0.rules(), self.to_move());
        points.map(|point| Some(number(self.0.board().size(), point))).collect()
    }

    fn play(&mut self, turn: Turn) {
        self.0.play_unchecked(self.to_move(), mv(self.0.board().size(), turn));
    }

    fn undo_last(&mut self) {
        let played = self.0.state().turns().len() - self.0.game().turns().len();
        self.0.truncate(played - 1);
    }

    fn is_over(&self) -> bool {
        let last_two = self.0.state().turns().iter().rev().take(2);
        last_two.filter(|turn| turn.is_pass()).count() == 2
    }

    fn margin(&self) -> f64 {
        let state = self.0.state();
        let tally = Tally {
            removed: Color::ALL.map(|color| state.removed(color)),
            passes: Color::ALL.map(|color| state.passes(color)),
            komi: 0.0,
            handicap_bonus: 0,
            button: state.button_holder(self.0.rules()),
            is_second_count: false,
        };
        count(self.0.board(), self.0.rules(), &Judgment::default(), &tally).margin()
    }
}
