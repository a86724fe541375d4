//! Error messages: `error: ` and one line on standard error.

use std::{error::Error, fmt::Display};

use anstyle::AnsiColor;
use clap::{
    CommandFactory,
    error::{ContextKind, ErrorKind},
};

use super::Cli;

/// Prints an error.
pub(super) fn report(message: impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    anstream::eprintln!("{style}error:{style:#} {message}");
}

/// Describes an invalid command line in one line: what was given and what is accepted.
pub(super) fn describe(error: &clap::Error) -> String {
    let given = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let word = given(ContextKind::InvalidSubcommand);
            format!("unknown command '{word}': expected {}", command_names())
        }
        // After an option, clap takes any other word for a subcommand.
        ErrorKind::ArgumentConflict
            if error.get(ContextKind::InvalidSubcommand).is_some()
                && !is_command(&given(ContextKind::InvalidSubcommand)) =>
        {
            format!("unexpected argument '{}' found", given(ContextKind::InvalidSubcommand))
        }
        // The value may contain blank lines.
        ErrorKind::ValueValidation => {
            let value = given(ContextKind::InvalidValue).replace(char::is_control, " ");
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            format!("invalid value '{value}' for '{}': {reason}", given(ContextKind::InvalidArg))
        }
        ErrorKind::UnknownArgument if error.get(ContextKind::SuggestedArg).is_some() => {
            let similar = given(ContextKind::SuggestedArg);
            format!("{}; did you mean '{similar}'?", first_paragraph(error))
        }
        _ => first_paragraph(error),
    }
}

fn command_names() -> String {
    let command = Cli::command();
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    let names: Vec<&str> = shown.map(clap::Command::get_name).collect();
    let (last, others) = names.split_last().expect("there are commands");
    format!("{} or {last}", others.join(", "))
}

fn is_command(word: &str) -> bool {
    Cli::command().find_subcommand(word).is_some()
}

/// Returns clap's message as one line, without the usage and the hints that follow it.
fn first_paragraph(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
    lines.join(" ").trim_start_matches("error: ").to_string()
}
