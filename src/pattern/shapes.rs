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

/// The patterns around one move, which grow as long as they are known.
struct Growth {
    /// Of the move in the grid.
    cell: usize,
    /// Where in the pattern the last move is, and the one before it.
    last: Option<usize>,
    before: Option<usize>,
    stones: Turned,
    liberties: Turned,
    /// By the kinds from [`FIRST_KIND`] on.
    is_known: [bool; 6],
}

const FIRST_KIND: Kind = Kind::StagedShape;

/// A pattern that is to be looked up.
struct Found {
    /// Of the move among the candidates.
    place: usize,
    kind: Kind,
    key: Key,
}

impl Look<'_> {
    /// The stones around each of these moves, in patterns that grow from the smallest.
    ///
    /// All patterns of one size are looked up together: they lie far apart in a large table, and
    /// the processor fetches many at once if no step waits for the one before (searches on 19×19
    /// take 3 % less time for it).
    pub(super) fn patterns(&self, candidates: &[Point], sink: &mut impl Sink) {
        let mut growths: Vec<Growth> = candidates.iter().map(|&point| self.growth(point)).collect();
        let mut growing: Vec<usize> = (0..growths.len()).collect();
        let mut found = Vec::new();
        for distance in 2..=MAX_DISTANCE {
            found.clear();
            for &place in &growing {
                let growth = &mut growths[place];
                self.grow(growth, distance, |kind, key| found.push(Found { place, kind, key }));
            }
            for &Found { place, kind, key } in &found {
                let is_known = sink.add(place, key);
                growths[place].is_known[kind as usize - FIRST_KIND as usize] = is_known;
            }
            growing.retain(|&place| growths[place].goes_on(distance));
            if SHAPES.contains(&distance) {
                sink.give_up(&mut growing);
            }
        }
    }

    fn growth(&self, point: Point) -> Growth {
        let size = self.situation.board.size();
        let within = |other: Option<Point>| self.numbers.place(size, point, other?);
        let last = within(self.situation.last);
        Growth {
            cell: grid::cell(size, point),
            last,
            before: last.and(within(self.situation.before)),
            stones: grid::BLANK,
            liberties: grid::BLANK,
            is_known: [true; 6],
        }
    }

    /// Adds what is at this distance, and tells the patterns of this size.
    #[inline]
    fn grow(&self, growth: &mut Growth, distance: usize, mut tell: impl FnMut(Kind, Key)) {
        self.grid.add_stones(&mut growth.stones, self.numbers, growth.cell, distance);
        if distance <= *LIBERTY_SHAPES.end() {
            self.grid.add_liberties(&mut growth.liberties, self.numbers, growth.cell, distance);
        }
        let Growth { last, before, stones, liberties, is_known, .. } = growth;
        let mut add = |kind: Kind, sizes: RangeInclusive<usize>, pattern: &Turned| {
            if is_known[kind as usize - FIRST_KIND as usize] && sizes.contains(&distance) {
                let value = grid::invariant(pattern).wrapping_mul(2 * distance as u64 + 1);
                tell(kind, Key::new(kind, value));
            }
        };
        add(Kind::Shape, SHAPES, stones);
        add(Kind::Liberty, LIBERTY_SHAPES, liberties);
        let is_inside = |place: &usize| *place < PLACES[distance];
        if let Some(last) = last.filter(is_inside) {
            let mark = self.numbers.last(last);
            let answer = grid::marked(stones, mark);
            add(Kind::Answer, ANSWERS, &answer);
            add(Kind::LibertyAnswer, LIBERTY_ANSWERS, &grid::marked(liberties, mark));
            if let Some(before) = before.filter(is_inside) {
                let sequence = grid::marked(&answer, self.numbers.before(before));
                add(Kind::Sequence, SEQUENCES, &sequence);
            }
        }
        if distance == STAGED_SHAPE {
            let value = grid::invariant(stones).wrapping_mul(self.phase + 1);
            tell(Kind::StagedShape, Key::new(Kind::StagedShape, value));
        }
    }
}

impl Growth {
    /// Whether some larger pattern may be known.
    fn goes_on(&self, distance: usize) -> bool {
        let [_, shape, liberty, answer, liberty_answer, sequence] = self.is_known;
        let has_answers = self.last.is_some() && distance < *ANSWERS.end() && (answer || sequence);
        let has_liberties = distance < *LIBERTY_SHAPES.end() && (liberty || liberty_answer);
        shape || has_answers || has_liberties || distance < STAGED_SHAPE
    }
}
