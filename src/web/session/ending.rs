//! The end of the game: what the rule set asks for after a stop, agreement, disputes and the result.

use std::time::Instant;

use serde::Serialize;

use super::{Count, Outcome, Refused, Session, count::lead};
use crate::{
    board::{Color, Move, PointSet},
    game::Stage,
    rules::{End, Removal, Scoring},
    sgf::{EditError, Editor, NodeId, point_name},
    web::action::Mode,
};

/// Where the game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(in crate::web) enum Phase {
    Playing,
    Stopped,
    Over,
}

impl Session {
    /// Where the game stands.
    pub(in crate::web) fn phase(&self) -> Phase {
        let is_end = self.over.as_ref().is_some_and(|over| over.node == self.tree.cursor());
        match self.tree.game().stage() {
            _ if is_end => Phase::Over,
            _ if self.resumed_at == Some(self.tree.cursor()) => Phase::Playing,
            Stage::Playing => Phase::Playing,
            Stage::Stopped | Stage::Over => Phase::Stopped,
        }
    }

    /// The key of the phase in the language table.
    pub(in crate::web) fn phase_key(&self) -> &'static str {
        let game = self.tree.game();
        let (end, stage) = (game.rules().end, game.stage());
        match (self.phase(), end) {
            (Phase::Over, _) => "phase.over",
            (Phase::Playing, _) if self.handicap_left > 0 => "phase.handicap",
            (Phase::Playing, End::Mizessyn) if self.disputes > 0 => "phase.mizessyn-resumed",
            (Phase::Playing, _) if self.disputes > 0 => "phase.resumed",
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

    /// Whether the players count, in a game that is played.
    pub(in crate::web) fn is_counting(&self) -> bool {
        self.mode == Mode::Play && self.over.is_none() && self.count.is_some()
    }

    /// Whether passes count as agreement: the second pair of passes.
    pub(super) fn may_pass_in_count(&self) -> bool {
        self.tree.game().stage() == Stage::Stopped
    }

    /// Whether chains may be marked.
    pub(in crate::web) fn may_mark(&self) -> bool {
        let stands = self.count.as_ref().is_none_or(|count| count.all_stand);
        let is_over = self.over.is_some() && self.mode == Mode::Play;
        !(stands || is_over || self.tree.game().removes_no_stones())
    }

    /// What a player can do next in the count, as a word.
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
            End::Aga if self.disputes > 0 => "agree-or-all-stand",
            End::Two | End::Aga => "agree-or-resume",
        }
    }

    /// Starts and ends the count, and ends games that need no agreement.
    pub(super) fn check_end(&mut self, now: Instant) {
        let (cursor, version) = (self.tree.cursor(), self.tree.position_version());
        if !self.wants_count() {
            self.count = None;
            return;
        }
        let is_same = |count: &Count| count.node == cursor && count.version == version;
        if !self.count.as_ref().is_some_and(is_same) {
            self.count = Some(Count::new(cursor, version));
        }
        if self.mode != Mode::Play || self.over.is_some() {
            return;
        }
        if self.tree.game().stage() != Stage::Playing {
            self.clock.pause(now);
        }
        if self.tree.game().has_no_result() {
            self.finish("Void".to_owned(), now);
        } else {
            self.agree_engines();
            self.finish_if_agreed(now);
        }
    }

    /// Whether the position is counted.
    fn wants_count(&self) -> bool {
        let (cursor, game) = (self.tree.cursor(), self.tree.game());
        if self.count_here == Some(cursor) {
            return true;
        }
        let is_owed_pass = game.stage() == Stage::Stopped && game.rules().end == End::Aga;
        let has_stopped = game.stage() != Stage::Playing || game.has_no_result();
        has_stopped && !is_owed_pass && self.resumed_at != Some(cursor)
    }

    /// The engine agrees to its own judgment, and to marks that are no better for its opponent.
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
        let stage = self.tree.game().stage();
        let is_settled = self.tree.game().removes_no_stones() || count.all_stand;
        let is_agreed = is_settled || count.agreed == [true; 2];
        if count.status.is_none() || stage == Stage::Playing || !is_agreed {
            return;
        }
        if stage == Stage::Stopped && !count.all_stand {
            self.pass_for_agreement(now);
        } else {
            self.finish_by_count(now);
        }
    }

    /// The second pair of passes, by which the players agree.
    fn pass_for_agreement(&mut self, now: Instant) {
        let count = self.count.take();
        while self.tree.game().stage() == Stage::Stopped {
            let color = self.tree.game().to_move();
            if let Err(refused) = self.play_move(color, Move::Pass, now) {
                return self.show_error(&refused.message);
            }
        }
        self.clock.pause(now);
        let (node, version) = (self.tree.cursor(), self.tree.position_version());
        self.count = count.map(|count| Count { node, version, ..count });
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
            write_points(editor, node, "TB", &names[0])?;
            write_points(editor, node, "TW", &names[1])
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
            Some(count) if count.status.is_some() => {
                count.toggle(board, stone);
                Ok(())
            }
            _ => Err(Refused::conflict("judging", "the engine is still judging the stones")),
        }
    }

    /// Agrees to the marks, for one player or for all people.
    pub(super) fn agree(&mut self, color: Option<Color>, now: Instant) -> Outcome {
        if !self.is_counting() {
            return Err(Refused::conflict("playing", "play has not stopped"));
        }
        let people: Vec<Color> =
            Color::ALL.into_iter().filter(|&color| !self.is_engine(color)).collect();
        let Some(count) = self.count.as_mut().filter(|count| count.status.is_some()) else {
            return Err(Refused::conflict("judging", "the engine is still judging the stones"));
        };
        for &person in people.iter().filter(|&&person| color.is_none_or(|color| color == person)) {
            count.agreed[person.index()] = true;
        }
        self.check_end(now);
        match (&self.over, self.only_person()) {
            (None, Some(person)) => {
                if let Some(count) = &mut self.count {
                    count.agreed[person.index()] = false;
                }
                let opponent = person.opponent();
                let message =
                    format!("{opponent} does not agree to these dead stones: resume play");
                Err(Refused::conflict("disagreement", message))
            }
            _ => Ok(()),
        }
    }

    /// Goes on playing after a stop. `color` demands it, and `first` is to move first; which of these
    /// matters depends on the rule set.
    pub(super) fn resume(
        &mut self,
        color: Option<Color>,
        first: Option<Color>,
        now: Instant,
    ) -> Outcome {
        if !self.is_counting() {
            return Err(Refused::conflict("playing", "play has not stopped"));
        }
        let (rules, in_turn) = (self.tree.game().rules().clone(), self.tree.game().to_move());
        if self.tree.game().removes_no_stones() {
            return Err(Refused::conflict("marks", "every stone counts: nothing is disputed"));
        }
        let first = match rules.end {
            End::TwoConfirm => {
                let demander = color.or_else(|| self.only_person());
                demander.map_or(in_turn, Color::opponent)
            }
            End::Agree => match self.propose(color, first, in_turn) {
                Agreement::Open => return Ok(()),
                Agreement::None => return self.let_all_stand(now),
                Agreement::On(first) => first,
            },
            End::Aga if self.disputes > 0 => return self.let_all_stand(now),
            End::Two | End::Aga | End::Mizessyn | End::Ing => in_turn,
        };
        self.play_on(first, now)
    }

    /// Notes who should move first in a player's view.
    fn propose(&mut self, color: Option<Color>, first: Option<Color>, in_turn: Color) -> Agreement {
        let is_engine = Color::ALL.map(|color| self.is_engine(color));
        let Some(count) = &mut self.count else { return Agreement::Open };
        for side in Color::ALL {
            let proposal = &mut count.proposals[side.index()];
            if is_engine[side.index()] {
                *proposal = Some(in_turn);
            } else if color.is_none_or(|color| color == side) {
                *proposal = Some(first.unwrap_or(in_turn));
            }
        }
        match count.proposals {
            [Some(one), Some(other)] if one == other => Agreement::On(one),
            [Some(_), Some(_)] => Agreement::None,
            _ => Agreement::Open,
        }
    }

    /// Counts every stone, since the players could not agree.
    fn let_all_stand(&mut self, now: Instant) -> Outcome {
        if let Some(count) = &mut self.count {
            count.all_stand = true;
            count.dead = PointSet::EMPTY;
        }
        self.check_end(now);
        Ok(())
    }

    fn play_on(&mut self, first: Color, now: Instant) -> Outcome {
        if first != self.tree.game().to_move() {
            self.tree.add_turn(first)?;
        }
        self.resumed_at = Some(self.tree.cursor());
        self.disputes += 1;
        self.count = None;
        if self.clock.is_used() {
            let times = self.clock.times(now);
            self.clock.restore(times, first, now);
            self.clock.go_on(now);
        }
        Ok(())
    }

    /// Judges and counts the position at the cursor, or stops doing so.
    pub(super) fn count_now(&mut self, on: bool) -> Outcome {
        self.count_here = on.then(|| self.tree.cursor());
        Ok(())
    }

    /// Counts the position under all presets.
    pub(super) fn count_all(&mut self) -> Outcome {
        self.check_engine()?;
        self.count_all_at = Some(self.tree.cursor());
        Ok(())
    }

    /// Whether the engine has to capture dead stones, since the next count may remove none.
    pub(super) fn is_cleanup(&self) -> bool {
        let rules = self.tree.game().rules();
        let is_free = rules.scoring != Scoring::Territory && rules.removal != Removal::Never;
        self.disputes > 0 && is_free
    }
}

/// Whether the players agree on who is to move first.
enum Agreement {
    Open,
    None,
    On(Color),
}

fn write_points(
    editor: &mut Editor,
    node: NodeId,
    name: &str,
    points: &[String],
) -> Result<(), EditError> {
    if points.is_empty() {
        editor.remove_property(node, name)
    } else {
        editor.set_property(node, name, points)
    }
}
