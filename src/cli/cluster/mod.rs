//! The part of this process in an MPI job.

mod ranks;

use std::{error::Error, thread, time::Duration};

use anstream::ColorChoice;

pub(super) use self::ranks::{GameWork, Inputs, Ranks};
use crate::{engine::Options, mpi_env};

/// The connection to the other processes of the job, which ends when it is dropped.
#[cfg(feature = "mpi")]
pub(super) enum Membership {
    /// There are no others.
    Alone,
    /// There is only this rank, which ends with MPI.
    OneRank(#[expect(dead_code, reason = "it ends MPI when it is dropped")] MpiTransport),
    /// The others work for this one.
    Leader(#[expect(dead_code, reason = "it ends the others")] Coordinator<MpiTransport>),
}

/// The connection to the other processes of the job.
#[cfg(not(feature = "mpi"))]
pub(super) struct Membership;

/// Whether this process is a rank of an MPI job other than 0; never in a build without MPI.
pub(super) fn is_nonzero_rank() -> bool {
    cfg!(feature = "mpi") && mpi_env::is_nonzero_rank()
}

/// Turns colors off in an MPI job: a rank's terminal may be a file of the launcher.
pub(super) fn set_colors() {
    if cfg!(feature = "mpi") && mpi_env::is_launched() {
        ColorChoice::Never.write_global();
    }
}

/// Delays other ranks than 0, so that rank 0 is the first to report an invalid command line of all
/// ranks, which ends the job.
pub(super) fn give_precedence() {
    if is_nonzero_rank() {
        thread::sleep(Duration::from_secs(5));
    }
}

/// Does nothing in a build without MPI.
#[cfg(not(feature = "mpi"))]
pub(super) fn enter(_: &mut Options) -> Result<Option<Membership>, Box<dyn Error>> {
    Ok(Some(Membership))
}

#[cfg(feature = "mpi")]
mod with_mpi {
    use std::sync::Arc;

    use super::*;
    use crate::{
        cluster::{
            Coordinator, InputEvaluator, MpiTransport, NetworkId, Transport, Worker, WorkerOptions,
            dismiss,
        },
        engine::ModelChoice,
        mpi_env::is_launched,
        threads::cores,
    };

    /// Time that the other ranks have to load the network.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// Takes part in the MPI job that this process belongs to, if it does. On rank 0, this adds the
    /// other ranks to the options. On another rank, this works until rank 0 ends it, and returns
    /// `None`.
    pub(in crate::cli) fn enter(
        options: &mut Options,
    ) -> Result<Option<Membership>, Box<dyn Error>> {
        if !is_launched() {
            return Ok(Some(Membership::Alone));
        }
        let transport = MpiTransport::new()?;
        if transport.size() == 1 {
            return Ok(Some(Membership::OneRank(transport)));
        }
        if transport.rank() > 0 {
            work(transport, options);
            return Ok(None);
        }
        let Ok(network) = identity(&options.model) else {
            // The engine reports the error when it loads the network.
            dismiss(transport);
            return Ok(Some(Membership::Alone));
        };
        let coordinator = Coordinator::join(transport, network, PATIENCE)?;
        options.peers = coordinator.peers();
        if options.model != ModelChoice::Playouts {
            options.threads = coordinator.slots();
        }
        Ok(Some(Membership::Leader(coordinator)))
    }

    fn identity(model: &ModelChoice) -> std::io::Result<NetworkId> {
        match model {
            ModelChoice::File(path) => NetworkId::of_file(path),
            ModelChoice::Embedded => Ok(NetworkId::EMBEDDED),
            ModelChoice::Playouts => Ok(NetworkId::PLAYOUTS),
        }
    }

    /// Works as another rank than 0.
    fn work(transport: MpiTransport, options: &Options) {
        let threads = if options.threads == 0 { cores() } else { options.threads };
        match load(options) {
            Ok((network, evaluator)) => Worker::new(transport).run(WorkerOptions {
                evaluator,
                network,
                threads,
                memory: options.memory,
            }),
            Err(error) => Worker::new(transport).refuse(&error.to_string()),
        }
    }

    /// The network of the options.
    #[expect(clippy::type_complexity, reason = "the parts of the options of a worker")]
    fn load(
        options: &Options,
    ) -> Result<(NetworkId, Option<Arc<dyn InputEvaluator>>), Box<dyn Error>> {
        let network = options.model.load(options.precision)?;
        let evaluator = network.map(|network| network as Arc<dyn InputEvaluator>);
        Ok((identity(&options.model)?, evaluator))
    }
}

#[cfg(feature = "mpi")]
pub(super) use self::with_mpi::enter;
#[cfg(feature = "mpi")]
use crate::cluster::{Coordinator, MpiTransport};
