//! The reference implementation under test.

use shusaku::{
    board::Color,
    rules::{IllegalMovePolicy, Ko, Rules},
};

use super::{Score, Status, Subject, Terms};
use crate::reference::{
    Illegal, Reference, Turn,
    grid::{Grid, Point},
    score::{self, Agreement},
    search,
};

const COLUMNS: &str = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

fn read(grid: &Grid, vertex: &str) -> Option<Turn> {
    if vertex.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    let letter = vertex.chars().next()?.to_ascii_uppercase();
    let column = COLUMNS.find(letter).filter(|&column| column < grid.width)?;
    let number: usize = vertex[1..].parse().ok()?;
    let row = grid.height.checked_sub(number).filter(|&row| row < grid.height)?;
    Some(Some(row * grid.width + column))
}

fn name(grid: &Grid, point: Point) -> String {
    let column = COLUMNS.as_bytes()[point % grid.width] as char;
    format!("{column}{}", grid.height - point / grid.width)
}

fn stones(grid: &Grid, vertices: &[String]) -> Result<Vec<Point>, String> {
    let stone = |vertex: &String| match read(grid, vertex) {
        Some(Some(point)) if grid.get(point).is_some() => Ok(point),
        _ => Err(format!("no stone on {vertex}")),
    };
    vertices.iter().map(stone).collect()
}

impl Subject for Reference {
    fn start(rules: Rules, rows: &[String], first: Color) -> Result<Reference, String> {
        let grid = Grid::from_rows(rows).filter(Grid::is_legal).ok_or("no such position")?;
        Ok(Reference::new(grid, first, rules))
    }

    fn play(&mut self, color: Color, vertex: &str) -> Result<(), String> {
        let turn = read(self.grid(), vertex).ok_or("off board")?;
        Reference::play(self, color, turn).map_err(|illegal| format!("refused: {illegal:?}"))
    }

    fn undo(&mut self) -> Result<(), String> {
        if self.entries().is_empty() {
            return Err("cannot undo".to_owned());
        }
        Reference::undo(self, 1);
        Ok(())
    }

    fn illegality(&self, color: Color, vertex: &str) -> Option<&'static str> {
        let Some(turn) = read(self.grid(), vertex) else { return Some("off board") };
        self.check(color, turn).err().map(Illegal::code)
    }

    fn consequence(&mut self, color: Color, vertex: &str) -> Option<&'static str> {
        self.illegality(color, vertex)?;
        Some(match self.rules.illegal {
            IllegalMovePolicy::Refuse => "refuse",
            IllegalMovePolicy::Forfeit => "forfeit",
        })
    }

    fn rows(&self) -> Vec<String> {
        self.grid().rows()
    }

    fn removed(&self, color: Color) -> u32 {
        Reference::removed(self, color)
    }

    fn legal_list(&self, color: Color) -> Vec<String> {
        let points = self.legal_points(color);
        let mut names: Vec<String> =
            points.into_iter().map(|point| name(self.grid(), point)).collect();
        names.sort();
        names
    }

    fn status(&self) -> Status {
        let status = Reference::status(self);
        Status { is_stopped: status.is_stopped, is_final: status.is_final, to_move: self.to_move() }
    }

    fn has_no_result(&self) -> bool {
        Reference::has_no_result(self)
    }

    fn score(&self, terms: &Terms) -> Result<Score, String> {
        let seki = terms.seki.as_ref().map(|seki| stones(self.grid(), seki)).transpose()?;
        let points = Reference::score(
            self,
            &Agreement {
                dead: stones(self.grid(), &terms.dead)?,
                seki,
                handicap: terms.handicap,
                is_second_count: terms.is_second_count.unwrap_or(self.is_second_count()),
            },
        );
        Ok(Score { black: points[0], white: points[1], result: score::result(points) })
    }

    fn independent_regions(&self, dead: &[String]) -> Result<[usize; 2], String> {
        let mut grid = self.grid().clone();
        grid.remove(&stones(self.grid(), dead)?);
        Ok(Color::ALL.map(|color| score::independent_regions(&grid, color).len()))
    }

    fn perft(&self, depth: usize) -> Vec<u64> {
        search::perft(&mut self.clone(), depth)
    }

    fn value(&self) -> f64 {
        assert_ne!(self.rules.ko, Ko::Simple, "best play need not end under simple ko");
        search::value(&mut self.clone(), self.grid().points().len())
    }

    fn bonus(rules: &Rules, stones: u32) -> u32 {
        score::bonus(rules, stones)
    }

    fn komi(rules: &Rules, stones: u32) -> f64 {
        score::komi(rules, stones)
    }

    fn positions(rows: usize, columns: usize) -> usize {
        search::legal_positions(columns, rows)
    }
}
