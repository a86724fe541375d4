//! `shusaku completions` and `shusaku man`: files that a package installs beside the program.

use std::{
    error::Error,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

/// Options of `shusaku completions`.
#[derive(Clone, Debug, Args)]
pub(super) struct CompletionsArgs {
    /// Shell to complete for
    shell: Shell,
}

/// Options of `shusaku man`.
#[derive(Clone, Debug, Args)]
pub(super) struct ManArgs {
    /// Folder for the pages, one for each subcommand; created if missing
    folder: PathBuf,
}

/// Prints the completions of a shell.
pub(super) fn completions(
    args: &CompletionsArgs,
    mut command: Command,
) -> Result<(), Box<dyn Error>> {
    let mut text = Vec::new();
    generate(args.shell, &mut command, env!("CARGO_PKG_NAME"), &mut text);
    Ok(io::stdout().write_all(&text)?)
}

/// Writes the man pages of the program and its subcommands.
pub(super) fn man(args: &ManArgs, command: Command) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&args.folder)
        .map_err(|error| format!("{}: cannot be created: {error}", args.folder.display()))?;
    let command = command.disable_help_subcommand(true);
    write_page(&args.folder, env!("CARGO_PKG_NAME"), command.clone())?;
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        let name = format!("{}-{}", env!("CARGO_PKG_NAME"), subcommand.get_name());
        write_page(&args.folder, &name, subcommand.clone())?;
    }
    Ok(())
}

fn write_page(folder: &Path, name: &str, command: Command) -> Result<(), Box<dyn Error>> {
    let mut page = Vec::new();
    Man::new(command.name(name.to_string())).render(&mut page)?;
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, page)
        .map_err(|error| format!("{}: cannot be written: {error}", path.display()))?;
    Ok(())
}
