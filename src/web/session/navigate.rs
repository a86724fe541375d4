//! Moving the cursor, and the mode.

use std::time::Instant;

use super::{Outcome, Refused, Session};
use crate::{
    sgf::{Collection, NodeId},
    web::action::{Mode, StepBy, StepTo},
};

impl Session {
    /// Goes to a node. In a game that is played, this is a look at the record: the clock is paused,
    /// and the engine waits until the game goes on.
    pub(super) fn go(&mut self, node: usize, now: Instant) -> Outcome {
        self.go_to(self.read_node(node)?, now)
    }

    /// The node with this number.
    pub(super) fn read_node(&self, index: usize) -> Result<NodeId, Refused> {
        let node = self.tree.node(index);
        node.ok_or_else(|| Refused::conflict("node", "the node was deleted"))
    }

    pub(super) fn go_to(&mut self, node: NodeId, now: Instant) -> Outcome {
        let left = self.tree.cursor();
        if node != left {
            let (root, size) = (self.tree.root(), self.tree.size());
            self.tree.go_to(node)?;
            self.interrupt_game(left, now);
            if self.tree.size() != size {
                self.region.clear();
            }
            if self.tree.root() != root {
                self.show_own_review();
            }
        }
        Ok(())
    }

    /// Interrupts a game that is played, at the node that is left.
    pub(super) fn interrupt_game(&mut self, left: NodeId, now: Instant) {
        if self.mode == Mode::Play {
            self.mode = Mode::Review;
            self.clock.pause(now);
            self.interrupted_at = Some(left);
            self.confirmation = None;
        }
    }

    /// Goes some steps along the line, or to another variation.
    pub(super) fn step(&mut self, by: &StepBy, now: Instant) -> Outcome {
        let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
        let target = match by {
            StepBy::Nodes(steps) if *steps < 0 => {
                let back = usize::try_from(steps.unsigned_abs()).unwrap_or(usize::MAX);
                collection.ancestors(cursor).take(back.saturating_add(1)).last()
            }
            StepBy::Nodes(steps) => {
                let on = usize::try_from(*steps).unwrap_or(usize::MAX);
                collection.main_variation(cursor).take(on.saturating_add(1)).last()
            }
            StepBy::To(StepTo::First) => Some(self.tree.root()),
            StepBy::To(StepTo::Last) => collection.main_variation(cursor).last(),
            StepBy::To(StepTo::NextVariation) => sibling(collection, cursor, true),
            StepBy::To(StepTo::PreviousVariation) => sibling(collection, cursor, false),
        };
        self.go_to(target.unwrap_or(cursor), now)
    }

    /// Plays on from the cursor, or stops playing.
    pub(super) fn set_mode(&mut self, mode: Mode, now: Instant) -> Outcome {
        if mode == self.mode {
            return Ok(());
        }
        match mode {
            Mode::Review => self.interrupt_game(self.tree.cursor(), now),
            Mode::Play => {
                let is_end = |over: &super::GameOver| over.node == self.tree.cursor();
                if self.over.as_ref().is_some_and(is_end) {
                    return Err(Refused::game_over());
                }
                self.mode = Mode::Play;
                // The first move takes the result out of the record.
                self.over = None;
                self.forget_later_resumptions();
                // At the node of the interruption, the turn goes on with the time already spent,
                // unless an edit has made it the opponent's.
                let is_same_turn = self.interrupted_at.take() == Some(self.tree.cursor())
                    && self.clock.turn() == Some(self.to_move());
                if !is_same_turn {
                    self.restore_clock(now);
                }
                self.clock.resume(now);
            }
        }
        Ok(())
    }

    /// Shows another game of the file.
    pub(super) fn show_game(&mut self, index: usize, now: Instant) -> Outcome {
        let game = self.tree.collection().games().nth(index);
        let game = game.ok_or_else(|| Refused::invalid(format!("there is no game {index}")))?;
        self.go_to(game, now)
    }
}

/// The next variation of a node's parent, or the previous one, wrapping around.
fn sibling(collection: &Collection, node: NodeId, is_next: bool) -> Option<NodeId> {
    let parent = collection.parent(node).filter(|&parent| parent != NodeId::COLLECTION)?;
    if is_next {
        return collection.next_sibling(node).or_else(|| collection.first_child(parent));
    }
    let before = collection.children(parent).take_while(|&child| child != node).last();
    before.or_else(|| collection.last_child(parent))
}
