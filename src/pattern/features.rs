//! What can be said of each move of a position.

use std::ops::RangeInclusive;

use super::{
    Key, Situation,
    grid::{self, Grid, MAX_DISTANCE, Numbers, PLACES, Turned},
    key::Kind,
    threats::Threats,
};
use crate::{
    board::{Color, Point},
    tactics::{is_bad_self_atari, is_self_atari},
};

/// The sizes of patterns, as distances from the middle.
const SHAPES: RangeInclusive<usize> = 3..=MAX_DISTANCE;
/// Those of patterns with liberties.
const LIBERTY_SHAPES: RangeInclusive<usize> = 3..=6;
/// Those of patterns with the last move marked.
const ANSWERS: RangeInclusive<usize> = 4..=9;
const LIBERTY_ANSWERS: RangeInclusive<usize> = 4..=6;
const SEQUENCES: RangeInclusive<usize> = 5..=8;

/// Size of the patterns that are told apart by the stage of the game.
const STAGED_SHAPE: usize = 4;

/// Takes the features of moves as they are found.
pub trait Sink {
    /// The features that follow are those of the next candidate.
    fn begin(&mut self);
    /// A feature; says whether it is known. Larger patterns around an unknown one are not looked
    /// at.
    fn add(&mut self, key: Key) -> bool;
}

/// Finds the features of moves; to be kept and used again, since it owns its working space.
#[derive(Debug)]
pub struct Extractor {
    grid: Grid,
    threats: Threats,
}

/// Boards up to this side are small: their games have no opening to speak of.
const SMALL_SIDE: u8 = 12;

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
        for &point in candidates {
            sink.begin();
            look.tactics(point, sink);
            look.place(point, sink);
            look.patterns(point, sink);
        }
    }
}

/// Stage of the game by the share of points taken, 0 to 5, and 6 more on a small board.
fn phase(situation: &Situation) -> u64 {
    let size = situation.board.size();
    let stones = size.area() - situation.board.empty_points().len();
    let percent = 100 * stones / size.area();
    let stage = [3, 8, 17, 33, 55].iter().filter(|&&limit| percent >= limit).count() as u64;
    let is_small = size.width().min(size.height()) <= SMALL_SIDE;
    stage + 6 * u64::from(is_small)
}

/// Everything that is the same for all moves of a position.
struct Look<'a> {
    grid: &'a Grid,
    threats: &'a Threats,
    situation: &'a Situation<'a>,
    numbers: &'static Numbers,
    phase: u64,
}

/// The chains around a point, each once.
struct Touched {
    heads: [Point; 4],
    len: usize,
}

impl Touched {
    fn of(situation: &Situation, point: Point, color: Color) -> Touched {
        let board = situation.board;
        let mut touched = Touched { heads: [point; 4], len: 0 };
        for place in board.around(point) {
            let head = board.head(place);
            if board.stone(place) == Some(color) && !touched.heads().contains(&head) {
                touched.heads[touched.len] = head;
                touched.len += 1;
            }
        }
        touched
    }

    fn heads(&self) -> &[Point] {
        &self.heads[..self.len]
    }
}

/// A number of stones as one of five classes.
fn size_class(stones: usize) -> u64 {
    match stones {
        1 => 0,
        2 => 1,
        3..=4 => 2,
        5..=8 => 3,
        _ => 4,
    }
}

/// Digits of different bases as one number.
fn digits<const N: usize>(digits: [u64; N]) -> u64 {
    digits.into_iter().fold(0, |number, digit| number * 32 + digit)
}

impl Look<'_> {
    fn tactics(&self, point: Point, sink: &mut impl Sink) {
        let Situation { board, color, last, .. } = *self.situation;
        let own = Touched::of(self.situation, point, color);
        let others = Touched::of(self.situation, point, color.opponent());
        let is_self_atari = is_self_atari(board, point, color);
        let is_last = |head: Point| {
            u64::from(last.is_some_and(|last| !board.is_empty(last) && board.head(last) == head))
        };
        let has_ko = u64::from(board.ko().is_some());
        let mut captured = 0;
        let mut ataris = 0;
        for &head in others.heads() {
            let size = size_class(board.chain_len(head));
            match board.liberty_count(head) {
                1 => {
                    captured += board.chain_len(head);
                    let runs = u64::from(self.threats.escapes(head));
                    sink.add(Key::new(
                        Kind::Capture,
                        digits([size, runs, is_last(head), u64::from(own.len > 0)]),
                    ));
                }
                2 => {
                    ataris += 1;
                    let ladder = u64::from(self.threats.ladder_at(head, point));
                    sink.add(Key::new(
                        Kind::Atari,
                        digits([size, ladder, u64::from(is_self_atari), has_ko, is_last(head)]),
                    ));
                }
                _ => {}
            }
        }
        if ataris > 1 {
            sink.add(Key::new(Kind::DoubleAtari, u64::from(is_self_atari)));
        }
        if let Some(stones) = self.threats.rescued(point) {
            sink.add(Key::new(Kind::Rescue, size_class(stones)));
        }
        let mut stones = 1;
        for &head in own.heads() {
            stones += board.chain_len(head);
            let size = size_class(board.chain_len(head));
            let touches_last = u64::from(self.threats.is_new(head));
            match board.liberty_count(head) {
                1 => {
                    let runs = u64::from(self.threats.escapes(head));
                    sink.add(Key::new(
                        Kind::Extension,
                        digits([size, runs, u64::from(is_self_atari), touches_last]),
                    ));
                }
                2 if self.threats.is_hunted(head) => {
                    let value = digits([
                        size,
                        u64::from(is_self_atari),
                        touches_last,
                        u64::from(own.len > 1),
                    ]);
                    sink.add(Key::new(Kind::Defence, value));
                }
                _ => {}
            }
        }
        if is_self_atari {
            let is_bad = u64::from(is_bad_self_atari(board, point, color));
            let value = digits([
                size_class(stones),
                is_bad,
                size_class(captured.max(1)),
                u64::from(captured > 0),
            ]);
            sink.add(Key::new(Kind::SelfAtari, value));
        }
        if board.is_eye(point, color) {
            sink.add(Key::new(Kind::Eye, self.phase));
        }
        if own.len > 0 {
            let liberties = self.liberties_after(point, own.heads());
            sink.add(Key::new(
                Kind::Liberties,
                digits([liberties, own.len as u64, others.len as u64]),
            ));
        }
    }

    /// Liberties, up to 6, of the chain that a stone on `point` would belong to, captures aside.
    fn liberties_after(&self, point: Point, own: &[Point]) -> u64 {
        const MOST: usize = 6;
        let board = self.situation.board;
        let mut found = [point; MOST];
        let mut count = 0;
        let around = board.around(point).into_iter().filter(|&place| board.is_empty(place));
        let chains = own.iter().flat_map(|&head| board.liberties(head).take(MOST + 1));
        for liberty in around.chain(chains) {
            if liberty != point && !found[..count].contains(&liberty) {
                found[count] = liberty;
                count += 1;
                if count == MOST {
                    break;
                }
            }
        }
        count as u64
    }

    fn place(&self, point: Point, sink: &mut impl Sink) {
        let size = self.situation.board.size();
        let (column, row) = (size.column(point), size.row(point));
        let from_side = column.min(size.width() - 1 - column).min(9);
        let from_top = row.min(size.height() - 1 - row).min(9);
        let (near, far) = (from_side.min(from_top), from_side.max(from_top));
        sink.add(Key::new(Kind::Place, digits([near.into(), far.into(), self.phase])));
        let distance_to = |other: Option<Point>| {
            const FARTHEST: usize = 17;
            other.map_or(FARTHEST as u64 + 1, |other| {
                let dx = column.abs_diff(size.column(other));
                let dy = row.abs_diff(size.row(other));
                grid::distance(dx.into(), dy.into()).min(FARTHEST) as u64
            })
        };
        let last = distance_to(self.situation.last);
        let before = distance_to(self.situation.before);
        sink.add(Key::new(Kind::Last, digits([last, self.phase])));
        sink.add(Key::new(Kind::Before, digits([before, self.phase])));
        sink.add(Key::new(Kind::Both, digits([last.min(10), before.min(10), near.min(3).into()])));
    }

    fn patterns(&self, point: Point, sink: &mut impl Sink) {
        let size = self.situation.board.size();
        let cell = grid::cell(size, point);
        let place = |other: Option<Point>| self.numbers.place(size, point, other?);
        let last = place(self.situation.last);
        let before = last.and(place(self.situation.before));
        let mut stones: Turned = [0; 8];
        let mut liberties: Turned = [0; 8];
        let mut growth = Growth { sink, is_known: [true; 5] };
        for distance in 2..=MAX_DISTANCE {
            self.grid.add_stones(&mut stones, self.numbers, cell, distance);
            growth.add(Kind::Shape, SHAPES, distance, &stones);
            if distance == STAGED_SHAPE {
                let value = grid::invariant(&stones).wrapping_mul(self.phase + 1);
                growth.sink.add(Key::new(Kind::StagedShape, value));
            }
            if distance <= *LIBERTY_SHAPES.end() {
                self.grid.add_liberties(&mut liberties, self.numbers, cell, distance);
                growth.add(Kind::Liberty, LIBERTY_SHAPES, distance, &liberties);
            }
            let is_inside = |place: &usize| *place < PLACES[distance];
            if let Some(last) = last.filter(is_inside) {
                let mark = self.numbers.last(last);
                let answer = grid::marked(&stones, mark);
                growth.add(Kind::Answer, ANSWERS, distance, &answer);
                let with_liberties = grid::marked(&liberties, mark);
                growth.add(Kind::LibertyAnswer, LIBERTY_ANSWERS, distance, &with_liberties);
                if let Some(before) = before.filter(is_inside) {
                    let sequence = grid::marked(&answer, self.numbers.before(before));
                    growth.add(Kind::Sequence, SEQUENCES, distance, &sequence);
                }
            }
            if !growth.goes_on(distance, last.is_some()) {
                break;
            }
        }
    }
}

/// Patterns that grow as long as they are known.
struct Growth<'a, S> {
    sink: &'a mut S,
    /// By the kinds from [`Kind::Shape`] on.
    is_known: [bool; 5],
}

impl<S: Sink> Growth<'_, S> {
    #[inline]
    fn add(&mut self, kind: Kind, sizes: RangeInclusive<usize>, distance: usize, pattern: &Turned) {
        let is_known = &mut self.is_known[kind as usize - Kind::Shape as usize];
        if *is_known && sizes.contains(&distance) {
            let value = grid::invariant(pattern).wrapping_mul(2 * distance as u64 + 1);
            *is_known = self.sink.add(Key::new(kind, value));
        }
    }

    /// Whether some larger pattern may be known.
    fn goes_on(&self, distance: usize, has_marks: bool) -> bool {
        let [shape, _, answer, _, sequence] = self.is_known;
        let has_answers = has_marks && distance < *ANSWERS.end() && (answer || sequence);
        shape || has_answers || distance < *LIBERTY_SHAPES.end()
    }
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
