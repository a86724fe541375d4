//! The games of files, spread over the ranks of an MPI job.

use std::{
    error::Error,
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::cli::records::{self, RecordEntry};

/// The games of files, and the work on each.
pub(in crate::cli) struct GameWork<T> {
    pub(in crate::cli) entries: Vec<RecordEntry>,
    pub(in crate::cli) task: Box<dyn Fn(&RecordEntry) -> T + Send + Sync>,
}

/// The inputs of the results. All ranks must have the same.
#[cfg_attr(not(feature = "mpi"), expect(dead_code, reason = "only ranks compare them"))]
pub(in crate::cli) struct Inputs<'a> {
    pub(in crate::cli) files: &'a [PathBuf],
    pub(in crate::cli) model: Option<&'a Path>,
    /// The options of the command line.
    pub(in crate::cli) options: String,
}

/// The processes that share the games.
#[derive(Default)]
pub(in crate::cli) struct Ranks {
    #[cfg(feature = "mpi")]
    job: Option<with_mpi::Job>,
}

impl<T: Serialize + DeserializeOwned + Send + 'static> GameWork<T> {
    /// Does the work in this process.
    fn run(&self) -> Vec<T> {
        records::map(&self.entries, |entry| (self.task)(entry))
    }
}

#[cfg(not(feature = "mpi"))]
impl Ranks {
    /// Does the work that `load` returns, and returns the results in order.
    pub(in crate::cli) fn map<T: Serialize + DeserializeOwned + Send + 'static>(
        &mut self,
        _: &Inputs,
        load: impl FnOnce() -> Result<GameWork<T>, Box<dyn Error>>,
    ) -> Result<Option<Vec<T>>, Box<dyn Error>> {
        Ok(Some(load()?.run()))
    }

    /// Does nothing in a build without MPI.
    pub(in crate::cli) fn end(self, _: u8) {}
}

#[cfg(feature = "mpi")]
mod with_mpi {
    use std::{sync::Arc, time::Duration};

    use super::*;
    use crate::{
        cluster::{
            MpiTransport, NetworkId, TaskLeader, TaskOptions, Transport, WorkId, Worker, dismiss,
        },
        mpi_env::is_launched,
        threads::cores,
    };

    /// Time that the other ranks have to read the files and to load the network.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// The part of rank 0 in an MPI job.
    pub(super) enum Job {
        /// There is only this rank, which ends with MPI.
        OneRank(#[expect(dead_code, reason = "it ends MPI when it is dropped")] MpiTransport),
        /// The others work for this one.
        Leader(TaskLeader<MpiTransport>),
    }

    impl Ranks {
        /// Does the work that `load` returns, on all ranks of the MPI job that this process belongs
        /// to, if it does. On rank 0, it returns the results in order; on another rank it works
        /// until rank 0 ends it, and returns `None`.
        pub(in crate::cli) fn map<T: Serialize + DeserializeOwned + Send + 'static>(
            &mut self,
            inputs: &Inputs,
            load: impl FnOnce() -> Result<GameWork<T>, Box<dyn Error>>,
        ) -> Result<Option<Vec<T>>, Box<dyn Error>> {
            if !is_launched() {
                return Ok(Some(load()?.run()));
            }
            let transport = MpiTransport::new()?;
            if transport.size() == 1 {
                self.job = Some(Job::OneRank(transport));
                return Ok(Some(load()?.run()));
            }
            let options = load().and_then(|work| options(inputs, work));
            if transport.rank() > 0 {
                let worker = Worker::new(transport);
                match options {
                    Ok(options) => worker.run_tasks(&options),
                    Err(error) => worker.refuse(&error.to_string()),
                }
                return Ok(None);
            }
            let options = match options {
                Ok(options) => options,
                Err(error) => {
                    dismiss(transport);
                    return Err(error);
                }
            };
            let bar = records::progress(options.count);
            let mut leader = TaskLeader::join(transport, options, PATIENCE)?;
            let results = leader.run(|| bar.inc(1));
            bar.finish_and_clear();
            self.job = Some(Job::Leader(leader));
            let results: Result<Vec<T>, _> =
                results.iter().map(|result| serde_json::from_str(result)).collect();
            Ok(Some(results?))
        }

        /// Ends the other ranks. If one of them does not answer, they are ended by force, and the job
        /// has this exit code.
        pub(in crate::cli) fn end(self, exit_code: u8) {
            if let Some(Job::Leader(leader)) = self.job {
                leader.end(exit_code);
            }
        }
    }

    /// The games as tasks with results in JSON.
    fn options<T: Serialize + 'static>(
        inputs: &Inputs,
        work: GameWork<T>,
    ) -> Result<TaskOptions, Box<dyn Error>> {
        let network = inputs.model.map_or(Ok(NetworkId::EMBEDDED), NetworkId::of_file)?;
        let count = work.entries.len();
        let task = move |index: usize| {
            let result = (work.task)(&work.entries[index]);
            serde_json::to_string(&result).expect("texts and numbers")
        };
        Ok(TaskOptions {
            network,
            work: WorkId::of_games(count, &inputs.options, inputs.files),
            count,
            threads: cores(),
            task: Arc::new(task),
        })
    }
}
