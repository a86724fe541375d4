//! The options of `shusaku review`.

use std::path::PathBuf;

use clap::Args;

use crate::{
    cli::values::{finite_number, integer, precision, seconds, svg_file},
    network::Precision,
    review::Thresholds,
    rules::Rules,
};

/// Visits of a position.
pub(super) const DEFAULT_VISITS: u64 = 2000;

/// Limit of `--visits`.
pub(super) const MAX_VISITS: u64 = 1 << 30;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct ReviewArgs {
    /// SGF files, each with one game or many
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Visits per position [default: 2000, or no limit with --seconds]
    #[arg(long, value_name = "N", value_parser = integer::<u64>(2..=MAX_VISITS), allow_negative_numbers = true)]
    pub(super) visits: Option<u64>,
    /// Max seconds per position [default: no limit]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) seconds: Option<f64>,
    /// KataGo network [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    pub(super) model: Option<PathBuf>,
    /// Analyze without a network
    #[arg(long, conflicts_with = "model")]
    pub(super) playouts_only: bool,
    /// Network arithmetic: auto, f32, int16, bf16 or int8
    #[arg(long, value_name = "TYPE", default_value = "auto", value_parser = precision)]
    pub(super) precision: Precision,
    /// Rule set [default: the record's, or else chinese]
    #[arg(long, value_name = "NAME|JSON", value_parser = Rules::parse)]
    pub(super) rules: Option<Rules>,
    /// Komi [default: the record's, or else the rule set's]
    #[arg(long, value_name = "POINTS", value_parser = finite_number, allow_negative_numbers = true)]
    pub(super) komi: Option<f64>,
    /// Folder of the reviewed files [default: that of each file]
    #[arg(short, long, value_name = "FOLDER")]
    pub(super) out_dir: Option<PathBuf>,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=1024), allow_negative_numbers = true)]
    pub(super) threads: Option<usize>,
    /// Memory in MiB [default: 1/4 of the RAM, up to 2048]
    #[arg(long, value_name = "MIB", value_parser = integer::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    pub(super) memory: Option<usize>,
    /// Bad moves of each player that are marked and listed
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = integer::<usize>(0..=1000), allow_negative_numbers = true)]
    pub(super) worst: usize,
    /// Better lines that are added as variations at a marked move
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<usize>(0..=10), allow_negative_numbers = true)]
    pub(super) variations: usize,
    /// Lost points at which inaccuracies, mistakes and blunders begin
    #[arg(long, value_name = "A,B,C", default_value_t, allow_negative_numbers = true)]
    pub(super) thresholds: Thresholds,
    /// Print one JSON object per game
    #[arg(long)]
    pub(super) json: bool,
    /// File of the graph, for a single game [default: NAME.review.svg]
    #[arg(long, value_name = "FILE.svg", value_parser = svg_file)]
    pub(super) graph: Option<PathBuf>,
    /// Draw no graph
    #[arg(long, conflicts_with = "graph")]
    pub(super) no_graph: bool,
    /// Add no comments
    #[arg(long)]
    pub(super) no_comments: bool,
    /// Add no values for KaTrain, most of the size of a reviewed file
    #[arg(long)]
    pub(super) no_katrain: bool,
    /// Review again what is reviewed already
    #[arg(long)]
    pub(super) force: bool,
}
