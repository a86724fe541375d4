//! Moves that a symmetry of the position makes equal to others: only one of them is searched.

use crate::{
    board::{Color, Move, Point, Size},
    game::Game,
    network::Symmetry,
    search::Candidate,
};

/// The moves that are not searched since others are equal to them.
#[derive(Clone, Debug, Default)]
pub(super) struct SymmetricMoves(Vec<SymmetricMove>);

/// A move, the searched move that equals it, and the images of all points under the symmetry, in
/// the order of [`Size::points`].
#[derive(Clone, Debug)]
struct SymmetricMove {
    size: Size,
    point: Point,
    original: Point,
    images: Vec<Point>,
}

impl SymmetricMoves {
    /// The symmetric moves in a position with `color` to move: none if no symmetry keeps the stones
    /// and the legal moves.
    pub(super) fn new(game: &Game, color: Color) -> SymmetricMoves {
        let size = game.size();
        let symmetries = symmetries(game, color);
        let mut found: Vec<SymmetricMove> = Vec::new();
        let is_open = |&point: &Point| game.board().is_empty(point);
        for original in by_preference(size).into_iter().filter(is_open) {
            if found.iter().any(|known| known.point == original) {
                continue;
            }
            for images in &symmetries {
                let point = images[size.row_major_index(original)];
                let is_known = found.iter().any(|known| known.point == point);
                if point != original && !is_known {
                    found.push(SymmetricMove { size, point, original, images: images.clone() });
                }
            }
        }
        SymmetricMoves(found)
    }

    /// The moves that are not searched.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.0.iter().map(|symmetric| Move::Play(symmetric.point)).collect()
    }

    /// The moves that equal a searched one, with its values and the images of its line.
    pub(super) fn of(&self, candidate: &Candidate) -> Vec<Candidate> {
        let is_wanted = |symmetric: &&SymmetricMove| candidate.mv == Move::Play(symmetric.original);
        self.0.iter().filter(is_wanted).map(|symmetric| symmetric.transform(candidate)).collect()
    }
}

impl SymmetricMove {
    /// The candidate of the original under the symmetry.
    fn transform(&self, candidate: &Candidate) -> Candidate {
        let index = |point| self.size.row_major_index(point);
        let image = |mv: Move| match mv {
            Move::Play(point) => Move::Play(self.images[index(point)]),
            Move::Pass => Move::Pass,
        };
        let transform_points = |points: &Vec<f32>| {
            let mut transformed = points.clone();
            for (&value, &image) in points.iter().zip(&self.images) {
                transformed[index(image)] = value;
            }
            transformed
        };
        let deviation = candidate.ownership_deviation.as_ref();
        Candidate {
            mv: image(candidate.mv),
            line: candidate.line.iter().map(|&(mv, visits)| (image(mv), visits)).collect(),
            ownership: candidate.ownership.as_ref().map(transform_points),
            ownership_deviation: deviation.map(transform_points),
            ..candidate.clone()
        }
    }
}

/// The symmetries but the identity that keep the stones and the legal moves: by point, where it goes.
fn symmetries(game: &Game, color: Color) -> Vec<Vec<Point>> {
    let (size, board) = (game.size(), game.board());
    let points: Vec<Point> = size.points().collect();
    let is_legal = |point: Point| game.check(color, Move::Play(point)).is_ok();
    let mut found: Vec<Vec<Point>> = Vec::new();
    for symmetry in Symmetry::ALL {
        let places = symmetry.points(size.width().into(), size.height().into());
        let images: Vec<Point> = places.map(|place| points[place]).collect();
        let is_new = images != points && !found.contains(&images);
        let mut pairs = points.iter().zip(&images);
        // The stones come first: few positions have a symmetry, and legality takes longer.
        if is_new
            && pairs.clone().all(|(&a, &b)| board.stone(a) == board.stone(b))
            && pairs.all(|(&a, &b)| is_legal(a) == is_legal(b))
        {
            found.push(images);
        }
    }
    found
}

/// All points, those of the upper right first, where people expect the first move.
fn by_preference(size: Size) -> Vec<Point> {
    let mut points: Vec<Point> = size.points().collect();
    points.sort_by_key(|&point| (size.row(point), size.width() - size.column(point)));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Vertex, rules::Rules};

    /// The vertices that are searched on a board after these moves.
    fn searched(size: Size, moves: &str) -> Vec<String> {
        let mut game = Game::new(size, Rules::CHINESE);
        for vertex in moves.split_whitespace() {
            let mv = Vertex::parse(size, vertex).unwrap();
            game.play(game.to_move(), mv).unwrap();
        }
        let pruned = SymmetricMoves::new(&game, game.to_move()).moves();
        let open = size.points().map(Move::Play).filter(|mv| {
            mv.point().is_some_and(|point| game.board().is_empty(point)) && !pruned.contains(mv)
        });
        open.map(|mv| Vertex::new(size, mv).to_string()).collect()
    }

    #[test]
    fn an_eighth_of_the_empty_board_is_searched() {
        let size = Size::square(5).unwrap();
        assert_eq!(searched(size, ""), ["C5", "D5", "E5", "C4", "D4", "C3"]);
        assert_eq!(searched(size, "C3").len(), 5);
        assert_eq!(searched(size, "C4").len(), 14, "one axis is left");
        assert_eq!(searched(size, "C4 D4").len(), 23, "none is left");
        let rectangle = Size::new(4, 3).unwrap();
        assert_eq!(searched(rectangle, "").len(), 4);
    }

    #[test]
    fn a_symmetric_move_has_the_values_of_its_original_and_the_image_of_its_line() {
        let size = Size::square(3).unwrap();
        let game = Game::new(size, Rules::CHINESE);
        let symmetric = SymmetricMoves::new(&game, Color::Black);
        let play = |vertex: &str| Vertex::parse(size, vertex).unwrap();
        let corner = Candidate {
            mv: play("C3"),
            visits: 7,
            win_rate: 0.5,
            utility: 0.5,
            amaf_utility: None,
            win_rate_lcb: 0.4,
            utility_lcb: 0.4,
            prior: 0.1,
            line: vec![(play("C3"), 7), (play("B3"), 3), (Move::Pass, 1)],
            score: None,
            ownership: Some(vec![0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]),
            ownership_deviation: None,
        };
        let found = symmetric.of(&corner);
        let mut moves: Vec<Move> = found.iter().map(|candidate| candidate.mv).collect();
        moves.sort_by_key(|mv| mv.point());
        assert_eq!(moves, [play("A3"), play("A1"), play("C1")]);
        for candidate in found {
            let points = size.points().map(Move::Play);
            let owned: Vec<f32> =
                points.map(|mv| f32::from(u8::from(mv == candidate.mv))).collect();
            assert_eq!(candidate.ownership, Some(owned));
            let beside = candidate.line[1].0.point().unwrap();
            let board = game.board();
            assert!(board.neighbors(beside).any(|near| Move::Play(near) == candidate.mv));
            assert_eq!((candidate.visits, candidate.line[2].0), (7, Move::Pass));
        }
    }
}
