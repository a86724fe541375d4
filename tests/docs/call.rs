//! Checks of the calls in documents.

use std::{fs, path::Path};

use crate::{shell::Call, shusaku};

/// Checks a call without running programs that take long.
///
/// # Errors
///
/// The place, the call and its fault.
pub fn check(call: &Call) -> Result<(), String> {
    let arguments: Vec<&str> = call.arguments.iter().map(String::as_str).collect();
    let result = match call.program.as_str() {
        "shusaku" => shusaku::accepts(&arguments),
        "cargo" => cargo(&arguments),
        "mpirun" | "mpiexec" | "srun" => launched(&arguments),
        "gogui-twogtp" => engines(&arguments),
        "bash" => arguments.first().map_or(Err("a script is missing".into()), |path| exists(path)),
        "python" => python(&arguments),
        "train.sh" => has_options("train", &arguments),
        "pip" | "ruff" => Ok(()),
        name => Err(format!("{name} is not known to this test")),
    };
    result.map_err(|error| format!("{}: {} {arguments:?}: {error}", call.place, call.program))
}

/// The arguments after this one.
fn after<'a>(arguments: &'a [&'a str], name: &str) -> Option<&'a [&'a str]> {
    let at = arguments.iter().position(|&argument| argument == name)?;
    Some(&arguments[at + 1..])
}

/// The value of an option, if it is given.
fn value<'a>(arguments: &'a [&'a str], option: &str) -> Option<&'a str> {
    after(arguments, option)?.first().copied()
}

/// Folders that the source of a package lacks.
const LEFT_OUT: [&str; 3] = [".ci", "fuzz", "training"];

/// Checks that a file exists, or that its folder is not in a package.
fn exists(path: &str) -> Result<(), String> {
    let is_left_out = |folder: &str| path.starts_with(folder) && !Path::new(folder).exists();
    if Path::new(path).exists() || LEFT_OUT.into_iter().any(is_left_out) {
        return Ok(());
    }
    Err(format!("{path} does not exist"))
}

/// Checks that tests, examples and features exist, and that the program accepts its arguments.
fn cargo(arguments: &[&str]) -> Result<(), String> {
    let command = arguments.first().copied().unwrap_or_default();
    if !["bench", "build", "install", "run", "test"].contains(&command) {
        return Err(format!("cargo {command} is not known to this test"));
    }
    for (option, folder) in [("--test", "tests"), ("--example", "examples")] {
        if let Some(name) = value(arguments, option) {
            let file = format!("{folder}/{name}.rs");
            exists(&file).or_else(|_| exists(&format!("{folder}/{name}/main.rs")))?;
        }
    }
    if let Some(names) = value(arguments, "--features") {
        let manifest = fs::read_to_string("Cargo.toml").expect("Cargo.toml");
        for name in names.split(',') {
            let start = format!("{name} = [");
            if !manifest.lines().any(|line| line.starts_with(&start)) {
                return Err(format!("there is no feature {name}"));
            }
        }
    }
    match after(arguments, "--") {
        Some(rest) if command == "run" && value(arguments, "--example").is_none() => {
            shusaku::accepts(rest)
        }
        _ => Ok(()),
    }
}

/// Checks the arguments of shusaku where another program starts it.
fn launched(arguments: &[&str]) -> Result<(), String> {
    after(arguments, "shusaku").map_or(Err("it starts no shusaku".into()), shusaku::accepts)
}

/// Checks the command lines of engines among the values of options.
fn engines(arguments: &[&str]) -> Result<(), String> {
    let commands = arguments.iter().filter_map(|argument| argument.strip_prefix("shusaku "));
    commands
        .map(|rest| rest.split(' ').collect::<Vec<_>>())
        .try_for_each(|rest| shusaku::accepts(&rest))
}

/// Checks that a module or script of `training/` exists, and the options of the module.
fn python(arguments: &[&str]) -> Result<(), String> {
    match value(arguments, "-m") {
        Some("venv" | "pytest") => Ok(()),
        Some(module) => match module.strip_prefix("shusaku_training.") {
            Some(name) => has_options(name, arguments),
            None => Err(format!("{module} is not a module of the trainer")),
        },
        None => exists(&format!("training/{}", arguments.first().copied().unwrap_or_default())),
    }
}

/// Checks that a module of the trainer exists and has these options.
fn has_options(module: &str, arguments: &[&str]) -> Result<(), String> {
    let path = format!("training/shusaku_training/{module}.py");
    exists(&path)?;
    let Ok(source) = fs::read_to_string(&path) else { return Ok(()) };
    let mut options = arguments.iter().filter(|argument| argument.starts_with("--"));
    match options.find(|option| !source.contains(&format!("\"{option}\""))) {
        Some(option) => Err(format!("{path} has no option {option}")),
        None => Ok(()),
    }
}
