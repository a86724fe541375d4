//! The configuration files of GTP mode and of matches: TOML whose keys are the long options.
//! `katago` reads those of the analysis engine.

pub(super) mod katago;

use std::{
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
};

use clap::{Arg, ArgAction, Command, CommandFactory, Parser, error::ErrorKind};
use etcetera::BaseStrategy;
use thiserror::Error;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Cli, errors::describe};
use crate::stderr;

/// A configuration file that cannot be used.
#[derive(Debug, Error)]
pub(super) enum ConfigError {
    #[error("cannot read the configuration file {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    /// An invalid line, counted from 1.
    #[error("{path}, line {line}: {reason}")]
    Line { path: PathBuf, line: usize, reason: String },
    /// Options that exclude each other.
    #[error("{path}: {reason}")]
    Conflict { path: PathBuf, reason: String },
}

/// The file that is read without `--config`, such as `~/.config/shusaku/config.toml`.
pub(super) fn default_path() -> Option<PathBuf> {
    let folder = etcetera::choose_base_strategy().ok()?.config_dir();
    Some(folder.join(env!("CARGO_PKG_NAME")).join("config.toml"))
}

/// Returns the options of a configuration file as command-line arguments; none if the file does not
/// exist or may not be read, unless it `must_exist`.
///
/// # Errors
/// The file cannot be read, or has a key or value that `command` does not accept.
pub(super) fn read(
    path: &Path,
    must_exist: bool,
    command: &Command,
) -> Result<Vec<OsString>, ConfigError> {
    match fs::read_to_string(path) {
        Ok(text) => options(&text, command).map_err(|LineError { line, reason }| {
            ConfigError::Line { path: path.into(), line, reason }
        }),
        Err(error) if is_missing(&error) && !must_exist => Ok(Vec::new()),
        // A service may run with the home of another user.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied && !must_exist => {
            stderr::line(format_args!("note: {} is not read: {error}", path.display()));
            Ok(Vec::new())
        }
        Err(source) => Err(ConfigError::Read { path: path.into(), source }),
    }
}

/// Parses a command line with options of a configuration file.
///
/// # Errors
/// Options exclude each other.
pub(super) fn parse_with_file(line: Vec<OsString>, path: PathBuf) -> Result<Cli, ConfigError> {
    let conflict = |error| ConfigError::Conflict { path, reason: describe(&error) };
    Cli::try_parse_from(line).map_err(conflict)
}

/// Whether an option `--name=value` starts with this `--name=`.
pub(super) fn starts_with(option: &OsStr, start: &str) -> bool {
    option.as_encoded_bytes().starts_with(start.as_bytes())
}

/// Whether there is no such file; its path may also lead through a file, as below `/dev/null`, the
/// home of service accounts.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Reads the text of a configuration file as arguments of the command line: `--komi=6.5` for
/// `komi = 6.5`.
///
/// # Errors
/// The first wrong line.
pub fn config_arguments(text: &str) -> Result<Vec<OsString>, LineError> {
    options(text, &Cli::command())
}

/// A wrong line of a configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct LineError {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

fn options(text: &str, command: &Command) -> Result<Vec<OsString>, LineError> {
    let line = |offset: usize| 1 + text[..offset].matches('\n').count();
    let table = DeTable::parse(text).map_err(|error| LineError {
        line: line(error.span().map_or(0, |span| span.start)),
        reason: error.message().to_string(),
    })?;
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let mut options = Vec::new();
    for (key, value) in entries {
        let at_key = |reason| LineError { line: line(key.span().start), reason };
        let argument = argument(key.get_ref(), command).map_err(at_key)?;
        let is_repeated = matches!(argument.get_action(), ArgAction::Append);
        for value in values(value.get_ref(), is_repeated) {
            let mut option = option(key.get_ref(), value, is_repeated).map_err(at_key)?;
            if takes_path(argument) {
                option = with_home(&option, &etcetera::home_dir().unwrap_or_default());
            }
            let option = OsString::from(option);
            check(&option, command).map_err(at_key)?;
            options.push(option);
        }
    }
    Ok(options)
}

/// The values of a key: those of an array, where the option may be repeated.
fn values<'v>(value: &'v DeValue<'v>, is_repeated: bool) -> Vec<&'v DeValue<'v>> {
    match value {
        DeValue::Array(values) if is_repeated => values.iter().map(Spanned::get_ref).collect(),
        value => vec![value],
    }
}

/// The option of a key, which takes values.
fn argument<'c>(key: &str, command: &'c Command) -> Result<&'c Arg, String> {
    let mut arguments = command.get_arguments();
    let is_alias = |arg: &Arg| arg.get_all_aliases().is_some_and(|names| names.contains(&key));
    let argument =
        arguments.find(|arg| (arg.get_long() == Some(key) || is_alias(arg)) && key != "config");
    match argument {
        Some(argument) if matches!(argument.get_action(), ArgAction::Set | ArgAction::Append) => {
            Ok(argument)
        }
        _ => {
            let root = env!("CARGO_PKG_NAME");
            let subcommand = Some(command.get_name()).filter(|name| *name != root);
            let program = subcommand.map_or(root.to_string(), |name| format!("{root} {name}"));
            Err(format!("unknown key '{key}': expected an option of {program} --help, without --"))
        }
    }
}

/// Returns `--key=value`.
fn option(key: &str, value: &DeValue, is_repeated: bool) -> Result<String, String> {
    let value = match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
        DeValue::Float(number) => number.as_str().replace('_', ""),
        DeValue::Boolean(is_on) => is_on.to_string(),
        DeValue::Table(_) if is_repeated => json(value).to_string(),
        _ => {
            let expected = "a string, a decimal number, true or false";
            return Err(format!("invalid value for '{key}': expected {expected}"));
        }
    };
    Ok(format!("--{key}={value}"))
}

/// Whether the value of an option is a path.
fn takes_path(argument: &Arg) -> bool {
    let names = argument.get_value_names().unwrap_or_default();
    names.iter().any(|name| ["FILE", "FOLDER"].contains(&name.as_str()))
}

/// The option `--key=value` with the home folder in place of `~` at the start of the value, as a shell
/// writes a path.
fn with_home(option: &str, home: &Path) -> String {
    match option.split_once("=~/") {
        Some((key, rest)) if !home.as_os_str().is_empty() && !key.contains('=') => {
            format!("{key}={}", home.join(rest.trim_start_matches('/')).display())
        }
        _ => option.to_string(),
    }
}

/// A table of strings and arrays in JSON, in which the value of an option may be written.
fn json(value: &DeValue) -> serde_json::Value {
    match value {
        DeValue::Table(table) => {
            let entries =
                table.iter().map(|(key, value)| (key.get_ref().to_string(), json(value.get_ref())));
            serde_json::Value::Object(entries.collect())
        }
        DeValue::Array(values) => values.iter().map(|value| json(value.get_ref())).collect(),
        DeValue::String(text) => text.to_string().into(),
        DeValue::Boolean(is_on) => (*is_on).into(),
        DeValue::Integer(number) => number.as_str().into(),
        DeValue::Float(number) => number.as_str().into(),
        DeValue::Datetime(date) => date.to_string().into(),
    }
}

/// Checks that the command line accepts the option; which others it needs is checked for all together.
fn check(option: &OsString, command: &Command) -> Result<(), String> {
    let arguments = [OsString::from("shusaku"), option.clone()];
    match command.clone().try_get_matches_from(arguments) {
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => Err(describe(&error)),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<String>, LineError> {
        let options = options(text, &Cli::command())?;
        Ok(options.into_iter().map(|option| option.into_string().expect("text")).collect())
    }

    #[test]
    fn keys_are_options() {
        let text = "# mine\nrules = \"new_zealand\"\nthreads = 2\n\nkomi = -6.5\nponder = true\n";
        let expected = ["--rules=new_zealand", "--threads=2", "--komi=-6.5", "--ponder=true"];
        assert_eq!(read(text).expect("well formed"), expected);
    }

    #[test]
    fn another_name_of_an_option_can_be_a_key() {
        assert_eq!(read("visits = 200\n").expect("well formed"), ["--visits=200"]);
    }

    #[test]
    fn the_home_folder_of_a_path_was_not_known() {
        let home = Path::new("home");
        let model = home.join("a=~/net.gz").display().to_string();
        assert_eq!(with_home("--model=~/a=~/net.gz", home), format!("--model={model}"));
        assert_eq!(with_home("--model=~//a=~/net.gz", home), format!("--model={model}"));
        for same in ["--model=a=~/b", "--model=~", "--model=/~/a"] {
            assert_eq!(with_home(same, home), same);
        }
        assert_eq!(with_home("--model=~/a", Path::new("")), "--model=~/a");
        let command = Cli::command();
        let is_path = |key| argument(key, &command).is_ok_and(takes_path);
        assert!(["model", "autosave", "log"].into_iter().all(is_path));
        assert!(!is_path("gtp-name"));
    }

    #[test]
    fn an_option_that_needs_another_one_can_be_a_key() {
        let command = Cli::command();
        let command = command.find_subcommand("match").expect("a subcommand");
        let text = "book = [\"a.sgf\"]\nbook-moves = 8\n";
        let options = options(text, command).expect("good options");
        assert_eq!(options, ["--book=a.sgf", "--book-moves=8"]);
    }

    #[test]
    fn every_option_can_be_a_key() {
        for arg in Cli::command().get_arguments() {
            let key = arg.get_long().expect("options have long names");
            if ["help", "version", "config"].contains(&key) {
                continue;
            }
            assert!(matches!(arg.get_action(), ArgAction::Set), "{key} takes no value");
        }
    }

    #[test]
    fn errors_state_the_line() {
        for (text, line) in [
            ("threads = 2\nthread = 3\n", 2),
            ("\n\nthreads = 0\n", 3),
            ("rules = \"martian\"\n", 1),
            ("threads = 2\nkomi =\n", 2),
            ("threads = 0x10\n", 1),
            ("gtp-name = \"a\\n\\nb\"\n", 1),
            ("komi = [1]\n", 1),
            ("[gtp]\nkomi = 1\n", 1),
            ("ponder = \"perhaps\"\n", 1),
            ("config = \"other.toml\"\n", 1),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(error.line, line, "{text}: {}", error.reason);
            assert_eq!(error.reason.lines().count(), 1, "{}", error.reason);
        }
    }
}
