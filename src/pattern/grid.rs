//! Patterns of the points around a point, hashed to one number that is invariant under the eight
//! symmetries.

use std::{array::from_fn, sync::LazyLock};

use crate::board::{Board, Color, Point, Size, split_mix};

/// Radius of the largest patterns, in the metric of [`distance`].
pub(super) const MAX_DISTANCE: usize = 11;

/// Number of columns and rows on each side of a point that the largest patterns reach.
const MARGIN: usize = 6;

/// Side of the square around a point that the largest patterns reach.
const SPAN: usize = 2 * MARGIN + 1;

/// Number of cells between rows of a grid.
const STRIDE: usize = 64;

/// Number of cells of a grid: a power of two, so that a remainder costs no division.
const CELLS: usize = 4096;

/// Number of rotations and reflections of a pattern.
const SYMMETRIES: usize = 8;

/// A hash of 32 bits for each symmetry, two in a word, since hashes are only combined by XOR.
pub(super) type SymmetryHashes = [u64; SYMMETRIES / 2];

/// The pattern without stones.
pub(super) const EMPTY_PATTERN: SymmetryHashes = [0; SYMMETRIES / 2];

/// The metric of patterns: dx + dy + max(dx, dy), whose circles are nearly round (Stern, Herbrich
/// and Graepel 2006, "Bayesian pattern ranking for move prediction in the game of Go").
#[inline]
pub(super) const fn distance(dx: usize, dy: usize) -> usize {
    dx + dy + if dx > dy { dx } else { dy }
}

/// A position from the view of the player to move, with a margin beyond the edges.
#[derive(Debug)]
pub(super) struct PatternGrid {
    /// 0 empty, 1 own stone, 2 opponent's stone, 3 beyond the edge.
    stones: Box<[u8; CELLS]>,
    /// 0 empty, 1 to 3 own stone by liberties, 4 to 6 opponent's stone, 7 beyond the edge.
    liberties: Box<[u8; CELLS]>,
}

/// Number of states of a cell of `PatternGrid::stones`.
const STONE_STATES: usize = 4;
/// Number of states of a cell of `PatternGrid::liberties`.
const LIBERTY_STATES: usize = 8;
/// The state of a place beyond the edge in `PatternGrid::stones`.
const EDGE_IN_STONES: u8 = 3;
/// The state of a place beyond the edge in `PatternGrid::liberties`.
const EDGE_IN_LIBERTIES: u8 = 7;

/// Liberties are counted up to this number.
const MAX_LIBERTIES: usize = 3;

/// By distance: number of places up to that distance.
pub(super) const PLACES: [usize; MAX_DISTANCE + 1] = places();

const ALL_PLACES: usize = PLACES[MAX_DISTANCE];

const fn places() -> [usize; MAX_DISTANCE + 1] {
    let mut places = [0; MAX_DISTANCE + 1];
    let mut within = 0;
    while within <= MAX_DISTANCE {
        let mut at = 0;
        while at < SPAN * SPAN {
            let (dx, dy) = (MARGIN.abs_diff(at % SPAN), MARGIN.abs_diff(at / SPAN));
            places[within] += (dx + dy > 0 && distance(dx, dy) <= within) as usize;
            at += 1;
        }
        within += 1;
    }
    places
}

/// The places of patterns and their hashes, by state.
pub(super) struct PatternHashes {
    /// Offsets in a grid of the places of a pattern, the nearest first.
    offsets: [isize; ALL_PLACES],
    stones: [[SymmetryHashes; STONE_STATES]; ALL_PLACES],
    liberties: [[SymmetryHashes; LIBERTY_STATES]; ALL_PLACES],
    last: [SymmetryHashes; ALL_PLACES],
    before: [SymmetryHashes; ALL_PLACES],
    /// By dx + [`MARGIN`] and dy + [`MARGIN`]: the place, `u8::MAX` if out of reach.
    place: [[u8; SPAN]; SPAN],
}

static HASHES: LazyLock<Box<PatternHashes>> = LazyLock::new(|| Box::new(PatternHashes::new()));

impl PatternHashes {
    pub(super) fn get() -> &'static PatternHashes {
        &HASHES
    }

    fn new() -> PatternHashes {
        let reach = -(MARGIN as isize)..=MARGIN as isize;
        let mut offsets: Vec<(isize, isize)> = reach
            .clone()
            .flat_map(|dy| reach.clone().map(move |dx| (dx, dy)))
            .filter(|&offset| offset != (0, 0) && offset_distance(offset) <= MAX_DISTANCE)
            .collect();
        offsets.sort_by_key(|&offset| offset_distance(offset));
        let mut hashes = PatternHashes {
            offsets: [0; ALL_PLACES],
            stones: [[EMPTY_PATTERN; STONE_STATES]; ALL_PLACES],
            liberties: [[EMPTY_PATTERN; LIBERTY_STATES]; ALL_PLACES],
            last: [EMPTY_PATTERN; ALL_PLACES],
            before: [EMPTY_PATTERN; ALL_PLACES],
            place: [[u8::MAX; SPAN]; SPAN],
        };
        for (place, &offset) in offsets.iter().enumerate() {
            let at = |sign: isize| (sign + MARGIN as isize) as usize;
            hashes.place[at(offset.0)][at(offset.1)] = place as u8;
            hashes.offsets[place] = offset.1 * STRIDE as isize + offset.0;
            // Different codes: stones from 1, liberties from 17, the last two moves 32 and 33.
            let of_state = |state: u64| symmetry_hashes(offset, state);
            for state in 1..STONE_STATES {
                hashes.stones[place][state] = of_state(state as u64);
            }
            for state in 1..LIBERTY_STATES {
                hashes.liberties[place][state] = of_state(16 + state as u64);
            }
            hashes.last[place] = of_state(32);
            hashes.before[place] = of_state(33);
        }
        hashes
    }

    /// The place of `point` in a pattern around `center`, `None` if out of reach.
    pub(super) fn place(&self, size: Size, center: Point, point: Point) -> Option<usize> {
        let offset = |from: u8, to: u8| (to + MARGIN as u8).checked_sub(from).map(usize::from);
        let dx = offset(size.column(center), size.column(point))?;
        let dy = offset(size.row(center), size.row(point))?;
        let place = *self.place.get(dx)?.get(dy)?;
        (place != u8::MAX).then_some(place.into())
    }

    /// The mark of the last move on a place.
    #[inline]
    pub(super) fn last(&self, place: usize) -> &SymmetryHashes {
        &self.last[place]
    }

    /// The mark of the move before the last on a place.
    #[inline]
    pub(super) fn before(&self, place: usize) -> &SymmetryHashes {
        &self.before[place]
    }
}

fn offset_distance((dx, dy): (isize, isize)) -> usize {
    distance(dx.unsigned_abs(), dy.unsigned_abs())
}

/// A hash of `state` for each place that the symmetries map an offset to.
fn symmetry_hashes((dx, dy): (isize, isize), state: u64) -> SymmetryHashes {
    let both = |dx: isize, dy: isize| [(dx, dy), (-dx, dy), (dx, -dy), (-dx, -dy)];
    let mut all = both(dx, dy).into_iter().chain(both(dy, dx));
    let mut hash = || {
        let (dx, dy) = all.next().expect("there are eight");
        split_mix(0, (dx + 32) as u64 * 4096 + (dy + 32) as u64 * 64 + state) >> 32
    };
    EMPTY_PATTERN.map(|_| hash() | hash() << 32)
}

/// The hash of a pattern, invariant under symmetries.
#[inline]
pub(super) fn invariant(hashes: &SymmetryHashes) -> u64 {
    hashes.iter().map(|&pair| (pair & u64::from(u32::MAX)) + (pair >> 32)).sum()
}

/// A pattern with a mark added.
#[inline]
pub(super) fn marked(hashes: &SymmetryHashes, mark: &SymmetryHashes) -> SymmetryHashes {
    from_fn(|pair| hashes[pair] ^ mark[pair])
}

impl PatternGrid {
    pub(super) fn new() -> PatternGrid {
        PatternGrid {
            stones: Box::new([EDGE_IN_STONES; CELLS]),
            liberties: Box::new([EDGE_IN_LIBERTIES; CELLS]),
        }
    }

    /// Copies a position, with `color` to move.
    pub(super) fn fill(&mut self, board: &Board, color: Color) {
        self.stones.fill(EDGE_IN_STONES);
        self.liberties.fill(EDGE_IN_LIBERTIES);
        let size = board.size();
        for point in size.points() {
            let cell = cell(size, point);
            let (stone, liberties) = match board.stone(point) {
                None => (0, 0),
                Some(stone) => {
                    let side = u8::from(stone != color);
                    let liberties = board.liberty_count(point).clamp(1, MAX_LIBERTIES) as u8;
                    (1 + side, 3 * side + liberties)
                }
            };
            self.stones[cell] = stone;
            self.liberties[cell] = liberties;
        }
    }

    /// Adds the stones at `distance` from a cell to a pattern.
    #[inline]
    pub(super) fn add_stones(
        &self,
        pattern: &mut SymmetryHashes,
        hashes: &PatternHashes,
        cell: usize,
        distance: usize,
    ) {
        let ring = PLACES[distance - 1]..PLACES[distance];
        let marks = &hashes.stones[ring.clone()];
        add_ring(pattern, &self.stones, cell, &hashes.offsets[ring], marks);
    }

    /// Adds the stones at `distance` from a cell, with their liberties, to a pattern.
    #[inline]
    pub(super) fn add_liberties(
        &self,
        pattern: &mut SymmetryHashes,
        hashes: &PatternHashes,
        cell: usize,
        distance: usize,
    ) {
        let ring = PLACES[distance - 1]..PLACES[distance];
        let marks = &hashes.liberties[ring.clone()];
        add_ring(pattern, &self.liberties, cell, &hashes.offsets[ring], marks);
    }
}

/// Adds the states of the cells at these offsets from a cell to a pattern. `marks` holds the hashes
/// by offset and state.
///
/// Local variables hold the hashes, since an array would be written to memory at each step, and a
/// prediction would take 6 % longer.
#[inline(always)]
fn add_ring<const STATES: usize>(
    pattern: &mut SymmetryHashes,
    cells: &[u8; CELLS],
    cell: usize,
    offsets: &[isize],
    marks: &[[SymmetryHashes; STATES]],
) {
    let [mut a, mut b, mut c, mut d] = *pattern;
    for (&offset, marks) in offsets.iter().zip(marks) {
        let at = cell.wrapping_add_signed(offset) % CELLS;
        let mark = &marks[cells[at] as usize % STATES];
        a ^= mark[0];
        b ^= mark[1];
        c ^= mark[2];
        d ^= mark[3];
    }
    *pattern = [a, b, c, d];
}

/// The index of a point in a grid.
#[inline]
pub(super) fn cell(size: Size, point: Point) -> usize {
    (usize::from(size.row(point)) + MARGIN) * STRIDE + usize::from(size.column(point)) + MARGIN
}
