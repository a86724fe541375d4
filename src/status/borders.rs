//! Gaps in borders that the players left open because they are harmless.

use super::Ownership;
use crate::{
    board::{Board, Color, Point, PointSet},
    score::dame,
    tactics::would_capture,
};

/// The conditions under which a point is a gap.
struct GapCriteria {
    /// Ownership, 0 to 1, from which an empty point belongs to a player.
    min_ownership: f64,
    /// Interior points that the gap must be connected with: open points of the player that have
    /// only own points around them.
    min_interior: usize,
    /// Whether points next to a dead chain on the border are gaps too. No stone can be put on the
    /// chain's own points.
    checks_dead_stones: bool,
}

/// Harmless gaps.
const HARMLESS: GapCriteria =
    GapCriteria { min_ownership: 0.5, min_interior: 1, checks_dead_stones: false };

/// Gaps of large territories that are open even then: players do not leave a large territory
/// without an owner.
const OF_LARGE_TERRITORIES: GapCriteria =
    GapCriteria { min_ownership: 0.3, min_interior: 6, checks_dead_stones: true };

/// Returns the board with stones on the gaps of borders, for counting: a territory with a gap would
/// touch both colors and count for neither.
///
/// A gap is a point that belongs to a player, with a neighbor that does not, and a neighbor that
/// has only own points around it.
pub(super) fn close_borders(board: &Board, ownership: &Ownership, dead: &PointSet) -> Board {
    let mut closed = board.clone();
    for criteria in [HARMLESS, OF_LARGE_TERRITORIES] {
        for (point, color) in gaps(&closed, ownership, dead, &criteria) {
            put(&mut closed, point, color);
        }
    }
    closed
}

fn gaps(
    board: &Board,
    ownership: &Ownership,
    dead: &PointSet,
    criteria: &GapCriteria,
) -> Vec<(Point, Color)> {
    let open = dame(board, dead);
    let gap = |point: Point| {
        let color = holder(ownership, point, criteria.min_ownership)?;
        let territory = OpenTerritory { board, ownership, dead, open: &open, color, criteria };
        territory.has_gap(point).then_some((point, color))
    };
    open.iter().filter_map(gap).collect()
}

/// Puts a stone on the board, unless it would capture dead stones: the count makes those prisoners
/// itself.
fn put(board: &mut Board, point: Point, color: Color) {
    if board.is_legal(point, color) && !would_capture(board, point, color) {
        board.play_unchecked(point, color, &mut ());
    }
}

/// The player whose ownership of a point, 0 to 1, is at least `min_ownership`.
fn holder(ownership: &Ownership, point: Point, min_ownership: f64) -> Option<Color> {
    match ownership.of(point) {
        black if black >= min_ownership => Some(Color::Black),
        black if black <= -min_ownership => Some(Color::White),
        _ => None,
    }
}

/// The points that belong to a player, enclosed or not.
struct OpenTerritory<'a> {
    board: &'a Board,
    ownership: &'a Ownership,
    dead: &'a PointSet,
    open: &'a PointSet,
    color: Color,
    criteria: &'a GapCriteria,
}

impl OpenTerritory<'_> {
    /// Whether a point of the player is a gap.
    fn has_gap(&self, point: Point) -> bool {
        let is_open_and_tight = |place| self.open.contains(place) && self.is_tight(place);
        !self.is_tight(point)
            && self.board.neighbors(point).any(is_open_and_tight)
            && self.interior(point) >= self.criteria.min_interior
    }

    /// The number of interior points among the open points connected with this one.
    fn interior(&self, start: Point) -> usize {
        let belongs = |point| self.open.contains(point) && self.is_own(point);
        let connected = self.board.component(start, belongs).into_iter();
        connected.filter(|&point| self.is_interior(point)).count()
    }

    /// Whether a point is interior and, if dead stones are checked, no dead chain next to it is on
    /// the border.
    fn is_tight(&self, point: Point) -> bool {
        self.is_interior(point)
            && !(self.criteria.checks_dead_stones && self.is_beside_dead_border_chain(point))
    }

    /// Whether a point is interior: it and all its neighbors are the player's.
    fn is_interior(&self, point: Point) -> bool {
        self.is_own(point) && self.board.neighbors(point).all(|place| self.is_own(place))
    }

    /// Whether a dead chain next to a point is next to a point that is not the player's.
    fn is_beside_dead_border_chain(&self, point: Point) -> bool {
        let is_on_border = |stone| self.board.neighbors(stone).any(|place| !self.is_own(place));
        let mut dead = self.board.neighbors(point).filter(|&place| self.dead.contains(place));
        dead.any(|stone| self.board.chain(stone).any(is_on_border))
    }

    fn is_own(&self, point: Point) -> bool {
        match self.board.stone(point) {
            Some(stone) if !self.dead.contains(point) => stone == self.color,
            Some(stone) => stone != self.color,
            None => holder(self.ownership, point, self.criteria.min_ownership) == Some(self.color),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Board, Color, Vertex},
        game::Game,
        rules::Rules,
        score::enclosed,
        status::Status,
    };

    /// The owner of a point in the count.
    fn owner(diagram: &str, vertex: &str) -> Option<Color> {
        let board: Board = diagram.parse().expect("a board");
        let point = Vertex::parse(board.size(), vertex).expect("a vertex").point();
        let point = point.expect("a point");
        let rules = Rules::preset("chinese").expect("a preset");
        let status = Status::judge(&Game::from_position(board, Color::Black, rules));
        let enclosed = enclosed(&status.verdict.counted_board, &status.verdict.judgment.dead);
        Color::ALL.into_iter().find(|color| enclosed[color.index()].contains(point))
    }

    #[test]
    fn a_large_territory_behind_a_wide_gap_has_an_owner() {
        let right = "
            . . . . . . . . .
            . . . . X O . . .
            . . . O X X X . .
            . . . . O X O . .
            . . O . . O O X .
            . . . . O . . O .
            . . . O . O O X .
            . . O . . O X . .
            X O . . O X . . .";
        assert_eq!(owner(right, "J2"), Some(Color::White));
    }

    #[test]
    fn a_large_territory_open_behind_a_dead_stone_has_an_owner() {
        let below = "
            . . . . O . . . .
            . . . O . O . . .
            . . O . O . O O .
            . O X O . O X . .
            O X X X O O X X X
            . X X . X X . . .
            . . . X X O X X .
            . . . . . O . . X
            . . . . . . . . .";
        assert_eq!(owner(below, "C2"), Some(Color::Black));
    }
}
