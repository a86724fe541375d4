//! Monte Carlo tree search.
//!
//! One iteration (module `descend`) descends to a leaf, evaluates it, and backs the value up along
//! the path. If the evaluator is faster for several leaves at once, a worker makes several iterations
//! together (`batch`). Workers expand one tree without locks; only the map of transpositions has one. With
//! a network, nodes of the same position share statistics and children (`tree::transpositions`). A
//! [`Searcher`] runs them until a limit is reached, keeps the tree for the next search, and returns a
//! [`Report`].

mod batch;
mod descend;
mod evaluation;
mod limits;
mod neural;
mod node;
mod playout_evaluator;
mod plays;
mod puct;
mod rave;
mod report;
mod report_timer;
mod request;
mod root;
mod root_stats;
mod run;
mod searcher;
mod selection;
mod sharing;
mod terminal;
#[cfg(test)]
mod test_support;
mod tree;

pub use self::{
    evaluation::{Amaf, Evaluation, Evaluator, PriorOf},
    limits::Limits,
    neural::{
        EvalCache, NetworkBackend, NetworkEvaluator, NetworkEvaluators, raw_utility, resolve_pda,
        root_output, root_policy,
    },
    playout_evaluator::PlayoutEvaluator,
    puct::Puct,
    rave::{Rave, RavePrior},
    report::{Candidate, Report},
    report_timer::ReportTimer,
    request::{ConstraintKind, Details, EvalOptions, SearchConstraint, SearchRequest, Watcher},
    root_stats::ExpectedScore,
    searcher::Searcher,
    selection::Selection,
    sharing::{ChildSums, Exchange, NodeSums, RemoteSearches, TreeSums},
};
