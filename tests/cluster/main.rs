//! Jobs of several MPI processes: games, analysis, pondering, counting, their ends, and ranks that fail.
//!
//! Without `mpirun`, each test prints that and passes.

mod commands;
#[path = "../common/installed.rs"]
mod installed;
mod job;
#[path = "../common/process.rs"]
mod process;
mod search;
#[path = "../common/wait.rs"]
mod wait;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shusaku");

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
