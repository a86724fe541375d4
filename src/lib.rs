//! shusaku, a Go engine that speaks GTP.

pub mod gtp;
pub mod rules;
