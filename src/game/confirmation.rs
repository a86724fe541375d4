//! Ko in the confirmation of life and death.

use crate::board::{Board, Color, Move, Point};

/// The kos that may not be taken back in the confirmation of life and death.
///
/// A player whose stone was taken in a ko may take it back only after a pass for that ko (Japanese rules
/// of 1989, article 7.2); moves elsewhere do not lift the ban.
#[derive(Clone, Debug, Default)]
pub struct ConfirmationKos {
    /// The points of the stones that were taken, and the players who may not take back, the oldest
    /// ban first.
    bans: Vec<(Point, Color)>,
}

impl ConfirmationKos {
    /// The oldest ko that `color` may not take back.
    #[must_use]
    pub fn banned(&self, board: &Board, color: Color) -> Option<Point> {
        let bans = self.bans.iter().filter(|&&(_, banned)| banned == color);
        bans.map(|&(point, _)| point).find(|&point| takes_ko(board, point, color))
    }

    /// Whether `color` may not play on `point`, since it would take back a ko.
    #[must_use]
    pub fn forbids(&self, board: &Board, point: Point, color: Color) -> bool {
        self.bans.contains(&(point, color)) && takes_ko(board, point, color)
    }

    /// Follows a legal move of `color` in the position `board`. A pass is one for the oldest ko that the
    /// player may not take back; returns whether there was one.
    pub fn follow(&mut self, board: &Board, color: Color, mv: Move) -> bool {
        let lifted = match mv {
            Move::Pass => self.banned(board, color),
            Move::Play(point) => Some(point),
        };
        self.bans.retain(|&(point, banned)| banned != color || Some(point) != lifted);
        if let Move::Play(point) = mv {
            self.bans.extend(ko_after(board, point, color));
        }
        mv == Move::Pass && lifted.is_some()
    }
}

fn takes_ko(board: &Board, point: Point, color: Color) -> bool {
    board.is_empty(point) && ko_after(board, point, color).is_some()
}

/// The ko that a play takes: the point of the stone, and the player who may not take it back at once.
fn ko_after(board: &Board, point: Point, color: Color) -> Option<(Point, Color)> {
    let mut after = board.clone();
    after.play_unchecked(point, color, &mut ());
    after.ko()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Size, Vertex},
        game::Game,
        rules::Rules,
    };

    /// Two kos, which Black may take at D5 and D1, and White back at C5 and C1.
    fn two_kos() -> Game {
        let rules = Rules::preset("japanese").expect("a preset");
        let mut game = Game::new(Size::square(9).expect("a size"), rules);
        let moves = "C6 D6 C4 D4 B5 E5 C2 D2 B1 E1 D5 C5 D1 C1 pass pass";
        for vertex in moves.split(' ') {
            play(&mut game, &mut ConfirmationKos::default(), vertex);
        }
        game
    }

    fn play(game: &mut Game, kos: &mut ConfirmationKos, vertex: &str) -> bool {
        let mv = Vertex::parse(game.size(), vertex).expect("a vertex");
        let color = game.to_move();
        let is_for_ko = kos.follow(game.board(), color, mv);
        game.play(color, mv).expect("a legal move");
        is_for_ko
    }

    fn banned(game: &Game, kos: &ConfirmationKos) -> Option<String> {
        let point = kos.banned(game.board(), game.to_move())?;
        Some(Vertex::of(game.size(), point).to_string())
    }

    #[test]
    fn only_a_pass_for_a_ko_lifts_its_ban() {
        let (mut game, mut kos) = (two_kos(), ConfirmationKos::default());
        play(&mut game, &mut kos, "D5");
        assert_eq!(banned(&game, &kos).as_deref(), Some("C5"));
        // A threat elsewhere does not lift it.
        play(&mut game, &mut kos, "J9");
        play(&mut game, &mut kos, "D1");
        assert!(kos.forbids(game.board(), vertex(&game, "C5"), Color::White));
        assert!(play(&mut game, &mut kos, "pass"), "for the older ko");
        play(&mut game, &mut kos, "J8");
        assert_eq!(banned(&game, &kos).as_deref(), Some("C1"));
        assert!(!kos.forbids(game.board(), vertex(&game, "C5"), Color::White));
        // White takes it back, and Black is the one who has to pass.
        play(&mut game, &mut kos, "C5");
        assert_eq!(banned(&game, &kos).as_deref(), Some("D5"));
    }

    #[test]
    fn a_point_is_free_when_its_ko_is_settled() {
        let (mut game, mut kos) = (two_kos(), ConfirmationKos::default());
        play(&mut game, &mut kos, "D5");
        play(&mut game, &mut kos, "J9");
        play(&mut game, &mut kos, "C5");
        assert_eq!(banned(&game, &kos), None);
        assert!(!play(&mut game, &mut kos, "pass"), "there is no ko to pass for");
    }

    fn vertex(game: &Game, name: &str) -> Point {
        Vertex::parse(game.size(), name).expect("a vertex").point().expect("a point")
    }
}
