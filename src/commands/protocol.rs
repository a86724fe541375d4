//! Commands about the session itself.

use cpu_time::ProcessTime;

use super::{Command, find, listed, notation::DONE};
use crate::{
    engine::Engine,
    gtp::{Args, Response},
};

pub(super) const COMMANDS: &[Command] = &[
    Command::new("protocol_version", "- the version of GTP: 2", protocol_version),
    Command::new("name", "- the name of the engine", name),
    Command::new("version", "- the version of the engine", version),
    Command::new("list_commands", "- all commands, one per line", list_commands),
    Command::new(
        "known_command",
        "COMMAND - whether the command exists: true or false",
        known_command,
    ),
    Command::new("help", "[COMMAND] - explains one command, or all", help),
    Command::new("cputime", "- processor time used so far, in seconds", cputime),
    Command::new("gomill-cpu_time", "- the same", cputime),
    Command::last("quit", "- ends the session", quit),
];

fn protocol_version(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok("2".to_string())
}

fn name(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(engine.options().name.clone())
}

fn version(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(engine.version())
}

fn list_commands(engine: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(listed(engine).map(|command| command.name).collect::<Vec<_>>().join("\n"))
}

fn known_command(engine: &mut Engine, args: &mut Args) -> Response {
    let name = args.string("command")?;
    args.end()?;
    Ok(find(engine, name).is_some().to_string())
}

fn help(engine: &mut Engine, args: &mut Args) -> Response {
    let line = |command: &Command| format!("{} {}", command.name, command.help);
    let Some(name) = args.next_word() else {
        return Ok(format!("\n{}", listed(engine).map(line).collect::<Vec<_>>().join("\n")));
    };
    args.end()?;
    find(engine, name).map(line).ok_or_else(|| "unknown command".to_string())
}

fn cputime(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    Ok(format!("{:.3}", ProcessTime::now().as_duration().as_secs_f64()))
}

fn quit(_: &mut Engine, args: &mut Args) -> Response {
    args.end()?;
    DONE
}
