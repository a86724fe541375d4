//! Handicaps: the fixed places of the stones, and the handicap that a game shows.

use thiserror::Error;

use super::{Game, history::Turn, state::State};
use crate::board::{Board, Color, Move, PointSet, Size};

/// There are no fixed places for this number of handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HandicapError {
    /// A board of this size has no fixed places.
    #[error("invalid number of stones: a {0} board has no fixed places for handicap stones")]
    Board(Size),
    /// A board of this size has fixed places for 2 to this number of stones.
    #[error("invalid number of stones: a {0} board has fixed places for 2 to {1}")]
    Number(Size, u32),
}

/// The largest number of fixed handicap stones (GTP 2 draft 2, section 4.1.1): 9 on odd boards from
/// 9×9 on, 4 on even boards and on 7×7, 0 if a side is shorter than 7.
const fn max_fixed_handicap(size: Size) -> u32 {
    let (width, height) = (size.width(), size.height());
    if width < 7 || height < 7 {
        0
    } else if width.is_multiple_of(2) || height.is_multiple_of(2) || width == 7 || height == 7 {
        4
    } else {
        9
    }
}

/// The fixed places of `stones` handicap stones.
///
/// # Errors
/// [`HandicapError`] if a board of this size has none for that number.
pub fn fixed_handicap(size: Size, stones: u32) -> Result<PointSet, HandicapError> {
    let max = max_fixed_handicap(size);
    if max == 0 {
        return Err(HandicapError::Board(size));
    }
    if stones < 2 || stones > max {
        return Err(HandicapError::Number(size, max));
    }
    let lines =
        [size.width(), size.height()].map(|side| (line(side), side / 2, side - 1 - line(side)));
    let [(left, center, right), (top, middle, bottom)] = lines;
    let corners = [(left, bottom), (right, top), (left, top), (right, bottom)];
    let sides = [(left, middle), (right, middle), (center, bottom), (center, top)];
    let mut places = corners[..(stones as usize).min(4)].to_vec();
    // The fifth, seventh or ninth stone goes to the center, the others to the sides in pairs.
    let others = stones.saturating_sub(4) as usize;
    places.extend(&sides[..others / 2 * 2]);
    if others % 2 == 1 {
        places.push((center, middle));
    }
    Ok(places.into_iter().filter_map(|(column, row)| size.point(column, row)).collect())
}

/// The line of the handicap stones along a side, from 0: the fourth line on large boards, the third
/// on small ones.
const fn line(side: u8) -> u8 {
    if side >= 13 { 3 } else { 2 }
}

impl Game {
    /// The handicap in stones, 0 for an even game: the declared number, if any, else that of the
    /// stones ([`Self::handicap_stones`]). It is 0 if White's first two plays follow each other: some
    /// clients set up a position by plays, or by handicap stones and White's plays.
    #[must_use]
    pub fn handicap(&self) -> u32 {
        if self.is_set_up_by_plays() {
            return 0;
        }
        self.declared_handicap.unwrap_or_else(|| self.handicap_stones())
    }

    /// Whether White's first play is followed by another one of White's.
    fn is_set_up_by_plays(&self) -> bool {
        let is_whites = |turn: &Turn| turn.color == Color::White && !turn.is_pass();
        let first = self.turns().iter().position(is_whites);
        first.and_then(|first| self.turns().get(first + 1)).is_some_and(is_whites)
    }

    /// The handicap in stones if White's next move after `state` is a play; `state` is that of this game
    /// or of a variation of it. Unlike [`handicap`](Self::handicap), it counts Black's plays on an empty
    /// board before White has played.
    #[must_use]
    pub fn pending_handicap(&self, state: &State) -> u32 {
        // Black plays, White passes.
        let is_giving = |turn: &&Turn| turn.is_pass() == (turn.color == Color::White);
        let is_empty = self.start().empty_points().len() == self.size().area();
        match self.handicap() {
            0 if is_empty && self.turns().iter().all(|turn| is_giving(&turn)) => {
                let giving = state.turns().iter().take_while(is_giving);
                let stones = giving.filter(|turn| !turn.is_pass()).count() as u32;
                if stones < 2 { 0 } else { stones }
            }
            handicap => handicap,
        }
    }

    /// The handicap that the stones show, 0 for an even game: the number of set-up stones, if all
    /// are Black's; else the number of Black's plays on an empty board before White's first play, if
    /// White passed or did not move in between, as in the New Zealand rules.
    #[must_use]
    pub fn handicap_stones(&self) -> u32 {
        let stones = match stones_by_color(self.start()) {
            [0, 0] => self.black_plays_before_white(),
            [black, 0] => black,
            _ => 0,
        };
        if stones < 2 { 0 } else { stones }
    }

    fn black_plays_before_white(&self) -> u32 {
        let mut stones = 0;
        for turn in self.turns() {
            match (turn.color, turn.mv) {
                (Color::Black, Move::Play(_)) => stones += 1,
                (Color::White, Move::Pass) => {}
                (Color::White, Move::Play(_)) => return stones,
                (Color::Black, Move::Pass) => return 0,
            }
        }
        0
    }
}

fn stones_by_color(board: &Board) -> [u32; 2] {
    let mut count = [0; 2];
    if board.empty_points().len() == board.size().area() {
        return count;
    }
    for color in board.size().points().filter_map(|point| board.stone(point)) {
        count[color.index()] += 1;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{board::Vertex, rules::Rules};

    fn vertices(side: u8, stones: u32) -> String {
        let size = Size::square(side).unwrap();
        let mut names: Vec<String> = fixed_handicap(size, stones)
            .unwrap()
            .iter()
            .map(|point| Vertex::of(size, point).to_string())
            .collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn fixed_places_are_those_of_the_gtp_specification() {
        assert_eq!(vertices(19, 2), "D4 Q16");
        assert_eq!(vertices(19, 3), "D16 D4 Q16");
        assert_eq!(vertices(19, 5), "D16 D4 K10 Q16 Q4");
        assert_eq!(vertices(19, 6), "D10 D16 D4 Q10 Q16 Q4");
        assert_eq!(vertices(19, 9), "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4");
        assert_eq!(vertices(9, 7), "C3 C5 C7 E5 G3 G5 G7");
        assert_eq!(vertices(13, 4), "D10 D4 K10 K4");
        assert_eq!(vertices(12, 4), "C10 C3 K10 K3");
    }

    #[test]
    fn before_whites_first_play_passes_gave_no_handicap() {
        let rules = Rules::preset("new_zealand").expect("a preset");
        let mut game = Game::new(Size::square(9).expect("a size"), rules);
        for (color, vertex) in [(Color::Black, "D4"), (Color::White, "pass"), (Color::Black, "F6")]
        {
            let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
            game.play(color, mv).expect("a legal move");
        }
        assert_eq!((game.handicap(), game.pending_handicap(game.state())), (0, 2));
    }

    /// Sabaki and gtp2ogs state positions so.
    #[test]
    fn a_position_set_up_by_plays_was_a_handicap() {
        let size = Size::square(9).expect("a size");
        let mut game = Game::new(size, Rules::CHINESE);
        let plays = |game: &mut Game, color, vertices: &str| {
            for vertex in vertices.split(' ') {
                let mv = Vertex::parse(size, vertex).expect("a vertex");
                game.play(color, mv).expect("a legal move");
            }
        };
        let mut declared = game.clone();
        let stones = fixed_handicap(size, 3).expect("places");
        declared.place_handicap(&stones).expect("an empty board");
        plays(&mut declared, Color::White, "E5");
        assert_eq!(declared.handicap(), 3);
        plays(&mut declared, Color::White, "E6");
        plays(&mut game, Color::Black, "C3 C7 G3");
        plays(&mut game, Color::White, "E5 E6");
        assert_eq!([declared.handicap(), game.handicap()], [0, 0]);
    }

    #[test]
    fn numbers_without_fixed_places_are_refused() {
        for (side, stones) in [(19, 1), (19, 10), (8, 5), (7, 5), (6, 2), (1, 2)] {
            assert!(
                fixed_handicap(Size::square(side).unwrap(), stones).is_err(),
                "{side} {stones}"
            );
        }
    }
}
