use crate::network::kernel::Field;

/// The memory of an evaluation, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    board: Board,
    /// Buffers that nobody uses now.
    free: Vec<Vec<f32>>,
}

/// Where the points of a board stand in buffers.
#[derive(Clone, Debug, Default)]
struct Board {
    width: usize,
    height: usize,
    /// How wide the ring around the board is.
    ring: usize,
    /// The places of the points in a dense buffer.
    dense: Vec<usize>,
    /// The places of the points in a framed buffer.
    framed: Vec<usize>,
}

impl Board {
    fn new(width: usize, height: usize, ring: usize) -> Board {
        let stride = width + 2 * ring;
        let row = |row: usize| (0..width).map(move |column| (row + ring) * stride + ring + column);
        let framed = (0..height).flat_map(row).collect();
        Board { width, height, ring, dense: (0..width * height).collect(), framed }
    }
}

impl Workspace {
    /// Begins an evaluation on a board that windows look beyond by up to `ring` points.
    pub(super) fn start(&mut self, width: usize, height: usize, ring: usize) -> Run<'_> {
        if (self.board.width, self.board.height, self.board.ring) != (width, height, ring) {
            self.board = Board::new(width, height, ring);
        }
        Run { board: &self.board, free: &mut self.free }
    }
}

/// An evaluation in progress: the board, and buffers to take and to give back.
pub(super) struct Run<'a> {
    board: &'a Board,
    free: &'a mut Vec<Vec<f32>>,
}

impl Run<'_> {
    /// Number of points of the board.
    pub(super) fn area(&self) -> usize {
        self.board.dense.len()
    }

    /// Columns of the board.
    pub(super) fn width(&self) -> usize {
        self.board.width
    }

    /// Where the points stand in a dense buffer.
    pub(super) fn dense(&self) -> Field<'_> {
        Field { places: &self.board.dense, stride: self.board.width }
    }

    /// Where the points stand in a framed buffer.
    pub(super) fn framed(&self) -> Field<'_> {
        Field { places: &self.board.framed, stride: self.board.width + 2 * self.board.ring }
    }

    /// A dense buffer of zeros.
    pub(super) fn take_dense(&mut self, channels: usize) -> Vec<f32> {
        self.take(self.area() * channels)
    }

    /// A framed buffer of zeros.
    pub(super) fn take_framed(&mut self, channels: usize) -> Vec<f32> {
        let Board { width, height, ring, .. } = *self.board;
        self.take((width + 2 * ring) * (height + 2 * ring) * channels)
    }

    /// A buffer of so many zeros.
    pub(super) fn take(&mut self, len: usize) -> Vec<f32> {
        let mut buffer = self.free.pop().unwrap_or_default();
        buffer.clear();
        buffer.resize(len, 0.0);
        buffer
    }

    /// Gives buffers back.
    pub(super) fn give<const N: usize>(&mut self, buffers: [Vec<f32>; N]) {
        self.free.extend(buffers);
    }
}
