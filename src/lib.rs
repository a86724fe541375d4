//! shusaku, a Go engine that speaks GTP.

pub mod bench;
pub mod board;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod engine;
pub mod game;
pub mod gtp;
pub mod playout;
pub mod rules;
pub mod score;
pub mod search;
pub mod sgf;
pub mod status;
