//! Ladders as input features of networks. The results must equal KataGo's, with which the networks
//! were trained, in every special case; hence this is not [`crate::tactics::LadderReader`].
//!
//! Follows `Board::searchIsLadderCaptured` and `searchIsLadderCapturedAttackerFirst2Libs`
//! (`cpp/game/board.cpp`), called by `iterLadders` (`cpp/neuralnet/nninputs.cpp`).

mod board;
mod cache;
mod query;

pub(super) use self::cache::LadderCache;
use self::{
    board::{Cell, LadderBoard, Liberties, Undo},
    query::{LadderQuery, LadderQueryCache},
};
use crate::board::{Board, Color, Point, PointSet};

/// Maximum number of plays of one query; a chain that takes more is not caught (KataGo's
/// `MAX_LADDER_SEARCH_NODE_BUDGET`).
const MAX_NODES: usize = 25_000;

/// Whether a play on its `liberty` connects a chain to another that has at least three liberties even
/// after it loses `lost` of them, the play's included.
///
/// This quick test decides most queries.
fn connects_to_safety(board: &Board, prey: Point, liberty: Point, lost: usize) -> bool {
    board.around(liberty).into_iter().any(|place| {
        board.stone(place) == board.stone(prey)
            && board.head(place) != board.head(prey)
            && board.liberty_count(place) >= Liberties::MAX + lost
    })
}

/// Chains that are caught in ladders.
#[derive(Clone, Debug)]
pub(super) struct Ladders {
    /// The stones of both colors whose chains are caught: in atari, with their owner to move, or with
    /// two liberties and the opponent to move.
    pub(super) caught: PointSet,
    /// By color of the chain, the moves that catch chains of two liberties.
    pub(super) moves: [PointSet; 2],
}

/// Reads ladders as KataGo does.
#[derive(Debug)]
pub(super) struct KataGoLadderReader {
    board: LadderBoard,
    known: LadderQueryCache,
    nodes: usize,
    /// Maximum depth of the search; a chain that gets there is caught.
    max_depth: usize,
    /// Stack of the replies to be tried at each depth of the search.
    replies: Vec<Point>,
    /// Scratch list of the stones of the chain whose captures are collected.
    chain: Vec<Point>,
}

impl Default for KataGoLadderReader {
    fn default() -> KataGoLadderReader {
        KataGoLadderReader {
            board: LadderBoard::new(),
            known: LadderQueryCache::default(),
            nodes: 0,
            max_depth: 0,
            replies: Vec::new(),
            chain: Vec::new(),
        }
    }
}

impl KataGoLadderReader {
    /// The caught chains of a board. A query names the first stone of a chain, not its head, so that
    /// the result does not depend on the order in which the stones were played.
    pub(super) fn read(&mut self, board: &Board) -> Ladders {
        self.board.set(board);
        self.max_depth = board.size().area() * 3 / 2;
        let mut ladders = Ladders { caught: PointSet::EMPTY, moves: [PointSet::EMPTY; 2] };
        let mut heads = PointSet::EMPTY;
        for color in Color::ALL {
            let stones = self.board.initial_stones[color.index()];
            for prey in stones.iter() {
                let liberties = board.liberty_count(prey);
                if liberties >= Liberties::MAX || !heads.insert(board.head(prey)) {
                    continue;
                }
                let is_caught = match liberties {
                    1 => self.is_caught_in_atari(board, prey, color),
                    _ => self.is_caught_by_attack(
                        board,
                        prey,
                        color,
                        &mut ladders.moves[color.index()],
                    ),
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

    /// Whether a chain in atari, with its owner to move, cannot escape.
    fn is_caught_in_atari(&mut self, board: &Board, prey: Point, color: Color) -> bool {
        if board.liberties(prey).any(|liberty| connects_to_safety(board, prey, liberty, 1)) {
            return false;
        }
        let query = LadderQuery { size: board.size(), prey, attack: None };
        self.cached(query, |reader| reader.cannot_escape(prey, color))
    }

    /// Whether the opponent catches a chain of two liberties with the first move. Adds the catching
    /// plays to `moves`.
    fn is_caught_by_attack(
        &mut self,
        board: &Board,
        prey: Point,
        color: Color,
        moves: &mut PointSet,
    ) -> bool {
        let liberties = self.board.liberties(prey, Liberties::MAX);
        let mut is_caught = false;
        for &attack in self.promising_attacks(&liberties) {
            let mut others = liberties.points().iter().filter(|&&liberty| liberty != attack);
            let mut connects = || others.any(|&other| connects_to_safety(board, prey, other, 2));
            if self.board.ko == Some(attack) || connects() {
                continue;
            }
            let query = LadderQuery { size: board.size(), prey, attack: Some(attack) };
            if self.cached(query, |reader| reader.attack_catches(attack, prey, color)) {
                is_caught = true;
                moves.insert(attack);
            }
        }
        is_caught
    }

    /// The result of a query from the cache, or by `search`.
    fn cached(&mut self, query: LadderQuery, search: impl FnOnce(&mut Self) -> bool) -> bool {
        if let Some(is_caught) = self.known.get(&query, &self.board.initial_stones) {
            return is_caught;
        }
        self.board.examined = PointSet::EMPTY;
        let is_caught = search(self);
        self.known.insert(query, &self.board.initial_stones, &self.board.examined, is_caught);
        is_caught
    }

    /// Whether an attack catches a chain; a ko ban is lifted for the reply.
    fn attack_catches(&mut self, attack: Point, prey: Point, color: Color) -> bool {
        if !self.board.is_legal(attack, color.opponent()) {
            return false;
        }
        let undo = self.board.play(attack, color.opponent());
        let is_caught = self.cannot_escape(prey, color);
        self.board.undo(undo);
        is_caught
    }

    /// Whether a chain in atari, with its owner to move, cannot escape. The first move may ignore a ko
    /// ban.
    fn cannot_escape(&mut self, prey: Point, color: Color) -> bool {
        self.nodes = 0;
        let ko = self.board.ko.take();
        let is_caught = !self.escapes(prey, color, 0);
        self.board.ko = ko;
        is_caught
    }

    /// Those of two liberties on which an attack may succeed: not if the other one has three empty
    /// neighbors.
    fn promising_attacks<'a>(&mut self, liberties: &'a Liberties) -> &'a [Point] {
        let points = liberties.points();
        let &[a, b] = points else { return points };
        if self.board.around(a).contains(&b) {
            return points;
        }
        let [a, b] = [a, b].map(|point| self.board.empty_around(point) >= Liberties::MAX);
        match (a, b) {
            (true, true) => &[],
            (true, false) => &points[..1],
            (false, true) => &points[1..],
            (false, false) => points,
        }
    }

    /// Whether the chain escapes, with its owner to move.
    fn escapes(&mut self, prey: Point, color: Color, depth: usize) -> bool {
        if depth >= self.max_depth {
            return false;
        }
        // A chain that depends on a ko is not caught.
        if self.nodes >= MAX_NODES || self.board.ko.is_some() {
            return true;
        }
        let own = self.board.liberties(prey, 2);
        if own.len() >= 2 {
            return true;
        }
        let first = self.replies.len();
        self.collect_captures(color);
        self.replies.extend_from_slice(own.points());
        let mut escapes = false;
        for at in first..self.replies.len() {
            let reply = self.replies[at];
            if !self.board.is_legal(reply, color) {
                continue;
            }
            let undo = self.play(reply, color);
            escapes = !self.is_caught(prey, color, depth + 1);
            self.board.undo(undo);
            if escapes {
                break;
            }
        }
        self.replies.truncate(first);
        escapes
    }

    /// Whether the chain is caught, with the opponent to move.
    fn is_caught(&mut self, prey: Point, color: Color, depth: usize) -> bool {
        if depth >= self.max_depth {
            return true;
        }
        if self.nodes >= MAX_NODES {
            return false;
        }
        let liberties = self.board.liberties(prey, Liberties::MAX);
        let &[a, b] = liberties.points() else { return liberties.len() < 2 };
        if self.is_between_kos(prey, color, [a, b]) {
            return true;
        }
        for &attack in self.promising_attacks(&liberties) {
            if !self.board.is_legal(attack, color.opponent()) {
                continue;
            }
            let undo = self.play(attack, color.opponent());
            let escapes = self.escapes(prey, color, depth + 1);
            self.board.undo(undo);
            if !escapes {
                return true;
            }
        }
        false
    }

    fn play(&mut self, point: Point, color: Color) -> Undo {
        self.nodes += 1;
        self.board.play(point, color)
    }

    /// Adds to the replies the captures of opponent chains next to the chain that was searched last.
    fn collect_captures(&mut self, color: Color) {
        self.chain.clear();
        self.chain.extend_from_slice(self.board.searched_stones());
        let first = self.replies.len();
        let searches = self.board.searches();
        for at in 0..self.chain.len() {
            for place in self.board.around(self.chain[at]) {
                if self.board.cell(place) != Cell::Stone(color.opponent())
                    || self.board.was_visited_since(searches, place)
                {
                    continue;
                }
                let liberties = self.board.liberties(place, 2);
                if let &[capture] = liberties.points()
                    && !self.replies[first..].contains(&capture)
                {
                    self.replies.push(capture);
                }
            }
        }
    }

    /// Whether both liberties of a chain are ko mouths that gain no liberty when connected, and no
    /// stones around it can be captured: such a chain dies, since it cannot win both kos.
    fn is_between_kos(&mut self, prey: Point, color: Color, liberties: [Point; 2]) -> bool {
        if !liberties.iter().all(|&liberty| self.is_ko_mouth(liberty, color)) {
            return false;
        }
        let gains = liberties.into_iter().any(|liberty| {
            let undo = self.board.play(liberty, color);
            let gains = self.board.liberties(prey, Liberties::MAX).len() >= Liberties::MAX;
            self.board.undo(undo);
            gains
        });
        self.board.liberties(prey, Liberties::MAX);
        let first = self.replies.len();
        self.collect_captures(color);
        let has_captures = self.replies.len() > first;
        self.replies.truncate(first);
        !gains && !has_captures
    }

    /// Whether an empty point is enclosed by stones of `color` of which the opponent would capture
    /// exactly one by a play there, starting a ko.
    fn is_ko_mouth(&mut self, point: Point, color: Color) -> bool {
        let mut captured = 0;
        for place in self.board.around(point) {
            match self.board.cell(place) {
                Cell::Border => {}
                Cell::Stone(other) if other == color => {
                    if self.board.liberties(place, 2).len() == 1 {
                        captured += self.board.searched_stones().len();
                    }
                }
                _ => return false,
            }
        }
        captured == 1
    }
}
