//! Stones on a grid and simple ko.
//!
//! A [`Board`] has no history, no rule set and no komi. It accepts any play on an empty point, suicide
//! included; [`crate::game`] decides what is legal under a rule set.
//!
//! ```
//! use shusaku::board::{Board, Color};
//!
//! let mut board: Board = "
//!     X . .
//!     O X .
//!     . O X".parse().unwrap();
//! let corner = board.size().point(0, 2).unwrap();
//! assert!(board.is_legal(corner, Color::Black));
//! board.play_unchecked(corner, Color::Black, &mut ());
//! assert_eq!(board.to_string(), "X . .\n. X .\nX . X");
//! ```

mod chain;
mod check;
mod color;
mod component;
mod diagram;
mod eye;
mod legality;
mod play;
mod point;
mod point_set;
mod size;
mod surroundings;
mod vertex;
mod zobrist;

pub use self::{
    color::{Color, ParseColorError},
    diagram::DiagramError,
    legality::SetUpError,
    play::Observer,
    point::{Move, Point},
    point_set::PointSet,
    size::{Size, SizeError},
    surroundings::Surroundings,
    vertex::{Vertex, VertexError},
    zobrist::Hash,
};
pub(crate) use self::{point::CAPACITY, zobrist::split_mix};

/// The contents of one place of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Black,
    White,
    Empty,
    Border,
}

impl Cell {
    #[inline]
    const fn of(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// The stones on the board, with incrementally updated chains and liberties.
///
/// The arrays have room for the largest size, 15 KB in all. The liberties are allocated for the actual
/// size: 2 KB on 9×9, 24 KB on 19×19. [`Clone::clone_from`] copies only the part that the size uses,
/// and allocates no memory between boards of one size. `Debug` formats it as a diagram.
///
/// Rejected: liberties in a fixed array of 90 KB (playouts up to 3 % slower); keeping their address in
/// a local variable in `play_unchecked` (7 % slower).
pub struct Board {
    size: Size,
    /// Distance between rows of the layout, cached because every play needs it.
    stride: u16,
    /// Words of a set of points, cached likewise.
    words: u16,
    cells: [Cell; CAPACITY],
    /// By point: the eight places around it.
    surroundings: [Surroundings; CAPACITY],
    /// By stone: the head of its chain, the stone whose index holds the chain's data.
    /// [`Point::NOWHERE`] for every other place.
    head: [Point; CAPACITY],
    /// By stone: the next stone of its chain, in a ring.
    next: [Point; CAPACITY],
    /// By head: number of stones.
    stones: [u16; CAPACITY],
    /// By head: number of liberties.
    liberties: [u16; CAPACITY],
    /// By head, in rows of `words` words: the liberties as a bit set.
    liberty_bits: Box<[u64]>,
    /// The empty points, in no particular order, followed by unused entries.
    empty: [Point; CAPACITY],
    empty_len: u16,
    /// By empty point: its index in `empty`.
    empty_index: [u16; CAPACITY],
    ko: Ko,
}

/// The point on which simple ko forbids a play, and the color it applies to, as one number that is
/// quick to compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ko(u16);

impl Ko {
    const NONE: Ko = Ko(0);

    #[inline]
    const fn new(point: Point, color: Color) -> Ko {
        Ko((point.index() * 2 + color.index()) as u16)
    }

    const fn get(self) -> Option<(Point, Color)> {
        let color = if self.0.is_multiple_of(2) { Color::Black } else { Color::White };
        match self {
            Ko::NONE => None,
            Ko(key) => Some((Point::from_index(key as usize / 2), color)),
        }
    }
}

/// The four places around a point, with their contents and chain heads.
struct Around {
    places: [Point; 4],
    cells: [Cell; 4],
    heads: [Point; 4],
}

impl Board {
    /// Returns the empty board.
    #[must_use]
    pub fn new(size: Size) -> Board {
        let mut board = Board {
            size,
            stride: size.stride() as u16,
            words: size.words() as u16,
            cells: [Cell::Border; CAPACITY],
            surroundings: [Surroundings::NOWHERE; CAPACITY],
            head: [Point::NOWHERE; CAPACITY],
            next: [Point::NOWHERE; CAPACITY],
            stones: [0; CAPACITY],
            liberties: [0; CAPACITY],
            liberty_bits: vec![0; size.layout_len() * size.words()].into(),
            empty: [Point::NOWHERE; CAPACITY],
            empty_len: 0,
            empty_index: [0; CAPACITY],
            ko: Ko::NONE,
        };
        for point in size.points() {
            board.add_empty(point);
            board.toggle_around(point, Surroundings::EDGE);
        }
        board
    }

    /// Width and height.
    #[inline]
    #[must_use]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The color of the stone on a point, `None` without a stone.
    #[inline]
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.cells[point.index()] {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            _ => None,
        }
    }

    /// Whether a point of the board has no stone.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()] == Cell::Empty
    }

    /// Black's stones minus White's.
    #[must_use]
    pub fn stone_margin(&self) -> i32 {
        self.size().points().filter_map(|point| self.stone(point)).map(Color::sign).sum()
    }

    /// The empty points, in no particular order.
    #[inline]
    #[must_use]
    pub fn empty_points(&self) -> &[Point] {
        &self.empty[..self.empty_len as usize]
    }

    /// Swaps two entries of [`empty_points`](Self::empty_points), so that a random draw can set
    /// aside the points it has rejected.
    ///
    /// # Panics
    /// If an index is not below the number of empty points.
    #[inline]
    pub fn swap_empty_points(&mut self, a: usize, b: usize) {
        let len = self.empty_len as usize;
        assert!(a < len && b < len, "indices are below the number of empty points");
        self.empty.swap(a, b);
        self.empty_index[self.empty[a].index()] = a as u16;
        self.empty_index[self.empty[b].index()] = b as u16;
    }

    /// The point on which simple ko forbids a play now, and the color it applies to.
    #[inline]
    #[must_use]
    pub const fn ko(&self) -> Option<(Point, Color)> {
        self.ko.get()
    }

    /// The point on which simple ko forbids a play of `color` now.
    #[inline]
    #[must_use]
    pub fn ko_against(&self, color: Color) -> Option<Point> {
        self.ko().filter(|&(_, banned)| banned == color).map(|(point, _)| point)
    }

    /// The neighbors of a point: four, or fewer at the edge.
    #[inline]
    pub fn neighbors(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.around(point).into_iter().filter(|&place| self.is_on_board(place))
    }

    /// The four places around a point in the layout: above, left, right, below. A place beyond the
    /// edge is neither empty nor holds a stone.
    #[inline]
    #[must_use]
    pub fn around(&self, point: Point) -> [Point; 4] {
        let (index, stride) = (point.index(), self.stride as usize);
        [index - stride, index - 1, index + 1, index + stride].map(Point::from_index)
    }

    /// The four places diagonal to a point: above left, above right, below left, below right. A
    /// place beyond the edge is neither empty nor holds a stone.
    #[inline]
    #[must_use]
    pub fn diagonals(&self, point: Point) -> [Point; 4] {
        let (index, stride) = (point.index(), self.stride as usize);
        [index - stride - 1, index - stride + 1, index + stride - 1, index + stride + 1]
            .map(Point::from_index)
    }

    /// Whether a place of the layout is a point of the board.
    #[inline]
    fn is_on_board(&self, place: Point) -> bool {
        self.cells[place.index()] != Cell::Border
    }

    /// Reads everything around a point at once. Values read here need not be read again after a
    /// write, which the compiler could not know.
    #[inline]
    fn read_around(&self, point: Point) -> Around {
        let places = self.around(point);
        let cells = places.map(|place| self.cells[place.index()]);
        let heads = places.map(|place| self.head[place.index()]);
        Around { places, cells, heads }
    }

    /// Whether a stone of `color` is next to a point.
    #[inline]
    #[must_use]
    pub fn touches(&self, point: Point, color: Color) -> bool {
        self.surroundings(point).touches(color)
    }

    /// Number of empty neighbors of a point.
    #[inline]
    #[must_use]
    pub fn empty_neighbors(&self, point: Point) -> usize {
        self.surroundings(point).liberty_count()
    }

    #[inline]
    fn add_empty(&mut self, point: Point) {
        self.cells[point.index()] = Cell::Empty;
        self.empty[self.empty_len as usize] = point;
        self.empty_index[point.index()] = self.empty_len;
        self.empty_len += 1;
    }

    #[inline]
    fn remove_empty(&mut self, point: Point) {
        self.empty_len -= 1;
        let last = self.empty[self.empty_len as usize];
        let index = self.empty_index[point.index()];
        self.empty[index as usize] = last;
        self.empty_index[last.index()] = index;
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut copy = Board::new(self.size);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, source: &Board) {
        let len = source.size.layout_len();
        let empty = source.empty_len as usize;
        self.size = source.size;
        self.stride = source.stride;
        self.words = source.words;
        self.cells[..len].copy_from_slice(&source.cells[..len]);
        self.surroundings[..len].copy_from_slice(&source.surroundings[..len]);
        self.head[..len].copy_from_slice(&source.head[..len]);
        self.next[..len].copy_from_slice(&source.next[..len]);
        self.stones[..len].copy_from_slice(&source.stones[..len]);
        self.liberties[..len].copy_from_slice(&source.liberties[..len]);
        self.liberty_bits.clone_from(&source.liberty_bits);
        self.empty[..empty].copy_from_slice(&source.empty[..empty]);
        self.empty_len = source.empty_len;
        self.empty_index[..len].copy_from_slice(&source.empty_index[..len]);
        self.ko = source.ko;
    }
}

impl PartialEq for Board {
    /// Compares size, stones and ko.
    fn eq(&self, other: &Board) -> bool {
        let len = self.size.layout_len();
        self.size == other.size && self.cells[..len] == other.cells[..len] && self.ko == other.ko
    }
}

impl Eq for Board {}
