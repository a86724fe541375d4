//! The configuration file: a TOML file whose keys are the long options.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use clap::{ArgAction, Command};
use etcetera::BaseStrategy;
use thiserror::Error;
use toml::de::{DeTable, DeValue};

/// The configuration cannot be used.
#[derive(Debug, Error)]
pub(super) enum ConfigError {
    /// No file can be read there.
    #[error("cannot read the configuration {path}: {source}")]
    Read {
        /// Where it should be.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A line of it is wrong.
    #[error("{path}, line {line}: {reason}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it, and what would be right.
        reason: String,
    },
}

/// Where the configuration is looked for where none is named, such as
/// `~/.config/shusaku/config.toml`.
pub(super) fn usual_path() -> Option<PathBuf> {
    let folder = etcetera::choose_base_strategy().ok()?.config_dir();
    Some(folder.join(env!("CARGO_PKG_NAME")).join("config.toml"))
}

/// The options of a configuration file as the command line would say them. A file that is not there
/// says nothing, unless it `must_exist`.
///
/// # Errors
/// [`ConfigError`] for a file that cannot be read, or says what `command` has no option for.
pub(super) fn read(
    path: &Path,
    must_exist: bool,
    command: &Command,
) -> Result<Vec<OsString>, ConfigError> {
    match fs::read_to_string(path) {
        Ok(text) => options(&text, command).map_err(|Wrong { line, reason }| ConfigError::Line {
            path: path.into(),
            line,
            reason,
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !must_exist => Ok(Vec::new()),
        Err(source) => Err(ConfigError::Read { path: path.into(), source }),
    }
}

/// A line that is wrong, and why.
#[derive(Debug, PartialEq)]
struct Wrong {
    line: usize,
    reason: String,
}

fn options(text: &str, command: &Command) -> Result<Vec<OsString>, Wrong> {
    let line = |offset: usize| 1 + text[..offset].matches('\n').count();
    let table = DeTable::parse(text).map_err(|error| Wrong {
        line: line(error.span().map_or(0, |span| span.start)),
        reason: error.message().to_string(),
    })?;
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    let mut options = Vec::new();
    for (key, value) in entries {
        let wrong = |reason| Wrong { line: line(key.span().start), reason };
        let option = option(key.get_ref(), value.get_ref(), command).map_err(wrong)?;
        check(&option, command).map_err(wrong)?;
        options.push(option);
    }
    Ok(options)
}

/// `--key=value`.
fn option(key: &str, value: &DeValue, command: &Command) -> Result<OsString, String> {
    let is_meant = |arg: &&clap::Arg| {
        let is_setting = matches!(arg.get_action(), ArgAction::Set);
        arg.get_long() == Some(key) && is_setting && key != "config"
    };
    if !command.get_arguments().any(|arg| is_meant(&arg)) {
        return Err(format!("no such key: '{key}'; the keys are the options that --help tells"));
    }
    let value = match value {
        DeValue::String(text) => text.to_string(),
        DeValue::Integer(number) if number.radix() == 10 => number.as_str().replace('_', ""),
        DeValue::Float(number) => number.as_str().replace('_', ""),
        DeValue::Boolean(is_on) => is_on.to_string(),
        _ => return Err(format!("{key}: expected a text, a decimal number, true or false")),
    };
    Ok(format!("--{key}={value}").into())
}

/// Whether the command line would take the option.
fn check(option: &OsString, command: &Command) -> Result<(), String> {
    let typed = [OsString::from("shusaku"), option.clone()];
    let Err(error) = command.clone().try_get_matches_from(typed) else { return Ok(()) };
    let text = error.render().to_string();
    let first = text.lines().next().unwrap_or_default();
    Err(first.trim_start_matches("error: ").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    fn read(text: &str) -> Result<Vec<String>, Wrong> {
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
    fn every_option_can_be_said() {
        for arg in Cli::command().get_arguments() {
            let key = arg.get_long().expect("options have long names");
            if ["help", "version", "config"].contains(&key) {
                continue;
            }
            assert!(matches!(arg.get_action(), ArgAction::Set), "{key} takes no value");
        }
    }

    #[test]
    fn wrong_lines_are_named() {
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
            let wrong = read(text).expect_err(text);
            assert_eq!(wrong.line, line, "{text}: {}", wrong.reason);
            assert_eq!(wrong.reason.lines().count(), 1, "{}", wrong.reason);
        }
    }
}
