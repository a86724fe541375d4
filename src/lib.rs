//! shusaku, a Go engine that speaks GTP.

pub mod board;
pub mod gtp;
pub mod rules;
pub mod sgf;
