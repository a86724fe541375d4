//! Evaluation of leaves by playouts.

use rand::SeedableRng;
use rand_xoshiro::Xoroshiro128PlusPlus;

use super::{
    evaluation::{Amaf, Evaluation, Evaluator},
    plays::last_moves,
    rave::{Rave, RavePrior, priors},
    terminal::{TerminalScorer, final_margin},
};
use crate::{
    board::{Board, Color, Move, Point},
    game::{Game, Variation},
    pattern::PatternExtractor,
    playout::{Tactical, owner, play_out},
};

/// Evaluates leaves by one tactical playout each, and takes priors from the learned patterns.
///
/// A finished game is counted instead if its rules leave no dead stones to agree on.
pub struct PlayoutEvaluator {
    board: Board,
    policy: Tactical,
    rng: Xoroshiro128PlusPlus,
    scorer: TerminalScorer,
    /// Whether the board is that of a finished game, which was counted, not the end of a playout.
    is_counted: bool,
    extractor: PatternExtractor,
}

impl PlayoutEvaluator {
    /// An evaluator for variations of this game; `seed` is the random seed of its playouts.
    #[must_use]
    pub fn new(game: &Game, seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator {
            board: game.board().clone(),
            policy: Tactical::default(),
            rng: Xoroshiro128PlusPlus::seed_from_u64(seed),
            scorer: TerminalScorer::new(game),
            is_counted: false,
            extractor: PatternExtractor::default(),
        }
    }

    fn playout_margin(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> f64 {
        self.board.clone_from(line.board());
        let last_moves = last_moves(line.state().turns());
        play_out(&mut self.board, to_move, last_moves, &mut self.policy, &mut self.rng, amaf);
        let holder = line.state().button_holder(line.rules());
        let button = holder.map_or(0.0, |color| color.points(0.5));
        final_margin(&self.board, line.state(), line.rules()) + button
            - self.scorer.tally.komi
            - f64::from(self.scorer.tally.handicap_bonus)
    }
}

impl Evaluator for PlayoutEvaluator {
    type Selection = Rave;

    fn priors(&mut self, line: &Variation, to_move: Color) -> Vec<(Move, RavePrior)> {
        priors(line, to_move, &mut self.extractor)
    }

    fn evaluate(&mut self, line: &Variation, to_move: Color, amaf: &mut Amaf) -> Evaluation {
        let counted = self.scorer.margin(line);
        self.is_counted = counted.is_some();
        let margin = match counted {
            Some(margin) => {
                self.board.clone_from(line.board());
                margin
            }
            None => self.playout_margin(line, to_move, amaf),
        };
        Evaluation::from_margin(margin, line.board().size().area())
    }

    fn ownership(&self, point: Point) -> f32 {
        let owner = match self.is_counted {
            true => self.scorer.owner(&self.board, point),
            false => owner(&self.board, point),
        };
        owner.map_or(0.0, |color| color.sign() as f32)
    }
}
