//! The count of a position: the stones as judged and as marked, and its rows.

use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    score::{Judgment, Row, Score, Tally, breakdown, count, dame, territory},
    sgf::NodeId,
    status::{Verdict, seki_given_dead},
};

/// The count of the position at a node.
#[derive(Clone, Debug)]
pub(in crate::web) struct Count {
    pub(super) node: NodeId,
    /// The version of the record's positions that is counted.
    pub(super) version: u64,
    /// The engine's judgment; `None` while it judges.
    pub(super) verdict: Option<Verdict>,
    /// The chains marked as dead.
    pub(in crate::web) dead: PointSet,
    /// By color: whether the player agrees to the marks.
    pub(in crate::web) agreed: [bool; 2],
    /// By color: the player's proposal of the color to move first if play is resumed.
    pub(in crate::web) proposals: [Option<Color>; 2],
    /// Whether every stone counts, since the players could not agree.
    pub(in crate::web) all_stand: bool,
    /// A stone of the chain whose life was played out last, and whether it lives.
    pub(in crate::web) confirmed: Option<(Point, bool)>,
}

/// A count laid out.
#[derive(Clone, Debug)]
pub(in crate::web) struct Counted {
    pub(in crate::web) score: Score,
    pub(in crate::web) rows: Vec<Row>,
    pub(in crate::web) territory: [PointSet; 2],
    pub(in crate::web) dame: PointSet,
}

impl Count {
    pub(super) fn new(node: NodeId, version: u64) -> Count {
        Count {
            node,
            version,
            verdict: None,
            dead: PointSet::EMPTY,
            agreed: [false; 2],
            proposals: [None; 2],
            all_stand: false,
            confirmed: None,
        }
    }

    /// Takes the engine's judgment, and marks the stones accordingly.
    pub(super) fn judge(&mut self, verdict: Verdict) {
        self.dead = verdict.judgment.dead;
        self.verdict = Some(verdict);
    }

    /// Judges all stones as alive, without an engine.
    pub(super) fn judge_as_alive(&mut self, game: &Game) {
        let seki = seki_given_dead(game, &PointSet::EMPTY);
        self.judge(Verdict::all_alive(game, seki));
    }

    /// Counts the position as it is marked; `None` before it is judged.
    pub(in crate::web) fn counted(&self, game: &Game) -> Option<Counted> {
        let verdict = self.verdict.as_ref()?;
        let all_stand = self.all_stand || game.removes_no_stones();
        // The counted board follows from the engine's judgment, and fits no other.
        if !all_stand && self.dead == verdict.judgment.dead {
            return Some(lay_out(
                &verdict.counted_board,
                game,
                &verdict.judgment,
                &verdict.tally(game),
            ));
        }
        let dead = if all_stand { PointSet::EMPTY } else { self.dead };
        let judgment = Judgment { dead, seki: Some(seki_given_dead(game, &dead)) };
        Some(lay_out(game.board(), game, &judgment, &Tally::of(game)))
    }

    /// The score as the engine judged it.
    pub(super) fn judged_score(&self, game: &Game) -> Option<Score> {
        self.verdict.as_ref().map(|verdict| verdict.score(game))
    }

    /// Whether the marks are those of the engine.
    pub(super) fn is_as_judged(&self) -> bool {
        self.verdict.as_ref().is_some_and(|verdict| self.dead == verdict.judgment.dead)
    }

    /// Toggles whether a chain is dead.
    pub(super) fn toggle(&mut self, board: &Board, stone: Point) {
        self.mark(board.chain(stone), !self.dead.contains(stone));
    }

    /// Marks stones as dead or alive, and ends the players' agreement.
    pub(super) fn mark(&mut self, stones: impl Iterator<Item = Point>, is_dead: bool) {
        for point in stones {
            if is_dead {
                self.dead.insert(point);
            } else {
                self.dead.remove(point);
            }
        }
        self.agreed = [false; 2];
        self.confirmed = None;
    }
}

fn lay_out(board: &Board, game: &Game, judgment: &Judgment, tally: &Tally) -> Counted {
    let rules = game.rules();
    Counted {
        score: count(board, rules, judgment, tally),
        rows: breakdown(board, rules, judgment, tally),
        territory: territory(board, rules, judgment, tally),
        dame: dame(board, &judgment.dead),
    }
}

/// A player's points by this score, less the opponent's.
pub(super) fn lead(score: &Score, color: Color) -> f64 {
    f64::from(color.sign()) * score.margin()
}
