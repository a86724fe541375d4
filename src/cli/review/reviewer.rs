//! The analyzer and the options that the files of a call share.

use std::{error::Error, time::Duration};

use indicatif::{ProgressBar, ProgressStyle};

use super::options::{DEFAULT_VISITS, MAX_VISITS, ReviewArgs};
use crate::{
    cli::{loading::show_loading, memory::search_memory},
    engine::{Analyzer, ModelChoice, Options},
    review::{AnnotateOptions, ReviewLimits, Thresholds},
    rules::Rules,
    threads::cores,
};

/// The analyzer, the options and the progress bar for the files of a call.
pub(super) struct Reviewer {
    pub(super) analyzer: Analyzer,
    pub(super) limits: ReviewLimits,
    pub(super) threads: usize,
    pub(super) annotate: AnnotateOptions,
    pub(super) thresholds: Thresholds,
    /// The settings that the values depend on, beside the file.
    pub(super) settings: String,
    pub(super) bar: ProgressBar,
}

impl Reviewer {
    /// Loads the network of the options for a review of this number of positions.
    ///
    /// # Errors
    /// The network cannot be loaded.
    pub(super) fn new(args: &ReviewArgs, positions: usize) -> Result<Reviewer, Box<dyn Error>> {
        let threads = args.threads.unwrap_or_else(cores);
        let model = ModelChoice::new(args.model.as_deref(), args.playouts_only);
        let memory = search_memory(args.memory);
        let options = Options { model, precision: args.precision, memory, ..Options::default() };
        let analyzer = show_loading(|| Analyzer::new(&options, threads, false))?;
        let engine = analyzer.network().map_or("shusaku", |network| network.name()).to_string();
        let visits = args.visits.unwrap_or(match args.seconds {
            None => DEFAULT_VISITS,
            Some(_) => MAX_VISITS,
        });
        let limits = ReviewLimits { visits, time: args.seconds.map(Duration::from_secs_f64) };
        let rules = args.rules.as_ref().map(Rules::to_json);
        let settings = format!("{limits:?} {engine} {rules:?} {:?}", args.komi);
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} positions, {eta} left");
        let bar = ProgressBar::new(positions as u64).with_style(style.expect("a template"));
        bar.enable_steady_tick(Duration::from_secs(1));
        let annotate = AnnotateOptions {
            worst: args.worst,
            variations: args.variations,
            comments: !args.no_comments,
            katrain: !args.no_katrain,
            engine,
        };
        let thresholds = args.thresholds;
        Ok(Reviewer { analyzer, limits, threads, annotate, thresholds, settings, bar })
    }
}
