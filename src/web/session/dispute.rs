//! Disputes about dead stones, and play that is resumed after a stop.

use std::time::Instant;

use super::{Outcome, Refused, Resumption, Session};
use crate::{
    board::{Color, PointSet},
    rules::{End, Removal, Scoring},
};

impl Session {
    /// Goes on playing after a stop. `color` demands it, and `first` is to move first; which of these
    /// matters depends on the rule set.
    pub(super) fn resume(
        &mut self,
        color: Option<Color>,
        first: Option<Color>,
        now: Instant,
    ) -> Outcome {
        if !self.is_counting() {
            return Err(Refused::not_stopped());
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
                FirstMoveAgreement::Open => return Ok(()),
                FirstMoveAgreement::None => return self.let_all_stand(now),
                FirstMoveAgreement::On(first) => first,
            },
            End::Aga if self.is_resumed() => return self.let_all_stand(now),
            End::Two | End::Aga | End::Mizessyn | End::Ing => in_turn,
        };
        self.play_on(first, now)
    }

    /// Notes a player's proposal of the color to move first, and returns the agreement.
    fn propose(
        &mut self,
        color: Option<Color>,
        first: Option<Color>,
        in_turn: Color,
    ) -> FirstMoveAgreement {
        let is_engine = Color::ALL.map(|color| self.is_engine(color));
        let Some(count) = &mut self.count else { return FirstMoveAgreement::Open };
        for side in Color::ALL {
            let proposal = &mut count.proposals[side.index()];
            if is_engine[side.index()] {
                *proposal = Some(in_turn);
            } else if color.is_none_or(|color| color == side) {
                *proposal = Some(first.unwrap_or(in_turn));
            }
        }
        match count.proposals {
            [Some(one), Some(other)] if one == other => FirstMoveAgreement::On(one),
            [Some(_), Some(_)] => FirstMoveAgreement::None,
            _ => FirstMoveAgreement::Open,
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
            self.tree.add_turn(first, true)?;
        }
        let (node, moves) = (self.tree.cursor(), self.tree.position().moves);
        self.resumptions.push(Resumption { node, moves });
        self.count = None;
        if self.clock.is_used() {
            let times = self.clock.times(now);
            self.clock.restore(times, first, now);
            self.clock.resume(now);
        }
        Ok(())
    }

    /// Whether the engine has to capture dead stones, since the next count may remove none. Where the
    /// rule set has a second count, the game itself shows that.
    pub(super) fn is_cleanup(&self) -> bool {
        let rules = self.tree.game().rules();
        let is_free = rules.scoring != Scoring::Territory && rules.removal != Removal::Never;
        self.is_resumed() && is_free && rules.end != End::Mizessyn
    }

    /// Whether play was resumed after a stop.
    pub(super) fn is_resumed(&self) -> bool {
        !self.resumptions.is_empty()
    }

    /// Number of times that play was resumed after a stop.
    pub(in crate::web) fn disputes(&self) -> usize {
        self.resumptions.len()
    }

    /// Drops the resumptions that are not on the line to the cursor.
    pub(super) fn forget_later_resumptions(&mut self) {
        let (collection, cursor) = (self.tree.collection(), self.tree.cursor());
        let is_before = |node| collection.ancestors(cursor).any(|above| above == node);
        self.resumptions.retain(|resumption| is_before(resumption.node));
    }
}

/// The agreement of the players on the color to move first.
enum FirstMoveAgreement {
    Open,
    None,
    On(Color),
}
