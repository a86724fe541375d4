//! The environment variables of launchers of MPI jobs, which identify a rank without MPI.

use std::env;

/// Variables with the rank of a process, which OpenMPI, PMIx (Slurm among others), and MPICH and Intel
/// MPI set.
const RANKS: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"];

/// Variables by which a process knows that it is part of an MPI job.
pub const VARIABLES: [&str; 5] = [RANKS[0], RANKS[1], RANKS[2], "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"];

/// Whether this process is part of an MPI job.
#[must_use]
pub fn is_launched() -> bool {
    VARIABLES.iter().any(|name| env::var_os(name).is_some())
}

/// Whether this process is another rank than 0 of an MPI job.
#[must_use]
pub fn is_other_rank() -> bool {
    let rank = RANKS.iter().find_map(env::var_os);
    rank.is_some_and(|rank| rank != "0")
}
