//! A small Monte Carlo tree search for the fate of one chain.

use std::ops::Range;

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{local_area::LocalArea, local_playout::play_out_locally, prover::Proven};
use crate::{
    board::{Board, Color, Point},
    playout::owner,
};

/// Iterations between checks whether the outcome is settled.
const ITERATIONS_PER_CHECK: usize = 250;

/// Success rate, or one minus it, beyond which the outcome is settled.
const SETTLED_RATE: f32 = 0.9;

/// Weight of UCT's exploration term.
const EXPLORATION_WEIGHT: f32 = 0.2;

/// RAVE's equivalence parameter: visits at which a move's own rate and its RAVE rate weigh the
/// same.
const RAVE_EQUIVALENCE: f32 = 300.0;

/// Prior of a move's RAVE rate.
const RAVE_PRIOR_RATE: f32 = 0.7;

/// Weight of that prior in playouts. One bad playout must not put a killing move behind a pass,
/// which has no RAVE statistics.
const RAVE_PRIOR_PLAYOUTS: f32 = 30.0;

/// Weight of the prior where it is to be weak.
const WEAK_RAVE_PRIOR_PLAYOUTS: f32 = 0.01;

/// A chain whose fate is searched for, and the area of the search.
#[derive(Clone, Copy)]
pub(super) struct LocalGoal<'a> {
    /// A stone of the chain.
    pub(super) target: Point,
    /// The owner of the chain.
    pub(super) owner: Color,
    /// The points where both players may play.
    pub(super) area: LocalArea<'a>,
    /// Whether moves that fail in their first playouts are tried again. Not for the stone of a ko:
    /// the search would find its capture, but not that the other player then takes another ko.
    pub(super) has_strong_prior: bool,
    /// Whether the search ends early once the target looks alive, or dead. An early search misses a
    /// single capturing move, or a seki, as playouts do.
    pub(super) stops_when_alive: bool,
    pub(super) stops_when_dead: bool,
}

/// The result of a search with one player moving first.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocalOutcome {
    /// The probability, from 0 to 1, that the chain's points stay the owner's.
    pub(super) survival: f64,
    /// The player's best first move; `None` for a pass.
    pub(super) first_move: Option<Point>,
}

impl From<Proven> for LocalOutcome {
    fn from(proven: Proven) -> LocalOutcome {
        let survival = if proven.survives { 1.0 } else { 0.0 };
        LocalOutcome { survival, first_move: proven.first_move }
    }
}

/// Searches for the final owner of the target's point if `first` moves first: it stays its owner's
/// if the chain lives, or if the stones that capture it die in turn.
///
/// A Monte Carlo tree search in the area, where both players may pass (UCT, Kocsis and Szepesvári
/// 2006; RAVE with the schedule of Gelly and Silver 2007).
pub(super) fn local_search(
    board: &Board,
    goal: LocalGoal,
    first: Color,
    iterations: usize,
) -> LocalOutcome {
    let mut search = LocalSearch::new(board, goal);
    for iteration in 1..=iterations {
        search.iterate(first);
        if iteration % ITERATIONS_PER_CHECK == 0 && search.is_settled(first) {
            break;
        }
    }
    let survival = f64::from(search.survival(first));
    LocalOutcome { survival, first_move: search.best().and_then(|node| node.point) }
}

/// Visits of a move, and successes of the player who made it.
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

/// A node of the tree: one move.
struct LocalNode {
    /// The point of the move; `None` for a pass.
    point: Option<Point>,
    own: Trials,
    /// Playouts through the parent in which the same player was the first to play here.
    rave: Trials,
    /// Indices of the child nodes; empty until expanded.
    children: Range<usize>,
}

impl LocalNode {
    fn new(point: Option<Point>) -> LocalNode {
        LocalNode { point, own: Trials::default(), rave: Trials::default(), children: 0..0 }
    }

    /// The selection value, given the logarithm of the parent's visits.
    fn selection_value(&self, log_visits: f32, prior_playouts: f32) -> f32 {
        let visits = self.own.count as f32;
        let rave_share = (RAVE_EQUIVALENCE / (3.0 * visits + RAVE_EQUIVALENCE)).sqrt();
        let playouts = self.rave.count as f32 + prior_playouts;
        let rave = (self.rave.successes as f32 + prior_playouts * RAVE_PRIOR_RATE) / playouts;
        let rate = self.own.rate().unwrap_or(rave);
        let value = (1.0 - rave_share) * rate + rave_share * rave;
        value + EXPLORATION_WEIGHT * (log_visits / (visits + 1.0)).sqrt()
    }
}

struct LocalSearch<'a> {
    goal: LocalGoal<'a>,
    start: &'a Board,
    board: Box<Board>,
    nodes: Vec<LocalNode>,
    /// By point index: the color that played there first after the node that is being updated.
    played: Vec<Option<Color>>,
    rng: Xoroshiro128PlusPlus,
}

impl<'a> LocalSearch<'a> {
    fn new(start: &'a Board, goal: LocalGoal<'a>) -> LocalSearch<'a> {
        let last = start.size().points().next_back().expect("every board has a point");
        LocalSearch {
            goal,
            start,
            board: Box::new(start.clone()),
            nodes: vec![LocalNode::new(None)],
            played: vec![None; last.index() + 1],
            rng: Xoroshiro128PlusPlus::seed_from_u64(goal.target.index() as u64),
        }
    }

    /// The success rate of the most visited move for the player who moves first.
    fn rate(&self) -> f32 {
        self.best().and_then(|node| node.own.rate()).unwrap_or(0.5)
    }

    /// The probability, from 0 to 1, that the target's point stays its owner's.
    fn survival(&self, first: Color) -> f32 {
        if first == self.goal.owner { self.rate() } else { 1.0 - self.rate() }
    }

    fn is_settled(&self, first: Color) -> bool {
        let survival = self.survival(first);
        (self.goal.stops_when_alive && survival > SETTLED_RATE)
            || (self.goal.stops_when_dead && survival < 1.0 - SETTLED_RATE)
    }

    /// The most visited move.
    fn best(&self) -> Option<&LocalNode> {
        let children = self.nodes[0].children.clone();
        self.nodes[children].iter().max_by_key(|node| node.own.count)
    }

    /// Descends to a leaf, plays out from there and backs up the result.
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
            if self.nodes[at].children.is_empty() || line.len() > self.goal.area.max_moves() {
                let (area, last) = (self.goal.area, self.nodes[at].point);
                let (rng, played) = (&mut self.rng, &mut self.played);
                play_out_locally(&mut self.board, area, color, last, rng, played);
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
        self.back_up(&line, color);
    }

    /// Whether a line ends with two passes.
    fn is_over(&self, line: &[usize]) -> bool {
        let is_pass = |&node: &usize| node != 0 && self.nodes[node].point.is_none();
        line.len() >= 2 && line[line.len() - 2..].iter().all(is_pass)
    }

    /// Backs up the final board through the nodes of a line, after which `next` was to move.
    fn back_up(&mut self, line: &[usize], next: Color) {
        let survived = owner(&self.board, self.goal.target) == Some(self.goal.owner);
        let mut player = next;
        for &at in line.iter().rev() {
            let succeeded = survived == (player == self.goal.owner);
            for child in self.nodes[at].children.clone() {
                let child = &mut self.nodes[child];
                if child.point.is_some_and(|p| self.played[p.index()] == Some(player)) {
                    child.rave.add(succeeded);
                }
            }
            player = player.opponent();
            self.nodes[at].own.add(!succeeded);
            if let Some(point) = self.nodes[at].point {
                self.played[point.index()] = Some(player);
            }
        }
    }

    fn expand(&mut self, at: usize, color: Color) {
        let start = self.nodes.len();
        let board = &self.board;
        let points = self.goal.area.points().iter().copied();
        let points = points.filter(|&p| board.is_empty(p) && board.is_candidate(p, color));
        self.nodes.extend(points.map(|point| LocalNode::new(Some(point))));
        self.nodes.push(LocalNode::new(None));
        self.nodes[at].children = start..self.nodes.len();
    }

    fn select(&self, at: usize) -> usize {
        let log_visits = (self.nodes[at].own.count.max(1) as f32).ln();
        let prior_playouts = match self.goal.has_strong_prior {
            true => RAVE_PRIOR_PLAYOUTS,
            false => WEAK_RAVE_PRIOR_PLAYOUTS,
        };
        let value = |node: usize| self.nodes[node].selection_value(log_visits, prior_playouts);
        let children = self.nodes[at].children.clone();
        children.max_by(|&a, &b| value(a).total_cmp(&value(b))).expect("a pass is always possible")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Vertex;

    fn survives(diagram: &str, target: &str, area: &str, first: Color) -> f64 {
        let board: Board = diagram.parse().unwrap();
        let at = |name: &str| Vertex::parse(board.size(), name).unwrap().point().unwrap();
        let area: Vec<Point> = area.split(' ').map(at).collect();
        let target = at(target);
        let owner = board.stone(target).unwrap();
        let area = LocalArea::new(&area);
        let goal = LocalGoal {
            target,
            owner,
            area,
            has_strong_prior: true,
            stops_when_alive: true,
            stops_when_dead: true,
        };
        local_search(&board, goal, first, 5000).survival
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
            let survival = survives(corner, "C1", "A1 A2 B2 B3 B4", first);
            assert!(survival > 0.8, "{first} first: {survival}");
        }
    }
}
