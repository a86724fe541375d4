//! Exhaustive search.

use shusaku::board::Color;

use super::{
    Reference, Turn,
    grid::{Grid, Point},
    score::Agreement,
};

/// A game in which moves can be played and taken back.
pub trait Line {
    fn to_move(&self) -> Color;
    /// The legal plays of the player to move.
    fn plays(&self) -> Vec<Turn>;
    fn play(&mut self, turn: Turn);
    /// Takes back the last move.
    fn undo_last(&mut self);
    /// Whether the last two moves were passes.
    fn is_over(&self) -> bool;
    /// Black's points minus White's, without komi.
    fn margin(&self) -> f64;
}

impl Line for Reference {
    fn to_move(&self) -> Color {
        self.to_move()
    }

    fn plays(&self) -> Vec<Turn> {
        self.legal_points(self.to_move()).into_iter().map(Some).collect()
    }

    fn play(&mut self, turn: Turn) {
        self.play(self.to_move(), turn).expect("the turn is legal");
    }

    fn undo_last(&mut self) {
        self.undo(1);
    }

    fn is_over(&self) -> bool {
        let last_two = self.entries().iter().rev().take(2);
        last_two.filter(|entry| entry.is_pass).count() == 2
    }

    fn margin(&self) -> f64 {
        let [black, white] = self.score(&Agreement::default());
        black - white + super::score::komi(&self.rules, 0)
    }
}

/// The numbers of legal sequences of 1, 2, … `depth` moves. Two passes in a row end a sequence.
pub fn perft(line: &mut impl Line, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    count_turns(line, &mut counts);
    counts
}

fn count_turns(line: &mut impl Line, counts: &mut [u64]) {
    let Some((count, deeper)) = counts.split_first_mut() else { return };
    if line.is_over() {
        return;
    }
    for turn in line.plays().into_iter().chain([None]) {
        *count += 1;
        line.play(turn);
        count_turns(line, deeper);
        line.undo_last();
    }
}

/// The margin after best play of both players on a board of `area` points, by alpha-beta search of
/// all games. Terminates only under a superko rule.
pub fn value(line: &mut impl Line, area: usize) -> f64 {
    best(line, -(area as f64), area as f64)
}

/// The margin for Black if it is between `alpha` and `beta`, else a bound beyond them.
fn best(line: &mut impl Line, mut alpha: f64, mut beta: f64) -> f64 {
    if line.is_over() {
        return line.margin();
    }
    let is_black = line.to_move() == Color::Black;
    let mut best_margin = if is_black { f64::NEG_INFINITY } else { f64::INFINITY };
    for turn in [None].into_iter().chain(line.plays()) {
        line.play(turn);
        let margin = best(line, alpha, beta);
        line.undo_last();
        if is_black {
            best_margin = best_margin.max(margin);
            alpha = alpha.max(margin);
        } else {
            best_margin = best_margin.min(margin);
            beta = beta.min(margin);
        }
        if alpha >= beta {
            break;
        }
    }
    best_margin
}

/// The number of grids of this size on which every chain has a liberty.
pub fn legal_positions(width: usize, height: usize) -> usize {
    Grid::all(width, height).filter(Grid::is_legal).count()
}

/// The number of paths from the empty grid by plays of either color, suicide included, without
/// repeating a grid. `after` returns the grid after a play.
pub fn simple_paths(
    width: usize,
    height: usize,
    after: impl Fn(&Grid, Point, Color) -> Grid,
) -> u64 {
    count_paths(&mut vec![Grid::empty(width, height)], &after)
}

fn count_paths(path: &mut Vec<Grid>, after: &impl Fn(&Grid, Point, Color) -> Grid) -> u64 {
    let here = path[path.len() - 1].clone();
    let mut next: Vec<Grid> = Vec::new();
    for point in here.points().filter(|&point| here.get(point).is_none()) {
        for grid in Color::ALL.map(|color| after(&here, point, color)) {
            if !path.contains(&grid) && !next.contains(&grid) {
                next.push(grid);
            }
        }
    }
    let mut paths = 1;
    for grid in next {
        path.push(grid);
        paths += count_paths(path, after);
        path.pop();
    }
    paths
}
