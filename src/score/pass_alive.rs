//! Pass-alive stones (unconditional life).

use crate::board::{Board, Color, Point, PointSet};

/// The stones and eyes of a player that are safe even if the player always passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassAlive {
    /// The stones of chains that cannot be captured.
    pub stones: PointSet,
    /// The points of the regions vital to them, opposing stones included.
    pub eyes: PointSet,
}

/// Finds the pass-alive chains of `color` and their eyes by Benson's algorithm (1976, "Life in the
/// game of Go", section 3): the largest set of chains each of which has two regions vital to it,
/// all of whose neighboring chains are in the set.
///
/// A region, a maximal connected set of points without stones of `color`, is vital to a chain next
/// to it if all its empty points are liberties of that chain. Where suicide of several stones is
/// legal, all its points must be next to the chain, since the opponent may fill the region.
#[must_use]
pub fn pass_alive(board: &Board, color: Color, suicide_is_legal: bool) -> PassAlive {
    let mut chains: Vec<Point> =
        board.chains().filter(|&head| board.stone(head) == Some(color)).collect();
    let mut regions: Vec<EnclosedRegion> = board
        .components(|point| board.stone(point) != Some(color))
        .into_iter()
        .map(|points| EnclosedRegion::new(board, points, color, suicide_is_legal))
        .collect();
    loop {
        let is_alive =
            |chain: &Point| regions.iter().filter(|r| r.vital_to.contains(*chain)).count() >= 2;
        let alive: Vec<Point> = chains.iter().copied().filter(is_alive).collect();
        regions.retain(|region| region.border.iter().all(|head| alive.contains(&head)));
        let is_stable = alive.len() == chains.len();
        chains = alive;
        if is_stable {
            break;
        }
    }
    let is_eye =
        |region: &&EnclosedRegion| chains.iter().any(|&chain| region.vital_to.contains(chain));
    PassAlive {
        stones: chains.iter().flat_map(|&chain| board.chain(chain)).collect(),
        eyes: regions
            .iter()
            .filter(is_eye)
            .flat_map(|region| region.points.iter().copied())
            .collect(),
    }
}

/// A region with the heads of the chains around it.
struct EnclosedRegion {
    points: Vec<Point>,
    border: PointSet,
    vital_to: PointSet,
}

impl EnclosedRegion {
    fn new(
        board: &Board,
        points: Vec<Point>,
        color: Color,
        suicide_is_legal: bool,
    ) -> EnclosedRegion {
        let heads_around = |point: Point| -> PointSet {
            let stones = board.neighbors(point).filter(|&place| board.stone(place) == Some(color));
            stones.map(|stone| board.head(stone)).collect()
        };
        let mut border = PointSet::EMPTY;
        for &point in &points {
            border.extend_from(&heads_around(point));
        }
        let mut vital_to = border;
        let to_touch = points.iter().filter(|&&point| suicide_is_legal || board.is_empty(point));
        for &point in to_touch {
            let around = heads_around(point);
            vital_to = vital_to.iter().filter(|&head| around.contains(head)).collect();
        }
        EnclosedRegion { points, border, vital_to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alive(diagram: &str, color: Color) -> (usize, usize) {
        let found = pass_alive(&diagram.parse().unwrap(), color, false);
        (found.stones.len(), found.eyes.len())
    }

    #[test]
    fn two_eyes_live_and_one_does_not() {
        let two_eyes = "
            . X . X O
            X X X X O
            O O O O O
            . . . . .";
        assert_eq!(alive(two_eyes, Color::Black), (6, 2));
        assert_eq!(alive(two_eyes, Color::White), (0, 0));
        let one_eye = "
            . X X X O
            X X X X O
            O O O O O
            . . . . .";
        assert_eq!(alive(one_eye, Color::Black), (0, 0));
    }

    #[test]
    fn chains_that_share_their_eyes_live_together() {
        let shared = "
            . X O . .
            X O O . .
            . X O . .
            X O O . .
            O O . . .";
        assert_eq!(alive(shared, Color::Black), (0, 0));
        let ring = "
            . X X .
            X . . X
            X . . X
            . X X .";
        assert_eq!(alive(ring, Color::Black), (8, 4));
        let linked = "
            . X . X
            X X X .
            . O X X";
        assert_eq!(alive(linked, Color::Black), (7, 5));
    }

    #[test]
    fn a_stone_inside_an_eye_spoils_it_only_where_suicide_is_legal() {
        let wide: Board = "
            X X X X X
            X . . . X
            X . O . X
            X . . . X
            X X X X X
            . X . X ."
            .parse()
            .unwrap();
        assert_eq!(pass_alive(&wide, Color::Black, false).eyes.len(), 9 + 3);
        assert_eq!(pass_alive(&wide, Color::Black, true).eyes.len(), 3);
    }
}
