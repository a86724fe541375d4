//! shusaku, a Go engine that speaks GTP.

pub mod board;
pub mod game;
pub mod gtp;
pub mod playout;
pub mod rules;
pub mod score;
pub mod sgf;
