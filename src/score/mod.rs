//! Counting a board by a rule set's definitions, given the dead stones.

mod breakdown;
mod living_groups;
mod pass_alive;
mod regions;

use std::fmt;

use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    rules::{Removal, Rules, Scoring, Tax},
};

pub use self::{
    breakdown::{Part, Row, breakdown},
    living_groups::living_group_count,
    pass_alive::{PassAlive, pass_alive},
};
use self::{
    living_groups::points_of_living_groups,
    regions::{ClearedBoard, EmptyRegion},
};

/// The status of the stones on a board where play has stopped, as agreed by the players or judged
/// by an engine.
#[derive(Clone, Debug)]
pub struct Judgment {
    /// The dead stones; whole chains.
    pub dead: PointSet,
    /// The stones alive in seki. With `None`, the count takes all eyes for eyes in seki that are
    /// in no living group (see [`living_group_count`]), which is wrong on boards with unfilled dame.
    pub seki: Option<PointSet>,
}

impl Default for Judgment {
    /// No dead stones, and sekis not judged.
    fn default() -> Judgment {
        Judgment { dead: PointSet::EMPTY, seki: None }
    }
}

/// The points that count besides the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// By color: its stones captured in play.
    pub removed: [u32; 2],
    /// By color: its number of passes.
    pub passes: [u32; 2],
    /// Komi, in points for White.
    pub komi: f64,
    /// Points for White as compensation for the handicap.
    pub handicap_bonus: u32,
    /// The player who took the button, if the rule set has one.
    pub button: Option<Color>,
    /// Whether this is the count after a dispute, where the rule set has one.
    pub is_second_count: bool,
}

impl Tally {
    /// The tally of a game's current position.
    #[must_use]
    pub fn of(game: &Game) -> Tally {
        Tally::with_handicap(game, game.handicap())
    }

    /// The tally of a game as if it had this number of handicap stones.
    #[must_use]
    pub fn with_handicap(game: &Game, stones: u32) -> Tally {
        let (state, rules) = (game.state(), game.rules());
        Tally {
            removed: Color::ALL.map(|color| state.removed(color)),
            passes: Color::ALL.map(|color| state.passes(color)),
            komi: game.agreed_komi().unwrap_or_else(|| rules.default_komi(stones)),
            handicap_bonus: rules.handicap_bonus.points(stones),
            button: state.button_holder(rules),
            is_second_count: game.is_second_count(),
        }
    }

    fn is_second_count_by(&self, rules: &Rules) -> bool {
        rules.scoring == Scoring::Mizessyn && self.is_second_count
    }
}

/// The points of both players, including komi and all other compensation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Black's points.
    pub black: f64,
    /// White's points.
    pub white: f64,
}

/// Number of steps of a margin in a point.
const STEPS_PER_POINT: f64 = 1e6;

impl Score {
    /// The difference in points, positive if Black is ahead. Rounded to millionths of a point, since
    /// an unusual komi such as 6.4 leaves a floating-point error.
    #[must_use]
    pub fn margin(&self) -> f64 {
        let margin = self.black - self.white;
        let rounded = (margin * STEPS_PER_POINT).round() / STEPS_PER_POINT;
        // The number of steps for a huge komi is infinite.
        if rounded.is_finite() { rounded } else { margin }
    }

    /// The margin of a player, positive if that player is ahead.
    #[must_use]
    pub fn lead(&self, color: Color) -> f64 {
        color.points(self.margin())
    }

    /// The player with more points; `None` for a draw.
    #[must_use]
    pub fn winner(&self) -> Option<Color> {
        match self.margin() {
            margin if margin > 0.0 => Some(Color::Black),
            margin if margin < 0.0 => Some(Color::White),
            _ => None,
        }
    }
}

impl fmt::Display for Score {
    /// Formats as GTP's `final_score` does: `B+3.5`, `W+7.0` or `0`, with one decimal, or as many
    /// as an unusual komi needs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(winner) = self.winner() else { return f.write_str("0") };
        let margin = self.margin().abs();
        let letter = winner.letter();
        if (margin * 10.0).fract() == 0.0 {
            write!(f, "{letter}+{margin:.1}")
        } else {
            write!(f, "{letter}+{margin}")
        }
    }
}

/// Counts a board by `rules`.
///
/// `judgment.dead` is ignored where the rule set never removes stones, and in the count after a
/// dispute.
#[must_use]
pub fn count(board: &Board, rules: &Rules, judgment: &Judgment, tally: &Tally) -> Score {
    let rows = breakdown(board, rules, judgment, tally);
    let [black, white] =
        Color::ALL.map(|color| rows.iter().map(|row| row.points[color.index()]).sum());
    Score { black, white }
}

/// By color: the points without a live stone that count for this player alone. Eyes in seki count for
/// no player where the rule set taxes them. See [`count`] for the arguments.
#[must_use]
pub fn territory(
    board: &Board,
    rules: &Rules,
    judgment: &Judgment,
    tally: &Tally,
) -> [PointSet; 2] {
    let is_second_count = tally.is_second_count_by(rules);
    let counter = Counter::new(board, rules, judgment, is_second_count);
    Color::ALL.map(|color| match rules.scoring {
        Scoring::Stones => PointSet::EMPTY,
        _ if is_second_count => counter.cleared.surrounded(color).collect(),
        _ => counter.own_regions(color).flat_map(|region| region.points.clone()).collect(),
    })
}

/// By color: the points without a live stone whose region only live stones of this color touch,
/// whether or not the rule set counts them.
#[must_use]
pub fn enclosed(board: &Board, dead: &PointSet) -> [PointSet; 2] {
    let regions = ClearedBoard::new(board, dead).regions();
    Color::ALL.map(|color| {
        let own = regions.iter().filter(|region| region.is_enclosed_by(color));
        own.flat_map(|region| region.points.iter().copied()).collect()
    })
}

/// The points of [`enclosed`] of one color, by connected region.
#[must_use]
pub fn enclosed_regions(board: &Board, dead: &PointSet, color: Color) -> Vec<Vec<Point>> {
    let regions = ClearedBoard::new(board, dead).regions().into_iter();
    regions.filter(|r| r.is_enclosed_by(color)).map(|region| region.points).collect()
}

/// The dame: the empty points of regions that live stones of both colors touch, including liberties
/// of stones in seki.
#[must_use]
pub fn dame(board: &Board, dead: &PointSet) -> PointSet {
    let cleared = ClearedBoard::new(board, dead);
    let regions = cleared.regions().into_iter().filter(EmptyRegion::is_dame);
    regions.flat_map(|region| region.points).collect()
}

struct Counter<'a> {
    cleared: ClearedBoard<'a>,
    regions: Vec<EmptyRegion>,
    rules: &'a Rules,
    seki: Option<&'a PointSet>,
}

impl<'a> Counter<'a> {
    fn new(
        board: &'a Board,
        rules: &'a Rules,
        judgment: &'a Judgment,
        is_second_count: bool,
    ) -> Counter<'a> {
        let all_alive = rules.removal == Removal::Never || is_second_count;
        let cleared =
            ClearedBoard::new(board, if all_alive { &PointSet::EMPTY } else { &judgment.dead });
        Counter { regions: cleared.regions(), cleared, rules, seki: judgment.seki.as_ref() }
    }

    /// The regions that only this player's stones touch, without those that are taxed.
    fn own_regions(&self, color: Color) -> impl Iterator<Item = &EmptyRegion> {
        let living = match (self.rules.tax, self.seki) {
            (Tax::Seki | Tax::All, None) => points_of_living_groups(&self.cleared, color),
            _ => PointSet::EMPTY,
        };
        let is_taxed = move |region: &EmptyRegion| match (self.rules.tax, self.seki) {
            (Tax::None, _) => false,
            (_, Some(seki)) => self.cleared.border(region).any(|stone| seki.contains(stone)),
            (_, None) => !region.points.iter().all(|&point| living.contains(point)),
        };
        let is_own = move |region: &&EmptyRegion| region.is_enclosed_by(color) && !is_taxed(region);
        self.regions.iter().filter(is_own)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_by_an_unusual_komi_had_an_error_of_the_arithmetic() {
        let results = [(0.1, "B+8.9"), (6.4, "B+2.6"), (6.25, "B+2.75"), (9.3, "W+0.3")];
        for (komi, result) in results {
            assert_eq!(Score { black: 30.0, white: 21.0 + komi }.to_string(), result);
        }
        let sum = Score { black: 0.3, white: 0.1 + 0.2 };
        assert_eq!((sum.to_string().as_str(), sum.winner()), ("0", None));
        assert_eq!(Score { black: 9.0, white: 1e307 }.margin(), -1e307);
    }
}
