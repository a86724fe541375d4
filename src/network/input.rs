//! What a network is shown.

/// Number of planes of KataGo's input format V7.
pub const PLANES: usize = 22;

/// Number of global inputs of the format.
pub const GLOBALS: usize = 19;

/// Length of the metadata row of networks that imitate people.
pub const METADATA: usize = 192;

/// The inputs of one position, from the view of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    width: usize,
    height: usize,
    /// By point, row by row from the top: bit `n` tells whether plane `n` is set there.
    pub planes: Vec<u32>,
    /// The global inputs.
    pub globals: [f32; GLOBALS],
    /// Who is to be imitated, for networks that take it; all zeros otherwise.
    pub metadata: Option<Box<[f32; METADATA]>>,
}

impl Input {
    /// An empty board without any circumstance.
    #[must_use]
    pub fn new(width: usize, height: usize) -> Input {
        Input {
            width,
            height,
            planes: vec![1; width * height],
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

    /// Empties it for a board of this size, keeping its memory.
    pub fn reset(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
        self.planes.clear();
        self.planes.resize(width * height, 1);
        self.globals = [0.0; GLOBALS];
    }

    /// Whether the game can end without a result by these rules: a long cycle can only arise under
    /// simple ko, or where passes lift the ban (KataGo's rules, "No result").
    pub(super) fn may_have_no_result(&self) -> bool {
        const SUPERKO: usize = 6;
        const TERRITORY: usize = 9;
        self.globals[SUPERKO] == 0.0 || self.globals[TERRITORY] != 0.0
    }
}
