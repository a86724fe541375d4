//! Reading whether a chain can be captured where it stands: a small tree search for nothing else.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;

use crate::{
    board::{Board, Color, Point},
    tactics::{is_bad_self_atari, nakade_point, rescues},
};

/// Iterations of one search.
const ITERATIONS: usize = 2000;

/// Iterations between two looks at whether the outcome is settled.
const CHECKED_EACH: usize = 250;

/// The rate, or one minus it, from which on the outcome is settled.
const SETTLED: f32 = 0.9;

/// How much a move is preferred that was tried less often than others.
const EXPLORATION: f32 = 0.5;

/// Turns beyond which a line goes round in a circle, as a multiple of the arena's points.
const MAX_TURNS_PER_POINT: usize = 3;

/// Who wants to save or to capture what, and where they may play.
#[derive(Clone, Copy)]
pub(super) struct Goal<'a> {
    /// A stone of the chain in question.
    pub(super) target: Point,
    /// Whose it is.
    pub(super) owner: Color,
    /// The points on which either player may play; elsewhere nothing changes.
    pub(super) arena: &'a [Point],
}

/// One turn in the tree.
struct Node {
    /// Where the stone was put; `None` for a pass.
    point: Option<Point>,
    visits: u32,
    /// How often the player who took this turn reached his aim.
    successes: u32,
    /// The turns that can follow, as places in the tree; empty until it is expanded.
    children: std::ops::Range<usize>,
}

impl Node {
    fn new(point: Option<Point>) -> Node {
        Node { point, visits: 0, successes: 0, children: 0..0 }
    }

    fn rate(&self) -> f32 {
        self.successes as f32 / self.visits.max(1) as f32
    }
}

/// How sure the owner can be, from 0 to 1, that the target stays on the board if `first` moves
/// first. A Monte Carlo tree search confined to the arena (UCT, Kocsis and Szepesvári 2006) in
/// which both players may pass.
pub(super) fn survival(board: &Board, goal: Goal, first: Color) -> f64 {
    let mut search = Search {
        goal,
        start: board,
        board: Box::new(board.clone()),
        nodes: vec![Node::new(None)],
        rng: Xoroshiro128PlusPlus::seed_from_u64(goal.target.index() as u64),
    };
    for iteration in 1..=ITERATIONS {
        search.iterate(first);
        if iteration % CHECKED_EACH == 0 && (search.rate() - 0.5).abs() > SETTLED - 0.5 {
            break;
        }
    }
    let rate = f64::from(search.rate());
    if first == goal.owner { rate } else { 1.0 - rate }
}

struct Search<'a> {
    goal: Goal<'a>,
    start: &'a Board,
    board: Box<Board>,
    nodes: Vec<Node>,
    rng: Xoroshiro128PlusPlus,
}

impl Search<'_> {
    /// How often the player who moves first reaches his aim after the move tried most.
    fn rate(&self) -> f32 {
        let children = self.nodes[0].children.clone();
        let best = self.nodes[children].iter().max_by_key(|node| node.visits);
        best.map_or(0.5, Node::rate)
    }

    /// Descends to a leaf, plays on from there, and tells every node of the line how it ended.
    fn iterate(&mut self, first: Color) {
        self.board.as_mut().clone_from(self.start);
        let mut line = vec![0];
        let mut color = first;
        let limit = MAX_TURNS_PER_POINT * self.goal.arena.len();
        let survived = loop {
            let at = *line.last().expect("the root");
            if let Some(survived) = self.outcome(&line) {
                break survived;
            }
            if self.nodes[at].children.is_empty() && (at == 0 || self.nodes[at].visits > 0) {
                self.expand(at, color);
            }
            if self.nodes[at].children.is_empty() || line.len() > limit {
                break self.play_out(color, self.nodes[at].point);
            }
            let next = self.select(at);
            match self.nodes[next].point {
                Some(point) => self.board.play_unchecked(point, color, &mut ()),
                None => self.board.pass(),
            }
            line.push(next);
            color = color.opponent();
        };
        let mut mover = first.opponent();
        for node in line {
            self.nodes[node].visits += 1;
            self.nodes[node].successes += u32::from(survived == (mover == self.goal.owner));
            mover = mover.opponent();
        }
    }

    /// Whether the target has survived a line, if that is decided.
    fn outcome(&self, line: &[usize]) -> Option<bool> {
        let is_pass = |&node: &usize| node != 0 && self.nodes[node].point.is_none();
        if self.board.stone(self.goal.target) != Some(self.goal.owner) {
            return Some(false);
        }
        let are_over = line.len() >= 2 && line[line.len() - 2..].iter().all(is_pass);
        are_over.then_some(true)
    }

    fn expand(&mut self, at: usize, color: Color) {
        let start = self.nodes.len();
        let board = &self.board;
        let points = self.goal.arena.iter().copied();
        let points = points.filter(|&p| board.is_empty(p) && board.is_candidate(p, color));
        self.nodes.extend(points.map(|point| Node::new(Some(point))));
        self.nodes.push(Node::new(None));
        self.nodes[at].children = start..self.nodes.len();
    }

    fn select(&self, at: usize) -> usize {
        let total = (self.nodes[at].visits.max(1) as f32).ln();
        let urgency = |node: &Node| match node.visits {
            0 => f32::INFINITY,
            visits => node.rate() + EXPLORATION * (total / visits as f32).sqrt(),
        };
        let children = self.nodes[at].children.clone();
        children
            .max_by(|&a, &b| urgency(&self.nodes[a]).total_cmp(&urgency(&self.nodes[b])))
            .expect("a pass is always possible")
    }

    /// Plays on at random inside the arena; returns whether the target survives.
    fn play_out(&mut self, mut color: Color, mut last: Option<Point>) -> bool {
        let mut passed = false;
        for _ in 0..MAX_TURNS_PER_POINT * self.goal.arena.len() {
            let choice = self.choose(color, last);
            match choice {
                Some(point) => self.board.play_unchecked(point, color, &mut ()),
                None if passed => break,
                None => self.board.pass(),
            }
            if self.board.stone(self.goal.target) != Some(self.goal.owner) {
                return false;
            }
            passed = choice.is_none();
            last = choice;
            color = color.opponent();
        }
        true
    }

    /// A reply to a threat of the last move, else a random move in the arena.
    fn choose(&mut self, color: Color, last: Option<Point>) -> Option<Point> {
        let board = &self.board;
        let mut replies = Vec::new();
        if let Some(last) = last.filter(|&last| !board.is_empty(last)) {
            if board.liberty_count(last) == 1 {
                replies.extend(board.liberties(last).next());
            }
            for place in board.around(last) {
                if board.stone(place) == Some(color) && board.liberty_count(place) == 1 {
                    rescues(board, place, |point| replies.push(point));
                } else if board.is_empty(place) {
                    replies.extend(nakade_point(board, place, color.opponent()));
                }
            }
            replies.retain(|&point| board.is_candidate(point, color));
        }
        if !replies.is_empty() {
            return Some(replies[self.rng.next_u32() as usize % replies.len()]);
        }
        let len = self.goal.arena.len();
        let start = self.rng.next_u32() as usize % len;
        let (after, before) = (&self.goal.arena[start..], &self.goal.arena[..start]);
        let mut points = after.iter().chain(before).copied();
        points.find(|&point| {
            board.is_empty(point)
                && board.is_candidate(point, color)
                && !is_bad_self_atari(board, point, color)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Vertex;

    fn survives(diagram: &str, target: &str, arena: &str, first: Color) -> f64 {
        let board: Board = diagram.parse().unwrap();
        let at = |name: &str| Vertex::parse(board.size(), name).unwrap().point().unwrap();
        let arena: Vec<Point> = arena.split(' ').map(at).collect();
        let target = at(target);
        let owner = board.stone(target).unwrap();
        survival(&board, Goal { target, owner, arena: &arena }, first)
    }

    #[test]
    fn chains_short_of_liberties_are_captured() {
        let corner = "
            . . O O X . O X O
            X . O X X X O X .
            . O O O O X . O O
            O X O . X X X X X
            X X X X X O O O O
            . . X X O . . . .
            O X X O O . . . .
            . X O O . . . . .
            . X O . . . . . .";
        assert!(survives(corner, "H7", "H7 J7 G7 J8 F9 G9 G8", Color::Black) < 0.2);
    }
}
