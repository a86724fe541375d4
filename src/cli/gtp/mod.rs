//! `shusaku gtp`, also the default: GTP on standard input and output.

mod options;

use std::{
    error::Error,
    ffi::{OsStr, OsString},
    io::{self, IsTerminal},
};

use clap::CommandFactory;

pub(super) use self::options::GtpArgs;
use super::{
    Cli, cluster,
    config::{self, parse_with_file, starts_with},
    loading::show_loading,
    logging,
    values::boolean,
};
use crate::{
    commands::{Autosave, Dispatcher},
    engine::Engine,
    gtp::serve,
    stderr,
};

/// Speaks GTP with the options of the command line, which override those of the configuration file.
pub(super) fn run(typed: &GtpArgs) -> Result<(), Box<dyn Error>> {
    let Some(path) = typed.config.clone().or_else(config::default_path) else {
        return speak(typed);
    };
    let mut options = config::read(&path, typed.config.is_some(), &Cli::command())?;
    // A typed --model overrides the file's playouts-only, and the reverse.
    let overridden = match typed.playouts_only {
        true => Some("--model="),
        false => typed.model.as_ref().map(|_| "--playouts-only="),
    };
    options.retain(|option| overridden.is_none_or(|name| !starts_with(option, name)));
    // clap takes any written playouts-only, even false, for a conflict with --model.
    let is_default = |option: &OsStr| {
        let value = option.to_str().and_then(|option| option.strip_prefix("--playouts-only="));
        value.is_some_and(|value| boolean(value) == Ok(false))
    };
    options.retain(|option| !is_default(option));
    let mut line = vec![OsString::from(env!("CARGO_PKG_NAME"))];
    line.extend(options);
    // The last value of an option counts.
    let mut words = wild::args_os().skip(1).peekable();
    words.next_if(|word| word == "gtp");
    line.extend(words);
    speak(&parse_with_file(line, path)?.gtp)
}

/// Speaks GTP with these options.
fn speak(args: &GtpArgs) -> Result<(), Box<dyn Error>> {
    match &args.log {
        Some(path) if !cluster::is_nonzero_rank() => logging::to_file(path)?,
        _ => logging::to_standard_error(),
    }
    let mut options = args.engine_options();
    let Some(_membership) = cluster::enter(&mut options)? else { return Ok(()) };
    let autosave = args.autosave.as_deref().map(Autosave::new).transpose()?;
    let engine = show_loading(|| Engine::new(options))?;
    if io::stdin().is_terminal() {
        greet();
    }
    let mut dispatcher = Dispatcher::new(engine).with_autosave(autosave);
    Ok(serve(io::stdin(), io::stdout(), &mut dispatcher)?)
}

/// Greets the user of a terminal with the main commands.
fn greet() {
    let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
    stderr::line(format_args!(
        "{name} {version} speaks GTP: 'help' lists the commands, 'quit' ends."
    ));
    if cfg!(feature = "board") {
        stderr::line(format_args!("'{name} board' opens a board in the browser."));
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Subcommand;

    #[test]
    fn options_work_with_and_without_the_subcommand() {
        let plain = Cli::parse_from(["shusaku", "--rules", "new_zealand", "--threads", "1"]);
        assert_eq!(plain.gtp.threads, Some(1));
        let named = Cli::parse_from(["shusaku", "gtp", "--rules", "nz"]);
        assert!(
            matches!(named.subcommand, Some(Subcommand::Gtp(args)) if args.rules == plain.gtp.rules)
        );
    }

    #[test]
    fn model_and_playouts_only_exclude_each_other() {
        assert!(Cli::try_parse_from(["shusaku", "--playouts-only", "--model", "file"]).is_err());
        assert!(Cli::try_parse_from(["shusaku", "--playouts-only=false"]).is_ok());
        assert!(starts_with("--model=file".as_ref(), "--model="));
        assert!(!starts_with("--playouts=2".as_ref(), "--playouts-only="));
    }
}
