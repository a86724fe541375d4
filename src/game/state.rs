use super::history::{History, Turn};
use crate::board::{Board, Color, Hash, Move, Observer, Point};

/// A position with all that rules can ask about it: the stones, those taken off so far, and the
/// history.
#[derive(Clone, Debug)]
pub struct State {
    board: Board,
    summary: Summary,
    pub(super) history: History,
    /// Who is to move, where somebody said so since the last turn.
    named_to_move: Option<Color>,
}

/// What is kept of the stones that come and go.
#[derive(Clone, Copy, Debug, Default)]
struct Summary {
    grid: Hash,
    removed: [u32; 2],
}

impl Observer for Summary {
    #[inline]
    fn placed(&mut self, point: Point, color: Color) {
        self.grid.placed(point, color);
    }

    #[inline]
    fn removed(&mut self, point: Point, color: Color) {
        self.grid.removed(point, color);
        self.removed[color.index()] += 1;
    }
}

impl State {
    pub(super) fn new(board: Board, first: Color) -> State {
        let mut summary = Summary::default();
        for point in board.size().points() {
            if let Some(color) = board.stone(point) {
                summary.grid.placed(point, color);
            }
        }
        State { history: History::new(summary.grid, first), board, summary, named_to_move: None }
    }

    /// The stones.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The hash of the present grid.
    #[inline]
    #[must_use]
    pub const fn grid(&self) -> Hash {
        self.summary.grid
    }

    /// Stones of this colour taken off since the start, by capture and by suicide.
    #[inline]
    #[must_use]
    pub const fn removed(&self, color: Color) -> u32 {
        self.summary.removed[color.index()]
    }

    /// Every turn since the start.
    #[inline]
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.history.turns()
    }

    /// Whose turn it is: the opponent of who moved last, if nobody said otherwise.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Color {
        let by_turns = || self.turns().last().map(|turn| turn.color.opponent());
        self.named_to_move.or_else(by_turns).unwrap_or(self.history.first())
    }

    pub(super) fn set_to_move(&mut self, color: Color) {
        if self.turns().is_empty() {
            self.history.set_first(color);
        } else {
            self.named_to_move = Some(color);
        }
    }

    /// Plays a turn without asking whether it is legal; the point must be empty.
    pub(super) fn play_unchecked(&mut self, color: Color, mv: Move) {
        match mv {
            Move::Play(point) => self.board.play_unchecked(point, color, &mut self.summary),
            Move::Pass => self.board.pass(),
        }
        self.history.push(Turn { color, mv, grid: self.summary.grid });
        self.named_to_move = None;
    }

    /// Goes back to `source`, from which this state was cloned and only played on.
    pub(super) fn rewind_to(&mut self, source: &State) {
        self.board.clone_from(&source.board);
        self.summary = source.summary;
        self.named_to_move = source.named_to_move;
        self.history.truncate(source.turns().len());
    }
}
