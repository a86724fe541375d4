//! The GTP commands: one registry table, a file for each family.

mod analysis;
mod autosave;
mod clocks;
mod gogui;
mod network;
mod notation;
mod parameters;
mod play;
mod protocol;
mod records;
mod rules;
mod scoring;
mod servers;
mod set_up;
mod show;

use log::{debug, warn};

pub use self::autosave::{Autosave, AutosaveError};

use crate::{
    engine::Engine,
    gtp::{Args, Flow, Handler, Outcome, Request, Response, Session, quote},
    stderr,
};

/// A GTP command.
pub struct Command {
    /// The name that a client sends.
    pub name: &'static str,
    /// Its arguments and effect, in one line.
    pub help: &'static str,
    flow: Flow,
    action: Action,
}

/// The function behind a command.
#[derive(Clone, Copy)]
enum Action {
    Plain(fn(&mut Engine, &mut Args) -> Response),
    /// Sees the input that follows, and can write before it returns.
    WithSession(fn(&mut Engine, &mut Args, &Session) -> Response),
}

impl Command {
    const fn new(
        name: &'static str,
        help: &'static str,
        action: fn(&mut Engine, &mut Args) -> Response,
    ) -> Command {
        Command { name, help, flow: Flow::Continue, action: Action::Plain(action) }
    }

    /// A command that runs long, and that later input can end.
    const fn with_session(
        name: &'static str,
        help: &'static str,
        action: fn(&mut Engine, &mut Args, &Session) -> Response,
    ) -> Command {
        Command { name, help, flow: Flow::Continue, action: Action::WithSession(action) }
    }

    /// A command after whose reply the session ends.
    const fn last(
        name: &'static str,
        help: &'static str,
        action: fn(&mut Engine, &mut Args) -> Response,
    ) -> Command {
        Command { name, help, flow: Flow::Quit, action: Action::Plain(action) }
    }
}

/// Every command, by family. `protocol_version` comes first: some clients recognize a list of
/// commands by it.
const FAMILIES: &[&[Command]] = &[
    protocol::COMMANDS,
    set_up::COMMANDS,
    play::COMMANDS,
    analysis::COMMANDS,
    parameters::COMMANDS,
    clocks::COMMANDS,
    rules::COMMANDS,
    scoring::COMMANDS,
    servers::COMMANDS,
    records::COMMANDS,
    gogui::COMMANDS,
    show::COMMANDS,
];

/// The commands that the engine's options offer, those of a group together.
pub fn commands(engine: &Engine) -> impl Iterator<Item = &'static Command> + use<> {
    let chat: &[Command] = if engine.options().kgs_chat { servers::CHAT } else { &[] };
    let network: &[Command] = if engine.network().is_some() { network::COMMANDS } else { &[] };
    FAMILIES.iter().copied().flatten().chain(network).chain(chat)
}

/// The commands that clients see, in the order of `list_commands`: the one for RAVE values only
/// where playouts evaluate.
fn listed(engine: &Engine) -> impl Iterator<Item = &'static Command> + use<> {
    let has_rave = !engine.evaluates_by_network();
    commands(engine).filter(move |command| has_rave || command.name != gogui::RAVE)
}

fn find(engine: &Engine, name: &str) -> Option<&'static Command> {
    commands(engine).find(|command| command.name == name)
}

/// Answers GTP requests with an engine.
pub struct Dispatcher {
    engine: Engine,
    autosave: Option<Autosave>,
}

impl Dispatcher {
    /// A dispatcher for this engine.
    #[must_use]
    pub fn new(engine: Engine) -> Dispatcher {
        if engine.options().malkovich {
            // gtp2ogs reads the lines that follow only after the name KataGo.
            stderr::line("writing expected lines in the format of KataGo");
        }
        Dispatcher { engine, autosave: None }
    }

    /// The same dispatcher, which keeps the game in a file.
    #[must_use]
    pub fn with_autosave(self, autosave: Option<Autosave>) -> Dispatcher {
        Dispatcher { autosave, ..self }
    }
}

impl Handler for Dispatcher {
    fn handle(&mut self, request: &Request, session: &Session) -> Outcome {
        debug!("{} {}", request.name, request.arguments);
        let Some(command) = find(&self.engine, &request.name) else {
            warn!("unknown command {}", quote(&request.name));
            return Err("unknown command".to_string()).into();
        };
        self.engine.stop_pondering();
        let (engine, args) = (&mut self.engine, &mut request.args());
        let response = match command.action {
            Action::Plain(action) => action(engine, args),
            Action::WithSession(action) => action(engine, args, session),
        };
        if let Some(autosave) = &mut self.autosave {
            match command.name {
                "loadsgf" if response.is_ok() => autosave.adopt(&self.engine),
                _ => autosave.update(&self.engine),
            }
        }
        let flow = if response.is_ok() { command.flow } else { Flow::Continue };
        if flow == Flow::Continue {
            self.engine.resume_pondering();
        }
        match &response {
            Ok(text) => debug!("= {text}"),
            Err(reason) => warn!("{}: {reason}", command.name),
        }
        Outcome { response, flow }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{ModelChoice, Options},
        gtp::Line,
    };

    #[test]
    fn stop_and_quit_end_pondering() {
        let (model, playouts) = (ModelChoice::Playouts, Some(10));
        let options = Options { model, playouts, threads: 1, ponder: true, ..Options::default() };
        let mut dispatcher = Dispatcher::new(Engine::new(options).expect("a thread"));
        let mut is_pondering_after = |line: &str| {
            let Line::Request(request) = Line::parse(line.as_bytes()) else { panic!("a request") };
            let outcome = dispatcher.handle(&request, &Session::detached());
            outcome.response.expect("success");
            dispatcher.engine.is_pondering()
        };
        for (line, expected) in [
            ("genmove b", true),
            ("name", true),
            ("stop", false),
            ("genmove w", true),
            ("quit", false),
        ] {
            assert_eq!(is_pondering_after(line), expected, "{line}");
        }
    }
}
