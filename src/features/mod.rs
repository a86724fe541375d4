//! What a network is shown of a game: KataGo's input format V7, which model versions 8 to 17 take.
//!
//! A [`Situation`] holds the facts, taken from a game or put together by hand; [`Extractor`] turns
//! it into a network's [`Input`](crate::network::Input). Everything is told from the view of the
//! player to move.
//!
//! The format is that of `fillRowV7` in KataGo's `cpp/neuralnet/nninputs.cpp`; its rules are those
//! of "Go Rules Used by KataGo" (<https://lightvector.github.io/KataGo/rules.html>), to which
//! [`crate::rules::KataGoRules`] brings other rule sets as near as they come.

mod answers;
mod area;
mod extractor;
mod globals;
mod grid;
mod human_profile;
mod independent;
mod ladder;
mod past;
mod planes;
mod recent;
mod situation;

pub use self::{
    extractor::Extractor,
    human_profile::{HumanProfile, UnknownProfile},
    situation::{CleanUp, FeatureOptions, Passes, Situation},
};
