//! Reading whose a chain's points will be: a small tree search for nothing else.

use std::ops::Range;

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    confined::{Arena, play_out},
    prover::Proven,
};
use crate::{
    board::{Board, Color, Point},
    playout::owner,
};

/// Iterations between two looks at whether the outcome is settled.
const CHECKED_EACH: usize = 250;

/// The rate, or one minus it, from which on the outcome is settled.
const SETTLED: f32 = 0.9;

/// How much a move is preferred that was tried less often than others.
const EXPLORATION: f32 = 0.2;

/// Visits at which a move's own rate and that of lines in which it comes later count alike.
const RAVE_VISITS: f32 = 300.0;

/// The rate of a move that was never tried.
const UNTRIED_RATE: f32 = 0.7;

/// In how many lines a move is taken to have had that rate at first: one bad line must not put a
/// killing move behind a pass, which no line tells anything of.
const PATIENT: f32 = 30.0;

/// The same in a reading that is not patient.
const HASTY: f32 = 0.01;

/// A chain in question.
#[derive(Clone, Copy)]
pub(super) struct Goal<'a> {
    /// A stone of the chain.
    pub(super) target: Point,
    /// Whose it is.
    pub(super) owner: Color,
    /// Where either player may play; elsewhere nothing changes.
    pub(super) arena: Arena<'a>,
    /// Whether plays are tried again that the first lines speak against. For a stone in a ko they
    /// are not: its capture would be found, but not that the other player then takes another ko.
    pub(super) is_patient: bool,
    /// Whether reading ends once the target looks alive, or dead. At first it is as blind to the one
    /// move that captures, or to a seki, as playouts are, and cannot be surer than they are.
    pub(super) settles_alive: bool,
    pub(super) settles_dead: bool,
}

/// What was found of a chain with one player moving first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    /// How sure the owner can be, from 0 to 1, that the chain's points stay his.
    pub(super) survival: f64,
    /// Where that player begins; `None` if he passes.
    pub(super) begins_at: Option<Point>,
}

impl From<Proven> for Outcome {
    fn from(proven: Proven) -> Outcome {
        let survival = if proven.survives { 1.0 } else { 0.0 };
        Outcome { survival, begins_at: proven.begins_at }
    }
}

/// Whose the target's point will be if `first` moves first: whether the chain lives, or whatever
/// takes it dies in turn.
///
/// A Monte Carlo tree search confined to the arena in which both players may pass (UCT, Kocsis and
/// Szepesvári 2006; RAVE with the schedule of Gelly and Silver 2007).
pub(super) fn outcome(board: &Board, goal: Goal, first: Color, iterations: usize) -> Outcome {
    let mut search = Search::new(board, goal);
    for iteration in 1..=iterations {
        search.iterate(first);
        if iteration % CHECKED_EACH == 0 && search.is_settled(first) {
            break;
        }
    }
    let survival = f64::from(search.survival(first));
    Outcome { survival, begins_at: search.best().and_then(|node| node.point) }
}

/// How often something was tried, and how often the player who did it reached his aim.
#[derive(Clone, Copy, Default)]
struct Trials {
    count: u32,
    successes: u32,
}

impl Trials {
    fn add(&mut self, succeeded: bool) {
        self.count += 1;
        self.successes += u32::from(succeeded);
    }

    fn rate(self) -> Option<f32> {
        (self.count > 0).then(|| self.successes as f32 / self.count as f32)
    }
}

/// One turn in the tree.
struct Node {
    /// Where the stone was put; `None` for a pass.
    point: Option<Point>,
    own: Trials,
    /// Lines through the parent in which the same player played here first, sooner or later.
    rave: Trials,
    /// The turns that can follow, as places in the tree; empty until it is expanded.
    children: Range<usize>,
}

impl Node {
    fn new(point: Option<Point>) -> Node {
        Node { point, own: Trials::default(), rave: Trials::default(), children: 0..0 }
    }

    /// How much this turn deserves to be tried next, the logarithm of its parent's visits given.
    fn urgency(&self, log_visits: f32, untried_lines: f32) -> f32 {
        let visits = self.own.count as f32;
        let rave_share = (RAVE_VISITS / (3.0 * visits + RAVE_VISITS)).sqrt();
        let lines = self.rave.count as f32 + untried_lines;
        let rave = (self.rave.successes as f32 + untried_lines * UNTRIED_RATE) / lines;
        let rate = self.own.rate().unwrap_or(rave);
        let value = (1.0 - rave_share) * rate + rave_share * rave;
        value + EXPLORATION * (log_visits / (visits + 1.0)).sqrt()
    }
}

struct Search<'a> {
    goal: Goal<'a>,
    start: &'a Board,
    board: Box<Board>,
    nodes: Vec<Node>,
    /// By index of the point: who played there first after the node that is being updated.
    played: Vec<Option<Color>>,
    rng: Xoroshiro128PlusPlus,
}

impl<'a> Search<'a> {
    fn new(start: &'a Board, goal: Goal<'a>) -> Search<'a> {
        let last = start.size().points().next_back().expect("every board has a point");
        Search {
            goal,
            start,
            board: Box::new(start.clone()),
            nodes: vec![Node::new(None)],
            played: vec![None; last.index() + 1],
            rng: Xoroshiro128PlusPlus::seed_from_u64(goal.target.index() as u64),
        }
    }

    /// How often the player who moves first reaches his aim after the move tried most.
    fn rate(&self) -> f32 {
        self.best().and_then(|node| node.own.rate()).unwrap_or(0.5)
    }

    /// How sure the owner can be, from 0 to 1, that the target's point stays his.
    fn survival(&self, first: Color) -> f32 {
        if first == self.goal.owner { self.rate() } else { 1.0 - self.rate() }
    }

    fn is_settled(&self, first: Color) -> bool {
        let survival = self.survival(first);
        (self.goal.settles_alive && survival > SETTLED)
            || (self.goal.settles_dead && survival < 1.0 - SETTLED)
    }

    /// The move tried most.
    fn best(&self) -> Option<&Node> {
        let children = self.nodes[0].children.clone();
        self.nodes[children].iter().max_by_key(|node| node.own.count)
    }

    /// Descends to a leaf, plays on from there, and tells every node of the line how it ended.
    fn iterate(&mut self, first: Color) {
        self.board.as_mut().clone_from(self.start);
        self.played.fill(None);
        let mut line = vec![0];
        let mut color = first;
        loop {
            let at = *line.last().expect("the root");
            if self.is_over(&line) {
                break;
            }
            if self.nodes[at].children.is_empty() && (at == 0 || self.nodes[at].own.count > 0) {
                self.expand(at, color);
            }
            if self.nodes[at].children.is_empty() || line.len() > self.goal.arena.most_turns() {
                let (arena, last) = (self.goal.arena, self.nodes[at].point);
                play_out(&mut self.board, arena, color, last, &mut self.rng, &mut self.played);
                break;
            }
            let next = self.select(at);
            match self.nodes[next].point {
                Some(point) => self.board.play_unchecked(point, color, &mut ()),
                None => self.board.pass(),
            }
            line.push(next);
            color = color.opponent();
        }
        self.learn(&line, color);
    }

    /// Whether a line ends with two passes.
    fn is_over(&self, line: &[usize]) -> bool {
        let is_pass = |&node: &usize| node != 0 && self.nodes[node].point.is_none();
        line.len() >= 2 && line[line.len() - 2..].iter().all(is_pass)
    }

    /// Tells the nodes of a line, after which `next` was to move, how the board has ended.
    fn learn(&mut self, line: &[usize], next: Color) {
        let survived = owner(&self.board, self.goal.target) == Some(self.goal.owner);
        let mut mover = next;
        for &at in line.iter().rev() {
            let succeeded = survived == (mover == self.goal.owner);
            for child in self.nodes[at].children.clone() {
                let child = &mut self.nodes[child];
                if child.point.is_some_and(|p| self.played[p.index()] == Some(mover)) {
                    child.rave.add(succeeded);
                }
            }
            mover = mover.opponent();
            self.nodes[at].own.add(!succeeded);
            if let Some(point) = self.nodes[at].point {
                self.played[point.index()] = Some(mover);
            }
        }
    }

    fn expand(&mut self, at: usize, color: Color) {
        let start = self.nodes.len();
        let board = &self.board;
        let points = self.goal.arena.points().iter().copied();
        let points = points.filter(|&p| board.is_empty(p) && board.is_candidate(p, color));
        self.nodes.extend(points.map(|point| Node::new(Some(point))));
        self.nodes.push(Node::new(None));
        self.nodes[at].children = start..self.nodes.len();
    }

    fn select(&self, at: usize) -> usize {
        let log_visits = (self.nodes[at].own.count.max(1) as f32).ln();
        let untried_lines = if self.goal.is_patient { PATIENT } else { HASTY };
        let urgency = |node: usize| self.nodes[node].urgency(log_visits, untried_lines);
        let children = self.nodes[at].children.clone();
        children
            .max_by(|&a, &b| urgency(a).total_cmp(&urgency(b)))
            .expect("a pass is always possible")
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
        let arena = Arena::new(&arena);
        let goal = Goal {
            target,
            owner,
            arena,
            is_patient: true,
            settles_alive: true,
            settles_dead: true,
        };
        outcome(&board, goal, first, 5000).survival
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

    #[test]
    fn a_chain_that_can_take_four_stones_in_zigzag_lives() {
        let corner = "
            X X X X X
            O O O O X
            O . O O X
            O X O X X
            X X O X .
            . O O X .";
        for first in Color::ALL {
            let sure = survives(corner, "C1", "A1 A2 B2 B3 B4", first);
            assert!(sure > 0.8, "{first} first: {sure}");
        }
    }
}
