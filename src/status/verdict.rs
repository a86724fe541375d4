//! The verdict on the stones of a position, and the count by it.

use super::{dame::next_dame, prisoners::Prisoners, seki::seki_given_dead};
use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    rules::{Removal, Rules, Scoring, Tax},
    score::{Judgment, Score, Tally, count},
};

/// The stones that are dead or in seki, and the board that is counted with them.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The dead stones and the stones in seki.
    pub judgment: Judgment,
    /// The board to count: with stones on harmless gaps in borders and, under territory rules, the
    /// protective moves that filling the dame makes necessary.
    pub counted_board: Board,
    /// Stones captured by those moves.
    pub(super) prisoners: Prisoners,
}

impl Verdict {
    /// This verdict as the rule set counts: without dead stones where all count as alive.
    #[must_use]
    pub fn under_rules(self, game: &Game) -> Verdict {
        if !game.removes_no_stones() {
            return self;
        }
        let seki = match game.rules().tax {
            Tax::None => PointSet::EMPTY,
            Tax::Seki | Tax::All => seki_given_dead(game, &PointSet::EMPTY),
        };
        Verdict::all_alive(game, seki)
    }

    /// The verdict that counts every stone as alive, on the board as it stands.
    #[must_use]
    pub fn all_alive(game: &Game, seki: PointSet) -> Verdict {
        let judgment = Judgment { dead: PointSet::EMPTY, seki: Some(seki) };
        let counted_board = game.board().clone();
        Verdict { judgment, counted_board, prisoners: Prisoners::default() }
    }

    /// Counts the board with this judgment under the game's rule set.
    #[must_use]
    pub fn score(&self, game: &Game) -> Score {
        count(&self.counted_board, game.rules(), &self.judgment, &self.tally(game))
    }

    /// Counts the board as if play went on until the dead stones are captured: they come off and
    /// territory counts, also where the rule set lets all stones stand or counts only stones.
    #[must_use]
    pub fn score_if_play_goes_on(&self, game: &Game) -> Score {
        let scoring = match game.rules().scoring {
            Scoring::Stones => Scoring::Area,
            other => other,
        };
        let rules = Rules { removal: Removal::Agree, scoring, ..game.rules().clone() };
        let tally = Tally { is_second_count: false, ..self.tally(game) };
        count(&self.counted_board, &rules, &self.judgment, &tally)
    }

    /// The points besides those on the counted board. Stones that were captured to close its borders and
    /// by protective moves are included.
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
        next_dame(&self.counted_board, &self.judgment.dead, color)
    }

    /// Whether a player has won if play stops here, both on the counted board and on the board as it
    /// stands.
    #[must_use]
    pub fn is_won_by(&self, game: &Game, color: Color) -> bool {
        let literal = count(game.board(), game.rules(), &self.judgment, &Tally::of(game));
        [self.score(game), literal].iter().all(|score| score.winner() == Some(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;

    #[test]
    fn dead_stones_counted_as_alive_though_play_goes_on() {
        let board: Board = "
            X X X O .
            O . X O O
            X X X O ."
            .parse()
            .expect("a board");
        let dead = board.chain(board.size().point(0, 1).expect("a point")).collect();
        for rules in [Rules::MIZESSYN, Rules::TROMP_TAYLOR, Rules::STONES_ONLY] {
            let mut game = Game::from_position(board.clone(), Color::Black, rules);
            game.set_komi(Some(0.0));
            for _ in 0..3 {
                game.play(game.to_move(), Move::Pass).expect("a pass");
            }
            assert!(game.removes_no_stones());
            let standing = Verdict::all_alive(&game, PointSet::EMPTY);
            let verdict = Verdict { judgment: Judgment { dead, seki: None }, ..standing };
            assert_eq!(verdict.score_if_play_goes_on(&game).margin(), 9.0 - 6.0);
            assert!(verdict.score(&game).margin() < 9.0 - 6.0);
        }
    }

    #[test]
    fn seki_was_not_taxed_where_all_stones_stand() {
        let board: Board = "
            . X X X . O X
            O O O O O O X
            X X X X X X X
            . . . . . . ."
            .parse()
            .expect("a board");
        let rules = Rules { tax: Tax::Seki, ..Rules::TROMP_TAYLOR };
        let game = Game::from_position(board, Color::Black, rules);
        let verdict = Verdict::all_alive(&game, PointSet::EMPTY).under_rules(&game);
        assert_eq!(verdict.judgment.seki.expect("the stones in seki").len(), 3 + 7);
    }
}
