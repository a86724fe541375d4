//! The options of GTP mode.

use std::path::{Path, PathBuf};

use clap::{ArgAction, Args};

use crate::{
    cli::{
        config,
        memory::search_memory,
        values::{
            boolean, default_rules, finite_number, integer, number, one_line, precision, seconds,
        },
    },
    engine::{FULL_LEVEL, ModelChoice, Options},
    features::HumanProfile,
    network::Precision,
    rules::Rules,
};

/// Limit of `--threads`.
const MAX_THREADS: u64 = 1024;

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct GtpArgs {
    #[arg(long, value_name = "FILE", help = config_help())]
    pub(super) config: Option<PathBuf>,
    /// Rule set, such as japanese or aga
    #[arg(long, value_name = "NAME|JSON", default_value = default_rules(), value_parser = Rules::parse)]
    pub(super) rules: Rules,
    /// Komi [default: the rule set's]
    #[arg(long, value_name = "POINTS", value_parser = finite_number, allow_negative_numbers = true)]
    pub(super) komi: Option<f64>,
    /// KataGo network to play with [default: the embedded network]
    #[arg(long, value_name = "FILE")]
    pub(super) model: Option<PathBuf>,
    /// Play without a network
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, value_parser = boolean, action = ArgAction::Set, conflicts_with = "model")]
    pub(super) playouts_only: bool,
    /// Network arithmetic: auto, f32, int16, bf16 or int8
    #[arg(long, value_name = "TYPE", default_value = "auto", value_parser = precision)]
    pub(super) precision: Precision,
    /// Profile to imitate with a HumanSL network [default: none]
    #[arg(long, value_name = "PROFILE")]
    pub(super) human_profile: Option<HumanProfile>,
    /// Search threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=MAX_THREADS), allow_negative_numbers = true)]
    pub(super) threads: Option<usize>,
    /// Max visits or playouts per move; also --visits [default: no limit]
    #[arg(long, alias = "visits", value_name = "N", value_parser = integer::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    pub(super) playouts: Option<u64>,
    /// Max seconds per move [default: 1 if nothing else limits it]
    #[arg(long, value_name = "S", value_parser = seconds, allow_negative_numbers = true)]
    pub(super) seconds: Option<f64>,
    /// Seconds per move kept back for network delay [default: 0.2 at most]
    #[arg(long, value_name = "S", value_parser = number(0.0..=60.0), allow_negative_numbers = true)]
    pub(super) lag: Option<f64>,
    /// Win rate below which it resigns, 0 for never
    #[arg(long, value_name = "P", default_value_t = Options::default().resign_below, value_parser = number(0.0..=1.0), allow_negative_numbers = true)]
    pub(super) resign_below: f64,
    /// Search memory in MiB [default: 1/4 of the RAM, up to 2048]
    #[arg(long, value_name = "MIB", value_parser = integer::<usize>(1..=1 << 20), allow_negative_numbers = true)]
    pub(super) memory: Option<usize>,
    /// Think on the opponent's time (level 12 only)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, value_parser = boolean, action = ArgAction::Set)]
    pub(super) ponder: bool,
    /// Strength, from 1 (beginner) to 12 (full)
    #[arg(long, value_name = "N", default_value_t = FULL_LEVEL, value_parser = integer::<u32>(1..=u64::from(FULL_LEVEL)), allow_negative_numbers = true)]
    pub(super) level: u32,
    /// Name reported to clients
    #[arg(long, value_name = "NAME", default_value_t = Options::default().name, value_parser = one_line)]
    pub(super) gtp_name: String,
    /// Version reported to clients [default: the program's]
    #[arg(long, value_name = "VERSION", value_parser = one_line)]
    pub(super) gtp_version: Option<String>,
    /// SGF file in which the game is kept after every move [default: none]
    #[arg(long, value_name = "FILE")]
    pub(super) autosave: Option<PathBuf>,
    /// Append commands, replies and messages to this file [default: none]
    #[arg(long, value_name = "FILE")]
    pub(super) log: Option<PathBuf>,
    /// Answer chat messages on KGS
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, value_parser = boolean, action = ArgAction::Set)]
    pub(super) kgs_chat: bool,
    /// Show the expected line to spectators on OGS
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, value_parser = boolean, action = ArgAction::Set)]
    pub(super) malkovich: bool,
    /// Draw the search on GoGui's board
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, value_parser = boolean, action = ArgAction::Set)]
    pub(super) live_gfx: bool,
    /// Random seed; reproducible with --threads 1 --playouts N
    #[arg(long, value_name = "N", value_parser = integer::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: Option<u64>,
}

fn config_help() -> String {
    let default = config::default_path().map_or("none".into(), |path| {
        let home = etcetera::home_dir().unwrap_or_default();
        abbreviate(&path, &home).display().to_string()
    });
    format!("Configuration file [default: {default}]")
}

/// The path with `~` in place of the home folder. The whole path may be too long for an option's
/// line.
fn abbreviate(path: &Path, home: &Path) -> PathBuf {
    match path.strip_prefix(home) {
        Ok(rest) if !home.as_os_str().is_empty() => Path::new("~").join(rest),
        _ => path.to_owned(),
    }
}

impl GtpArgs {
    fn model_choice(&self) -> ModelChoice {
        ModelChoice::new(self.model.as_deref(), self.playouts_only)
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
            memory: search_memory(self.memory),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_the_home_folder_is_short_whatever_the_name_of_the_user() {
        let path = Path::new("/home/stranger/.config/shusaku/config.toml");
        let short = |home: &str| abbreviate(path, Path::new(home));
        assert_eq!(short("/home/stranger"), Path::new("~/.config/shusaku/config.toml"));
        assert_eq!(short("/home/other"), path);
        assert_eq!(short(""), path);
    }
}
