//! Error messages: `error: ` and one line on standard error.

use std::{env, error::Error, fmt::Display, io};

use anstyle::AnsiColor;
use clap::{
    Arg, Command, CommandFactory,
    error::{ContextKind, ErrorKind},
};

use super::Cli;
use crate::stderr;

/// Prints an error.
pub(super) fn print_error(message: impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    stderr::line(format_args!("{style}error:{style:#} {message}"));
}

/// Describes an invalid command line in one line, with the given and the accepted values.
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
        ErrorKind::ArgumentConflict if error.get(ContextKind::InvalidSubcommand).is_some() => {
            let option = given(ContextKind::PriorArg);
            options_before_command(&given(ContextKind::InvalidSubcommand), &option)
        }
        // The value may contain blank lines.
        ErrorKind::ValueValidation => {
            let value = given(ContextKind::InvalidValue).replace(char::is_control, " ");
            let reason = error.source().map(ToString::to_string).unwrap_or_default();
            format!("invalid value '{value}' for '{}': {reason}", given(ContextKind::InvalidArg))
        }
        ErrorKind::UnknownArgument => {
            let words = env::args_os().skip(1).filter_map(|word| word.into_string().ok());
            if let Some(word) = with_one_dash(&given(ContextKind::InvalidArg), words) {
                return unexpected_with_one_dash(&word);
            }
            match error.get(ContextKind::SuggestedArg) {
                Some(similar) => format!("{}; did you mean '{similar}'?", first_paragraph(error)),
                None => first_paragraph(error),
            }
        }
        _ => first_paragraph(error),
    }
}

/// Whether the reader of the output has closed it.
pub(super) fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let io_kind = error.downcast_ref().map(io::Error::kind);
    let json_kind = error.downcast_ref().and_then(serde_json::Error::io_error_kind);
    io_kind.or(json_kind) == Some(io::ErrorKind::BrokenPipe)
}

/// The error of options of the program before one of its commands, such as `--threads <N>` before
/// `review`.
fn options_before_command(command: &str, option: &str) -> String {
    let name = option.split([' ', '[', '=', ',']).next().unwrap_or_default();
    let program = env!("CARGO_PKG_NAME");
    let call = match has_option(name, Cli::command().find_subcommand(command)) {
        true => format!("{program} {command} {name} …"),
        false => format!("{program} {command} …"),
    };
    format!("write the options of '{command}' after it: {call}")
}

/// The word of the command line that clap took for short options, of which it names only the first,
/// `letter`, such as `-model` for `-m`.
fn with_one_dash(letter: &str, mut words: impl Iterator<Item = String>) -> Option<String> {
    let is_letter = letter.len() == 2 && letter.ends_with(|c: char| c.is_ascii_alphabetic());
    words.find(|word| is_letter && word.len() > 2 && word.starts_with(letter))
}

/// The error of an option with one dash: it has two if there is one of that name.
fn unexpected_with_one_dash(word: &str) -> String {
    let name = format!("-{}", word.split('=').next().unwrap_or_default());
    let program = Cli::command();
    if has_option(&name, [&program].into_iter().chain(program.get_subcommands())) {
        return format!("unexpected argument '{word}': long options have two dashes, {name}");
    }
    format!("unexpected argument '{word}' found")
}

/// Whether one of the commands has this long option, given with its dashes.
fn has_option<'c>(option: &str, commands: impl IntoIterator<Item = &'c Command>) -> bool {
    let name = option.strip_prefix("--").unwrap_or_default();
    let is_option = |arg: &Arg| {
        let mut names = arg.get_all_aliases().into_iter().flatten().chain(arg.get_long());
        names.any(|long| long == name)
    };
    // clap adds these two later.
    ["help", "version"].contains(&name)
        || commands.into_iter().any(|command| command.get_arguments().any(is_option))
}

fn command_names() -> String {
    let command = Cli::command();
    let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
    let names: Vec<&str> = shown.map(Command::get_name).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_option_with_one_dash_was_reported_as_a_letter() {
        let word = |letter: &str, line: &str| {
            with_one_dash(letter, line.split(' ').map(str::to_string)).unwrap_or_default()
        };
        assert_eq!(word("-m", "gtp --komi -7 -model x"), "-model");
        assert_eq!(word("-m", "gtp -m"), "");
        assert_eq!(word("--mo", "gtp --mo"), "");
        let expected = "unexpected argument '-model=x': long options have two dashes, --model";
        assert_eq!(unexpected_with_one_dash("-model=x"), expected);
        assert_eq!(unexpected_with_one_dash("-nonsense"), "unexpected argument '-nonsense' found");
    }

    #[test]
    fn options_before_a_command_were_called_a_conflict() {
        let error = |option| options_before_command("review", option);
        let start = "write the options of 'review' after it: shusaku review";
        assert_eq!(error("--threads <N>"), format!("{start} --threads …"));
        assert_eq!(error("--ponder[=<BOOL>]"), format!("{start} …"));
    }
}
