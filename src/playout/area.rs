//! Area and ownership at the end of a playout.

use crate::board::{Board, Color, Point};

/// The owner of a point at the end of a playout, where every empty point is an eye or dame: the color
/// of its stone, or of all stones around it; `None` for dame.
#[inline]
#[must_use]
pub fn owner(board: &Board, point: Point) -> Option<Color> {
    if board.is_empty(point) {
        Color::ALL.into_iter().find(|&color| board.is_surrounded(point, color))
    } else {
        board.stone(point)
    }
}

/// The area margin at the end of a playout, in points, positive for Black, without komi.
#[must_use]
pub fn area_margin(board: &Board) -> i32 {
    let sign = |point: Point| match owner(board, point) {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    board.size().points().map(sign).sum()
}

/// The mean owner of each point over a number of playouts.
#[derive(Clone, Debug)]
pub struct Ownership {
    playouts: u32,
    /// By index of the point: playouts in which Black owned it, less those in which White did.
    sums: Vec<i32>,
}

impl Ownership {
    /// The ownership of no playouts yet, for boards of this size.
    #[must_use]
    pub fn new(board: &Board) -> Ownership {
        let last = board.size().points().next_back().expect("every board has a point");
        Ownership { playouts: 0, sums: vec![0; last.index() + 1] }
    }

    /// Adds the board at the end of a playout.
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

    /// Adds the playouts of `other`, which are on a board of the same size.
    #[must_use]
    pub fn merge(mut self, other: &Ownership) -> Ownership {
        self.playouts += other.playouts;
        for (sum, others) in self.sums.iter_mut().zip(&other.sums) {
            *sum += others;
        }
        self
    }

    /// Ownership of a point, from -1 (White in all playouts) to 1 (Black in all playouts).
    #[must_use]
    pub fn of(&self, point: Point) -> f64 {
        f64::from(self.sums[point.index()]) / f64::from(self.playouts.max(1))
    }
}
