//! A second reading of the rules of Go, slow and plain, by which the engine is judged.
//!
//! Nothing is kept up to date here and nothing is hashed: the whole history is a list of grids, and
//! every answer is worked out from it anew. It has in common with the engine only the type of a
//! colour and the rule set as data.
//!
//! Where to look: `grid` has stones and flood fills, this file legality and the end of play, `score`
//! the count, `search` what follows from going through all games, `bridge` the engine in these terms.

#![allow(dead_code, reason = "every test target uses another part of it")]

pub mod bridge;
pub mod grid;
pub mod score;
pub mod search;

use shusaku::{
    board::Color,
    rules::{End, Ko, LongCycle, Rules, StartPosition, Suicide},
};

use grid::{Grid, Point};

/// A turn: a play on a point, or `None`, a pass.
pub type Turn = Option<Point>;

/// Why a play is illegal.
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

/// What is remembered of a turn.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The grid after all removals.
    pub grid: Grid,
    pub mover: Color,
    pub is_pass: bool,
    /// By colour: the stones that this turn took off.
    pub removed: [u32; 2],
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// Ordinary play has stopped.
    pub is_stopped: bool,
    /// And no turn is owed any more.
    pub is_final: bool,
}

/// A game with all it has been through.
#[derive(Clone, Debug)]
pub struct Reference {
    pub rules: Rules,
    start: Grid,
    first: Color,
    entries: Vec<Entry>,
}

impl Reference {
    /// A game that starts from a grid, `first` to move first.
    pub fn new(start: Grid, first: Color, rules: Rules) -> Reference {
        Reference { rules, start, first, entries: Vec::new() }
    }

    pub fn grid(&self) -> &Grid {
        self.entries.last().map_or(&self.start, |entry| &entry.grid)
    }

    /// The grid on which the first turn began.
    pub fn start(&self) -> &Grid {
        &self.start
    }

    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Who moved first, or is to.
    fn first_mover(&self) -> Color {
        self.entries.first().map_or(self.first, |entry| entry.mover)
    }

    pub fn to_move(&self) -> Color {
        self.entries.last().map_or(self.first, |entry| entry.mover.opponent())
    }

    /// The grid after the first so many turns.
    pub fn grid_after(&self, turns: usize) -> &Grid {
        if turns == 0 { &self.start } else { &self.entries[turns - 1].grid }
    }

    /// Whether a turn is legal under the rule set in force.
    pub fn check(&self, color: Color, turn: Turn) -> Result<(), Illegal> {
        self.check_under(&self.rules, color, turn)
    }

    /// Whether a turn is legal under a rule set.
    pub fn check_under(&self, rules: &Rules, color: Color, turn: Turn) -> Result<(), Illegal> {
        let Some(point) = turn else { return Ok(()) };
        if self.grid().get(point).is_some() {
            return Err(Illegal::Occupied);
        }
        let result = self.grid().after_play(point, color);
        let is_suicide = result.get(point).is_none();
        let is_single = is_suicide && result == *self.grid();
        match rules.suicide {
            Suicide::None if is_suicide => return Err(Illegal::Suicide),
            Suicide::Multi if is_single => return Err(Illegal::SingleStoneSuicide),
            Suicide::None | Suicide::Multi | Suicide::Any => {}
        }
        if self.is_repetition(rules, color, &result) {
            return Err(Illegal::Repetition);
        }
        Ok(())
    }

    fn is_repetition(&self, rules: &Rules, player: Color, result: &Grid) -> bool {
        match rules.ko {
            Ko::Simple => self.restores(rules, player, result),
            Ko::Positional => self.was_made(rules, result, |_, _| true),
            Ko::Situational => self.was_made(rules, result, |mover, _| mover == player),
            Ko::Natural => {
                self.was_made(rules, result, |mover, by_pass| mover == player && !by_pass)
            }
            Ko::NaturalAndBasic => {
                self.was_made(rules, result, |mover, by_pass| mover == player && !by_pass)
                    || self.restores(rules, player, result)
            }
        }
    }

    /// Superko: the grid was made before by a mover, with a pass or not, that `matches`.
    ///
    /// The start, where it counts, was made by a play of the player who did not move first. Taking
    /// the button is a change of situation: what stood before it stood in another one.
    fn was_made(&self, rules: &Rules, grid: &Grid, matches: impl Fn(Color, bool) -> bool) -> bool {
        let is_start_remembered = match rules.start {
            StartPosition::Remembered => true,
            StartPosition::RememberedUnlessEmpty => !self.start.is_empty_board(),
        };
        let button = self.button_turn(rules);
        let by_start = button.is_none()
            && is_start_remembered
            && self.start == *grid
            && matches(self.first_mover().opponent(), false);
        let entries = &self.entries[button.unwrap_or(0)..];
        let by_turn =
            entries.iter().any(|entry| entry.grid == *grid && matches(entry.mover, entry.is_pass));
        by_start || by_turn
    }

    /// Basic ko: the opponent's immediately preceding turn began on this grid.
    fn restores(&self, rules: &Rules, player: Color, result: &Grid) -> bool {
        let Some(last) = self.entries.len().checked_sub(1) else { return false };
        self.entries[last].mover == player.opponent()
            && self.button_turn(rules) != Some(last)
            && self.grid_after(last) == result
    }

    /// Plays a legal turn.
    pub fn play(&mut self, color: Color, turn: Turn) -> Result<(), Illegal> {
        self.check(color, turn)?;
        let before = self.grid();
        let grid = turn.map_or_else(|| before.clone(), |point| before.after_play(point, color));
        let removed = Color::ALL.map(|loser| {
            let placed = usize::from(turn.is_some() && loser == color);
            (before.stones_of(loser) + placed - grid.stones_of(loser)) as u32
        });
        self.entries.push(Entry { grid, mover: color, is_pass: turn.is_none(), removed });
        Ok(())
    }

    /// Takes back turns.
    pub fn undo(&mut self, turns: usize) {
        self.entries.truncate(self.entries.len() - turns);
    }

    /// Stones of a colour taken off so far, suicides included.
    pub fn removed(&self, color: Color) -> u32 {
        self.entries.iter().map(|entry| entry.removed[color.index()]).sum()
    }

    pub fn passes(&self, color: Color) -> u32 {
        self.entries.iter().filter(|entry| entry.is_pass && entry.mover == color).count() as u32
    }

    /// The turn that took the button, where there is one: the first pass.
    fn button_turn(&self, rules: &Rules) -> Option<usize> {
        if rules.button { self.entries.iter().position(|entry| entry.is_pass) } else { None }
    }

    pub fn button_holder(&self) -> Option<Color> {
        self.button_turn(&self.rules).map(|turn| self.entries[turn].mover)
    }

    /// The movers of each run of passes that belong together: the players pass by turns, and none
    /// of the passes takes the button. A player's second pass on end begins a new run.
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
            // Play that stopped and went on needs two new passes.
            End::Mizessyn => run.len() >= 2 && run.len().is_multiple_of(2),
            _ => run.len() >= 2,
        };
        let is_owed = match self.rules.end {
            End::Aga => run.len() == 2 && run[1] == Color::Black,
            End::Ing => run.len() < 4,
            End::Two | End::TwoConfirm | End::Agree | End::Mizessyn => false,
        };
        Status { is_stopped, is_final: is_stopped && !is_owed }
    }

    /// Whether play stopped, went on after a dispute and stopped again, where the rule set then
    /// counts in another way.
    pub fn is_second_count(&self) -> bool {
        let stops: usize = self.runs_of_passes().iter().map(|run| run.len() / 2).sum();
        self.rules.end == End::Mizessyn && stops >= 2
    }

    /// Whether the present situation, the grid with the player to move, has stood twice before since
    /// the most recent pass, where the rule set makes that a game without result.
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
