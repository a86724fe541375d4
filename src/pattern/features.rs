//! What can be said of each move of a position.

use super::{
    Key, Situation,
    grid::{self, Grid, Numbers},
    key::Kind,
    threats::Threats,
};
use crate::board::Point;

/// Takes the features of moves as they are found.
pub trait Sink {
    /// The features that follow are those of so many candidates.
    fn begin(&mut self, candidates: usize);
    /// A feature of the candidate at this place; says whether it is known. Larger patterns around
    /// an unknown one are not looked at.
    fn add(&mut self, place: usize, key: Key) -> bool;
    /// Drops candidates that what is still to come can hardly make likely, from those at these
    /// places.
    fn give_up(&self, _places: &mut Vec<usize>) {}
}

/// Passes on the features of one candidate.
pub(super) struct Candidate<'a, S> {
    pub(super) place: usize,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Candidate<'_, S> {
    pub(super) fn add(&mut self, key: Key) {
        self.sink.add(self.place, key);
    }
}

/// Finds the features of moves; to be kept and used again, since it owns its working space.
#[derive(Debug)]
pub struct Extractor {
    grid: Grid,
    threats: Threats,
}

impl Default for Extractor {
    fn default() -> Extractor {
        Extractor { grid: Grid::new(), threats: Threats::new() }
    }
}

impl Extractor {
    /// Tells the sink the features of each of these moves, in their order. All must be empty
    /// points.
    pub fn extract(&mut self, situation: &Situation, candidates: &[Point], sink: &mut impl Sink) {
        self.grid.fill(situation.board, situation.color);
        self.threats.read(situation);
        let look = Look {
            grid: &self.grid,
            threats: &self.threats,
            situation,
            numbers: Numbers::get(),
            phase: phase(situation),
        };
        sink.begin(candidates.len());
        for (place, &point) in candidates.iter().enumerate() {
            let candidate = &mut Candidate { place, sink };
            look.chains(point, candidate);
            look.place(point, candidate);
        }
        look.patterns(candidates, sink);
    }
}

/// Boards up to this side are small: their games have no opening to speak of.
const SMALL_SIDE: u8 = 12;

/// Percent of the points taken at which the stages of a game begin, after the first.
const STAGES: [usize; 5] = [3, 8, 17, 33, 55];

/// Stage of the game by the share of points taken, 0 to 5, and 6 more on a small board.
fn phase(situation: &Situation) -> u64 {
    let size = situation.board.size();
    let stones = size.area() - situation.board.empty_points().len();
    let percent = 100 * stones / size.area();
    let stage = STAGES.iter().filter(|&&limit| percent >= limit).count();
    let is_small = size.width().min(size.height()) <= SMALL_SIDE;
    (stage + if is_small { STAGES.len() + 1 } else { 0 }) as u64
}

/// Everything that is the same for all moves of a position.
pub(super) struct Look<'a> {
    pub(super) grid: &'a Grid,
    pub(super) threats: &'a Threats,
    pub(super) situation: &'a Situation<'a>,
    pub(super) numbers: &'static Numbers,
    pub(super) phase: u64,
}

/// Some numbers below 32 as one.
pub(super) fn digits<const N: usize>(digits: [u64; N]) -> u64 {
    digits.into_iter().fold(0, |number, digit| number * 32 + digit)
}

impl Look<'_> {
    /// Where a move lies: on the board, and from the last two moves.
    fn place(&self, point: Point, candidate: &mut Candidate<impl Sink>) {
        let size = self.situation.board.size();
        let (column, row) = (size.column(point), size.row(point));
        let from_side = column.min(size.width() - 1 - column).min(9);
        let from_top = row.min(size.height() - 1 - row).min(9);
        let (near, far) = (from_side.min(from_top), from_side.max(from_top));
        candidate.add(Key::new(Kind::Place, digits([near.into(), far.into(), self.phase])));
        let last = self.distance(point, self.situation.last);
        let before = self.distance(point, self.situation.before);
        candidate.add(Key::new(Kind::Last, digits([last, self.phase])));
        candidate.add(Key::new(Kind::Before, digits([before, self.phase])));
        candidate
            .add(Key::new(Kind::Both, digits([last.min(10), before.min(10), near.min(3).into()])));
    }

    /// Distance from a point to a move, up to 17; 18 if it was no play.
    fn distance(&self, point: Point, other: Option<Point>) -> u64 {
        const FARTHEST: usize = 17;
        let size = self.situation.board.size();
        other.map_or(FARTHEST as u64 + 1, |other| {
            let dx = size.column(point).abs_diff(size.column(other));
            let dy = size.row(point).abs_diff(size.row(other));
            grid::distance(dx.into(), dy.into()).min(FARTHEST) as u64
        })
    }
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
