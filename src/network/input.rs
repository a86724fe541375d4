//! The input features of a network.

use super::layout::{GLOBALS, METADATA, global, plane};

/// The inputs for one position, from the perspective of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    width: usize,
    height: usize,
    /// By point, row by row from the top: bit `n` is set where [`plane`] `n` is.
    pub planes: Vec<u32>,
    /// The inputs for the whole position, by the indices in [`global`].
    pub globals: [f32; GLOBALS],
    /// The human profile as a metadata row, which only HumanSL networks read.
    pub metadata: Option<Box<[f32; METADATA]>>,
}

impl Input {
    /// The input for an empty board with all globals zero.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Input {
        Input {
            width,
            height,
            planes: vec![EMPTY; width * height],
            globals: [0.0; GLOBALS],
            metadata: None,
        }
    }

    /// Columns of the board.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Rows of the board.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height
    }

    /// Resets it to an empty board of this size; keeps the metadata and the memory.
    pub fn reset(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
        self.planes.clear();
        self.planes.resize(width * height, EMPTY);
        self.globals = [0.0; GLOBALS];
    }

    /// Whether the game can end without a result by these rules: a long cycle is possible only
    /// under simple ko, or where passes lift ko bans (KataGo's rules, "No result").
    pub(super) fn may_have_no_result(&self) -> bool {
        self.globals[global::SUPERKO] == 0.0 || self.globals[global::TERRITORY] != 0.0
    }

    /// Whether a stone is on a point, given by its index among the rows.
    pub(super) fn has_stone(&self, point: usize) -> bool {
        self.planes[point] & (1 << plane::OWN | 1 << plane::OPPONENT) != 0
    }
}

impl Default for Input {
    /// An input without points, for an extractor to fill.
    fn default() -> Input {
        Input::new(0, 0)
    }
}

/// The planes of an empty point.
const EMPTY: u32 = 1 << plane::BOARD;
