//! Borders that the players left open because nothing can come of it.

use crate::{
    board::{Board, Color, Point, PointSet},
    playout::Ownership,
    score::shared,
    tactics::would_capture,
};

/// What makes a point a gap.
struct Criteria {
    /// How surely points must end in a player's hands to be his.
    sure: f64,
    /// Points of his with only his own around them that the gap must be connected with.
    interior: usize,
    /// Whether the points that a dead chain leaves can be gaps too. No stone can be put there, but
    /// next to them.
    minds_dead_stones: bool,
}

/// Gaps that either player knew to be harmless.
const HARMLESS: Criteria = Criteria { sure: 0.5, interior: 1, minds_dead_stones: false };

/// Gaps in borders that are still open then: nobody would leave a large territory without an owner.
const OF_LARGE_TERRITORIES: Criteria = Criteria { sure: 0.3, interior: 6, minds_dead_stones: true };

/// The board with stones on the gaps of borders, for counting: a territory with a gap would touch
/// both colours and count for nobody.
///
/// A gap is a point that is surely a player's, next to something that is not, and next to a point
/// that lies inside on all sides.
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
    criteria: &Criteria,
) -> Vec<(Point, Color)> {
    let open = shared(board, dead);
    let gap = |point: Point| {
        let color = holder(ownership, point, criteria.sure)?;
        let territory = Territory { board, ownership, dead, open: &open, color, criteria };
        territory.has_gap(point).then_some((point, color))
    };
    open.iter().filter_map(gap).collect()
}

/// Puts a stone on a board that is to be counted, unless dead stones would leave it: the count
/// takes them for prisoners itself.
fn put(board: &mut Board, point: Point, color: Color) {
    if board.is_legal(point, color) && !would_capture(board, point, color) {
        board.play_unchecked(point, color, &mut ());
    }
}

/// Who gets a point at least so surely.
fn holder(ownership: &Ownership, point: Point, sure: f64) -> Option<Color> {
    match ownership.of(point) {
        black if black >= sure => Some(Color::Black),
        black if black <= -sure => Some(Color::White),
        _ => None,
    }
}

/// What is a player's, however open it may be.
struct Territory<'a> {
    board: &'a Board,
    ownership: &'a Ownership,
    dead: &'a PointSet,
    open: &'a PointSet,
    color: Color,
    criteria: &'a Criteria,
}

impl Territory<'_> {
    /// Whether a point that is the player's is a gap.
    fn has_gap(&self, point: Point) -> bool {
        let is_interior = |place| self.open.contains(place) && self.is_tight(place);
        !self.is_tight(point)
            && self.board.neighbours(point).any(is_interior)
            && self.interior(point) >= self.criteria.interior
    }

    /// How many of the open points that are connected with this one lie inside.
    fn interior(&self, start: Point) -> usize {
        let mut seen = PointSet::EMPTY;
        let mut pending = vec![start];
        while let Some(point) = pending.pop() {
            if self.open.contains(point) && self.is_own(point) && seen.insert(point) {
                pending.extend(self.board.neighbours(point));
            }
        }
        seen.iter().filter(|&point| self.is_inside(point)).count()
    }

    /// Whether a point lies inside, and so do the points that dead stones next to it leave.
    fn is_tight(&self, point: Point) -> bool {
        self.is_inside(point)
            && !(self.criteria.minds_dead_stones && self.is_beside_a_dead_gap(point))
    }

    /// Whether a point and all its neighbours are the player's.
    fn is_inside(&self, point: Point) -> bool {
        self.is_own(point) && self.board.neighbours(point).all(|place| self.is_own(place))
    }

    /// Whether a dead chain next to a point is next to what is not the player's.
    fn is_beside_a_dead_gap(&self, point: Point) -> bool {
        let is_at_the_edge = |stone| self.board.neighbours(stone).any(|place| !self.is_own(place));
        let mut dead = self.board.neighbours(point).filter(|&place| self.dead.contains(place));
        dead.any(|stone| self.board.chain(stone).any(is_at_the_edge))
    }

    fn is_own(&self, point: Point) -> bool {
        match self.board.stone(point) {
            Some(stone) if !self.dead.contains(point) => stone == self.color,
            Some(stone) => stone != self.color,
            None => holder(self.ownership, point, self.criteria.sure) == Some(self.color),
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

    /// Whose a point is when this board is counted.
    fn owner(diagram: &str, vertex: &str) -> Option<Color> {
        let board: Board = diagram.parse().expect("a board");
        let point = Vertex::parse(board.size(), vertex).expect("a vertex").point();
        let point = point.expect("a point");
        let rules = Rules::preset("chinese").expect("a preset");
        let status = Status::judge(&Game::from_position(board, Color::Black, rules));
        let enclosed = enclosed(&status.closed, &status.judgement.dead);
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
