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
    status::{Effort, Status},
};

/// With less time for a turn a judgement is brief.
const TIME_FOR_CARE: Duration = Duration::from_millis(500);

/// With less time for a turn, for each point of the board, none of it is spent on a judgement.
const LEAST_TIME_PER_POINT: Duration = Duration::from_micros(200);

/// What becomes of the stones of one position, judged when somebody first asks, on the engine's
/// threads.
pub(super) struct Foresight {
    game: Game,
    effort: Effort,
    cleans_up: bool,
    pool: Arc<ThreadPool>,
    status: OnceCell<Status>,
}

impl Foresight {
    /// If play goes on.
    pub(super) fn status(&self) -> &Status {
        let (game, effort) = (&self.game, self.effort);
        self.status.get_or_init(|| self.pool.install(|| Status::foresee(game, effort)))
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
    /// Looks at the present position with the care that the time for a request from `start` leaves,
    /// if it leaves any. It is to be done before the search, whose limits then take account of it.
    pub(super) fn timely_foresight(&self, color: Color, start: Instant) -> Option<Foresight> {
        let time = self.limits(color, start).time.unwrap_or(TIME_FOR_CARE);
        let least = LEAST_TIME_PER_POINT * self.game.size().area() as u32;
        let effort = if time >= TIME_FOR_CARE { Effort::Full } else { Effort::Quick };
        (time >= least).then(|| self.foresight(effort))
    }

    /// Looks at the present position.
    pub(super) fn foresight(&self, effort: Effort) -> Foresight {
        Foresight {
            game: self.game.clone(),
            effort,
            cleans_up: self.cleans_up,
            pool: Arc::clone(&self.pool),
            status: OnceCell::new(),
        }
    }

    /// Judges the stones on the board.
    #[must_use]
    pub fn status(&self) -> Status {
        self.foresight(Effort::Full).counted()
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
    fn only_a_turn_without_time_judges_no_stones() {
        with_large_stack(|| {
            assert!(!may_pass_within(0.001));
            assert!(may_pass_within(0.1));
            assert!(may_pass_within(10.0));
        });
    }

    /// Whether Black may answer White's last pass by a pass without a thought.
    fn may_pass_within(seconds: f64) -> bool {
        let options = Options { seconds: Some(seconds), ..Options::of_playouts() };
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
