//! The games of a match, several at a time.

use std::{
    io,
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
};

use serde_json::{Value, json};
use thiserror::Error;

use super::{
    client::{Client, ClientError, Program},
    cores::available_cores,
    game_record::GameRecord,
    play::{GameSettings, OpeningMove, Player},
    preparation::{HANDICAP_COMMAND, prepare_player, rules_commands},
    referee::Referee,
    results_file::{ResultsFile, ResultsFileError, write_sgf},
    schedule::{ScheduledGame, schedule},
    sprt::Sprt,
    standings::Standings,
    worker::{Worker, start_player},
};
use crate::{clock::TimeSettings, game::Game, threads};

/// An engine of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Its name, which no other engine of the match has.
    pub name: String,
    /// The program that is started.
    pub program: Program,
    /// Its time.
    pub time: TimeSettings,
}

/// A match.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The engines, at least two. Each plays against each.
    pub contestants: Vec<Contestant>,
    /// The settings of all games.
    pub game: GameSettings,
    /// The openings, [`PairForm::openings`](super::PairForm::openings) for each pair of games of two
    /// engines.
    pub openings: Vec<Vec<OpeningMove>>,
    /// The source of the openings; a match is resumed only with the same one.
    pub opening_source: String,
    /// The test that ends the match of two engines.
    pub sprt: Option<Sprt>,
    /// The judge of finished games.
    pub referee: Referee,
    /// Number of games at a time.
    pub concurrency: usize,
    /// Number of cores to which the engines of a game are bound, where the system can do that and
    /// has enough for all games; 0 for none.
    pub cores_per_game: usize,
    /// The file of finished games, from which the match is resumed.
    pub results: Option<PathBuf>,
    /// The folder for SGF files.
    pub sgf: Option<PathBuf>,
}

/// The reason why a match cannot be played.
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
    fn of_client(name: &str, source: ClientError) -> MatchError {
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

/// The commands that every game needs.
const REQUIRED_COMMANDS: [&str; 5] = ["boardsize", "clear_board", "komi", "play", "genmove"];

/// Starts every engine once, and prepares it for a game. Returns notes for the user: settings that
/// an engine has no command for, and cores that games share.
///
/// # Errors
/// [`MatchError`] if an engine does not start, lacks a command, or refuses one, or if `stop` is set.
pub fn check_engines(
    settings: &MatchSettings,
    stop: &AtomicBool,
) -> Result<Vec<String>, MatchError> {
    let mut notes = Vec::new();
    for contestant in &settings.contestants {
        let name = || contestant.name.clone();
        let failed = |source| MatchError::of_client(&contestant.name, source);
        let mut player =
            start_player(contestant, &[], settings.game.timeout, stop).map_err(failed)?;
        let for_handicap = (!settings.game.handicap.is_empty()).then_some(HANDICAP_COMMAND);
        let mut required = REQUIRED_COMMANDS.into_iter().chain(for_handicap);
        let missing = required.find(|command| !player.client.knows(command));
        if let Some(command) = missing {
            return Err(MatchError::MissingCommand { name: name(), command });
        }
        if player.stated_time().is_some_and(|stated| !stated.is_exact()) {
            return Err(MatchError::UnsupportedTime { name: name() });
        }
        prepare_player(&mut player, &settings.game).map_err(failed)?;
        let unsupported = unsupported_settings(&player, &settings.game).into_iter();
        notes.extend(unsupported.map(|note| format!("{} {note}", name())));
        player.client.quit();
    }
    if let Referee::Engine(program) = &settings.referee {
        let failed = |source| MatchError::of_client("referee", source);
        Client::start(program, &[], settings.game.timeout, stop).map_err(failed)?.quit();
    }
    notes.extend(shared_cores(settings));
    Ok(notes)
}

/// A note for the user on a match whose games share cores.
fn shared_cores(settings: &MatchSettings) -> Option<String> {
    let (games, per_game) = (settings.concurrency, settings.cores_per_game);
    (!has_cores_for_all(settings)).then(|| {
        let (needed, available) = (games * per_game, threads::cores());
        format!(
            "--concurrency {games} with --cores {per_game} needs {needed} cores, {available} are \
             available: the engines are not bound to cores"
        )
    })
}

/// Whether each game can have cores of its own: the system and the limits of a container permit that
/// many.
fn has_cores_for_all(settings: &MatchSettings) -> bool {
    settings.concurrency * settings.cores_per_game <= threads::cores()
}

/// The settings that an engine has no command for.
fn unsupported_settings(player: &Player, game: &GameSettings) -> Vec<&'static str> {
    let takes_no_rules = rules_commands(&game.rules, &player.client).is_none();
    let takes_no_time = player.time != TimeSettings::Unlimited && player.stated_time().is_none();
    let rules = takes_no_rules.then_some("is not told the rules: it has no command for them");
    let time = takes_no_time.then_some("is not told its time: it has no command for it");
    rules.into_iter().chain(time).collect()
}

/// Plays a match, or the rest of one, and returns the results. `observe` is called at the start and
/// after each game.
///
/// The match ends early when `stop` is set: the games in progress are given up, and the engines are
/// killed. A match that is decided before its last game sets it.
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
            let (file, games) = ResultsFile::open(path, &fingerprint(settings))?;
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

/// The settings that all games of a match must share, for the first line of its file.
fn fingerprint(settings: &MatchSettings) -> Value {
    let GameSettings { size, rules, komi, handicap, max_moves, time_margin, timeout: _ } =
        &settings.game;
    let engines = settings.contestants.iter().map(|contestant| {
        let Contestant { name, program, time } = contestant;
        let (command, init) = (&program.command, &program.init);
        json!({ "name": name, "command": command, "init": init, "time": format!("{time:?}") })
    });
    json!({
        "engines": engines.collect::<Vec<_>>(),
        "size": size.to_string(),
        "rules": rules.sgf_name(),
        "komi": komi,
        "handicap": handicap.len(),
        "max-moves": max_moves,
        "time-margin": time_margin.as_secs_f64(),
        "openings": settings.opening_source,
        "referee": format!("{:?}", settings.referee),
    })
}

/// Plays games, several at a time. `finish` receives each, in the order in which they end, and returns
/// whether the match is decided: the games in progress are then given up.
fn play_all(
    settings: &MatchSettings,
    games: Vec<ScheduledGame>,
    stop: &AtomicBool,
    mut finish: impl FnMut(Game, GameRecord) -> Result<bool, ResultsFileError>,
) -> Result<(), MatchError> {
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
        let mut decisions = receiver.iter().map(|(game, record)| finish(game, record));
        match decisions.find(|decided| !matches!(decided, Ok(false))) {
            Some(decided) => {
                stop.store(true, Ordering::Relaxed);
                decided.map(|_| ()).map_err(MatchError::from)
            }
            None if stop.load(Ordering::Relaxed) => Err(MatchError::Stopped),
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
    let has_enough = per_game > 0 && is_listed && has_cores_for_all(settings);
    let of_worker = |index: usize| match has_enough {
        true => cores[index * per_game..][..per_game].to_vec(),
        false => Vec::new(),
    };
    (0..workers).map(of_worker).collect()
}
