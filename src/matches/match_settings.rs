//! The settings of a match.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::{
    client::Program, game_settings::GameSettings, opening::OpeningMove, referee::Referee,
    sprt::Sprt,
};
use crate::{clock::TimeSettings, threads};

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

impl MatchSettings {
    /// The settings that all games of a match must share, for the first line of its file.
    pub(super) fn fingerprint(&self) -> Value {
        let GameSettings { size, rules, komi, handicap, max_moves, time_margin, timeout: _ } =
            &self.game;
        let engines = self.contestants.iter().map(|contestant| {
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
            "openings": self.opening_source,
            "referee": format!("{:?}", self.referee),
        })
    }

    /// Whether each game can have cores of its own: the system and the limits of a container permit that
    /// many.
    pub(super) fn has_cores_for_all(&self) -> bool {
        self.concurrency * self.cores_per_game <= threads::cores()
    }
}
