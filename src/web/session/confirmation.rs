//! The confirmation of life and death, played out: a hypothetical line from the position in which play
//! stopped shows whether a chain can be captured (Japanese rules of 1989, article 7).

use std::time::Instant;

use super::{Count, Outcome, Refused, Session};
use crate::{
    board::{Board, Color, Move, Point, PointSet, Vertex},
    game::{ConfirmationKos, Game, Stage},
    rules::{End, Rules},
    score::{Judgment, Tally, count},
    sgf::NodeId,
    web::{
        action::Mode,
        properties::{node_move, set_text},
        tree::Position,
        worker::ConfirmTask,
    },
};

/// The rules of the engine's games in a confirmation: by area, one chain's life can decide them.
const CONFIRMATION_RULES: Rules = Rules::CHINESE;

/// Number of passes in a row that end the line, passes for kos not counted.
const PASSES_TO_END: usize = 2;

/// A chain whose life is confirmed by play.
#[derive(Clone, Debug)]
pub(in crate::web) struct Confirmation {
    /// The node in which play stopped.
    stop: NodeId,
    /// The node at which the line begins. It branches off before the last pass, so that the game
    /// ends with the stop.
    pub(super) start: NodeId,
    /// A stone of the chain, its points when play stopped, and its color.
    pub(in crate::web) stone: Point,
    chain: PointSet,
    owner: Color,
    /// The count when play stopped.
    count: Count,
}

/// The state of the line at the cursor.
#[derive(Default)]
struct Line {
    kos: ConfirmationKos,
    /// Number of passes at its end that are not for a ko.
    passes: usize,
}

impl Session {
    /// Begins to play out whether the chain at a point lives; `first` moves first, or else the player who
    /// tries to capture it.
    pub(super) fn begin_confirmation(&mut self, vertex: &str, first: Option<Color>) -> Outcome {
        let point = self.read_vertex(vertex)?.point();
        let game = self.tree.game();
        if game.rules().end != End::TwoConfirm || !self.may_mark() {
            let message = "this rule set has no confirmation of life and death";
            return Err(Refused::conflict("marks", message));
        }
        if !self.is_counting() || self.stage() == Stage::Playing {
            return Err(Refused::not_stopped());
        }
        let stone = point.and_then(|point| Some((point, game.board().stone(point)?)));
        let Some((point, owner)) = stone else {
            return Err(Refused::conflict("empty", "there is no stone"));
        };
        let Some(count) = self.count.clone().filter(|count| count.verdict.is_some()) else {
            return Err(Refused::still_judging());
        };
        let chain = game.board().chain(point).collect();
        let name = format!("{} dead or alive?", Vertex::of(game.size(), point));
        let first = first.unwrap_or(owner.opponent());
        let stop = self.tree.cursor();
        self.tree.branch_off()?;
        let branch = self.tree.cursor();
        self.tree.edit(|editor| set_text(editor, branch, "N", &name))?;
        if first != self.tree.game().to_move() {
            self.tree.add_turn(first, false)?;
        }
        let start = self.tree.cursor();
        self.count = None;
        self.confirmation = Some(Confirmation { stop, start, stone: point, chain, owner, count });
        Ok(())
    }

    /// The confirmation that is played out, if the cursor is in its line.
    pub(in crate::web) fn confirmation(&self) -> Option<&Confirmation> {
        let confirmation = self.confirmation.as_ref().filter(|_| self.mode == Mode::Play)?;
        let mut line = self.tree.collection().ancestors(self.tree.cursor());
        line.any(|node| node == confirmation.start).then_some(confirmation)
    }

    /// The ko that the player to move may not take back now.
    pub(in crate::web) fn banned_ko(&self) -> Option<Point> {
        let (board, color) = (self.tree.game().board(), self.to_move());
        match self.confirmation() {
            Some(confirmation) => self.line(confirmation).kos.banned(board, color),
            None => board.ko_against(color),
        }
    }

    /// The points where the player to move would take back a ko without a pass for it, in the
    /// confirmation.
    pub(in crate::web) fn banned_in_confirmation(&self) -> PointSet {
        let Some(confirmation) = self.confirmation() else { return PointSet::EMPTY };
        self.line(confirmation).banned(self.tree.game())
    }

    /// Checks that a legal move does not take back a ko without a pass for it.
    pub(super) fn check_ko_of_confirmation(&self, mv: Move) -> Outcome {
        let banned = self.banned_in_confirmation();
        if !mv.point().is_some_and(|point| banned.contains(point)) {
            return Ok(());
        }
        let vertex = Vertex::new(self.tree.size(), mv);
        let message = format!("{vertex}: the ko may be taken back after a pass for it");
        Err(Refused::conflict("ko-pass", message))
    }

    /// Stops the clock, and ends the line if both players have passed.
    pub(super) fn check_confirmation(&mut self, now: Instant) -> Outcome {
        let Some(confirmation) = self.confirmation() else { return Ok(()) };
        let has_ended = self.line(confirmation).passes >= PASSES_TO_END;
        self.clock.pause(now);
        if has_ended { self.end_confirmation() } else { Ok(()) }
    }

    /// Goes back to the position in which play stopped, and marks the chain by the end of the line:
    /// it is alive if a stone of its color, be it a new one, is on its points.
    pub(super) fn end_confirmation(&mut self) -> Outcome {
        let Some(&Confirmation { stone, chain, owner, .. }) = self.confirmation() else {
            return Err(Refused::conflict("playing", "nothing is confirmed"));
        };
        let board = self.tree.game().board();
        let is_alive = chain.iter().any(|point| board.stone(point) == Some(owner));
        self.leave_confirmation()?;
        if let Some(count) = &mut self.count {
            count.mark(chain.iter(), !is_alive);
            count.confirmed = Some((stone, is_alive));
        }
        Ok(())
    }

    /// Goes back to the position in which play stopped, as it was.
    pub(super) fn leave_confirmation(&mut self) -> Outcome {
        if self.confirmation().is_none() {
            return Ok(());
        }
        if let Some(Confirmation { stop, mut count, .. }) = self.confirmation.take() {
            self.redo_line.clear();
            self.tree.go_to(stop)?;
            count.version = self.tree.position_version();
            self.count = Some(count);
        }
        Ok(())
    }

    /// The game and the task of the engine for its move in the line.
    pub(super) fn confirm_task(&self) -> Option<(Game, ConfirmTask)> {
        let confirmation = self.confirmation()?;
        let Confirmation { stop, chain, owner, count, .. } = confirmation;
        let stopped = Position::at(self.tree.collection(), *stop).ok()?.game;
        let (board, color) = (self.tree.game().board(), self.to_move());
        let mut game = Game::from_position(board.clone(), color, CONFIRMATION_RULES);
        game.set_komi(Some(deciding_komi(stopped.board(), chain, &count.dead)));
        let line = self.line(confirmation);
        let task = ConfirmTask {
            color,
            owner: *owner,
            chain: *chain,
            banned: line.banned(self.tree.game()),
            has_opponent_passed: line.passes > 0,
        };
        Some((game, task))
    }

    fn line(&self, confirmation: &Confirmation) -> Line {
        let (collection, size) = (self.tree.collection(), self.tree.size());
        let mut line = Line::default();
        let Ok(Position { mut game, .. }) = Position::at(collection, confirmation.start) else {
            return line;
        };
        let nodes = collection.line_to(self.tree.cursor());
        let nodes = nodes.into_iter().skip_while(|&node| node != confirmation.start).skip(1);
        for (color, mv) in nodes.filter_map(|node| node_move(collection, node, size)) {
            let is_for_ko = line.kos.follow(game.board(), color, mv);
            let is_pass = mv == Move::Pass && !is_for_ko;
            line.passes = if is_pass { line.passes + 1 } else { 0 };
            if game.play_as_recorded(color, mv).is_err() {
                break;
            }
        }
        line
    }
}

impl Line {
    /// The points where the player to move would take back a ko without a pass for it.
    fn banned(&self, game: &Game) -> PointSet {
        let (board, color) = (game.board(), game.to_move());
        board.size().points().filter(|&point| self.kos.forbids(board, point, color)).collect()
    }
}

/// The komi with which area scoring decides by the life of the chain alone: the mean of the margins
/// with the chain alive and dead, and never a draw.
fn deciding_komi(board: &Board, chain: &PointSet, dead: &PointSet) -> f64 {
    let mut game = Game::from_position(board.clone(), Color::Black, CONFIRMATION_RULES);
    game.set_komi(Some(0.0));
    let margin = |is_dead: bool| {
        let is_marked = |point: &Point| {
            if chain.contains(*point) { is_dead } else { dead.contains(*point) }
        };
        let dead = board.size().points().filter(is_marked).collect();
        count(board, &CONFIRMATION_RULES, &Judgment { dead, seki: None }, &Tally::of(&game))
            .margin()
    };
    f64::midpoint(margin(true), margin(false)).floor() + 0.5
}
