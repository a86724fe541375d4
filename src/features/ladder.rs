//! Ladders as networks are told of them. The answers have to be those that networks were trained
//! with, in every odd case, which is why this is not [`crate::tactics::LadderReader`].

use super::{
    answers::{Answers, LadderQuery},
    grid::{Cell, Grid, Liberties},
};
use crate::board::{Board, Color, Point, PointSet};

/// Most plays of one question; what takes more is not caught.
const MAX_NODES: usize = 25_000;

/// Whether a chain, by a play on its liberty `way`, joins another that nobody can catch: so many of
/// its liberties as `lost`, that of the joint included, may be gone by then.
///
/// It answers most questions at a glance.
fn joins_free(board: &Board, prey: Point, way: Point, lost: usize) -> bool {
    board.around(way).into_iter().any(|place| {
        board.stone(place) == board.stone(prey)
            && board.head(place) != board.head(prey)
            && board.liberty_count(place) >= Liberties::MOST + lost
    })
}

/// Chains that are caught in ladders.
#[derive(Clone, Debug)]
pub(super) struct Ladders {
    /// The stones of the chains of either colour that are caught: in atari, and to move without
    /// getting away, or with two liberties, and the opponent to move.
    pub(super) caught: PointSet,
    /// By colour of the chain, for those of two liberties: the moves that catch it.
    pub(super) moves: [PointSet; 2],
}

/// Reads ladders.
#[derive(Debug)]
pub(super) struct LadderReader {
    grid: Grid,
    known: Answers,
    nodes: usize,
    /// The deepest turn; what gets there is caught.
    max_depth: usize,
    /// Replies to be tried at each level of the search, one level after another.
    replies: Vec<Point>,
    /// The stones of the chain that looks for captures.
    prey: Vec<Point>,
}

impl Default for LadderReader {
    fn default() -> LadderReader {
        LadderReader {
            grid: Grid::new(),
            known: Answers::default(),
            nodes: 0,
            max_depth: 0,
            replies: Vec::new(),
            prey: Vec::new(),
        }
    }
}

impl LadderReader {
    /// The chains of a board that are caught. One is asked about by its first stone, wherever its
    /// head is, so that nothing depends on how the stones came there.
    pub(super) fn read(&mut self, board: &Board) -> Ladders {
        self.grid.set(board);
        self.max_depth = board.size().area() * 3 / 2;
        let mut ladders = Ladders { caught: PointSet::EMPTY, moves: [PointSet::EMPTY; 2] };
        let mut heads = PointSet::EMPTY;
        for color in Color::ALL {
            let stones = self.grid.stones_set[color.index()];
            for prey in stones.iter() {
                let liberties = board.liberty_count(prey);
                if liberties >= Liberties::MOST || !heads.insert(board.head(prey)) {
                    continue;
                }
                let is_caught = match liberties {
                    1 => self.is_stuck(board, prey, color),
                    _ => self.is_hunted(board, prey, color, &mut ladders.moves[color.index()]),
                };
                if is_caught {
                    board.chain(prey).for_each(|stone| {
                        ladders.caught.insert(stone);
                    });
                }
            }
        }
        ladders
    }

    /// Whether a chain in atari cannot get away although it is to move.
    fn is_stuck(&mut self, board: &Board, prey: Point, color: Color) -> bool {
        if board.liberties(prey).any(|way| joins_free(board, prey, way, 1)) {
            return false;
        }
        let question = LadderQuery { size: board.size(), prey, attack: None };
        self.ask(question, |reader| reader.is_lost(prey, color))
    }

    /// Whether the opponent catches a chain of two liberties; `moves` receives those that do.
    fn is_hunted(
        &mut self,
        board: &Board,
        prey: Point,
        color: Color,
        moves: &mut PointSet,
    ) -> bool {
        let liberties = self.grid.liberties(prey, Liberties::MOST);
        let mut is_caught = false;
        for &attack in self.promising(&liberties) {
            let mut others = liberties.points().iter().filter(|&&way| way != attack);
            if self.grid.ko == Some(attack) || others.any(|&way| joins_free(board, prey, way, 2)) {
                continue;
            }
            let question = LadderQuery { size: board.size(), prey, attack: Some(attack) };
            if self.ask(question, |reader| reader.is_lost_after(attack, prey, color)) {
                is_caught = true;
                moves.insert(attack);
            }
        }
        is_caught
    }

    /// The answer to a question, which `find` finds unless it is known.
    fn ask(&mut self, question: LadderQuery, find: impl FnOnce(&mut Self) -> bool) -> bool {
        if let Some(is_caught) = self.known.get(&question, &self.grid.stones_set) {
            return is_caught;
        }
        self.grid.looks = PointSet::EMPTY;
        let is_caught = find(self);
        self.known.insert(question, &self.grid.stones_set, &self.grid.looks, is_caught);
        is_caught
    }

    /// Whether an attack catches a chain, whatever ko forbids.
    fn is_lost_after(&mut self, attack: Point, prey: Point, color: Color) -> bool {
        if !self.grid.is_legal(attack, color.opponent()) {
            return false;
        }
        let played = self.grid.play(attack, color.opponent());
        let is_lost = self.is_lost(prey, color);
        self.grid.take_back(played);
        is_lost
    }

    /// Whether a chain in atari cannot get away although it is to move. Kos are supposed to be won
    /// by it at first.
    fn is_lost(&mut self, prey: Point, color: Color) -> bool {
        self.nodes = 0;
        let ko = self.grid.ko.take();
        let is_caught = !self.escapes(prey, color, 0);
        self.grid.ko = ko;
        is_caught
    }

    /// The liberties of two on which an attack may work: not where the other one lies in the open.
    fn promising<'a>(&mut self, liberties: &'a Liberties) -> &'a [Point] {
        let points = liberties.points();
        let &[a, b] = points else { return points };
        if self.grid.around(a).contains(&b) {
            return points;
        }
        let [a, b] = [a, b].map(|point| self.grid.empty_around(point) >= Liberties::MOST);
        match (a, b) {
            (true, true) => &[],
            (true, false) => &points[..1],
            (false, true) => &points[1..],
            (false, false) => points,
        }
    }

    /// Whether the chain, to move, gets away.
    fn escapes(&mut self, prey: Point, color: Color, depth: usize) -> bool {
        if depth >= self.max_depth {
            return false;
        }
        // What hangs on a ko is not called caught.
        if self.nodes >= MAX_NODES || self.grid.ko.is_some() {
            return true;
        }
        let own = self.grid.liberties(prey, 2);
        if own.len() >= 2 {
            return true;
        }
        let first = self.replies.len();
        self.collect_captures(color);
        self.replies.extend_from_slice(own.points());
        let mut escapes = false;
        for at in first..self.replies.len() {
            let reply = self.replies[at];
            if !self.grid.is_legal(reply, color) {
                continue;
            }
            let played = self.play(reply, color);
            escapes = !self.is_caught(prey, color, depth + 1);
            self.grid.take_back(played);
            if escapes {
                break;
            }
        }
        self.replies.truncate(first);
        escapes
    }

    /// Whether the chain is caught, the opponent being to move.
    fn is_caught(&mut self, prey: Point, color: Color, depth: usize) -> bool {
        if depth >= self.max_depth {
            return true;
        }
        if self.nodes >= MAX_NODES {
            return false;
        }
        let liberties = self.grid.liberties(prey, Liberties::MOST);
        let &[a, b] = liberties.points() else { return liberties.len() < 2 };
        if self.is_between_kos(prey, color, [a, b]) {
            return true;
        }
        for &attack in self.promising(&liberties) {
            if !self.grid.is_legal(attack, color.opponent()) {
                continue;
            }
            let played = self.play(attack, color.opponent());
            let escapes = self.escapes(prey, color, depth + 1);
            self.grid.take_back(played);
            if !escapes {
                return true;
            }
        }
        false
    }

    fn play(&mut self, point: Point, color: Color) -> super::grid::Played {
        self.nodes += 1;
        self.grid.play(point, color)
    }

    /// Adds to the replies the captures around the chain that was searched last.
    fn collect_captures(&mut self, color: Color) {
        self.prey.clear();
        self.prey.extend_from_slice(self.grid.searched_stones());
        let first = self.replies.len();
        let searches = self.grid.searches();
        for at in 0..self.prey.len() {
            for place in self.grid.around(self.prey[at]) {
                if self.grid.cell(place) != Cell::Stone(color.opponent())
                    || self.grid.was_there_since(searches, place)
                {
                    continue;
                }
                let liberties = self.grid.liberties(place, 2);
                if let &[capture] = liberties.points()
                    && !self.replies[first..].contains(&capture)
                {
                    self.replies.push(capture);
                }
            }
        }
    }

    /// Whether both liberties of a chain are mouths of kos that it gains nothing by connecting, and
    /// nothing around it can be captured: then it dies of two kos.
    fn is_between_kos(&mut self, prey: Point, color: Color, liberties: [Point; 2]) -> bool {
        if !liberties.iter().all(|&liberty| self.is_ko_mouth(liberty, color)) {
            return false;
        }
        let gains = liberties.into_iter().any(|liberty| {
            let played = self.grid.play(liberty, color);
            let gains = self.grid.liberties(prey, Liberties::MOST).len() >= Liberties::MOST;
            self.grid.take_back(played);
            gains
        });
        self.grid.liberties(prey, Liberties::MOST);
        let first = self.replies.len();
        self.collect_captures(color);
        let has_captures = self.replies.len() > first;
        self.replies.truncate(first);
        !gains && !has_captures
    }

    /// Whether the opponent, by a play on an empty point enclosed by stones of `color`, would
    /// capture just one of them and start a ko.
    fn is_ko_mouth(&mut self, point: Point, color: Color) -> bool {
        let mut captured = 0;
        for place in self.grid.around(point) {
            match self.grid.cell(place) {
                Cell::Border => {}
                Cell::Stone(other) if other == color => {
                    if self.grid.liberties(place, 2).len() == 1 {
                        captured += self.grid.searched_stones().len();
                    }
                }
                _ => return false,
            }
        }
        captured == 1
    }
}
