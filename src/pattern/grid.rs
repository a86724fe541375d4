//! The points around a point, as one number that is the same for all eight symmetries.

use std::{array::from_fn, sync::LazyLock};

use crate::board::{Board, Color, Point, Size};

/// Distance at which patterns end, in the measure of [`distance`].
pub(super) const MAX_DISTANCE: usize = 11;

/// Columns and rows on each side of a point that a pattern can reach.
const MARGIN: usize = 6;

/// Distance between rows of a grid.
const STRIDE: usize = 64;

const CELLS: usize = 4096;

/// Ways to turn and reflect a pattern.
const SYMMETRIES: usize = 8;

/// One number of 32 bits for each symmetry, two to a word: they are only combined by XOR.
pub(super) type Turned = [u64; SYMMETRIES / 2];

/// The pattern without stones.
pub(super) const BLANK: Turned = [0; SYMMETRIES / 2];

/// The measure of nearness for patterns: dx + dy + max(dx, dy), nearly a circle (Stern, Herbrich
/// and Graepel 2006, "Bayesian pattern ranking for move prediction in the game of Go").
#[inline]
pub(super) const fn distance(dx: usize, dy: usize) -> usize {
    dx + dy + if dx > dy { dx } else { dy }
}

/// A position as its player to move sees it, with room around for patterns to reach out of.
#[derive(Debug)]
pub(super) struct Grid {
    /// 0 empty, 1 own stone, 2 opponent's, 3 beyond the edge.
    stones: Box<[u8; CELLS]>,
    /// 0 empty, 1 to 3 own stone by liberties, 4 to 6 opponent's, 7 beyond the edge.
    liberties: Box<[u8; CELLS]>,
}

/// States of a place in each of the two views.
const STONE_STATES: usize = 4;
const LIBERTY_STATES: usize = 8;
const OFF_STONES: u8 = 3;
const OFF_LIBERTIES: u8 = 7;

/// More liberties than these are the same.
const MANY_LIBERTIES: usize = 3;

/// Number of places up to a distance, by distance.
pub(super) const PLACES: [usize; MAX_DISTANCE + 1] = places();

const ALL_PLACES: usize = PLACES[MAX_DISTANCE];

const fn places() -> [usize; MAX_DISTANCE + 1] {
    let mut places = [0; MAX_DISTANCE + 1];
    let mut within = 0;
    while within <= MAX_DISTANCE {
        let mut at = 0;
        while at < (2 * MARGIN + 1) * (2 * MARGIN + 1) {
            let (dx, dy) = (MARGIN.abs_diff(at % 13), MARGIN.abs_diff(at / 13));
            places[within] += (dx + dy > 0 && distance(dx, dy) <= within) as usize;
            at += 1;
        }
        within += 1;
    }
    places
}

/// The numbers that patterns are made of.
pub(super) struct Numbers {
    /// Steps in a grid to the places of a pattern, the nearest first.
    steps: [isize; ALL_PLACES],
    stones: [[Turned; STONE_STATES]; ALL_PLACES],
    liberties: [[Turned; LIBERTY_STATES]; ALL_PLACES],
    last: [Turned; ALL_PLACES],
    before: [Turned; ALL_PLACES],
    /// By dx + 6 and dy + 6 the place, or more than there are.
    place: [[u8; 13]; 13],
}

static NUMBERS: LazyLock<Box<Numbers>> = LazyLock::new(|| Box::new(Numbers::new()));

impl Numbers {
    pub(super) fn get() -> &'static Numbers {
        &NUMBERS
    }

    fn new() -> Numbers {
        let reach = -(MARGIN as isize)..=MARGIN as isize;
        let mut offsets: Vec<(isize, isize)> = reach
            .clone()
            .flat_map(|dy| reach.clone().map(move |dx| (dx, dy)))
            .filter(|&offset| offset != (0, 0) && far(offset) <= MAX_DISTANCE)
            .collect();
        offsets.sort_by_key(|&offset| far(offset));
        let mut numbers = Numbers {
            steps: [0; ALL_PLACES],
            stones: [[BLANK; STONE_STATES]; ALL_PLACES],
            liberties: [[BLANK; LIBERTY_STATES]; ALL_PLACES],
            last: [BLANK; ALL_PLACES],
            before: [BLANK; ALL_PLACES],
            place: [[u8::MAX; 13]; 13],
        };
        for (place, &offset) in offsets.iter().enumerate() {
            let at = |sign: isize| (sign + MARGIN as isize) as usize;
            numbers.place[at(offset.0)][at(offset.1)] = place as u8;
            numbers.steps[place] = offset.1 * STRIDE as isize + offset.0;
            let turned = |state: u64| turned(offset, state);
            for state in 1..STONE_STATES {
                numbers.stones[place][state] = turned(state as u64);
            }
            for state in 1..LIBERTY_STATES {
                numbers.liberties[place][state] = turned(16 + state as u64);
            }
            numbers.last[place] = turned(32);
            numbers.before[place] = turned(33);
        }
        numbers
    }

    /// The place of `point` in a pattern around `center`, if a pattern reaches it.
    pub(super) fn place(&self, size: Size, center: Point, point: Point) -> Option<usize> {
        let step = |from: u8, to: u8| (to + MARGIN as u8).checked_sub(from).map(usize::from);
        let dx = step(size.column(center), size.column(point))?;
        let dy = step(size.row(center), size.row(point))?;
        let place = *self.place.get(dx)?.get(dy)?;
        (place != u8::MAX).then_some(place.into())
    }

    /// What marks a place as that of the last move.
    #[inline]
    pub(super) fn last(&self, place: usize) -> &Turned {
        &self.last[place]
    }

    /// What marks a place as that of the move before the last.
    #[inline]
    pub(super) fn before(&self, place: usize) -> &Turned {
        &self.before[place]
    }
}

fn far((dx, dy): (isize, isize)) -> usize {
    distance(dx.unsigned_abs(), dy.unsigned_abs())
}

/// One number for each place that the symmetries turn this one to.
fn turned((dx, dy): (isize, isize), state: u64) -> Turned {
    let both = |dx: isize, dy: isize| [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy)];
    let mut all = both(dx, dy).into_iter().chain(both(dy, dx));
    let mut number = || {
        let (dx, dy) = all.next().expect("there are eight");
        random((dx + 32) as u64 * 4096 + (dy + 32) as u64 * 64 + state) >> 32
    };
    BLANK.map(|_| number() | number() << 32)
}

/// SplitMix64 at one of its states (Steele, Lea and Flood 2014, figure 16).
fn random(state: u64) -> u64 {
    let state = (state + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// One number for a pattern, whichever way it is turned.
#[inline]
pub(super) fn invariant(turned: &Turned) -> u64 {
    turned.iter().map(|&pair| (pair & u64::from(u32::MAX)) + (pair >> 32)).sum()
}

/// A pattern with one more mark.
#[inline]
pub(super) fn marked(turned: &Turned, mark: &Turned) -> Turned {
    from_fn(|pair| turned[pair] ^ mark[pair])
}

impl Grid {
    pub(super) fn new() -> Grid {
        Grid { stones: Box::new([OFF_STONES; CELLS]), liberties: Box::new([OFF_LIBERTIES; CELLS]) }
    }

    /// Takes over a position.
    pub(super) fn fill(&mut self, board: &Board, color: Color) {
        self.stones.fill(OFF_STONES);
        self.liberties.fill(OFF_LIBERTIES);
        let size = board.size();
        for point in size.points() {
            let cell = cell(size, point);
            let (stone, liberties) = match board.stone(point) {
                None => (0, 0),
                Some(stone) => {
                    let side = u8::from(stone != color);
                    let liberties = board.liberty_count(point).clamp(1, MANY_LIBERTIES) as u8;
                    (1 + side, 3 * side + liberties)
                }
            };
            self.stones[cell] = stone;
            self.liberties[cell] = liberties;
        }
    }

    /// Adds the stones at `distance` from the cell to a pattern.
    #[inline]
    pub(super) fn add_stones(
        &self,
        pattern: &mut Turned,
        numbers: &Numbers,
        cell: usize,
        distance: usize,
    ) {
        let ring = PLACES[distance - 1]..PLACES[distance];
        let marks = &numbers.stones[ring.clone()];
        add_ring(pattern, &self.stones, cell, &numbers.steps[ring], marks);
    }

    /// Adds the stones at `distance` from the cell, with their liberties, to a pattern.
    #[inline]
    pub(super) fn add_liberties(
        &self,
        pattern: &mut Turned,
        numbers: &Numbers,
        cell: usize,
        distance: usize,
    ) {
        let ring = PLACES[distance - 1]..PLACES[distance];
        let marks = &numbers.liberties[ring.clone()];
        add_ring(pattern, &self.liberties, cell, &numbers.steps[ring], marks);
    }
}

/// Adds what stands at these steps from a cell, in marks by its state, to a pattern.
///
/// The sum is kept in variables of its own: an array is written to memory at each step, and the
/// chances of all moves take 6 % longer.
#[inline(always)]
fn add_ring<const STATES: usize>(
    pattern: &mut Turned,
    cells: &[u8; CELLS],
    cell: usize,
    steps: &[isize],
    marks: &[[Turned; STATES]],
) {
    let [mut a, mut b, mut c, mut d] = *pattern;
    for (&step, marks) in steps.iter().zip(marks) {
        let at = cell.wrapping_add_signed(step) % CELLS;
        let mark = &marks[cells[at] as usize % STATES];
        a ^= mark[0];
        b ^= mark[1];
        c ^= mark[2];
        d ^= mark[3];
    }
    *pattern = [a, b, c, d];
}

/// Where a point stands in a grid.
#[inline]
pub(super) fn cell(size: Size, point: Point) -> usize {
    (usize::from(size.row(point)) + MARGIN) * STRIDE + usize::from(size.column(point)) + MARGIN
}
