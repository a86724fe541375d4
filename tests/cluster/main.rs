//! Jobs of several MPI processes: games, analysis, pondering, counting, their ends, and ranks that fail.
//!
//! Without `mpirun`, each test prints that and passes.

mod commands;
mod job;
#[path = "../common/process.rs"]
mod process;
mod search;

use std::time::Duration;

/// Time in which every step must be done.
const PATIENCE: Duration = Duration::from_secs(180);

const PROGRAM: &str = env!("CARGO_BIN_EXE_shusaku");

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
