//! The games of a match, several at a time.

use std::{
    io,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
};

use thiserror::Error;

use super::{
    client::ClientError,
    cores::available_cores,
    game_record::GameRecord,
    match_settings::MatchSettings,
    results_file::{ResultsFile, ResultsFileError, write_sgf},
    schedule::{ScheduledGame, schedule},
    standings::Standings,
    worker::Worker,
};
use crate::game::Game;

/// The reason why a match cannot be played, or not to its end.
#[derive(Debug, Error)]
pub enum MatchError {
    /// A file cannot be used.
    #[error(transparent)]
    ResultsFile(#[from] ResultsFileError),
    /// An engine fails before the first game.
    #[error("engine {name}: {source}")]
    Engine {
        /// The engine.
        name: String,
        /// The reason.
        source: ClientError,
    },
    /// An engine lacks a command.
    #[error("engine {name} does not list the GTP command {command}")]
    MissingCommand {
        /// The engine.
        name: String,
        /// The command.
        command: &'static str,
    },
    /// An engine takes only whole seconds without limits, and its time has fractions or limits.
    #[error(
        "engine {name} does not list kata-time_settings: expected a time in whole seconds other than \
         fischer-capped, or another time for this engine by its key \"time\""
    )]
    UnsupportedTime {
        /// The engine.
        name: String,
    },
    /// The system refuses every thread.
    #[error("no thread for a game: {0}")]
    Threads(io::Error),
    /// The caller stopped the match.
    #[error("the match was stopped")]
    Stopped,
}

impl MatchError {
    /// The error of an engine's client before the first game.
    pub(super) fn of_client(name: &str, source: ClientError) -> MatchError {
        match source {
            ClientError::Stopped => MatchError::Stopped,
            source => MatchError::Engine { name: name.to_string(), source },
        }
    }
}

/// A match in progress, after a game.
#[derive(Clone, Debug)]
pub struct MatchProgress<'a> {
    /// The results so far.
    pub standings: &'a Standings,
    /// The game that ended; `None` at the start of a match or of the rest of one.
    pub game: Option<&'a GameRecord>,
    /// Number of finished games.
    pub finished: usize,
    /// Number of all games.
    pub games: usize,
}

/// Plays a match, or the rest of one, and returns the results. `observe` is called at the start and
/// after each game.
///
/// The match ends early when `stop` is set: the games in progress are given up, and the engines are
/// killed. The match sets it itself when it is decided, or a file cannot be written.
///
/// # Errors
/// [`MatchError::ResultsFile`] if a file cannot be read or written, [`MatchError::Stopped`] if the
/// caller has set `stop`.
pub fn run_match(
    settings: &MatchSettings,
    stop: &AtomicBool,
    mut observe: impl FnMut(&MatchProgress),
) -> Result<Standings, MatchError> {
    let (mut results, mut games) = match &settings.results {
        Some(path) => {
            let (file, games) = ResultsFile::open(path, &settings.fingerprint())?;
            (Some(file), games)
        }
        None => (None, Vec::new()),
    };
    let names: Vec<String> =
        settings.contestants.iter().map(|contestant| contestant.name.clone()).collect();
    let form = settings.game.pair_form();
    let mut missing = schedule(names.len(), settings.openings.len() as u64 / form.openings(), form);
    let total = missing.len();
    let mut standings = Standings::new(&names, &games, settings.sprt);
    observe(&MatchProgress {
        standings: &standings,
        game: None,
        finished: games.len(),
        games: total,
    });
    if standings.is_decided() {
        return Ok(standings);
    }
    missing.retain(|scheduled| games.iter().all(|game| game.game != scheduled.number));
    play_all(settings, missing, stop, |game, record| {
        if let Some(folder) = &settings.sgf {
            write_sgf(folder, &game, &record)?;
        }
        if let Some(results) = &mut results {
            results.add(&record)?;
        }
        games.push(record);
        standings = Standings::new(&names, &games, settings.sprt);
        observe(&MatchProgress {
            standings: &standings,
            game: games.last(),
            finished: games.len(),
            games: total,
        });
        Ok(standings.is_decided())
    })?;
    Ok(standings)
}

/// Plays games, several at a time. `finish` receives each, in the order in which they end, and returns
/// whether the match is decided: the games in progress are then given up.
fn play_all(
    settings: &MatchSettings,
    games: Vec<ScheduledGame>,
    stop: &AtomicBool,
    mut finish: impl FnMut(Game, GameRecord) -> Result<bool, ResultsFileError>,
) -> Result<(), MatchError> {
    let mut unfinished = games.len();
    let queue = Mutex::new(games.into_iter());
    let (sender, receiver) = channel();
    let (mut workers, mut refused) = (0, None);
    let result = thread::scope(|scope| {
        for cores in cores_of_workers(settings) {
            let (sender, queue) = (sender.clone(), &queue);
            let work = move || work(Worker::new(settings, cores, stop), queue, &sender);
            // If the system refuses a thread, the others play its games.
            if let Err(error) = thread::Builder::new().spawn_scoped(scope, work) {
                refused = Some(error);
            } else {
                workers += 1;
            }
        }
        drop(sender);
        let mut decisions = receiver.iter().map(|(game, record)| {
            unfinished -= 1;
            finish(game, record)
        });
        match decisions.find(|decided| !matches!(decided, Ok(false))) {
            Some(decided) => {
                stop.store(true, Ordering::Relaxed);
                decided.map(|_| ()).map_err(MatchError::from)
            }
            None if unfinished > 0 && stop.load(Ordering::Relaxed) => Err(MatchError::Stopped),
            None => Ok(()),
        }
    });
    match refused {
        Some(error) if workers == 0 => Err(MatchError::Threads(error)),
        _ => result,
    }
}

/// Plays games of the queue until it is empty or the match is stopped.
fn work(
    mut worker: Worker,
    queue: &Mutex<std::vec::IntoIter<ScheduledGame>>,
    sender: &Sender<(Game, GameRecord)>,
) {
    loop {
        let next = queue.lock().expect("no thread panics with it").next();
        let Some(scheduled) = next else { break };
        let Ok(finished) = worker.play(scheduled) else { return };
        if sender.send(finished).is_err() {
            return;
        }
    }
    worker.quit();
}

/// The cores of each worker; none if the system has not enough of them for all.
fn cores_of_workers(settings: &MatchSettings) -> Vec<Vec<usize>> {
    let (workers, per_game) = (settings.concurrency, settings.cores_per_game);
    let cores = available_cores();
    let is_listed = workers * per_game <= cores.len();
    let has_enough = per_game > 0 && is_listed && settings.has_cores_for_all();
    let of_worker = |index: usize| match has_enough {
        true => cores[index * per_game..][..per_game].to_vec(),
        false => Vec::new(),
    };
    (0..workers).map(of_worker).collect()
}
