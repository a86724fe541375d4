//! The board in the browser: a server on the loopback address, and the session that it shows.
//!
//! The session owns the record, the game at the cursor, the clock and the count; pages show the state
//! that they are sent, and ask for actions. Three threads share nothing and send messages: the server,
//! the session and the engine.
//!
//! Modules: `session` has the effects of actions, `view` the state as pages receive it, `clock` the
//! time systems, `guard` the check of requests, `routes` the addresses.

mod action;
mod assets;
mod autosave;
mod by_color;
mod clock;
mod context;
mod events;
mod files;
mod guard;
mod offline;
mod properties;
mod routes;
mod server;
mod session;
mod tree;
mod view;
mod worker;

use std::{
    io,
    net::TcpListener as StdListener,
    path::PathBuf,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

pub use self::offline::OfflineBoard;

use log::warn;
use thiserror::Error;
use tokio::net::TcpListener;

use self::{
    assets::Assets,
    autosave::Autosave,
    context::Context,
    guard::Guard,
    server::ConnectionLimits,
    session::{Input, Session},
};
use crate::{engine, signals, stderr};

/// The options of the board.
#[derive(Clone, Debug, Default)]
pub struct BoardOptions {
    /// The record to open, and to save to.
    pub file: Option<PathBuf>,
    /// The port; 0 for any free one.
    pub port: u16,
    /// Whether the browser is opened.
    pub opens_browser: bool,
    /// A folder with the files of the page, in place of those in the program.
    pub assets: Option<PathBuf>,
    /// The file that keeps the session beyond the end of the program; `None` to keep none. The
    /// session of a record with a file is kept in another one beside this.
    pub autosave: Option<PathBuf>,
    /// The engine's options.
    pub engine: engine::Options,
}

/// The reason why the board cannot be started.
#[derive(Debug, Error)]
pub enum BoardError {
    /// The file cannot be read.
    #[error("{path}: {reason}")]
    File {
        /// The path as given.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The port cannot be used.
    #[error("cannot listen on port {port} of 127.0.0.1: {reason}")]
    Port {
        /// The port as given.
        port: u16,
        /// The reason.
        reason: io::Error,
    },
    /// The system refuses something.
    #[error("cannot start the board: {0}")]
    System(#[from] io::Error),
}

/// Time that the pages have to hear of the end.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// Serves the board until the program is interrupted.
///
/// # Errors
/// [`BoardError`] if it cannot be started.
pub fn run(options: BoardOptions) -> Result<(), BoardError> {
    let opened = match &options.file {
        None => Ok((files::empty_tree(), files::RecordFile::default())),
        Some(path) => files::read_path(path),
    };
    let (tree, file) = opened.map_err(|reason| {
        let path = options.file.as_ref().map(|path| path.display().to_string());
        BoardError::File { path: path.unwrap_or_default(), reason }
    })?;
    let port = options.port;
    let listener = server::bind(port).map_err(|reason| BoardError::Port { port, reason })?;
    let guard = Guard::new(listener.local_addr()?.port());
    let address = guard.address();
    let (inputs, received) = mpsc::channel();
    let from_engine = inputs.clone();
    let jobs = worker::start(options.engine, move |output| {
        // The session may have ended.
        let _ = from_engine.send(Input::Engine(output, Instant::now()));
    })?;
    let mut session = Session::new(tree, file, jobs);
    let record = session.file.path.clone();
    let (mut autosave, in_use) = Autosave::open(options.autosave.as_deref(), record.as_deref());
    let restored = autosave.restore(&mut session, Instant::now());
    for note in in_use.map(str::to_owned).into_iter().chain(restored) {
        stderr::line(format_args!("note: {note}"));
        session.file.warnings.push(note);
    }
    thread::Builder::new().name("session".to_owned()).spawn(move || {
        session::run(&mut session, &received, &mut autosave);
    })?;
    stderr::line(format_args!("The board is at {address}"));
    if options.opens_browser
        && let Err(error) = open::that_detached(&address)
    {
        warn!("the browser cannot be opened: {error}");
        stderr::line("The browser cannot be opened: open the address by hand.");
    }
    let assets = options.assets.map_or(Assets::Embedded, Assets::Folder);
    serve(listener, Context { guard, assets, session: inputs })
}

fn serve(listener: StdListener, context: Context) -> Result<(), BoardError> {
    let runtime = server::new_runtime()?;
    let inputs = context.session.clone();
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        tokio::spawn(server::serve(listener, Arc::new(context), ConnectionLimits::default()));
        signals::end_request()?.await;
        Ok::<_, io::Error>(())
    })?;
    let (done, ended) = mpsc::channel();
    if inputs.send(Input::End(done)).is_ok() {
        // The streams go on until the session has sent its last event.
        runtime.block_on(async {
            let _ = tokio::task::spawn_blocking(move || ended.recv_timeout(TIME_TO_END)).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        });
    }
    runtime.shutdown_background();
    Ok(())
}
