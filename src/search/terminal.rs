//! Counts of finished games and of the ends of playouts.

use std::cell::OnceCell;

use crate::{
    board::{Board, Color, Point, PointSet},
    game::{Game, Stage, State, Variation},
    playout::area_margin,
    rules::{Removal, Rules, Scoring, Tax},
    score::{Judgment, Tally, count, enclosed, living_group_count},
};

/// Counts finished games under rules that leave no dead stones to agree on.
pub(super) struct TerminalScorer {
    pub(super) tally: Tally,
    /// By color: the territory of the board counted last, found when it is first asked for.
    enclosed: OnceCell<[PointSet; 2]>,
}

impl TerminalScorer {
    pub(super) fn new(game: &Game) -> TerminalScorer {
        let handicap = game.pending_handicap(game.state());
        let tally = Tally::with_handicap(game, handicap);
        TerminalScorer { tally, enclosed: OnceCell::new() }
    }

    /// The margin at the end of this line, in points, positive for Black; `None` before the end of
    /// the game, and under rules by which the players agree on dead stones.
    pub(super) fn margin(&mut self, line: &Variation) -> Option<f64> {
        let (state, rules) = (line.state(), line.rules());
        if line.stage() == Stage::Playing || rules.removal != Removal::Never {
            return None;
        }
        self.enclosed = OnceCell::new();
        self.tally.removed = Color::ALL.map(|color| state.removed(color));
        self.tally.passes = Color::ALL.map(|color| state.passes(color));
        self.tally.button = state.button_holder(rules);
        Some(count(line.board(), rules, &Judgment::default(), &self.tally).margin())
    }

    /// The owner of a point of the counted board, the board of the last position that had a
    /// [`margin`](Self::margin): the color of its stone, or of all stones around its region; `None`
    /// for dame.
    pub(super) fn owner(&self, board: &Board, point: Point) -> Option<Color> {
        let enclosed = self.enclosed.get_or_init(|| enclosed(board, &PointSet::EMPTY));
        let encloses = |color: &Color| enclosed[color.index()].contains(point);
        board.stone(point).or_else(|| Color::ALL.into_iter().find(encloses))
    }
}

/// The margin (points, positive for Black, without komi) of a board on which a playout has reached
/// the end of the game from `leaf`.
///
/// Territory is counted as area less the stones played up to the leaf: stones of the playout itself
/// cost nothing, as if each had been answered.
pub(super) fn final_margin(end: &Board, leaf: &State, rules: &Rules) -> f64 {
    let margin = match (rules.scoring, rules.tax) {
        (Scoring::Stones, _) => end.stone_margin(),
        (_, Tax::All) => area_margin(end) - tax_margin(end),
        _ => area_margin(end),
    };
    if rules.scoring != Scoring::Territory {
        return f64::from(margin);
    }
    f64::from(margin - leaf.played_margin(rules))
}

/// The tax of two points for each group, as Black's less White's.
fn tax_margin(board: &Board) -> i32 {
    let groups = |color| living_group_count(board, &PointSet::EMPTY, color) as i32;
    2 * (groups(Color::Black) - groups(Color::White))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Move, Vertex},
        search::{Amaf, Evaluator, PlayoutEvaluator},
    };

    #[test]
    fn a_territory_of_two_points_in_a_counted_game_has_an_owner() {
        let board: Board = "
            . . X O .
            X X X O O
            . X . O .
            X X X O O
            . X X O ."
            .parse()
            .expect("a board");
        let rules = Rules::preset("tromp-taylor").expect("a preset");
        let mut game = Game::from_position(board, Color::Black, rules);
        for color in Color::ALL {
            game.play(color, Move::Pass).expect("a pass is legal");
        }
        let mut evaluator = PlayoutEvaluator::new(&game, 1);
        evaluator.evaluate(&Variation::new(&game), Color::Black, &mut Amaf::default());
        let ownership = |vertex| {
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            evaluator.ownership(mv.point().expect("a point"))
        };
        let points = ["A5", "B5", "A3", "C5", "E5", "D1", "C3"];
        assert_eq!(points.map(ownership), [1.0, 1.0, 1.0, 1.0, -1.0, -1.0, 0.0]);
    }
}
