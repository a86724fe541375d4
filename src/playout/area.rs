//! Who holds what when a playout has ended.

use crate::board::{Board, Color, Point};

/// The owner of a point on a board that is played to the end, where every empty point is an eye,
/// or neutral: the colour of the stone there or of all the stones around it.
#[inline]
#[must_use]
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    if board.is_empty(point) {
        Color::ALL.into_iter().find(|&color| board.is_surrounded(point, color))
    } else {
        board.stone(point)
    }
}

/// Black's area less White's on a board that is played to the end, without komi.
#[must_use]
pub fn area_margin(board: &Board) -> i32 {
    let worth = |point: Point| match owner(board, point) {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    board.size().points().map(worth).sum()
}

/// How often each point ended in whose hands.
#[derive(Clone, Debug)]
pub struct Ownership {
    playouts: u32,
    /// By index of the point: playouts that ended with it Black's, less those with it White's.
    sums: Vec<i32>,
}

impl Ownership {
    /// No playout yet, for a board like this one.
    #[must_use]
    pub fn new(board: &Board) -> Ownership {
        let last = board.size().points().next_back().expect("every board has a point");
        Ownership { playouts: 0, sums: vec![0; last.index() + 1] }
    }

    /// Adds a board that is played to the end.
    pub fn add(&mut self, board: &Board) {
        self.playouts += 1;
        for point in board.size().points() {
            match owner(board, point) {
                Some(Color::Black) => self.sums[point.index()] += 1,
                Some(Color::White) => self.sums[point.index()] -= 1,
                None => {}
            }
        }
    }

    /// Adds what another has counted on the same board.
    #[must_use]
    pub fn merge(mut self, other: &Ownership) -> Ownership {
        self.playouts += other.playouts;
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        self
    }

    /// From -1, always White's, to 1, always Black's.
    #[must_use]
    pub fn of(&self, point: Point) -> f64 {
        f64::from(self.sums[point.index()]) / f64::from(self.playouts.max(1))
    }
}
