//! The verdict on the stones of a position, and the count by it.

use super::dame::next_dame;
use crate::{
    board::{Board, Color, Observer, Point, PointSet},
    game::Game,
    score::{Judgment, Score, Tally, count},
};

/// The stones that are dead or in seki, and the board that is counted with them.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The dead stones and the stones in seki.
    pub judgment: Judgment,
    /// The board to count: with stones on harmless gaps in borders and, under territory rules, the
    /// protective moves that filling the dame makes necessary.
    pub closed: Board,
    /// Stones captured by those moves.
    pub(super) prisoners: Prisoners,
}

impl Verdict {
    /// This verdict as the rule set counts: with no dead stones where all stones stand.
    #[must_use]
    pub fn under_rules(self, game: &Game) -> Verdict {
        if !game.removes_no_stones() {
            return self;
        }
        Verdict::of_standing_stones(game, PointSet::EMPTY)
    }

    /// The verdict that no stone is dead, on the board as it stands.
    #[must_use]
    pub fn of_standing_stones(game: &Game, seki: PointSet) -> Verdict {
        let judgment = Judgment { dead: PointSet::EMPTY, seki: Some(seki) };
        Verdict { judgment, closed: game.board().clone(), prisoners: Prisoners::default() }
    }

    /// Counts the board with this judgment under the game's rule set.
    #[must_use]
    pub fn score(&self, game: &Game) -> Score {
        count(&self.closed, game.rules(), &self.judgment, &self.tally(game))
    }

    /// The points besides those on the closed board, with the stones that closing it captured.
    #[must_use]
    pub fn tally(&self, game: &Game) -> Tally {
        let mut tally = Tally::of(game);
        for color in Color::ALL {
            tally.removed[color.index()] += self.prisoners.of(color);
        }
        tally
    }

    /// Returns the next dame that a player should fill, or the move that first saves chains which
    /// filling dame puts into atari.
    #[must_use]
    pub fn next_dame(&self, color: Color) -> Option<Point> {
        next_dame(&self.closed, &self.judgment.dead, color)
    }

    /// Whether a player has won if play stops here, both on the closed board and on the board as it
    /// stands.
    #[must_use]
    pub fn is_won_by(&self, game: &Game, color: Color) -> bool {
        let literal = count(game.board(), game.rules(), &self.judgment, &Tally::of(game));
        [self.score(game), literal].iter().all(|score| score.winner() == Some(color))
    }
}

/// By color: stones captured from this player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Prisoners([u32; 2]);

impl Prisoners {
    pub(super) fn of(self, color: Color) -> u32 {
        self.0[color.index()]
    }
}

impl Observer for Prisoners {
    fn placed(&mut self, _: Point, _: Color) {}
    fn removed(&mut self, _: Point, color: Color) {
        self.0[color.index()] += 1;
    }
}
