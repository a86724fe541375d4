//! What the engine computes for positions: input features, the status of stones, moves and whole games.

mod feature_caches;
mod features;
#[path = "../common/parallel.rs"]
mod parallel;
mod positions;
mod problems;
mod search;
mod self_play;
mod small_boards;
