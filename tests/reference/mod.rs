//! A slow and simple reference implementation of the rules of Go, to test the engine against.
//!
//! Nothing is incremental and nothing is hashed: the history is a list of grids, from which every
//! result is computed anew. Only the types of colors and rule sets are shared with the engine.
//!
//! Modules: `grid` has stones and flood fills, this file legality and the end of play, `score` the
//! count, `search` exhaustive search, `random` random rule sets, `bridge` conversions to and from
//! the engine's types.

#![allow(dead_code, reason = "each test target uses a part of it")]

pub mod bridge;
pub mod grid;
pub mod random;
pub mod score;
pub mod search;

use shusaku::{
    board::Color,
    rules::{End, Ko, LongCycle, Rules, StartPosition, Suicide},
};

use grid::{Grid, Point};

/// A turn: a play on a point, or `None`, a pass.
pub type Turn = Option<Point>;

/// The reason why a play is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    Occupied,
    Suicide,
    SingleStoneSuicide,
    Repetition,
}

impl Illegal {
    pub fn code(self) -> &'static str {
        match self {
            Illegal::Occupied => "occupied",
            Illegal::Suicide => "suicide",
            Illegal::SingleStoneSuicide => "single-stone suicide",
            Illegal::Repetition => "repetition",
        }
    }
}

/// A move in the history.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The grid after all removals.
    pub grid: Grid,
    pub mover: Color,
    pub is_pass: bool,
    /// By color: the number of stones removed.
    pub removed: [u32; 2],
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Play has stopped.
    pub is_stopped: bool,
    /// Play has stopped and no pass is missing.
    pub is_final: bool,
}

/// A game with its history.
#[derive(Clone, Debug)]
pub struct Reference {
    pub rules: Rules,
    start: Grid,
    first: Color,
    entries: Vec<Entry>,
    /// The player of the first move taken back since the last move, if moves remain.
    undone: Option<Color>,
}

impl Reference {
    /// A game that starts from a grid, `first` to move first.
    pub fn new(start: Grid, first: Color, rules: Rules) -> Reference {
        Reference { rules, start, first, entries: Vec::new(), undone: None }
    }

    pub fn grid(&self) -> &Grid {
        self.entries.last().map_or(&self.start, |entry| &entry.grid)
    }

    /// The grid before the first move.
    pub fn start(&self) -> &Grid {
        &self.start
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The player who moved first, or is to move first.
    fn first_mover(&self) -> Color {
        self.entries.first().map_or(self.first, |entry| entry.mover)
    }

    pub fn to_move(&self) -> Color {
        let by_alternation =
            || self.entries.last().map_or(self.first, |entry| entry.mover.opponent());
        self.undone.unwrap_or_else(by_alternation)
    }

    /// The grid after the first `turns` moves.
    pub fn grid_after(&self, turns: usize) -> &Grid {
        if turns == 0 { &self.start } else { &self.entries[turns - 1].grid }
    }

    /// Checks whether a move is legal under the rule set in force.
    pub fn check(&self, color: Color, turn: Turn) -> Result<(), Illegal> {
        self.check_under(&self.rules, color, turn)
    }

    /// Checks whether a move is legal under a rule set.
    pub fn check_under(&self, rules: &Rules, color: Color, turn: Turn) -> Result<(), Illegal> {
        let Some(point) = turn else { return Ok(()) };
        self.check_play(rules, color, point, self.grid().result(point, color).as_ref())
    }

    /// Checks whether a play is legal under a rule set, given the grid after it; `None` where there
    /// is a stone.
    pub fn check_play(
        &self,
        rules: &Rules,
        color: Color,
        point: Point,
        result: Option<&Grid>,
    ) -> Result<(), Illegal> {
        let Some(result) = result else { return Err(Illegal::Occupied) };
        let is_suicide = result.get(point).is_none();
        let is_single = is_suicide && result == self.grid();
        match rules.suicide {
            Suicide::None if is_suicide => return Err(Illegal::Suicide),
            Suicide::Multi if is_single => return Err(Illegal::SingleStoneSuicide),
            Suicide::None | Suicide::Multi | Suicide::Any => {}
        }
        if self.is_repetition(rules, color, result) {
            return Err(Illegal::Repetition);
        }
        Ok(())
    }

    fn is_repetition(&self, rules: &Rules, player: Color, result: &Grid) -> bool {
        match rules.ko {
            Ko::Simple => self.restores(rules, player, result),
            Ko::Positional => self.was_made(rules, player, result, |_, _| true),
            Ko::Situational => self.was_made(rules, player, result, |mover, _| mover == player),
            Ko::Natural => {
                self.was_made(rules, player, result, |mover, by_pass| mover == player && !by_pass)
            }
            Ko::NaturalAndBasic => {
                self.was_made(rules, player, result, |mover, by_pass| mover == player && !by_pass)
                    || self.restores(rules, player, result)
            }
        }
    }

    /// Superko: an earlier move led to the grid, whose player and kind (pass or play) `matches`.
    ///
    /// The start, if it counts, was made by a play of the player who moves second; `player` moves
    /// next. Grids before the button was taken do not count.
    fn was_made(
        &self,
        rules: &Rules,
        player: Color,
        grid: &Grid,
        matches: impl Fn(Color, bool) -> bool,
    ) -> bool {
        let is_start_remembered = match rules.start {
            StartPosition::Remembered => true,
            StartPosition::RememberedUnlessEmpty => !self.start.is_empty_board(),
        };
        let button = self.button_turn(rules);
        let first_mover = if self.entries.is_empty() { player } else { self.first_mover() };
        let by_start = button.is_none()
            && is_start_remembered
            && self.start == *grid
            && matches(first_mover.opponent(), false);
        let entries = &self.entries[button.unwrap_or(0)..];
        let by_turn =
            entries.iter().any(|entry| entry.grid == *grid && matches(entry.mover, entry.is_pass));
        by_start || by_turn
    }

    /// Simple ko: `result` is the grid before the opponent's immediately preceding move.
    fn restores(&self, rules: &Rules, player: Color, result: &Grid) -> bool {
        let Some(last) = self.entries.len().checked_sub(1) else { return false };
        self.entries[last].mover == player.opponent()
            && self.button_turn(rules) != Some(last)
            && self.grid_after(last) == result
    }

    /// Plays a legal move.
    pub fn play(&mut self, color: Color, turn: Turn) -> Result<(), Illegal> {
        self.check(color, turn)?;
        let before = self.grid();
        let grid = turn.map_or_else(|| before.clone(), |point| before.after_play(point, color));
        let removed = Color::ALL.map(|owner| {
            let placed = usize::from(turn.is_some() && owner == color);
            (before.stones_of(owner) + placed - grid.stones_of(owner)) as u32
        });
        self.entries.push(Entry { grid, mover: color, is_pass: turn.is_none(), removed });
        self.undone = None;
        Ok(())
    }

    /// Takes back the last `turns` moves.
    pub fn undo(&mut self, turns: usize) {
        let remaining = self.entries.len() - turns;
        if turns > 0 {
            self.undone = Some(self.entries[remaining].mover).filter(|_| remaining > 0);
        }
        self.entries.truncate(remaining);
    }

    /// Number of stones of a color removed so far, suicides included.
    pub fn removed(&self, color: Color) -> u32 {
        self.entries.iter().map(|entry| entry.removed[color.index()]).sum()
    }

    pub fn passes(&self, color: Color) -> u32 {
        self.entries.iter().filter(|entry| entry.is_pass && entry.mover == color).count() as u32
    }

    /// The index of the move that took the button, if there is one: the first pass.
    fn button_turn(&self, rules: &Rules) -> Option<usize> {
        if rules.button { self.entries.iter().position(|entry| entry.is_pass) } else { None }
    }

    pub fn button_holder(&self) -> Option<Color> {
        self.button_turn(&self.rules).map(|turn| self.entries[turn].mover)
    }

    /// The players of each run of passes by alternating players, without the pass that takes the
    /// button. A second pass in a row by the same player starts a new run.
    fn runs_of_passes(&self) -> Vec<Vec<Color>> {
        let mut runs = vec![Vec::new()];
        for (number, entry) in self.entries.iter().enumerate() {
            let run = runs.last_mut().expect("there is a run");
            if !entry.is_pass || self.button_turn(&self.rules) == Some(number) {
                runs.push(Vec::new());
            } else if run.last() == Some(&entry.mover) {
                runs.push(vec![entry.mover]);
            } else {
                run.push(entry.mover);
            }
        }
        runs
    }

    pub fn status(&self) -> Status {
        let runs = self.runs_of_passes();
        let run = &runs[runs.len() - 1];
        let is_stopped = match self.rules.end {
            // Resumed play stops after two new passes.
            End::Mizessyn => run.len() >= 2 && run.len().is_multiple_of(2),
            _ => run.len() >= 2,
        };
        let is_pass_missing = match self.rules.end {
            End::Aga => run.len() == 2 && run[1] == Color::Black,
            End::Ing => run.len() < 4,
            End::Two | End::TwoConfirm | End::Agree | End::Mizessyn => false,
        };
        Status { is_stopped, is_final: is_stopped && !is_pass_missing }
    }

    /// Whether play stopped and resumed under [`End::Mizessyn`], which then counts in another way when
    /// it stops again.
    pub fn is_second_count(&self) -> bool {
        let stops: usize = self.runs_of_passes().iter().map(|run| run.len() / 2).sum();
        let earlier_stops = stops - usize::from(self.status().is_stopped);
        self.rules.end == End::Mizessyn && earlier_stops >= 1
    }

    /// Whether the grid with the same player to move has occurred twice before since the last pass,
    /// under [`LongCycle::NoResult`].
    pub fn has_no_result(&self) -> bool {
        let start = (&self.start, self.first_mover());
        let mut situations = vec![start];
        for entry in &self.entries {
            if entry.is_pass {
                situations.clear();
            }
            situations.push((&entry.grid, entry.mover.opponent()));
        }
        let present = situations[situations.len() - 1];
        let times = situations.iter().filter(|&&situation| situation == present).count();
        self.rules.long_cycle == LongCycle::NoResult && times >= 3
    }

    /// The points on which a player may play, in order.
    pub fn legal_points(&self, color: Color) -> Vec<Point> {
        self.grid().points().filter(|&point| self.check(color, Some(point)).is_ok()).collect()
    }
}
