//! Matches between engines that speak GTP.
//!
//! - `client` runs an engine, `response_reader` reads its output, `cores` binds it to cores.
//! - `play` plays one game of two `player`s by its `game_settings`, `preparation` prepares the engines for
//!   it, `time_control` states the time to them, `referee` decides the result, `fault` names the faults of
//!   engines.
//! - `match_settings` are those of a match, `engine_check` tries its engines.
//! - `opening` and `schedule` determine the games, `runner` plays them by several `worker`s,
//!   `results_file` keeps each `game_record` on disk.
//! - `pairs`, `elo` and `sprt` are the statistics, as pure functions; `standings` applies them.
//! - `spsa` tunes numbers by matches (`examples/tune.rs`).

mod client;
mod cores;
mod elo;
mod engine_check;
mod fault;
mod game_record;
mod game_settings;
mod match_settings;
mod opening;
mod pairs;
mod play;
mod player;
mod preparation;
mod referee;
mod response_reader;
mod results_file;
mod runner;
mod schedule;
mod sprt;
mod spsa;
mod standings;
mod time_control;
mod worker;

pub use self::{
    client::{ClientError, Program},
    elo::Estimate,
    engine_check::check_engines,
    fault::{Fault, FaultKind},
    game_record::GameRecord,
    game_settings::GameSettings,
    match_settings::{Contestant, MatchSettings},
    opening::{OpeningError, OpeningMove, opening_of_record, random_openings},
    pairs::PairCounts,
    referee::Referee,
    results_file::ResultsFileError,
    runner::{MatchError, MatchProgress, run_match},
    schedule::PairForm,
    sprt::{Sprt, SprtVerdict},
    spsa::{Spsa, SpsaIteration},
    standings::{Pairing, SprtState, Standings},
    time_control::{TimeSystemError, parse_time},
};
