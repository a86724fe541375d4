//! Evaluation of leaves by a network.

mod cache;
mod evaluator;
mod recent;
mod utility;

pub use self::{cache::EvalCache, evaluator::NetworkEvaluator};
