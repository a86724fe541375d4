//! Priors of moves from the learned patterns.

use crate::{
    board::{Color, Move, Point},
    game::Variation,
    pattern::{PatternExtractor, Position, Predictor},
    playout::LastMoves,
    search::plays::{last_moves, sensible_plays},
    tuning::{EVEN_PRIOR_VISITS, LEARNED_PRIOR_WINS, MAX_SMALL_BOARD_AREA, PASS_PRIOR_LOSSES},
};

/// The prior of a move: virtual visits and the sum of their values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RavePrior {
    /// Virtual visits, not always whole.
    pub visits: f32,
    /// Sum of their values for the player who makes the move, from 0 to 1 each.
    pub sum: f32,
}

impl RavePrior {
    /// Adds `visits` of this value.
    fn add(&mut self, visits: f32, value: f32) {
        self.visits += visits;
        self.sum += visits * value;
    }
}

/// The moves of `color` to be searched, each with its prior: the [sensible plays](sensible_plays)
/// and the pass.
pub(in crate::search) fn priors(
    line: &Variation,
    color: Color,
    extractor: &mut PatternExtractor,
) -> Vec<(Move, RavePrior)> {
    let board = line.board();
    let plays = sensible_plays(line, color);
    let LastMoves { last, before } = last_moves(line.state().turns());
    let position = Position { board, color, last, before };
    let policy = if board.size().area() > MAX_SMALL_BOARD_AREA.get() {
        Predictor::embedded().policy(extractor, &position, &plays)
    } else {
        vec![0.0; plays.len()]
    };
    let play = |(point, probability): (Point, f32)| {
        let mut prior = even_prior();
        prior.add(LEARNED_PRIOR_WINS.get() * probability.sqrt(), 1.0);
        (Move::Play(point), prior)
    };
    let mut pass = even_prior();
    pass.add(PASS_PRIOR_LOSSES.get(), 0.0);
    plays.into_iter().zip(policy).map(play).chain([(Move::Pass, pass)]).collect()
}

/// The probability of a move in the learned policy that its prior stands for.
pub(super) fn learned_probability(prior: RavePrior) -> f64 {
    let learned = (prior.sum - even_prior().sum).max(0.0);
    f64::from(learned / LEARNED_PRIOR_WINS.get()).powi(2)
}

/// The prior of a move about which nothing is known.
fn even_prior() -> RavePrior {
    let visits = EVEN_PRIOR_VISITS.get();
    RavePrior { visits, sum: visits / 2.0 }
}
