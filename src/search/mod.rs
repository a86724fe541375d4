//! Monte Carlo tree search.
//!
//! One iteration (module `descend`) walks down the tree, lets the leaf be evaluated, and adds the
//! value to every node on the way. Workers share one tree without locks. A [`Searcher`] runs them
//! until a limit is reached, keeps the tree for the next search, and reports what was found.

mod descend;
mod evaluation;
mod inquiry;
mod limits;
mod neural;
mod node;
mod prior;
mod puct;
mod report;
mod root;
mod searcher;
mod select;
mod sums;
mod tree;

pub use self::{
    evaluation::{Amaf, Evaluation, Evaluator, Guide, PlayoutEvaluator, final_margin},
    inquiry::{Attitude, Details, Inquiry, Restriction, Watcher},
    limits::Limits,
    neural::{NetworkCache, NetworkEvaluator},
    node::Prior,
    report::{Candidate, Report},
    searcher::Searcher,
    sums::ExpectedScore,
};
