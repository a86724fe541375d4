//! Searches from the roots of trees, which are kept between them.

use std::{sync::Arc, time::Duration};

use log::error;
use rayon::ThreadPool;

use super::{
    descend::SearchContext,
    evaluation::Evaluator,
    report::Report,
    request::{EvalOptions, SearchRequest, Watcher},
    root::RootKey,
    root_stats::RootStats,
    run::SearchRun,
    selection::Selection,
    sharing::{Exchange, Ledger},
    tree::{NotCollected, PositionId, Tree},
};
use crate::{
    board::{Color, Move},
    game::{Game, Stage, Variation},
};

/// Runs searches, and keeps the tree between them.
///
/// The tree is not re-rooted while the next positions are in it: a search then starts at an inner node, so
/// that positions are found again after an undo. When the memory is full, everything but the subtree of the
/// current position is dropped, and as much of its least visited parts as necessary.
pub struct Searcher<S: Selection> {
    pool: Arc<ThreadPool>,
    memory: usize,
    tree: Tree<S>,
    /// The position of the tree's root; `None` if the tree is of no use to the next search.
    key: Option<Arc<RootKey>>,
    exchange: Option<Arc<dyn Exchange>>,
}

/// Bytes of a tree that a collection copies per second: half of the 1 GB/s that was measured, to be on the
/// safe side.
const COLLECTED_BYTES_PER_SECOND: f64 = 5e8;

impl<S: Selection> Searcher<S> {
    /// A searcher that uses all threads of the pool, and at most `memory` bytes for its tree.
    #[must_use]
    pub fn new(pool: Arc<ThreadPool>, memory: usize) -> Searcher<S> {
        Searcher { pool, memory, tree: Tree::new(memory), key: None, exchange: None }
    }

    /// Size of a node of the tree, in bytes.
    pub const NODE_BYTES: usize = Tree::<S>::NODE_BYTES;

    /// Discards the tree.
    pub fn clear(&mut self) {
        self.tree.release();
        self.tree = Tree::new(self.memory);
        self.key = None;
    }

    /// The options of the network's evaluations in the tree; `None` without a tree for the next search.
    #[must_use]
    pub fn eval_options(&self) -> Option<EvalOptions> {
        self.key.as_ref().map(|key| key.eval_options())
    }

    /// Connects the next searches to those of other processes, or to none. Only searches by playouts
    /// make use of what the others find.
    pub fn share_with(&mut self, exchange: Option<Arc<dyn Exchange>>) {
        self.exchange = exchange;
    }

    /// Searches for the best move of `color`, who need not be the player to move in `game`, until a
    /// limit is reached or the watcher stops it. `new_evaluator` makes a worker's evaluator from its random
    /// seed.
    ///
    /// If a thread panics or the system has no more memory, the search ends early, and the report has
    /// what was found before.
    ///
    /// The result is reproducible with one thread, a limit of iterations only, the same seed, and
    /// the same earlier searches. A search with constraints discards the tree of earlier searches, and
    /// its own afterwards.
    pub fn search<E: Evaluator<Selection = S>>(
        &mut self,
        game: &Game,
        color: Color,
        request: &SearchRequest,
        watcher: &impl Watcher,
        new_evaluator: impl Fn(u64) -> E + Sync,
    ) -> Report {
        let exchange = self.exchange.clone();
        let mut run = SearchRun::new(request, watcher);
        if !request.constraints.is_empty() {
            self.key = None;
        }
        let key = Arc::new(RootKey::new(game, color, request.eval_options));
        let priors = || new_evaluator(request.seed).priors(&Variation::new(game), color);
        // A search after the end of the game expands its root all the same. In an older tree these children
        // would replace the count of the finished game.
        let is_over = game.stage() != Stage::Playing;
        if is_over && self.find_root(&key).is_some_and(|root| root != PositionId::ROOT) {
            self.key = None;
        }
        let root = self.prepare_root(&key, &run, priors);
        if let Some(other) = exchange.as_deref() {
            run.connect(other, Ledger::new(&self.tree, root));
        }
        let (report, lacks_memory) = self.search_from(root, &key, game, color, &run, new_evaluator);
        if lacks_memory {
            self.shrink();
        } else if run.has_failed() {
            // Iterations that were not finished are in it.
            error!("a thread of the search failed: the move comes from what was found before");
            self.clear();
        } else if !request.constraints.is_empty() {
            self.key = None;
        }
        report
    }

    /// Searches from a root, whose key this is, until the run is over. Returns the report, and whether
    /// the system has no more memory.
    fn search_from<E: Evaluator<Selection = S>>(
        &mut self,
        mut root: PositionId,
        key: &Arc<RootKey>,
        game: &Game,
        color: Color,
        run: &SearchRun<'_, impl Watcher>,
        new_evaluator: impl Fn(u64) -> E + Sync,
    ) -> (Report, bool) {
        let request = run.request;
        let moves = self.tree.children(root).len();
        let root_stats = &RootStats::new(game.size(), moves, request.details);
        let mut lacks_memory = false;
        while !lacks_memory && !run.is_over() {
            let context =
                SearchContext { tree: &self.tree, root, game, color, request, root_stats };
            run.run_round(&self.pool, context, &new_evaluator);
            if self.tree.is_full() && !run.is_over() {
                match self.collect(root, key, run) {
                    Ok(collected) => root = collected,
                    Err(NotCollected::Memory) => lacks_memory = true,
                    // The collection is left to the next search.
                    Err(NotCollected::Stopped) => break,
                }
            }
        }
        run.end_exchange(&self.tree, root);
        let context = SearchContext { tree: &self.tree, root, game, color, request, root_stats };
        let report = Report::new(&context, run.start.elapsed());
        let report = Report { iterations: run.iterations(), ..report };
        (report, lacks_memory)
    }

    /// The expanded node of the position with this key, whose moves have these priors.
    ///
    /// It is expanded even after the end of the game, since a move is requested; and before the
    /// workers start, so that every iteration goes through one of the children.
    fn prepare_root(
        &mut self,
        key: &Arc<RootKey>,
        run: &SearchRun<'_, impl Watcher>,
        priors: impl FnOnce() -> Vec<(Move, S::Prior)>,
    ) -> PositionId {
        let found = match self.find_root(key) {
            Some(root) if self.tree.is_full() => {
                let is_expanded = !self.tree.children(root).is_empty();
                match self.collect(root, key, run) {
                    Ok(collected) => Some(collected),
                    // The collection is left to the next search.
                    Err(_) if is_expanded && run.watcher.wants_stop() => Some(root),
                    Err(_) => None,
                }
            }
            found => found,
        };
        let root = found.unwrap_or_else(|| self.create_root(key));
        if self.tree.children(root).is_empty() {
            self.tree.expand(root, priors);
        } else if S::HAS_ROOT_PRIORS {
            let priors = priors();
            if !self.tree.set_priors(root, &priors) {
                let root = self.create_root(key);
                self.tree.expand(root, || priors);
                return root;
            }
        }
        root
    }

    /// Discards the tree, and permits the next ones half of its memory.
    fn shrink(&mut self) {
        self.memory = self.tree.bytes() / 2;
        let mebibytes = self.memory >> 20;
        error!("no more memory: the search ended early, the next ones take {mebibytes} MiB");
        self.clear();
    }

    /// The node of the position in the present tree.
    fn find_root(&self, wanted: &RootKey) -> Option<PositionId> {
        self.key.as_ref()?.find(&self.tree, wanted)
    }

    /// Whether a search has time for a collection. The size of the subtree of `root`, which is copied, is
    /// estimated from its share of the visits.
    fn may_collect(&self, root: PositionId, run: &SearchRun<'_, impl Watcher>) -> bool {
        let visits = |position| f64::from(self.tree.position_visits(position)) + 1.0;
        let share = (visits(root) / visits(PositionId::ROOT)).min(1.0);
        let pause = share * self.tree.bytes() as f64 / COLLECTED_BYTES_PER_SECOND;
        !run.request.limits.is_over(run.start.elapsed() + Duration::from_secs_f64(pause))
    }

    /// Makes room in a full tree by a copy of the subtree of `root`, whose key this is, if the search has
    /// time. Returns the root of the copy.
    fn collect(
        &mut self,
        root: PositionId,
        key: &Arc<RootKey>,
        run: &SearchRun<'_, impl Watcher>,
    ) -> Result<PositionId, NotCollected> {
        if !self.may_collect(root, run) {
            return Err(NotCollected::Stopped);
        }
        if self.tree.lacks_memory() {
            return Err(NotCollected::Memory);
        }
        self.tree = self.tree.collected(root, &|| run.watcher.wants_stop())?;
        self.key = Some(Arc::clone(key));
        Ok(PositionId::ROOT)
    }

    /// The root of a new tree, whose key this is.
    fn create_root(&mut self, key: &Arc<RootKey>) -> PositionId {
        self.clear();
        self.key = Some(Arc::clone(key));
        PositionId::ROOT
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::{
        search::{Details, Limits, PlayoutEvaluator, Rave, test_support::game, tree::EdgeId},
        threads,
    };

    /// Searches for the player to move, for 10 iterations at most.
    fn search(searcher: &mut Searcher<Rave>, game: &Game, time: Option<Duration>) -> Report {
        let details = Details { score: true, ..Details::default() };
        let limits = Limits { iterations: Some(10), time, ..Limits::default() };
        let request = SearchRequest { limits, details, ..SearchRequest::default() };
        let evaluator = |seed| PlayoutEvaluator::new(game, seed);
        searcher.search(game, game.to_move(), &request, &AtomicBool::new(false), evaluator)
    }

    /// A searcher whose tree is full after a search, and a game whose position is a leaf of that tree.
    fn full() -> (Searcher<Rave>, Game) {
        let mut searcher = Searcher::<Rave>::new(threads::pool(1).expect("a thread"), 1 << 20);
        let mut game = game();
        search(&mut searcher, &game, None);
        let tree = &searcher.tree;
        let priors = PlayoutEvaluator::new(&game, 1).priors(&Variation::new(&game), Color::Black);
        let children = |parent: PositionId| {
            (0..tree.children(parent).len()).map(move |index| tree.child(parent, index))
        };
        let mut leaves = vec![PositionId::ROOT];
        while !tree.is_full() {
            let position = leaves.pop().expect("every node has children");
            tree.expand(position, || priors.clone());
            leaves.extend(children(position).map(|child| tree.position(child)));
        }
        let is_leaf = |&child: &EdgeId| tree.children(tree.position(child)).is_empty();
        let leaf = children(PositionId::ROOT).find(is_leaf);
        let mv = tree.node(leaf.expect("a child without children")).mv();
        game.play(Color::Black, mv).expect("a legal move");
        (searcher, game)
    }

    /// The moves that a search looks at after the end of the game took the place of its count.
    #[test]
    fn the_end_of_a_game_that_was_searched_was_no_end_for_the_position_before_it() {
        let mut searcher = Searcher::<Rave>::new(threads::pool(1).expect("a thread"), 1 << 20);
        let mut game = game();
        game.play(Color::Black, Move::Pass).expect("a legal move");
        let before_end = game.clone();
        game.play(Color::White, Move::Pass).expect("a legal move");
        assert_ne!(game.stage(), Stage::Playing);
        let first = search(&mut searcher, &before_end, None).visits;
        search(&mut searcher, &game, None);
        assert_eq!(search(&mut searcher, &before_end, None).visits, first, "a new tree");
    }

    #[test]
    fn a_tree_that_a_search_left_full_is_collected_for_the_next_one() {
        let (mut searcher, game) = full();
        assert!(search(&mut searcher, &game, None).score.is_some(), "the root is expanded");
    }

    #[test]
    fn a_search_without_time_for_a_collection_begins_with_a_new_tree() {
        let (mut searcher, game) = full();
        let report = search(&mut searcher, &game, Some(Duration::from_millis(1)));
        assert!(report.score.is_some(), "the root is expanded");
        assert!(!searcher.tree.is_full());
    }
}
