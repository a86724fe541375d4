//! The number of legal move sequences: a test of the rules, and of their speed.

use super::{Game, Stage, Variation};
use crate::board::Move;

/// Returns the number of legal sequences of 1, 2, … `depth` moves from the present position, by
/// alternating players and with passes. A sequence ends when play stops.
///
/// All sequences are played, as a test of the rules and of their speed.
#[must_use]
pub fn perft(game: &Game, depth: usize) -> Vec<u64> {
    let mut counts = vec![0; depth];
    let mut line = Variation::new(game);
    descend(&mut line, &mut Vec::new(), &mut counts);
    counts
}

fn descend(line: &mut Variation, played: &mut Vec<Move>, counts: &mut [u64]) {
    if played.len() == counts.len() || line.stage() != Stage::Playing {
        return;
    }
    let color = line.state().to_move();
    let points = line.board().size().points();
    for mv in points.map(Move::Play).chain([Move::Pass]) {
        if line.check(color, mv).is_err() {
            continue;
        }
        counts[played.len()] += 1;
        line.play_unchecked(color, mv);
        played.push(mv);
        descend(line, played, counts);
        played.pop();
        line.truncate(played.len());
    }
}
