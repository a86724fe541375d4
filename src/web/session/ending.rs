//! The end of the game: the requirements of the rule set after a stop, agreement and the result.

use std::time::Instant;

use serde::Serialize;

use super::{Count, Outcome, Refused, Session, count::lead};
use crate::{
    board::{Color, Move},
    game::Stage,
    rules::End,
    sgf::point_name,
    web::{action::Mode, properties::set_values},
};

/// Number of moves after a resumption before which play cannot stop again.
const MOVES_TO_STOP: usize = 2;

/// The phase of the game, as pages show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::web) enum Phase {
    Playing,
    /// Play has stopped ([`Stage::Stopped`] or [`Stage::Over`]), and the game has not ended here by its
    /// result.
    Stopped,
    /// The game ended at the cursor.
    Over,
}

impl Session {
    /// The phase of the game at the cursor.
    pub(in crate::web) fn phase(&self) -> Phase {
        let is_end = self.over.as_ref().is_some_and(|over| over.node == self.tree.cursor());
        match self.stage() {
            _ if is_end => Phase::Over,
            Stage::Playing => Phase::Playing,
            Stage::Stopped | Stage::Over => Phase::Stopped,
        }
    }

    /// The stage of the game. Play that was resumed goes on for at least two moves: passes before it do
    /// not stop it again.
    pub(super) fn stage(&self) -> Stage {
        if self.confirmation().is_some() {
            return Stage::Playing;
        }
        let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
        let is_fresh = self.resumptions.iter().any(|resumption| {
            self.tree.position().moves < resumption.moves + MOVES_TO_STOP
                && collection.ancestors(cursor).any(|node| node == resumption.node)
        });
        if is_fresh { Stage::Playing } else { self.tree.game().stage() }
    }

    /// The key of the phase in the language table.
    pub(in crate::web) fn phase_key(&self) -> &'static str {
        let game = self.tree.game();
        let (end, stage) = (game.rules().end, self.stage());
        match (self.phase(), end) {
            (Phase::Over, _) => "phase.over",
            (Phase::Playing, _) if self.confirmation().is_some() => match self.banned_ko() {
                Some(_) => "phase.confirming-ko",
                None => "phase.confirming",
            },
            (Phase::Playing, _) if self.handicap_left() > 0 => "phase.handicap",
            (Phase::Playing, End::Mizessyn) if self.is_resumed() => "phase.mizessyn-resumed",
            (Phase::Playing, End::TwoConfirm)
                if self.is_resumed() && self.banned_ko().is_some() =>
            {
                "phase.resumed-ko"
            }
            (Phase::Playing, _) if self.is_resumed() => "phase.resumed",
            (Phase::Playing, _) => "phase.playing",
            (Phase::Stopped, End::Aga) if stage == Stage::Stopped => "phase.aga-last-pass",
            (Phase::Stopped, End::Ing) if stage == Stage::Stopped => "phase.ing-settle",
            (Phase::Stopped, End::Mizessyn) if game.is_second_count() => "phase.second-count",
            (Phase::Stopped, End::Mizessyn) => "phase.first-count",
            (Phase::Stopped, _) if game.removes_no_stones() => "phase.all-stand",
            (Phase::Stopped, End::TwoConfirm) => "phase.confirm",
            (Phase::Stopped, End::Agree) => "phase.agree",
            (Phase::Stopped, _) => "phase.mark-dead",
        }
    }

    /// Whether play has stopped. Where a last pass is owed, it goes on.
    pub(super) fn has_stopped(&self) -> bool {
        match self.stage() {
            Stage::Playing => false,
            Stage::Stopped => self.tree.game().rules().end != End::Aga,
            Stage::Over => true,
        }
    }

    /// Whether the players count, in a game that is played. A count that is wanted while play goes on is
    /// only shown.
    pub(in crate::web) fn is_counting(&self) -> bool {
        let is_played = self.mode == Mode::Play && self.over.is_none();
        is_played && self.count.is_some() && self.has_stopped()
    }

    /// Whether passes count as agreement: the second pair of passes.
    pub(super) fn may_pass_in_count(&self) -> bool {
        self.stage() == Stage::Stopped
    }

    /// Plays one of the second pair of passes, which agree to the marks.
    pub(super) fn pass_in_count(&mut self, color: Color, now: Instant) -> Outcome {
        let count = self.count.clone();
        self.play_move(color, Move::Pass, now)?;
        let (node, version) = (self.tree.cursor(), self.tree.position_version());
        self.count = count.map(|count| Count { node, version, ..count });
        if let Some(count) = &mut self.count {
            count.agreed[color.index()] = true;
        }
        Ok(())
    }

    /// Whether chains may be marked.
    pub(in crate::web) fn may_mark(&self) -> bool {
        let stands = self.count.as_ref().is_none_or(|count| count.all_stand);
        let is_over = self.over.is_some() && self.mode == Mode::Play;
        !(stands || is_over || self.tree.game().removes_no_stones())
    }

    /// A word for the actions of a player that the count allows.
    pub(in crate::web) fn next_in_count(&self) -> &'static str {
        let end = self.tree.game().rules().end;
        if !self.is_counting() {
            return "none";
        }
        match end {
            End::Mizessyn => "agree-or-second-count",
            End::Agree => "agree-or-say-who-moves",
            End::Ing => "pass-or-resume",
            End::TwoConfirm => "agree-or-demand",
            End::Aga if self.is_resumed() => "agree-or-all-stand",
            End::Two | End::Aga => "agree-or-resume",
        }
    }

    /// Starts and ends the count, and ends games that need no agreement.
    pub(super) fn check_end(&mut self, now: Instant) {
        if let Err(refused) = self.check_confirmation(now) {
            self.show_error(&refused.message);
        }
        let (cursor, version) = (self.tree.cursor(), self.tree.position_version());
        if !self.wants_count() {
            self.count = None;
            return;
        }
        let is_same = |count: &Count| count.node == cursor && count.version == version;
        if !self.count.as_ref().is_some_and(is_same) {
            self.count = Some(Count::new(cursor, version));
        }
        self.judge_without_engine();
        if self.mode != Mode::Play || self.over.is_some() {
            return;
        }
        if self.has_stopped() {
            self.clock.pause(now);
        }
        if self.tree.game().has_no_result() {
            self.finish("Void".to_owned(), now);
        } else {
            self.agree_engines();
            self.finish_if_agreed(now);
        }
    }

    /// Takes all stones for alive if no engine judges them, so that people can mark them.
    fn judge_without_engine(&mut self) {
        let game = self.tree.game();
        if self.engine.failure.is_some()
            && let Some(count) = self.count.as_mut().filter(|count| count.verdict.is_none())
        {
            count.judge_as_alive(game);
        }
    }

    /// Whether the position is counted.
    fn wants_count(&self) -> bool {
        if self.confirmation().is_some() {
            return false;
        }
        let is_wanted = self.count_here == Some(self.tree.cursor());
        is_wanted || self.has_stopped() || self.tree.game().has_no_result()
    }

    /// Lets the engine agree to its own judgment, and to marks that are no better for its opponent.
    fn agree_engines(&mut self) {
        let is_engine = Color::ALL.map(|color| self.is_engine(color));
        let game = self.tree.game();
        let Some(count) = &mut self.count else { return };
        let (Some(counted), Some(judged)) = (count.counted(game), count.judged_score(game)) else {
            return;
        };
        for color in Color::ALL.into_iter().filter(|color| is_engine[color.index()]) {
            let is_fair = lead(&counted.score, color) >= lead(&judged, color);
            count.agreed[color.index()] = count.is_as_judged() || is_fair || count.all_stand;
        }
    }

    /// Ends the game if both players agree, or if there is nothing to agree on.
    fn finish_if_agreed(&mut self, now: Instant) {
        let Some(count) = &self.count else { return };
        let (game, stage) = (self.tree.game(), self.stage());
        // Four passes agree.
        let has_passed = game.rules().end == End::Ing && stage == Stage::Over;
        let is_settled = game.removes_no_stones() || count.all_stand || has_passed;
        let is_agreed = is_settled || count.agreed == [true; 2];
        if count.verdict.is_none() || !self.has_stopped() || !is_agreed {
            return;
        }
        if stage == Stage::Stopped && !count.all_stand {
            self.pass_for_agreement(now);
        } else {
            self.finish_by_count(now);
        }
    }

    /// Plays the second pair of passes, by which the players agree, and ends the game.
    fn pass_for_agreement(&mut self, now: Instant) {
        while self.stage() == Stage::Stopped {
            let color = self.tree.game().to_move();
            if let Err(refused) = self.pass_in_count(color, now) {
                return self.show_error(&refused.message);
            }
        }
        self.finish_by_count(now);
    }

    /// Ends the game with the result of the count, and writes the territory.
    fn finish_by_count(&mut self, now: Instant) {
        let game = self.tree.game();
        let Some(counted) = self.count.as_ref().and_then(|count| count.counted(game)) else {
            return;
        };
        let (node, size) = (self.tree.cursor(), game.size());
        let names = counted
            .territory
            .map(|points| points.iter().map(|point| point_name(size, point)).collect::<Vec<_>>());
        let written = self.tree.edit(|editor| {
            set_values(editor, node, "TB", &names[0])?;
            set_values(editor, node, "TW", &names[1])
        });
        if let Err(reason) = written {
            self.show_error(&reason);
        }
        self.finish(counted.score.to_string(), now);
    }

    /// Toggles whether a chain is dead.
    pub(super) fn mark_dead(&mut self, vertex: &str) -> Outcome {
        let mv = self.read_vertex(vertex)?;
        if !self.may_mark() {
            let message = "every stone on the board counts: no chain can be marked";
            return Err(Refused::conflict("marks", message));
        }
        let board = self.tree.game().board();
        let stone = mv.point().filter(|&point| board.stone(point).is_some());
        let stone = stone.ok_or_else(|| Refused::conflict("empty", "there is no stone"))?;
        match &mut self.count {
            Some(count) if count.verdict.is_some() => {
                count.toggle(board, stone);
                Ok(())
            }
            _ => Err(Refused::still_judging()),
        }
    }

    /// Agrees to the marks, for one player or for all people.
    pub(super) fn agree(&mut self, color: Option<Color>, now: Instant) -> Outcome {
        if !self.is_counting() {
            return Err(Refused::not_stopped());
        }
        let people: Vec<Color> =
            Color::ALL.into_iter().filter(|&color| !self.is_engine(color)).collect();
        let Some(count) = self.count.as_mut().filter(|count| count.verdict.is_some()) else {
            return Err(Refused::still_judging());
        };
        let agreed_before = count.agreed;
        for &person in people.iter().filter(|&&person| color.is_none_or(|color| color == person)) {
            count.agreed[person.index()] = true;
        }
        self.check_end(now);
        match (&self.over, self.only_person()) {
            (None, Some(person)) => {
                if let Some(count) = &mut self.count {
                    count.agreed = agreed_before;
                }
                let opponent = person.opponent();
                let message =
                    format!("{opponent} does not agree to these dead stones: resume play");
                Err(Refused::conflict("disagreement", message))
            }
            _ => Ok(()),
        }
    }
}
