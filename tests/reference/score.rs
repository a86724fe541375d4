//! Counting.

use shusaku::{
    board::Color,
    rules::{HandicapBonus, Removal, Rules, Scoring, Tax},
};

use super::{
    Reference,
    grid::{Grid, Point},
};

/// The players' agreement before counting.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// The dead stones.
    pub dead: Vec<Point>,
    /// The stones alive in seki; `None` if that was not judged.
    pub seki: Option<Vec<Point>>,
    pub handicap: u32,
    /// Count as after a dispute.
    pub is_second_count: bool,
}

/// White's points for a handicap of `stones`.
pub fn bonus(rules: &Rules, stones: u32) -> u32 {
    match rules.handicap_bonus {
        _ if stones < 2 => 0,
        HandicapBonus::Zero => 0,
        HandicapBonus::N => stones,
        HandicapBonus::NMinusOne => stones - 1,
    }
}

/// The komi if none was agreed.
pub fn komi(rules: &Rules, handicap: u32) -> f64 {
    if handicap < 2 { rules.komi } else { rules.handicap_komi }
}

/// The result given Black's and White's points.
pub fn result(points: [f64; 2]) -> String {
    let margin = points[0] - points[1];
    match margin {
        0.0 => "0".to_owned(),
        margin if margin > 0.0 => format!("B+{margin}"),
        margin => format!("W+{}", -margin),
    }
}

impl Reference {
    /// Black's and White's points, komi, bonus and button included.
    pub fn score(&self, agreement: &Agreement) -> [f64; 2] {
        let mut points = Color::ALL.map(|color| self.points_of(color, agreement));
        points[1] += komi(&self.rules, agreement.handicap);
        points[1] += f64::from(bonus(&self.rules, agreement.handicap));
        if let Some(holder) = self.button_holder() {
            points[holder.index()] += 0.5;
        }
        points
    }

    fn points_of(&self, color: Color, agreement: &Agreement) -> f64 {
        if self.rules.scoring == Scoring::Mizessyn && agreement.is_second_count {
            return second_count(self.grid(), color) as f64;
        }
        let dead: &[Point] = match self.rules.removal {
            Removal::Agree => &agreement.dead,
            Removal::Never => &[],
        };
        let mut grid = self.grid().clone();
        grid.remove(dead);
        let own_stones = grid.stones_of(color) as f64;
        let regions: f64 = grid
            .components(|stone| stone.is_none())
            .iter()
            .map(|region| self.points_of_region(&grid, region, color, agreement.seki.as_deref()))
            .sum();
        let territory = regions - self.group_tax(&grid, color);
        match self.rules.scoring {
            Scoring::Stones => own_stones,
            Scoring::Territory => territory + self.prisoners_of(color, dead),
            Scoring::Area | Scoring::AreaLiteral | Scoring::AreaSplit | Scoring::Mizessyn => {
                own_stones + territory
            }
        }
    }

    fn group_tax(&self, grid: &Grid, color: Color) -> f64 {
        match self.rules.tax {
            Tax::All => 2.0 * independent_regions(grid, color).len() as f64,
            Tax::None | Tax::Seki => 0.0,
        }
    }

    /// The points of an empty region for a player.
    fn points_of_region(
        &self,
        grid: &Grid,
        region: &[Point],
        color: Color,
        seki: Option<&[Point]>,
    ) -> f64 {
        let touches = Color::ALL.map(|color| does_touch(grid, region, color));
        let [touches_own, touches_other] = [touches[color.index()], touches[1 - color.index()]];
        let size = region.len() as f64;
        match (touches_own, touches_other, self.rules.scoring) {
            (false, _, _) => 0.0,
            (true, true, Scoring::AreaLiteral) => size,
            (true, true, Scoring::AreaSplit) => size / 2.0,
            (true, true, _) => 0.0,
            (true, false, _) if self.is_taxed(grid, region, color, seki) => 0.0,
            (true, false, _) => size,
        }
    }

    /// Whether a region of one color scores nothing because it is an eye in seki.
    fn is_taxed(
        &self,
        grid: &Grid,
        region: &[Point],
        color: Color,
        seki: Option<&[Point]>,
    ) -> bool {
        if self.rules.tax == Tax::None {
            return false;
        }
        let around: Vec<Point> = region.iter().flat_map(|&point| grid.neighbors(point)).collect();
        match seki {
            Some(stones) => around.iter().any(|point| stones.contains(point)),
            None => !independent_regions(grid, color).iter().any(|set| set.contains(&region[0])),
        }
    }

    /// Opposing stones removed in play, dead on the board, or given for passes.
    fn prisoners_of(&self, color: Color, dead: &[Point]) -> f64 {
        let other = color.opponent();
        let dead = dead.iter().filter(|&&stone| self.grid().get(stone) == Some(other)).count();
        let passes = if self.rules.pass_stones { self.passes(other) } else { 0 };
        f64::from(self.removed(other)) + dead as f64 + f64::from(passes)
    }
}

fn does_touch(grid: &Grid, region: &[Point], color: Color) -> bool {
    region.iter().flat_map(|&p| grid.neighbors(p)).any(|point| grid.get(point) == Some(color))
}

/// Own stones, and empty points that have neighbors, all of them own stones.
fn second_count(grid: &Grid, color: Color) -> usize {
    let is_own = |point: Point| grid.get(point) == Some(color);
    let is_surrounded = |&point: &Point| {
        let mut neighbors = grid.neighbors(point).peekable();
        grid.get(point).is_none() && neighbors.peek().is_some() && neighbors.all(is_own)
    };
    grid.stones_of(color) + grid.points().filter(is_surrounded).count()
}

/// The maximal connected sets of stones of a color and empty points that contain such a stone, no
/// dame, and no such chain in atari. Dead stones have been removed from the grid.
pub fn independent_regions(grid: &Grid, color: Color) -> Vec<Vec<Point>> {
    let is_independent = |set: &Vec<Point>| {
        let is_own = |&point: &Point| grid.get(point) == Some(color);
        let is_empty = |&point: &Point| grid.get(point).is_none();
        let touches_other = set
            .iter()
            .filter(|&point| is_empty(point))
            .any(|&point| does_touch(grid, &[point], color.opponent()));
        let is_in_atari = |&stone: &Point| grid.liberties(&grid.chain(stone)).len() == 1;
        set.iter().any(is_own)
            && !touches_other
            && !set.iter().filter(|&point| is_own(point)).any(is_in_atari)
    };
    grid.components(|stone| stone != Some(color.opponent()))
        .into_iter()
        .filter(is_independent)
        .collect()
}
