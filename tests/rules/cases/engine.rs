//! The engine under test.

use shusaku::{
    board::{Board, Color, Move, PointSet, Vertex, VertexError},
    game::{self, Game, Stage},
    rules::{Ko, Rules},
    score::{Judgment, Tally, count, living_group_count},
};

use super::{Score, Status, Subject, Terms};
use crate::reference::{
    bridge::{EngineLine, illegal, set_up},
    grid::Grid,
    search,
};

pub struct Engine {
    game: Game,
}

impl Engine {
    fn read(&self, vertex: &str) -> Result<Move, VertexError> {
        Vertex::parse(self.game.size(), vertex)
    }

    fn stones(&self, vertices: &[String]) -> Result<PointSet, String> {
        let point = |vertex: &String| match self.read(vertex) {
            Ok(Move::Play(point)) if !self.game.board().is_empty(point) => Ok(point),
            _ => Err(format!("no stone on {vertex}")),
        };
        vertices.iter().map(point).collect()
    }
}

impl Subject for Engine {
    fn start(rules: Rules, rows: &[String], first: Color) -> Result<Engine, String> {
        let board: Board = rows.join("\n").parse().map_err(|error| format!("setup: {error}"))?;
        Ok(Engine { game: Game::from_position(board, first, rules) })
    }

    fn play(&mut self, color: Color, vertex: &str) -> Result<(), String> {
        let mv = self.read(vertex).map_err(|error| error.to_string())?;
        self.game.play(color, mv).map_err(|error| format!("refused: {error}"))
    }

    fn undo(&mut self) -> Result<(), String> {
        self.game.undo(1).map_err(|error| error.to_string())
    }

    fn illegality(&self, color: Color, vertex: &str) -> Option<&'static str> {
        let Ok(mv) = self.read(vertex) else { return Some("off board") };
        self.game.check(color, mv).err().map(|error| illegal(error).code())
    }

    fn consequence(&mut self, color: Color, vertex: &str) -> Option<&'static str> {
        let mv = self.read(vertex).expect("consequences are only queried for points on the board");
        self.game.play(color, mv).err()?;
        Some(if self.game.forfeited_by() == Some(color) { "forfeit" } else { "refuse" })
    }

    fn rows(&self) -> Vec<String> {
        let rows = self.game.board().to_string();
        rows.lines().map(|row| row.replace(' ', "")).collect()
    }

    fn removed(&self, color: Color) -> u32 {
        self.game.state().removed(color)
    }

    fn legal_list(&self, color: Color) -> Vec<String> {
        let points = self.game.state().legal_points(self.game.rules(), color);
        let names = points.map(|point| Vertex::of(self.game.size(), point).to_string());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    fn status(&self) -> Status {
        let stage = self.game.stage();
        Status {
            is_stopped: stage != Stage::Playing,
            is_final: stage == Stage::Over,
            to_move: self.game.to_move(),
        }
    }

    fn has_no_result(&self) -> bool {
        self.game.has_no_result()
    }

    fn score(&self, terms: &Terms) -> Result<Score, String> {
        let seki = terms.seki.as_ref().map(|stones| self.stones(stones)).transpose()?;
        let judgment = Judgment { dead: self.stones(&terms.dead)?, seki };
        let mut tally = Tally::with_handicap(&self.game, terms.handicap);
        if let Some(is_second_count) = terms.is_second_count {
            tally.is_second_count = is_second_count;
        }
        let score = count(self.game.board(), self.game.rules(), &judgment, &tally);
        // The engine always prints a decimal, as GNU Go does: gogui-twogtp compares the players'
        // results as text. The cases write whole margins without.
        let result = score.to_string();
        let result = result.strip_suffix(".0").unwrap_or(&result).to_string();
        Ok(Score { black: score.black, white: score.white, result })
    }

    fn independent_regions(&self, dead: &[String]) -> Result<[usize; 2], String> {
        let dead = self.stones(dead)?;
        Ok(Color::ALL.map(|color| living_group_count(self.game.board(), &dead, color)))
    }

    fn perft(&self, depth: usize) -> Vec<u64> {
        game::perft(&self.game, depth)
    }

    fn value(&self) -> f64 {
        assert_ne!(self.game.rules().ko, Ko::Simple, "best play need not end under simple ko");
        search::value(&mut EngineLine::new(&self.game), self.game.size().area())
    }

    fn bonus(rules: &Rules, stones: u32) -> u32 {
        rules.handicap_bonus.points(stones)
    }

    fn komi(rules: &Rules, stones: u32) -> f64 {
        rules.default_komi(stones)
    }

    fn positions(rows: usize, columns: usize) -> usize {
        Grid::all(columns, rows).filter(|grid| set_up(grid).is_some()).count()
    }
}
