//! The measurements of a network as data and as text.

use std::fmt;

use serde::Serialize;

/// The measurements of a network.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkReport {
    /// The name in its file.
    pub network: String,
    /// The method that `--precision auto` chooses on this machine.
    pub auto: String,
    /// Number of threads in the measurements with all threads.
    pub threads: usize,
    /// One entry per board size.
    pub features: Vec<FeatureSpeed>,
    /// One entry per method.
    pub methods: Vec<MethodReport>,
}

/// The time of feature extraction along lines of play.
#[derive(Clone, Debug, Serialize)]
pub struct FeatureSpeed {
    /// Side of the board.
    pub size: u8,
    /// Microseconds per position.
    pub microseconds: f64,
}

/// The measurements of a method of inference.
#[derive(Clone, Debug, Serialize)]
pub struct MethodReport {
    /// The name of the method.
    pub method: String,
    /// One entry per board size.
    pub speeds: Vec<NetworkSpeed>,
    /// Mean difference of the probabilities of win and loss from those of the exact method, from 0
    /// to 1: of a position, the greater of both.
    pub mean_error: f32,
    /// Greatest such difference.
    pub max_error: f32,
    /// Share of positions in which the move of the highest policy is the same, from 0 to 1.
    pub same_move: f32,
}

/// Evaluations per second, each with features, inference, legal moves and policy.
#[derive(Clone, Debug, Serialize)]
pub struct NetworkSpeed {
    /// Side of the board.
    pub size: u8,
    /// In one thread.
    pub one_thread: f64,
    /// With all threads.
    pub all_threads: f64,
    /// The same with several positions evaluated together, as in a search; `None` where that is not
    /// faster.
    pub batch: Option<BatchSpeed>,
}

/// Evaluations per second, several of them together.
#[derive(Clone, Debug, Serialize)]
pub struct BatchSpeed {
    /// Number of positions evaluated together.
    pub positions: usize,
    /// In one thread.
    pub one_thread: f64,
    /// With all threads.
    pub all_threads: f64,
}

/// The lines above the table of methods.
pub(super) struct Heading<'r>(pub(super) &'r NetworkReport);

impl fmt::Display for Heading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NetworkReport { network, threads, auto, features, .. } = self.0;
        writeln!(f, "{network}, {threads} threads; --precision auto: {auto}")?;
        for speed in features {
            writeln!(f, "features {0}x{0}: {1:.1} us", speed.size, speed.microseconds)?;
        }
        write!(
            f,
            "                 evaluations/s in one thread, in all    mean error, max error, same move"
        )
    }
}

impl fmt::Display for MethodReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:12}", self.method)?;
        for NetworkSpeed { size, one_thread, all_threads, batch } in &self.speeds {
            write!(f, "  {size}x{size}: {one_thread:6.0} {all_threads:6.0}")?;
            if let Some(BatchSpeed { positions, one_thread, all_threads }) = batch {
                write!(f, " ({positions} together: {one_thread:.0} {all_threads:.0})")?;
            }
        }
        let [mean, max, same] =
            [self.mean_error, self.max_error, self.same_move].map(|share| 100.0 * share);
        write!(f, "   {mean:.3} %  {max:.3} %  {same:.0} %")
    }
}
