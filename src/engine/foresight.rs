use std::{cell::OnceCell, sync::Arc};

use rayon::ThreadPool;

use super::Engine;
use crate::{board::PointSet, game::Game, status::Status};

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
