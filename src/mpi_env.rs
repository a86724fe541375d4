//! The environment variables of launchers of MPI jobs, which identify a rank without MPI.

use std::env;

/// Variables with the rank of a process, which OpenMPI, PMIx (Slurm among others), and MPICH and Intel
/// MPI set.
const RANK_VARIABLES: [&str; 3] = ["OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"];

/// Variables by which a process knows that it is part of an MPI job.
pub const VARIABLES: [&str; 5] =
    [RANK_VARIABLES[0], RANK_VARIABLES[1], RANK_VARIABLES[2], "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"];

/// Whether this process is part of an MPI job.
#[must_use]
pub fn is_launched() -> bool {
    VARIABLES.iter().any(|name| env::var_os(name).is_some())
}

/// Whether this process is a rank of an MPI job other than 0.
#[must_use]
pub fn is_nonzero_rank() -> bool {
    let rank = RANK_VARIABLES.iter().find_map(env::var_os);
    rank.is_some_and(|rank| rank != "0")
}
