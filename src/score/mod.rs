//! Counting a board by a rule set's definitions, given which stones are dead.
//!
//! Which stones are dead is a judgement that comes from elsewhere; here it is an argument.

mod independent;
mod pass_alive;
mod regions;

use std::fmt;

use crate::{
    board::{Board, Color, Point, PointSet},
    game::Game,
    rules::{Removal, Rules, Scoring, Tax},
};

use self::{
    independent::in_independent_regions,
    regions::{Grid, Region},
};
pub use self::{
    independent::independent_regions,
    pass_alive::{PassAlive, pass_alive},
};

/// What the players, or an engine, hold of the stones on a board where play has stopped.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The stones that are dead; whole chains.
    pub dead: PointSet,
    /// The stones that are alive in seki. `None` leaves it to the count: then eyes are in seki
    /// unless they lie in an independent region (see [`independent_regions`]), which misjudges
    /// boards with unfilled neutral points.
    pub seki: Option<PointSet>,
}

impl Default for Judgement {
    /// Nothing is dead, and nobody has judged what is in seki.
    fn default() -> Judgement {
        Judgement { dead: PointSet::EMPTY, seki: None }
    }
}

/// What counts besides the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// By colour: its stones taken off in play.
    pub removed: [u32; 2],
    /// By colour: how many times it passed.
    pub passes: [u32; 2],
    /// White's points for moving second.
    pub komi: f64,
    /// White's points for the handicap.
    pub bonus: u32,
    /// Who took the button, where there is one.
    pub button: Option<Color>,
    /// Whether this is the count after a dispute, where the rule set has one.
    pub is_second_count: bool,
}

impl Tally {
    /// The tally of a game as it stands.
    #[must_use]
    pub fn of(game: &Game) -> Tally {
        Tally::with_handicap(game, game.handicap())
    }

    /// The tally of a game, taken as one with this many handicap stones.
    #[must_use]
    pub fn with_handicap(game: &Game, stones: u32) -> Tally {
        let (state, rules) = (game.state(), game.rules());
        Tally {
            removed: Color::ALL.map(|color| state.removed(color)),
            passes: Color::ALL.map(|color| state.passes(color)),
            komi: game.agreed_komi().unwrap_or_else(|| rules.default_komi(stones)),
            bonus: rules.handicap_bonus.points(stones),
            button: state.button_holder(rules),
            is_second_count: game.is_second_count(),
        }
    }
}

/// The points of both players, komi and all else included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// Black's points.
    pub black: f64,
    /// White's points.
    pub white: f64,
}

impl Score {
    /// By how many points Black is ahead; negative if White is.
    #[must_use]
    pub fn margin(&self) -> f64 {
        self.black - self.white
    }

    /// Who has more points; `None` for a draw.
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
    /// `B+3.5`, `W+7.0` or `0`, as GTP's `final_score` wants it: with one decimal, or as many as
    /// an unusual komi needs.
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

/// Counts a board as `rules` say.
///
/// `judgement.dead` counts for nothing where the rule set never removes stones, nor in the count
/// after a dispute.
#[must_use]
pub fn count(board: &Board, rules: &Rules, judgement: &Judgement, tally: &Tally) -> Score {
    let is_second_count = rules.scoring == Scoring::Mizessyn && tally.is_second_count;
    let counter = Counter::new(board, rules, judgement, is_second_count);
    let [black, white] =
        Color::ALL.map(|color| counter.points(color, tally) + extras(color, tally));
    Score { black, white: white + tally.komi + f64::from(tally.bonus) }
}

/// By colour: the points without a living stone that belong to this player alone. Where the rule
/// set taxes eyes in seki, they belong to nobody.
#[must_use]
pub fn territory(board: &Board, rules: &Rules, judgement: &Judgement) -> [PointSet; 2] {
    let counter = Counter::new(board, rules, judgement, false);
    Color::ALL.map(|color| counter.own_regions(color).flat_map(|r| r.points.clone()).collect())
}

/// By colour: the points without a living stone whose region only this colour's living stones
/// touch, whatever the rule set makes of them.
#[must_use]
pub fn enclosed(board: &Board, dead: &PointSet) -> [PointSet; 2] {
    let regions = Grid::new(board, dead).regions();
    Color::ALL.map(|color| {
        let own = regions.iter().filter(|region| region.is_enclosed_by(color));
        own.flat_map(|region| region.points.iter().copied()).collect()
    })
}

/// The points of [`enclosed`] of one colour, by connected region.
#[must_use]
pub fn enclosed_regions(board: &Board, dead: &PointSet, color: Color) -> Vec<Vec<Point>> {
    let regions = Grid::new(board, dead).regions().into_iter();
    regions.filter(|r| r.is_enclosed_by(color)).map(|region| region.points).collect()
}

/// The empty points of regions that living stones of both colours touch: neutral points, and the
/// liberties of stones in seki.
#[must_use]
pub fn shared(board: &Board, dead: &PointSet) -> PointSet {
    let grid = Grid::new(board, dead);
    let regions = grid.regions().into_iter().filter(|region| region.touches == [true; 2]);
    regions.flat_map(|region| region.points).collect()
}

struct Counter<'a> {
    grid: Grid<'a>,
    regions: Vec<Region>,
    rules: &'a Rules,
    seki: Option<&'a PointSet>,
}

impl<'a> Counter<'a> {
    fn new(
        board: &'a Board,
        rules: &'a Rules,
        judgement: &'a Judgement,
        is_second_count: bool,
    ) -> Counter<'a> {
        let stands = rules.removal == Removal::Never || is_second_count;
        let grid = Grid::new(board, if stands { &PointSet::EMPTY } else { &judgement.dead });
        Counter { regions: grid.regions(), grid, rules, seki: judgement.seki.as_ref() }
    }

    /// What the board is worth to a player, with the prisoners where they count.
    fn points(&self, color: Color, tally: &Tally) -> f64 {
        let stones = self.grid.stones(color).count() as f64;
        match self.rules.scoring {
            Scoring::Stones => stones,
            Scoring::Mizessyn if tally.is_second_count => {
                stones + self.grid.surrounded(color).count() as f64
            }
            Scoring::Territory => self.worth(color) + f64::from(self.prisoners_of(color, tally)),
            Scoring::Area | Scoring::AreaLiteral | Scoring::AreaSplit | Scoring::Mizessyn => {
                stones + self.worth(color)
            }
        }
    }

    /// The opponent's stones that a player holds or will be given at the end.
    fn prisoners_of(&self, color: Color, tally: &Tally) -> u32 {
        let opponent = color.opponent();
        let passes = if self.rules.pass_stones { tally.passes[opponent.index()] } else { 0 };
        tally.removed[opponent.index()] + self.grid.dead(opponent).count() as u32 + passes
    }

    /// What the regions are worth to a player, the tax taken off.
    fn worth(&self, color: Color) -> f64 {
        let size_of = |region: &Region| region.points.len() as f64;
        let own: f64 = self.own_regions(color).map(size_of).sum();
        let shared: f64 = self.regions.iter().filter(|r| r.touches == [true; 2]).map(size_of).sum();
        let share = match self.rules.scoring {
            Scoring::AreaLiteral => shared,
            Scoring::AreaSplit => shared / 2.0,
            _ => 0.0,
        };
        let living_tax = if self.rules.tax == Tax::All {
            2 * independent_regions(self.grid.board(), self.grid.dead_set(), color)
        } else {
            0
        };
        own + share - living_tax as f64
    }

    /// The regions that only this player's stones touch and that are not taxed away.
    fn own_regions(&self, color: Color) -> impl Iterator<Item = &Region> {
        let independent = match (self.rules.tax, self.seki) {
            (Tax::Seki | Tax::All, None) => in_independent_regions(&self.grid, color),
            _ => PointSet::EMPTY,
        };
        let is_taxed = move |region: &Region| match (self.rules.tax, self.seki) {
            (Tax::None, _) => false,
            (_, Some(seki)) => self.grid.border(region).any(|stone| seki.contains(stone)),
            (_, None) => !region.points.iter().all(|&point| independent.contains(point)),
        };
        let is_own = move |region: &&Region| region.is_enclosed_by(color) && !is_taxed(region);
        self.regions.iter().filter(is_own)
    }
}

/// What a player gets from elsewhere than the board.
fn extras(color: Color, tally: &Tally) -> f64 {
    if tally.button == Some(color) { 0.5 } else { 0.0 }
}
