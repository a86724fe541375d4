//! `shusaku analysis`: the JSON analysis engine with KataGo's command line.

use std::{error::Error, ffi::OsString, io, path::PathBuf};

use clap::Args;
use thiserror::Error;

use super::{
    cluster,
    config::katago::{self, KatagoConfigError},
    loading::show_loading,
    memory::search_memory,
    values::{integer, precision},
};
use crate::{
    analysis::{ServerOptions, Settings, SettingsError, search_count, serve},
    engine::{Analyzer, ModelChoice, Options},
    network::Precision,
    stderr,
    threads::cores,
};

#[derive(Clone, Debug, Args)]
pub(super) struct AnalysisArgs {
    /// KataGo network [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
    /// HumanSL network for the values of a humanSLProfile [default: none]
    #[arg(long, value_name = "FILE")]
    human_model: Option<PathBuf>,
    /// Analyze without a network
    #[arg(long, conflicts_with = "model")]
    playouts_only: bool,
    /// Network arithmetic: auto, f32, int16, bf16 or int8
    #[arg(long, value_name = "TYPE", default_value = "auto", value_parser = precision)]
    precision: Precision,
    /// Configuration file in KataGo's format; repeatable [default: none]
    #[arg(long, value_name = "FILE")]
    config: Vec<PathBuf>,
    /// Keys that replace those of the file; repeatable
    #[arg(long, value_name = "K=V,...", allow_hyphen_values = true)]
    override_config: Vec<String>,
    /// Positions analyzed at the same time [default: numAnalysisThreads, or all cores]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=16384), allow_negative_numbers = true)]
    analysis_threads: Option<usize>,
    /// Threads of all searches together [default: all cores]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=1024), allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Memory in MiB [default: 1/4 of the RAM, up to 2048]
    #[arg(long, value_name = "MIB", value_parser = integer::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    memory: Option<usize>,
    /// End with the input, without finishing the queries
    #[arg(long)]
    quit_without_waiting: bool,
}

/// A configuration that contradicts itself or has a wrong value.
#[derive(Debug, Error)]
enum AnalysisError {
    #[error(transparent)]
    Config(#[from] KatagoConfigError),
    #[error("configuration: {0}")]
    Setting(SettingsError),
    #[error("-analysis-threads and numAnalysisThreads of the configuration exclude each other")]
    TwoThreadCounts,
    #[error("humanSLProfile needs a HumanSL network: give it with -human-model FILE")]
    HumanProfile,
}

/// The command line with the options of `shusaku analysis`, which clients write with one dash, in the
/// usual form with two.
pub(super) fn with_two_dashes(args: Vec<OsString>) -> Vec<OsString> {
    const OPTIONS: [&str; 12] = [
        "-model",
        "-human-model",
        "-playouts-only",
        "-precision",
        "-config",
        "-override-config",
        "-analysis-threads",
        "-threads",
        "-memory",
        "-quit-without-waiting",
        "-help",
        "-version",
    ];
    if args.get(1).is_none_or(|command| command != "analysis") {
        return args;
    }
    let two = |arg: OsString| match arg.to_str().filter(|text| OPTIONS.contains(text)) {
        Some("-version") => "-V".into(),
        Some(option) => format!("-{option}").into(),
        None => arg,
    };
    args.into_iter().map(two).collect()
}

/// Serves a client on standard input and output.
pub(super) fn run(args: &AnalysisArgs) -> Result<(), Box<dyn Error>> {
    let settings = settings(args)?;
    let threads = args.threads.unwrap_or_else(cores);
    let model = ModelChoice::new(args.model.as_deref(), args.playouts_only);
    let model_name = match &model {
        ModelChoice::File(path) => path.display().to_string(),
        _ => "embedded".to_string(),
    };
    let memory = search_memory(args.memory);
    let mut options =
        Options { model, precision: args.precision, memory, threads, ..Options::default() };
    let Some(_membership) = cluster::enter(&mut options)? else { return Ok(()) };
    // Positions under way to other processes need a thread each.
    let threads = options.threads;
    let analyzer = load(args, &options, &settings)?;
    let name = analyzer.network().map_or("playouts", |network| network.name());
    let (program, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    stderr::line(format_args!("{program} {version}: {name}"));
    stderr::line("Started, ready to begin handling requests");
    let quits_without_waiting = args.quit_without_waiting;
    let human_model_name =
        args.human_model.as_ref().map_or(String::new(), |path| path.display().to_string());
    let options = ServerOptions {
        analyzer,
        settings,
        model_name,
        human_model_name,
        quits_without_waiting,
        threads,
    };
    Ok(serve(io::stdin(), io::stdout(), options)?)
}

/// Loads the networks.
fn load(
    args: &AnalysisArgs,
    options: &Options,
    settings: &Settings,
) -> Result<Analyzer, Box<dyn Error>> {
    let searches = search_count(settings, options.threads);
    let load = || {
        let analyzer = Analyzer::new(options, searches, settings.is_random())?;
        match &args.human_model {
            Some(path) => analyzer.with_human_network(path, args.precision),
            None => Ok(analyzer),
        }
    };
    let analyzer = show_loading(load)?;
    if settings.has_human_profile() && !analyzer.takes_human_profile() {
        return Err(AnalysisError::HumanProfile.into());
    }
    Ok(analyzer)
}

/// The settings of the configuration files and of the options that override them.
fn settings(args: &AnalysisArgs) -> Result<Settings, AnalysisError> {
    let mut entries = Vec::new();
    for path in &args.config {
        entries.extend(katago::read(path)?);
    }
    for text in &args.override_config {
        entries.extend(katago::parse_overrides(text)?);
    }
    let mut settings = Settings::default();
    for (key, value) in entries {
        match settings.set(&key, &value) {
            Err(SettingsError::UnknownKey(key)) => {
                stderr::line(format_args!(
                    "Warning: unknown key {key} of the configuration is ignored"
                ));
            }
            result => result.map_err(AnalysisError::Setting)?,
        }
    }
    if let Some(threads) = args.analysis_threads {
        if settings.analysis_threads().is_some() {
            return Err(AnalysisError::TwoThreadCounts);
        }
        settings.set("numAnalysisThreads", &threads.to_string()).map_err(AnalysisError::Setting)?;
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use clap::{Parser, error::ErrorKind};

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn the_version_of_a_command_was_an_unexpected_argument() {
        for line in [["shusaku", "analysis", "-version"], ["shusaku", "gtp", "--version"]] {
            let line = with_two_dashes(line.into_iter().map(OsString::from).collect());
            let error = Cli::try_parse_from(line).expect_err("it ends with the version");
            assert_eq!(error.kind(), ErrorKind::DisplayVersion);
        }
    }
}
