//! Taking dead stones off the board after the players disagreed about them.

use std::time::Instant;

use super::{Decision, Engine, SearchOptions};
use crate::{
    board::{Board, Color, Move, Point, PointSet},
    game::Game,
    search::{SearchConstraint, Watcher},
    status::Effort,
};

impl Engine {
    /// Finds a turn for `color` and plays it as [`genmove`](Self::genmove) does, but goes after the
    /// opponent's dead stones as long as there are any, and never resigns.
    ///
    /// From the first such turn until the next game all stones on the board count as alive: who
    /// calls some dead captures them (KGS's clean-up phase).
    pub fn genmove_cleanup(&mut self, color: Color, watcher: &impl Watcher) -> Decision {
        let start = Instant::now();
        self.cleans_up = true;
        self.settle_player();
        let foresight = self.timely_foresight(color, start);
        let foresight = foresight.unwrap_or_else(|| self.foresight(Effort::Quick));
        let moves = capturing_moves(&self.game, color, &foresight.status().judgement.dead);
        if moves.is_empty() && self.may_pass_at_once(color, Some(&foresight)) {
            let decision = Decision::Turn(Move::Pass);
            self.make(color, decision, start);
            return decision;
        }
        let constraints = match moves.is_empty() {
            true => Vec::new(),
            false => vec![SearchConstraint { color, moves, is_exclusive: true, depth: 1 }],
        };
        let question = SearchOptions { constraints, ..SearchOptions::default() };
        let limits = self.limits(color, start);
        let report = self.search(color, limits, &question, watcher);
        let decision = Decision::Turn(report.best().mv);
        self.make(color, decision, start);
        decision
    }
}

/// The legal plays of `color` that may help to capture a dead chain of the opponent: in the empty
/// regions around it.
pub(super) fn capturing_moves(game: &Game, color: Color, dead: &PointSet) -> Vec<Move> {
    let board = game.board();
    let is_target =
        |&chain: &Point| board.stone(chain) == Some(color.opponent()) && dead.contains(chain);
    let mut region = PointSet::EMPTY;
    for chain in board.chains().filter(is_target) {
        board.liberties(chain).for_each(|liberty| add_region(board, liberty, &mut region));
    }
    let is_playable = |point: &Point| {
        !board.is_suicide(*point, color)
            && !board.is_eye(*point, color)
            && game.check(color, Move::Play(*point)).is_ok()
    };
    region.iter().filter(is_playable).map(Move::Play).collect()
}

/// Adds the empty points connected with `start`.
fn add_region(board: &Board, start: Point, region: &mut PointSet) {
    let mut pending = vec![start];
    while let Some(point) = pending.pop() {
        if region.insert(point) {
            pending.extend(board.neighbours(point).filter(|&place| board.is_empty(place)));
        }
    }
}
