//! Filling of one's own territory where only stones count.

use super::{
    Known, SideSearch, capture, dame,
    eye::fills_eye,
    known::sound,
    quiet::{counts_only_stones, settled},
};
use crate::{
    board::{Color, Move},
    engine::Decision,
    game::Game,
    score::{Judgment, Tally, count},
    search::Report,
};

/// A move that gains points by what stands on the board and fills no needed eye.
pub(super) fn decide(known: &Known, report: &Report, _: &mut dyn SideSearch) -> Option<Decision> {
    let status = settled(known, report).filter(|_| counts_only_stones(known.game))?;
    let comes_later = !capture::targets(known, status).is_empty()
        || dame::sound_dame(known, report, status).is_some();
    if comes_later {
        return None;
    }
    let filling = sound(report).find(|candidate| fills(known, candidate.mv))?;
    Some(Decision::Move(filling.mv))
}

fn fills(known: &Known, mv: Move) -> bool {
    let (game, color) = (known.game, known.color);
    let mut after = game.clone();
    after.play(color, mv).is_ok()
        && lead(&after, color) > lead(game, color)
        && !fills_eye(game, color, mv)
}

/// Points by which `color` is ahead if every stone on the board is alive.
fn lead(game: &Game, color: Color) -> f64 {
    let score = count(game.board(), game.rules(), &Judgment::default(), &Tally::of(game));
    if color == Color::Black { score.margin() } else { -score.margin() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::end_of_play::test_support::{Setting, decide};

    #[test]
    fn territory_is_filled_up_to_two_eyes() {
        let diagram = "
            . X . X O O .
            X X . X O O O
            X X . X O O .
            X X X X O O O
            . X X X O . O
            X X X X O O O
            X X X X O O O";
        let setting = Setting::of_diagram(diagram, Color::Black, "stone-scoring");
        let Decision::Move(mv @ Move::Play(_)) = decide(&setting, 1000) else {
            panic!("a stone in the territory is worth a point")
        };
        assert!(!fills_eye(&setting.game, Color::Black, mv));
    }
}
