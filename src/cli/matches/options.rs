//! The options of `shusaku match`.

use std::path::PathBuf;

use clap::{ArgAction, Args};
use serde::Deserialize;

use crate::{
    board::Size,
    cli::values::{boolean, default_rules, finite_number, integer, number, size},
    clock::TimeSettings,
    matches::{Program, parse_time},
    rules::Rules,
};

#[derive(Clone, Debug, Args)]
pub(in crate::cli) struct MatchArgs {
    /// TOML file whose keys are these options, with a table [[engine]] for each engine
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// GTP engine, at least two; JSON has command, name, time, init and log
    #[arg(long, value_name = "COMMAND|JSON", value_parser = engine)]
    pub(super) engine: Vec<EngineArg>,
    /// Games per pair of engines, an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = even)]
    pub(super) games: u64,
    /// Board, N or WIDTHxHEIGHT
    #[arg(long, value_name = "SIZE", default_value = "19", value_parser = size)]
    pub(super) size: Size,
    /// Rule set, such as japanese or aga
    #[arg(long, value_name = "NAME|JSON", default_value = default_rules(), value_parser = Rules::parse)]
    pub(super) rules: Rules,
    /// Komi [default: the rule set's; 0.5 with a handicap]
    #[arg(long, value_name = "POINTS", value_parser = finite_number, allow_negative_numbers = true)]
    pub(super) komi: Option<f64>,
    /// Handicap stones that the first engine, as White, gives the others [default: none]
    #[arg(long, value_name = "N", value_parser = integer::<u32>(2..=9), allow_negative_numbers = true)]
    pub(super) handicap: Option<u32>,
    /// Time system, such as "per-move 1", "byoyomi 60 10 5" or "fischer 60 2"
    #[arg(long, value_name = "SYSTEM", default_value = "none", value_parser = time)]
    pub(super) time: TimeSettings,
    /// Seconds by which a move may be late
    #[arg(long, value_name = "S", default_value_t = 0.1, value_parser = number(0.0..=3600.0), allow_negative_numbers = true)]
    pub(super) time_margin: f64,
    /// Seconds to wait for an answer, beyond the clock for a move
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = number(0.1..=86400.0), allow_negative_numbers = true)]
    pub(super) timeout: f64,
    /// Random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = integer::<usize>(0..=100), conflicts_with = "book", allow_negative_numbers = true)]
    pub(super) opening_moves: usize,
    /// SGF files whose games are the openings; repeat for more
    #[arg(long, value_name = "FILE")]
    pub(super) book: Vec<PathBuf>,
    /// Max moves of an opening from the book [default: all]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(0..=1000), requires = "book", allow_negative_numbers = true)]
    pub(super) book_moves: Option<usize>,
    /// Random seed of the openings
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = integer::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    pub(super) seed: u64,
    /// Moves after which the position is counted [default: 3 for each point]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=100_000), allow_negative_numbers = true)]
    pub(super) max_moves: Option<usize>,
    /// Referee: own, agreement (own if the players differ) or an engine's command
    #[arg(long, value_name = "own|agreement|COMMAND", default_value = "own", value_parser = referee)]
    pub(super) referee: RefereeArg,
    /// Stop when the SPRT accepts one of two Elo differences, such as 0,20 [default: no test]
    #[arg(long, value_name = "ELO0,ELO1", value_parser = elo_bounds, allow_hyphen_values = true)]
    pub(super) sprt: Option<[f64; 2]>,
    /// Probability that the test accepts ELO1 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = number(0.0001..=0.4), allow_negative_numbers = true)]
    pub(super) alpha: f64,
    /// Probability that the test accepts ELO0 wrongly
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = number(0.0001..=0.4), allow_negative_numbers = true)]
    pub(super) beta: f64,
    /// Games at a time [default: as many as there are cores for]
    #[arg(long, value_name = "N", value_parser = integer::<usize>(1..=1024), allow_negative_numbers = true)]
    pub(super) concurrency: Option<usize>,
    /// Cores for a game
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = integer::<usize>(1..=1024), allow_negative_numbers = true)]
    pub(super) cores: usize,
    /// Bind the engines of a game to its cores (Linux)
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = true, value_parser = boolean, action = ArgAction::Set)]
    pub(super) pin: bool,
    /// File of finished games, one JSON object per line; an existing one is continued
    #[arg(long, value_name = "FILE")]
    pub(super) results: Option<PathBuf>,
    /// Folder for the games in SGF
    #[arg(long, value_name = "FOLDER")]
    pub(super) sgf: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value_t = false, value_parser = boolean, action = ArgAction::Set)]
    pub(super) json: bool,
}

/// An engine as given.
#[derive(Clone, Debug)]
pub(super) struct EngineArg {
    pub(super) name: Option<String>,
    pub(super) program: Program,
    /// Its own time, if it is not that of the match.
    pub(super) time: Option<TimeSettings>,
}

/// The value of `--referee`.
#[derive(Clone, Debug)]
pub(super) enum RefereeArg {
    Own,
    Agreement,
    Engine(Program),
}

/// The JSON form of an engine.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EngineTable {
    command: String,
    name: Option<String>,
    time: Option<String>,
    #[serde(default)]
    init: Vec<String>,
    log: Option<PathBuf>,
}

fn engine(text: &str) -> Result<EngineArg, String> {
    if !text.trim_start().starts_with('{') {
        return Ok(EngineArg { name: None, program: program(text)?, time: None });
    }
    let table: EngineTable = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let time = table.time.as_deref().map(time).transpose()?;
    let is_name = |name: &String| !name.trim().is_empty() && !name.contains(char::is_control);
    if table.name.as_ref().is_some_and(|name| !is_name(name)) {
        return Err("expected a name of one line".to_string());
    }
    if table.init.iter().any(|command| command.trim().is_empty() || command.contains('\n')) {
        return Err("expected GTP commands of one line as init".to_string());
    }
    let program = Program { init: table.init, log: table.log, ..program(&table.command)? };
    Ok(EngineArg { name: table.name, program, time })
}

fn program(text: &str) -> Result<Program, String> {
    let words = words(text, cfg!(windows)).filter(|words| !words.is_empty());
    let command = words.ok_or_else(|| "expected a command line".to_string())?;
    Ok(Program { command, init: Vec::new(), log: None })
}

/// The words of a command line, `None` if a quote is not closed. A backslash escapes the next
/// character, unless it separates the folders of a path.
fn words(text: &str, backslash_separates: bool) -> Option<Vec<String>> {
    if backslash_separates {
        return shlex::split(&text.replace('\\', r"\\"));
    }
    shlex::split(text)
}

fn referee(text: &str) -> Result<RefereeArg, String> {
    match text {
        "own" => Ok(RefereeArg::Own),
        "agreement" => Ok(RefereeArg::Agreement),
        command => program(command).map(RefereeArg::Engine),
    }
}

fn time(text: &str) -> Result<TimeSettings, String> {
    parse_time(text).map_err(|error| error.to_string())
}

fn even(text: &str) -> Result<u64, String> {
    const MAX_GAMES: u64 = 1_000_000;
    let value = text.parse().ok().filter(|n| (2..=MAX_GAMES).contains(n) && n.is_multiple_of(2));
    value.ok_or_else(|| format!("expected an even number from 2 to {MAX_GAMES}"))
}

fn elo_bounds(text: &str) -> Result<[f64; 2], String> {
    const MAX_ELO: f64 = 2000.0;
    let bounds = text.split_once(',').and_then(|(low, high)| {
        let [low, high] = [low, high].map(|bound| bound.trim().parse::<f64>().ok());
        Some([low?, high?])
    });
    let is_valid = |[low, high]: &[f64; 2]| -MAX_ELO <= *low && low < high && *high <= MAX_ELO;
    bounds.filter(is_valid).ok_or_else(|| {
        format!("expected two Elo differences ELO0,ELO1 within ±{MAX_ELO}, the lower one first")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_of_windows_paths_were_lost() {
        let split = |text| words(text, true).expect("closed quotes");
        assert_eq!(
            split(r"C:\go\shusaku.exe --threads 1"),
            [r"C:\go\shusaku.exe", "--threads", "1"]
        );
        assert_eq!(split(r#""C:\my go\a.exe" -x"#), [r"C:\my go\a.exe", "-x"]);
        assert_eq!(words(r"/my\ go/a -x", false), Some(vec!["/my go/a".into(), "-x".into()]));
        assert_eq!(words("a 'b", true), None);
    }
}
