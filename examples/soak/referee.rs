//! The referee: the game in the reference implementation of the tests.

use shusaku::{
    board::{Color, Move, Vertex},
    rules::{Removal, Rules},
};

use crate::reference::{Illegal, Reference, Turn, bridge, grid::Grid, score::Agreement};

/// The state of a game after the commands so far.
pub struct Referee {
    pub game: Reference,
    pub komi: Option<f64>,
    declared_handicap: Option<u32>,
    turns: Vec<(Color, Turn)>,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Playing,
    /// The players passed, or a cycle leaves the game without a result.
    Over,
}

impl Referee {
    pub fn new(width: usize, height: usize, rules: Rules, komi: Option<f64>) -> Referee {
        let game = Reference::new(Grid::empty(width, height), Color::Black, rules);
        Referee { game, komi, declared_handicap: None, turns: Vec::new() }
    }

    /// Starts from a position; `handicap` is the number of stones if they are a handicap.
    pub fn start_from(&mut self, grid: Grid, first: Color, handicap: Option<u32>) {
        self.game = Reference::new(grid, first, self.game.rules.clone());
        self.declared_handicap = handicap;
        self.turns.clear();
    }

    /// The number of the point that a vertex names, or `None` for a pass.
    pub fn parse(&self, vertex: &str) -> Result<Turn, String> {
        let size = bridge::size(self.game.grid());
        match Vertex::parse(size, vertex) {
            Ok(Move::Pass) => Ok(None),
            Ok(Move::Play(point)) => Ok(Some(bridge::number(size, point))),
            Err(error) => Err(format!("{vertex}: {error}")),
        }
    }

    pub fn vertex(&self, turn: Turn) -> String {
        let size = bridge::size(self.game.grid());
        Vertex::new(size, bridge::mv(size, turn)).to_string()
    }

    pub fn stage(&self) -> Stage {
        let is_over = self.game.status().is_final || self.game.has_no_result();
        if is_over { Stage::Over } else { Stage::Playing }
    }

    /// A point on which a play is illegal, with the reason.
    pub fn illegal_point(&self, color: Color, start: usize) -> Option<(usize, Illegal)> {
        let area = self.game.grid().points().len();
        (0..area).map(|offset| (start + offset) % area).find_map(|point| {
            let illegal = self.game.check(color, Some(point)).err()?;
            Some((point, illegal))
        })
    }

    /// The handicap in stones: the declared number, else the stones of a set-up of Black's alone, else
    /// Black's plays before White's first one.
    pub fn handicap(&self) -> u32 {
        if let Some(declared) = self.declared_handicap {
            return declared;
        }
        let stones = Color::ALL.map(|color| self.game.start().stones_of(color) as u32);
        let count = match stones {
            [0, 0] => self.plays_before_white(),
            [black, 0] => black,
            _ => 0,
        };
        if count < 2 { 0 } else { count }
    }

    fn plays_before_white(&self) -> u32 {
        let mut plays = 0;
        for entry in self.game.entries() {
            match (entry.mover, entry.is_pass) {
                (Color::Black, false) => plays += 1,
                (Color::White, true) => {}
                (Color::White, false) => return plays,
                (Color::Black, true) => return 0,
            }
        }
        0
    }

    pub fn komi_in_force(&self) -> f64 {
        let Rules { komi, handicap_komi, .. } = self.game.rules;
        self.komi.unwrap_or(if self.handicap() < 2 { komi } else { handicap_komi })
    }

    /// Whether the count removes no stones, so that it needs no agreement about them.
    pub fn removes_no_stones(&self) -> bool {
        self.game.rules.removal == Removal::Never || self.game.is_second_count()
    }

    /// Whether the engine may play moves before it counts: the board without the dead stones has an
    /// empty region beside both colors, with dame or gaps to fill, or a chain in atari, which is
    /// connected.
    pub fn may_need_moves(&self, dead: &[usize]) -> bool {
        let mut grid = self.game.grid().clone();
        grid.remove(dead);
        let is_open = |region: &Vec<usize>| {
            let touches = |color: Color| {
                let mut around = region.iter().flat_map(|&point| grid.neighbors(point));
                around.any(|point| grid.get(point) == Some(color))
            };
            Color::ALL.into_iter().all(touches)
        };
        let mut chains = Color::ALL.into_iter().flat_map(|color| grid.chains(color));
        grid.components(|stone| stone.is_none()).iter().any(is_open)
            || chains.any(|chain| grid.liberties(&chain).len() == 1)
    }

    /// Black's points less White's, given the dead stones and those in seki.
    pub fn margin(&self, dead: Vec<usize>, seki: Option<Vec<usize>>) -> f64 {
        let mut game = self.game.clone();
        game.rules.komi = self.komi_in_force();
        game.rules.handicap_komi = self.komi_in_force();
        let is_second_count = self.game.is_second_count();
        let handicap = self.handicap();
        let [black, white] = game.score(&Agreement { dead, seki, handicap, is_second_count });
        black - white
    }

    /// Plays a move, if it is legal.
    pub fn play(&mut self, color: Color, turn: Turn) -> Result<(), Illegal> {
        self.game.play(color, turn)?;
        self.turns.push((color, turn));
        Ok(())
    }

    /// Takes back the last moves.
    pub fn undo(&mut self, count: usize) {
        self.game.undo(count);
        self.turns.truncate(self.turns.len() - count);
    }

    /// The moves as `move_history` lists them, the last one first.
    pub fn history(&self) -> Vec<String> {
        let line = |&(color, turn): &(Color, Turn)| {
            format!("{} {}", color.to_string().to_lowercase(), self.vertex(turn))
        };
        self.turns.iter().rev().map(line).collect()
    }
}
