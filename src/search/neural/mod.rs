//! Evaluation of leaves by a network.

mod backend;
mod cache;
mod evaluator;
mod policy;
mod recent;
mod utility;

pub(super) use self::utility::max_utility;
pub use self::{
    backend::NetworkBackend,
    cache::EvalCache,
    evaluator::{NetworkEvaluator, NetworkEvaluators, resolve_pda, root_output},
    policy::root_policy,
    utility::raw_utility,
};
