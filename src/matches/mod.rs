//! Matches between engines that speak GTP.
//!
//! - `client` runs an engine, `response_reader` reads its output, `cores` binds it to cores.
//! - `play` plays one game, `preparation` prepares the engines for it, `time_control` states the time
//!   to them, `referee` decides the result, `fault` names the faults of engines.
//! - `opening` and `schedule` determine the games, `runner` plays them by several `worker`s,
//!   `results_file` keeps each `game_record` on disk.
//! - `pairs`, `elo` and `sprt` are the statistics, as pure functions; `standings` applies them.
//! - `spsa` tunes numbers by matches (`examples/tune.rs`).

mod client;
mod cores;
mod elo;
mod fault;
mod game_record;
mod opening;
mod pairs;
mod play;
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
    fault::{Fault, FaultKind},
    game_record::GameRecord,
    opening::{OpeningError, opening_of_record, random_openings},
    pairs::PairCounts,
    play::{GameSettings, OpeningMove},
    referee::Referee,
    results_file::ResultsFileError,
    runner::{Contestant, MatchError, MatchProgress, MatchSettings, check_engines, run_match},
    schedule::PairForm,
    sprt::{Sprt, SprtVerdict},
    spsa::{Spsa, SpsaIteration},
    standings::{Pairing, SprtState, Standings},
    time_control::{TimeSystemError, parse_time},
};
