//! The parts of a count, so that it can be shown as the rule set lays it out.

use super::{Counter, Judgment, Tally, living_group_count, regions::EmptyRegion};
use crate::{
    board::{Board, Color},
    rules::{HandicapBonus, Rules, Scoring, Tax},
};

/// A part of a player's points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// The player's stones on the board.
    Stones,
    /// The points that belong to the player alone.
    Territory,
    /// The dame that the player shares: whole for both, or half for each.
    SharedDame,
    /// The empty points all of whose neighbors are the player's stones.
    Surrounded,
    /// The tax on the player's living groups; negative.
    GroupTax,
    /// The opponent's stones captured in play.
    Prisoners,
    /// The opponent's dead stones on the board.
    Dead,
    /// The stones that the opponent handed over for passes.
    PassStones,
    /// The button.
    Button,
    /// Komi.
    Komi,
    /// The compensation for handicap stones.
    HandicapBonus,
}

impl Part {
    /// A stable name, such as `shared-dame`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Part::Stones => "stones",
            Part::Territory => "territory",
            Part::SharedDame => "shared-dame",
            Part::Surrounded => "surrounded",
            Part::GroupTax => "group-tax",
            Part::Prisoners => "prisoners",
            Part::Dead => "dead",
            Part::PassStones => "pass-stones",
            Part::Button => "button",
            Part::Komi => "komi",
            Part::HandicapBonus => "handicap-bonus",
        }
    }
}

/// One line of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row {
    /// The part that counts.
    pub part: Part,
    /// By color: the points.
    pub points: [f64; 2],
}

/// Lays out a count: the parts that the rule set adds up, also those that are 0. See
/// [`count`](super::count) for the arguments.
#[must_use]
pub fn breakdown(board: &Board, rules: &Rules, judgment: &Judgment, tally: &Tally) -> Vec<Row> {
    let is_second_count = tally.is_second_count_by(rules);
    let counter = Counter::new(board, rules, judgment, is_second_count);
    let mut rows = Vec::with_capacity(8);
    let mut add = |part, points: [f64; 2]| rows.push(Row { part, points });
    match rules.scoring {
        Scoring::Territory => {}
        _ => add(Part::Stones, by_color(|color| counter.cleared.stones(color).count())),
    }
    if is_second_count {
        add(Part::Surrounded, by_color(|color| counter.cleared.surrounded(color).count()));
    } else if rules.scoring != Scoring::Stones {
        counter.add_regions(&mut add);
    }
    if rules.scoring == Scoring::Territory {
        let opponent = |color: Color| color.opponent().index();
        add(Part::Prisoners, by_color(|color| tally.removed[opponent(color)] as usize));
        add(Part::Dead, by_color(|color| counter.cleared.dead(color.opponent()).count()));
        if rules.pass_stones {
            add(Part::PassStones, by_color(|color| tally.passes[opponent(color)] as usize));
        }
    }
    if rules.button {
        let points = |color| if tally.button == Some(color) { 0.5 } else { 0.0 };
        add(Part::Button, Color::ALL.map(points));
    }
    add(Part::Komi, [0.0, tally.komi]);
    if rules.handicap_bonus != HandicapBonus::Zero || tally.handicap_bonus > 0 {
        add(Part::HandicapBonus, [0.0, f64::from(tally.handicap_bonus)]);
    }
    rows
}

/// By color: a number as points.
fn by_color(number: impl Fn(Color) -> usize) -> [f64; 2] {
    Color::ALL.map(|color| number(color) as f64)
}

impl Counter<'_> {
    /// Adds the points for empty regions, and the group tax.
    fn add_regions(&self, add: &mut impl FnMut(Part, [f64; 2])) {
        let points = |region: &EmptyRegion| region.points.len();
        add(Part::Territory, by_color(|color| self.own_regions(color).map(points).sum()));
        let dame = self.regions.iter().filter(|region| region.is_dame());
        let dame = dame.map(points).sum::<usize>() as f64;
        match self.rules.scoring {
            Scoring::AreaLiteral => add(Part::SharedDame, [dame; 2]),
            Scoring::AreaSplit => add(Part::SharedDame, [dame / 2.0; 2]),
            _ => {}
        }
        if self.rules.tax == Tax::All {
            let (board, dead) = (self.cleared.board(), self.cleared.dead_set());
            let tax = |color| -2.0 * living_group_count(board, dead, color) as f64;
            add(Part::GroupTax, Color::ALL.map(tax));
        }
    }
}
