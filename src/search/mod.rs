//! Monte Carlo tree search.
//!
//! One iteration (module `descend`) walks down the tree, lets the leaf be evaluated, and adds the
//! value to every node on the way. Workers share one tree without locks. A [`Searcher`] runs them
//! until a limit is reached, keeps the tree for the next search, and reports what was found.

mod descend;
mod evaluation;
mod limits;
mod neural;
mod node;
mod prior;
mod puct;
mod report;
mod request;
mod root;
mod root_stats;
mod searcher;
mod select;
mod tree;

pub use self::{
    evaluation::{Amaf, Evaluation, Evaluator, PlayoutEvaluator, Selection, final_margin},
    limits::Limits,
    neural::{EvalCache, NetworkEvaluator},
    node::Prior,
    report::{Candidate, Report},
    request::{Details, EvalOptions, SearchConstraint, SearchRequest, Watcher},
    root_stats::ExpectedScore,
    searcher::Searcher,
};
