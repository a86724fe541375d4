use std::{
    cell::OnceCell,
    sync::Arc,
    time::{Duration, Instant},
};

use rayon::ThreadPool;

use super::Engine;
use crate::{
    board::{Color, PointSet},
    game::Game,
    status::Status,
};

/// With less time for a turn none of it is spent on a judgement.
const LEAST_TIME: Duration = Duration::from_millis(500);

/// What becomes of the stones of one position, judged when somebody first asks, on the engine's
/// threads: this takes some tenths of a second.
pub(super) struct Foresight {
    game: Game,
    cleans_up: bool,
    pool: Arc<ThreadPool>,
    status: OnceCell<Status>,
}

impl Foresight {
    /// If play goes on.
    pub(super) fn status(&self) -> &Status {
        let game = &self.game;
        self.status.get_or_init(|| self.pool.install(|| Status::foresee(game)))
    }

    /// If play stops here.
    pub(super) fn counted(&self) -> Status {
        let mut status = self.status().clone().counted(&self.game);
        if self.cleans_up {
            status.judgement.dead = PointSet::EMPTY;
        }
        status
    }
}

impl Engine {
    /// Looks at the present position, if a request from `start` leaves the time for it. It is to be
    /// done before the search, whose limits then take account of it.
    pub(super) fn timely_foresight(&self, color: Color, start: Instant) -> Option<Foresight> {
        let has_time = self.limits(color, start).time.is_none_or(|time| time >= LEAST_TIME);
        has_time.then(|| self.foresight())
    }

    /// Looks at the present position.
    pub(super) fn foresight(&self) -> Foresight {
        Foresight {
            game: self.game.clone(),
            cleans_up: self.cleans_up,
            pool: Arc::clone(&self.pool),
            status: OnceCell::new(),
        }
    }

    /// Judges the stones on the board.
    #[must_use]
    pub fn status(&self) -> Status {
        self.foresight().counted()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Board, Vertex},
        engine::{Options, with_large_stack},
    };

    const NEARLY_SETTLED: &str = "
        . X X O .
        X . X O O
        X X X O .
        . X X O O
        . X X . .";

    #[test]
    fn a_turn_in_a_hurry_judges_no_stones() {
        with_large_stack(|| {
            assert!(!may_pass_within(0.1));
            assert!(may_pass_within(10.0));
        });
    }

    /// Whether Black may answer White's last pass by a pass without a thought.
    fn may_pass_within(seconds: f64) -> bool {
        let options = Options { threads: 1, seconds: Some(seconds), ..Options::default() };
        let mut engine = Engine::new(options).expect("a thread");
        let board: Board = NEARLY_SETTLED.parse().expect("a board");
        let rules = engine.game.rules().clone();
        let mut game = Game::from_position(board, Color::White, rules);
        game.set_komi(Some(0.5));
        for (color, turn) in [(Color::White, "D1"), (Color::Black, "A1"), (Color::White, "pass")] {
            let mv = Vertex::parse(game.size(), turn).expect("a vertex");
            game.play(color, mv).expect("a legal turn");
        }
        engine.replace_game(game);
        let foresight = engine.timely_foresight(Color::Black, Instant::now());
        engine.may_pass_at_once(Color::Black, foresight.as_ref())
    }
}
