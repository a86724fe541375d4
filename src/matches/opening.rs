//! The positions from which the games of a match start.

use std::collections::HashSet;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoroshiro128PlusPlus;
use thiserror::Error;

use crate::{
    board::{Color, Move, Point, Size},
    game::Game,
    sgf::{Record, Step},
};

/// A move of an opening.
pub type OpeningMove = (Color, Move);

/// Rows and columns from the edge of the board that random moves avoid.
const EDGE: u8 = 2;

/// Side of the smallest board on which they avoid them.
const MIN_SIDE_WITH_EDGE: u8 = 7;

/// Attempts to draw a new opening before a repeated one is accepted.
const MAX_DRAWS: usize = 100;

/// Openings of random moves on the third line or above (on any line of a small board), drawn with a
/// seed, all different as long as there are enough. More openings do not change the first ones.
///
/// `empty` is the game before the opening, with at most handicap stones. There are fewer than `moves`
/// moves if no play is legal.
#[must_use]
pub fn random_openings(
    empty: &Game,
    moves: usize,
    count: usize,
    seed: u64,
) -> Vec<Vec<OpeningMove>> {
    let mut rng = Xoroshiro128PlusPlus::seed_from_u64(seed);
    let mut known = HashSet::new();
    let mut draw = || {
        let drawn = (0..MAX_DRAWS).map(|_| random_opening(empty, moves, &mut rng));
        let mut last = Vec::new();
        for opening in drawn {
            let points: Vec<_> = opening.iter().map(|(_, mv)| mv.point()).collect();
            let is_new = known.insert(points);
            last = opening;
            if is_new {
                break;
            }
        }
        last
    };
    (0..count).map(|_| draw()).collect()
}

fn random_opening(empty: &Game, moves: usize, rng: &mut Xoroshiro128PlusPlus) -> Vec<OpeningMove> {
    let mut game = empty.clone();
    for _ in 0..moves {
        let color = game.to_move();
        let points: Vec<Point> = inner_points(game.size())
            .filter(|&point| game.check(color, Move::Play(point)).is_ok())
            .collect();
        if points.is_empty() {
            break;
        }
        let point = points[rng.random_range(0..points.len())];
        game.play(color, Move::Play(point)).expect("checked");
    }
    game.turns().iter().map(|turn| (turn.color, turn.mv)).collect()
}

fn inner_points(size: Size) -> impl Iterator<Item = Point> {
    let inner =
        |place: u8, side: u8| side < MIN_SIDE_WITH_EDGE || (EDGE..side - EDGE).contains(&place);
    size.points().filter(move |&point| {
        inner(size.column(point), size.width()) && inner(size.row(point), size.height())
    })
}

/// A record that cannot be an opening.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OpeningError {
    /// The board has another size.
    #[error("a {record} board: expected {size}")]
    Size {
        /// The record's board.
        record: Size,
        /// The match's board.
        size: Size,
    },
    /// The record sets up stones.
    #[error("set-up stones: expected moves from the empty board")]
    SetUp,
    /// A move is illegal under the match's rules.
    #[error("move {number}: {reason}")]
    Illegal {
        /// Its number, from 1.
        number: usize,
        /// The reason why it is illegal.
        reason: String,
    },
}

/// The first moves of a record, at most `max_moves`. `empty` is the game before the opening.
///
/// # Errors
/// [`OpeningError`] if the record has another board, set-up stones or an illegal move.
pub fn opening_of_record(
    record: &Record,
    empty: &Game,
    max_moves: usize,
) -> Result<Vec<OpeningMove>, OpeningError> {
    if record.size != empty.size() {
        return Err(OpeningError::Size { record: record.size, size: empty.size() });
    }
    let mut game = empty.clone();
    for step in &record.steps {
        let is_full = game.turns().len() == max_moves;
        match *step {
            Step::ToPlay(_) => {}
            Step::Turn(..) if is_full => break,
            // Stones that are set up before all moves are refused in any case.
            Step::SetUp(_) if is_full && max_moves > 0 => break,
            Step::SetUp(_) => return Err(OpeningError::SetUp),
            Step::Turn(color, mv) => {
                let number = game.turns().len() + 1;
                let illegal = |reason: String| OpeningError::Illegal { number, reason };
                // Engines are asked for moves in turn.
                if color != game.to_move() {
                    return Err(illegal(format!("{color} moves out of turn")));
                }
                game.play(color, mv).map_err(|reason| illegal(reason.to_string()))?;
            }
        }
    }
    Ok(game.turns().iter().map(|turn| (turn.color, turn.mv)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{rules::Rules, sgf};

    fn empty(side: u8) -> Game {
        Game::new(Size::square(side).expect("a size"), Rules::CHINESE)
    }

    #[test]
    fn random_openings_repeat_only_if_they_must_and_depend_on_the_seed() {
        let openings = random_openings(&empty(9), 2, 300, 1);
        let different: HashSet<_> = openings.iter().map(|opening| format!("{opening:?}")).collect();
        assert_eq!(different.len(), 300);
        assert_eq!(openings[..50], random_openings(&empty(9), 2, 50, 1));
        assert_ne!(openings[..50], random_openings(&empty(9), 2, 50, 2));
        // There are 25 points on the third line or above.
        assert_eq!(random_openings(&empty(9), 1, 30, 1).len(), 30);
    }

    #[test]
    fn random_openings_exist_on_every_board() {
        assert_eq!(random_openings(&empty(1), 3, 2, 1), [vec![], vec![]]);
        assert!(random_openings(&empty(2), 2, 9, 1).iter().all(|opening| opening.len() == 2));
        assert!(random_openings(&empty(19), 0, 1, 1)[0].is_empty());
    }

    #[test]
    fn records_are_openings_if_they_can_be_played() {
        let opening = |text: &str| {
            let record = sgf::read(text.as_bytes()).expect("a record");
            opening_of_record(&record, &empty(9), 3).map(|moves| moves.len())
        };
        assert_eq!(opening("(;SZ[9];B[ee];W[cc];B[gg];W[gc])"), Ok(3));
        assert_eq!(opening("(;SZ[9];B[ee])"), Ok(1));
        assert_eq!(opening("(;SZ[9];B[ee];W[cc];B[gg];AE[ee])"), Ok(3), "set up afterwards");
        assert_eq!(opening("(;SZ[9];B[ee];W[cc];AE[ee];B[gg])"), Err(OpeningError::SetUp));
        assert_eq!(opening("(;SZ[9]AB[ee];W[cc])"), Err(OpeningError::SetUp));
        for (text, message) in [
            ("(;SZ[13];B[ee])", "a 13x13 board: expected 9x9"),
            ("(;SZ[9];B[ee];W[ee])", "move 2: the point is occupied"),
            ("(;SZ[9];W[ee])", "move 1: White moves out of turn"),
        ] {
            assert_eq!(opening(text).map_err(|error| error.to_string()), Err(message.to_string()));
        }
    }
}
