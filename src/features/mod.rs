//! Input features of networks: KataGo's input version 7, which model versions 8 to 17 take.
//!
//! A [`Situation`] holds the facts of a position, taken from a game or composed by hand; [`Extractor`]
//! turns it into a network's [`Input`](crate::network::Input), from the view of the player to move.
//!
//! The format is that of `fillRowV7` in KataGo's `cpp/neuralnet/nninputs.cpp`; its rules are those
//! of "Go Rules Used by KataGo" (<https://lightvector.github.io/KataGo/rules.html>);
//! [`crate::rules::KataGoRules`] approximates other rule sets by them.

mod area;
mod check_inputs;
mod extractor;
mod globals;
mod human_profile;
mod ladder;
mod move_history;
mod pass_alive;
mod planes;
mod point_owners;
mod seki;
mod situation;

pub use self::{
    check_inputs::check_inputs,
    extractor::Extractor,
    human_profile::{HumanProfile, UnknownProfile, new_input},
    situation::{CleanUp, FeatureOptions, PassState, Situation},
};
