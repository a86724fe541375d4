//! The input features of a network.

/// Number of input planes in KataGo's input format V7.
pub const PLANES: usize = 22;

/// Number of global inputs in the format.
pub const GLOBALS: usize = 19;

/// Number of metadata inputs of HumanSL networks.
pub const METADATA: usize = 192;

/// The inputs for one position, from the perspective of the player to move.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    width: usize,
    height: usize,
    /// By point, row by row from the top: bit `n` is set where plane `n` is.
    pub planes: Vec<u32>,
    /// The global inputs.
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

    /// Resets it to an empty board of this size; keeps the metadata and the memory.
    pub fn reset(&mut self, width: usize, height: usize) {
        (self.width, self.height) = (width, height);
        self.planes.clear();
        self.planes.resize(width * height, 1);
        self.globals = [0.0; GLOBALS];
    }

    /// Whether the game can end without a result by these rules: a long cycle is possible only
    /// under simple ko, or where passes lift ko bans (KataGo's rules, "No result").
    pub(super) fn may_have_no_result(&self) -> bool {
        const SUPERKO: usize = 6;
        const TERRITORY: usize = 9;
        self.globals[SUPERKO] == 0.0 || self.globals[TERRITORY] != 0.0
    }
}
