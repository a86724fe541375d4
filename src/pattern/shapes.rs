//! Features of a move: the patterns around it.

use std::ops::RangeInclusive;

use super::{
    Key, Sink,
    features::Look,
    grid::{self, MAX_DISTANCE, PLACES, Turned},
    key::Kind,
};
use crate::board::Point;

/// The sizes of patterns, as distances from the middle: up to 88 places.
const SHAPES: RangeInclusive<usize> = 3..=MAX_DISTANCE;
/// Those of patterns with liberties.
const LIBERTY_SHAPES: RangeInclusive<usize> = 3..=6;
/// Those of patterns with the last move marked.
const ANSWERS: RangeInclusive<usize> = 4..=9;
/// Those of patterns with liberties and the last move marked.
const LIBERTY_ANSWERS: RangeInclusive<usize> = 4..=6;
/// Those of patterns with the last two moves marked.
const SEQUENCES: RangeInclusive<usize> = 5..=8;

/// Size of the patterns that are told apart by the stage of the game.
const STAGED_SHAPE: usize = 4;

impl Look<'_> {
    /// The stones around a move, in patterns that grow from the smallest as long as they are known.
    pub(super) fn patterns(&self, point: Point, sink: &mut impl Sink) {
        let size = self.situation.board.size();
        let cell = grid::cell(size, point);
        let place = |other: Option<Point>| self.numbers.place(size, point, other?);
        let last = place(self.situation.last);
        let before = last.and(place(self.situation.before));
        let mut stones = grid::BLANK;
        let mut liberties = grid::BLANK;
        let mut growth = Growth { sink, is_known: [true; 5] };
        for (distance, &places) in PLACES.iter().enumerate().skip(2) {
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
            let is_inside = |place: &usize| *place < places;
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
        let [shape, liberty, answer, liberty_answer, sequence] = self.is_known;
        let has_answers = has_marks && distance < *ANSWERS.end() && (answer || sequence);
        let has_liberties = distance < *LIBERTY_SHAPES.end() && (liberty || liberty_answer);
        shape || has_answers || has_liberties || distance < STAGED_SHAPE
    }
}
