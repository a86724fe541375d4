//! The options, with the checks that make an error of a wrong one.

use std::path::PathBuf;

use clap::{ArgAction, Args, builder::RangedU64ValueParser};
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

use crate::{
    board::Size,
    engine::{FULL_LEVEL, ModelChoice, Options},
    features::HumanProfile,
    network::Precision,
    rules::Rules,
};

/// Threads that are of any use, and then some.
const MOST_THREADS: u64 = 1024;

#[derive(Clone, Debug, Args)]
pub(super) struct GtpArgs {
    /// Configuration file [default: shusaku/config.toml where the platform keeps them, if there is
    /// one]. Its keys are the options below; the command line goes before it.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Rule set of the first game: a name such as chinese, japanese, new_zealand, aga, mizessyn,
    /// or JSON as kata-set-rules takes it.
    #[arg(long, value_name = "NAME|JSON", default_value = "chinese-kgs", value_parser = Rules::parse)]
    pub(super) rules: Rules,
    /// Komi; without it, what the rule set says.
    #[arg(long, value_name = "POINTS", value_parser = finite, allow_negative_numbers = true)]
    pub(super) komi: Option<f64>,
    /// A network of KataGo's to play with (.bin.gz, .txt.gz; model versions 8 to 17) [default: the
    /// embedded one].
    #[arg(long, value_name = "FILE")]
    pub(super) model: Option<PathBuf>,
    /// Play by playouts, without a network.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, action = ArgAction::Set, conflicts_with = "model")]
    pub(super) playouts_only: bool,
    /// How exactly the network is computed: auto, f32, int16, bf16 or int8.
    #[arg(long, value_name = "PRECISION", default_value = "auto", value_parser = precision)]
    pub(super) precision: Precision,
    /// Play like a person of this rank, from rank_20k to rank_9d, with a network that imitates
    /// people.
    #[arg(long, value_name = "PROFILE")]
    pub(super) human_profile: Option<HumanProfile>,
    /// Threads of the search [default: all cores].
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=MOST_THREADS))]
    pub(super) threads: Option<usize>,
    /// Most positions looked at for a move; without a network, most playouts.
    #[arg(long, visible_alias = "visits", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) playouts: Option<u64>,
    /// Most seconds for a move, whatever the client's clock would give it [default: 1 if nothing
    /// else limits it, neither --playouts nor a clock].
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    pub(super) seconds: Option<f64>,
    /// Seconds that a move may lose between engine, client and server, kept back on the client's
    /// clock: 0.05 is enough on one machine, servers far away need up to 1.
    #[arg(long, value_name = "S", default_value_t = Options::default().lag, value_parser = lag_seconds)]
    pub(super) lag: f64,
    /// Resign when the chance to win stays below P, from 0 (never) to 1.
    #[arg(long, value_name = "P", default_value_t = Options::default().resign_below, value_parser = probability)]
    pub(super) resign_below: f64,
    /// Memory for the search tree in MiB [default: a quarter of the machine's, at most 2048].
    #[arg(long, value_name = "MIB", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1 << 20))]
    pub(super) memory: Option<usize>,
    /// Think on the opponent's time too.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, action = ArgAction::Set)]
    pub(super) ponder: bool,
    /// Strength from 1 (a beginner) to 12: lower levels search less and play natural moves instead of
    /// the best.
    #[arg(long, value_name = "N", default_value_t = FULL_LEVEL, value_parser = clap::value_parser!(u32).range(1..=i64::from(FULL_LEVEL)))]
    pub(super) level: u32,
    /// Name that the engine gives itself, for clients that go by it (see docs/clients.md).
    #[arg(long, value_name = "NAME", default_value_t = Options::default().name, value_parser = one_line)]
    pub(super) gtp_name: String,
    /// Version that it gives itself [default: its own, with the name of the network].
    #[arg(long, value_name = "VERSION", value_parser = one_line)]
    pub(super) gtp_version: Option<String>,
    /// Answer chat messages on KGS.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, action = ArgAction::Set)]
    pub(super) kgs_chat: bool,
    /// Tell the expected line of play after each move on standard error, where gtp2ogs takes it for
    /// the spectators.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, action = ArgAction::Set)]
    pub(super) malkovich: bool,
    /// Draw what the engine thinks on GoGui's board while it thinks.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, action = ArgAction::Set)]
    pub(super) live_gfx: bool,
    /// Start of the random numbers: with --threads 1 and --playouts, games repeat themselves.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
}

impl GtpArgs {
    fn model_choice(&self) -> ModelChoice {
        match &self.model {
            Some(path) => ModelChoice::File(path.clone()),
            None if self.playouts_only => ModelChoice::Playouts,
            None => ModelChoice::Embedded,
        }
    }

    pub(super) fn engine_options(&self) -> Options {
        Options {
            rules: self.rules.clone(),
            komi: self.komi,
            model: self.model_choice(),
            precision: self.precision,
            human_profile: self.human_profile,
            threads: self.threads.unwrap_or(0),
            playouts: self.playouts,
            seconds: self.seconds,
            lag: self.lag,
            resign_below: self.resign_below,
            memory: self.memory.unwrap_or_else(default_memory) << 20,
            ponder: self.ponder,
            level: self.level,
            name: self.gtp_name.clone(),
            version: self.gtp_version.clone(),
            kgs_chat: self.kgs_chat,
            malkovich: self.malkovich,
            live_gfx: self.live_gfx,
            seed: self.seed,
            ..Options::default()
        }
    }
}

#[derive(Clone, Debug, Args)]
pub(super) struct BenchArgs {
    /// Measure this network (a model file of KataGo's, or "embedded") instead: its evaluations a
    /// second and its exactness in each way to compute it.
    #[arg(long, value_name = "FILE")]
    pub(super) model: Option<PathBuf>,
    /// Print JSON, one object, for programs.
    #[arg(long)]
    pub(super) json: bool,
    /// Seconds for each measurement.
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = positive_seconds)]
    pub(super) seconds: f64,
}

#[derive(Clone, Debug, Args)]
pub(super) struct PerftArgs {
    /// Board: N, or WIDTHxHEIGHT.
    #[arg(value_parser = size)]
    pub(super) size: Size,
    /// Longest sequence.
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=100))]
    pub(super) depth: usize,
    /// Rule set.
    #[arg(long, value_name = "NAME|JSON", default_value = "tromp-taylor", value_parser = Rules::parse)]
    pub(super) rules: Rules,
}

/// A quarter of the machine's memory in MiB, but no more than a long search has use for.
fn default_memory() -> usize {
    let memory = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let total = System::new_with_specifics(memory).total_memory() >> 20;
    (total as usize / 4).clamp(64, 2048)
}

/// A text that can stand in a response.
fn one_line(text: &str) -> Result<String, String> {
    let is_usable = !text.trim().is_empty() && !text.contains(char::is_control);
    if is_usable { Ok(text.to_string()) } else { Err("expected one line of text".to_string()) }
}

fn finite(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "expected a number".to_string())?;
    if number.is_finite() { Ok(number) } else { Err("expected a finite number".to_string()) }
}

fn positive_seconds(text: &str) -> Result<f64, String> {
    let is_usable = |seconds: &f64| *seconds > 0.0 && *seconds <= 1e9;
    finite(text).ok().filter(is_usable).ok_or_else(|| "expected a time above 0".to_string())
}

fn lag_seconds(text: &str) -> Result<f64, String> {
    let is_usable = |seconds: &f64| (0.0..=60.0).contains(seconds);
    finite(text).ok().filter(is_usable).ok_or_else(|| "expected a time from 0 to 60".to_string())
}

fn probability(text: &str) -> Result<f64, String> {
    let is_usable = |p: &f64| (0.0..=1.0).contains(p);
    finite(text).ok().filter(is_usable).ok_or_else(|| "expected a number from 0 to 1".to_string())
}

fn precision(text: &str) -> Result<Precision, String> {
    match text {
        "auto" => Ok(Precision::Auto),
        "f32" => Ok(Precision::F32),
        "int16" => Ok(Precision::Int16),
        "bf16" => Ok(Precision::Bf16),
        "int8" => Ok(Precision::Int8),
        _ => Err("expected auto, f32, int16, bf16 or int8".to_string()),
    }
}

fn size(text: &str) -> Result<Size, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let sides = width.parse().ok().zip(height.parse().ok());
    sides
        .and_then(|(width, height)| Size::new(width, height).ok())
        .ok_or_else(|| "expected N or WIDTHxHEIGHT, each from 1 to 25".to_string())
}
