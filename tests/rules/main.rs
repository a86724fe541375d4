//! The rules of the game, by the engine and by the reference implementation.

mod agreement;
mod cases;
mod documents;
mod enumeration;
mod random_games;
#[path = "../reference/mod.rs"]
mod reference;
mod rules_cases;
