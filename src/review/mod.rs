//! Reviews of games: the values of each position, the worst moves, and better ones.
//!
//! The parts are pure. [`ReviewGame`] has the positions of a game's main variation, [`analyze`]
//! finds their [`PositionValues`] in any order, [`assess`] turns the values of successive positions
//! into losses of moves, and [`annotate`], [`graph`] and [`summary`] show them. None of them reads
//! or writes files.

mod annotate;
#[cfg(test)]
mod annotate_tests;
mod assess;
mod comments;
mod game;
mod graph;
mod katrain;
mod lizzie;
mod marks;
mod overrides;
mod properties;
mod run;
mod summary;
#[cfg(test)]
mod testing;
mod values;

pub use self::{
    annotate::{AnnotateOptions, annotate, is_reviewed},
    assess::{
        Assessment, MoveAssessment, MoveQuality, PlayerSummary, Thresholds, ThresholdsError, assess,
    },
    game::{ReviewError, ReviewGame, ReviewPosition},
    graph::graph,
    katrain::{from_json, to_json},
    overrides::Overrides,
    properties::{known_values, read_values, write_values},
    run::{ReviewJob, ReviewLimits, analyze},
    summary::{GameHeading, summary},
    values::{CandidateValues, PositionValues, rounded},
};
