//! Moves of the players, and taking them back.

use std::time::Instant;

use super::{GameOver, Outcome, Refused, Session};
use crate::{
    board::{Color, Move, Vertex},
    game::{Game, IllegalMove},
    rules::{IllegalMovePolicy, Ko},
    sgf::NodeId,
    web::{
        action::Mode,
        clock::{system_properties, time_properties},
        tree::Position,
    },
};

impl Session {
    /// Plays a move of the player to move, who is a person.
    pub(super) fn play_by_person(&mut self, vertex: &str, forfeits: bool, now: Instant) -> Outcome {
        let mv = self.read_vertex(vertex)?;
        if self.handicap_left() > 0 {
            return self.place_handicap_stone(mv, now);
        }
        let color = self.to_move();
        if self.mode == Mode::Play {
            self.check_turn(color, now)?;
        }
        self.check_ko_of_confirmation(mv)?;
        let Err(reason) = self.tree.game().check(color, mv) else {
            return match self.is_counting() && mv == Move::Pass {
                true => self.pass_in_count(color, now),
                false => self.play_move(color, mv, now),
            };
        };
        let loses = self.tree.game().rules().illegal == IllegalMovePolicy::Forfeit;
        let mut refused = self.explain(mv, reason);
        if loses && self.is_game_move() {
            if forfeits {
                self.finish(format!("{}+F", color.opponent().letter()), now);
                return Ok(());
            }
            refused.message += "; under these rules an illegal move loses the game";
        }
        Err(refused)
    }

    /// Checks that a person may move.
    fn check_turn(&self, color: Color, now: Instant) -> Outcome {
        if self.over.is_some() || self.clock.flagged(now).is_some() {
            return Err(Refused::game_over());
        }
        if self.is_engine(color) {
            return Err(Refused::conflict("turn", format!("it is {color}'s turn, the engine's")));
        }
        if self.is_counting() && !self.may_pass_in_count() {
            let message = "play has stopped: agree on the dead stones, or resume play";
            return Err(Refused::conflict("stopped", message));
        }
        Ok(())
    }

    /// Reads a vertex of the board.
    pub(super) fn read_vertex(&self, vertex: &str) -> Result<Move, Refused> {
        let size = self.tree.size();
        Vertex::parse(size, vertex).map_err(|error| Refused::invalid(error.to_string()))
    }

    /// The refusal of an illegal move, with a message for people.
    fn explain(&self, mv: Move, reason: IllegalMove) -> Refused {
        let position = self.tree.position();
        let vertex = Vertex::new(position.game.size(), mv);
        let (kind, earlier) = why_illegal(position, reason);
        let text = match (reason, earlier) {
            (IllegalMove::Occupied, _) => "there is a stone".to_owned(),
            (_, Some(0)) => "it repeats the position at the start".to_owned(),
            (_, Some(number)) => format!("it repeats the position after move {number} ({kind})"),
            (IllegalMove::SingleStoneSuicide, _) => "suicide of a single stone".to_owned(),
            _ => "suicide".to_owned(),
        };
        let message = format!("{vertex}: {text}");
        Refused { kind, message, earlier_move: earlier, is_conflict: true }
    }

    /// Whether moves are those of a game that is played, not of a record or a hypothetical line.
    fn is_game_move(&self) -> bool {
        self.mode == Mode::Play && self.confirmation().is_none()
    }

    /// Plays a legal move.
    pub(super) fn play_move(&mut self, color: Color, mv: Move, now: Instant) -> Outcome {
        let is_played = self.is_game_move();
        let (mut properties, mut of_root) = (Vec::new(), Vec::new());
        if is_played {
            of_root.push(("RE", None));
        }
        let clock = self.clock.clone();
        if is_played && self.clock.is_used() {
            self.clock.press(color, now);
            if self.clock.flagged(now).is_some() {
                return Err(Refused::conflict("time", "the time is used up"));
            }
            let (systems, times) = (self.clock.systems(), self.clock.times(now));
            for color in Color::ALL {
                let (system, time) = (systems[color.index()], times[color.index()]);
                properties.extend(time_properties(color, system, &time));
            }
            of_root.extend(system_properties(systems));
        }
        if let Err(refused) = self.tree.play(color, mv, &properties, &of_root, is_played) {
            self.clock = clock;
            return Err(refused.into());
        }
        if is_played {
            self.times.insert(self.tree.cursor(), self.clock.times(now));
        }
        if self.mode == Mode::Play {
            self.redo_line.clear();
        }
        Ok(())
    }

    /// Goes back to the last turn of a person.
    pub(super) fn undo(&mut self, now: Instant) -> Outcome {
        let left = self.tree.cursor();
        let target = self.undo_target();
        let target = target.ok_or_else(|| Refused::conflict("undo", "there is nothing to undo"))?;
        if self.confirmation().is_some() {
            self.redo_line.push(left);
            return Ok(self.tree.go_to(target)?);
        }
        self.leave_end()?;
        let had_stopped = self.has_stopped();
        self.tree.go_to(target)?;
        self.forget_later_resumptions();
        self.redo_line.push(left);
        if self.mode == Mode::Play {
            self.restore_clock(now);
            if had_stopped {
                self.clock.resume(now);
            }
        }
        Ok(())
    }

    /// The node that undo goes to.
    pub(in crate::web) fn undo_target(&self) -> Option<NodeId> {
        if let Some(confirmation) = self.confirmation() {
            return self.last_turn_of_person(confirmation.start);
        }
        if self.mode == Mode::Review || Color::ALL.iter().all(|&color| self.is_engine(color)) {
            return self.tree.collection().ancestors(self.tree.cursor()).nth(1);
        }
        self.last_turn_of_person(self.tree.root())
    }

    /// The last node before the cursor, from a node of its line on, at which a person is to move.
    fn last_turn_of_person(&self, start: NodeId) -> Option<NodeId> {
        let turns = self.tree.turns();
        let from_start = turns.iter().position(|&(node, _)| node == start)?;
        let above = turns[from_start..].iter().rev().skip(1);
        above.copied().find(|&(_, color)| !self.is_engine(color)).map(|(node, _)| node)
    }

    /// Goes to the node that undo left last.
    pub(super) fn redo(&mut self, now: Instant) -> Outcome {
        let target = self.redo_target();
        let target = target.ok_or_else(|| Refused::conflict("redo", "there is nothing to redo"))?;
        self.redo_line.pop();
        self.tree.go_to(target)?;
        self.leave_end()?;
        if self.is_game_move() {
            self.restore_clock(now);
        }
        Ok(())
    }

    /// The node that redo goes to.
    pub(in crate::web) fn redo_target(&self) -> Option<NodeId> {
        let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
        let last = self.redo_line.last().copied().filter(|&node| collection.contains(node))?;
        collection.ancestors(last).skip(1).any(|node| node == cursor).then_some(last)
    }

    /// Resigns for a person.
    pub(super) fn resign(&mut self, color: Option<Color>, now: Instant) -> Outcome {
        if self.over.is_some() {
            return Err(Refused::game_over());
        }
        if self.mode == Mode::Review {
            return Err(Refused::conflict("review", "no game is played: a record is shown"));
        }
        let color = color.or_else(|| self.only_person()).unwrap_or_else(|| self.to_move());
        self.leave_confirmation()?;
        self.finish(format!("{}+R", color.opponent().letter()), now);
        Ok(())
    }

    /// Ends the game with this result.
    pub(super) fn finish(&mut self, result: String, now: Instant) {
        let (root, node) = (self.tree.root(), self.tree.cursor());
        self.clock.stop(now);
        let set = |editor: &mut crate::sgf::Editor| editor.set_property(root, "RE", &[&result]);
        if let Err(reason) = self.tree.edit(set) {
            self.show_error(&reason);
        }
        self.over = Some(GameOver { root, node, result });
    }

    /// Takes the end of the game back, if the game goes on.
    fn leave_end(&mut self) -> Outcome {
        if self.mode != Mode::Play {
            return Ok(());
        }
        let Some(over) = self.over.take() else { return Ok(()) };
        if self.shows(&over) {
            let root = self.tree.root();
            self.tree.edit(|editor| editor.remove_property(root, "RE"))?;
        }
        Ok(())
    }

    /// Whether the game that is shown is the one that ended so.
    pub(in crate::web) fn shows(&self, over: &GameOver) -> bool {
        over.root == self.tree.root()
    }

    /// Restores the clock of the node at the cursor, which runs for the player to move.
    pub(in crate::web) fn restore_clock(&mut self, now: Instant) {
        if self.clock.is_used() {
            let (times, color) = (self.times_at(self.tree.cursor()), self.to_move());
            self.clock.restore(times, color, now);
        }
    }
}

/// The kind of an illegal move, and the number on the record of the move whose position it repeats.
pub(in crate::web) fn why_illegal(
    position: &Position,
    reason: IllegalMove,
) -> (&'static str, Option<usize>) {
    match reason {
        IllegalMove::Occupied => ("occupied", None),
        IllegalMove::Suicide => ("suicide", None),
        IllegalMove::SingleStoneSuicide => ("single-stone-suicide", None),
        IllegalMove::Repetition(number) => {
            let kind = if is_ko(&position.game, number) { "ko" } else { "superko" };
            (kind, Some(position.recorded_number(number)))
        }
    }
}

/// Whether a repetition of the position after this move is a simple ko.
fn is_ko(game: &Game, number: usize) -> bool {
    game.rules().ko == Ko::Simple || number + 1 == game.turns().len()
}
