//! The GTP commands: one registry table, a file for each family.

mod analysis;
mod clocks;
mod gogui;
mod network;
mod parameters;
mod play;
mod protocol;
mod records;
mod ruling;
mod scoring;
mod servers;
mod set_up;
mod show;
mod words;

use log::{debug, warn};

use crate::{
    engine::Engine,
    gtp::{Args, Flow, Handler, Outcome, Request, Response, Session},
};

/// A GTP command.
pub struct Command {
    /// What a client sends.
    pub name: &'static str,
    /// Its arguments and what it does, in one line.
    pub help: &'static str,
    flow: Flow,
    run: Run,
}

/// What a command does.
#[derive(Clone, Copy)]
enum Run {
    Alone(fn(&mut Engine, &mut Args) -> Response),
    /// With a view of the input behind it, and a way to write before it is done.
    Watching(fn(&mut Engine, &mut Args, &Session) -> Response),
}

impl Command {
    const fn new(
        name: &'static str,
        help: &'static str,
        run: fn(&mut Engine, &mut Args) -> Response,
    ) -> Command {
        Command { name, help, flow: Flow::Continue, run: Run::Alone(run) }
    }

    /// A command that takes its time, and can be told to be quick by later input.
    const fn watching(
        name: &'static str,
        help: &'static str,
        run: fn(&mut Engine, &mut Args, &Session) -> Response,
    ) -> Command {
        Command { name, help, flow: Flow::Continue, run: Run::Watching(run) }
    }

    /// A command after whose reply the session ends.
    const fn last(
        name: &'static str,
        help: &'static str,
        run: fn(&mut Engine, &mut Args) -> Response,
    ) -> Command {
        Command { name, help, flow: Flow::Quit, run: Run::Alone(run) }
    }
}

/// Every command, by family. `protocol_version` is the first of all, since some clients know a
/// list of commands by that.
const FAMILIES: &[&[Command]] = &[
    protocol::COMMANDS,
    set_up::COMMANDS,
    play::COMMANDS,
    analysis::COMMANDS,
    parameters::COMMANDS,
    clocks::COMMANDS,
    ruling::COMMANDS,
    scoring::COMMANDS,
    servers::COMMANDS,
    records::COMMANDS,
    gogui::COMMANDS,
    show::COMMANDS,
];

/// Every command that the engine's options offer, in the order in which `list_commands` tells them.
pub fn commands(engine: &Engine) -> impl Iterator<Item = &'static Command> + use<> {
    let chat: &[Command] = if engine.options().kgs_chat { servers::CHAT } else { &[] };
    let network: &[Command] = if engine.network().is_some() { network::COMMANDS } else { &[] };
    FAMILIES.iter().copied().flatten().chain(network).chain(chat)
}

fn find(engine: &Engine, name: &str) -> Option<&'static Command> {
    commands(engine).find(|command| command.name == name)
}

/// Answers GTP requests with an engine.
pub struct Dispatcher {
    engine: Engine,
}

impl Dispatcher {
    /// A dispatcher for this engine.
    #[must_use]
    pub fn new(engine: Engine) -> Dispatcher {
        if engine.options().malkovich {
            // gtp2ogs looks for this name before it reads the lines that follow.
            eprintln!("telling lines of play in the form of KataGo");
        }
        Dispatcher { engine }
    }
}

impl Handler for Dispatcher {
    fn handle(&mut self, request: &Request, session: &Session) -> Outcome {
        debug!("{} {}", request.name, request.arguments);
        let Some(command) = find(&self.engine, &request.name) else {
            return Err("unknown command".to_string()).into();
        };
        self.engine.stop_pondering();
        let (engine, args) = (&mut self.engine, &mut request.args());
        let response = match command.run {
            Run::Alone(run) => run(engine, args),
            Run::Watching(run) => run(engine, args, session),
        };
        self.engine.resume_pondering();
        if let Err(reason) = &response {
            warn!("{}: {reason}", command.name);
        }
        let flow = if response.is_ok() { command.flow } else { Flow::Continue };
        Outcome { response, flow }
    }
}
